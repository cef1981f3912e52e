"""Is there any game of Level 10 in which a condition comes about? Deal and play as one model.

With the deal a variable, a player could hold any card, so that a play is one of some deal if it is
legal on the table and whoever places a card has one at all. The deal is then read off: the cards of
each player in the order in which they were used, the first ones as the hand, the others as drawn.

Cards put back (L14) are no part of the model. With put_back=bottom they make no position possible
that is not possible without them, from another deal: the sizes of hands and deck stay the same, and
which cards they are is free. With put_back=discard that is not so, and nothing is proved here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from ortools.sat.python import cp_model

from solver.errors import IllegalMove
from solver.level10 import rules
from solver.level10.anydeal_table import HEIGHT, SEED, Literal, Table
from solver.level10.anytable_cnf import possible
from solver.level10.cards import (
    CELLS,
    COLUMNS,
    HAND_SIZE,
    LEVEL_CARDS,
    LEVELS,
    PAUSE,
    RESTART,
    WORLDS,
    Card,
    level_of,
    world_of,
)
from solver.level10.rules import Move, Readings, State
from solver.record import Record
from solver.rulebook.condition import ANY, SOME, Condition, Holds, Moment, Not, Range
from solver.rulebook.witness import Found
from solver.verdict import Disagreement, Limits

CONFIRMATION = "cnf: a formula of all tables that keep the rules has no solution"


class NotEncodable(Exception):
    """The model does not know a predicate, or cannot have a reading; the message says which."""


# --- Conditions as literals -----------------------------------------------------------------------


def literal(table: Table, condition: Condition) -> Literal:
    """Whether a condition holds at the end."""
    if isinstance(condition, Holds):
        name = condition.predicate.name
        if name not in ENCODED:
            raise NotEncodable(f"'{name}' can only be looked for by play")
        return ENCODED[name](table, *condition.arguments)
    if isinstance(condition, Not):
        return ~literal(table, condition.part)
    parts = [literal(table, part) for part in condition.parts]
    return table.all_of(*parts) if condition.every else table.any_of(*parts)


def within(table: Table, expression: cp_model.LinearExprT, wanted: Range) -> Literal:
    """Whether a sum lies in a range."""
    low = [] if wanted.low is None else [table.at_least(expression, wanted.low)]
    high = [] if wanted.high is None else [~table.at_least(expression, wanted.high + 1)]
    return table.all_of(*low, *high)


def seats(table: Table, player: int | None) -> list[int]:
    """The seat of a player, or all of them."""
    return [seat for seat in table.seats if player in (None, seat)]


def hand_size(table: Table, player: int | None, size: Range) -> Literal:
    """Whether a player has so many cards, or somebody."""
    hands = table.hand[CELLS]
    return table.any_of(*(within(table, hands[seat], size) for seat in seats(table, player)))


def hand_only_pauses(table: Table, player: int | None = None) -> Literal:
    """Whether the player, or the one on turn, has pauses and nothing else."""
    found = []
    for seat in seats(table, player):
        levels = [~table.owned[seat, card] for card in LEVEL_CARDS]
        on_turn = [] if player else [table.is_turn(CELLS, seat)]
        found.append(table.all_of(*on_turn, table.at_least(table.pauses_of[seat], 1), *levels))
    return table.any_of(*found)


def holds(table: Table, player: int, card: Card) -> Literal:
    """Whether a player has a card."""
    found = []
    for seat in seats(table, player):
        if card == PAUSE:
            found.append(table.at_least(table.pauses_of[seat], 1))
        elif card in LEVEL_CARDS:
            found.append(table.owned[seat, card])
    return table.any_of(*found)


def on_turn(table: Table, player: int) -> Literal:
    """Whether it is a player's turn."""
    return table.any_of(*(table.is_turn(CELLS, seat) for seat in seats(table, player)))


def skipped(table: Table, player: int | None = None) -> Literal:
    """Whether the last step has passed over a player (L16); not once the game is over."""
    someone = table.any_of(*table.has[CELLS].values())
    found = [
        table.all_of(table.length[step + 1], passed)
        for step in range(CELLS)
        for seat in seats(table, player)
        for passed in table.passes[step, seat]
    ]
    return table.all_of(~table.won, someone, table.any_of(*found))


