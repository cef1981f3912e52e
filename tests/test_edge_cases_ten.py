"""What the page on edge cases says about TEN."""

from __future__ import annotations

import importlib
import re
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

import solver
from solver import Record
from solver.play import line_of_play
from solver.rulebook.condition import Moment
from solver.ten import GAME, rules
from solver.ten.cards import COLOURS, FULL_DECK, is_currency, is_number, value
from solver.ten.conditions import busts
from solver.ten.table import BUST_FROM, BUST_TOKENS, READINGS, Move, State

EXAMPLES = Path(__file__).parents[1] / "examples" / "edge-cases"
MOST = {1: 40, 2: 80, 3: 104, 4: 110, 5: 110}


def text_of(name: str) -> str:
    return (EXAMPLES / f"{name}.txt").read_text()


def played(text: str, **readings: str) -> list[State]:
    record: Record[State, Move] = solver.read(text, readings)
    return line_of_play(GAME, record.state, record.moves)


ONE_BY_ONE = [(name, value) for name, values in READINGS.items() for value in values]


@pytest.fixture
def making(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """How the games were made; benchmarks are not installed."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1])
    return importlib.import_module("benchmarks.edge_cases_ten")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("ten-*.txt")), ids=lambda path: path.stem)
def test_the_witnesses_are_games_and_written_as_the_program_writes(path: Path) -> None:
    text = path.read_text()
    record = solver.read(text)
    assert not solver.unreachable(record)
    solver.replay(record)
    remarks = "".join(line for line in text.splitlines(True) if line.startswith("#"))
    assert remarks
    assert text == remarks + solver.write(record)


def test_no_card_is_a_bust_by_both() -> None:
    before = [
        (numbers - currency, currency)
        for currency in range(BUST_FROM)
        for numbers in range(BUST_FROM + currency)
    ]
    assert len(before) == 176  # all totals from -currency to 10 for currency 0 to 10
    reached = set()
    for (total, currency), card in product(before, FULL_DECK):
        if not (is_number(card) or is_currency(card)):
            continue  # a wild is never in the row
        assert rules.is_bust(total, currency) is None
        if is_number(card):
            after = total + value(card), currency
        else:
            after = total - value(card), currency + value(card)
        assert not (after[0] >= BUST_FROM and after[1] >= BUST_FROM), (total, currency, card)
        if rules.is_bust(*after):
            assert rules.is_bust(*after) == ("total" if is_number(card) else "currency")
        reached.add(rules.is_bust(*after))
    assert reached == {None, "total", "currency"}


# --- The most points ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", MOST)
def test_nobody_can_have_more(making: ModuleType, players: int) -> None:
    assert making.most(players) == pytest.approx(MOST[players])
    high = sum(FULL_DECK[f"{c}{n}"] for c in COLOURS for n in (7, 8, 9))
    high += sum(FULL_DECK[card] for card in ("R#", "B#", "O#", "G#", "W7", "W8", "W9", "W#"))
    low = sum(FULL_DECK[f"{c}{n}"] for c in COLOURS for n in range(1, 7))
    low_wilds = sum(FULL_DECK[f"W{n}"] for n in range(1, 7))
    assert (high, low, low_wilds) == (24, 72, 6)
    places = 4 * players
    used_low = min(6 * places, low + low_wilds)
    used_high = min(3 * places, high)
    assert MOST[players] == used_low + used_high + used_high // 3


@pytest.mark.parametrize("players", range(2, 6))
def test_the_games_end_with_the_most_points(making: ModuleType, players: int) -> None:
    text = text_of(f"ten-most-points-{players}")
    record = solver.read(text)
    assert record == making.game(players)
    assert sorted(record.state.deck) == sorted(FULL_DECK.elements())
    end = line_of_play(GAME, record.state, record.moves)[-1]
    assert rules.over(end)
    assert sum(rules.points_of_all(end)) == MOST[players]
    assert rules.points_of_all(end)[:2] == ((40, 40) if players < 5 else (40, 20))


@pytest.mark.parametrize(("name", "value"), ONE_BY_ONE)
def test_they_end_so_under_every_reading(name: str, value: str) -> None:
    for players in range(2, 6):
        end = played(text_of(f"ten-most-points-{players}"), **{name: value})[-1]
        assert sum(rules.points_of_all(end)) == MOST[players]


@pytest.mark.parametrize("value", range(1, 6))
def test_they_end_so_whatever_the_currency_cards_are_worth(value: int) -> None:
    for players in range(2, 6):
        end = played(re.sub(r"\$\d", f"${value}", text_of(f"ten-most-points-{players}")))[-1]
        assert rules.over(end)
        assert sum(rules.points_of_all(end)) == MOST[players]


def test_two_can_win_together_with_forty_each() -> None:
    end = played(text_of("ten-most-points-2"))[-1]
    assert rules.winners(end) == (1, 2)
    assert rules.standing(end, 1) == rules.standing(end, 2) == (40, 10, -48)


# --- The rest -------------------------------------------------------------------------------------


def test_all_can_tie_with_nothing() -> None:
    end = played(text_of("ten-all-tie-with-nothing"))[-1]
    assert rules.winners(end) == (1, 2, 3, 4, 5)
    assert {rules.standing(end, number) for number in range(1, 6)} == {(0, 10, 0)}


def test_bust_tokens_can_run_out() -> None:
    text = text_of("ten-bust-tokens-run-out")
    record = solver.read(text)
    *_, before, end = line_of_play(GAME, record.state, record.moves)
    assert busts(Moment(end, before, record.moves[-1]))
    assert sum(one.bust for one in before.players) == BUST_TOKENS
    assert end.players == tuple(
        one if number == before.turn else rules.gaining(one, end.player(number).tokens - one.tokens)
        for number, one in enumerate(before.players, 1)
    )
    other = played(text, bust_supply="unlimited")[-1]
    assert sum(one.bust for one in other.players) == BUST_TOKENS + 1


def test_the_deck_can_end_with_an_empty_row() -> None:
    line = played(text_of("ten-empty-row-at-the-end"))
    moment = next(state for state in line if not state.to_come and state.phase == "draw")
    assert moment.row == ()
    assert [str(move) for move in rules.legal_moves(moment)] == ["end"]
    assert rules.apply(moment, Move("end")).phase == "final"
    assert rules.over(line[-1])
