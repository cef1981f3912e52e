"""Whole deals of Level 10 by CP-SAT alone: a small model first, then the complete one.

The small model knows no put-backs and no tucks. Most deals can be won without, and it is a fifth of
the complete model, so that it costs little where it finds no plan. The complete model is the one of
`solver.level10.cpsat`: another of our own would be much the same.

What was tried (one core; seconds mean building and solving):

- On 20 deals the small model takes 0.044, the complete one alone 0.3. Half of that is Python
  building the model, which is why the small one counts placements instead of turns: a card drawn
  with one placement may be placed with any later one, and nearly no hands have to be kept.
- Presolve and all of CP-SAT's defaults: 0.126. Without linear relaxation: 0.117; without symmetry
  and probing and with one presolve pass: 0.069; no presolve: 0.066; no presolve, inprocessing,
  linear relaxation, symmetry: 0.044. These are the parameters of `solver.level10.cpsat` too.
- On 120 deals: a fixed search by column and level needs a sixth of the conflicts in the median but
  gets lost at times (median 0.046, worst 17.5); the quick-restart portfolio is slow (0.19, worst
  16); the default search has neither fault (0.046, worst 0.3). Setting booleans to true first
  brings nothing.
"""

from __future__ import annotations

from itertools import pairwise

from ortools.sat.python import cp_model

from solver.level10 import cpsat
from solver.level10.cards import (
    CELLS,
    COLUMNS,
    HAND_SIZE,
    LEVELS,
    PAUSE,
    RESTART,
    RESTARTS_PER_ROW,
    WORLDS,
    Card,
    is_level,
    level_of,
)
from solver.level10.cpsat import SEED, Formula, Literal, Turn, negated
from solver.level10.rules import Move, State

HEIGHT = len(WORLDS)
PLACEMENTS = range(CELLS - COLUMNS)
PER_COLUMN = HEIGHT - 1  # placements
Owners = dict[int, Literal]
"""The seats that something can belong to, each with the literal that it does."""


def decide(state: State) -> tuple[Move, ...] | None:
    """A winning plan for an opening deal under the default readings, or None if there is none."""
    return decide_simple(state) or cpsat.decide(state).plan


def decide_simple(state: State) -> tuple[Move, ...] | None:
    """The same without put-backs and tucks: None only means that there is no such plan."""
    model = SimpleModel(state)
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = SEED
    parameters.cp_model_presolve = False
    parameters.cp_model_probing_level = 0
    parameters.use_sat_inprocessing = False
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    status = solver.solve(model.cp)
    if status == cp_model.INFEASIBLE:
        return None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise RuntimeError(f"CP-SAT: {solver.status_name(status)} {model.cp.validate()}")
    return model.plan(solver)


