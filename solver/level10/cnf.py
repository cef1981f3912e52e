"""Whether a Level 10 position can be won, asked as one propositional formula.

A second reading of the rulebook, written without the referee: it shares the cards and the types of
`rules`, none of its functions. The formula is satisfiable exactly when some play fills all fifty
cells. A win takes one turn for each open cell (L4, L17), so the turns of the formula are known from
the start and turn `t` fills a cell of a known column (L8).

What a row will look like is kept apart from when its cells are filled: `place` says which card
fills a cell, `restart` which cells are restarts, `slot` in which turn a row gets its next cell.
The number of cards drawn before a turn is known but for two things: whether the restart of the
column in progress is over (`restarted`), and how many cards have been put back (`puts`).
The deck and the cards put back are one queue, in the order in which they will be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pysat.solvers import Solver

from solver.level10.cards import (
    CELLS,
    COLUMNS,
    LEVELS,
    PAUSE,
    RESTART,
    RESTARTS_PER_ROW,
    WORLDS,
    Card,
    is_level,
    level_of,
)
from solver.level10.rules import Move, State

TRUE, FALSE = 1, -1
ROWS = len(WORLDS)
SOLVER = "glucose4"
Cell = tuple[str, int]  # a row and a column, counted from 0
Seat = tuple[int, bool]  # a seat, and whether the turn is the last player's additional one (L3)


@dataclass(frozen=True, slots=True)
class CnfAnswer:
    """What the formula says: winnable with a plan, unwinnable, or given up (`satisfiable` None)."""

    satisfiable: bool | None
    plan: tuple[Move, ...] | None
    conflicts: int


class Formula:
    """Clauses over literals 1, 2, …; `TRUE` and `FALSE` are simplified away as clauses come in."""

    def __init__(self) -> None:
        self.clauses: list[list[int]] = [[TRUE]]
        self.size = 1

    def new(self) -> int:
        """A fresh variable."""
        self.size += 1
        return self.size

    def add(self, *literals: int) -> None:
        """At least one of these holds."""
        if TRUE not in literals:
            self.clauses.append([lit for lit in literals if lit != FALSE] or [FALSE])

    def both(self, a: int, b: int) -> int:
        """A literal that holds exactly when both do."""
        if FALSE in (a, b) or a == -b:
            return FALSE
        if a in (TRUE, b):
            return b
        if b == TRUE:
            return a
        new = self.new()
        self.add(-new, a)
        self.add(-new, b)
        self.add(new, -a, -b)
        return new

    def either(self, literals: Iterable[int]) -> int:
        """A literal that holds exactly when at least one of these does."""
        left = sorted(set(literals) - {FALSE})
        if TRUE in left:
            return TRUE
        if len(left) < 2:
            return left[0] if left else FALSE
        new = self.new()
        self.add(-new, *left)
        for lit in left:
            self.add(new, -lit)
        return new

    def choice(self, condition: int, then: int, other: int) -> int:
        """A literal that equals `then` where the condition holds and `other` where it does not."""
        if FALSE in (condition, other) or then == other:
            return other if then == other or condition == FALSE else self.both(condition, then)
        if then == FALSE:
            return self.both(-condition, other)
        if TRUE in (then, other):
            return -self.choice(condition, -then, -other)
        new = self.new()
        self.add(-condition, -then, new)
        self.add(-condition, then, -new)
        self.add(condition, -other, new)
        self.add(condition, other, -new)
        self.add(-then, -other, new)
        self.add(then, other, -new)
        return new

    def at_most_one(self, literals: Iterable[int]) -> None:
        """No two of these hold; a long list is cut, with a variable that says on which side."""
        left = [lit for lit in literals if lit != FALSE]
        while len(left) > 6:
            link = self.new()
            self.at_most_one([*left[:4], link])
            left = [*left[4:], -link]
        for i, a in enumerate(left):
            for b in left[:i]:
                self.add(-a, -b)

    def exactly_one(self, literals: list[int]) -> None:
        """One of these holds and no other."""
        self.add(*literals)
        self.at_most_one(literals)

    def counted(self, before: list[int], one: int, two: int) -> list[int]:
        """A counter after an event that adds one (`one`) and perhaps a second (`two` implies
        `one`); entry `k` of a counter says that it stands at `k + 1` or more."""
        if one == FALSE:
            return before
        old = [TRUE, *before, FALSE, FALSE, FALSE]
        after = []
        for k in range(1, len(before) + (3 if two != FALSE else 2)):
            least, near, far = old[k], old[k - 1], old[k - 2] if k > 1 else TRUE
            now = TRUE if least == TRUE else self.new()
            self.add(-least, now)
            self.add(-near, -one, now)
            self.add(-far, -two, now)
            self.add(-now, far)
            self.add(-now, least, one)
            self.add(-now, near, two)
            after.append(now)
        return after


def at_least(counter: list[int], k: int) -> int:
    """The literal for a counter standing at `k` or more."""
    if k <= 0:
        return TRUE
    return counter[k - 1] if k <= len(counter) else FALSE


def order_after(state: State, now: Seat, filled: int) -> list[Seat]:
    """The turns that may follow a turn of `now` after which `filled` cells are filled (L3)."""
    rule, players = state.readings.extra_turn, state.players
    seat, extra = now
    last = state.starter - 1 or players
    order: list[Seat] = []
    if players == 5 and rule == "every-round" and seat == last and not extra:
        order.append((seat, True))
    if players == 5 and rule == "first-round" and (filled, seat, extra) == (5, last, False):
        order.append((seat, True))
    if players == 5 and rule == "per-column" and filled % ROWS == 0:
        order.append((seat, False))
    order += [((seat + k) % players + 1, False) for k in range(players)]
    return order


class Model:
    """The formula of one position, and what its variables mean.

    Turns are counted from 0, the turn of `state`. A cell is a row and a column, `("A", 0)`.
    """

    def __init__(self, state: State, worlds: str = WORLDS) -> None:
        self.state, self.readings = state, state.readings
        self.formula = Formula()
        self.add, self.new = self.formula.add, self.formula.new
        self.rows = dict(zip(WORLDS, state.rows, strict=True))
        self.filled = sum(map(len, state.rows))
        self.turns = range(CELLS - self.filled)
        self.columns = range(self.filled // ROWS, COLUMNS)
        self.discard = self.readings.put_back == "discard"
        self.puts_allowed = self.readings.put_back != "never"

        self.deck = [self.named(card, index) for index, card in enumerate(state.deck)]
        self.hands = [
            [self.named(card, 100 * seat + index) for index, card in enumerate(hand)]
            for seat, hand in enumerate(state.hands, 1)
        ]
        self.cards = [card for cards in (*self.hands, self.deck) for card in cards]
        self.owned: list[dict[Card, int]] = [
            {card: TRUE if card in hand else FALSE for card in self.cards} for hand in self.hands
        ]  # by seat: the card has come to this seat's hand and has not been put back
        self.lay_cells()
        self.keep_numbers(worlds)
        self.lay_turns()
        self.put_cards_back()
        self.draw_cards()
        self.tuck_cards()
        self.use_cards_once()
        self.play_turns()

    @staticmethod
    def named(card: Card, index: int) -> Card:
        """A level card's own name; pauses are told apart by a number."""
        return f"{PAUSE}#{index}" if card == PAUSE else card

    # --- What fills each cell -----------------------------------------------------------------

    def lay_cells(self) -> None:
        """`place[card][cell]`, `restart[cell]`: what each open cell will hold."""
        self.open = [(row, c) for row in WORLDS for c in range(len(self.rows[row]), COLUMNS)]
        self.restart = {cell: self.new() for cell in self.open}
        self.place: dict[Card, dict[Cell, int]] = {
            card: {cell: self.new() for cell in self.open if card[0] in (PAUSE, cell[0])}  # L5
            for card in self.cards
        }
        for cell in self.open:  # L17: a cell is filled by one card or restart
            cards = [self.place[card][cell] for card in self.cards if cell in self.place[card]]
            self.formula.exactly_one([self.restart[cell], *cards])
            if cell[1] == 0 and self.readings.first_pause == "forbidden":  # L11
                for card in self.cards:
                    if not is_level(card):
                        self.add(-self.place[card][cell])
        self.has_restart: dict[int, bool] = {}  # columns whose restart lies on the table
        for column in self.columns:  # L9, L13: one restart in a column, so four other cards
            lying = sum(row[column : column + 1] == (RESTART,) for row in self.rows.values())
            here = [self.restart[cell] for cell in self.open if cell[1] == column]
            self.formula.exactly_one([TRUE] * lying + here)
            self.has_restart[column] = lying > 0
        for world, row in self.rows.items():  # L10, L13: two in a row, so eight other cards
            total = [TRUE] * row.count(RESTART)
            for cell in self.open:
                if cell[0] == world:
                    total = self.formula.counted(total, self.restart[cell], FALSE)
            self.add(at_least(total, RESTARTS_PER_ROW))
            self.add(-at_least(total, RESTARTS_PER_ROW + 1))

    def keep_numbers(self, worlds: str) -> None:
        """The number at the right end of a row is at least each level card since its restart."""
        for world in worlds:
            row = self.rows[world]
            lying = row[len(row) - (row[::-1] + (RESTART,)).index(RESTART) :]
            least = max((level_of(cell) for cell in lying if is_level(cell)), default=0)  # L6, L7
            number = {level: TRUE if level <= least else FALSE for level in LEVELS}
            levels = [card for card in self.cards if is_level(card) and card[0] == world]
            for cell in (cell for cell in self.open if cell[0] == world):
                after = {level: self.new() for level in LEVELS}
                for level in LEVELS:
                    self.add(-number[level], self.restart[cell], after[level])  # L7, L11
                    if level > 1:
                        self.add(-after[level], after[level - 1])
                for card in levels:
                    self.add(-self.place[card][cell], after[level_of(card)])
                    if level_of(card) < LEVELS[-1]:
                        self.add(-self.place[card][cell], -number[level_of(card) + 1])  # L6
                number = after

    # --- In which turn it is filled -----------------------------------------------------------

    def column_of(self, turn: int) -> int:
        """The column of which a turn fills a cell (L8)."""
        return (self.filled + turn) // ROWS

    def turns_of(self, column: int) -> range:
        """The turns that fill the open cells of a column (L8)."""
        return range(max(0, column * ROWS - self.filled), column * ROWS + ROWS - self.filled)

    def lay_turns(self) -> None:
        """`slot[turn][row]`: the row that gets its cell; `restarts[turn]`: the turn is a restart;
        `restarted[turn]`: an earlier turn of the same column was."""
        self.slot: list[dict[str, int]] = [{} for _ in self.turns]
        self.restarts = [FALSE] * len(self.turns)
        self.restarted = [FALSE] * len(self.turns)
        for column in self.columns:
            rows, turns = [row for row, c in self.open if c == column], self.turns_of(column)
            for turn in turns:  # L4: one cell in each turn
                self.slot[turn] = {row: self.new() for row in rows}
                self.formula.exactly_one(list(self.slot[turn].values()))
            for row in rows:  # L8
                self.formula.exactly_one([self.slot[turn][row] for turn in turns])
            if self.has_restart[column]:
                continue
            for turn in turns:
                self.restarts[turn] = now = self.new()
                for row, slot in self.slot[turn].items():
                    restart = self.restart[row, column]
                    self.add(-slot, -restart, now)
                    self.add(-slot, -now, restart)
                    self.add(-now, -restart, slot)
            self.formula.exactly_one([self.restarts[turn] for turn in turns])  # L9
            for turn in turns[1:]:
                self.restarted[turn] = self.formula.either(
                    [self.restarted[turn - 1], self.restarts[turn - 1]]
                )

    def placements(self, turn: int) -> int:
        """How many level and pause cards are placed before a turn if the restart of its column is
        still to come; one less if that has been made (`restarted`)."""
        column = self.column_of(turn)
        return turn - sum(not self.has_restart[c] for c in self.columns if c < column)

    def placed(self, turn: int, count: int) -> int:
        """At least so many level and pause cards are placed before this turn."""
        most = self.placements(turn)
        return TRUE if most > count else FALSE if most < count else -self.restarted[turn]

    def deck_at_most(self, turn: int, count: int) -> int:
        """The deck holds at most this many cards, 0 or 1, when the turn begins (L12, L14)."""
        if self.discard:
            gone = len(self.deck) - count
            return self.drawn[turn][gone - 1] if gone > 0 else TRUE
        return self.placed(turn, len(self.deck) - count)

    # --- The deck and what is put under it ----------------------------------------------------

    def put_cards_back(self) -> None:
        """`put[column][k][card]`: the card is the k-th put back after the restart of a column;
        `puts[column]`: a counter of all cards put back up to the end of the column (L14)."""
        self.put: dict[int, tuple[dict[Card, int], dict[Card, int]]] = {}
        self.puts: dict[int, list[int]] = {}
        total: list[int] = []
        for column in self.columns:
            turns = self.turns_of(column)
            before = total
            left = len(self.deck) - self.placements(turns[0])
            if self.puts_allowed and not self.has_restart[column] and left > 0:
                first, second = ({card: self.new() for card in self.cards} for _ in "12")
                self.put[column] = first, second
                one, two = (self.formula.either(which.values()) for which in (first, second))
                self.add(-two, one)
                self.formula.at_most_one(first.values())
                self.formula.at_most_one(second.values())
                for card in self.cards:
                    self.add(-first[card], -second[card])
                total = self.formula.counted(before, one, two)
                for turn in turns:
                    # Nothing is put back under an empty deck. Two under a single card would come
                    # to the same as the second alone; of discards the deck must hold as many.
                    left = len(self.deck) - self.placements(turn)
                    for count, lit in ((1, one), (2, two)):
                        short = at_least(before, left + 1 - count) if self.discard else FALSE
                        self.add(-lit, -self.restarts[turn], TRUE if left >= count else FALSE)
                        self.add(-lit, -self.restarts[turn], -short)
            self.puts[column] = total
        self.line_up_cards_put_back(0 if self.discard else len(total))

    def line_up_cards_put_back(self, length: int) -> None:
        """`tail[card][k]`: the k-th card put under the deck, counted from 0, is this one (L14)."""
        self.tail = {card: [self.new() for _ in range(length)] for card in self.cards}
        before: list[int] = []
        for column, (first, second) in self.put.items():
            after = self.puts[column]
            for k in range(min(len(after), length)):
                for card in self.cards:
                    tail = self.tail[card][k]
                    # the k-th is the first of this column, or it is the second
                    now = (-at_least(before, k), at_least(before, k + 1))
                    self.add(*now, -first[card], tail)
                    self.add(*now, -at_least(after, k + 1), first[card], -tail)
                    now = (-at_least(before, k - 1), at_least(before, k))
                    self.add(*now, -second[card], tail)
                    self.add(*now, -at_least(after, k + 1), second[card], -tail)
            before = after
        for card in self.cards:
            for k in range(length):
                self.add(-self.tail[card][k], at_least(before, k + 1))

    def draw_cards(self) -> None:
        """`drawn[turn][k]`: the k-th card of the queue, counted from 0, is drawn before the turn.

        The queue is the deck and then the cards put back (L12, L14).
        """
        size, tail = len(self.deck), max(map(len, self.tail.values()), default=0)
        self.drawn: list[list[int]] = []
        for turn in self.turns:
            column, most = self.column_of(turn), self.placements(turn)
            earlier = self.puts.get(column - 1, [])
            least = most - 1
            if not self.discard:  # L15: placing draws nothing once the deck is empty
                most, least = min(most, size), min(least, size)
            self.drawn.append(
                [
                    self.formula.choice(
                        self.restarted[turn],
                        at_least(self.puts[column], k + 1 - least),
                        at_least(earlier, k + 1 - most),
                    )
                    for k in range(size + tail)
                ]
            )

    def draw(self, turn: int) -> dict[Card, int]:
        """The cards that may be drawn in this turn, each with the literal that it is (L12, L14)."""
        before, after = self.drawn[turn], self.drawn[turn + 1]
        draws = [self.formula.both(-b, a) for b, a in zip(before, after, strict=True)]
        size = len(self.deck)
        drawn = {card: lit for card, lit in zip(self.deck, draws, strict=False) if lit != FALSE}
        tail = [(k, lit) for k, lit in enumerate(draws[size:]) if lit != FALSE]
        if not tail:
            return drawn
        draws.append(FALSE)
        for card in self.cards:
            again = self.new()
            self.add(-again, *(lit for _, lit in tail))
            for k, now in tail:
                place = self.tail[card]
                left, right = draws[size + k - 1] if k else FALSE, draws[size + k + 1]
                self.add(-now, -place[k], again)
                # one card drawn is this card; of two drawn one is
                self.add(-again, -now, left, right, place[k])
                if k and left != FALSE:
                    self.add(-again, -now, -left, place[k - 1], place[k])
            drawn[card] = self.formula.either([drawn.get(card, FALSE), again])
        return drawn

    def tuck_cards(self) -> None:
        """`tuck[card][cell]`: the card is discarded under the pause that fills this cell, and
        `tucks[turn]`: that happens in this turn (L15)."""
        self.tuck: dict[Card, dict[Cell, int]] = {card: {} for card in self.cards}
        self.tucks = [FALSE] * len(self.turns)
        pauses = [card for card in self.cards if not is_level(card)]
        if self.readings.tuck == "never" or not pauses:
            return
        spare = 1 if self.readings.tuck_when == "deck-empty-after" else 0
        may = [self.deck_at_most(turn, spare) for turn in self.turns]
        for cell in self.open:
            world, column = cell
            turns = [turn for turn in self.turns_of(column) if may[turn] != FALSE]
            if not turns:
                continue
            for card in self.cards:
                if card[0] == world:
                    self.tuck[card][cell] = self.new()
            here = [self.tuck[card][cell] for card in self.cards if cell in self.tuck[card]]
            self.formula.at_most_one(here)
            some = self.formula.either(here)
            self.add(-some, *(self.place[card][cell] for card in pauses))
            for turn in self.turns_of(column):
                self.add(-some, -self.slot[turn][world], may[turn])
            for turn in turns:
                now = self.formula.both(some, self.slot[turn][world])
                self.tucks[turn] = self.formula.either([self.tucks[turn], now])

    def use_cards_once(self) -> None:
        """No card is used in two places, and none is put back after it has been placed."""
        for card in self.cards:
            uses = [*self.place[card].values(), *self.tuck[card].values()]
            if self.discard:  # L14: out of play
                uses += [which[card] for both in self.put.values() for which in both]
            self.formula.at_most_one(uses)
            for column, (first, second) in self.put.items():
                for (row, c), place in self.place[card].items():
                    for put in (first[card], second[card]):
                        if c < column:
                            self.add(-put, -place)
                        elif c == column:
                            for turn in self.turns_of(column):
                                self.add(-put, -place, -self.slot[turn][row], self.restarted[turn])

    # --- Whose turn it is, and who holds what -------------------------------------------------

    def play_turns(self) -> None:
        """The turns one after another: who moves, from which hand, what the hands are then."""
        seats: dict[Seat, int] = {(self.state.turn, self.state.extra): TRUE}
        if self.readings.empty_hand == "skipped" and self.turns:
            self.add(TRUE if self.hands[self.state.turn - 1] else FALSE)  # L19
        self.spent: list[list[int]] = [[] for _ in self.hands]  # cards gone that were not replaced
        for turn in self.turns:
            movers: dict[int, int] = {}
            for (seat, _), lit in seats.items():
                movers[seat] = self.formula.either([movers.get(seat, FALSE), lit])
            for seat, mover in movers.items():
                self.use_own_cards(turn, mover, self.owned[seat - 1])
            if turn + 1 in self.turns:
                self.change_hands(turn, movers)
                seats = self.next_seats(turn, seats)

    def use_own_cards(self, turn: int, mover: int, owned: dict[Card, int]) -> None:
        """Whoever moves places, tucks and puts back cards of their own hand (L4, L14, L15)."""
        column = self.column_of(turn)
        for card in self.cards:
            for uses in (self.place[card], self.tuck[card]):
                for (row, c), use in uses.items():
                    if c == column:
                        self.add(-use, -self.slot[turn][row], -mover, owned[card])
            for which in self.put.get(column, ()):
                self.add(-which[card], -self.restarts[turn], -mover, owned[card])

    def change_hands(self, turn: int, movers: dict[int, int]) -> None:
        """What the hands hold after a turn (L12, L14), and how many cards are gone for good."""
        put = self.put.get(self.column_of(turn))
        drawn = self.draw(turn)
        restart, empty = self.restarts[turn], self.deck_at_most(turn, 0)
        undrawn = self.formula.both(-restart, empty)
        for seat, mover in movers.items():
            for card, old in self.owned[seat - 1].items():
                gain = drawn.get(card, FALSE)
                lose = [which[card] for which in put] if put else []
                if old == FALSE:
                    new = self.formula.both(gain, mover)
                elif gain == FALSE and not lose:
                    new = old
                else:
                    new = self.new()
                    self.add(-new, old, gain)
                    self.add(-new, old, mover)
                    self.add(-gain, -mover, new)
                    self.add(-old, restart, new)
                    self.add(-old, *lose, new)
                    for lit in lose:
                        self.add(-lit, -restart, -new)
                self.owned[seat - 1][card] = new
            tuck = self.tucks[turn]  # under a deck of one card too: one less after the draw
            one = self.formula.both(mover, self.formula.either([undrawn, tuck]))
            two = self.formula.both(mover, self.formula.both(undrawn, tuck))
            spent = self.formula.counted(self.spent[seat - 1], one, two)
            self.spent[seat - 1] = spent[: len(self.hands[seat - 1])]

    def next_seats(self, turn: int, seats: dict[Seat, int]) -> dict[Seat, int]:
        """The turns that may come next: the first in order whose player can act (L3, L16)."""
        left = FALSE  # whether a restart is still to come in the column of the next turn
        if self.readings.empty_hand == "may-restart":
            column = self.column_of(turn + 1)
            left = FALSE if self.has_restart[column] else -self.restarted[turn + 1]
        after: dict[Seat, list[tuple[int, ...]]] = {}
        for now, lit in seats.items():
            unable: list[int] = []
            asked: set[int] = set()
            for seat in order_after(self.state, now, self.filled + turn + 1):
                if seat[0] in asked:
                    continue
                asked.add(seat[0])
                spent = at_least(self.spent[seat[0] - 1], len(self.hands[seat[0] - 1]))
                able = self.formula.either([-spent, left])
                if able != FALSE:
                    after.setdefault(seat, []).append((-lit, -able, *unable))
                if able == TRUE:
                    break
                unable.append(able)
            else:
                self.add(-lit, *unable)  # L19
        if len(after) == 1:
            return dict.fromkeys(after, TRUE)
        result = {seat: self.new() for seat in after}
        self.formula.exactly_one(list(result.values()))
        for seat, clauses in after.items():
            for clause in clauses:
                self.add(*clause, result[seat])
        return result

    # --- What else may be asked ---------------------------------------------------------------

    def bar(self, move: Move) -> None:
        """Forbids a legal move of the first turn."""
        cell = move.row, self.column_of(0)
        self.add(-self.slot[0][move.row], *(-lit for lit in self.does(cell, move)))

    def does(self, cell: Cell, move: Move) -> list[int]:
        """Literals that hold together exactly when the cell is filled as the move fills it."""
        if move.card != RESTART:
            cards = [self.place[card].get(cell, FALSE) for card in self.alike(move.card)]
            tucks = [self.tuck[card].get(cell, FALSE) for card in self.alike(move.tuck)]
            some = [-self.formula.either(tucks)] if move.tuck is None else tucks
            return [self.formula.either(cards), *some]
        puts = self.put.get(cell[1], ({}, {}))
        ways = [move.put_back]
        if self.discard:
            ways.append(move.put_back[::-1])  # in no order
        either = self.formula.either([self.puts_exactly(puts, way) for way in ways])
        return [self.restart[cell], either]

    def puts_exactly(
        self, puts: tuple[dict[Card, int], dict[Card, int]], cards: tuple[Card, ...]
    ) -> int:
        """A literal that holds exactly when these cards are put back in this order."""
        result = TRUE
        for which, card in zip(puts, (*cards, None, None), strict=False):
            lit = self.formula.either(which.get(one, FALSE) for one in self.alike(card))
            result = self.formula.both(result, lit if card else -lit)
        return result

    def alike(self, card: Card | None) -> list[Card]:
        """The cards in the game that a name in a move may mean: any card for None."""
        return [one for one in self.cards if card in (None, one, one[0])]

    def put_back_at_most(self, count: int) -> None:
        """Forbids putting back more cards than that in all (L14)."""
        for total in self.puts.values():
            self.add(-at_least(total, count + 1))

    # --- The answer ---------------------------------------------------------------------------

    def plan(self, model: Iterable[int]) -> tuple[Move, ...]:
        """The moves that a satisfying assignment stands for."""
        true = set(model)
        moves = []
        for turn in self.turns:
            column = self.column_of(turn)
            row = next(row for row, lit in self.slot[turn].items() if lit in true)
            cell = row, column
            if self.restart[cell] in true:
                put = [
                    PAUSE if card[0] == PAUSE else card
                    for which in self.put.get(column, ())
                    for card, lit in which.items()
                    if lit in true
                ]
                moves.append(Move(RESTART, row, put_back=tuple(put)))
                continue
            card = next(card for card in self.cards if self.place[card].get(cell, FALSE) in true)
            if is_level(card):
                moves.append(Move(card, row))
            else:
                tucks = (card for card, cells in self.tuck.items() if cells.get(cell) in true)
                moves.append(Move(PAUSE, row, tuck=next(tucks, None)))
        return tuple(moves)


def decide(
    state: State,
    conflicts: int | None = None,
    worlds: str = WORLDS,
    barred: Iterable[Move] = (),
    put_back: int | None = None,
) -> CnfAnswer:
    """Decide whether some play from this position fills all fifty cells.

    `conflicts` is a limit for the solver. `worlds` names those whose numbers matter; in the other
    rows L6 is waived, and a plan may break it. The play does not begin with a legal move that is
    `barred` (two cards under a deck of one are the second alone, which comes to the same), nor does
    it put back more than `put_back` cards in all. The same question always gets the same answer.
    """
    if conflicts is not None and conflicts < 1:  # the solver would take 0 for no limit at all
        return CnfAnswer(None, None, 0)
    model = Model(state, worlds)
    for move in barred:
        model.bar(move)
    if put_back is not None:
        model.put_back_at_most(put_back)
    with Solver(name=SOLVER, bootstrap_with=model.formula.clauses) as solver:
        if conflicts is None:
            satisfiable = solver.solve()
        else:
            solver.conf_budget(conflicts)
            satisfiable = solver.solve_limited()
        plan = model.plan(solver.get_model()) if satisfiable else None
        return CnfAnswer(satisfiable, plan, solver.accum_stats()["conflicts"])
