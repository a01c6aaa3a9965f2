"""
Seconds and repeats of planned schedules: `make bench`.

CPU time of this process, one seed; repeats are counted by the report, which shares no code with the
solvers.
"""

import sys
import time
from dataclasses import dataclass

from tests.tournament.draw.schedules import known_maximum, teams
from tournament.draw import Constraints, Report, plan, quality

SEED = "bench"
LONGEST = 15
COMMON = 12
PRIME_POWERS = (
    5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37, 41, 43, 47, 49, 53, 59, 61, 64, 67,
    71, 73, 79, 81, 83, 89, 97,
)  # fmt: skip
ABOVE = (
    (8, 7), (12, 4), (12, 11), (16, 6), (16, 10), (20, 6), (20, 7), (20, 8), (20, 10), (24, 8),
    (24, 9), (24, 10), (28, 10), (32, 11), (36, 12), (40, 14), (44, 15), (48, 16),
)  # fmt: skip


@dataclass(frozen=True)
class Run:
    """One plan: how large, how long it took, how good it is."""

    players: int
    rounds: int
    seconds: float
    report: Report


def run(players: int, rounds: int, *, apart: tuple[tuple[int, ...], ...] = (),
        prefix_first: bool = False) -> Run:  # fmt: skip
    """Plan and time it."""
    started = time.process_time()
    made = plan(
        range(1, players + 1),
        rounds,
        seed=SEED,
        constraints=Constraints(apart),
        prefix_first=prefix_first,
    )
    seconds = time.process_time() - started
    return Run(players, rounds, seconds, quality(made.rounds, apart=apart))


def line(name: str, runs: list[Run]) -> str:
    """Sum up many plans."""
    slowest = max(runs, key=lambda each: each.seconds)
    return (
        f"{name:34} {len(runs):5} plans  {sum(each.seconds for each in runs):6.1f} s  "
        f"slowest {slowest.seconds:.2f} s ({slowest.players}x{slowest.rounds})  "
        f"repeats {sum(each.report.repeats for each in runs)}  "
        f"clashes {sum(len(each.report.clashes) for each in runs)}  "
        f"winds {max(each.report.wind_spread_ever for each in runs)}  "
        f"back at a table {sum(each.report.table_revisits for each in runs)}\n"
    )


def grid() -> list[Run]:
    """Every field from 16 to 400 players, every event up to the known maximum."""
    return [
        run(players, rounds)
        for players in range(16, 401, 4)
        for rounds in range(1, min(LONGEST, known_maximum(players)) + 1)
    ]


def main() -> None:
    """Print a line for each goal, then one for each plan above the maximum."""
    say = sys.stdout.write
    say("planned schedules, one seed, CPU time\n")
    runs = grid()
    say(line(f"16-400 players, up to {LONGEST} rounds", runs))
    common = [each for each in runs if each.rounds <= COMMON]
    say(line(f"16-400 players, up to {COMMON} rounds", common))
    say(line("60-400 of those", [each for each in common if each.players >= 60]))
    say(line("prime powers, as many rounds", [run(4 * q, q) for q in PRIME_POWERS]))
    fields = range(16, 401, 4)
    longest = {n: min(LONGEST, known_maximum(n) - 1) for n in fields}
    say(line("teams of four", [run(n, longest[n], apart=teams(n)) for n in fields]))
    for players, rounds in ABOVE:
        say(row(run(players, rounds)))
    say("seven rounds without repeats first\n" + row(run(24, 8, prefix_first=True)))


def row(each: Run) -> str:
    """One plan above the maximum, beside what is proved and known."""
    report = each.report
    return (
        f"{each.players:3}x{each.rounds:<3} repeats {report.repeats:4}  "
        f"proved minimum {report.repeats_minimum:4}  best known {report.repeats_known:4}  "
        f"most meetings {report.most_meetings}  {each.seconds:5.2f} s\n"
    )


if __name__ == "__main__":
    main()
