"""The complete model against a plain search with the referee, on positions small enough for it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace

import pytest
from ortools.sat.python import cp_model

from solver.level10 import deal as deals
from solver.level10.cards import CELLS, HAND_SIZE, WORLDS, Card, full_deck, is_level, level_of
from solver.level10.cards import number as number_of
from solver.level10.cpsat import CpSatAnswer, decide
from solver.level10.rules import READINGS, Readings, State, apply, legal_moves, outcome
from solver.shuffle import deal_generator

READING_SETS: list[dict[str, str]] = [
    {},
    *({name: value} for name, values in READINGS.items() for value in values[1:] if value != "any"),
    {"put_back": "discard", "tuck_when": "deck-empty-after", "empty_hand": "may-restart"},
    {"extra_turn": "per-column", "empty_hand": "may-restart", "first_pause": "forbidden"},
    {"extra_turn": "first-round", "put_back": "discard", "tuck_when": "deck-empty-after"},
]
CASES = [  # five players where it matters whose turn it is
    *((players, 0) for players in range(1, 6)),
    *(
        (5 if {"extra_turn", "empty_hand"} & readings.keys() else which % 4 + 1, which)
        for which, readings in enumerate(READING_SETS)
        if readings
    ),
]


class TooLarge(Exception):
    """The plain search gave up."""


def won_by_search(state: State, most: int = 800) -> bool:
    """Whether the referee's moves lead to a win, every one tried."""
    lost: set[State] = set()

    def search(state: State) -> bool:
        if state in lost:
            return False
        if len(lost) > most:
            raise TooLarge
        if outcome(state) == "won" or any(search(apply(state, m)) for m in legal_moves(state)):
            return True
        lost.add(state)
        return False

    return search(state)


def deal(players: int, pauses: int, index: int, readings: Readings, starter: int = 1) -> State:
    cards = deal_generator(2022, index).shuffled(full_deck(pauses))
    size = HAND_SIZE[players]
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    return State(
        players,
        pauses,
        tuple(tuple(sorted(hand)) for hand in hands),
        tuple(cards[players * size :]),
        turn=starter,
        starter=starter,
        readings=readings,
    )


def play_on(state: State, moves: int, rng: random.Random) -> State:
    """Some random moves later, levels mostly placed with small gaps."""
    for _ in range(moves):
        legal = legal_moves(state)
        close = [
            move
            for move in legal
            if not is_level(move.card) or level_of(move.card) <= number_of(state.row(move.row)) + 2
        ]
        if not legal:
            break
        state = apply(state, rng.choice(close if close and rng.random() < 0.8 else legal))
    return state


def recomposed(state: State, rng: random.Random) -> State:
    """The same rows with the other cards dealt anew, to hands of any size, and any seat to move."""
    cards = [card for hand in state.hands for card in hand] + list(state.deck)
    rng.shuffle(cards)
    in_deck = rng.choice((0, 0, 1, 2, len(state.deck)))
    hands: list[list[Card]] = [[] for _ in state.hands]
    seats = [seat for seat in range(state.players) if rng.random() < 0.8] or [0]
    for card in cards[in_deck:]:
        hands[rng.choice(seats)].append(card)
    return replace(
        state,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        deck=tuple(cards[:in_deck]),
        turn=rng.randint(1, state.players),
        starter=rng.randint(1, state.players),
        extra=rng.random() < 0.3,
    )


def replayed(state: State, answer: CpSatAnswer) -> list[State]:
    """The states that the plan leads through, every move legal, the last one won."""
    assert answer.plan is not None
    states = [state]
    for move in answer.plan:
        assert move in legal_moves(states[-1])
        states.append(apply(states[-1], move))
    assert outcome(states[-1]) == "won"
    return states


def assert_agrees(state: State) -> bool:
    """Compares model and search; whether the search was small enough for it."""
    try:
        won = won_by_search(state)
    except TooLarge:
        return False
    answer = decide(state)
    assert answer.feasible == won, state
    if won:
        replayed(state, answer)
    else:
        assert answer.plan is None
    return True


@pytest.mark.parametrize(("players", "which"), CASES)
def test_model_agrees_with_search(players: int, which: int) -> None:
    readings = Readings(**READING_SETS[which])
    rng = random.Random(10 * which + players)
    index = 0
    while True:  # to the first deal that can be won
        index += 1
        start = deal(players, rng.randint(0, 3), index, readings, rng.randint(1, players))
        answer = decide(start)
        if answer.feasible:
            break
    line = replayed(start, answer)
    assert decide(line[rng.randint(1, 25)]).feasible

    compared = 0
    for _ in range(5):
        compared += assert_agrees(play_on(line[rng.randint(30, 46)], rng.randint(0, 3), rng))
    for _ in range(4):
        compared += assert_agrees(recomposed(line[rng.randint(36, 47)], rng))
    assert compared >= 4


def test_random_games_agree_with_search() -> None:
    rng = random.Random(28)
    compared = 0
    while compared < 15:
        readings = Readings(**rng.choice(READING_SETS))
        start = deal(rng.randint(1, 5), rng.randint(0, 3), rng.randrange(10**6), readings)
        state = play_on(start, rng.randint(28, 44), rng)
        if state.filled >= 24:
            compared += assert_agrees(state)


