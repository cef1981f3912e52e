"""Positions nobody can play to are flagged, and no position that was played to ever is."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from whole_games import Game, LongGame, long_game, random_game

from solver.level10.cards import PAUSE, RESTART, WORLDS, is_pause, tucked
from solver.level10.reachable import unreachable
from solver.level10.rules import READINGS, Readings, State, without

# --- Nothing that was played to is flagged --------------------------------------------------------


@pytest.mark.parametrize("players", range(1, 6))
def test_no_position_of_a_random_game_is_flagged(players: int) -> None:
    rng = random.Random(players)
    for _ in range(30):
        for state in random_game(rng, players):
            assert unreachable(state) == [], state


@pytest.mark.parametrize("players", range(1, 6))
def test_no_position_of_a_whole_game_is_flagged(players: int) -> None:
    rng = random.Random(10 + players)
    for _ in range(20):
        for state in long_game(rng, players):
            assert unreachable(state) == [], state


def test_the_whole_games_show_what_there_is() -> None:
    """They have skips, tucks, discards, and restarts by empty-handed players."""
    rng = random.Random(5)
    seen = set()
    for _ in range(100):
        game = long_game(rng, rng.randint(1, 5))
        seen.add("won" if game[-1].filled == 50 else "stuck")
        for before, after in pairwise(game):
            if not before.hand:
                seen.add("empty-handed restart")
            if not all(after.hands):
                seen.add("empty hand")
            if any(tucked(cell) for row in after.rows for cell in row):
                seen.add("tuck")
            if after.out:
                seen.add("out")
    assert seen >= {"won", "empty-handed restart", "empty hand", "tuck", "out"}


# --- What cannot have been is flagged -------------------------------------------------------------


def names(state: State) -> set[str]:
    return {flag.name for flag in unreachable(state)}


def a_game(players: int, seed: int = 0, **readings: str) -> Game:
    return LongGame(random.Random(seed), players, Readings(**readings)).play()


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("rule", READINGS["extra_turn"])
def test_the_wrong_turn_while_there_is_a_deck(players: int, rule: str) -> None:
    for state in a_game(players, extra_turn=rule)[:18]:
        for turn in range(1, players + 1):
            for extra in (False, True):
                other = replace(state, turn=turn, extra=extra)
                expected = set() if other == state else {"turn"}
                assert names(other) == expected


def test_the_wrong_turn_once_somebody_is_skipped() -> None:
    found = 0
    for seed in range(20):
        for state in a_game(3, seed):
            if sum(map(bool, state.hands)) == 2:
                other = next(
                    seat for seat in (1, 2, 3) if seat != state.turn and state.hands[seat - 1]
                )
                flagged = names(replace(state, turn=other))
                assert flagged <= {"turn"}
                found += bool(flagged)
    assert found


def test_one_player_has_no_additional_turn() -> None:
    assert names(replace(a_game(1)[-2], extra=True)) == {"turn"}


def move_card(state: State, giver: int, taker: int) -> State:
    """The state with a card handed from one player to another."""
    card = state.hands[giver][0]
    hands = list(state.hands)
    hands[giver] = hands[giver][1:]
    hands[taker] = tuple(sorted((*hands[taker], card)))
    return replace(state, hands=tuple(hands))


def test_hands_that_differ_while_there_is_a_deck() -> None:
    state = a_game(4)[7]
    flags = unreachable(move_card(state, 0, 2))
    assert [flag.name for flag in flags] == ["hand-size", "hand-size"]
    assert "player 1 holds 4" in flags[0].message
    assert "player 3 holds 6" in flags[1].message


def test_a_hand_larger_than_was_dealt() -> None:
    game = a_game(2)
    state = next(state for state in game if not state.deck)
    assert "hand-size" in names(move_card(state, 0, 1))


def test_hands_that_no_course_of_turns_leaves() -> None:
    state = next(state for state in a_game(3) if sum(map(len, state.hands)) == 9)
    lopsided = state
    while len(lopsided.hands[0]) > 1:
        taker = min((1, 2), key=lambda seat: len(lopsided.hands[seat]))
        lopsided = move_card(lopsided, 0, taker)
    assert names(replace(lopsided, turn=state.turn)) == {"hand-size"}


def with_tuck(state: State) -> State:
    """The state with a card of a hand put under a pause of its world's row."""
    for number, (world, row) in enumerate(zip(WORLDS, state.rows, strict=True)):
        for at, cell in enumerate(row):
            for seat, hand in enumerate(state.hands):
                card = next((card for card in hand if card[0] == world), None)
                if cell == PAUSE and card:
                    hands = list(state.hands)
                    hands[seat] = without(hand, (card,))
                    changed = (*row[:at], f"P/{card}", *row[at + 1 :])
                    rows = (*state.rows[:number], changed, *state.rows[number + 1 :])
                    return replace(state, hands=tuple(hands), rows=rows)
    pytest.skip("no such position")


def early_pause() -> Game:
    """A game whose first column has a pause."""
    games = (a_game(3, seed) for seed in range(1000))
    return next(game for game in games if any(is_pause(row[0]) for row in game[5].rows))


def test_a_tuck_while_there_is_a_deck() -> None:
    state = with_tuck(early_pause()[6])
    assert "tuck" in names(state)
    assert any("while the deck has cards" in flag.message for flag in unreachable(state))


def test_a_tuck_in_a_column_that_still_had_a_deck() -> None:
    state = next(s for s in early_pause() if not s.deck)
    flags = unreachable(with_tuck(state))
    assert any("in column 1 the deck still had cards" in flag.message for flag in flags)


def test_a_tuck_under_the_reading_that_forbids_it() -> None:
    game = next(
        game
        for game in (a_game(3, seed) for seed in range(100))
        if any(tucked(cell) for row in game[-1].rows for cell in row)
    )
    assert names(game[-1]) == set()
    never = replace(game[-1], readings=Readings(tuck="never"))
    assert names(never) == {"tuck"}


def out_game() -> Game:
    return next(
        game
        for game in (a_game(2, seed, put_back="discard") for seed in range(100))
        if game[-1].out
    )


@pytest.mark.parametrize("value", ["bottom", "never"])
def test_cards_out_under_a_reading_that_does_not_discard(value: str) -> None:
    state = replace(out_game()[-1], readings=Readings(put_back=value))
    assert "out" in names(state)


def test_more_cards_out_than_the_restarts_allow() -> None:
    state = a_game(2, put_back="discard")[1]
    count = 2 * sum(row.count(RESTART) for row in state.rows) + 1
    lying = tuple(sorted(state.out + state.deck[:count]))
    assert names(replace(state, out=lying, deck=state.deck[count:])) == {"out"}


def test_a_row_that_begins_with_a_pause_where_that_is_forbidden() -> None:
    state = early_pause()[5]
    assert names(state) == set()
    forbidden = replace(state, readings=Readings(first_pause="forbidden"))
    assert names(forbidden) == {"first-pause"}


def test_a_flag_says_what_was_to_be_expected() -> None:
    state = replace(a_game(5)[3], turn=1, extra=True)
    expected = (state.starter + 2) % 5 + 1
    assert [flag.message for flag in unreachable(state)] == [
        f"after 3 turns it is player {expected}'s turn, not player 1's additional turn"
    ]
