"""The rules of Level 10, case by case; what is expected was worked out by hand from the rulebook.

Every test takes the module with the rules, so that `test_mutants` can hand it one with a mistake.
"""

from __future__ import annotations

from types import ModuleType

import pytest
from positions import DEFAULT, compose, deal, move

import solver.level10.rules
from solver.errors import IllegalMove
from solver.level10.cards import HAND_SIZE, LEVEL_CARDS, WORLDS, full_deck
from solver.level10.rules import Move, Readings, State

# A finished table: column by column a restart walks down the rows, twice.
FULL = {
    "A": "R  A1 A2 A3 A4 R  A5 A6 A7 A8",
    "B": "B1 R  B2 B3 B4 B5 R  B6 B7 B8",
    "C": "C1 C2 R  C3 C4 C5 C6 R  C7 C8",
    "D": "D1 D2 D3 R  D4 D5 D6 D7 R  D8",
    "E": "E1 E2 E3 E4 R  E5 E6 E7 E8 R",
}
# Eight columns in which row A has had no restart: its ninth and tenth cell must be restarts.
EIGHT_COLUMNS = {
    "A": "A1 A2 A3 A4 A5 A6 A7 A8",
    "B": "R  B1 B2 B3 R  B4 B5 B6",
    "C": "C1 R  C2 C3 C4 R  C5 C6",
    "D": "D1 D2 R  D3 D4 D5 R  D6",
    "E": "E1 E2 E3 R  E4 E5 E6 R",
}


@pytest.fixture
def rules() -> ModuleType:
    return solver.level10.rules


def columns(count: int, **more: str) -> dict[str, str]:
    """The first columns of FULL, and then these cells: `columns(3, A="P")`."""
    return {
        world: " ".join([*cells.split()[:count], *more.get(world, "").split()])
        for world, cells in FULL.items()
    }


def legal(rules: ModuleType, state: State) -> set[str]:
    """The legal moves, each of which must be listed once, in order and not be called illegal."""
    moves = rules.legal_moves(state)
    names = [str(one) for one in moves]
    assert names == sorted(set(names))
    assert [rules.why_illegal(state, one) for one in moves] == [None] * len(moves)
    return set(names)


def why(rules: ModuleType, state: State, illegal: str | Move) -> str:
    """The rule that a move breaks; it must not be among the legal moves, nor be carried out."""
    wrong = move(illegal) if isinstance(illegal, str) else illegal
    assert wrong not in rules.legal_moves(state)
    assert rules.why_illegal(state, wrong) is not None, f"{wrong} is called legal"
    with pytest.raises(IllegalMove) as error:
        rules.apply(state, wrong)
    assert error.value.rule == rules.why_illegal(state, wrong)
    return error.value.rule


def play(rules: ModuleType, state: State, *moves: str) -> State:
    for text in moves:
        assert text in legal(rules, state)
        state = rules.apply(state, move(text))
    return state


# --- L1, L2: the cards and the deal ----------------------------------------------------------


@pytest.mark.parametrize("pauses", [0, 1, 2, 3])
def test_cards(pauses: int) -> None:
    cards = full_deck(pauses)
    assert len(cards) == 40 + pauses
    assert len(set(LEVEL_CARDS)) == 40
    assert cards.count("P") == pauses
    assert "R" not in cards


@pytest.mark.parametrize(("players", "hand"), [(1, 10), (2, 7), (3, 6), (4, 5), (5, 4)])
def test_deal(players: int, hand: int) -> None:
    state = deal(players, 2, seed=5)
    assert HAND_SIZE[players] == hand
    assert [len(cards) for cards in state.hands] == [hand] * players
    assert sorted((*sum(state.hands, ()), *state.deck)) == sorted(full_deck(2))


@pytest.mark.parametrize(("players", "placed"), [(1, 30), (2, 26), (3, 22), (4, 20), (5, 20)])
@pytest.mark.parametrize("pauses", [0, 3])
def test_the_deck_lasts_so_many_placements(players: int, placed: int, pauses: int) -> None:
    assert len(deal(players, pauses, seed=1).deck) == placed + pauses


# --- L3: whose turn it is --------------------------------------------------------------------


