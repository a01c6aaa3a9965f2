import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook

from tests.factories import make_hand, make_round, make_tournament, self_draw_win
from tournament.models import Publication

pytestmark = pytest.mark.django_db


def export(tournament, path, **options):
    call_command("export_results", tournament.slug, str(path), verbosity=0, **options)
    return load_workbook(path)


def test_export_results_writes_the_workbook(tmp_path):
    tournament = make_tournament(players=4)
    make_hand(make_round(tournament).games.get())

    book = export(tournament, tmp_path / "results.xlsx")

    assert book.sheetnames == ["Standings", "Round 1", "Penalties"]
    assert book["Standings"].dimensions == "A1:M5"


def test_export_results_counts_everything_unless_asked_for_the_public_part(tmp_path):
    tournament = make_tournament(players=4, publication=Publication.HIDDEN, hidden_from_round=1)
    make_hand(make_round(tournament).games.get(), entry=self_draw_win(0, 8))

    def scores(book):
        header = [cell.value for cell in book["Standings"][1]]
        column = header.index("Score")
        return [row[column] for row in book["Standings"].iter_rows(min_row=2, values_only=True)]

    assert scores(export(tournament, tmp_path / "all.xlsx")) == [48, -16, -16, -16]
    assert scores(export(tournament, tmp_path / "public.xlsx", public=True)) == [0, 0, 0, 0]


def test_export_results_replaces_an_older_file(tmp_path):
    path = tmp_path / "results.xlsx"
    path.write_text("old")

    assert export(make_tournament(), path).sheetnames[0] == "Standings"


def test_export_results_takes_a_language(tmp_path):
    book = export(make_tournament(), tmp_path / "results.xlsx", language="zh-hans")

    # The catalogue decides the words; the page's language is left as it was.
    assert len(book.sheetnames) == 2


def test_export_results_refuses_an_unknown_language(tmp_path):
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("export_results", "x", str(tmp_path / "r.xlsx"), "--language", "fr")


def test_export_results_names_an_unknown_event(tmp_path):
    with pytest.raises(CommandError, match="There is no event 'nowhere'"):
        call_command("export_results", "nowhere", str(tmp_path / "results.xlsx"))


def test_export_results_names_a_folder_that_is_not_there(tmp_path):
    tournament = make_tournament()
    path = tmp_path / "nowhere" / "results.xlsx"

    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        call_command("export_results", tournament.slug, str(path))


def test_export_results_does_not_write_over_a_folder(tmp_path):
    folder = tmp_path / "results.xlsx"
    folder.mkdir()

    with pytest.raises(CommandError, match="cannot be written: Is a directory"):
        call_command("export_results", make_tournament().slug, str(folder))


def test_export_results_refuses_other_endings(tmp_path):
    with pytest.raises(CommandError, match=r"must end in \.xlsx"):
        call_command("export_results", make_tournament().slug, str(tmp_path / "results.csv"))
