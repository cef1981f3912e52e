"""Makes `data/engine-positions.jsonl`: late positions on which the engines are held against each
other. Run it as a script; the same file comes out each time.

Half of the positions lie on or beside a winning line, half in games of random moves; of each half,
half hold cards in the deck, and more than a third is under readings other than the defaults.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from positions import ALL_READINGS, deal, late_positions, random_move

import solver
from solver.level10.rules import State, apply, outcome
from solver.level10.search import Search
from solver.record import Record
from solver.verdict import Budget, Limits

FILE = Path(__file__).with_name("data") / "engine-positions.jsonl"
COUNT = 560
NODES = 200_000  # a position whose tree is larger is left out


def search(state: State) -> bool | None:
    """What the search finds within the nodes, whatever the clock says."""
    return Search(state, Budget(Limits(None, None, None))).run(NODES).winnable


def beside_a_win(state: State, filled: int, rng: random.Random) -> State | None:
    """A position up to two moves off a winning line, if the deal has one."""
    found = Search(state, Budget(Limits(None, None, None))).run(NODES)
    if found.plan is None:
        return None
    astray = rng.randint(0, 2)
    for move in found.plan[: filled - astray]:
        state = apply(state, move)
    for _ in range(astray):
        if outcome(state) == "open":
            state = apply(state, random_move(state, rng))
    return state if state.filled == filled else None


def positions() -> Iterator[State]:
    """Open positions with 28 to 40 filled cells, of all sizes of table."""
    rng = random.Random(28)
    for number in range(10**6):
        with_deck = number % 2 == 0
        players = rng.choice((1, 1, 2, 2, 3) if with_deck else (1, 2, 3, 4, 5))
        pauses = rng.randint(0, 3)
        filled = rng.randint(28, (34, 31, 29)[players - 1] if with_deck else 40)
        readings = ALL_READINGS[0] if number % 5 > 1 else rng.choice(ALL_READINGS[1:])
        if number % 4 < 2:
            starter = rng.randint(1, players)
            state = beside_a_win(deal(players, pauses, number, 1, readings, starter), filled, rng)
        else:
            state = next(islice(late_positions(players, pauses, filled, number, readings), 1))
        if state is None or outcome(state) != "open" or bool(state.deck) != with_deck:
            continue
        yield state


def main() -> None:
    """Writes the positions with the verdict of the search."""
    lines = []
    for state in positions():
        winnable = search(state)
        if winnable is None:
            continue
        position = solver.write(Record("level10", state), one_line=True).strip()
        verdict = "winnable" if winnable else "unwinnable"
        lines.append(json.dumps({"position": position, "verdict": verdict}))
        if len(lines) == COUNT:
            break
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
