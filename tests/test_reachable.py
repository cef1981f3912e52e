"""Positions nobody can play to are flagged, and no position that was played to ever is."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from solver.level10.cards import (
    COLUMNS,
    HAND_SIZE,
    LEVELS,
    PAUSE,
    RESTART,
    WORLDS,
    Card,
    full_deck,
    is_pause,
    tucked,
)
from solver.level10.reachable import unreachable
from solver.level10.rules import (
    READINGS,
    Move,
    Readings,
    State,
    apply,
    can_act,
    legal_moves,
    pass_turn,
    without,
)

Game = list[State]
"""The positions of a game, the deal first."""


# --- Games to look at ---------------------------------------------------------------------------


def random_readings(rng: random.Random) -> Readings:
    return Readings(**{name: rng.choice(values) for name, values in READINGS.items()})


def table(players: int, cards: list[Card], readings: Readings, starter: int) -> State:
    size = HAND_SIZE[players]
    dealt = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    return State(
        players=players,
        pauses=cards.count(PAUSE),
        hands=tuple(tuple(sorted(hand)) for hand in dealt),
        deck=tuple(cards[players * size :]),
        turn=starter,
        starter=starter,
        readings=readings,
    )


def random_game(rng: random.Random, players: int) -> Game:
    """A game of random moves: mostly lost before the deck has run out."""
    cards = list(full_deck(rng.randint(0, 3)))
    rng.shuffle(cards)
    state = table(players, cards, random_readings(rng), rng.randint(1, players))
    game = [state]
    while moves := legal_moves(state):
        state = apply(state, rng.choice(moves))
        game.append(state)
    return game


def finished_rows(rng: random.Random, pauses: int, first: bool) -> dict[str, list[Card]]:
    """Five rows as they lie when a game is won; a pause may come first in a row if `first`."""
    restarts = list(WORLDS * 2)
    rng.shuffle(restarts)
    cells = [(world, column) for column in range(COLUMNS) for world in WORLDS]
    free = [(world, column) for world, column in cells if restarts[column] != world]
    paused = rng.sample([cell for cell in free if first or cell[1] > 0], pauses)
    rows = {}
    for world in WORLDS:
        count = sum(cell[0] == world for cell in free) - sum(cell[0] == world for cell in paused)
        levels = rng.sample(list(LEVELS), count)
        row: list[Card] = []
        run: list[int] = []
        for column in range(COLUMNS):  # a run of levels between restarts ascends
            if restarts[column] == world:
                run = []
                row.append(RESTART)
            elif (world, column) in paused:
                row.append(PAUSE)
            else:
                end = next((c for c in range(column, COLUMNS) if restarts[c] == world), COLUMNS)
                if not run:
                    size = sum((world, c) not in paused for c in range(column, end))
                    run = sorted(levels.pop() for _ in range(size))
                row.append(f"{world}{run.pop(0)}")
        rows[world] = row
    return rows


class LongGame:
    """A game that runs to its end, made backwards: the moves first, then the deal that allows
    them. Only numbers of cards matter for whose turn it is, and the deal is free."""

    def __init__(self, rng: random.Random, players: int, readings: Readings) -> None:
        self.rng = rng
        pauses = rng.randint(0, 3)
        self.rows = finished_rows(rng, pauses, readings.first_pause == "zero")
        placed = [cell for row in self.rows.values() for cell in row]
        self.spare = [card for card in full_deck(0) if card not in placed]
        self.starter = rng.randint(1, players)
        self.state = table(players, list(full_deck(pauses)), readings, self.starter)
        self.used: list[list[Card]] = [[] for _ in range(players)]
        self.draws: list[int] = []  # the seats, in the order they drew
        self.moves: list[Move] = []

    def play(self) -> Game:
        """The positions of the game, as the referee has them."""
        for column in range(COLUMNS):
            left = list(WORLDS)
            self.rng.shuffle(left)
            while left and can_act(self.state, self.state.turn):
                world = self.choose(left, column)
                left.remove(world)
                self.act(world, self.rows[world][column])
        return self.replayed()

    def choose(self, left: list[str], column: int) -> str:
        restart = [world for world in left if self.rows[world][column] == RESTART]
        return left[0] if self.state.hand else restart[0]

    def act(self, world: str, cell: Card) -> None:
        """One turn in which only the number of cards in the hand is right, not the cards."""
        state, readings, seat = self.state, self.state.readings, self.state.turn - 1
        hand, deck, draws = len(state.hand), len(state.deck), 0
        move = Move(cell, world)
        if cell == RESTART:
            if readings.put_back == "discard":
                draws = self.rng.randint(0, min(2, hand, deck, len(self.spare)))
            move = Move(cell, world, put_back=tuple(self.take(draws)))
        else:
            draws = min(1, deck)
            under = [card for card in self.spare if card[0] == world]
            limit = 1 if readings.tuck_when == "deck-empty-after" else 0
            may = readings.tuck != "never" and deck <= limit and hand > 1
            if cell == PAUSE and under and may and self.rng.random() < 0.8:
                self.spare.remove(under[0])
                move = Move(cell, world, tuck=under[0])
        gone = [card for card in (move.card, move.tuck, *move.put_back) if card and card != RESTART]
        self.used[seat] += gone
        self.draws += [seat] * draws
        self.moves.append(move)
        hands = list(state.hands)
        hands[seat] = ("?",) * (hand - len(gone) + draws)
        row = WORLDS.index(world)
        rows = (*state.rows[:row], (*state.rows[row], cell), *state.rows[row + 1 :])
        self.state = pass_turn(
            replace(state, hands=tuple(hands), deck=state.deck[draws:], rows=rows)
        )

    def take(self, count: int) -> list[Card]:
        self.rng.shuffle(self.spare)
        taken, self.spare = self.spare[:count], self.spare[count:]
        return taken

    def replayed(self) -> Game:
        """The same moves from the deal in which everyone gets their cards in the order of use."""
        for seat, hand in enumerate(self.state.hands):
            self.used[seat] += self.take(len(hand))
        size = HAND_SIZE[self.state.players]
        dealt = [card for used in self.used for card in used[:size]]
        later = [iter(used[size:]) for used in self.used]
        cards = dealt + [next(later[seat]) for seat in self.draws]
        state = table(self.state.players, cards, self.state.readings, self.starter)
        game = [state]
        for move in self.moves:
            state = apply(state, move)
            game.append(state)
        return game


def long_game(rng: random.Random, players: int) -> Game:
    return LongGame(rng, players, random_readings(rng)).play()


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
    assert names(replace(a_game(1)[-1], extra=True)) == {"turn"}


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
