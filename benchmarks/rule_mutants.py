"""Would the scenarios notice a mistake in a referee? Every small change is tried.

    python benchmarks/rule_mutants.py [level10|ten|labyrinth …] [--survivors]

Counts, for each game, the changes of its rules that some scenario notices.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from mutants import Mutant, made, mutants

from solver.errors import Level10Error
from solver.rulebook.scenario import Scenario, differences, scenarios

REFEREES = {
    "level10": ["rules", "cards"],
    "ten": ["rules", "payments", "table"],
    "labyrinth": ["rules", "threats", "table", "passages"],
}
"""The modules that the rules of a game are written in."""

NO_RULE = {
    *("rules.why_illegal", "cards.full_deck", "cards.tucked", "cards.is_pause"),
    *("rules.named", "rules.all_plays", "rules.active", "table.visible"),
    *("rules.chances", "rules.dragon_die", "table.Move.__str__", "passages.route"),
}
"""Functions in them that no move of a game goes through: they serve notation, deals and odds."""


class TooLong(Exception):
    """A mutant does not come to an end."""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Stops what takes longer."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLong

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def noticed(mutant: Mutant, given: list[Scenario]) -> Scenario | None:
    """The scenario that comes out otherwise with a mistake; an error is noticed as well."""
    for one in given:
        try:
            with made(mutant), at_most(10):
                if differences(one):
                    return one
        except (Exception, TooLong) as error:
            if not isinstance(error, Level10Error):
                return one
            raise
    return None


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(REFEREES), help="all if none is named")
    parser.add_argument("--survivors", action="store_true", help="print what nothing notices")
    chosen = parser.parse_args()
    print(f"{'game':<10} {'scenarios':>9} {'mutants':>8} {'noticed':>8} {'per cent':>9}")
    for game in chosen.games or REFEREES:
        given = list(scenarios(game))
        every = found = 0
        for name in REFEREES[game]:
            for mutant in mutants(import_module(f"solver.{game}.{name}")):
                if f"{name}.{mutant.function}" in NO_RULE:
                    continue
                every += 1
                one = noticed(mutant, given)
                if one is None:
                    if chosen.survivors:
                        print(mutant)
                    continue
                found += 1
                given.remove(one)
                given.insert(0, one)  # what noticed one mistake often notices the next
        share = 100 * found / max(1, every)
        print(f"{game:<10} {len(given):>9} {every:>8} {found:>8} {share:>9.1f}")


if __name__ == "__main__":
    main()
