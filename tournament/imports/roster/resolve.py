"""Makes a plan of the verdicts and the answers: who is entered, who is changed, what is left out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from tournament.imports.roster.judge import Verdict
from tournament.roster import Arrival, Correction, Plan

ANOTHER = "another"
SKIP = "skip"


def resolve(
    verdicts: Sequence[Verdict],
    choices: Mapping[int, str],
    *,
    taken: Collection[int],
    for_the_rest: str = "",
) -> Plan:
    """
    Return what an import would do.

    `choices` are the answers by sheet row: `Candidate.choice`, "another" or "skip";
    `for_the_rest` ("another" or "skip") answers for the rows without one. `taken` are the entry
    numbers in use.

    Lines that are known already are in no part of it. A line without a number, or whose number went to somebody before it, gets the next free one.
    """
    new: list[Verdict] = []
    corrections: list[Correction] = []
    skipped: list[int] = []
    undecided: list[int] = []
    for verdict in verdicts:
        if verdict.kind == "known":
            continue
        match _answer(verdict, choices, for_the_rest):
            case "new" | "another":
                new.append(verdict)
            case "":
                undecided.append(verdict.row)
            case answer if answer.startswith("entry-"):
                number = int(answer.removeprefix("entry-"))
                corrections.append(Correction(verdict.row, number, verdict.person))
            case _:
                skipped.append(verdict.row)
    return Plan(_numbered(new, taken), tuple(corrections), tuple(skipped), tuple(undecided))


def _answer(verdict: Verdict, choices: Mapping[int, str], for_the_rest: str) -> str:
    if verdict.kind != "asks":
        return "new" if verdict.kind == "new" else SKIP
    allowed = {ANOTHER, SKIP, *(candidate.choice for candidate in verdict.candidates)}
    answer = choices.get(verdict.row, "")
    return answer if answer in allowed else for_the_rest


def _numbered(verdicts: Sequence[Verdict], taken: Collection[int]) -> tuple[Arrival, ...]:
    used = set(taken)
    numbers: dict[int, int] = {}
    for verdict in verdicts:
        number = verdict.person.number
        if number is not None and number not in used:
            used.add(number)
            numbers[verdict.row] = number
    following = max(used, default=0) + 1
    arrivals = []
    for verdict in verdicts:
        if verdict.row not in numbers:
            numbers[verdict.row] = following
            following += 1
        person = replace(verdict.person, number=numbers[verdict.row])
        arrivals.append(Arrival(verdict.row, person))
    return tuple(arrivals)
