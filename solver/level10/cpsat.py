"""The complete model: can the team fill all fifty cells from here, every card known?

A win takes exactly one turn per open cell, so time is the number of filled cells: step `t` is the
turn that fills cell `t`, and lies in column `t // 5` (L8). Each column takes exactly one restart
(L9), so the number of level and pause cards placed before a step is known up to one, and with it
the place of the deck that is drawn from.

The steps are laid down in order. Whatever is already certain — who moves, who can hold a card —
is kept as a plain True or False instead of a variable.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from solver.level10.cards import (
    CELLS,
    COLUMNS,
    PAUSE,
    RESTART,
    RESTARTS_PER_ROW,
    WORLDS,
    is_level,
    level_of,
    number,
    world_of,
)
from solver.level10.rules import Move, State

Literal = cp_model.LiteralT
Turn = tuple[int, bool]
"""A seat, and whether it is the last player's additional turn (L3)."""

HEIGHT = len(WORLDS)
SEED = 10


@dataclass(frozen=True, slots=True)
class CpSatAnswer:
    """What the model says: a plan, none (`feasible` False), or which limit stopped the solver."""

    feasible: bool | None
    plan: tuple[Move, ...] | None
    conflicts: int
    limit: str | None = None


def decide(
    state: State,
    seconds: float | None = None,
    conflicts: int | None = None,
    megabytes: int | None = None,
) -> CpSatAnswer:
    """Whether the team can win from this state, with a plan if so.

    The seconds include the building of the model. The same state gives the same plan, unless a
    limit stops the solver. Raises `RuntimeError` where the solver calls the model invalid.
    """
    started = time.monotonic()
    model = DealModel(state)
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = SEED
    parameters.cp_model_probing_level = 0  # it works by the clock: plans would differ
    if conflicts is not None:
        parameters.max_number_of_conflicts = conflicts
    if megabytes is not None:
        parameters.max_memory_in_mb = megabytes
    if seconds is not None:
        left = seconds - (time.monotonic() - started)
        if left <= 0:
            return CpSatAnswer(None, None, 0, "time")
        parameters.max_time_in_seconds = left

    status = solver.solve(model.cp)
    used = solver.num_conflicts
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return CpSatAnswer(True, model.plan(solver), used)
    if status == cp_model.INFEASIBLE:
        return CpSatAnswer(False, None, used)
    if status != cp_model.UNKNOWN:
        raise RuntimeError(f"CP-SAT refuses the model: {model.cp.validate()}")
    if conflicts is not None and used >= conflicts:
        return CpSatAnswer(None, None, used, "nodes")
    if seconds is not None and solver.wall_time >= 0.9 * left:
        return CpSatAnswer(None, None, used, "time")
    return CpSatAnswer(None, None, used, "memory")


def negated(literal: Literal) -> Literal:
    """The opposite of a literal or of a plain truth value."""
    return not literal if isinstance(literal, bool) else ~literal


