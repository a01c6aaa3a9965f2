"""`manage.py plan_seats --players N --rounds R`: a seat plan for numbers, without a database."""

import json
import secrets
from itertools import accumulate, pairwise
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.draw import Constraints, Impossible, Plan, Report, conflicts, plan, quality

SEATS = 4

SENTENCES = {
    Impossible.GROUP_TOO_LARGE: "more of one team than tables, some of them meet in every round",
    Impossible.NO_COMPANY: "kept apart from so many that too few are left for the table",
    Impossible.NO_SUCH_TABLE: "no table has that number",
    Impossible.TABLE_TAKEN: "several at one fixed table",
}


class Command(BaseCommand):
    """Plan seats for players 1 … N and say how good the plan is."""

    help = "Plan the seats of all rounds for players 1 to N; prints plan and quality."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the field, the seed and the shape."""
        parser.add_argument("--players", type=int, required=True, help="a multiple of four")
        parser.add_argument("--rounds", type=int, required=True)
        parser.add_argument("--seed", help="any text; the same seed gives the same plan")
        parser.add_argument(
            "--teams", type=int, default=0, help="teams of players with consecutive numbers"
        )
        parser.add_argument(
            "--prefix-first",
            action="store_true",
            help="as many rounds without repeats as there are come first, even if later ones pay",
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the plan, or say why there is none."""
        count, rounds, teams = options["players"], options["rounds"], options["teams"]
        _expect_field(count, rounds, teams)
        _expect_text(options["seed"] or "")
        players = range(1, count + 1)
        constraints = Constraints(apart=_teams(count, teams))
        made = plan(
            players,
            rounds,
            seed=secrets.token_hex(8) if options["seed"] is None else options["seed"],
            constraints=constraints,
            prefix_first=options["prefix_first"],
        )
        report = quality(made.rounds, apart=constraints.apart)
        if options["json"]:
            self.stdout.write(json.dumps(as_json(made, report), separators=(",", ":")))
            return
        for conflict in conflicts(players, constraints):
            named = ", ".join(map(str, conflict.players))
            self.stdout.write(f"Cannot hold: {SENTENCES[conflict.why]}: {named}")
        self.stdout.write(as_text(made, report))


def _expect_field(players: int, rounds: int, teams: int) -> None:
    if players < SEATS:
        raise CommandError(f"Too few players for a table: {players}. Four are needed at least.")
    if players % SEATS:
        raise CommandError(
            f"{players} players fill no whole number of tables: "
            f"add {_counted(-players % SEATS, 'filler')}, or plan for {players - players % SEATS}."
        )
    if rounds < 1:
        raise CommandError("There is one round at least.")
    if not 0 <= teams <= players:
        raise CommandError(f"{players} players cannot make {_counted(teams, 'team')}.")


def _expect_text(seed: str) -> None:
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise CommandError(f"This seed is no text in UTF-8: {seed!a}") from None


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _teams(players: int, teams: int) -> tuple[tuple[int, ...], ...]:
    """Return the teams, the larger ones first where they cannot be equal."""
    sizes = [players // teams + (team < players % teams) for team in range(teams)]
    ends = accumulate(sizes, initial=1)
    return tuple(tuple(range(first, end)) for first, end in pairwise(ends))


def as_json(made: Plan, report: Report) -> dict[str, Any]:
    """Return the plan as plain data; players, rounds and tables count from 1."""
    tables = range(1, max(map(len, made.rounds)) + 1)
    return {
        "players": report.players,
        "rounds": made.rounds,
        "method": made.method,
        "seed": made.seed,
        "sha256": made.sha256,
        "quality": report.numbered(range(1, len(made.rounds) + 1), tables),
    }


def as_text(made: Plan, report: Report) -> str:
    """Return the plan, a line a table, and its report."""
    lines = []
    for number, seating in enumerate(made.rounds, 1):
        lines += [f"Round {number}", "Table   East  South   West  North"]
        lines += [
            f"{place:5}  " + "  ".join(f"{player:5}" for player in table)
            for place, table in enumerate(seating, 1)
        ]
        lines.append("")
    return "\n".join([*lines, *_report(made, report)])


def _report(made: Plan, report: Report) -> list[str]:
    return [
        f"Repeated meetings: {_beside(report.repeats, report.repeats_minimum)}"
        + _best(report.repeats, report.repeats_minimum, report.repeats_known),
        f"Pairs who never meet: {report.unmet}",
        f"Team-mates at one table: {_beside(len(report.clashes), report.clashes_minimum)}",
        f"Starting winds differ by {report.wind_spread} at the end, "
        f"by {report.wind_spread_ever} at most after any round",
        f"Back at the same table: {_beside(report.table_revisits, report.table_revisits_minimum)}",
        f"Method: {made.method}, {_counted(made.steps, 'step')}",
        f"Seed: {made.seed}",
        f"SHA-256: {made.sha256}",
    ]


def _beside(found: int, minimum: int) -> str:
    return f"{found} (proved minimum {minimum})"


def _best(found: int, minimum: int, known: int) -> str:
    if found == minimum:
        return ", the best possible"
    return ", the best known" if found <= known else ""
