"""The reasons in words, held against the referee with rules waived."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from positions import compose

import solver
from solver.level10 import rules
from solver.level10.cards import WORLDS, Card
from solver.level10.reason import one_hand, reason, stranded
from solver.level10.rules import Breach, State, apply, legal_moves, outcome

DATA = Path(__file__).with_name("data")
LOST = [
    one["position"]
    for one in json.loads((DATA / "known-endgames.json").read_text(encoding="utf-8"))["positions"]
    if one["verdict"] == "unwinnable"
]


def can_win(state: State, seen: set[State], most: int = 20_000) -> bool | None:
    """Whether some play wins, tried out with the referee; None if there is too much to try."""
    if outcome(state) != "open":
        return outcome(state) == "won"
    if state in seen:
        return False
    seen.add(state)
    if len(seen) > most:
        return None
    for move in legal_moves(state):
        result = can_win(apply(state, move), seen, most)
        if result is not False:
            return result
    return False


def test_what_is_said_of_numbers_and_hands_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = 0
    true_rule = rules.placement_breaks
    for position in LOST:
        state = solver.read(position).state
        said = reason(state)
        assert said
        blamed = re.match(r"the cards of worlds? ([A-E](?:, [A-E])*(?: and [A-E])?) ", said)
        if not blamed:
            continue
        worlds = [world for world in WORLDS if world in blamed[1].replace("and", "")]

        def waived(
            state: State, card: Card, world: str, worlds: list[str] = worlds
        ) -> Breach | None:
            broken = true_rule(state, card, world)
            if broken and broken[0] == "L6" and world not in worlds:
                return true_rule(state, "P", world)  # as if the number did not matter
            return broken

        monkeypatch.setattr(rules, "placement_breaks", waived)
        found = can_win(state, set())
        assert found is not True, (position, said)
        checked += found is False
        together = can_win(one_hand(state), set())
        if "in one hand, it could be done" in said:
            assert together is not False, (position, said)
        if "everybody's cards" in said:
            assert together is not True, (position, said)
        monkeypatch.setattr(rules, "placement_breaks", true_rule)
    assert checked >= 3


def test_a_player_without_a_move() -> None:
    state = compose(
        ["A1", "B2"],
        rows={
            "A": "R A2 A3 A4 A5 A6 A7 A8 R",
            "B": "B1 R B3 B4 B5 B6 B7 B8 R",
            "C": "C1 C2 R C3 C4 C5 C6 C7 R C8",
            "D": "D1 D2 D3 R D4 R D5 D6 D7 D8",
            "E": "E1 E2 E3 E4 R E5 R E6 E7 E8",
        },
    )
    # A1 may follow the restart of row A; nothing is wrong for player 1, but look at player 2
    assert outcome(state) == "open"
    stuck = compose(
        ["A1", "B2"],
        rows={
            "A": "R R A2 A3 A4 A5 A6 A7 A8",
            "B": "R B1 R B3 B4 B5 B6 B7 B8",
            "C": "C1 C2 R C3 C4 C5 C6 C7 R C8",
            "D": "D1 D2 D3 R D4 R D5 D6 D7 D8",
            "E": "E1 E2 E3 E4 R E5 R E6 E7 E8",
        },
    )
    assert reason(stuck) == "player 1 has cards but no legal action (L18)"


def test_cards_that_no_longer_fit() -> None:
    state = compose(
        ["A1 A3 C8", "B8"],
        rows={
            "A": "R R A2 A4 A5 A6 A7 A8",
            "B": "R R B1 B2 B3 B4 B5 B6 B7",
            "C": "C1 C2 R C3 C4 C5 C6 C7 R",
            "D": "D1 D2 D3 R D4 R D5 D6 D7",
            "E": "E1 E2 E3 E4 R E5 R E6 E7",
        },
    )
    assert stranded(state).startswith("row A needs 2 pauses, as A1 A3 are below its 8")
