"""The referee of Level 10: what a turn may be, what it does, and when the game ends.

Written to be read beside the rulebook (`rulebook.toml`); a rule's id stands beside the line that
enforces it. Everything is immutable. Nothing here knows of notation, engines or screens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from itertools import combinations, permutations

from solver.errors import IllegalMove
from solver.level10.cards import (
    CELLS,
    PAUSE,
    RESTART,
    RESTARTS_PER_ROW,
    WORLDS,
    Card,
    Cell,
    is_level,
    level_of,
    number,
    world_of,
)

READINGS: dict[str, tuple[str, ...]] = {
    "extra_turn": ("every-round", "first-round", "per-column", "never"),  # L3
    "put_back": ("bottom", "discard", "never"),  # L14
    "first_pause": ("zero", "forbidden"),  # L11
    "tuck": ("same-world", "never"),  # L15
    "tuck_when": ("deck-empty-before", "deck-empty-after"),  # L15
    "empty_hand": ("skipped", "may-restart"),  # L16
    "starter": ("player-1", "any"),  # L3
}


@dataclass(frozen=True, slots=True)
class Readings:
    """One value for every reading of the rules; the defaults are the first of `READINGS`."""

    extra_turn: str = "every-round"
    put_back: str = "bottom"
    first_pause: str = "zero"
    tuck: str = "same-world"
    tuck_when: str = "deck-empty-before"
    empty_hand: str = "skipped"
    starter: str = "player-1"

    def items(self) -> list[tuple[str, str]]:
        """Names and values, in the rulebook's order."""
        return [(f.name, getattr(self, f.name)) for f in fields(self)]


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One action of L4, named by what is placed.

    `card` is a level card, `P` or `R`; `row` the world it goes to; `tuck` the card discarded under
    a pause (L15); `put_back` the cards put under the deck after a restart, first one first (L14).
    """

    card: Card
    row: str
    tuck: Card | None = None
    put_back: tuple[Card, ...] = ()

    def __str__(self) -> str:
        if is_level(self.card):
            return self.card
        tuck = f"/{self.tuck}" if self.tuck else ""
        return self.card + self.row + tuck + "".join(f"-{card}" for card in self.put_back)


@dataclass(frozen=True, slots=True)
class State:
    """A table in the middle of a game, every card known.

    `hands` holds one sorted tuple per seat, `deck` the cards to come, next one first; `rows` the
    five rows A–E left to right; `out` the cards discarded under `put_back=discard`, sorted.
    `turn` and `starter` are seats, counted from 1; `extra` is the last player's additional turn.
    """

    players: int
    pauses: int
    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    rows: tuple[tuple[Cell, ...], ...] = ((),) * len(WORLDS)
    out: tuple[Card, ...] = ()
    turn: int = 1
    extra: bool = False
    starter: int = 1
    readings: Readings = field(default=Readings())

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the player whose turn it is."""
        return self.hands[self.turn - 1]

    @property
    def filled(self) -> int:
        """How many of the fifty cells are filled."""
        return sum(map(len, self.rows))

    @property
    def column(self) -> int:
        """The column in progress, counted from 0 (L8)."""
        return self.filled // len(WORLDS)

    def with_turn(self, turn: int, extra: bool) -> State:
        """The same table with another turn."""
        return State(
            self.players,
            self.pauses,
            self.hands,
            self.deck,
            self.rows,
            self.out,
            turn,
            extra,
            self.starter,
            self.readings,
        )

    def row(self, world: str) -> tuple[Cell, ...]:
        """The row of a world, left to right."""
        return self.rows[WORLDS.index(world)]

    def column_cells(self) -> tuple[Cell, ...]:
        """The cells filled so far in the column in progress."""
        column = self.column
        return tuple([row[column] for row in self.rows if len(row) > column])


# --- Whose turn it is -----------------------------------------------------------------------


def seat_order(state: State) -> Iterator[tuple[int, bool]]:
    """The turns one of which follows the one just taken, in the order in which they are offered,
    each as (seat, extra): the first goes to a seat that is not skipped (L3, L16).

    `state` is the table after the cell of that turn was filled, with `turn` and `extra` still
    telling whose it was. A second turn is offered right after the first alone: whoever is skipped
    in the first is skipped in the second.
    """
    rule, players, seat, extra = state.readings.extra_turn, state.players, state.turn, state.extra
    column_closed = state.filled % len(WORLDS) == 0
    last = (state.starter - 2) % players + 1
    doubled = rule == "every-round" or (rule == "first-round" and state.filled == players)
    if players == 5 and seat == last and not extra and doubled:
        yield seat, True  # L3
    if players == 5 and rule == "per-column" and column_closed:
        yield seat, False  # L3, reading per-column: who closes a column opens the next
    for _ in range(players):
        seat = seat % players + 1
        yield seat, False


