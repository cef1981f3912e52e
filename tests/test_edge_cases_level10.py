"""What the page on edge cases says about Level 10."""

from __future__ import annotations

import importlib
import random
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import solver
from solver import Record
from solver.level10 import GAME, anydeal, cnf, rules
from solver.level10.cards import LEVEL_CARDS
from solver.level10.rules import Move, Readings, State
from solver.level10.search import Search
from solver.play import line_of_play
from solver.rulebook.condition import Moment, read_condition
from solver.rulebook.witness import predicates
from solver.verdict import Budget, Limits

EXAMPLES = Path(__file__).parents[1] / "examples" / "edge-cases"


def record_of(name: str) -> Record[State, Move]:
    record: Record[State, Move] = solver.read((EXAMPLES / f"level10-{name}.txt").read_text())
    return record


def last_state(name: str) -> State:
    record = record_of(name)
    states: list[State] = line_of_play(GAME, record.state, record.moves)
    return states[-1]


def winnable(state: State, **readings: str) -> bool | None:
    """The answer of the formula, which must be that of a search in many nodes, if it has one."""
    state = replace(state, readings=replace(state.readings, **readings))
    found = cnf.decide(state).satisfiable
    searched = Search(state, Budget(Limits())).run(100_000).winnable
    assert searched in (None, found)
    return found


@pytest.fixture
def looking(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """How it was looked for; benchmarks are not installed."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1])
    return importlib.import_module("benchmarks.edge_cases_level10")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("level10-*.txt")), ids=lambda path: path.stem)
def test_the_witnesses_are_games_and_written_as_the_program_writes(path: Path) -> None:
    text = path.read_text()
    record = solver.read(text)
    assert not solver.unreachable(record)
    solver.replay(record)
    remarks = "".join(line for line in text.splitlines(True) if line.startswith("#"))
    assert remarks
    assert text == remarks + solver.write(record)


# --- Stuck, skipped -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(1, 6))
def test_stuck_with_a_deck(players: int) -> None:
    record = record_of(f"stuck-{players}")
    state = last_state(f"stuck-{players}")
    assert record.state.players == players
    assert len(record.moves) == (2 if players == 1 else 1)
    assert state.deck
    assert state.hand
    assert rules.outcome(state) == "lost"


def test_one_move_does_not_get_a_single_player_stuck() -> None:
    condition = read_condition("stuck and not deck(0)", predicates("level10"))
    for pauses in range(4):
        assert anydeal.decide(condition, Readings(), 1, None, 1, pauses) is False
    other = Readings(first_pause="forbidden")
    found = anydeal.decide(condition, other, 1, None, 1, 2)
    assert isinstance(found, Record)
    assert anydeal.decide(condition, other, 1, None, 1, 1) is False


@pytest.mark.parametrize("when", ["deck-empty-before", "deck-empty-after"])
def test_nobody_is_skipped_while_there_is_a_deck(when: str) -> None:
    condition = read_condition("skipped and not deck(0)", predicates("level10"))
    for players, pauses in ((2, 3), (4, 1)):
        assert anydeal.decide(condition, Readings(tuck_when=when), 50, None, players, pauses) is (
            False
        )


def test_hands_keep_their_size_while_there_is_a_deck() -> None:
    """Random play under the readings of which the model knows nothing."""
    rng = random.Random(1)
    condition = read_condition("skipped and not deck(0)", predicates("level10"))
    for players in range(2, 6):
        for values in ({"put_back": "discard"}, {"empty_hand": "may-restart"}):
            state = GAME.deal(players=players, pauses=2, seed=7, readings=values)
            while moves := rules.legal_moves(state):
                before, move = state, rng.choice(moves)
                state = rules.apply(state, move)
                assert not condition.at(Moment(state, before, move))
                if state.deck:
                    assert list(map(len, state.hands)) == list(map(len, before.hands))


# --- Tucking ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tuck-needed", "tuck-needed-early"])
def test_the_tuck_is_needed(name: str) -> None:
    state = last_state(name)
    assert winnable(state)
    assert winnable(state, tuck="never") is False
    assert bool(state.deck) == (name == "tuck-needed-early")
    start = record_of(name).state
    assert Search(replace(start, readings=Readings(tuck="never")), Budget(Limits())).run().winnable


# --- Lost from the start ------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(1, 6))
def test_worlds_in_turn_are_lost(players: int, looking: ModuleType) -> None:
    state = record_of(f"worlds-in-turn-{players}").state
    assert state == looking.dealt(players, looking.IN_TURN)
    assert winnable(state) is False


def test_pauses_do_not_help(looking: ModuleType) -> None:
    assert looking.look_at_insertions(1, 1, formula=False) == 32  # in the hand or one of 31 places
    assert looking.look_at_insertions(1, 2, formula=False) == 529
    deals = list(looking.with_pauses(looking.IN_TURN, 1, 3))
    for state in deals[::1500]:
        assert winnable(state) is False
    assert looking.look_at_insertions(2, 1, formula=False) == 29


@pytest.mark.parametrize(("players", "cards"), [(1, 6), (2, 7), (3, 7)])
def test_doomed_tails(players: int, cards: int, looking: ModuleType) -> None:
    """The page's reason holds for any order of the tail with its lowest card last."""
    state = record_of(f"doomed-tail-{players}").state
    tail = [f"A{level}" for level in range(cards, 0, -1)]
    assert list(state.deck[-cards:]) == tail
    assert cnf.decide(state).satisfiable is False
    rng = random.Random(players)
    rest = rng.sample([card for card in LEVEL_CARDS if card not in tail], 40 - cards)
    others = rng.sample(tail[:-1], cards - 1)
    assert cnf.decide(looking.dealt(players, [*rest, *others, "A1"])).satisfiable is False


@pytest.mark.parametrize("players", range(1, 6))
def test_short_tails_doom_no_deal(players: int, looking: ModuleType) -> None:
    assert looking.look_at_tails(players, 2) == 120  # 8 * 7 of one world, 8 * 8 of two
    if players == 1:
        assert looking.look_at_tails(players, 3) == 2192


# --- Put-backs ----------------------------------------------------------------------------------


def test_two_have_to_be_put_back(looking: ModuleType) -> None:
    state = record_of("two-put-back").state
    assert winnable(state)
    assert looking.one_back_is_enough(state) == (False, False)
    assert looking.once_is_enough(state)
    easy = GAME.deal(players=3, pauses=0, seed=7)
    assert looking.one_back_is_enough(easy) == (True, True)


def test_cards_have_to_be_drawn_again() -> None:
    state = record_of("drawn-again").state
    assert winnable(state)
    assert winnable(state, put_back="discard") is False
    two = record_of("two-put-back").state  # without pauses every card is needed
    assert winnable(two, put_back="discard") is False


def test_two_under_a_single_card_are_the_second_alone() -> None:
    start = GAME.deal(players=1, pauses=0, seed=1)
    last = start.deck[:1]
    state = replace(start, deck=last, hands=(start.hands[0],))
    first, second = state.hand[:2]
    both = rules.apply(state, Move("R", "A", put_back=(first, second)))
    alone = rules.apply(state, Move("R", "A", put_back=(second,)))
    assert both == alone
