"""How long the odds of TEN take, and how wide the range is where they are not exact.

    python benchmarks/ten_odds.py [--tables 20] [--seed 10]

Black tokens: a fresh deck. The score: random tables with so many unseen cards, an empty row, a hand
of 5 to 15 cards, a market of 2 to 8, as many tokens as may be; all from the same seed.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import perf_counter

from solver.shuffle import SplitMix64, deal_generator
from solver.ten.cards import FULL_DECK, in_order, is_currency, is_number
from solver.ten.odds import SCORE, TOKENS, Odds, odds
from solver.ten.table import MOST_TOKENS, Player, State

OWN_TOKENS = (0, 5, 9)
UNSEEN = (15, 20, 25, 40, 60, 80, 100)
HAND, MARKET, BUST = (5, 15), (2, 8), (0, 3)


def between(generator: SplitMix64, ends: tuple[int, int]) -> int:
    """A number from the first to the second, each equally likely."""
    low, high = ends
    return low + generator.below(high - low + 1)


def random_table(seed: int, index: int, unseen: int) -> State:
    """Random table number `index` of a seed; where few cards are left the market is smaller."""
    generator = deal_generator(seed, index)
    box = generator.shuffled(sorted(FULL_DECK.elements()))
    kept = [card for card in box[unseen:] if not is_currency(card)]
    size = between(generator, HAND)
    market = [card for card in kept[size:] if is_number(card)][: between(generator, MARKET)]
    tokens, bust = between(generator, (0, MOST_TOKENS)), between(generator, BUST)
    player = Player(tokens, bust, in_order(kept[:size]))
    return State((player, Player()), market=in_order(market), unseen=in_order(box[:unseen]))


def timed(state: State, objective: str) -> tuple[float, Odds]:
    """How many seconds the odds take, and the odds."""
    start = perf_counter()
    found = odds(state, objective)
    return perf_counter() - start, found


def row_of(name: str, found: list[tuple[float, Odds]]) -> str:
    """The times, and how wide the ranges are, as a row of the table."""
    times = [seconds for seconds, _ in found]
    draws = [one.draw for _, one in found if one.draw is not None]
    exact = sum(draw.is_exact for draw in draws)
    widths = [float(draw.high - draw.low) for draw in draws]
    return (
        f"{name:30}{1000 * median(times):9.0f}{1000 * max(times):9.0f}{exact:6} of {len(draws):3}"
        f"{median(widths):11.6f}{max(widths):11.6f}"
    )


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seed", type=int, default=10)
    options = parser.parse_args()
    print(f"{'':30}{'median':>9}{'most':>9}   ms{'exact':>8}{'width':>8}{'most':>11}")
    fresh = in_order(FULL_DECK.elements())
    for tokens in OWN_TOKENS:
        state = State((Player(tokens), *[Player()] * 3), unseen=fresh)
        times = [timed(state, TOKENS) for _ in range(5)]
        print(row_of(f"tokens, fresh deck, own {tokens}", times))
    state = State((Player(5), *[Player()] * 3), unseen=fresh)
    print(row_of("score, the start of a game", [timed(state, SCORE)]))
    for unseen in UNSEEN:
        tables = [
            random_table(options.seed, index, unseen) for index in range(1, options.tables + 1)
        ]
        print(row_of(f"score, {unseen} unseen", [timed(one, SCORE) for one in tables]))


if __name__ == "__main__":
    main()
