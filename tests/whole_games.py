"""Games of Level 10 that run to their end, for tests that want every sort of position.

Random moves lose long before the deck has run out. Here the moves come first and the deal after.
"""

from __future__ import annotations

import random
from dataclasses import replace

from solver.level10.cards import (
    COLUMNS,
    HAND_SIZE,
    LEVELS,
    PAUSE,
    RESTART,
    WORLDS,
    Card,
    full_deck,
)
from solver.level10.rules import (
    READINGS,
    Move,
    Readings,
    State,
    apply,
    can_act,
    legal_moves,
    pass_turn,
)

Game = list[State]
"""The positions of a game, the deal first."""


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
