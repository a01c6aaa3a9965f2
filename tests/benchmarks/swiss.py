"""
Seconds for a round by the standing, and how good it is: `make bench`.

CPU time of this process; the median of three turns, with the fastest and the slowest. Beside it the
pairs that meet again and the rank spread, against the best possible spread or, where that is not
known, the bound below it.
"""

import json
import sys
import time
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

from tests.tournament.draw.standing_states import State, make_state
from tournament.draw import Plan
from tournament.draw.swiss import Mode, swiss_round

TURNS = 3
OPTIMA = Path(__file__).parents[1] / "tournament" / "draw" / "swiss_optima.json"


def seconds(state: State, mode: Mode) -> tuple[Plan, str]:
    """A round, and the median of some turns with how far they lay apart."""
    found = []
    for _turn in range(TURNS):
        started = time.process_time()
        made = swiss_round(state.standings, state.history, mode=mode, seed="bench")
        found.append(time.process_time() - started)
    return made, f"{median(found):5.2f} s  ({min(found):.2f}-{max(found):.2f})"


def figures(plan: Plan, state: State) -> tuple[int, int]:
    """The pairs that meet again, and the sum of the squared rank distances."""
    rank = {player: place for place, player in enumerate(state.standings)}
    met = {
        frozenset(pair)
        for seating in state.history
        for table in seating
        for pair in combinations(table, 2)
    }
    pairs = [pair for table in plan.rounds[0] for pair in combinations(table, 2)]
    again = sum(frozenset(pair) in met for pair in pairs)
    return again, sum((rank[one] - rank[other]) ** 2 for one, other in pairs)


def beside(stored: dict[str, Any], spread: int) -> str:
    """What a spread is held against."""
    for name, words in (("optimum", "of the best"), ("at_least", "of a bound")):
        if name in stored:
            return f"{spread / stored[name]:6.1%} {words}"
    return "no round without a repeat"


def main() -> None:
    """Print a line for each stored state, and one for each mode with 400 players."""
    sys.stdout.write(f"rounds by the standing, {TURNS} turns, CPU time\n")
    for stored in json.loads(OPTIMA.read_text())["states"]:
        state = make_state(stored["players"], stored["rounds"], stored["seed"], lots=stored["lots"])
        made, took = seconds(state, Mode.SWISS)
        again, spread = figures(made, state)
        name = f"{stored['players']} after {stored['rounds']}"
        sys.stdout.write(f"{name:12}  {took}  {again:2} again  {beside(stored, spread)}\n")
    for mode in Mode:
        _made, took = seconds(state, mode)
        sys.stdout.write(f"400 {mode.value:8}  {took}\n")


if __name__ == "__main__":
    main()