def seats(rules: ModuleType, readings: Readings, starter: int, expected: list[int]) -> list[bool]:
    """Play a whole game to the end, the expected seats holding the cards they need.

    Gives `extra` for each of the fifty turns.
    """
    rows = {world: cells.split() for world, cells in FULL.items()}
    rows["A"][9] = "P"  # A8 stays in the hand of the player who uses the last restart
    cells = [(world, rows[world][column]) for column in range(10) for world in WORLDS]
    hands: list[list[str]] = [[] for _ in range(max(expected))]
    for seat, (_, cell) in zip(expected, cells, strict=True):
        if cell != "R":
            hands[seat - 1].append(cell)
    hands[expected[-1] - 1].append("A8")
    state = compose(map(" ".join, hands), turn=starter, starter=starter, readings=readings)
    extras = []
    for seat, (world, cell) in zip(expected, cells, strict=True):
        assert state.turn == seat
        extras.append(state.extra)
        state = play(rules, state, cell + world if cell in "PR" else cell)
    assert rules.outcome(state) == "won"
    return extras


@pytest.mark.parametrize(
    ("starter", "round_"), [(1, [1, 2, 3, 4, 5, 5]), (3, [3, 4, 5, 1, 2, 2])], ids=["one", "three"]
)
def test_five_players_extra_turn_every_round(
    rules: ModuleType, starter: int, round_: list[int]
) -> None:
    turns = (round_ * 9)[:50]
    extras = seats(rules, DEFAULT, starter, turns)
    assert extras == ([False] * 5 + [True] + [False] * 44)[:6] * 8 + [False] * 2
    assert [turns.count(seat) for seat in round_[:5]] == [9, 9, 8, 8, 16]


def test_five_players_extra_turn_first_round(rules: ModuleType) -> None:
    turns = [3, 4, 5, 1, 2, 2] + ([3, 4, 5, 1, 2] * 9)[:44]
    extras = seats(rules, Readings(extra_turn="first-round"), 3, turns)
    assert [turn for turn, extra in enumerate(extras, 1) if extra] == [6]
    assert [turns.count(seat) for seat in range(1, 6)] == [10] * 5


def test_five_players_extra_turn_per_column(rules: ModuleType) -> None:
    five_columns = [1, 2, 3, 4, 5, 5, 1, 2, 3, 4, 4, 5, 1, 2, 3, 3, 4, 5, 1, 2, 2, 3, 4, 5, 1]
    turns = five_columns * 2
    assert not any(seats(rules, Readings(extra_turn="per-column"), 1, turns))
    assert [turns.count(seat) for seat in range(1, 6)] == [10] * 5


def test_five_players_extra_turn_never(rules: ModuleType) -> None:
    assert not any(seats(rules, Readings(extra_turn="never"), 2, [2, 3, 4, 5, 1] * 10))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("extra_turn", ["every-round", "first-round", "per-column", "never"])
def test_fewer_players_have_no_extra_turn(rules: ModuleType, players: int, extra_turn: str) -> None:
    turns = (list(range(1, players + 1)) * 50)[:50]
    assert not any(seats(rules, Readings(extra_turn=extra_turn), 1, turns))


def test_starter_any_changes_no_move(rules: ModuleType) -> None:
    hands, anyone = ["A3 P", "B1"], Readings(starter="any")
    assert legal(rules, compose(hands, readings=anyone)) == legal(rules, compose(hands))
    assert play(rules, compose(hands, readings=anyone), "A3").turn == 2


# --- L4, L5: one action ----------------------------------------------------------------------


def test_first_turn(rules: ModuleType) -> None:
    # No pass; a pause may be the first card of a row; a restart may be the first thing at all.
    state = compose(["A3 P", "B1"], deck="C1")
    restarts = {f"R{w}{back}" for w in WORLDS for back in ("", "-A3", "-P", "-A3-P", "-P-A3")}
    assert legal(rules, state) == {"A3", "PA", "PB", "PC", "PD", "PE"} | restarts


def test_card_not_in_hand(rules: ModuleType) -> None:
    state = compose(["A3", "B1 P"], deck="A4")
    assert why(rules, state, "B1") == "L4"
    assert why(rules, state, "A4") == "L4"
    assert why(rules, state, "PA") == "L4"


def test_level_card_goes_to_its_own_world(rules: ModuleType) -> None:
    state = compose(["A3", "B1"])
    assert why(rules, state, Move("A3", "B")) == "L5"


