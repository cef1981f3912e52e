"""Would the tests notice a mistake in the rules? Each mistake is made here, in a copy.

A copy is the source of the referee with one piece of text replaced. The hand-written case that is
named beside it must fail, and so must the comparison with the naive copy of the rules.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType

import pytest
import test_rules as hand
import test_rules_naive as compared
from positions import ALL_READINGS, compose, deal
from test_rules import EIGHT_COLUMNS, columns

import solver.level10.rules
from solver.errors import IllegalMove
from solver.level10.rules import State

SOURCE = inspect.getsource(solver.level10.rules)


@dataclass(frozen=True)
class Mistake:
    name: str
    text: str  # stands exactly once in the source
    instead: str
    case: Callable[[ModuleType], None]  # must fail


MISTAKES = [
    Mistake(
        "a ninth level or pause card in a row",
        "if len(row) - row.count(RESTART) == 8:",
        "if False:",
        hand.test_ninth_card_in_a_row,
    ),
    Mistake(
        "an empty hand is not skipped",
        "    if state.hands[seat - 1]:",
        "    if True:",
        hand.test_empty_hand_is_skipped,
    ),
    Mistake(
        "two cards put back in reverse order",
        "deck += move.put_back ",
        "deck += move.put_back[::-1] ",
        hand.test_put_back_order,
    ),
    Mistake(
        "drawing before putting back",
        "deck += move.put_back ",
        "hand, deck, draws = hand + deck[:draws], deck[draws:] + move.put_back, 0 ",
        hand.test_put_back_before_drawing,
    ),
    Mistake(
        "no extra turn with five players",
        "    last = (state.starter - 2) % players + 1",
        "    last = 0",
        lambda rules: hand.test_five_players_extra_turn_every_round(rules, 1, [1, 2, 3, 4, 5, 5]),
    ),
    Mistake(
        "a pause may not be the first card",
        ' and state.readings.first_pause == "forbidden"',
        "",
        hand.test_pause_as_first_card,
    ),
    Mistake(
        "a tuck while a card is left",
        'spare = 1 if state.readings.tuck_when == "deck-empty-after" else 0',
        "spare = 1",
        hand.test_no_tuck_while_a_card_is_left,
    ),
    Mistake(
        "the extra turn always belongs to seat 5",
        "    last = (state.starter - 2) % players + 1",
        "    last = players",
        lambda rules: hand.test_five_players_extra_turn_every_round(rules, 3, [3, 4, 5, 1, 2, 2]),
    ),
    Mistake(
        "the first round's extra turn comes every round",
        'rule == "first-round" and state.filled == players',
        'rule == "first-round"',
        hand.test_five_players_extra_turn_first_round,
    ),
    Mistake(
        "who closes a column does not open the next",
        'if players == 5 and rule == "per-column" and column_closed:',
        "if False:",
        hand.test_five_players_extra_turn_per_column,
    ),
    Mistake(
        "a fifth level or pause card in a column",
        "if len(column) - column.count(RESTART) == 4:",
        "if False:",
        hand.test_fifth_card_in_a_column,
    ),
    Mistake(
        "a second restart in a column",
        "if RESTART in state.column_cells():",
        "if False:",
        hand.test_second_restart_in_a_column,
    ),
    Mistake(
        "a third restart in a row",
        "if row.count(RESTART) == RESTARTS_PER_ROW:",
        "if False:",
        hand.test_third_restart_in_a_row,
    ),
    Mistake(
        "a pause counts 0",
        "if is_level(card) and level_of(card) < number(row):",
        "if is_level(card) and level_of(card) < number(row[-1:]):",
        hand.test_pause_repeats_the_number,
    ),
    Mistake(
        "no draw after placing",
        "draws = 1  # L12",
        "draws = 0  # L12",
        lambda rules: hand.test_draw_after_placing(rules, "A1", "P"),
    ),
    Mistake(
        "a tuck from another world",
        "if not is_level(card) or world_of(card) != world:",
        "if not is_level(card):",
        hand.test_tuck_what_may_not,
    ),
    Mistake(
        "discards under the deck",
        'if state.readings.put_back == "discard":\n            out =',
        "if False:\n            out =",
        hand.test_discard_shrinks_the_deck,
    ),
    Mistake(
        "the order of discards counts",
        'choose = combinations if state.readings.put_back == "discard" else permutations',
        "choose = permutations",
        hand.test_discards_have_no_order,
    ),
    Mistake(
        "more discards than the deck holds",
        'if state.readings.put_back == "discard" and len(cards) > len(state.deck):',
        "if False:",
        hand.test_discard_no_more_than_the_deck_holds,
    ),
    Mistake(
        "putting back with an empty deck",
        "    if not state.deck:\n",
        "    if False:\n",
        hand.test_put_back_limits,
    ),
    Mistake(
        "an empty hand never restarts",
        'return state.readings.empty_hand == "may-restart" and any(',
        "return False and any(",
        hand.test_may_restart,
    ),
]


def mutant(text: str, instead: str) -> ModuleType:
    """The referee with one piece of its source replaced, which must be there exactly once."""
    assert SOURCE.count(text) == 1, f"{SOURCE.count(text)} times in the referee: {text!r}"
    module = ModuleType("mutant")
    sys.modules["mutant"] = module  # where dataclasses look up their own module
    try:
        exec(compile(SOURCE.replace(text, instead), "mutant", "exec"), module.__dict__)
    finally:
        del sys.modules["mutant"]
    return module


def positions() -> Iterator[State]:
    """A few tables on which every mistake makes a difference."""
    for readings in ALL_READINGS:
        yield deal(5, 3, 1, readings=readings, starter=5)
        for deck in ("", "E8", "E7 E8"):
            hands = ["A7 B1 P", "", "A8 B8"]
            yield compose(hands, deck, columns(5), readings=readings)
            yield compose(["A8 B7 P", "", "E7"], deck, EIGHT_COLUMNS, readings=readings)
            yield compose(["A6 A8 P"], deck, columns(5, B="P", C="C5", D="R"), readings=readings)
            yield compose(["A5", "P B1"], deck, columns(7, B="P", C="C7"), readings=readings)
        rows = columns(5, B="B5", C="C5", D="D5", E="R")
        five = ["A6 A7", "B6 B7", "C6 C7", "D6 D7", "E6 E7"]
        yield compose(five, rows=columns(5), turn=5, readings=readings)
        yield compose(five, rows=columns(5), turn=2, starter=3, readings=readings)
        yield compose(["A5", *five[1:]], rows=rows, turn=1, readings=readings)
        rows = columns(5, A="P", B="B5", C="C5", D="D5")
        yield compose(["P E5", "B6"], rows=rows, readings=readings)
        yield compose(["A6 A8"], rows={**columns(3), "A": "R A7 P"}, readings=readings)


def compare(rules: ModuleType) -> None:
    for state in positions():
        compared.check_every_next(rules, state, most=12)


def fails(check: Callable[[ModuleType], None], rules: ModuleType) -> bool:
    try:
        check(rules)
    except (AssertionError, IllegalMove, pytest.fail.Exception):
        return True
    return False


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_mistake_is_noticed(mistake: Mistake) -> None:
    rules = mutant(mistake.text, mistake.instead)
    assert fails(mistake.case, rules), "the case written by hand"
    assert fails(compare, rules), "the comparison with the naive copy"


def test_without_a_mistake_nothing_fails() -> None:
    rules = mutant(SOURCE, SOURCE)
    compare(rules)
    for mistake in MISTAKES:
        mistake.case(rules)


def test_replaced_text_must_be_there() -> None:
    with pytest.raises(AssertionError, match="0 times"):
        mutant("no such text", "")
    with pytest.raises(AssertionError, match="times"):
        mutant("return", "yield")