def dead_card(table: Table, card: Card | None = None) -> Literal:
    """Whether a card in a hand or the deck can never be placed any more."""
    found = []
    for one in LEVEL_CARDS:
        if card not in (None, one):
            continue
        world = world_of(one)
        higher = [table.counts_as(world, level) for level in LEVELS if level > level_of(one)]
        past = table.all_of(table.used_up[world], table.any_of(*higher))
        full = table.filled[world, COLUMNS - 1]
        left = table.any_of(table.in_deck[one], *(table.owned[seat, one] for seat in table.seats))
        found.append(table.all_of(left, table.any_of(past, full)))
    return table.any_of(*found)


def open_row_without_restart(table: Table, cells: Range = ANY) -> Literal:
    """Whether an unfinished row with so many cells has no restart."""
    found = []
    for world in WORLDS:
        filled = sum(table.filled[world, column] for column in range(COLUMNS))
        none = [~one for one in table.in_row(world, RESTART)]
        unfinished = ~table.filled[world, COLUMNS - 1]
        found.append(table.all_of(unfinished, *none, within(table, filled, cells)))
    return table.any_of(*found)


def pause_value(table: Table, wanted: Range) -> Literal:
    """Whether a pause on the table counts as such a number (L11)."""
    return table.any_of(
        *(
            table.all_of(table.content[world, column, PAUSE], table.number[world, column, number])
            for world, column, number in product(WORLDS, range(COLUMNS), (0, *LEVELS))
            if number in wanted
        )
    )


ENCODED: Mapping[str, Callable[..., Literal]] = {
    "won": lambda t: t.won,
    "lost": lambda t: t.all_of(~t.won, ~t.open),
    "open": lambda t: t.open,
    "stuck": lambda t: t.stuck,
    "all-hands-empty": lambda t: t.all_of(*(~one for one in t.has[CELLS].values())),
    "hand-empty": lambda t, p=None: t.any_of(*(~t.has[CELLS][s] for s in seats(t, p))),
    "hand-only-pauses": hand_only_pauses,
    "hand-size": hand_size,
    "holds": holds,
    "deck": lambda t, size: within(t, t.deck[CELLS], size),
    "filled": lambda t, cells: within(t, sum(t.acts), cells),
    "turn": on_turn,
    "extra": lambda t: t.any_of(*(t.turn[CELLS][seat, True] for seat in t.seats)),
    "skipped": skipped,
    "dead-card": dead_card,
    "open-row-without-restart": open_row_without_restart,
    "restart-forced": lambda t: t.restart_forced,
    "pause-value": pause_value,
    "tucked": lambda t, count=SOME: within(t, t.tucked, count),
}


# --- Reading a game off the model -----------------------------------------------------------------


def game_of(table: Table, solver: cp_model.CpSolver) -> Record[State, Move]:
    """The deal and the moves of a solution."""
    length = sum(solver.boolean_value(act) for act in table.acts)
    used: dict[int, list[Card]] = {seat: [] for seat in table.seats}
    draws: list[int] = []  # by whom, in order
    moves = []
    under = [
        card
        for card in LEVEL_CARDS
        if not any(
            map(
                solver.boolean_value,
                [
                    table.in_deck[card],
                    *(table.owned[seat, card] for seat in table.seats),
                    *table.in_row(world_of(card), card[1]),
                ],
            )
        )
    ]
    for step in range(length):
        seat = next(s for (s, _), now in table.turn[step].items() if solver.boolean_value(now))
        world = next(w for w in WORLDS if solver.boolean_value(table.fills[step, w]))
        column = step // HEIGHT
        what = next(
            what
            for what in (RESTART, PAUSE, *map(str, LEVELS))
            if solver.boolean_value(table.content[world, column, what])
        )
        if what == RESTART:
            moves.append(Move(RESTART, world))
            continue
        tuck = None
        if solver.boolean_value(table.tucks[step, world]):
            tuck = next(card for card in under if world_of(card) == world)
            under.remove(tuck)
        card = PAUSE if what == PAUSE else world + what
        moves.append(Move(card, world, tuck=tuck))
        used[seat] += [card] if tuck is None else [card, tuck]
        if solver.value(table.deck[step]):
            draws.append(seat)
    for seat in table.seats:
        used[seat] += [c for c in LEVEL_CARDS if solver.boolean_value(table.owned[seat, c])]
        used[seat] += [PAUSE] * solver.value(table.pauses_of[seat])
    size = HAND_SIZE[table.players]
    hands = tuple(tuple(sorted(used[seat][:size])) for seat in table.seats)
    coming = {seat: used[seat][size:] for seat in table.seats}
    deck = [coming[seat].pop(0) for seat in draws]
    deck += [card for card in LEVEL_CARDS if solver.boolean_value(table.in_deck[card])]
    placed = sum(hand.count(PAUSE) for hand in hands) + deck.count(PAUSE)
    deck += [PAUSE] * (table.pauses - placed)
    start = State(table.players, table.pauses, hands, tuple(deck), readings=table.readings)
    return Record("level10", start, tuple(moves))


