"""TEN: the most points that players can have together, and whole games that end with them.

    python benchmarks/edge_cases_ten.py            the most, and the games: two seconds
    python benchmarks/edge_cases_ten.py --game 3   the game of examples/edge-cases for three

A game is made from the hands it is to end with. Everybody gets number cards by drawing some and
stopping for them, and tokens by drawing a currency card and stopping for that. A wild is bought for
one black token, or nobody bids. Nothing is bought in a buy phase.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement, count, product
from typing import Any

from ortools.linear_solver import pywraplp  # type: ignore[import-untyped]

from solver import Record, write
from solver.play import line_of_play
from solver.ten import GAME, rules
from solver.ten.cards import (
    COLOURS,
    CURRENCY_CARDS,
    FULL_DECK,
    NUMBERS,
    Card,
    is_currency,
    is_number,
    is_wild,
    value,
)
from solver.ten.table import BUST_FROM, DRAW, START_TOKENS, Move, Payment, Player, State

LAST = NUMBERS[-1]
BONUS = 1  # for a run from 1 to 9 (T12)

Row = list[Card]


# --- The most, by a linear program ----------------------------------------------------------------


def most(players: int) -> float:
    """A number of points that so many players cannot exceed together with all cards of the box.

    It is what a linear program allows, in which cards and runs may be had in part."""
    program = pywraplp.Solver.CreateSolver("GLOP")
    used: dict[Card, list[Any]] = {card: [] for card in FULL_DECK if not is_currency(card)}
    points = []
    for _, colour in product(range(players), COLOURS):
        runs = {run: program.NumVar(0, 1, "") for run in combinations_with_replacement(NUMBERS, 2)}
        program.Add(sum(runs.values()) <= 1)
        for (first, last), run in runs.items():
            length = last - first + 1
            points.append((length + BONUS * (length == LAST)) * run)
        for number in NUMBERS:
            ways = (f"{colour}{number}", f"{colour}#", f"W{number}", "W#")
            uses = {card: program.NumVar(0, 1, "") for card in ways}
            for card, use in uses.items():
                used[card].append(use)
            through = (run for (a, b), run in runs.items() if a <= number <= b)
            program.Add(sum(through) <= sum(uses.values()))
    for card, uses_of_it in used.items():
        program.Add(sum(uses_of_it) <= FULL_DECK[card])
    program.Maximize(sum(points))
    assert program.Solve() == pywraplp.Solver.OPTIMAL
    return float(program.Objective().Value())


# --- The games ------------------------------------------------------------------------------------


def cards_of(*words: str) -> list[Card]:
    """Cards by word: `R1-9` for a run of red cards."""
    found = []
    for word in words:
        colour, first, last = word[0], int(word[1]), int(word[3])
        found += [f"{colour}{number}" for number in range(first, last + 1)]
    return found


HANDS: dict[int, list[tuple[list[Card], list[Card]]]] = {
    2: [
        (
            cards_of("R1-9", "B1-9", "O1-6", "G1-6", "R1-6", "B1-6"),
            ["O#", "O#", "W7", "G#", "G#", "W8"],
        ),
        (
            cards_of("O1-9", "G1-9", "R1-6", "B1-6", "O1-6", "G1-6"),
            ["R#", "R#", "W9", "B#", "B#", "W#"],
        ),
    ],
    3: [
        (cards_of("R1-9", "B1-9", "O1-6", "G1-6"), ["O#", "O#", "W7", "G#", "G#", "W8"]),
        (cards_of("O1-9", "G1-9", "R1-6", "B1-6"), ["R#", "R#", "W9", "B#", "B#", "W#"]),
        (cards_of("R1-6", "B1-6", "O1-6", "G1-6"), []),
    ],
    4: [
        (cards_of("R1-9", "B1-9", "O1-6", "G1-6"), ["O#", "O#", "W7", "G#", "G#", "W8"]),
        (cards_of("O1-9", "G1-9", "R1-6", "B1-6"), ["R#", "R#", "W9", "B#", "B#", "W#"]),
        (cards_of("R1-3", "B1-6", "O1-6", "G1-6"), ["W4", "W5", "W6"]),
        (cards_of("R4-6"), ["W1", "W2", "W3"]),
    ],
    5: [
        (cards_of("R1-9", "B1-9", "O1-9", "G1-9"), []),
        (cards_of("R1-6", "B1-6"), ["R#", "R#", "W9", "B#", "B#", "W#"]),
        (cards_of("O1-6", "G1-6"), ["O#", "O#", "W7", "G#", "G#", "W8"]),
        (cards_of("R1-3", "B1-6"), ["W4", "W5", "W6"]),
        (cards_of("R4-6", "O1-6", "G1-6"), ["W1", "W2", "W3"]),
    ],
}
"""What each player is to have in the end, by the number of players: number cards, and wilds."""


def packed(cards: Sequence[Card]) -> list[Row]:
    """The cards in few rows that are not bust."""
    rows: list[Row] = []
    for card in sorted(cards, key=value, reverse=True):
        fits = (row for row in rows if sum(map(value, row)) + value(card) < BUST_FROM)
        row = next(fits, None)
        if row is None:
            rows.append([card])
        else:
            row.append(card)
    return rows


def turns_of(hands: Sequence[Sequence[Card]], currency: Sequence[Card]) -> list[list[Row]]:
    """The rows of each player's turns: all cards of the hands, and one $-card in each other turn.

    The players have as many turns, those who sit first perhaps one more.
    """
    seats = len(hands)
    fewest = [packed(cards) for cards in hands]
    for turns in count(max(map(len, fewest)) * seats):
        each = [turns // seats + (seat < turns % seats) for seat in range(seats)]
        most_rows = [min(n, len(cards)) for n, cards in zip(each, hands, strict=True)]
        wanted = turns - len(currency)
        if not sum(map(len, fewest)) <= wanted <= sum(most_rows):
            continue
        for rows, most_here in zip(fewest, most_rows, strict=True):
            while len(rows) < most_here and sum(map(len, fewest)) < wanted:
                longest = max(rows, key=len)
                rows.append([longest.pop()])
        break
    left = list(currency)
    found = []
    for rows, number in zip(fewest, each, strict=True):
        coins = [[left.pop()] for _ in range(number - len(rows))]
        half = (len(coins) + 1) // 2  # some tokens early, to buy wilds with, and some late
        found.append([*coins[:half], *rows, *coins[half:]])
    return found


def auction_of(state: State, wild: Card, winner: int | None) -> list[Move]:
    """The moves of an auction that the winner gets for a black token, or nobody."""
    seats = len(state.players)
    order = [(state.turn + ahead) % seats + 1 for ahead in range(seats)]
    bid = Move("bid", bid=1, payment=Payment(tokens=1))
    return [bid if seat == winner else Move("pass") for seat in order]


def game(players: int) -> Record[State, Move]:
    """A whole game with all cards of the box in which everybody gets what `HANDS` says."""
    hands = HANDS[players]
    given = Counter(card for numbers, wilds in hands for card in [*numbers, *wilds])
    free = FULL_DECK - given
    currency = [card for card in free.elements() if is_currency(card)]
    assert len(currency) == CURRENCY_CARDS
    assert not any(map(is_number, free))
    wilds = [(card, seat) for seat, (_, own) in enumerate(hands, 1) for card in own]
    unsold = [(card, 0) for card in free.elements() if is_wild(card)]
    rows = turns_of([numbers for numbers, _ in hands], currency)

    deck: list[Card] = []
    moves: list[Move] = []
    purses = [START_TOKENS] * players
    for turn in range(max(map(len, rows))):
        for seat in range(1, players + 1):
            if turn >= len(rows[seat - 1]):
                continue
            state = State(players=(Player(),) * players, turn=seat, phase=DRAW)
            able = [one for one in wilds if purses[one[1] - 1]] or unsold
            if able and turn:
                card, winner = able[0]
                (wilds if winner else unsold).remove(able[0])
                deck.append(card)
                moves += [Move("draw"), *auction_of(state, card, winner or None)]
                if winner:
                    purses[winner - 1] -= 1
            row = rows[seat - 1][turn]
            deck += row
            moves += [Move("draw")] * len(row)
            if is_currency(row[0]):
                moves.append(Move(rules.CURRENCY))
                purses[seat - 1] += 1  # at the least, whatever the cards are worth
            else:
                moves += [Move(rules.NUMBERS), Move("end")]
    moves += [Move("end")] * players
    assert not wilds
    assert not unsold
    assert Counter(deck) == FULL_DECK
    state = State(players=(Player(START_TOKENS),) * players, deck=tuple(deck))
    return Record("ten", state, tuple(moves))


def main() -> None:
    """Print what was asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--game", type=int, choices=sorted(HANDS), help="make the game for so many"
    )
    asked = options.parse_args()
    if asked.game is not None:
        print(write(game(asked.game)), end="")
        return
    for players in range(1, 6):
        said = f"{players} players cannot exceed {most(players):.6f} points together"
        if players in HANDS:
            record = game(players)
            end = line_of_play(GAME, record.state, record.moves)[-1]
            said += f"; the game ends with {rules.points_of_all(end)}, won by {rules.winners(end)}"
        print(said, flush=True)


if __name__ == "__main__":
    main()
