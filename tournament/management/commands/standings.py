"""`manage.py standings SLUG`: the standings as text or JSON, exact."""

import json
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.models import Tournament
from tournament.results import Results, event_results


class Command(BaseCommand):
    """Print who stands where, everything counted whatever is public."""

    help = "Print the standings of an event; table points are exact fractions."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event and the shape."""
        parser.add_argument("slug", help="address of the event")
        parser.add_argument("--json", action="store_true", help="print a JSON list")
        parser.add_argument("--teams", action="store_true", help="print the team standing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the standing."""
        try:
            tournament = Tournament.objects.get(slug=options["slug"])
        except Tournament.DoesNotExist:
            raise CommandError(f"There is no event '{options['slug']}'.") from None
        results = event_results(tournament, public=False)
        rows = team_rows(results) if options["teams"] else player_rows(results)
        if options["json"]:
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
        else:
            names = results.teams if options["teams"] else results.players
            self.stdout.write(as_text(rows, {row.number: str(row) for row in names.values()}))


Row = dict[str, int | str | None]


def player_rows(results: Results) -> list[Row]:
    """Return rank, entry number, table points as text ("7/3") and score of every player."""
    return [
        {
            "rank": line.rank,
            "player": line.entry.number,
            "table_points": str(line.table_points),
            "score": line.score,
        }
        for line in results.lines
    ]


def team_rows(results: Results) -> list[Row]:
    """Return the same of every team, "team" being its number."""
    return [
        {
            "rank": line.rank,
            "team": line.entry.number,
            "table_points": str(line.table_points),
            "score": line.score,
        }
        for line in results.team_lines
    ]


def as_text(rows: Sequence[Row], names: dict[int, str]) -> str:
    """Return a table to read; names stand last, whatever their width."""
    lines = [f"{'rank':>5} {'no.':>5} {'points':>8} {'score':>7}  name"]
    for row in rows:
        rank, number, points, score = row.values()
        shown = "-" if rank is None else rank
        lines.append(f"{shown:>5} {number:>5} {points:>8} {score:>7}  {names[int(number or 0)]}")
    return "\n".join(lines)
