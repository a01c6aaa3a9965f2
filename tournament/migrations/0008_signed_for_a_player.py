from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_referees_table")]

    operations = [
        migrations.AddField(
            model_name="signature",
            name="reason",
            field=models.CharField(blank=True, max_length=200, verbose_name="reason"),
        ),
    ]
