"""Could a table of Level 10 be like that at all? A formula of positions, not of plays.

The second opinion on what `anydeal.py` finds impossible, written apart from it. It asks for no
play, only for a table that keeps the rules and for hands of sizes that can be: so it holds of every
position that can be reached, and of some that cannot. Where it has no solution the condition is
impossible; where it has one nothing is said.

After so many cells it is known how many restarts lie on the table, but for the column in progress
(L9), and so how many cards have been placed and drawn (L12). As long as the deck is not used up,
hands keep their size and nobody is skipped, so it is known whose turn it is (L3). Later, hands may
be of any sizes that add up and the turn anybody's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from threading import Timer

from pysat.solvers import Solver

from solver.level10.cards import HAND_SIZE
from solver.level10.cnf import FALSE, SOLVER, TRUE, Formula
from solver.level10.rules import Readings
from solver.rulebook.condition import ANY, SOME, Condition, Holds, Not, Range

ROWS, LENGTH, TOP = range(5), 10, 8
R, P = 0, -1  # a restart and a pause in a cell; level cards are their numbers


class Position(Formula):
    """All tables with so many cells filled, with or without a restart in the column in progress."""

    def __init__(
        self, players: int, pauses: int, readings: Readings, filled: int, restarted: bool
    ) -> None:
        super().__init__()
        self.players, self.pauses, self.readings, self.filled = players, pauses, readings, filled
        self.columns, self.part = divmod(filled, 5)
        self.restarted = restarted
        size = HAND_SIZE[players]
        placed = filled - self.columns - restarted
        drawn_from = 40 + pauses - players * size
        self.deck = max(0, drawn_from - placed)
        first_tuck = drawn_from + (readings.tuck_when == "deck-empty-before")  # L15
        may_tuck = max(0, placed - first_tuck + 1) if readings.tuck == "same-world" else 0
        self.certain = placed <= drawn_from and may_tuck == 0
        self.lay_rows()
        self.give_cards(size, may_tuck)
        self.give_turn()
        self.allow()

    # --- The rows -----------------------------------------------------------------------------

    def lay_rows(self) -> None:
        """What lies in each cell, and that each row and column keeps the rules (L6-L11)."""
        whats = (R, P, *range(1, TOP + 1))
        self.cell: dict[tuple[int, int, int], int] = {}
        self.has: dict[tuple[int, int], int] = {}
        for row, column in product(ROWS, range(LENGTH)):
            has = TRUE if column < self.columns else FALSE
            if column == self.columns and self.part:
                has = self.new()
            self.has[row, column] = has
            for what in whats:
                self.cell[row, column, what] = FALSE if has == FALSE else self.new()
            if has != FALSE:
                self.exactly_one([-has, *(self.cell[row, column, what] for what in whats)])
        for column in range(self.columns + bool(self.part)):
            cells = [self.has[row, column] for row in ROWS]
            restarts = [self.cell[row, column, R] for row in ROWS]
            if column < self.columns or self.restarted:
                self.exactly_one(restarts)  # L9
            else:
                for one in restarts:
                    self.add(-one)
            if column == self.columns:
                self.exactly(cells, self.part)
        self.beyond: dict[tuple[int, int, int], int] = {}  # row, column, n: counts more than n
        for row in ROWS:
            self.at_most(self.row(row, R), 2)  # L10
            others = [
                self.either([self.cell[row, column, what] for what in whats if what != R])
                for column in range(LENGTH)
            ]
            self.at_most(others, TOP)  # L10
            for level in range(1, TOP + 1):
                self.at_most(self.row(row, level), 1)  # L1
            if self.readings.first_pause == "forbidden":
                self.add(-self.cell[row, 0, P])  # L11
            self.count_row(row)
        self.at_most([self.cell[row, c, P] for row in ROWS for c in range(LENGTH)], self.pauses)

    def row(self, row: int, what: int) -> list[int]:
        """Whether this lies in a row, cell by cell."""
        return [self.cell[row, column, what] for column in range(LENGTH)]

    def count_row(self, row: int) -> None:
        """What a row counts as, in order: more than 0, more than 1 … (L6, L7, L11)."""
        before = [FALSE] * (TOP + 1)
        for column in range(LENGTH):
            keeps = self.either([-self.has[row, column], self.cell[row, column, P]])
            after = []
            for n in range(TOP + 1):
                higher = [self.cell[row, column, level] for level in range(n + 1, TOP + 1)]
                after.append(self.either([*higher, self.both(keeps, before[n])]))
            for level in range(1, TOP + 1):
                self.add(-self.cell[row, column, level], -before[level])  # L6
            for n, literal in enumerate(after):
                self.beyond[row, column, n] = literal
            before = after

    def more_than(self, row: int, n: int) -> int:
        """Whether a row counts as more than a number at the end."""
        return self.beyond[row, LENGTH - 1, n]

    # --- Counting -----------------------------------------------------------------------------

    def counter(self, literals: Iterable[int], most: int) -> list[int]:
        """Entry k says that more than k of these hold, k going up to `most`."""
        found = [FALSE] * (most + 1)
        for literal in literals:
            before = [TRUE, *found]
            found = [
                self.either([before[k + 1], self.both(before[k], literal)]) for k in range(most + 1)
            ]
        return found

    def at_most(self, literals: Iterable[int], most: int) -> None:
        """No more than so many of these hold."""
        self.add(-self.counter(literals, most)[most])

    def exactly(self, literals: Iterable[int], count: int) -> None:
        """Just so many of these hold."""
        counted = self.counter(literals, count)
        self.add(-counted[count])
        if count:
            self.add(counted[count - 1])

    def within(self, counted: list[int], wanted: Range) -> int:
        """Whether what is counted, which is less than the entries are, lies in a range."""
        low = 0 if wanted.low is None else wanted.low
        at_least = TRUE if low <= 0 else FALSE if low > len(counted) else counted[low - 1]
        if wanted.high is None or wanted.high >= len(counted):
            return at_least
        return FALSE if wanted.high < 0 else self.both(at_least, -counted[wanted.high])

    def all_of(self, literals: Iterable[int]) -> int:
        """Whether all of these hold."""
        return -self.either([-one for one in literals])

    # --- The hands and the turn ---------------------------------------------------------------

    def give_cards(self, size: int, may_tuck: int) -> None:
        """Where each card is, and how many are in the deck and the hands (L12, L15)."""
        self.hand: dict[tuple[int, int, int], int] = {}  # seat, row, level
        self.in_deck: dict[tuple[int, int], int] = {}
        tucked = []
        for row, level in product(ROWS, range(1, TOP + 1)):
            on_table = self.either(self.row(row, level))
            hands = [self.new() for _ in range(self.players)]
            deck, under = self.new(), self.new() if may_tuck else FALSE
            self.exactly_one([on_table, deck, under, *hands])
            self.in_deck[row, level] = deck
            tucked.append(under)
            for seat, held in enumerate(hands, 1):
                self.hand[seat, row, level] = held
        pauses = [[self.new() for _ in range(self.players + 2)] for _ in range(self.pauses)]
        for places in pauses:  # on the table, in the deck, or in a hand
            self.exactly_one(places)
        lying = self.counter([places[0] for places in pauses], self.pauses)
        cells = [self.cell[row, column, P] for row in ROWS for column in range(LENGTH)]
        for one, other in zip(lying, self.counter(cells, self.pauses), strict=True):
            self.add(-one, other)
            self.add(one, -other)
        self.tucked = self.counter(tucked, may_tuck)
        self.add(-self.tucked[may_tuck])
        self.exactly([*self.in_deck.values(), *(places[1] for places in pauses)], self.deck)
        self.pause_of = {
            seat: self.either([places[seat + 1] for places in pauses])
            for seat in range(1, self.players + 1)
        }
        self.sizes: dict[int, list[int]] = {}
        for seat in range(1, self.players + 1):
            levels = [held for (whose, _, _), held in self.hand.items() if whose == seat]
            counted = self.counter([*levels, *(places[seat + 1] for places in pauses)], size)
            self.add(-counted[size])
            if self.certain:
                self.add(counted[size - 1])
            self.sizes[seat] = counted

    def give_turn(self) -> None:
        """Whose turn it is: known while hands are full, later anybody's who has a card (L16)."""
        turns = [(seat, False) for seat in self.sizes]
        if self.players == 5:
            turns.append((5, True))
        if self.certain:
            now = turn_after(self.filled, self.players, self.readings.extra_turn)
            self.turn = {turn: TRUE if turn == now else FALSE for turn in turns}
            return
        self.turn = {turn: self.new() for turn in turns}
        self.exactly_one(list(self.turn.values()))
        anybody = self.either([counted[0] for counted in self.sizes.values()])
        for (seat, _), literal in self.turn.items():
            self.add(-literal, self.sizes[seat][0], -anybody)

    def is_turn(self, seat: int) -> int:
        """Whether it is a seat's turn."""
        return self.either([one for (whose, _), one in self.turn.items() if whose == seat])

    # --- What may be done ---------------------------------------------------------------------

    def allow(self) -> None:
        """Whether the player on turn has a legal action (L6, L8-L11, L13)."""
        ways = []
        forced = self.part == 4 and not self.restarted
        self.spent = {row: self.counter(self.row(row, R), 2)[1] for row in ROWS}
        for row in ROWS:
            if self.columns == LENGTH:
                break
            free = -self.has[row, self.columns]
            if not self.restarted:
                ways.append(self.both(free, -self.spent[row]))
            if forced:
                continue
            others = [
                self.either([self.cell[row, c, what] for what in (P, *range(1, TOP + 1))])
                for c in range(LENGTH)
            ]
            free = self.both(free, -self.counter(others, TOP)[TOP - 1])
            pause = free
            if self.readings.first_pause == "forbidden":
                pause = self.both(free, self.has[row, 0])
            for seat in self.sizes:
                mine = self.is_turn(seat)
                ways.append(self.all_of([pause, mine, self.pause_of[seat]]))
                for level in range(1, TOP + 1):
                    fits = -self.more_than(row, level)
                    ways.append(self.all_of([free, mine, self.hand[seat, row, level], fits]))
        anybody = self.either([counted[0] for counted in self.sizes.values()])
        over = self.filled == 5 * LENGTH
        self.anybody = anybody
        self.open = FALSE if over else self.both(anybody, self.either(ways))
        self.stuck = FALSE if over else self.both(anybody, -self.either(ways))