def test_equal_pauses_are_one_card(rules: ModuleType) -> None:
    state = compose(["P P"], deck="E8")
    restarts = {f"R{w}{back}" for w in WORLDS for back in ("", "-P", "-P-P")}
    assert legal(rules, state) == {"PA", "PB", "PC", "PD", "PE"} | restarts


# --- L6, L7, L11: numbers --------------------------------------------------------------------


def test_number_on_the_left(rules: ModuleType) -> None:
    # Row A ends with A3; the column in progress has its restart already.
    state = compose(["A1 A2 A4 A8"], rows=columns(4, E="R"))
    assert legal(rules, state) == {"A4", "A8"}
    assert why(rules, state, "A1") == "L6"
    assert why(rules, state, "A2") == "L6"


def test_the_same_number_is_high_enough(rules: ModuleType) -> None:
    assert rules.placement_breaks(compose(["A3"], rows=columns(4)), "A3", "A") is None


def test_any_number_after_a_restart(rules: ModuleType) -> None:
    rows = {"A": "A8 R", "B": "B1 B2", "C": "C1 C2", "D": "D1 D2", "E": "R E1"}
    assert {"A1", "A7"} <= legal(rules, compose(["A1 A7"], rows=rows))


def test_pause_repeats_the_number(rules: ModuleType) -> None:
    # Rows A and B end with a pause: after A7 it counts 7, after a restart 0.
    rows = {"A": "R A7 P", "B": "B8 R P", "C": "C1 C2 R", "D": "D1 D2 D3", "E": "E1 E2 E3"}
    state = compose(["A6 A8 B1"], rows=rows)
    assert legal(rules, state) == {"A8", "B1", "RA", "RB", "RC", "RD", "RE"}
    assert why(rules, state, "A6") == "L6"


def test_two_pauses_repeat_the_number(rules: ModuleType) -> None:
    rows = {"A": "R A7 P P", "B": "B1 R B2 B3", "C": "C1 C2 R C3", "D": "D1 D2 D3 R"}
    state = compose(["A6 A8"], rows={**rows, "E": "E1 E2 E3 E4"})
    assert why(rules, state, "A6") == "L6"
    assert "A8" in legal(rules, state)


def test_pause_as_first_card(rules: ModuleType) -> None:
    state = play(rules, compose(["A1 P"]), "PA")
    assert state.rows[0] == ("P",)
    rows = {"A": "P", "B": "B1", "C": "C1", "D": "D1", "E": "R"}
    assert "A1" in legal(rules, compose(["A1"], rows=rows))


def test_pause_as_first_card_forbidden(rules: ModuleType) -> None:
    readings = Readings(first_pause="forbidden")
    state = compose(["P"], readings=readings)
    assert legal(rules, state) == {"RA", "RB", "RC", "RD", "RE"}
    assert why(rules, state, "PA") == "L11"
    assert "PA" in legal(rules, compose(["P"], rows=columns(1), readings=readings))


# --- L8, L9, L10, L13: columns, rows and restarts --------------------------------------------


def test_column_by_column(rules: ModuleType) -> None:
    state = compose(["A2 B3 P"], rows={"A": "A1", "B": "R"})
    assert legal(rules, state) == {"PC", "PD", "PE"}
    for early in ("A2", "B3", "PA", "RA"):
        assert why(rules, state, early) == "L8"
    assert {"A2", "PA", "RA"} <= legal(rules, compose(["A2 P"], rows=columns(1)))


def test_fifth_card_in_a_column(rules: ModuleType) -> None:
    rows = {"A": "A1", "B": "B1", "C": "P", "D": "D1"}
    state = compose(["E1 P"], rows=rows)
    assert legal(rules, state) == {"RE"}
    assert why(rules, state, "E1") == "L9"
    assert why(rules, state, "PE") == "L9"


def test_second_restart_in_a_column(rules: ModuleType) -> None:
    state = compose(["E1"], rows={"A": "R"})
    assert legal(rules, state) == {"E1"}
    assert why(rules, state, "RE") == "L13"


def test_third_restart_in_a_row(rules: ModuleType) -> None:
    state = compose(["C7 B7"], rows=columns(7))
    assert legal(rules, state) == {"C7", "B7", "RC", "RD", "RE"}
    assert why(rules, state, "RA") == "L13"


