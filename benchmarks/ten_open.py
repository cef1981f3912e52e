"""How long verdicts on open endgames of TEN take.

Random tables: the last cards of the shuffled full deck to come, hands of eight to twelve cards, a
market of four to eight number cards, up to ten black and two bust tokens. Of each table it is asked
whether player 1 can win, and then, point by point, the most points that player 1 can come to; every
verdict counts.

    python benchmarks/ten_open.py [--tables N] [--seconds S]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter

from solver.ten import rules
from solver.ten.cards import FULL_DECK, in_order, is_currency, is_number
from solver.ten.solve import ask, solve
from solver.ten.table import Player, State
from solver.verdict import Limits

CASES = (("oppose", 2, 12), ("help", 2, 20), ("help", 4, 20))


def endgame(seed: int, players: int, to_come: int) -> State:
    """A random table with so many cards to come."""
    generator = random.Random(seed)
    cards = list(FULL_DECK.elements())
    generator.shuffle(cards)
    deck, pool = cards[:to_come], [card for card in cards[to_come:] if not is_currency(card)]
    hands = [[pool.pop() for _ in range(generator.randint(8, 12))] for _ in range(players)]
    numbers = [card for card in pool if is_number(card)]
    return State(
        players=tuple(
            Player(generator.randint(0, 10), generator.randint(0, 2), in_order(hand))
            for hand in hands
        ),
        turn=generator.randint(1, players),
        market=in_order(numbers[: generator.randint(4, 8)]),
        deck=tuple(deck),
    )


def verdicts(state: State, others: str, seconds: float) -> list[tuple[str, str, float]]:
    """Kind of goal, verdict and seconds for winning, and for one point more each time."""
    found: list[tuple[str, str, float]] = []
    goals = ["win:1", *(f"score:1:{points}" for points in range(rules.score(state, 1) + 1, 41))]
    for goal in goals:
        begun = time.perf_counter()
        verdict = solve(state, ask(goal, others), "auto", Limits(seconds)).verdict
        kind = goal.partition(":")[0]
        found.append((kind, verdict, time.perf_counter() - begun))
        if kind == "score" and verdict != "winnable":
            break
    return found


def main() -> None:
    """Prints a line for each case and kind of goal."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    chosen = parser.parse_args()
    print("others  players  cards  goal    yes   no  unknown  median s   max s")
    for others, players, to_come in CASES:
        found = [
            one
            for seed in range(chosen.tables)
            for one in verdicts(endgame(seed, players, to_come), others, chosen.seconds)
        ]
        for kind in ("score", "win"):
            words = Counter(word for name, word, _ in found if name == kind)
            times = [seconds for name, _, seconds in found if name == kind]
            print(
                f"{others:6}  {players:7}  {to_come:5}  {kind:5}  {words['winnable']:4}"
                f" {words['unwinnable']:4}  {words['unknown']:7}"
                f"  {statistics.median(times):8.2f}  {max(times):6.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