def holds_at_the_end(record: Record[State, Move], condition: Condition) -> bool:
    """Whether a condition holds after the moves of a record, by the referee's judgement."""
    moment = Moment(record.state)
    for move in record.moves:
        moment = Moment(rules.apply(moment.state, move), moment.state, move)
    return condition.at(moment)


# --- Looking --------------------------------------------------------------------------------------


def look(
    condition: Condition,
    sizes: Sequence[Mapping[str, Any]],
    readings: Mapping[str, str],
    moves: int | None,
    limits: Limits,
    played: Found,
    heard: Callable[[int], None] = lambda number: None,
) -> Found:
    """A game of some table in which the condition holds after at most so many moves, or a proof
    that there is none at any of these tables.

    The proof needs a second formula, written apart from this one (`anytable_cnf.py`), to have no
    solution either. `played` is what random games have come to; `heard` is told how many tables
    are done.
    """
    chosen = Readings(**readings)
    most = CELLS if moves is None else min(moves, CELLS)
    started = time.monotonic()
    tried = f"{played.tried}, then the deal as a variable"
    if refused := unfit(chosen):
        return Found(None, f"{played.tried}; {refused}", "play", limit=played.limit)
    for number, size in enumerate(sizes, 1):
        left = None if limits.seconds is None else limits.seconds - (time.monotonic() - started)
        try:
            found = decide(condition, chosen, most, left, **size)
        except NotEncodable as error:
            return Found(None, f"{played.tried}; {error}", "play", limit=played.limit)
        if found is None:
            return Found(None, tried, "cp-sat", limit="time")
        if isinstance(found, Record):
            return Found(found, tried, "cp-sat")
        left = None if limits.seconds is None else limits.seconds - (time.monotonic() - started)
        could = possible(condition, readings=chosen, moves=most, seconds=left, **size)
        if could is not False:
            unsure = f"{tried}, which finds none; a second method could not confirm that"
            return Found(None, unsure, "cp-sat", limit="time" if could is None else None)
        heard(number)
    said = f"no deal and no play of up to {most} moves ({tables(sizes)})"
    return Found(None, tried, "cp-sat", proof=f"cp-sat: {said}", confirmed_by=CONFIRMATION)


def tables(sizes: Sequence[Mapping[str, Any]]) -> str:
    """The sizes of tables in words."""
    players, pauses = (
        ", ".join(map(str, sorted({size[name] for size in sizes})))
        for name in ("players", "pauses")
    )
    return f"players: {players}, pauses: {pauses}"


def unfit(readings: Readings) -> str:
    """Why the model cannot have these readings; empty if it can."""
    for name, value in (
        ("put_back", "discard"),
        ("empty_hand", "may-restart"),
        ("starter", "any"),
    ):
        if getattr(readings, name) == value:
            return f"with {name}={value} nothing is proved"
    return ""


def decide(
    condition: Condition,
    readings: Readings,
    moves: int,
    seconds: float | None,
    players: int,
    pauses: int,
) -> Record[State, Move] | bool | None:
    """A game of a table in which the condition holds at the end; False where there is none, None
    where the time was up."""
    table = Table(players, pauses, readings, moves)
    table.add(literal(table, condition) == 1)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.cp_model_probing_level = 0
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.01, seconds)
    status = solver.solve(table)
    if status == cp_model.INFEASIBLE:
        return False
    if status == cp_model.UNKNOWN:
        return None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise RuntimeError(f"CP-SAT refuses the model: {table.validate()}")
    record = game_of(table, solver)
    try:
        held = holds_at_the_end(record, condition)
    except IllegalMove as error:
        raise Disagreement(f"the model has played {error.move}: {error.message}") from error
    if not held:
        raise Disagreement("the referee does not find the condition in the game of the model")
    return record
