"""Whole deals of Level 10 by answer set programming: the program `level10.lp`, run by clingo.

First without put-backs and tucks, then, where that finds no plan, with everything: the small
program decides most deals, and costs little where it does not.

What was tried, each on 40 to 100 deals over all players and pauses, or on 27 one-player deals and
lost deals for which the small program has no plan (one core; seconds mean grounding and solving):

- Everything at once instead of the small program first: 0.22 against 0.04.
- The small program with hands kept turn by turn, as the complete one has to: 0.069; with the seat
  that draws a card settled once by where its column's restart is: 0.048.
- A choice of the card for every turn besides that of the cell it ends up in: 0.125 against 0.069.
- Saying that without pauses each level card lies somewhere: nothing. Turning cardinality
  constraints into clauses (`--trans-ext=all`): nothing, in the complete program half as fast.
- Heuristics: none 0.028; signs only 0.027; factors by column 0.030; levels by column and then low
  cards first 0.044 (median 0.016, but up to 1.1 where it gets lost); by turn 0.148; the same order
  as initial scores, which is what the program has, 0.024 (median 0.019, worst 0.09).
- Configurations: tweety (clingo's default), frumpy within a tenth; jumpy, handy, crafty, trendy up
  to a fifth slower here and up to half as fast in the complete program. BerkMin, VSIDS and VMTF as
  decision heuristic differ from tweety's own by less than a tenth, VMTF has the worst outliers.
- `--eq=0` (no search for equivalent atoms) saves a few per cent in the small program and a tenth
  in the complete one; `--sat-prepro=2` costs that much.
- The complete program with a place in the queue as the thing that is chosen, rather than a card
  for each column and from that the place: 0.15 against 0.21.
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