def test_ninth_card_in_a_row(rules: ModuleType) -> None:
    state = compose(["B7 P"], rows=EIGHT_COLUMNS)
    assert legal(rules, state) == {"B7", "PB", "PB/B7", "PC", "PD", "PE", "RA"}
    assert why(rules, state, "PA") == "L10"
    with_pause = {**EIGHT_COLUMNS, "A": "A1 A2 A3 A4 A5 A6 A7 P"}
    state = compose(["A8"], rows=with_pause)
    assert legal(rules, state) == {"RA"}
    assert why(rules, state, "A8") == "L10"


def test_eighth_card_in_a_row(rules: ModuleType) -> None:
    seven = {world: " ".join(cells.split()[:7]) for world, cells in EIGHT_COLUMNS.items()}
    assert {"A8", "PA"} <= legal(rules, compose(["A8 P"], rows=seven))


def test_what_cannot_be_finished_is_legal(rules: ModuleType) -> None:
    # After E8 no row can give column 9 its restart: A, B and C have none left.
    state = play(rules, compose(["E8", "A7 B7"], rows=columns(8, D="D8")), "E8")
    assert rules.outcome(state) == "open"
    assert legal(rules, state) == {"A7", "B7"}


# --- L12, L14: drawing and putting back ------------------------------------------------------


@pytest.mark.parametrize(("played", "left"), [("A1", "P"), ("PA", "A1")])
def test_draw_after_placing(rules: ModuleType, played: str, left: str) -> None:
    state = play(rules, compose(["A1 P", "B1"], deck="E8 E7"), played)
    assert state.hands == (tuple(sorted([left, "E8"])), ("B1",))
    assert state.deck == ("E7",)


def test_nothing_to_draw(rules: ModuleType) -> None:
    state = play(rules, compose(["A1 P", "B1"]), "A1")
    assert state.hands == (("P",), ("B1",))
    assert state.deck == ()


def test_no_draw_after_a_plain_restart(rules: ModuleType) -> None:
    state = play(rules, compose(["A1", "B1"], deck="E8"), "RC")
    assert state.hands[0] == ("A1",)
    assert state.deck == ("E8",)


def test_put_back_order(rules: ModuleType) -> None:
    # The first card put back is drawn first.
    start = compose(["A1 B2 C3", "D1"], deck="E6 E7 E8")
    state = play(rules, start, "RA-B2-C3")
    assert state.hands[0] == ("A1", "E6", "E7")
    assert state.deck == ("E8", "B2", "C3")
    assert play(rules, start, "RA-C3-B2").deck == ("E8", "C3", "B2")
    assert play(rules, start, "RA-C3").deck == ("E7", "E8", "C3")
    assert play(rules, start, "RA-C3").hands[0] == ("A1", "B2", "E6")


def test_put_back_before_drawing(rules: ModuleType) -> None:
    # One card in the deck, two put back: drawn are that card and the first one put back.
    start = compose(["A1 B2 C3", "D1"], deck="E8")
    state = play(rules, start, "RA-C3-B2")
    assert state.hands[0] == ("A1", "C3", "E8")
    assert state.deck == ("B2",)
    assert play(rules, start, "RA-B2").hands[0] == ("A1", "C3", "E8")


def test_put_back_a_pause(rules: ModuleType) -> None:
    state = play(rules, compose(["A1 P", "D1"], deck="E8"), "RA-P")
    assert state.hands[0] == ("A1", "E8")
    assert state.deck == ("P",)


def test_put_back_limits(rules: ModuleType) -> None:
    state = compose(["A1 B2 C3", "D1"], deck="E6 E7 E8")
    assert len(legal(rules, state)) == 3 + 5 * (1 + 3 + 6)
    assert why(rules, state, "RA-A1-B2-C3") == "L14"
    assert why(rules, state, "RA-D1") == "L14"
    assert why(rules, state, "RA-A1-A1") == "L14"
    assert why(rules, compose(["A1", "D1"], deck="E6 E7"), "RA-A1-D1") == "L14"
    assert why(rules, compose(["A1 B2", "D1"]), "RA-A1") == "L14"


def test_put_back_never(rules: ModuleType) -> None:
    state = compose(["A1", "D1"], deck="E6", readings=Readings(put_back="never"))
    assert legal(rules, state) == {"A1", "RA", "RB", "RC", "RD", "RE"}
    assert why(rules, state, "RA-A1") == "L14"


