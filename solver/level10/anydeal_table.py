"""All plays of Level 10 for all deals at once, as one CP-SAT model; `anydeal.py` asks about it."""

from __future__ import annotations

from ortools.sat.python import cp_model

from solver.level10 import rules
from solver.level10.cards import (
    CELLS,
    COLUMNS,
    HAND_SIZE,
    LEVEL_CARDS,
    LEVELS,
    PAUSE,
    RESTART,
    RESTARTS_PER_ROW,
    WORLDS,
    level_of,
    world_of,
)
from solver.level10.rules import Readings, State

Literal = cp_model.LiteralT
Variable = cp_model.IntVar
Turn = tuple[int, bool]
HEIGHT = len(WORLDS)
CONTENTS = (RESTART, PAUSE, *map(str, LEVELS))
EIGHT, FOUR = 8, 4  # level and pause cards in a row and in a column: L10, L9
SEED = 10


class Table(cp_model.CpModel):
    """All plays of up to so many moves at a table of this size, for all deals at once.

    Steps are turns; those from the length of the play on do nothing. So the variables with index
    `CELLS` describe the position at the end, which conditions are about.
    """

    def __init__(self, players: int, pauses: int, readings: Readings, moves: int) -> None:
        super().__init__()
        self.players, self.pauses, self.readings = players, pauses, readings
        self.seats = range(1, players + 1)
        size = HAND_SIZE[players]
        self.start = State(
            players, pauses, ((),) * players, (), readings=readings
        )  # for the order of seats only
        self.deck_size = len(LEVEL_CARDS) + pauses - players * size
        self.acts = [self.new_bool_var(f"act {step}") for step in range(CELLS)]
        for step in range(1, CELLS):
            self.add_implication(self.acts[step], self.acts[step - 1])
        if moves < CELLS:
            self.add(self.acts[moves] == 0)
        self.length = {
            count: self.all_of(
                *([self.acts[count - 1]] if count else []),
                *([~self.acts[count]] if count < CELLS else []),
            )
            for count in range(CELLS + 1)
        }
        self.rows_of_cells()
        self.kinds_of_steps()
        self.hands_and_deck(size)
        self.order_of_turns()
        self.cards_at_the_end()
        self.column_in_progress()

    # --- Small pieces -------------------------------------------------------------------------

    def all_of(self, *literals: Literal) -> Variable:
        """Whether all of these hold."""
        found = self.new_bool_var("")
        self.add_bool_and(literals).only_enforce_if(found)
        self.add_bool_or([found, *(~one for one in literals)])
        return found

    def any_of(self, *literals: Literal) -> Variable:
        """Whether one of these holds."""
        found = self.new_bool_var("")
        self.add_bool_or(literals).only_enforce_if(found)
        self.add_bool_and([~one for one in literals]).only_enforce_if(~found)
        return found

    def at_least(self, expression: cp_model.LinearExprT, number: int) -> Variable:
        """Whether a sum is as large as a number."""
        found = self.new_bool_var("")
        self.add(expression >= number).only_enforce_if(found)
        self.add(expression < number).only_enforce_if(~found)
        return found

    # --- The table ----------------------------------------------------------------------------

    def rows_of_cells(self) -> None:
        """What lies in each row and column, and what each row counts as (L5-L11)."""
        self.content = {
            (world, column, what): self.new_bool_var(f"{world}{column}={what}")
            for world in WORLDS
            for column in range(COLUMNS)
            for what in CONTENTS
        }
        self.filled = {
            (world, column): self.new_bool_var(f"{world}{column}")
            for world in WORLDS
            for column in range(COLUMNS)
        }
        for (world, column), filled in self.filled.items():
            self.add_exactly_one([~filled, *self.contents(world, column)])  # L8: one at a time
        for column in range(COLUMNS):
            restarts = [self.content[world, column, RESTART] for world in WORLDS]
            cells = [self.filled[world, column] for world in WORLDS]
            self.add_at_most_one(restarts)  # L9
            self.add(sum(cells) - sum(restarts) <= FOUR)  # L9
        self.number: dict[tuple[str, int, int], Variable] = {}
        for world in WORLDS:
            restarts = self.in_row(world, RESTART)
            cells = [self.filled[world, column] for column in range(COLUMNS)]
            self.add(sum(restarts) <= RESTARTS_PER_ROW)  # L10
            self.add(sum(cells) - sum(restarts) <= EIGHT)  # L10
            if self.readings.first_pause == "forbidden":
                self.add(self.content[world, 0, PAUSE] == 0)  # L11
            for level in LEVELS:
                self.add_at_most_one(self.in_row(world, str(level)))  # L1
            self.numbers_of(world)
        pauses = [self.content[world, c, PAUSE] for world in WORLDS for c in range(COLUMNS)]
        self.add(sum(pauses) <= self.pauses)  # L1

    def contents(self, world: str, column: int) -> list[Variable]:
        """What a cell can hold."""
        return [self.content[world, column, what] for what in CONTENTS]

    def in_row(self, world: str, what: str) -> list[Variable]:
        """Whether this lies in a row, column by column."""
        return [self.content[world, column, what] for column in range(COLUMNS)]

    def numbers_of(self, world: str) -> None:
        """What a row counts as after each column (L6, L7, L11)."""
        before: list[Variable] = []
        for column in range(COLUMNS):
            now = [self.new_bool_var(f"{world}{column} counts {n}") for n in (0, *LEVELS)]
            self.add_exactly_one(now)
            self.add_implication(self.content[world, column, RESTART], now[0])  # L7
            same = (~self.filled[world, column], self.content[world, column, PAUSE])  # L11
            for keeps in same:
                if not before:
                    self.add_implication(keeps, now[0])
                for old, new in zip(before, now, strict=False):
                    self.add_bool_or([~keeps, ~old, new])
            for level in LEVELS:
                placed = self.content[world, column, str(level)]
                self.add_implication(placed, now[level])
                for higher in before[level + 1 :]:
                    self.add_implication(placed, ~higher)  # L6
            for at, one in enumerate(now):
                self.number[world, column, at] = one
            before = now

    def counts_as(self, world: str, level: int) -> Variable:
        """Whether a row counts as such a number at the end."""
        return self.number[world, COLUMNS - 1, level]

    # --- The steps ----------------------------------------------------------------------------

    def kinds_of_steps(self) -> None:
        """In which row each step fills a cell, and whether with a restart, a pause or a level."""
        self.fills = {
            (step, world): self.new_bool_var(f"{step} in {world}")
            for step in range(CELLS)
            for world in WORLDS
        }
        self.restarts = [self.new_bool_var(f"{step} restart") for step in range(CELLS)]
        self.placing_pause = [self.new_bool_var(f"{step} pause") for step in range(CELLS)]
        for step in range(CELLS):
            self.add_exactly_one([~self.acts[step], *(self.fills[step, w] for w in WORLDS)])
            self.add_at_most_one([~self.acts[step], self.restarts[step], self.placing_pause[step]])
            column = step // HEIGHT
            for world in WORLDS:
                here = self.fills[step, world]
                for what, kind in (
                    (RESTART, self.restarts[step]),
                    (PAUSE, self.placing_pause[step]),
                ):
                    held = self.content[world, column, what]
                    self.add_bool_or([~here, ~kind, held])
                    self.add_bool_or([~here, kind, ~held])
        for (world, column), filled in self.filled.items():
            steps = range(column * HEIGHT, (column + 1) * HEIGHT)
            self.add_exactly_one([~filled, *(self.fills[step, world] for step in steps)])

    def hands_and_deck(self, size: int) -> None:
        """How many cards everybody and the deck have before each step (L12, L15)."""
        self.turn: list[dict[Turn, Variable]] = []
        turns = [(seat, extra) for seat in self.seats for extra in (False, True)]
        for step in range(CELLS + 1):
            self.turn.append({turn: self.new_bool_var(f"{step} {turn}") for turn in turns})
            self.add_exactly_one(self.turn[-1].values())
        self.deck = [self.new_int_var(0, self.deck_size, f"deck {s}") for s in range(CELLS + 1)]
        self.hand = [
            {seat: self.new_int_var(0, size, f"hand {seat} {s}") for seat in self.seats}
            for s in range(CELLS + 1)
        ]
        self.tucks = {
            (step, world): self.new_bool_var(f"{step} tucks {world}")
            for step in range(CELLS)
            for world in WORLDS
        }
        self.empty = [self.at_least(-deck, 0) for deck in self.deck]
        self.add(self.deck[0] == self.deck_size)
        for seat in self.seats:
            self.add(self.hand[0][seat] == size)
        spare = 1 if self.readings.tuck_when == "deck-empty-after" else 0
        for step in range(CELLS):
            places = self.all_of(self.acts[step], ~self.restarts[step])
            draws = self.all_of(places, ~self.empty[step])  # L12
            self.add(self.deck[step + 1] == self.deck[step] - draws)
            tucks = [self.tucks[step, world] for world in WORLDS]
            for world in WORLDS:
                tuck = self.tucks[step, world]
                self.add_implication(tuck, self.fills[step, world])  # L15
            may = self.readings.tuck == "same-world"
            tuck = self.any_of(*tucks)
            self.add_implication(tuck, self.placing_pause[step])
            if may:
                self.add(self.deck[step] <= spare).only_enforce_if(tuck)  # L15
            else:
                self.add(sum(tucks) == 0)
            spent = places - draws + tuck
            for seat in self.seats:
                mine = self.is_turn(step, seat)
                now, then = self.hand[step][seat], self.hand[step + 1][seat]
                self.add(then == now - spent).only_enforce_if(mine)
                self.add(then == now).only_enforce_if(~mine)
                self.add(now >= 1).only_enforce_if([mine, self.acts[step]])  # L16
                self.add(now >= 2).only_enforce_if([mine, tuck])

    def is_turn(self, step: int, seat: int) -> Variable:
        """Whether a step is a seat's."""
        return self.any_of(self.turn[step][seat, False], self.turn[step][seat, True])

    def order_of_turns(self) -> None:
        """Whose turn follows whose (L3, L16), and who is passed over."""
        self.passes: dict[tuple[int, int], list[Variable]] = {
            (step, seat): [] for step in range(CELLS) for seat in self.seats
        }
        self.add(self.turn[0][1, False] == 1)
        self.has = [
            {seat: self.at_least(self.hand[step][seat], 1) for seat in self.seats}
            for step in range(CELLS + 1)
        ]
        for step in range(CELLS):
            after = self.has[step + 1]
            for turn, now in self.turn[step].items():
                then = self.turn[step + 1]
                self.add_bool_or([self.acts[step], ~now, then[turn]])
                moves = self.all_of(now, self.acts[step])
                order = self.following(turn, step + 1)
                for at, (seat, extra) in enumerate(order):
                    earlier = [~after[other] for other, _ in order[:at]]
                    chosen = self.all_of(moves, *earlier, after[seat])
                    self.add_implication(chosen, then[seat, extra])
                    for other in {one for one, _ in order[:at]} - {seat}:
                        self.passes[step, other].append(chosen)
                nobody = [~after[seat] for seat in self.seats]
                self.add_implication(self.all_of(moves, *nobody), then[order[0]])

    def following(self, turn: Turn, filled: int) -> list[Turn]:
        """The turns that may follow one, once around, after so many cells."""
        cells = [("R",) * (filled // HEIGHT + (at < filled % HEIGHT)) for at in range(HEIGHT)]
        state = State(
            self.players, self.pauses, self.start.hands, (), tuple(cells), readings=self.readings
        ).with_turn(*turn)
        return list(rules.seat_order(state))

    # --- The end ------------------------------------------------------------------------------

    def cards_at_the_end(self) -> None:
        """Who has which card at the end: on the table, tucked, in a hand or in the deck."""
        self.owned = {
            (seat, card): self.new_bool_var(f"{seat} has {card}")
            for seat in self.seats
            for card in LEVEL_CARDS
        }
        self.in_deck = {card: self.new_bool_var(f"{card} in deck") for card in LEVEL_CARDS}
        tucked = {card: self.new_bool_var(f"{card} tucked") for card in LEVEL_CARDS}
        for card in LEVEL_CARDS:
            hands = [self.owned[seat, card] for seat in self.seats]
            placed = self.in_row(world_of(card), card[1])
            self.add_exactly_one([self.in_deck[card], tucked[card], *hands, *placed])
        for world in WORLDS:
            under = [tucked[card] for card in LEVEL_CARDS if world_of(card) == world]
            self.add(sum(under) == sum(self.tucks[step, world] for step in range(CELLS)))
        self.tucked = sum(tucked.values())
        self.pauses_of = {
            seat: self.new_int_var(0, self.pauses, f"pauses {seat}") for seat in self.seats
        }
        pauses_left = self.new_int_var(0, self.pauses, "pauses in deck")
        on_table = sum(sum(self.in_row(world, PAUSE)) for world in WORLDS)
        self.add(on_table + sum(self.pauses_of.values()) + pauses_left == self.pauses)
        for seat in self.seats:
            levels = sum(self.owned[seat, card] for card in LEVEL_CARDS)
            self.add(levels + self.pauses_of[seat] == self.hand[CELLS][seat])
        self.add(sum(self.in_deck.values()) + pauses_left == self.deck[CELLS])

    def column_in_progress(self) -> None:
        """What may be done at the end (L6, L8, L9, L10, L11, L13)."""
        columns = range(COLUMNS)
        current = {
            column: self.any_of(*(self.length[column * HEIGHT + at] for at in range(HEIGHT)))
            for column in columns
        }
        full = self.length[CELLS]
        here = {
            (world, what): self.any_of(
                *(self.all_of(current[c], self.content[world, c, what]) for c in columns)
            )
            for world in WORLDS
            for what in CONTENTS
        }
        taken = {world: self.any_of(*(here[world, what] for what in CONTENTS)) for world in WORLDS}
        restarted = self.any_of(*(here[world, RESTART] for world in WORLDS))
        four = self.any_of(*(self.length[column * HEIGHT + FOUR] for column in columns))
        self.restart_forced = self.all_of(four, ~restarted)
        fourth = self.restart_forced  # four cells without a restart are four other cards (L9)
        self.open_rows: dict[str, Variable] = {}
        self.may_restart: dict[str, Variable] = {}
        self.may_place: dict[str, Variable] = {}
        self.used_up: dict[str, Variable] = {}
        for world in WORLDS:
            self.used_up[world] = self.at_least(sum(self.in_row(world, RESTART)), RESTARTS_PER_ROW)
            cells = sum(self.filled[world, column] for column in columns)
            eight = self.at_least(cells - sum(self.in_row(world, RESTART)), EIGHT)
            open_row = self.all_of(~full, ~taken[world])
            self.may_restart[world] = self.all_of(open_row, ~restarted, ~self.used_up[world])
            self.open_rows[world] = self.all_of(open_row, ~fourth, ~eight)
            for card in (one for one in LEVEL_CARDS if world_of(one) == world):
                higher = [self.counts_as(world, at) for at in LEVELS if at > level_of(card)]
                self.may_place[card] = self.all_of(self.open_rows[world], *(~one for one in higher))
        starts = [self.all_of(self.open_rows[world], ~self.filled[world, 0]) for world in WORLDS]
        later = [self.all_of(self.open_rows[world], self.filled[world, 0]) for world in WORLDS]
        first = [] if self.readings.first_pause == "forbidden" else starts
        pause_somewhere = self.any_of(*later, *first)
        moves = list(self.may_restart.values())
        for seat in self.seats:
            mine = self.is_turn(CELLS, seat)
            for card in LEVEL_CARDS:
                moves.append(self.all_of(mine, self.owned[seat, card], self.may_place[card]))
            pause = self.at_least(self.pauses_of[seat], 1)
            moves.append(self.all_of(mine, pause, pause_somewhere))
        nobody = self.all_of(*(~one for one in self.has[CELLS].values()))
        self.won = full
        self.open = self.all_of(~full, ~nobody, self.any_of(*moves))
        self.stuck = self.all_of(~full, ~nobody, ~self.any_of(*moves))
