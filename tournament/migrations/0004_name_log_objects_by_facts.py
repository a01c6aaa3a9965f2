"""
The log named its objects in the language of whoever acted, and fillers got a name in it.

Every old row gets the facts its label was made of; where an object is gone and the row itself does
not tell them, the label stays as it was written. Names that people typed are taken from the label:
they are those of then. A filler's made-up name goes: he is called by his number in any language.
"""

import re

from django.db import migrations, models

FILLER = re.compile(r"(?:Filler|陪打) (\d+)")
NAMED = {'tournament': 'name', 'stage': 'name', 'user': 'username', 'group': 'name'}
NUMBERED = {'team': ['number'], 'player': ['number', 'is_ranked']}


def tell_facts(apps, schema_editor):
    name_fillers_by_number(apps)
    for row in apps.get_model('tournament', 'ActionLog').objects.order_by('pk').iterator():
        row.object_facts = facts_of(apps, row) or {'as_written': row.object_label}
        row.save(update_fields=['object_facts'])


def name_fillers_by_number(apps):
    fillers = apps.get_model('tournament', 'Player').objects.filter(is_ranked=False)
    for player in fillers.exclude(name=''):
        made_up = FILLER.fullmatch(player.name)
        if made_up and int(made_up[1]) == player.number:
            player.name = ''
            player.save(update_fields=['name'])


def facts_of(apps, row):
    if row.object_type in NAMED:
        return {NAMED[row.object_type]: row.object_label}
    if row.object_type == 'official':
        return official(apps, row)
    if row.object_type not in OF_OBJECTS:
        return None
    obj = apps.get_model('tournament', row.object_type).objects.filter(pk=row.object_id).first()
    if obj is None:
        return None
    facts = OF_OBJECTS[row.object_type](obj)
    if row.object_type in NUMBERED and facts['name']:
        facts['name'] = row.object_label
    return facts


def official(apps, row):
    """Who was appointed or dismissed is told by the row itself; else by the official, if still one."""
    told = row.after or row.before
    if isinstance(told, dict) and {'user', 'role'} <= told.keys():
        return {'user': {'username': told['user']}, 'role': told['role']}
    obj = apps.get_model('tournament', 'Official').objects.filter(pk=row.object_id).first()
    return obj and {'user': {'username': obj.user.username}, 'role': obj.role}


def person(obj):
    return {**{name: getattr(obj, name) for name in NUMBERED[obj._meta.model_name]}, 'name': obj.name}


def round_(obj):
    return {'number': obj.number}


def table(obj):
    return {'number': obj.number, 'label': obj.label}


def game(obj):
    return {'round': round_(obj.round), 'table': table(obj.table)}


def draw(obj):
    return {
        'stage': {'name': obj.stage.name},
        'first_round': obj.first_round,
        'last_round': obj.last_round,
    }


def seat(obj):
    return {'start': obj.start, 'player': person(obj.player)}


def hand(obj):
    return {'game': game(obj.game), 'number': obj.number, 'version': obj.version}


def penalty(obj):
    return {
        'player': obj.player and person(obj.player),
        'team': obj.team and person(obj.team),
        'measure': obj.measure,
    }


OF_OBJECTS = {
    'team': person,
    'player': person,
    'draw': draw,
    'round': round_,
    'table': table,
    'game': game,
    'seat': seat,
    'hand': hand,
    'penalty': penalty,
}


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0003_add_roster_draft'),
    ]

    operations = [
        migrations.AddField(
            model_name='actionlog',
            name='object_facts',
            field=models.JSONField(default=dict, verbose_name='object'),
        ),
        migrations.RunPython(tell_facts, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='actionlog',
            name='object_label',
        ),
    ]