def turn_after(filled: int, players: int, extra_turn: str) -> tuple[int, bool]:
    """Whose turn it is after so many cells if nobody has been skipped (L3)."""
    round_of_six = [*((seat, False) for seat in range(1, 6)), (5, True)]
    if players < 5 or extra_turn == "never" or (extra_turn == "first-round" and filled >= 6):
        passed = filled - (players == 5 and extra_turn == "first-round")
        return passed % players + 1, False
    if extra_turn == "per-column":
        return (filled - filled // 5) % 5 + 1, False
    return round_of_six[filled % 6]


# --- Conditions -----------------------------------------------------------------------------------


def literal(position: Position, condition: Condition) -> int:
    """Whether a condition holds; where it asks for more than a position says, whether it could."""
    if isinstance(condition, Holds):
        return MEANING[condition.predicate.name](position, *condition.arguments)
    if isinstance(condition, Not):
        return -literal(position, condition.part)
    parts = [literal(position, part) for part in condition.parts]
    return position.all_of(parts) if condition.every else position.either(parts)


def seats(position: Position, player: int | None) -> Iterator[int]:
    """The seat of a player, or all."""
    return (seat for seat in position.sizes if player in (None, seat))


def only_pauses(position: Position, player: int | None = None) -> int:
    """Pauses in the hand of the player, or of the one on turn, and nothing else."""
    found = []
    for seat in seats(position, player):
        levels = [-held for (whose, _, _), held in position.hand.items() if whose == seat]
        turn = TRUE if player else position.is_turn(seat)
        found.append(position.all_of([turn, position.pause_of[seat], *levels]))
    return position.either(found)


def holds(position: Position, player: int, card: str) -> int:
    """A card in the hand of a player."""
    if player > position.players:
        return FALSE
    if card == "P":
        return position.pause_of[player]
    return position.hand[player, "ABCDE".index(card[0]), int(card[1])]


def dead_card(position: Position, card: str | None = None) -> int:
    """A card in a hand or the deck that can never be placed any more (L6, L10)."""
    found = []
    for (row, level), deck in position.in_deck.items():
        if card in (None, "ABCDE"[row] + str(level)):
            held = [position.hand[seat, row, level] for seat in position.sizes]
            past = position.both(position.spent[row], position.more_than(row, level))
            gone = position.either([past, position.has[row, LENGTH - 1]])
            found.append(position.both(position.either([deck, *held]), gone))
    return position.either(found)


def row_without_restart(position: Position, cells: Range = ANY) -> int:
    """An unfinished row of so many cells without a restart."""
    found = []
    for row in ROWS:
        filled = position.counter([position.has[row, c] for c in range(LENGTH)], LENGTH)
        none = [-one for one in position.row(row, R)]
        unfinished = -position.has[row, LENGTH - 1]
        found.append(position.all_of([unfinished, position.within(filled, cells), *none]))
    return position.either(found)


def pause_value(position: Position, wanted: Range) -> int:
    """A pause that counts as such a number (L11)."""
    found = []
    for row, column, number in product(ROWS, range(LENGTH), range(TOP + 1)):
        if number in wanted:
            least = position.beyond[row, column, number - 1] if number else TRUE
            exact = position.both(least, -position.beyond[row, column, number])
            found.append(position.both(position.cell[row, column, P], exact))
    return position.either(found)


def skipped(position: Position, player: int | None = None) -> int:
    """Whether somebody could have been passed over: a player without cards, others with some."""
    if position.certain or position.filled == 5 * LENGTH:
        return FALSE
    could = position.new()  # the position does not tell whether it was the last move
    nobody = [-position.sizes[seat][0] for seat in seats(position, player)]
    position.add(-could, position.either(nobody))
    position.add(-could, position.anybody)
    return could


def known(value: bool) -> int:
    """A literal that is known."""
    return TRUE if value else FALSE


MEANING: Mapping[str, Callable[..., int]] = {
    "won": lambda p: known(p.filled == 5 * LENGTH),
    "lost": lambda p: p.both(known(p.filled < 5 * LENGTH), -p.open),
    "open": lambda p: p.open,
    "stuck": lambda p: p.stuck,
    "all-hands-empty": lambda p: -p.anybody,
    "hand-empty": lambda p, player=None: p.either([-p.sizes[s][0] for s in seats(p, player)]),
    "hand-only-pauses": only_pauses,
    "hand-size": lambda p, player, size: p.either(
        [p.within(p.sizes[s], size) for s in seats(p, player)]
    ),
    "holds": holds,
    "deck": lambda p, size: known(p.deck in size),
    "filled": lambda p, cells: known(p.filled in cells),
    "turn": lambda p, player: p.either([p.is_turn(s) for s in seats(p, player)]),
    "extra": lambda p: p.turn.get((5, True), FALSE),
    "skipped": skipped,
    "dead-card": dead_card,
    "open-row-without-restart": row_without_restart,
    "restart-forced": lambda p: known(p.part == 4 and not p.restarted),
    "pause-value": pause_value,
    "tucked": lambda p, count=SOME: p.within(p.tucked, count),
}
"""What each predicate asks of a position."""


def possible(
    condition: Condition,
    players: int,
    pauses: int,
    readings: Readings,
    moves: int,
    seconds: float | None = None,
) -> bool | None:
    """Whether a table after at most so many moves could be as a condition says; not whether a play
    leads there. None where the time was up. The condition is made of predicates in `MEANING`."""
    started = time.monotonic()
    for filled in range(moves + 1):
        for restarted in (False, True) if filled % 5 else (False,):
            left = None if seconds is None else seconds - (time.monotonic() - started)
            position = Position(players, pauses, readings, filled, restarted)
            found = solvable(position, condition, left)
            if found is not False:
                return found
    return False


def solvable(position: Position, condition: Condition, seconds: float | None = None) -> bool | None:
    """Whether one of these positions could be as a condition says; None where the time was up."""
    if seconds is not None and seconds <= 0:
        return None
    wanted = literal(position, condition)
    if wanted == FALSE:
        return False
    position.add(wanted)
    with Solver(name=SOLVER, bootstrap_with=position.clauses) as solver:
        if seconds is None:
            return bool(solver.solve())
        timer = Timer(seconds, solver.interrupt)
        timer.start()
        found: bool | None = solver.solve_limited(expect_interrupt=True)
        timer.cancel()
        return found
