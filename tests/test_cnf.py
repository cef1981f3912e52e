"""The propositional model against a plain search with the referee."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from solver.level10.cards import COLUMNS, HAND_SIZE, LEVELS, PAUSE, RESTART, WORLDS, full_deck
from solver.level10.cnf import decide
from solver.level10.rules import READINGS, Move, Readings, State, apply, legal_moves, outcome
from solver.level10.search import Search
from solver.verdict import Budget, Limits

NODES = 1000


class TooManyNodes(Exception):
    """The search has seen more positions than it may."""


def search(state: State, nodes: int = NODES) -> bool | None:
    """Whether the position can be won, by looking at every play; None after too many positions."""
    seen: set[State] = set()

    def wins(state: State) -> bool:
        if outcome(state) != "open":
            return outcome(state) == "won"
        if state in seen:
            return False
        seen.add(state)
        if len(seen) > nodes:
            raise TooManyNodes
        return any(wins(apply(state, move)) for move in legal_moves(state))

    try:
        return wins(state)
    except TooManyNodes:
        return None


def replayed(state: State, plan: tuple[Move, ...]) -> State:
    """The table after these moves, each of them legal."""
    for move in plan:
        state = apply(state, move)
    return state


def agrees(state: State, nodes: int = NODES) -> bool | None:
    """The verdict on a position after comparing both methods, None where the search gave up."""
    found = search(state, nodes)
    if found is None:
        return None
    answer = decide(state)
    assert answer.satisfiable == found, state
    assert (answer.plan is not None) == found
    if answer.plan is not None:
        assert replayed(state, answer.plan).filled == 50
    return found


def random_readings(rng: random.Random) -> Readings:
    """Any value for every reading; the defaults more often than not."""
    return Readings(
        **{
            name: values[0] if rng.random() < 0.5 else rng.choice(values)
            for name, values in READINGS.items()
        }
    )


def opening(rng: random.Random, players: int, pauses: int, readings: Readings) -> State:
    """A random deal."""
    cards = list(full_deck(pauses))
    rng.shuffle(cards)
    size = HAND_SIZE[players]
    hands = tuple(tuple(sorted(cards[k * size : k * size + size])) for k in range(players))
    deck = tuple(cards[players * size :])
    starter = rng.randrange(players) + 1
    return State(players, pauses, hands, deck, turn=starter, starter=starter, readings=readings)


def played(rng: random.Random, players: int, pauses: int, readings: Readings) -> State:
    """A position reached by legal play: along a winning plan, then some random moves."""
    while True:
        state = opening(rng, players, pauses, readings)
        plan = Search(state, Budget(Limits(None, None, None))).run(2_000).plan
        if plan is None:
            continue
        state = replayed(state, plan[: rng.randrange(30, 45)])
        for _ in range(rng.randrange(4)):
            if moves := legal_moves(state):
                state = apply(state, rng.choice(moves))
        return state


def composed(rng: random.Random, players: int, pauses: int, readings: Readings) -> State:
    """Rows cut from a table that was won, the cards left dealt out in any way at all."""
    columns = rng.sample(range(COLUMNS), COLUMNS)
    rows: list[list[str]] = []
    on_table = [rng.choice(WORLDS) for _ in range(pauses) if rng.random() < 0.7]
    left = [PAUSE] * (pauses - len(on_table))
    for index, world in enumerate(WORLDS):
        levels = rng.sample([f"{world}{level}" for level in LEVELS], len(LEVELS))
        for _ in range(on_table.count(world)):
            left.append(levels.pop())
        cells = levels + [PAUSE] * on_table.count(world)
        rng.shuffle(cells)
        if rng.random() < 0.5:
            cells.sort(key=PAUSE.__eq__)  # pauses late, so that they are still in hand
        for column in sorted(columns[2 * index : 2 * index + 2]):
            cells.insert(column, RESTART)
        row: list[str] = []
        run: list[str] = []
        for cell in [*cells, RESTART]:
            if cell != RESTART:
                run.append(cell)
                continue
            levels = sorted(card for card in run if card != PAUSE)
            row += [card if card == PAUSE else levels.pop(0) for card in run] + [RESTART]
            run = []
        rows.append(row[:-1])
    cut = rng.randrange(28, 47)
    longer = rng.sample(WORLDS, cut % 5)
    for world, row in zip(WORLDS, rows, strict=True):
        length = cut // 5 + (world in longer)
        left += [card for card in row[length:] if card != RESTART]
        del row[length:]
    rng.shuffle(left)
    out: list[str] = []
    if readings.put_back == "discard" and rng.random() < 0.3:
        out = [card for card in left[-1:] if card != PAUSE]
        left = left[: len(left) - len(out)]
    size = rng.choice([0, 0, 1, 1, 2, rng.randrange(len(left) + 1)])
    if rng.random() < 0.4:  # small hands over all the rest
        size = max(0, len(left) - players * rng.choice([1, 2, 2, 3]))
    deck, left = left[:size], left[size:]
    seats = rng.sample(range(players), rng.choice([players, rng.randrange(players) + 1]))
    hands: list[list[str]] = [[] for _ in range(players)]
    for k, card in enumerate(left):
        hands[rng.choice(seats) if rng.random() < 0.3 else seats[k % len(seats)]].append(card)
    return State(
        players,
        pauses,
        tuple(tuple(sorted(hand)) for hand in hands),
        tuple(deck),
        tuple(map(tuple, rows)),
        tuple(out),
        turn=rng.randrange(players) + 1,
        extra=rng.random() < 0.2,
        starter=rng.randrange(players) + 1,
        readings=readings,
    )


TABLES = list(product(range(1, 6), range(4)))


@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_the_search_on_composed_positions(seed: int) -> None:
    rng = random.Random(seed)
    verdicts = [agrees(composed(rng, *table, random_readings(rng))) for table in TABLES * 2]
    assert verdicts.count(True) >= 8
    assert verdicts.count(False) >= 8


@pytest.mark.parametrize("seed", range(2))
def test_agrees_with_the_search_on_positions_that_were_played_to(seed: int) -> None:
    rng = random.Random(seed)
    verdicts = [agrees(played(rng, *table, random_readings(rng))) for table in TABLES]
    assert verdicts.count(True) >= 3
    assert verdicts.count(False) >= 3


def test_without_putting_back() -> None:
    rng = random.Random(1)
    for table in TABLES * 3:
        agrees(composed(rng, *table, Readings(put_back="never")))


DEALS = {
    "D4 E4 D7 A2 C6 E6 E2 A7 C3 A4 E3 C2 C5 C1 C4 A6 A1 E8 D1 A8 "
    "C7 C8 E5 E7 D5 D6 B2 D8 B3 B7 B5 B4 D2 D3 B1 B6 A3 B8 A5 E1": False,
    "D5 B4 A4 E6 A2 A5 D4 E2 B8 E3 B6 D2 A7 A8 D7 C8 A6 E1 A3 D3 "
    "D6 E8 D1 C4 A1 E7 B3 D8 C2 C3 E5 B1 B7 C6 B2 C7 E4 C1 B5 C5": False,
    "C4 E7 E8 A6 B6 A2 B1 C8 C5 E2 D1 C1 E6 B7 B3 B5 D6 D8 D4 B4 "
    "C3 E5 C6 E3 D2 C2 C7 E1 D5 D7 E4 A4 D3 A1 A8 A5 B8 B2 A3 A7": True,  # cards are put back
}


@pytest.mark.parametrize(("cards", "winnable"), DEALS.items())
def test_whole_deals(cards: str, winnable: bool) -> None:
    order = cards.split()
    state = State(1, 0, (tuple(sorted(order[:10])),), tuple(order[10:]))
    never = replace(state, readings=Readings(put_back="never"))
    assert decide(never).satisfiable is False
    answer = decide(state)
    assert answer == decide(state)
    assert answer.satisfiable == winnable
    if answer.plan is not None:
        assert len(answer.plan) == 50
        assert any(move.put_back for move in answer.plan)
        assert replayed(state, answer.plan).filled == 50


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in READINGS.items() for value in values[1:]]
)
def test_plans_of_whole_deals_keep_every_reading(name: str, value: str) -> None:
    for seed in range(2):
        state = opening(random.Random(seed), 5 - seed, 3, Readings(**{name: value}))
        plan = decide(state).plan
        assert plan is not None
        assert replayed(state, plan).filled == 50


def test_the_last_drawn_card_and_a_tuck() -> None:
    state = State(
        players=2,
        pauses=3,
        hands=(
            (
                "A4",
                "A6",
                "A8",
                "B1",
                "B2",
                "B6",
                "B8",
                "C5",
                "C6",
                "C7",
                "D6",
                "D7",
                "D8",
                "E1",
                "E5",
                "E7",
                "P",
                "P",
            ),
            ("C3", "P"),
        ),
        deck=("A7",),
        rows=(
            ("A1", "A3", "A5", "R", "R", "A2"),
            ("B3", "B5", "R", "B4", "B7"),
            ("C8", "R", "C1", "C2", "C4"),
            ("R", "D1", "D2", "D3", "D4", "D5"),
            ("E2", "E3", "E4", "E6", "E8", "R"),
        ),
        turn=2,
        starter=2,
        readings=Readings(first_pause="forbidden"),
    )
    assert agrees(state, 20000) is False
    early = replace(state.readings, tuck_when="deck-empty-after")
    assert agrees(replace(state, readings=early), 20000) is True


def test_a_limit_on_conflicts_gives_no_verdict() -> None:
    cards = full_deck(0)
    state = State(1, 0, (cards[::4],), tuple(card for card in cards if card not in cards[::4]))
    assert decide(state, conflicts=0).satisfiable is None
    limited = decide(state, conflicts=1)
    assert limited.satisfiable is None
    assert limited == decide(state, conflicts=1)
    answer = decide(state)
    assert answer.satisfiable
    assert answer.plan is not None
    assert not decide(replayed(state, answer.plan)).plan
    assert decide(replayed(state, answer.plan)).satisfiable