# Two cells are open, in rows A and B; the last column has its restart in row C.
NEARLY_FULL = State(
    players=2,
    pauses=0,
    hands=(("A8", "B8"), ()),
    deck=(),
    rows=(
        ("R", "A1", "A2", "A3", "A4", "R", "A5", "A6", "A7"),
        ("B1", "R", "B2", "B3", "B4", "B5", "R", "B6", "B7"),
        ("C1", "C2", "R", "C3", "C4", "C5", "C6", "C7", "C8", "R"),
        ("D1", "D2", "D3", "R", "D4", "D5", "D6", "R", "D7", "D8"),
        ("E1", "E2", "E3", "E4", "R", "E5", "E6", "E7", "R", "E8"),
    ),
)
# Besides, row C lacks its restart.
RESTART_OPEN = replace(
    NEARLY_FULL, rows=(*NEARLY_FULL.rows[:2], NEARLY_FULL.rows[2][:-1], *NEARLY_FULL.rows[3:])
)


@pytest.mark.parametrize(
    ("state", "won"),
    [
        (NEARLY_FULL, True),  # L16: player 2 is skipped
        (replace(NEARLY_FULL, turn=2), False),  # L19: the turn is with an empty hand
        (replace(NEARLY_FULL, hands=(("B8",), ("A8",))), True),
        (replace(NEARLY_FULL, hands=((), ())), False),  # L19
        (replace(NEARLY_FULL, hands=((), ("A8",)), deck=("B8",), turn=2), True),
        (replace(NEARLY_FULL, hands=(("A8",), ("A8",))), False),  # L5: nobody has a B
        (RESTART_OPEN, True),
        (replace(RESTART_OPEN, turn=2), False),
        (replace(RESTART_OPEN, turn=2, readings=Readings(empty_hand="may-restart")), True),
        (replace(RESTART_OPEN, hands=(("A8",), ("B8",))), True),
    ],
)
def test_composed_positions(state: State, won: bool) -> None:
    assert won_by_search(state) == won
    assert assert_agrees(state)


def test_full_table_needs_no_move() -> None:
    rows = tuple(
        row if len(row) == 10 else (*row, f"{world}8")
        for world, row in zip(WORLDS, NEARLY_FULL.rows, strict=True)
    )
    full = replace(NEARLY_FULL, hands=((), ()), rows=rows)
    assert full.filled == CELLS
    assert decide(full) == CpSatAnswer(True, (), 0)


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (
            1,
            "D4 E4 D7 A2 C6 E6 E2 A7 C3 A4 E3 C2 C5 C1 C4 A6 A1 E8 D1 A8 "
            "C7 C8 E5 E7 D5 D6 B2 D8 B3 B7 B5 B4 D2 D3 B1 B6 A3 B8 A5 E1",
        ),
        (
            1,
            "D5 B4 A4 E6 A2 A5 D4 E2 B8 E3 B6 D2 A7 A8 D7 C8 A6 E1 A3 D3 "
            "D6 E8 D1 C4 A1 E7 B3 D8 C2 C3 E5 B1 B7 C6 B2 C7 E4 C1 B5 C5",
        ),
    ],
)
def test_a_deal_without_a_win_is_told(players: int, cards: str) -> None:
    names, size = cards.split(), HAND_SIZE[players]
    assert sorted(names) == sorted(full_deck(0))
    answer = decide(State(players, 0, (tuple(sorted(names[:size])),), tuple(names[size:])))
    assert (answer.feasible, answer.plan, answer.limit) == (False, None, None)


def test_limits_give_no_verdict() -> None:
    start = deal(5, 3, 1, Readings())
    stopped = decide(start, conflicts=1)
    assert (stopped.feasible, stopped.plan, stopped.limit) == (None, None, "nodes")
    assert decide(start, seconds=0) == CpSatAnswer(None, None, 0, "time")


def test_refused_model_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *_: cp_model.MODEL_INVALID)
    with pytest.raises(RuntimeError, match="refuses"):
        decide(NEARLY_FULL)


def test_plan_is_the_same_in_every_process() -> None:
    program = (
        "from solver.level10.cards import full_deck\n"
        "from solver.level10.cpsat import decide\n"
        "from solver.level10.rules import State\n"
        "cards = tuple(full_deck(2))\n"
        "cards = cards[::3] + cards[1::3] + cards[2::3]\n"
        "state = State(3, 2, (cards[:6], cards[6:12], cards[12:18]), cards[18:])\n"
        "print(*decide(state).plan)\n"
    )
    plans = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(plans) == 1


@pytest.mark.parametrize(("seed", "pauses", "index"), [(3, 2, 1042), (7, 1, 1236), (7, 1, 1590)])
def test_lost_deals_with_pauses_take_few_conflicts(seed: int, pauses: int, index: int) -> None:
    """Before the model counted pauses, these took more than 300,000."""
    state = deals.deal(1, pauses, seed, index)
    assert decide(state, conflicts=30_000).feasible is False