def test_discard_shrinks_the_deck(rules: ModuleType) -> None:
    readings = Readings(put_back="discard")
    start = compose(["A1 B2 P", "D1"], deck="E6 E7 E8", out="C1", readings=readings)
    state = play(rules, start, "RA-B2-P")
    assert state.hands[0] == ("A1", "E6", "E7")
    assert state.deck == ("E8",)
    assert state.out == ("B2", "C1", "P")
    assert play(rules, start, "RA-B2").deck == ("E7", "E8")


def test_discards_have_no_order(rules: ModuleType) -> None:
    readings = Readings(put_back="discard")
    state = compose(["A1 B2 P", "D1"], deck="E6 E7", readings=readings)
    ways = ("", "-A1", "-B2", "-P", "-A1-B2", "-A1-P", "-B2-P")
    restarts = {f"R{world}{way}" for world in WORLDS for way in ways}
    assert legal(rules, state) == {"A1", "B2", "PA", "PB", "PC", "PD", "PE"} | restarts


def test_discard_no_more_than_the_deck_holds(rules: ModuleType) -> None:
    readings = Readings(put_back="discard")
    state = compose(["A1 B2", "D1"], deck="E8", readings=readings)
    assert why(rules, state, "RA-A1-B2") == "L14"
    after = play(rules, state, "RA-A1")
    assert (after.hands[0], after.deck, after.out) == (("B2", "E8"), (), ("A1",))
    assert why(rules, compose(["A1 B2"], readings=readings), "RA-A1") == "L14"


# --- L15: tucking ----------------------------------------------------------------------------


def test_tuck(rules: ModuleType) -> None:
    # C8 may go under a pause that counts 3; so may C4, which could still be placed.
    start = compose(["C4 C8 D8 P", "A5"], rows=columns(4, A="R"))
    assert legal(rules, start) == {
        *("C4", "C8", "D8", "PB", "PC", "PD", "PE"),
        *("PC/C4", "PC/C8", "PD/D8"),
    }
    state = play(rules, start, "PC/C8")
    assert state.hands[0] == ("C4", "D8")
    assert state.rows[2] == ("C1", "C2", "R", "C3", "P/C8")
    assert state.filled == 22
    assert state.out == ()


def test_tucked_card_changes_no_number(rules: ModuleType) -> None:
    rows = {**columns(5), "C": "C1 C2 R C5 P/C8", "D": "D1 D2 D3 R P/D4"}
    state = compose(["C3 C6 D5"], rows={**rows, "A": "R A1 A2 A3 A4 R"})
    assert legal(rules, state) == {"C6", "D5"}
    assert why(rules, state, "C3") == "L6"


def test_tuck_a_low_number(rules: ModuleType) -> None:
    rows = {**columns(3), "A": "R A7 A8"}
    assert "PA/A1" in legal(rules, compose(["A1 P"], rows=rows))


def test_tuck_under_the_first_card_and_after_a_restart(rules: ModuleType) -> None:
    assert "PA/A1" in legal(rules, compose(["A1 P"]))
    assert "PA/A5" in legal(rules, compose(["A5 P"], rows=columns(1)))


def test_tuck_what_may_not(rules: ModuleType) -> None:
    state = compose(["A4 C8 P P", "A5"], rows=columns(4))
    assert why(rules, state, "PB/A4") == "L15"
    assert why(rules, state, "PA/A5") == "L15"
    assert why(rules, state, Move("P", "A", tuck="P")) == "L15"
    assert why(rules, compose(["A4 C8", "P"], rows=columns(4)), "PA/A4") == "L4"


def test_no_tuck_while_a_card_is_left(rules: ModuleType) -> None:
    state = compose(["A4 P"], deck="E8", rows=columns(4))
    assert "PA" in legal(rules, state)
    assert why(rules, state, "PA/A4") == "L15"


def test_tuck_before_the_last_draw(rules: ModuleType) -> None:
    readings = Readings(tuck_when="deck-empty-after")
    start = compose(["A4 P", "B5"], deck="E8", rows=columns(4), readings=readings)
    state = play(rules, start, "PA/A4")
    assert (state.hands[0], state.deck) == (("E8",), ())
    assert state.rows[0][4] == "P/A4"
    two_left = compose(["A4 P", "B5"], deck="E7 E8", rows=columns(4), readings=readings)
    assert why(rules, two_left, "PA/A4") == "L15"
    assert "PA/A4" in legal(rules, compose(["A4 P"], rows=columns(4), readings=readings))