def can_act(state: State, seat: int) -> bool:
    """Whether this seat takes a turn at all, rather than being skipped (L16)."""
    if state.hands[seat - 1]:
        return True
    return state.readings.empty_hand == "may-restart" and any(
        restart_breaks(state, world) is None for world in WORLDS
    )


def skipped(state: State) -> bool:
    """Whether the turn is with a player whom L16 skips, while somebody else can act."""
    return not can_act(state, state.turn) and any(
        can_act(state, seat) for seat in range(1, state.players + 1)
    )


def pass_turn(state: State) -> State:
    """The table with the turn given to the next player who can act (L3, L16)."""
    for turn, extra in seat_order(state):
        if can_act(state, turn):
            return state.with_turn(turn, extra)
    return state.with_turn(*next(seat_order(state)))  # nobody can act, the game is over: L17, L19


# --- What a rule forbids --------------------------------------------------------------------

Breach = tuple[str, str]
"""A rule's id and what it says about the case at hand."""


def over(state: State) -> Breach | None:
    """The rule that has ended the game, if one has (L17, L19)."""
    if state.filled == CELLS:
        return "L17", "all fifty cells are filled: the game is won"
    if not can_act(state, state.turn):
        return "L19", "nobody has a card left and cells are open: the game is lost"
    return None


def placement_breaks(state: State, card: Card, world: str) -> Breach | None:
    """The rule that keeps a level or pause card out of a world's row, were it in hand."""
    row, column = state.row(world), state.column_cells()
    if is_level(card) and level_of(card) < number(row):
        return "L6", f"{card} is lower than the {number(row)} at the end of row {world}"
    if len(row) > state.column:
        return "L8", f"row {world} has its cell of column {state.column + 1} already"
    if len(column) - column.count(RESTART) == 4:
        return "L9", f"column {state.column + 1} holds four level and pause cards already"
    if len(row) - row.count(RESTART) == 8:
        return "L10", f"row {world} holds eight level and pause cards already"
    if card == PAUSE and not row and state.readings.first_pause == "forbidden":
        return "L11", f"a pause may not be the first card of row {world} (first_pause=forbidden)"
    return None


def restart_breaks(state: State, world: str) -> Breach | None:
    """The rule that forbids a restart in this world now."""
    row = state.row(world)
    if len(row) > state.column:
        return "L8", f"row {world} has its cell of column {state.column + 1} already"
    if row.count(RESTART) == RESTARTS_PER_ROW:
        return "L13", f"both restarts of world {world} are used (a row holds two, L10)"
    if RESTART in state.column_cells():
        return "L13", f"column {state.column + 1} has its restart already (a column holds one, L9)"
    return None


def tuck_breaks(state: State, world: str, card: Card) -> Breach | None:
    """The rule that forbids tucking this card under a pause in this world's row (L15)."""
    if state.readings.tuck == "never":
        return "L15", "no card may be tucked (tuck=never)"
    spare = 1 if state.readings.tuck_when == "deck-empty-after" else 0
    if len(state.deck) > spare:
        return "L15", f"a card may be tucked only once the deck is empty; {len(state.deck)} left"
    if not is_level(card) or world_of(card) != world:
        return "L15", f"{card} is not a level card of world {world}, the row of the pause"
    if card not in state.hand:
        return "L15", f"player {state.turn} does not hold {card}, which is to be tucked"
    return None


def put_back_breaks(state: State, cards: tuple[Card, ...]) -> Breach | None:
    """The rule that forbids putting these cards under the deck after a restart (L14)."""
    if state.readings.put_back == "never":
        return "L14", "no cards may be put back (put_back=never)"
    if not state.deck:
        return "L14", "nothing may be put back once the deck is empty"
    if len(cards) > 2:
        return "L14", f"at most two cards may be put back, not {len(cards)}"
    if state.readings.put_back == "discard" and len(cards) > len(state.deck):
        return "L14", "no more cards may be discarded than the deck holds"
    hand = list(state.hand)
    for card in cards:
        if card not in hand:
            return "L14", f"player {state.turn} does not hold {card}, which is to be put back"
        hand.remove(card)
    return None


