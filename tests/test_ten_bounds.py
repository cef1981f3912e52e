"""Bounds on open deals of TEN against whole games, and against every choice of cards."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from ten_tables import table

import solver
from solver.ten import rules, ways
from solver.ten.bounds import Bounds, richer
from solver.ten.cards import FULL_DECK, in_order, is_currency, is_number
from solver.ten.compact import line_of, table_of
from solver.ten.scoring import key_of, points
from solver.ten.table import READINGS, Player, Readings, State

OPEN = json.loads(Path(__file__).with_name("data").joinpath("ten_open.json").read_text())


def bounds_of(state: State) -> Bounds:
    readings = state.readings
    may_pass, wild_only = readings.first_card == "optional", readings.wild_only_run == "yes"
    return Bounds(line_of(state), len(state.players), may_pass, wild_only)


def bounded(state: State, player: int) -> tuple[int, int]:
    """Cards that a player can still get at most, and points."""
    bounds = bounds_of(state)
    seen = table_of(bounds.line, state, (0,) * len(state.players))
    return bounds.cards_to_gain(seen, player - 1), bounds.most(seen, player - 1)


def test_nobody_comes_to_more_than_the_bound() -> None:
    exact = 0
    for entry in OPEN:
        state, player = solver.read(entry["position"]).state, entry["player"]
        if state.readings.spent_cards == "market":
            continue  # cards come back to the market
        most = bounded(state, player)[1]
        assert most >= entry["help"]["score"], entry["position"]
        exact += most == entry["help"]["score"]
    assert exact > len(OPEN) // 3


def any_deal(rng: random.Random) -> State:
    cards = list(FULL_DECK.elements())
    rng.shuffle(cards)
    deck, pool = cards[: rng.randint(2, 9)], [one for one in cards[9:] if not is_currency(one)]
    players = rng.randint(1, 5)
    readings = Readings(**{name: rng.choice(values) for name, values in READINGS.items()})
    return State(
        players=tuple(
            Player(rng.randint(0, 10), rng.randint(0, 2), in_order(pool.pop() for _ in range(3)))
            for _ in range(players)
        ),
        turn=rng.randint(1, players),
        market=in_order(one for one in pool[:4] if is_number(one)),
        deck=tuple(deck),
        readings=replace(readings, spent_cards="discard"),
    )


def played(state: State, rng: random.Random) -> list[State]:
    """The tables of a game at random, in which the first card of a turn is drawn in the end."""
    game = [state]
    while not rules.over(state):
        moves = rules.legal_moves(state)
        if len(game) > 300:
            moves = [move for move in moves if move.kind == "draw"] or moves
        state = rng.choice(ways(state, rng.choice(moves)))
        game.append(state)
    return game


@pytest.mark.parametrize("seed", range(4))
def test_no_game_exceeds_the_bounds(seed: int) -> None:
    rng = random.Random(seed)
    reached = 0
    for _ in range(30):
        game = played(any_deal(rng), rng)
        for player in range(1, len(game[0].players) + 1):
            gained = 0
            hands = [Counter(state.player(player).cards) for state in game]
            for place in range(len(game) - 1, -1, -1):
                if place + 1 < len(game):
                    gained += (hands[place + 1] - hands[place]).total()
                cards, most = bounded(game[place], player)
                assert gained <= cards
                assert rules.score(game[-1], player) <= most
                reached += gained == cards
    assert reached > 100


@pytest.mark.parametrize(
    ("keys", "cards"),
    [
        # Two cards are drawn by one player, or one by each; then both may buy once more.
        ("players: 2; turn: 1; phase: draw; deck: R1 R2", (4, 3)),
        ("players: 2; turn: 2; phase: draw; deck: R1 R2", (3, 4)),
        # The second card busts: who does not draw it has only its own.
        ("players: 2; turn: 1; phase: draw; deck: R6 R6", (3, 3)),
        # A wild may be anybody's; the row that is there already is the drawer's.
        ("players: 3; turn: 1; row: R1; market:; phase: draw; deck: W3", (4, 2, 2)),
        ("players: 2; turn: 1; phase: buy; deck:", (2, 1)),
        ("players: 3; turn: 1; phase: final; final: next=3 last=1; deck:", (1, 0, 1)),
        ("players: 2; turn: 1; phase: final; final: last=1; deck:", (0, 0)),
    ],
)
def test_how_many_cards_there_are_to_gain(keys: str, cards: tuple[int, ...]) -> None:
    state = table(keys)
    assert tuple(bounded(state, place + 1)[0] for place in range(len(cards))) == cards


def test_a_turn_that_may_be_passed() -> None:
    keys = "players: 2; turn: 1; phase: draw; deck: R1"
    assert [bounded(table(keys), player)[0] for player in (1, 2)] == [3, 1]
    keys += "; readings: first_card=optional"
    assert [bounded(table(keys), player)[0] for player in (1, 2)] == [3, 3]


@pytest.mark.parametrize("wild_only", [True, False])
def test_the_points_with_so_many_more_cards(wild_only: bool) -> None:
    rng = random.Random(7)
    kinds = [card for card in FULL_DECK if not is_currency(card)]
    exact, all_of = Counter[int](), Counter[int]()
    for _ in range(400):
        held, pool = rng.sample(kinds, rng.randint(0, 7)), rng.sample(kinds, rng.randint(0, 7))
        for count in range(5):
            most = max(
                points(key_of([*held, *taken]), wild_only)
                for size in range(count + 1)
                for taken in combinations(pool, min(size, len(pool)))
                if sum(card == "W#" for card in (*held, *taken)) < 2
            )
            found = richer(key_of(held), key_of(pool), count, wild_only)
            assert found >= most
            exact[count] += found == most
            all_of[count] += 1
    assert exact[0] == all_of[0]
    assert exact[1] == all_of[1]
    assert min(exact.values()) > 300