def test_no_drawn_card_may_be_tucked(rules: ModuleType) -> None:
    readings = Readings(tuck_when="deck-empty-after")
    state = compose(["P", "B5"], deck="A8", rows=columns(4), readings=readings)
    assert why(rules, state, "PA/A8") == "L15"


def test_tuck_never(rules: ModuleType) -> None:
    for when in ("deck-empty-before", "deck-empty-after"):
        readings = Readings(tuck="never", tuck_when=when)
        state = compose(["A4 P"], rows=columns(4), readings=readings)
        assert "PA" in legal(rules, state)
        assert why(rules, state, "PA/A4") == "L15"


def test_tuck_the_last_card(rules: ModuleType) -> None:
    state = play(rules, compose(["A4 P", "B5", "C5"], rows=columns(4)), "PA/A4")
    assert state.hands[0] == ()
    assert state.turn == 2
    assert play(rules, state, "RD", "C5").turn == 2  # 1 is skipped from now on


# --- L16: empty hands ------------------------------------------------------------------------


def test_empty_hand_is_skipped(rules: ModuleType) -> None:
    state = play(rules, compose(["A5 A6", "", "C5 C6"], rows=columns(5)), "A5")
    assert state.turn == 3
    assert play(rules, state, "C5").turn == 1
    # … also while the deck holds cards, and several at once
    state = compose(["A5", "", "", "D5"], deck="E8", rows=columns(5))
    assert play(rules, state, "A5").turn == 4


def test_alone_with_cards_one_plays_on(rules: ModuleType) -> None:
    state = play(rules, compose(["", "B5 C5", ""], rows=columns(5), turn=2), "B5")
    assert (state.turn, legal(rules, state)) == (2, {"C5", "RA", "RC", "RD", "RE"})


def test_last_of_five_without_cards(rules: ModuleType) -> None:
    state = compose(["A5", "B5", "C5", "D5 D6", ""], rows=columns(5), turn=4)
    state = play(rules, state, "D5")
    assert (state.turn, state.extra) == (1, False)
    # starter 3: seat 2 is the last one
    state = compose(["A5 A6", "", "C5", "D5", "E5"], rows=columns(5), turn=1, starter=3)
    state = play(rules, state, "A5")
    assert (state.turn, state.extra) == (3, False)


def test_hand_emptied_on_the_first_of_two_turns(rules: ModuleType) -> None:
    state = compose(["A5", "B5", "C5", "D5", "E5"], rows=columns(5), turn=5)
    state = play(rules, state, "E5")
    assert (state.turn, state.extra) == (1, False)


def test_nobody_inherits_the_extra_turn(rules: ModuleType) -> None:
    state = compose(["A5", "B5", "C5", "D5 D6", ""], rows=columns(5), turn=4)
    assert [play(rules, state, "D5").turn, play(rules, state, "D5", "A5").turn] == [1, 2]


def test_the_last_of_five_is_alone(rules: ModuleType) -> None:
    state = compose(["", "", "", "", "E5 D5 C5 B5"], rows=columns(5), turn=5)
    flags = []
    for played in ("E5", "D5", "C5"):
        state = play(rules, state, played)
        flags.append((state.turn, state.extra))
    assert flags == [(5, True), (5, False), (5, True)]


def test_per_column_opener_without_cards(rules: ModuleType) -> None:
    rows = columns(5, A="R", B="B5", C="C5", D="D5")
    readings = Readings(extra_turn="per-column")
    hands = ["A5", "", "E5", "D6", "E6"]
    state = play(rules, compose(hands, rows=rows, turn=3, readings=readings), "E5")
    assert (state.turn, state.extra) == (4, False)


def test_may_restart(rules: ModuleType) -> None:
    readings = Readings(empty_hand="may-restart")
    start = compose(["A5", "", "C5"], deck="E8", rows=columns(5), readings=readings)
    state = play(rules, start, "A5")
    assert state.turn == 2
    assert legal(rules, state) == {"RB", "RC", "RD", "RE"}  # one of these, no way round
    assert why(rules, state, "RB-C5") == "L14"
    assert why(rules, state, "C5") == "L4"
    state = play(rules, state, "RB")
    assert (state.turn, state.hands[1], state.deck) == (3, (), ())


def test_may_restart_but_no_restart_is_legal(rules: ModuleType) -> None:
    readings = Readings(empty_hand="may-restart")
    start = compose(["A5", "", "C5"], rows=columns(5, B="R"), readings=readings)
    assert play(rules, start, "A5").turn == 3


