"""Whole deals of Level 10 by answer set programming: the program `level10.lp`, run by clingo.

First without put-backs and tucks, then, where that finds no plan, with everything: the small
program decides most deals, and costs little where it does not.

What was tried, on 40 to 100 deals over all players and pauses, the complete program also on 27 for
which the small one has no plan, three of them lost. One core; seconds mean grounding and solving,
and only those of one line can be compared, as each line is a run of its own:

- Everything at once 0.22; the small program first 0.04.
- The small program with hands kept turn by turn, as the complete one must, 0.084; with the seat
  that draws a card settled once, by where the restart of its column is, 0.040.
- A choice of the card for each turn besides that of the cell in which it ends up: 0.125, without
  0.069. That without pauses each level card lies somewhere, as a redundant constraint: nothing.
- Heuristics: none 0.028; preferred signs alone 0.027; factors by column 0.030; levels by column and
  then low cards first 0.044 (median 0.016, worst 1.1: it gets lost at times); the same order as
  initial scores, which is what the program has, 0.024 (median 0.019, worst 0.09). Levels by turn
  rather than by column: 0.148, none in that run 0.057.
- Configurations: frumpy as good as tweety, clingo's default for such programs; jumpy, handy, crafty
  and trendy a fifth slower here, and 1.5 to 1.7 times as slow in the complete program. Without a
  heuristic of the program, BerkMin, VSIDS and VMTF differ by a tenth; VMTF has the worst outliers.
- `--eq=0` (no search for equivalent atoms): 0.058, with it 0.060; complete program 0.153 and 0.177.
  `--sat-prepro=2` costs a sixth in the complete program; cardinality constraints as clauses
  (`--trans-ext=all`) change nothing in the small one and cost 0.325 for 0.199 in the complete one.
- The complete program: choosing what each place of the queue holds, rather than what is put back in
  a column and from that the places, saves a third.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import Path

import clingo

from solver.level10.cards import CELLS, HAND_SIZE, PAUSE, RESTART, WORLDS, Card, is_level
from solver.level10.rules import Move, State

PROGRAM = str(Path(__file__).with_name("level10.lp"))
OPTIONS = ("--heuristic=Domain", "--eq=0", "--warn=none")
HEIGHT = len(WORLDS)


def decide(state: State) -> tuple[Move, ...] | None:
    """A winning plan for an opening deal under the default readings, or None if there is none."""
    return solve(state, "simple") or solve(state, "complete")


def solve(state: State, part: str) -> tuple[Move, ...] | None:
    """A plan of the program with one of its two parts: `simple` or `complete`."""
    puts = 2 if part == "complete" else 0
    control = clingo.Control([*OPTIONS, f"--const=puts={puts}"])
    control.load(PROGRAM)
    control.add("base", [], " ".join(facts(state)))
    control.ground([("base", []), (part, [])])
    with control.solve(yield_=True) as handle:
        model = handle.model()
        return None if model is None else plan(model.symbols(shown=True))


def facts(state: State) -> Iterable[str]:
    """The deal in the words of the program; pauses are numbered to tell them apart."""
    numbers = itertools.count(1)

    def named(card: Card) -> str:
        return f'"{card}"' if is_level(card) else f'"{card}{next(numbers)}"'

    dealt = [(f"hand({seat}", card) for seat, hand in enumerate(state.hands, 1) for card in hand]
    dealt += [(f"deck({place}", card) for place, card in enumerate(state.deck)]
    for where, card in dealt:
        name = named(card)
        yield f"{where},{name})."
        yield f'level({name},"{card[0]}",{card[1]}).' if is_level(card) else f"pause({name})."
    yield f"players({state.players}). hand_size({HAND_SIZE[state.players]})."
    yield f"deck_size({len(state.deck)})."


def plan(symbols: Iterable[clingo.Symbol]) -> tuple[Move, ...]:
    """The moves that an answer set stands for."""
    lies: dict[tuple[str, int], str] = {}  # by row and column
    tucked: dict[tuple[str, int], str] = {}
    fills: dict[int, str] = {}
    queue: dict[int, str] = {}
    places: dict[int, list[int]] = {}  # of the queue, by column
    for symbol in symbols:
        match symbol.name, symbol.arguments:
            case "lies" | "tuck" as kind, [row, column, card]:
                cells = lies if kind == "lies" else tucked
                is_card = card.type == clingo.SymbolType.String
                cells[row.string, column.number] = card.string if is_card else RESTART
            case "fills", [turn, row]:
                fills[turn.number] = row.string
            case "queue", [place, card]:
                queue[place.number] = card.string
            case "place", [place, column]:
                places.setdefault(column.number, []).append(place.number)
    moves = []
    for filled in range(CELLS):
        cell = fills[filled], filled // HEIGHT
        name = unnumbered(lies[cell])
        under = sorted(places.get(cell[1], ())) if name == RESTART else []
        put_back = tuple(unnumbered(queue[number]) for number in under)
        moves.append(Move(name, cell[0], tuck=tucked.get(cell), put_back=put_back))
    return tuple(moves)


def unnumbered(name: str) -> Card:
    """The card that a name of the program stands for."""
    return PAUSE if name[0] == PAUSE else name
