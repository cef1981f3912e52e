"""The referee of Level 10 against the naive copy of the rules.

Like in `test_rules` the comparing functions take the module with the rules, for `test_mutants`.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import naive_level10 as naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import (
    ALL_READINGS,
    deal,
    late_games,
    late_positions,
    move,
    play_all,
    random_line,
    reading_id,
    to_naive,
)

import solver.level10.rules
from solver.level10.cards import is_level, is_pause, tucked
from solver.level10.rules import READINGS, Move, Readings, State

PERFT = Path(__file__).parent / "data" / "perft-level10.json"
every_reading = pytest.mark.parametrize("readings", ALL_READINGS, ids=reading_id)
every_number_of_players = pytest.mark.parametrize("players", [1, 2, 3, 4, 5])


def perft(rules: ModuleType, state: State, depth: int) -> int:
    if depth == 0:
        return 1
    moves = rules.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(rules, rules.apply(state, one), depth - 1) for one in moves)


def check_moves(rules: ModuleType, state: State) -> None:
    """The referee and the copy must agree on what is legal and on how the game stands."""
    table = to_naive(state)
    names = [str(one) for one in rules.legal_moves(state)]
    assert len(names) == len(set(names))
    assert set(names) == naive.moves(table)
    assert rules.outcome(state) == naive.outcome(table)


def check_next(rules: ModuleType, state: State, played: str) -> State:
    """… and on the table after a move, which is given back."""
    after: State = rules.apply(state, move(played))
    expected = naive.play(to_naive(state), played)
    assert [list(hand) for hand in after.hands] == [sorted(h) for h in expected.hands.values()]
    assert list(after.deck) == expected.deck
    assert [list(row) for row in after.rows] == list(expected.rows.values())
    assert list(after.out) == sorted(expected.out)
    assert rules.outcome(after) == naive.outcome(expected)
    if rules.outcome(after) == "open":
        assert (after.turn, after.extra) == (expected.turn, expected.extra)
    return after


def check_game(rules: ModuleType, state: State, line: Iterable[Move]) -> None:
    """A whole game, state by state."""
    check_moves(rules, state)
    for played in line:
        state = check_next(rules, state, str(played))
        check_moves(rules, state)


def check_perft(rules: ModuleType, state: State) -> None:
    """Every line to depth 3, less deep where there are many."""
    table = to_naive(state)
    count = len(naive.moves(table))
    assert perft(rules, state, 1) == count
    if count <= 20:
        lines = naive.perft(table, 2)
        assert perft(rules, state, 2) == lines
        if lines <= 30:
            assert perft(rules, state, 3) == naive.perft(table, 3)


def check_every_next(rules: ModuleType, state: State, most: int = 60) -> None:
    """Every move of a state, or the first ones of a random order."""
    check_moves(rules, state)
    moves = sorted(naive.moves(to_naive(state)))
    random.Random(len(moves)).shuffle(moves)
    for played in moves[:most]:
        check_next(rules, state, played)


def redealt(state: State, rng: random.Random, most: int = 9) -> State:
    """The same rows with hands and deck dealt anew: uneven hands, some of them empty.

    Such a table can be composed, not played to. Cards beyond the first `most` are left out, or
    the ways to put two of them back would be too many.
    """
    cards = [*itertools.chain(*state.hands), *state.deck]
    rng.shuffle(cards)
    del cards[most:]
    deck = [cards.pop() for _ in range(rng.choice([0, 0, 1, 2, 5])) if len(cards) > 1]
    seats = rng.sample(range(state.players), rng.randint(1, state.players))
    hands: list[list[str]] = [[] for _ in range(state.players)]
    for number, card in enumerate(cards):
        hands[seats[number % len(seats)] if number < 3 else rng.choice(seats)].append(card)
    turn = rng.choice([seat for seat, hand in enumerate(hands, 1) if hand])
    last = state.starter - 1 or state.players
    doubled = state.players == 5 and state.readings.extra_turn == "every-round"
    return replace(
        state,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        deck=tuple(deck),
        turn=turn,
        extra=doubled and turn == last and rng.random() < 0.5,
    )


def sample(readings: Readings, players: int) -> list[State]:
    """Positions from all stages of a game, played to and composed."""
    seed = 5 * ALL_READINGS.index(readings) + players
    rng = random.Random(seed)
    starter, pauses = seed % players + 1, 3 if players == 5 else seed % 4
    game = next(late_games(players, pauses, 43, seed, readings, starter))
    positions = []
    for filled in (6, 20, 30, 38, 43):
        positions += [game[filled], redealt(game[filled], rng)]
    return positions


@pytest.fixture
def rules() -> ModuleType:
    return solver.level10.rules


@pytest.mark.parametrize(
    ("number", "players"),
    [
        (number, players)
        for number in range(len(ALL_READINGS))
        for players in (1, 2, 3, 4, 5)
        if number == 0 or players == 5 or (number + players) % 2  # half of them is enough
    ],
)
def test_positions(rules: ModuleType, number: int, players: int) -> None:
    for state in sample(ALL_READINGS[number], players):
        check_perft(rules, state)
        check_every_next(rules, state, most=6)


@every_reading
@every_number_of_players
def test_deals(rules: ModuleType, readings: Readings, players: int) -> None:
    state = deal(players, players % 4, players, readings=readings, starter=players)
    check_every_next(rules, state, most=6)


@every_reading
@every_number_of_players
def test_games(rules: ModuleType, readings: Readings, players: int) -> None:
    for number in range(1 if players == 1 else 2):
        starter = number % players + 1
        start = deal(players, 2 + number, 10, players, readings, starter)
        check_game(rules, start, random_line(start, random.Random(number), 50))


@every_reading
@pytest.mark.parametrize("players", [2, 3, 5])
def test_composed_games(rules: ModuleType, readings: Readings, players: int) -> None:
    rng = random.Random(players)
    for state in itertools.islice(late_positions(players, 3, 31, 4, readings), 2):
        start = redealt(state, rng, most=99)
        check_game(rules, start, random_line(start, rng, 50))


@every_reading
def test_last_turn(rules: ModuleType, readings: Readings) -> None:
    players = 2 + ALL_READINGS.index(readings) % 3
    state = next(late_positions(players, 3, 49, players, readings))
    check_every_next(rules, state)
    for last in rules.legal_moves(state):
        after = rules.apply(state, last)
        assert rules.outcome(after) == "won"
        cells = [*itertools.chain(*after.rows)]
        tucks = [cell for cell in cells if tucked(cell)]
        left = [*itertools.chain(*after.hands), *after.deck, *after.out]
        assert sum(map(is_level, left)) + len(tucks) == sum(map(is_pause, cells))


@settings(max_examples=100, deadline=None)
@given(
    readings=st.builds(
        Readings, **{name: st.sampled_from(values) for name, values in READINGS.items()}
    ),
    players=st.integers(1, 5),
    pauses=st.integers(0, 3),
    seed=st.integers(0, 2**64 - 1),
    plies=st.integers(0, 45),
    compose=st.booleans(),
    choices=st.lists(st.integers(0, 999), max_size=6),
)
def test_any_game(
    readings: Readings,
    players: int,
    pauses: int,
    seed: int,
    plies: int,
    compose: bool,
    choices: list[int],
) -> None:
    referee, rng = solver.level10.rules, random.Random(seed)
    state = deal(players, pauses, seed, readings=readings, starter=seed % players + 1)
    state = play_all(state, random_line(state, rng, plies))
    if compose and state.filled > 5 and state.filled < 50:
        state = redealt(state, rng)
    check_moves(referee, state)
    for choice in choices:
        legal = sorted(naive.moves(to_naive(state)))
        if not legal:
            break
        state = check_next(referee, state, legal[choice % len(legal)])
        check_moves(referee, state)


def entries() -> list[tuple[str, int, int]]:
    table = json.loads(PERFT.read_text(encoding="utf-8"))
    return [(entry["position"], entry["depth"], entry["nodes"]) for entry in table]


@pytest.mark.parametrize(("position", "depth", "nodes"), entries())
def test_perft_table(rules: ModuleType, position: str, depth: int, nodes: int) -> None:
    table = naive.read(position)
    assert naive.write(table) == position
    if nodes < 1000:  # the rest would take too long here
        assert naive.perft(table, depth) == nodes