def test_may_restart_in_both_turns_of_the_last(rules: ModuleType) -> None:
    # The restart closes column 6, so the extra turn has column 7 and may restart again.
    readings = Readings(empty_hand="may-restart")
    rows = columns(5, A="A5", B="B5", C="C5", D="D5")
    hands = ["A6", "B6", "C6", "D6", ""]
    state = play(rules, compose(hands, rows=rows, turn=5, readings=readings), "RE")
    assert (state.turn, state.extra) == (5, True)
    state = play(rules, state, "RA")
    assert (state.turn, state.extra) == (1, False)


def test_may_restart_skips_the_extra_turn(rules: ModuleType) -> None:
    readings = Readings(empty_hand="may-restart")
    hands = ["A6", "B6", "C6", "D6", ""]
    state = play(rules, compose(hands, rows=columns(5), turn=5, readings=readings), "RE")
    assert (state.turn, state.extra) == (1, False)


# --- L17, L18, L19: how a game ends ----------------------------------------------------------


def test_win_with_cards_in_hand(rules: ModuleType) -> None:
    rows = {**columns(9, A="P/A8", B="B8", C="P", D="D8"), "E": "E1 E2 E3 E4 R E5 E6 E7 E8"}
    start = compose(["", "C8"], rows=rows, turn=2)
    state = play(rules, start, "RE")
    assert (state.filled, state.hands) == (50, ((), ("C8",)))
    assert rules.outcome(state) == "won"
    assert legal(rules, state) == set()
    assert why(rules, state, "C8") == "L17"
    assert why(rules, state, "RA") == "L17"


def test_win_with_the_last_card(rules: ModuleType) -> None:
    start = compose(["D8"], rows={**FULL, "D": "D1 D2 D3 R D4 D5 D6 D7 R"})
    assert rules.outcome(start) == "open"
    state = play(rules, start, "D8")
    assert (rules.outcome(state), state.hands) == ("won", ((),))


def test_lost_without_a_legal_action(rules: ModuleType) -> None:
    # Column 6 has its restart; A3 is too low, and what others hold does not help.
    start = compose(["A3", "B6", "C5 C6"], rows=columns(5, B="R"), turn=3)
    state = play(rules, start, "C5")
    assert state.turn == 1
    assert rules.outcome(state) == "lost"
    assert legal(rules, state) == set()
    assert why(rules, state, "A3") == "L6"
    assert rules.outcome(start) == "open"


def test_a_restart_is_a_legal_action(rules: ModuleType) -> None:
    assert rules.outcome(compose(["A3"], rows=columns(5))) == "open"


def test_all_hands_empty(rules: ModuleType) -> None:
    # A restart is open, but nobody may use it.
    rows = {**columns(9, A="A8", B="B8", C="C8"), "D": "D1 D2 D3 R D4 D5 D6 D7 R"}
    state = play(rules, compose(["D8", "", ""], rows=rows), "D8")
    assert (state.filled, state.hands) == (49, ((), (), ()))
    assert rules.outcome(state) == "lost"
    assert legal(rules, state) == set()
    assert why(rules, state, "RE") == "L19"


def test_all_hands_empty_may_restart(rules: ModuleType) -> None:
    readings = Readings(empty_hand="may-restart")
    rows = columns(9, A="A8", B="B8", C="C8")
    state = play(rules, compose(["D8", "", ""], rows=rows, readings=readings), "D8")
    assert (rules.outcome(state), state.turn) == ("open", 2)
    assert legal(rules, state) == {"RE"}
    state = play(rules, state, "RE")
    assert rules.outcome(state) == "won"


def test_all_hands_empty_and_no_restart_is_legal(rules: ModuleType) -> None:
    readings = Readings(empty_hand="may-restart")
    rows = columns(9, B="B8", C="C8", E="R")
    state = play(rules, compose(["D8", ""], rows=rows, readings=readings), "D8")
    assert rules.outcome(state) == "lost"
    assert why(rules, state, "RA") == "L19"


def test_illegal_move_tells_what_is_legal(rules: ModuleType) -> None:
    state = compose(["A3 C5"], rows=columns(5, B="R"))
    with pytest.raises(IllegalMove) as error:
        rules.apply(state, move("A3"))
    assert (error.value.rule, error.value.move, error.value.legal) == ("L6", "A3", ("C5",))
    assert error.value.message