class SimpleModel(Formula):
    """The constraints of a deal that is played without put-backs and tucks.

    Placement k is in column k // 4, and it is turn k + k // 4, or the next one if the restart of
    the column comes before it (`restarted[k]`). The card drawn with it is card k of the deck.
    """

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state
        hands = [card for hand in state.hands for card in hand]
        self.cards: list[Card] = [*hands, *state.deck]
        self.restarted = [self.new() for _ in PLACEMENTS]
        for sooner, later in pairwise(PLACEMENTS):
            if sooner // PER_COLUMN == later // PER_COLUMN:
                self.implies(self.restarted[sooner], self.restarted[later])
        self.lay_cells(len(hands))
        for world in WORLDS:
            self.fill_row(world)
        self.take_turns()
        owners: list[Owners] = []
        for seat, hand in enumerate(state.hands):
            owners += [{seat: True}] * len(hand)
        owners += self.movers[: len(state.deck)]
        for card, owner in enumerate(owners):
            self.place(card, card - len(hands), owner)

    def lay_cells(self, in_hands: int) -> None:
        """What lies in each cell, and the row of each placement (L5, L8, L9, L10)."""
        columns = range(COLUMNS)
        self.restart = {(w, c): self.new() for w in WORLDS for c in columns}
        self.lies: list[dict[tuple[str, int], Literal]] = []  # by card
        self.fills = {(k, w): self.new() for k in PLACEMENTS for w in WORLDS}
        in_cell: dict[tuple[str, int], list[Literal]] = {cell: [] for cell in self.restart}
        for card, name in enumerate(self.cards):
            first = max(0, card - in_hands + 1) // PER_COLUMN
            cells = [c for c in in_cell if name[0] in (PAUSE, c[0]) and c[1] >= first]
            self.lies.append({cell: self.new() for cell in cells})
            self.cp.add_at_most_one(self.lies[card].values())
            for cell, on in self.lies[card].items():
                in_cell[cell].append(on)
        for (world, column), cards in in_cell.items():
            restart = self.restart[world, column]
            self.exactly_one([restart, *cards])
            self.exactly_one([restart, *(self.fills[k, world] for k in placements(column))])
        for k in PLACEMENTS:
            self.exactly_one(self.fills[k, world] for world in WORLDS)
        for column in columns:
            self.exactly_one(self.restart[world, column] for world in WORLDS)

    def fill_row(self, world: str) -> None:
        """Two restarts (L10), and numbers that do not fall between them (L6, L7, L11)."""
        self.cp.add(sum(self.restart[world, c] for c in range(COLUMNS)) == RESTARTS_PER_ROW)
        shown: list[Literal] = [False] * (LEVELS.stop + 1)  # by number: it is at least that
        for column in range(COLUMNS):
            after: list[Literal] = [True, *(self.new() for _ in LEVELS), False]
            for level in LEVELS:
                self.implies(after[level], after[level - 1])
                self.clause(negated(shown[level]), self.restart[world, column], after[level])
            for card, name in enumerate(self.cards):
                if is_level(name) and (world, column) in self.lies[card]:
                    on, level = self.lies[card][world, column], level_of(name)
                    self.implies(on, after[level], negated(shown[level + 1]))
            shown = after

    def take_turns(self) -> None:
        """Whose turn each turn is (L3, L16), and so who makes each placement."""
        players, size = self.state.players, HAND_SIZE[self.state.players]
        spent: dict[int, list[Literal]] = {seat: [] for seat in range(players)}  # at least n + 1
        turns: dict[Turn, Literal] = {(0, False): True}
        seats: list[Owners] = []  # by turn
        for turn in range(CELLS):
            seats.append({})
            for seat in dict.fromkeys(seat for seat, _ in turns):
                seats[-1][seat] = self.any_of([on for key, on in turns.items() if key[0] == seat])
            for seat, mine in seats[-1].items():
                lost = self.both(self.lost_card(turn), mine)
                old = [True, *spent[seat], False][: size + 1]
                if lost is not False:
                    spent[seat] = [self.choice(lost, few, more) for few, more in pairwise(old)]
            out = {seat: size <= len(n) and n[size - 1] for seat, n in spent.items()}
            turns = self.pass_turn(turns, out) if turn < CELLS - 1 else {}
        self.movers: list[Owners] = []
        for k in PLACEMENTS:
            sooner, later = seats[k + k // PER_COLUMN], seats[k + k // PER_COLUMN + 1]
            self.movers.append(
                {
                    seat: self.choice(
                        self.restarted[k], later.get(seat, False), sooner.get(seat, False)
                    )
                    for seat in {**sooner, **later}
                }
            )

    def lost_card(self, turn: int) -> Literal:
        """Whether a card is placed in this turn and none is drawn (L12, L15)."""
        column, place = divmod(turn, HEIGHT)
        k = turn - column
        over = self.restarted[k] if place < PER_COLUMN else True  # the restart, after this turn
        before = self.restarted[k - 1] if place else False
        if k == len(self.state.deck):
            return negated(over)
        return k > len(self.state.deck) and negated(self.both(over, negated(before)))

    def pass_turn(self, turns: dict[Turn, Literal], out: Owners) -> dict[Turn, Literal]:
        """The turns that may come next: the first in order whose player has cards (L3, L16)."""
        players = self.state.players
        cases: list[tuple[Turn, list[Literal]]] = []
        for (seat, extra), on in turns.items():
            order = [((seat + n) % players, False) for n in range(1, players + 1)]
            if players == 5 and seat == 4 and not extra:
                order.insert(0, (seat, True))
            unless = [negated(on)]
            for other in order:
                cases.append((other, [*unless, out[other[0]]]))
                if out[other[0]] is False:
                    break
                unless.append(negated(out[other[0]]))
            else:
                self.clause(*unless)  # L19
        found = dict.fromkeys(key for key, _ in cases)
        after: dict[Turn, Literal] = {key: len(found) == 1 or self.new() for key in found}
        self.exactly_one(after.values())
        for key, unless in cases:
            self.clause(*unless, after[key])
        return after

    def place(self, card: int, drawn: int, owner: Owners) -> None:
        """The card is placed by its owner, later than with the placement that draws it (L4)."""
        for (world, column), on in self.lies[card].items():
            never: list[Literal] = []
            for k in placements(column):
                now, mover = self.fills[k, world], self.movers[k]
                if k <= drawn or not owner.keys() & mover.keys():
                    never.append(negated(now))
                    continue
                for seat, moves in mover.items():
                    holds = owner.get(seat, False)
                    self.clause(negated(on), negated(now), negated(moves), holds)
            if never:
                self.cp.add_bool_and(never).only_enforce_if(on)

    def plan(self, solver: cp_model.CpSolver) -> tuple[Move, ...]:
        """The moves of a solved model."""
        lies = {
            cell: card
            for card, cells in zip(self.cards, self.lies, strict=True)
            for cell, on in cells.items()
            if solver.boolean_value(on)
        }
        moves: list[Move] = []
        for column in range(COLUMNS):
            for k in placements(column):
                row = next(world for world in WORLDS if solver.boolean_value(self.fills[k, world]))
                moves.append(Move(lies[row, column], row))
            row = next(w for w in WORLDS if solver.boolean_value(self.restart[w, column]))
            after = sum(solver.boolean_value(self.restarted[k]) for k in placements(column))
            moves.insert(len(moves) - after, Move(RESTART, row))
        return tuple(moves)


def placements(column: int) -> range:
    """The placements of a column."""
    return range(column * PER_COLUMN, (column + 1) * PER_COLUMN)