class DealModel:
    """The constraints of one deal, and its plan once they are solved.

    Cards are numbered, hands first and then the deck, so that equal pauses stay apart. The
    dictionaries hold only what is possible; their keys begin with the step.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.readings = state.readings
        self.cp = cp_model.CpModel()
        self.first_column = state.column
        self.restarted = RESTART in state.column_cells()
        self.cards = [card for hand in state.hands for card in hand] + list(state.deck)
        self.in_hands = len(self.cards) - len(state.deck)
        self.pauses = [j for j, card in enumerate(self.cards) if card == PAUSE]

        self.places: dict[tuple[int, int, int], Literal] = {}  # step, card, seat
        self.tucks: dict[tuple[int, int, int], Literal] = {}
        self.puts: dict[tuple[int, int, int], Literal] = {}
        self.slots: dict[tuple[int, int, int], Literal] = {}  # column, 0 or 1, card
        self.restarts: dict[tuple[int, str], Literal] = {}  # step, world
        self.paused: dict[tuple[int, str], Literal] = {}
        self.restart: dict[int, Literal] = {}  # step
        self.done: dict[int, Literal] = {}  # the column's restart lies before the step
        self.putting: dict[int, tuple[Literal, Literal]] = {}  # column: at least one, two put back
        self.totals: dict[tuple[int, int, int], Literal] = {}
        self.counts: dict[tuple[int, int, int], Literal] = {}

        self.hands: list[dict[int, Literal]] = []
        first = 0
        for hand in state.hands:
            self.hands.append(dict.fromkeys(range(first, first + len(hand)), True))
            first += len(hand)
        self.least = [len(hand) for hand in state.hands]  # no hand can be smaller, tucks apart
        self.tucking = [0] * state.players
        self.turns: dict[Turn, Literal] = {(state.turn, state.extra): True}

        self.build()

    # --- Literals -------------------------------------------------------------------------------

    def new(self) -> Literal:
        """A new variable."""
        return self.cp.new_bool_var("")

    def clause(self, *literals: Literal) -> None:
        """At least one of them holds."""
        kept = [literal for literal in literals if literal is not False]
        if True not in [literal for literal in kept if isinstance(literal, bool)]:
            self.cp.add_bool_or(kept)

    def exactly_one(self, literals: Iterable[Literal]) -> None:
        """One of them holds, and no other."""
        self.cp.add_exactly_one(literals)

    def any_of(self, literals: Sequence[Literal]) -> Literal:
        """Whether one of these holds, of which no two can."""
        if not literals:
            return False
        if len(literals) == 1:
            return literals[0]
        either = self.new()
        self.exactly_one([*literals, negated(either)])
        return either

    def both(self, left: Literal, right: Literal) -> Literal:
        """Whether both hold."""
        if left is False or right is False:
            return False
        if left is True or right is True:
            return right if left is True else left
        joint = self.new()
        self.clause(negated(joint), left)
        self.clause(negated(joint), right)
        self.clause(joint, negated(left), negated(right))
        return joint

    def choice(self, condition: Literal, then: Literal, otherwise: Literal) -> Literal:
        """`then` where the condition holds, else `otherwise`."""
        if then is otherwise or condition is True:
            return then
        if condition is False:
            return otherwise
        chosen = self.new()
        self.clause(negated(condition), negated(then), chosen)
        self.clause(negated(condition), then, negated(chosen))
        self.clause(condition, negated(otherwise), chosen)
        self.clause(condition, otherwise, negated(chosen))
        return chosen

    # --- The whole ------------------------------------------------------------------------------

    def build(self) -> None:
        """Lays down the steps, then the rows."""
        self.clock()
        for step in range(self.state.filled, CELLS):
            if step > self.state.filled:
                self.pass_turn(step)
            for seat, _ in self.turns:  # L16, L19: who moves is able to
                turn = self.any_of([on for (who, _), on in self.turns.items() if who == seat])
                self.clause(negated(turn), self.able(seat, step))
            self.act(step)
        self.link_slots()
        for world in WORLDS:
            self.fill_row(world)
        for column in range(self.first_column, COLUMNS):  # L9
            steps = self.steps(column)
            if column > self.first_column or not self.restarted:
                self.exactly_one(self.restart[step] for step in steps)

    def steps(self, column: int) -> range:
        """The steps to come in a column."""
        return range(max(column * HEIGHT, self.state.filled), (column + 1) * HEIGHT)

    # --- Counting placements and put-backs ------------------------------------------------------

    def clock(self) -> None:
        """When each column's restart is, and how many cards go back with it."""
        for step in range(self.state.filled, CELLS):
            column = step // HEIGHT
            if step == self.steps(column).start:
                self.done[step] = column == self.first_column and self.restarted
            if self.done[step] is True:
                self.restart[step] = False  # L13: one restart a column
            else:
                self.restart[step] = self.new()
            self.done[step + 1] = self.any_of(
                [lit for lit in (self.done[step], self.restart[step]) if lit is not False]
            )
        self.done[CELLS] = False
        for column in range(self.first_column, COLUMNS):
            self.putting[column] = (False, False)
            open_ = self.placed_before(self.steps(column).start) < len(self.state.deck)
            mine = column == self.first_column and self.restarted
            if self.readings.put_back != "never" and open_ and not mine:  # L14
                one, two = self.new(), self.new()
                self.clause(negated(two), one)
                self.putting[column] = (one, two)

    def placed_before(self, step: int) -> int:
        """How many level and pause cards are placed before a step, if the column's restart is
        not: one less if it is."""
        column = step // HEIGHT
        return step - self.state.filled - (column - self.first_column) + self.restarted

    def total(self, first: int, end: int, count: int) -> Literal:
        """Whether at least so many cards are put back in the columns `first` … `end - 1`."""
        if count <= 0:
            return True
        if end <= first or count > 2 * (end - first):
            return False
        key = (first, end, count)
        if key not in self.totals:
            one, two = self.putting[end - 1]
            none_, less, least = (self.total(first, end - 1, count - n) for n in range(3))
            if one is False:
                self.totals[key] = none_
                return none_
            more = self.totals[key] = self.new()
            self.clause(negated(none_), more)
            self.clause(negated(one), negated(less), more)
            self.clause(negated(two), negated(least), more)
            self.clause(negated(more), least)
            self.clause(negated(more), two, less)
            self.clause(negated(more), one, none_)
        return self.totals[key]

    def reached(self, count: int, step: int, first: int) -> Literal:
        """Whether the placements before a step, and the cards put back since column `first`, are
        at least so many."""
        key = (count, step, first)
        if key not in self.counts:
            column, placed = step // HEIGHT, self.placed_before(step)
            self.counts[key] = self.choice(
                self.done[step],
                self.total(first, column + 1, count - placed + 1),
                self.total(first, column, count - placed),
            )
        return self.counts[key]

    def deck_at_most(self, size: int, step: int) -> Literal:
        """Whether the deck holds no more cards than that before a step."""
        shrinks = self.readings.put_back == "discard"  # L14; under the deck keeps its size
        return self.reached(
            len(self.state.deck) - size, step, self.first_column if shrinks else COLUMNS
        )

    # --- Whose turn it is -----------------------------------------------------------------------

    def following(self, turn: Turn, filled: int) -> list[Turn]:
        """The turns that come up after this one, were nobody skipped (L3).

        Of two turns of the last player only the first: one is skipped with the other (L16).
        """
        players, rule = self.state.players, self.readings.extra_turn
        seat, extra = turn
        order = []
        if players == 5:
            last = (self.state.starter - 2) % players + 1
            doubled = rule == "every-round" or (rule == "first-round" and filled == players)
            if seat == last and not extra and doubled:
                order.append((seat, True))
            if rule == "per-column" and filled % HEIGHT == 0:
                order.append((seat, False))
        return order + [((seat + k) % players + 1, False) for k in range(players)]

    def able(self, seat: int, step: int) -> Literal:
        """Whether a seat takes a turn at this step rather than being skipped (L16).

        Where the game is still won, a column without its restart has a world to restart in.
        """
        if self.least[seat - 1] > self.tucking[seat - 1]:
            return True
        hand = self.hands[seat - 1]
        held: Literal = False
        if hand:
            held = self.new()
            for card in hand.values():
                self.clause(negated(card), held)
            self.clause(negated(held), *hand.values())
        if self.readings.empty_hand == "skipped":
            return held
        return negated(self.both(negated(held), self.done[step]))

    def pass_turn(self, step: int) -> None:
        """Gives this step to the first in order who can act (L3, L16)."""
        able = {seat: self.able(seat, step) for seat in range(1, self.state.players + 1)}
        cases = []
        for turn, before in self.turns.items():
            skipped: list[Literal] = []
            for other in self.following(turn, step):
                can = able[other[0]]
                if can is not False:
                    cases.append((other, [negated(before), *skipped, negated(can)]))
                    skipped.append(can)
                if can is True:
                    break
        turns = dict.fromkeys(other for other, _ in cases)
        self.turns = {turn: len(turns) == 1 or self.new() for turn in turns}
        self.exactly_one(self.turns.values())
        for other, unless in cases:
            self.clause(*unless, self.turns[other])

    # --- What a turn does -----------------------------------------------------------------------

    def act(self, step: int) -> None:
        """One action (L4), with its draws, and the hands after it."""
        column, deck = step // HEIGHT, len(self.state.deck)
        seats: dict[int, Literal] = {}
        for seat, _ in self.turns:
            seats[seat] = self.any_of([on for (who, _), on in self.turns.items() if who == seat])
        open_worlds = [world for world in WORLDS if len(self.state.row(world)) <= column]
        for world in open_worlds:
            if self.restart[step] is not False:
                self.restarts[step, world] = self.new()
        self.exactly_one(
            [negated(self.restart[step])]
            + [self.restarts[step, w] for w in open_worlds if (step, w) in self.restarts]
        )

        may_put = self.putting[column][0] is not False and self.restart[step] is not False
        if self.readings.put_back == "bottom" and self.placed_before(step) >= deck:
            may_put = False
            self.clause(negated(self.restart[step]), negated(self.putting[column][0]))  # L14
        if self.readings.put_back == "discard" and may_put:
            one, two = self.putting[column]  # L14
            self.clause(negated(self.restart[step]), negated(one), negated(self.deck_at_most(0, step)))
            self.clause(negated(self.restart[step]), negated(two), negated(self.deck_at_most(1, step)))

        spare = 1 if self.readings.tuck_when == "deck-empty-after" else 0
        may_tuck = self.deck_at_most(spare, step)  # L15
        if self.readings.tuck == "never":
            may_tuck = False

        # L4, L5: what is placed
        moved: list[Literal] = []
        for seat, turn in seats.items():
            hand = self.hands[seat - 1]
            for card, held in hand.items():
                name = self.cards[card]
                if is_level(name) and world_of(name) not in open_worlds:
                    continue
                self.places[step, card, seat] = place = self.new()
                moved.append(place)
                self.clause(negated(place), held)
                self.clause(negated(place), turn)
        self.exactly_one([*moved, self.restart[step]])
        pausing = [lit for (t, j, _), lit in self.places.items() if t == step and j in self.pauses]
        if pausing:
            for world in open_worlds:
                self.paused[step, world] = self.new()
            self.exactly_one(
                [negated(self.any_of(pausing))] + [self.paused[step, w] for w in open_worlds]
            )
        # L15
        tucked: list[Literal] = []
        if pausing and may_tuck is not False:
            for seat, turn in seats.items():
                for card, held in self.hands[seat - 1].items():
                    name = self.cards[card]
                    if is_level(name) and world_of(name) in open_worlds:
                        self.tucks[step, card, seat] = tuck = self.new()
                        tucked.append(tuck)
                        for needed in (held, turn, may_tuck, self.paused[step, world_of(name)]):
                            self.clause(negated(tuck), needed)
            self.cp.add_at_most_one(tucked)
        # L14
        if may_put:
            for seat, turn in seats.items():
                for card, held in self.hands[seat - 1].items():
                    self.puts[step, card, seat] = put = self.new()
                    for needed in (held, turn, self.restart[step]):
                        self.clause(negated(put), needed)
        # Equal pauses: the first in hand goes first
        for seat in seats:
            held_pauses = [j for j in self.pauses if j in self.hands[seat - 1]]
            for n, later in enumerate(held_pauses):
                for sooner in held_pauses[:n]:
                    held = self.hands[seat - 1][sooner]
                    self.clause(negated(self.places[step, later, seat]), negated(held))
                    if may_put:
                        self.clause(
                            negated(self.puts[step, later, seat]),
                            negated(held),
                            self.puts[step, sooner, seat],
                        )

        draws = self.draws(step)
        for seat, turn in seats.items():
            if draws or self.least[seat - 1]:
                pass
            hand = self.hands[seat - 1]
            after: dict[int, Literal] = {}
            for card in sorted({*hand, *draws}):
                held = hand.get(card, False)
                drawn = self.both(draws.get(card, False), turn)
                gone = [
                    kind[step, card, seat]
                    for kind in (self.places, self.tucks, self.puts)
                    if (step, card, seat) in kind
                ]
                if not gone and drawn is False:
                    after[card] = held
                    continue
                if held is False and not gone:
                    after[card] = drawn
                    continue
                after[card] = kept = self.new()
                self.clause(negated(held), kept, *gone)
                self.clause(negated(drawn), kept)
                self.clause(held, drawn, negated(kept))
                for leaves in gone:
                    self.clause(negated(leaves), drawn, negated(kept))
            self.hands[seat - 1] = after
            if self.deck_at_most(0, step) is not False:
                self.least[seat - 1] -= 1
            if tucked:
                self.tucking[seat - 1] = min(self.tucking[seat - 1] + 1, len(self.pauses))

    def draws(self, step: int) -> dict[int, Literal]:
        """The cards that can be drawn at a step, and whether they are (L12, L14)."""
        draws: dict[int, Literal] = {}
        for place in range(len(self.state.deck)):
            before = self.reached(place + 1, step, self.first_column)
            after = self.reached(place + 1, step + 1, self.first_column)
            drawn = self.both(negated(before), after)
            if drawn is not False:
                draws[self.in_hands + place] = drawn
        if self.readings.put_back != "bottom":
            return draws
        again: dict[int, Literal] = {}
        events: list[Literal] = []
        for column in range(self.first_column, step // HEIGHT + 1):
            for slot in range(2):
                if self.putting[column][0] is False:
                    continue
                count = len(self.state.deck) + slot + 1
                before = self.reached(count, step, column)
                after = self.reached(count, step + 1, column)
                drawn = self.both(self.both(negated(before), after), self.putting[column][slot])
                if drawn is False:
                    continue
                events.append(drawn)
                for card in sorted({j for t, j, _ in self.puts if t // HEIGHT == column}):
                    if (column, slot, card) not in self.slots:
                        self.slots[column, slot, card] = self.new()
                    if card not in again:
                        again[card] = self.new()
                    self.clause(
                        negated(drawn), negated(self.slots[column, slot, card]), again[card]
                    )
        if events:
            self.cp.add(sum(again.values()) == sum(events))
        for card, drawn in again.items():
            draws[card] = self.any_of([draws[card], drawn]) if card in draws else drawn
        return draws

    def link_slots(self) -> None:
        """Which cards go under the deck in which order (L14)."""
        for column, (one, two) in self.putting.items():
            if one is False:
                continue
            cards = sorted({j for t, j, _ in self.puts if t // HEIGHT == column})
            where: dict[int, list[Literal]] = {j: [] for j in cards}
            for (t, j, _), put in self.puts.items():
                if t // HEIGHT == column:
                    where[j].append(put)
            if self.readings.put_back == "discard":
                self.cp.add(sum(p for ps in where.values() for p in ps) == one + two)
                continue
            for card in cards:
                for slot in range(2):
                    if (column, slot, card) not in self.slots:
                        self.slots[column, slot, card] = self.new()
                first, second = (self.slots[column, slot, card] for slot in range(2))
                self.exactly_one([negated(self.any_of(where[card])), first, second])
            self.exactly_one([negated(one)] + [self.slots[column, 0, j] for j in cards])
            self.exactly_one([negated(two)] + [self.slots[column, 1, j] for j in cards])
            pauses = [j for j in self.pauses if j in where]
            for n, later in enumerate(pauses):
                for sooner in pauses[:n]:
                    self.clause(
                        negated(self.slots[column, 0, later]), negated(self.slots[column, 1, sooner])
                    )

    # --- Rows -----------------------------------------------------------------------------------

    def fill_row(self, world: str) -> None:
        """One row to its end: a card in every cell, two restarts, runs that never fall."""
        row = self.state.row(world)
        cards = [j for j, name in enumerate(self.cards) if is_level(name) and name[0] == world]
        by_column: dict[tuple[int, int], list[Literal]] = {}
        for (step, card, _), place in self.places.items():
            if card in cards:
                by_column.setdefault((step // HEIGHT, card), []).append(place)
        shown: list[Literal] = [number(row) >= level for level in range(10)]
        restarts: list[Literal] = []
        used: dict[int, list[Literal]] = {card: [] for card in cards}
        for (_, card, _), tuck in self.tucks.items():
            if card in used:
                used[card].append(tuck)
        for column in range(len(row), COLUMNS):
            steps = self.steps(column)
            levels = {j: self.any_of(by_column[column, j]) for j in cards if (column, j) in by_column}
            restart = self.any_of(
                [self.restarts[t, world] for t in steps if (t, world) in self.restarts]
            )
            pause = self.any_of([self.paused[t, world] for t in steps if (t, world) in self.paused])
            if column == 0 and self.readings.first_pause == "forbidden":
                self.clause(negated(pause))  # L11
            self.exactly_one([*levels.values(), restart, pause])  # L8
            restarts.append(restart)
            after: list[Literal] = [self.new() for _ in range(10)]
            for level in range(1, 10):
                self.clause(negated(shown[level]), after[level], restart)  # L7, L11
                if level > 1:
                    self.clause(negated(after[level]), after[level - 1])
            for card, placed in levels.items():
                level = level_of(self.cards[card])
                self.clause(negated(placed), negated(shown[level + 1]))  # L6
                self.clause(negated(placed), after[level])
                used[card].append(placed)
            shown = after
        self.cp.add(sum(restarts) == RESTARTS_PER_ROW - row.count(RESTART))  # L10
        for ways in used.values():
            self.cp.add_at_most_one(ways)

    # --- The plan -------------------------------------------------------------------------------

    def plan(self, solver: cp_model.CpSolver) -> tuple[Move, ...]:
        """The moves of a solved model."""

        def true(literals: dict[tuple[int, int, int], Literal], step: int) -> list[int]:
            return [j for (t, j, _), lit in literals.items() if t == step and solver.value(lit)]

        moves = []
        for step in range(self.state.filled, CELLS):
            placed = true(self.places, step)
            if placed:
                card = self.cards[placed[0]]
                row = card[0]
                if card == PAUSE:
                    row = next(
                        w for w in WORLDS if (step, w) in self.paused and solver.value(self.paused[step, w])
                    )
                tuck = [self.cards[j] for j in true(self.tucks, step)]
                moves.append(Move(card, row, tuck=tuck[0] if tuck else None))
                continue
            row = next(
                w for w in WORLDS if (step, w) in self.restarts and solver.value(self.restarts[step, w])
            )
            back = true(self.puts, step)
            if self.readings.put_back == "bottom":
                column = step // HEIGHT
                back.sort(key=lambda j: bool(solver.value(self.slots[column, 1, j])))
                names = [self.cards[j] for j in back]
            else:
                names = sorted(self.cards[j] for j in back)
            moves.append(Move(RESTART, row, put_back=tuple(names)))
        return tuple(moves)
