"""The complete model: can the team fill all fifty cells from here, every card known?

A win takes exactly one turn per open cell, so time is the number of filled cells: step `t` is the
turn that fills cell `t`, and it lies in column `t // 5` (L8). Each column takes exactly one restart
(L9), so the number of level and pause cards placed before a step is known up to one, and with it
the place of the deck that is drawn from.

The steps are laid down in order. Whatever is already certain – who moves, who can hold a card –
stays a plain True or False and becomes no variable.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ortools.sat.python import cp_model

from solver.level10.cards import (
    CELLS,
    COLUMNS,
    LEVELS,
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
from solver.verdict import LimitName

Literal = cp_model.LiteralT
Turn = tuple[int, bool]
"""A seat, and whether it is the last player's additional turn (L3)."""

HEIGHT = len(WORLDS)
SEED = 10


@dataclass(frozen=True, slots=True)
class CpSatAnswer:
    """What the model says: a plan, none (`feasible` is False), or which limit stopped the solver:
    `time` or `nodes` (conflicts)."""

    feasible: bool | None
    plan: tuple[Move, ...] | None
    conflicts: int
    limit: LimitName | None = None


def decide(
    state: State,
    seconds: float | None = None,
    conflicts: int | None = None,
) -> CpSatAnswer:
    """Whether the team can win from this state, with a plan if so.

    The seconds include the building of the model. The same state gives the same answer and plan,
    unless a limit stops the solver. Raises `RuntimeError` where the solver calls the model invalid.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    model = DealModel(state)
    solver = cp_model.CpSolver()
    limits = solver.parameters
    limits.num_workers = 1
    limits.random_seed = SEED
    limits.cp_model_probing_level = 0  # its extent depends on the clock, and so would the plan
    # The model is small and all clauses: preparing it takes longer than solving it (measured).
    limits.cp_model_presolve = False
    limits.use_sat_inprocessing = False
    limits.linearization_level = 0
    limits.symmetry_level = 0
    if conflicts is not None:
        limits.max_number_of_conflicts = conflicts
    if deadline is not None:
        left = deadline - time.monotonic()
        if left <= 0:
            return CpSatAnswer(None, None, 0, "time")
        limits.max_time_in_seconds = left

    status = solver.solve(model.cp)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE, cp_model.UNKNOWN):
        raise RuntimeError(f"CP-SAT refuses the model: {model.cp.validate()}")
    spent = solver.num_conflicts
    if status == cp_model.INFEASIBLE:
        return CpSatAnswer(False, None, spent)
    if status != cp_model.UNKNOWN:
        return CpSatAnswer(True, model.plan(solver), spent)
    if conflicts is not None and spent >= conflicts:
        return CpSatAnswer(None, None, spent, "nodes")
    if deadline is None:
        raise RuntimeError("CP-SAT gave up although nothing limited it")
    return CpSatAnswer(None, None, spent, "time")


def negated(literal: Literal) -> Literal:
    """The opposite of a variable, or of a plain truth value."""
    return not literal if isinstance(literal, bool) else ~literal


class Formula:
    """A CP-SAT model of booleans and clauses, where plain truth values need no variable."""

    def __init__(self) -> None:
        self.cp = cp_model.CpModel()

    def new(self) -> Literal:
        """A new variable."""
        return self.cp.new_bool_var("")

    def clause(self, *literals: Literal) -> None:
        """At least one of these holds."""
        unsure = []
        for literal in literals:
            if literal is True:
                return
            if literal is not False:
                unsure.append(literal)
        self.cp.add_bool_or(unsure)

    def implies(self, condition: Literal, *consequences: Literal) -> None:
        """Where the condition holds, all of these hold."""
        for consequence in consequences:
            self.clause(negated(condition), consequence)

    def exactly_one(self, literals: Iterable[Literal]) -> None:
        """One of these holds and no other."""
        self.cp.add_exactly_one(literals)

    def any_of(self, literals: Sequence[Literal]) -> Literal:
        """Whether one of these holds; no two may hold together."""
        possible = [literal for literal in literals if literal is not False]
        if len(possible) < 2:
            return possible[0] if possible else False
        either = self.new()
        self.exactly_one([negated(either), *possible])
        return either

    def both(self, left: Literal, right: Literal) -> Literal:
        """Whether both of these hold."""
        return self.choice(left, right, False)

    def choice(self, condition: Literal, then: Literal, otherwise: Literal) -> Literal:
        """`then` where the condition holds, `otherwise` where it does not."""
        if condition is True or then is otherwise:
            return then
        if condition is False:
            return otherwise
        if then is True and otherwise is False:
            return condition
        chosen = self.new()
        self.clause(negated(condition), negated(then), chosen)
        self.clause(negated(condition), then, negated(chosen))
        self.clause(condition, negated(otherwise), chosen)
        self.clause(condition, otherwise, negated(chosen))
        return chosen


class DeckClock(Formula):
    """When each column is restarted, how many cards go back then, and so how far the deck is."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state
        self.first_column = state.column
        self.restarted = RESTART in state.column_cells()
        self.restart: dict[int, Literal] = {}  # by step
        self.done: dict[int, Literal] = {}  # by step: the column's restart lies before it
        self.putting: dict[int, tuple[Literal, Literal]] = {}  # by column: at least one, two
        self.totals: dict[tuple[int, int, int], Literal] = {}
        self.counts: dict[tuple[int, int, int], Literal] = {}
        for column in range(self.first_column, COLUMNS):
            self.open_column(column, restarted=column == self.first_column and self.restarted)

    def steps(self, column: int) -> range:
        """The steps to come in a column."""
        return range(max(column * HEIGHT, self.state.filled), (column + 1) * HEIGHT)

    def open_column(self, column: int, restarted: bool) -> None:
        """The restart of a column (L9, L13) and the number of cards put back with it (L14)."""
        steps = self.steps(column)
        before: Literal = restarted
        for step in steps:
            self.done[step] = before
            self.restart[step] = False if restarted else self.new()
            before = self.any_of([before, self.restart[step]])
        self.done[steps.stop] = False
        if not restarted:
            self.exactly_one(self.restart[step] for step in steps)  # L9
        may_put = self.state.readings.put_back != "never" and not restarted
        if may_put and self.placed_before(steps.start) < len(self.state.deck):
            one, two = self.new(), self.new()
            self.implies(two, one)
            self.putting[column] = (one, two)

    def placed_before(self, step: int) -> int:
        """How many level and pause cards are placed before a step, if the restart of its column
        is not; one less if it is."""
        return step - self.state.filled - (step // HEIGHT - self.first_column) + self.restarted

    def put_back_total(self, first: int, end: int, count: int) -> Literal:
        """Whether at least `count` cards are put back in the columns `first` … `end - 1`."""
        if count <= 0:
            return True
        if end <= first or count > 2 * (end - first):
            return False
        if end - 1 not in self.putting:
            return self.put_back_total(first, end - 1, count)
        key = (first, end, count)
        if key not in self.totals:
            one, two = self.putting[end - 1]
            none_now, one_now, two_now = (
                self.put_back_total(first, end - 1, count - now) for now in range(3)
            )
            self.totals[key] = self.choice(one, self.choice(two, two_now, one_now), none_now)
        return self.totals[key]

    def reached(self, count: int, step: int, first: int) -> Literal:
        """Whether the placements before a step, and the cards put back before it from column
        `first` on, are at least `count` together."""
        key = (count, step, first)
        if key not in self.counts:
            column, placed = step // HEIGHT, self.placed_before(step)
            self.counts[key] = self.choice(
                self.done[step],
                self.put_back_total(first, column + 1, count - placed + 1),
                self.put_back_total(first, column, count - placed),
            )
        return self.counts[key]

    def passed(self, count: int, step: int, first: int) -> Literal:
        """Whether it is in this very step that `count` is reached."""
        before, after = (self.reached(count, at, first) for at in (step, step + 1))
        return self.both(negated(before), after)

    def deck_at_most(self, size: int, step: int) -> Literal:
        """Whether the deck holds no more cards than that before a step: a placement shrinks it
        (L12), and a put-back does where the cards are discarded (L14)."""
        shrinks = self.state.readings.put_back == "discard"
        first = self.first_column if shrinks else COLUMNS
        return self.reached(len(self.state.deck) - size, step, first)


@dataclass(slots=True)
class Action:
    """What may be done at one step; the literals say whether it is. Cards go with the seat that
    acts, the cells of the row's world."""

    seats: dict[int, Literal]
    places: dict[tuple[int, int], Literal] = field(default_factory=dict)
    tucks: dict[tuple[int, int], Literal] = field(default_factory=dict)
    puts: dict[tuple[int, int], Literal] = field(default_factory=dict)
    restarts: dict[str, Literal] = field(default_factory=dict)
    pauses: dict[str, Literal] = field(default_factory=dict)


class DealModel(DeckClock):
    """The constraints of one deal, and its plan once they are solved.

    Cards are numbered, hands first and then the deck, which tells equal pauses apart. A hand maps
    the cards that it can hold to the literals that say it does.
    """

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.readings = state.readings
        self.cards = [card for hand in state.hands for card in hand] + list(state.deck)
        self.pauses = [j for j, card in enumerate(self.cards) if card == PAUSE]
        numbers = iter(range(len(self.cards)))
        self.hands: dict[int, dict[int, Literal]] = {
            seat: {next(numbers): True for _ in hand} for seat, hand in enumerate(state.hands, 1)
        }
        self.first_drawn = sum(map(len, state.hands))
        self.least = {seat: len(hand) for seat, hand in self.hands.items()}  # but for tucks
        self.most_tucks = dict.fromkeys(self.hands, 0)
        self.turns: dict[Turn, Literal] = {(state.turn, state.extra): True}
        self.actions: dict[int, Action] = {}
        self.slots: dict[tuple[int, int, int], Literal] = {}  # column, first or second, card

        for step in range(state.filled, CELLS):
            if step > state.filled:
                self.pass_turn(step)
            self.act(step)
        for column in self.putting:
            self.fill_slots(column)
        for world in WORLDS:
            self.fill_row(world)
        self.use_pauses_once()

    # --- Whose turn it is -----------------------------------------------------------------------

    def following(self, turn: Turn, filled: int) -> list[Turn]:
        """The turns that come up after this one, were nobody skipped (L3).

        Of the last player's two turns only the first: one is skipped with the other (L16).
        """
        players, rule = self.state.players, self.readings.extra_turn
        seat, extra = turn
        order = [((seat + k) % players + 1, False) for k in range(players)]
        if players == 5:
            last = (self.state.starter - 2) % players + 1
            doubled = rule == "every-round" or (rule == "first-round" and filled == players)
            if seat == last and not extra and doubled:
                order.insert(0, (seat, True))
            if rule == "per-column" and filled % HEIGHT == 0:
                order.insert(0, (seat, False))
        return order

    def able(self, seat: int, step: int) -> Literal:
        """Whether a seat takes a turn at this step rather than being skipped (L16).

        `may-restart`: where the game can still be won, a column without its restart has a world
        to restart in.
        """
        if self.least[seat] > self.most_tucks[seat]:
            return True
        holds: Literal = False
        if hand := self.hands[seat]:
            holds = self.new()
            self.clause(negated(holds), *hand.values())
            for held in hand.values():
                self.implies(held, holds)
        if self.readings.empty_hand == "skipped":
            return holds
        return self.choice(self.done[step], holds, True)

    def pass_turn(self, step: int) -> None:
        """Gives this step to the first in order who can act (L3, L16)."""
        able = {seat: self.able(seat, step) for seat in self.hands}
        cases: list[tuple[Turn, list[Literal]]] = []
        for turn, before in self.turns.items():
            unless = [negated(before)]
            for other in self.following(turn, step):
                can = able[other[0]]
                if can is not False:
                    cases.append((other, [*unless, negated(can)]))
                    unless.append(can)
                if can is True:
                    break
        turns = dict.fromkeys(turn for turn, _ in cases)
        self.turns = {turn: len(turns) == 1 or self.new() for turn in turns}
        self.exactly_one(self.turns.values())
        for turn, unless in cases:
            self.clause(*unless, self.turns[turn])

    # --- What a turn does -----------------------------------------------------------------------

    def act(self, step: int) -> None:
        """One action (L4) of the player whose turn it is, and the hands after it."""
        seats: dict[int, Literal] = {}
        for seat in dict.fromkeys(seat for seat, _ in self.turns):
            seats[seat] = self.any_of([on for turn, on in self.turns.items() if turn[0] == seat])
            self.implies(seats[seat], self.able(seat, step))  # L19
        action = self.actions[step] = Action(seats)
        column = step // HEIGHT
        worlds = [world for world in WORLDS if len(self.state.row(world)) <= column]  # L8
        self.place(step, action, worlds)
        if self.restart[step] is not False:
            action.restarts = {world: self.new() for world in worlds}
            self.exactly_one([negated(self.restart[step]), *action.restarts.values()])
            if column in self.putting:
                self.put_back(step, action)
        if action.pauses and self.readings.tuck != "never":
            self.tuck(step, action)
        self.order_pauses(action)

        draws = self.draws(step)
        for seat, mine in seats.items():
            self.hands[seat] = self.hand_after(action, seat, mine, draws)
            if self.deck_at_most(0, step) is not False:
                self.least[seat] -= 1
            if action.tucks:
                self.most_tucks[seat] = min(self.most_tucks[seat] + 1, len(self.pauses))

    def place(self, step: int, action: Action, worlds: list[str]) -> None:
        """A level or pause card from hand, unless this is the restart (L4, L5)."""
        for seat, mine in action.seats.items():
            for card, held in self.hands[seat].items():
                if card in self.pauses or world_of(self.cards[card]) in worlds:
                    action.places[card, seat] = self.new()
                    self.implies(action.places[card, seat], held, mine)
        self.exactly_one([self.restart[step], *action.places.values()])
        pausing = [on for (card, _), on in action.places.items() if card in self.pauses]
        if pausing:
            action.pauses = {world: self.new() for world in worlds}
            self.exactly_one([negated(self.any_of(pausing)), *action.pauses.values()])

    def tuck(self, step: int, action: Action) -> None:
        """At most one hand card of the row's world under a pause, once the deck is empty (L15)."""
        spare = 1 if self.readings.tuck_when == "deck-empty-after" else 0
        allowed = self.deck_at_most(spare, step)
        if allowed is False:
            return
        for seat, mine in action.seats.items():
            for card, held in self.hands[seat].items():
                name = self.cards[card]
                if is_level(name) and world_of(name) in action.pauses:
                    action.tucks[card, seat] = self.new()
                    pause = action.pauses[world_of(name)]
                    self.implies(action.tucks[card, seat], held, mine, allowed, pause)
        self.cp.add_at_most_one(action.tucks.values())

    def put_back(self, step: int, action: Action) -> None:
        """Hand cards under the deck, or out, where it holds a card at the restart (L14)."""
        one, two = self.putting[step // HEIGHT]
        restart = self.restart[step]
        self.implies(self.both(restart, one), negated(self.deck_at_most(0, step)))
        if self.readings.put_back == "discard":
            self.implies(self.both(restart, two), negated(self.deck_at_most(1, step)))
        if self.deck_at_most(0, step) is True:
            return
        for seat, mine in action.seats.items():
            for card, held in self.hands[seat].items():
                action.puts[card, seat] = self.new()
                self.implies(action.puts[card, seat], held, mine, restart)

    def order_pauses(self, action: Action) -> None:
        """Equal pauses in one hand leave it in the order of their numbers: any plan can be told
        that way."""
        for seat in action.seats:
            hand = self.hands[seat]
            for sooner, later in combinations(self.pauses, 2):
                if sooner in hand and later in hand:
                    stays = negated(hand[sooner])
                    self.implies(action.places[later, seat], stays)
                    if action.puts:
                        first = action.puts[sooner, seat]
                        self.clause(negated(action.puts[later, seat]), stays, first)

    def draws(self, step: int) -> dict[int, Literal]:
        """The cards that can be drawn at a step, and whether they are (L12, L14)."""
        draws: dict[int, Literal] = {}
        for place in range(len(self.state.deck)):
            drawn = self.passed(place + 1, step, self.first_column)
            if drawn is not False:
                draws[self.first_drawn + place] = drawn
        if self.readings.put_back == "bottom":
            for card, drawn in self.draws_again(step).items():
                draws[card] = self.any_of([draws.get(card, False), drawn])
        return draws

    def draws_again(self, step: int) -> dict[int, Literal]:
        """The same for cards that were put under the deck (L14).

        The first card put back in a column is drawn when the placements and put-backs since
        are as many as the deck had cards, the placements until then included; the second is next.
        """
        draws: dict[int, Literal] = {}
        drawn_slots: list[Literal] = []
        for column in range(self.first_column, step // HEIGHT + 1):
            for slot, put in enumerate(self.putting.get(column, ())):
                passed = self.passed(len(self.state.deck) + slot + 1, step, column)
                drawn = self.both(put, passed)
                if drawn is False:
                    continue
                drawn_slots.append(drawn)
                for card in self.put_in(column):
                    there = self.slot(column, slot, card)
                    draws.setdefault(card, self.new())
                    self.clause(negated(drawn), negated(there), draws[card])
        if draws:
            self.cp.add(sum(draws.values()) == sum(drawn_slots))
        return draws

    def hand_after(
        self, action: Action, seat: int, mine: Literal, draws: dict[int, Literal]
    ) -> dict[int, Literal]:
        """The hand of a seat after a step that may be its own."""
        hand = self.hands[seat]
        after: dict[int, Literal] = {}
        for card in sorted({*hand, *draws}):
            held = hand.get(card, False)
            drawn = self.both(draws.get(card, False), mine)
            kinds = (action.places, action.tucks, action.puts)
            gone = [kind[card, seat] for kind in kinds if (card, seat) in kind]
            if held is False or (drawn is False and not gone):
                after[card] = drawn if held is False else held
                continue
            after[card] = kept = self.new()
            self.clause(negated(held), kept, *gone)
            self.implies(drawn, kept)
            self.clause(negated(kept), held, drawn)
            for leaves in gone:
                self.clause(negated(kept), negated(leaves), drawn)
        return after

    # --- Under the deck -------------------------------------------------------------------------

    def put_in(self, column: int) -> list[int]:
        """The cards that can have been put back in a column, so far as its steps are laid."""
        steps = [step for step in self.steps(column) if step in self.actions]
        return sorted({card for step in steps for card, _ in self.actions[step].puts})

    def slot(self, column: int, slot: int, card: int) -> Literal:
        """Whether a card is the first (0) or second (1) put back in a column."""
        key = (column, slot, card)
        if key not in self.slots:
            self.slots[key] = self.new()
        return self.slots[key]

    def fill_slots(self, column: int) -> None:
        """Which cards are put back in a column, and under the deck in which order (L14)."""
        one, two = self.putting[column]
        cards = self.put_in(column)
        put: dict[int, list[Literal]] = {card: [] for card in cards}
        for step in self.steps(column):
            for (card, _), on in self.actions[step].puts.items():
                put[card].append(on)
        for card in cards:
            slots = [self.slot(column, slot, card) for slot in range(2)]
            self.exactly_one([negated(self.any_of(put[card])), *slots])
        for slot, filled in enumerate((one, two)):
            self.exactly_one([negated(filled), *(self.slot(column, slot, card) for card in cards)])
        ordered = cards if self.readings.put_back == "discard" else self.pauses
        for sooner, later in combinations(ordered, 2):
            if sooner in put and later in put:  # the other order comes to the same
                self.clause(
                    negated(self.slot(column, 0, later)), negated(self.slot(column, 1, sooner))
                )

    # --- Rows -----------------------------------------------------------------------------------

    def fill_row(self, world: str) -> None:
        """One row to its end: a card in every cell, two restarts, and runs that never fall."""
        row = self.state.row(world)
        cards = [j for j, name in enumerate(self.cards) if is_level(name) and name[0] == world]
        uses: dict[int, list[Literal]] = {card: [] for card in cards}
        for action in self.actions.values():
            for (card, _), on in action.tucks.items():
                if card in uses:
                    uses[card].append(on)
        restarts: list[Literal] = []
        shown: list[Literal] = [number(row) >= level for level in range(LEVELS.stop + 1)]
        for column in range(len(row), COLUMNS):
            actions = [self.actions[step] for step in self.steps(column)]
            restart = self.any_of([action.restarts.get(world, False) for action in actions])
            pause = self.any_of([action.pauses.get(world, False) for action in actions])
            placed = {
                card: self.any_of(
                    [
                        action.places.get((card, seat), False)
                        for action in actions
                        for seat in action.seats
                    ]
                )
                for card in cards
            }
            self.exactly_one([restart, pause, *placed.values()])  # L8
            if column == 0 and self.readings.first_pause == "forbidden":
                self.clause(negated(pause))  # L11
            restarts.append(restart)
            shown = self.number_after(shown, restart, placed)
            for card, on in placed.items():
                uses[card].append(on)
        self.cp.add(sum(restarts) == RESTARTS_PER_ROW - row.count(RESTART))  # L10
        for ways in uses.values():
            self.cp.add_at_most_one(ways)

    def use_pauses_once(self) -> None:
        """No pause is placed twice.

        That follows from the hands; said as a count it makes the difference where pauses do not
        suffice for all rows (measured: a thousand conflicts in place of more than 300,000).
        """
        for pause in self.pauses:
            self.cp.add_at_most_one(
                on
                for action in self.actions.values()
                for (card, _), on in action.places.items()
                if card == pause
            )
        cells = [on for action in self.actions.values() for on in action.pauses.values()]
        self.cp.add(sum(cells) <= len(self.pauses))

    def number_after(
        self, shown: Sequence[Literal], restart: Literal, placed: dict[int, Literal]
    ) -> list[Literal]:
        """The number after one more cell, `shown[n]` telling whether it is at least n."""
        after: list[Literal] = [True, *(self.new() for _ in LEVELS), False]
        for level in LEVELS:
            self.clause(negated(shown[level]), after[level], restart)  # L7, L11
            self.implies(after[level], after[level - 1])
        for card, on in placed.items():
            level = level_of(self.cards[card])
            self.implies(on, negated(shown[level + 1]), after[level])  # L6
        return after

    # --- The plan -------------------------------------------------------------------------------

    def plan(self, solver: cp_model.CpSolver) -> tuple[Move, ...]:
        """The moves of a solved model."""
        return tuple(self.move(step, solver) for step in self.actions)

    def move(self, step: int, solver: cp_model.CpSolver) -> Move:
        """The move of one step of a solved model."""
        action = self.actions[step]

        def cards(kind: dict[tuple[int, int], Literal]) -> list[int]:
            return [card for (card, _), on in kind.items() if solver.boolean_value(on)]

        def row(kind: dict[str, Literal]) -> str:
            return next(world for world, on in kind.items() if solver.boolean_value(on))

        if not (placed := cards(action.places)):
            back, column = cards(action.puts), step // HEIGHT
            back.sort(key=lambda card: solver.boolean_value(self.slots[column, 1, card]))
            names = tuple(self.cards[card] for card in back)
            if self.readings.put_back == "discard":  # in no order: the referee's is by name
                names = tuple(sorted(names))
            return Move(RESTART, row(action.restarts), put_back=names)
        name = self.cards[placed[0]]
        if is_level(name):
            return Move(name, world_of(name))
        tucked = [self.cards[card] for card in cards(action.tucks)]
        return Move(PAUSE, row(action.pauses), tuck=tucked[0] if tucked else None)
