"""Makes `data/ten_open.json`: small open deals of TEN, answered by trying everything.

Run it as a script; the same file comes out each time. Nothing of the search is used, only the
referee: every table that any play leads to is looked at, own cards named in every way. An entry
has the `position`, the `player` asked about, and for `help` and `oppose` the most `score` that this
player can come to, and whether it can `win`. `tables` is how many different tables there are.
`kind` is `any` for tables at random and `hard` for those that were changed bit by bit so that more
depends on what the others do; in those of kind `market` the cards paid with may be bought back.

Where nobody has to draw, play may go on for ever; then no goal is reached. If all players have
ended their turns one after the other without a card the table is the same as before, and a side
that wanted to come back to it has gained nothing: so it counts as going on for ever.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from solver import write
from solver.record import Record
from solver.ten import rules
from solver.ten.cards import Card, in_order, is_currency, is_number, is_wild
from solver.ten.table import (
    AUCTION,
    BUY,
    DRAW,
    FINAL,
    READINGS,
    Auction,
    Player,
    Readings,
    State,
)

FILE = Path(__file__).with_name("data") / "ten_open.json"
SEED = 10
TABLES = 2500  # a position with more tables is left out
COUNTS = {"any": 180, "hard": 90, "market": 24}
CHANGES = 6

NUMBERS = [
    *("R1", "R2", "R3", "R4", "R5", "R6", "B1", "B2", "B3", "B4"),
    *("O2", "O3", "G1", "G4", "O7", "G9"),
]
OTHERS = [
    *("R#", "B#", "W1", "W2", "W3", "W4", "W#"),
    *("$1", "$2", "$2", "$3", "$4", "$5", "$5"),
]
BOX = [*NUMBERS, *NUMBERS[:-2], *OTHERS]

ENDLESS = -1
"""The points of a game that never ends."""


# --- Trying everything --------------------------------------------------------------------------


class Value(NamedTuple):
    """What the player comes to, everybody helping or opposing: points, and whether it wins."""

    helped: int
    helped_win: bool
    opposed: int
    opposed_win: bool


class TooMany(Exception):
    """There are more tables than one wants to look at."""


class Everything:
    """The values of tables for one player, found by playing everything out."""

    def __init__(self, player: int, most: int) -> None:
        self.player, self.most = player, most
        self.known: dict[tuple[State, int], Value] = {}

    def value(self, state: State, idle: int = 0) -> Value:
        """The value of a table; `idle` is how many have just ended their turns without a card."""
        state = replace(state, discard=())
        found = self.known.get((state, idle))
        if found is None:
            if len(self.known) >= self.most:
                raise TooMany
            found = self.known[state, idle] = self.worked_out(state, idle)
        return found

    def worked_out(self, state: State, idle: int) -> Value:
        if rules.over(state):
            points, wins = rules.score(state, self.player), self.player in rules.leaders(state)
            return Value(points, wins, points, wins)
        if idle == len(state.players):
            return Value(ENDLESS, False, ENDLESS, False)
        after = [self.value(table, passed) for table, passed in following(state, idle)]
        best = max if rules.active(state) == self.player else min
        return Value(
            max(one.helped for one in after),
            any(one.helped_win for one in after),
            best(one.opposed for one in after),
            bool(best(one.opposed_win for one in after)),
        )


def following(state: State, idle: int) -> Iterator[tuple[State, int]]:
    for listed in rules.legal_moves(state):
        for move in rules.named(state, listed):
            ends_idle = move.kind == "end" and state.phase == DRAW and state.to_come != ()
            yield rules.apply(state, move), idle + 1 if ends_idle else 0


def everything(state: State, player: int, most: int = TABLES) -> tuple[Value, int]:
    """The value of a table, and how many tables there are; raises `TooMany`."""
    found = Everything(player, most)
    return found.value(state), len(found.known)


# --- Tables -------------------------------------------------------------------------------------


def random_readings(rng: random.Random, spent: str) -> Readings:
    chosen = Readings(**{name: rng.choice(values) for name, values in READINGS.items()})
    return replace(chosen, spent_cards=spent)


def random_table(rng: random.Random, phase: str, readings: Readings) -> State:
    """A table with a few cards; it need not have been played to."""
    box = rng.sample(BOX, len(BOX))
    wild = next(card for card in box if is_wild(card))
    box.remove(wild)

    def take(count: int, numbers: bool) -> tuple[Card, ...]:
        found = [card for card in box if is_number(card) or not (numbers or is_currency(card))]
        for card in found[:count]:
            box.remove(card)
        return in_order(found[:count])

    count = rng.choice([1, 2, 2, 2, 2, 2, 3, 3, 3])
    supply = rng.choice([0, 0, 0, 14]) if readings.bust_supply == "limited" else 0
    players: list[Player] = []
    for number in range(count):
        bust = rng.choice([0, 0, 1]) + (supply if not number else 0)
        bust = min(bust, 15 - sum(one.bust for one in players))
        hand = take(rng.randint(0, 4), False)
        players.append(Player(rng.randint(0, 4), bust, hand))
    turn = rng.randint(1, count)
    state = State(
        players=tuple(players),
        turn=turn,
        phase=phase,
        market=take(rng.randint(0, 3), True),
        deck=tuple(box[: 0 if phase == FINAL else rng.choice([0, 1, 2, 2, 3, 3, 4, 5])]),
        next=rng.randint(1, count) if phase == FINAL else None,
        readings=readings,
    )
    if phase in (DRAW, AUCTION):
        state = replace(state, row=tuple(safe_row(box[-rng.choice([1, 1, 2, 3]) :], rng)))
    if phase == AUCTION:
        state = replace(state, auction=Auction(wild, state.left_of(turn)))
        for _ in range(rng.randint(0, count - 1)):
            moves = [one for move in rules.legal_moves(state) for one in rules.named(state, move)]
            state = rules.apply(state, rng.choice(moves))
    return state


def safe_row(cards: list[Card], rng: random.Random) -> Iterator[Card]:
    """Some cards that do not go bust."""
    row: list[Card] = []
    for card in cards if rng.random() < 0.7 else []:
        longer = State(players=(), row=(*row, card))
        if not is_wild(card) and not rules.is_bust(longer.total, longer.currency):
            row.append(card)
            yield card


def changed(state: State, rng: random.Random) -> State:
    """The table with a few pieces more, less or elsewhere."""
    place = rng.randrange(len(state.players))
    one = state.players[place]
    what = rng.choice(["tokens", "tokens", "cards", "market", "deck", "order"])
    deck = state.deck or ()
    if what == "tokens":
        tokens = min(4, max(0, one.tokens + rng.choice([-1, 1])))
        return state.with_player(place + 1, replace(one, tokens=tokens))
    if what == "order":
        return replace(state, deck=tuple(rng.sample(deck, len(deck))))
    box = free_cards(state)
    if what == "deck" and state.phase != FINAL:
        longer = [*deck, rng.choice(box)] if len(deck) < 5 else [*deck[1:], rng.choice(box)]
        return replace(state, deck=tuple(longer))
    numbers = [card for card in box if is_number(card)]
    if what == "market":
        return replace(state, market=in_order([*state.market, rng.choice(numbers)][-3:]))
    if state.auction is not None and state.auction.payment.cards:
        return state
    owned = [card for card in box if not is_currency(card)]
    hand = in_order([*rng.sample(one.cards, min(3, len(one.cards))), rng.choice(owned)])
    return state.with_player(place + 1, replace(one, cards=hand))


def free_cards(state: State) -> list[Card]:
    """The cards of the box that are nowhere on the table, and one further if there is none."""
    wild = [state.auction.card] if state.auction else []
    box = list(BOX)
    hands = [card for one in state.players for card in one.cards]
    for card in [*state.row, *state.market, *hands, *wild, *(state.deck or ())]:
        if card in box:
            box.remove(card)
    return box


def depends(state: State, player: int, value: Value, tables: int) -> tuple[int, int]:
    """How much depends on what the players do."""
    now = rules.score(state, player)
    return (
        (value.helped > value.opposed)
        + (value.opposed > now)
        + (value.helped_win != value.opposed_win)
        + (value.helped > now + 1),
        tables,
    )


# --- The file -----------------------------------------------------------------------------------


def entry(kind: str, state: State, player: int, value: Value, tables: int) -> dict[str, object]:
    return {
        "kind": kind,
        "position": write(Record("ten", state), one_line=True),
        "player": player,
        "help": {"score": value.helped, "win": value.helped_win},
        "oppose": {"score": value.opposed, "win": value.opposed_win},
        "tables": tables,
    }


def question(named: tuple[str, int]) -> str:
    """One entry, as a line."""
    kind, number = named
    rng = random.Random(f"{SEED} {kind} {number}")
    phase = [DRAW, DRAW, AUCTION, BUY, FINAL, DRAW][number % 6]
    spent = "market" if kind == "market" else "discard"
    varied = kind == "market" or number % 2
    while True:
        readings = random_readings(rng, spent) if varied else Readings()
        state = random_table(rng, phase, readings)
        player = rng.randint(1, len(state.players))
        try:
            value, tables = everything(state, player)
        except TooMany:
            continue
        if phase != FINAL and tables < 20:
            continue
        for _ in range(CHANGES if kind == "hard" else 0):
            other = changed(state, rng)
            try:
                found = everything(other, player)
            except TooMany:
                continue
            if depends(other, player, *found) > depends(state, player, value, tables):
                state, (value, tables) = other, found
        return json.dumps(entry(kind, state, player, value, tables))


def main() -> None:
    wanted = [(kind, number) for kind, count in COUNTS.items() for number in range(count)]
    with ProcessPoolExecutor() as pool:
        lines = list(pool.map(question, wanted))
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