def breach(state: State, move: Move) -> Breach | None:
    """The first rule that the move breaks with what it says, or None if the move is legal."""
    if ended := over(state):
        return ended
    if move.card == RESTART:
        if broken := restart_breaks(state, move.row):
            return broken
        return put_back_breaks(state, move.put_back) if move.put_back else None
    if move.card not in state.hand:
        return "L4", f"player {state.turn} does not hold {move.card}"
    if is_level(move.card) and world_of(move.card) != move.row:
        return "L5", f"{move.card} may be placed only in row {world_of(move.card)}"
    if broken := placement_breaks(state, move.card, move.row):
        return broken
    return tuck_breaks(state, move.row, move.tuck) if move.tuck else None


def why_illegal(state: State, move: Move) -> str | None:
    """The id of the rule that the move breaks, or None if it is legal."""
    broken = breach(state, move)
    return broken[0] if broken else None


# --- What may be done, and what it does -----------------------------------------------------


def put_backs(state: State) -> list[tuple[Card, ...]]:
    """Every way to put cards back after a restart, none first (L14).

    Under the deck the order matters; discarded cards have none, so each pair counts once.
    """
    ways: list[tuple[Card, ...]] = [()]
    choose = combinations if state.readings.put_back == "discard" else permutations
    for count in (1, 2):
        for cards in sorted(set(choose(state.hand, count))):
            if put_back_breaks(state, cards) is None:
                ways.append(cards)
    return ways


def legal_moves(state: State) -> list[Move]:
    """Every legal action of the player whose turn it is, sorted by name (L4); none when the game
    is over."""
    if over(state):
        return []
    moves = []
    for card in sorted(set(state.hand)):
        for world in world_of(card) if is_level(card) else WORLDS:
            if placement_breaks(state, card, world):
                continue
            moves.append(Move(card, world))
            if card == PAUSE:
                moves += [
                    Move(card, world, tuck=other)
                    for other in state.hand
                    if tuck_breaks(state, world, other) is None
                ]
    ways = put_backs(state)
    for world in WORLDS:
        if restart_breaks(state, world) is None:
            moves += [Move(RESTART, world, put_back=cards) for cards in ways]
    return sorted(moves, key=str)


def has_legal_move(state: State) -> bool:
    """Whether the player whose turn it is can do anything."""
    if over(state):
        return False
    return any(restart_breaks(state, world) is None for world in WORLDS) or any(
        placement_breaks(state, card, world) is None
        for card in state.hand
        for world in (world_of(card) if is_level(card) else WORLDS)
    )


def without(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand with these cards taken out."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def apply(state: State, move: Move) -> State:
    """The table after a legal move, the turn passed on.

    Raises `IllegalMove` with the rule's id where the move is not legal.
    """
    if broken := breach(state, move):
        rule, message = broken
        legal = [str(other) for other in legal_moves(state)]
        raise IllegalMove(message, rule=rule, move=str(move), legal=legal)

    hand, deck, out, cell = state.hand, state.deck, state.out, move.card
    if move.card == RESTART:
        draws = len(move.put_back)  # L14: as many as were put back
        hand = without(hand, move.put_back)
        if state.readings.put_back == "discard":
            out = tuple(sorted(out + move.put_back))
        else:
            deck += move.put_back  # under the deck first, then draw
    else:
        draws = 1  # L12
        hand = without(hand, (move.card,))
        if move.tuck:
            cell = f"{PAUSE}/{move.tuck}"  # L15
            hand = without(hand, (move.tuck,))
    hand = tuple(sorted(hand + deck[:draws]))
    deck = deck[draws:]

    seat, row = state.turn - 1, WORLDS.index(move.row)
    hands = state.hands[:seat] + (hand,) + state.hands[seat + 1 :]
    rows = state.rows[:row] + (state.rows[row] + (cell,),) + state.rows[row + 1 :]
    return pass_turn(
        # written out, as in `with_turn`: dataclasses.replace takes three times as long
        State(
            state.players,
            state.pauses,
            hands,
            deck,
            rows,
            out,
            state.turn,
            state.extra,
            state.starter,
            state.readings,
        )
    )


def outcome(state: State) -> str:
    """`won` (L17), `lost` (L18, L19) or `open`."""
    if state.filled == CELLS:
        return "won"
    return "open" if has_legal_move(state) else "lost"
