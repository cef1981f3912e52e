"""How a turn of Master Labyrinth is written and read: `Nb:SW>d5+coin dragon=2 duel=3,5`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from solver.errors import ReadError
from solver.fields import Token, listed, lower, quoted, shown, upper, wrong
from solver.labyrinth.board import POINTS, SHAPE_OF, SQUARE_OF
from solver.labyrinth.board_notation import A_TILE, at, sides
from solver.labyrinth.table import DRAGON_DIE, Move, Throw

WORD = re.compile("[^ \t]+")
MOVE = re.compile(
    "(?P<point>[NESW][A-G1-7]):(?P<tile>[NESW]{2,4})(?:>(?P<to>[A-G][1-7]))?"
    "(?P<cards>(?:\\+COIN|\\+AGAIN(?::(?:[7-9]|1[0-2]))?)*)"
)
THROW = "[1-6](?:r[1-6]:[1-6])*"
THROWS = re.compile(f"{THROW}(?:,{THROW})*")

A_MOVE = "a move: Nb:SW, Nb:SW>d5, Nb:SW>d5+coin or Nb:SW>d5+again"
A_THROW = "a throw: dragon=2, duel=3,5 or battle=4,2r1:5,6"


def read_move(tokens: Sequence[Token]) -> Move:
    """The move that a word names, with the throws that follow it; a token may hold several."""
    words = [at(one, w.start(), w.end()) for one in tokens for w in WORD.finditer(one.text)]
    first, *others = words or tokens
    match = MOVE.fullmatch(upper(first.text))
    if not match:
        raise wrong(f"{quoted(first.text)} is not a move", first, A_MOVE)
    point = {upper(name): name for name in POINTS}.get(match["point"])
    if point is None:
        name = quoted(first.text[:2])
        raise wrong(f"{name} is not an insertion point", first, listed(POINTS))
    tile = sides(match["tile"])
    if tile not in SHAPE_OF:
        raise wrong(f"there is no tile {quoted(match['tile'])}", first, A_TILE)
    cards = match["cards"].split("+")[1:]
    if len({card.partition(":")[0] for card in cards}) < len(cards):
        raise wrong(f"{quoted(first.text)} gives the same card twice", first, A_MOVE)
    again = next((card for card in cards if card.startswith("AGAIN")), None)
    _, _, given = (again or "").partition(":")
    move = Move(
        point=point,
        tile=tile,
        to=SQUARE_OF[lower(match["to"])] if match["to"] else None,
        coin="COIN" in cards,
        again=again is not None,
        card=int(given) if given else None,
    )
    for word in others:
        move = with_throw(move, word)
    return move


def with_throw(move: Move, token: Token) -> Move:
    """The move with a throw that a word tells."""
    name, _, value = lower(token.text).partition("=")
    if name == "dragon" and value in DRAGON_DIE and move.dragon is None:
        return replace(move, dragon=value)
    if THROWS.fullmatch(value):
        throws = tuple(map(read_throw, value.split(",")))
        if name == "duel" and not move.duels:
            return replace(move, duels=throws)
        if name == "battle" and not move.battle:
            return replace(move, battle=throws)
    raise wrong(f"{quoted(token.text)} does not tell a throw", token, A_THROW)


def read_throw(text: str) -> Throw:
    """A throw of the duel die: `2r4:5` is a 2, repeated with card 4 as a 5."""
    first, *repeats = text.split("r")
    pairs = (repeat.split(":") for repeat in repeats)
    return Throw(int(first), tuple((int(card), int(result)) for card, result in pairs))


def parse_move(text: str) -> Move:
    """The move that a text names, legal or not; raises `ReadError`."""
    try:
        return read_move([Token(text.strip(), 1, 1)])
    except ReadError as error:  # it has no place in a document
        raise ReadError(error.message, token=shown(text), expected=error.expected) from None
