"""The formula of tables: whatever a game comes to is a table, and what cannot be is none."""

from __future__ import annotations

import pytest

from solver import GAMES, Limits, Question
from solver.level10 import rules
from solver.level10.anydeal import ENCODED
from solver.level10.anytable_cnf import MEANING, Position, possible, solvable, turn_after
from solver.level10.cards import RESTART
from solver.level10.conditions import tucked
from solver.level10.rules import Readings, State
from solver.rulebook.condition import Condition, Moment, read_condition
from solver.rulebook.witness import predicates
from solver.shuffle import deal_generator

GAME = GAMES["level10"]


def condition(text: str) -> Condition:
    return read_condition(text, predicates("level10"))


def position_of(state: State) -> Position:
    """All tables with as many cells and restarts as one."""
    restarted = RESTART in state.column_cells()
    return Position(state.players, state.pauses, state.readings, state.filled, restarted)


ASKED = [
    *("open", "lost", "won", "stuck", "all-hands-empty", "hand-empty", "hand-only-pauses"),
    *("restart-forced", "extra", "skipped", "dead-card", "open-row-without-restart(3..)"),
    *("pause-value(0)", "pause-value(5..)", "hand-only-pauses(1)", "dead-card(A3)", "skipped(2)"),
]


def facts(moment: Moment) -> str:
    """What is true of a moment, as a condition."""
    state: State = moment.state
    said = [f"filled({state.filled})", f"deck({len(state.deck)})", f"turn({state.turn})"]
    said += [f"hand-size({seat}, {len(hand)})" for seat, hand in enumerate(state.hands, 1)]
    said += [f"holds({seat}, {card})" for seat, hand in enumerate(state.hands, 1) for card in hand]
    said.append(f"tucked({tucked(state)})")
    for text in ASKED:
        said.append(text if condition(text).at(moment) else f"not {text}")
    return " and ".join(said)


READINGS = [
    {},
    {"extra_turn": "first-round", "tuck_when": "deck-empty-after"},
    {"extra_turn": "per-column", "first_pause": "forbidden"},
    {"extra_turn": "never", "tuck": "never", "put_back": "never"},
]


@pytest.mark.parametrize("number", range(1, 13))
def test_whatever_a_game_comes_to_is_possible(number: int) -> None:
    """Games that follow a winning plan for a while, cards put back and all."""
    players, pauses = number % 5 + 1, number % 4
    state = GAME.deal(players, pauses, 8, number, READINGS[number % 4])
    rng = deal_generator(9, number)
    plan = list(
        map(GAME.parse_move, GAME.solve(state, Question("win"), "auto", Limits(20)).plan or ())
    )
    plan = plan[: 15 + rng.below(36)]
    moment = Moment(state)
    while True:
        move = plan.pop(0) if plan else GAME.random_move(moment.state, rng)
        if move is None:
            break
        moment = Moment(rules.apply(moment.state, move), moment.state, move)
        if moment.state.filled % 6 == 0 or not plan:
            text = facts(moment)
            assert solvable(position_of(moment.state), condition(text)), text


@pytest.mark.parametrize(
    ("text", "players", "pauses"),
    [  # and why
        ("skipped and deck(1..)", 5, 1),  # whoever places a card draws one: L12
        ("open-row-without-restart(9)", 3, 0),  # a ninth card: L10
    ],
)
def test_what_cannot_be(text: str, players: int, pauses: int) -> None:
    assert possible(condition(text), players, pauses, Readings(), 50) is False
    assert possible(condition(text), players, pauses, Readings(), 50, seconds=0) is None


def test_it_knows_what_the_model_knows() -> None:
    assert set(MEANING) == set(ENCODED)


@pytest.mark.parametrize("rule", ["every-round", "first-round", "per-column", "never"])
def test_turns_are_those_of_the_referee(rule: str) -> None:
    """Of five players who all have cards: only level cards are placed and restarts used."""
    state = State(5, 0, (("A1",),) * 5, (), readings=Readings(extra_turn=rule))
    for filled in range(50):
        assert turn_after(filled, 5, rule) == (state.turn, state.extra), filled
        cells = [("R",) * ((filled + 1) // 5 + (row < (filled + 1) % 5)) for row in range(5)]
        after = State(5, 0, state.hands, (), tuple(cells), readings=state.readings)
        state = rules.pass_turn(after.with_turn(state.turn, state.extra))
