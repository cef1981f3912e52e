"""How a turn of Master Labyrinth is written and read: `Nb:SW>d5+coin dragon=2 duel=3,5`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from solver.errors import ReadError
from solver.fields import Token, listed, lower, quoted, upper, wrong
from solver.labyrinth.board import POINTS, SHAPE_OF, SQUARE_OF
from solver.labyrinth.board_notation import A_SQUARE, A_TILE, BOXES, at, is_sides, sides
from solver.labyrinth.table import DRAGON_DIE, Move, Throw

POINT_OF = {upper(name): name for name in POINTS}
WORD = re.compile("[^ \t]+")
MOVE = re.compile("(?P<point>[^:>+]*):(?P<tile>[^:>+]*)(?:>(?P<to>[^+]*))?(?P<cards>(?:\\+.*)?)")
CARD = re.compile("coin|again(:(?P<card>[7-9]|1[0-2]))?")
THROW = "[1-6](?:r[1-6]:[1-6])*"
THROWS = re.compile(f"{THROW}(?:,{THROW})*")

A_MOVE = "a move: Nb:SW, Nb:SW>d5, Nb:SW>d5+coin or Nb:SW>d5+again"
A_CARD = "+coin, +again, or +again:7 to +again:12"
A_THROW = "a throw: dragon=2, duel=3,5 or battle=4,2r1:5,6"


def read_move(tokens: Sequence[Token]) -> Move:
    """The move that a word names, with the throws that follow it; a token may hold several."""
    words = [at(one, w.start(), w.end()) for one in tokens for w in WORD.finditer(one.text)]
    first, *others = words or tokens
    match = MOVE.fullmatch(first.text)
    if not match:
        raise wrong(f"{quoted(first.text)} is not a move", first, A_MOVE)

    def part(name: str) -> Token:
        return at(first, *match.span(name))

    point = POINT_OF.get(upper(match["point"]))
    if point is None:
        name = quoted(match["point"])
        raise wrong(f"{name} is not an insertion point", part("point"), listed(POINTS))
    tile = BOXES.get(match["tile"]) or (is_sides(match["tile"]) and sides(match["tile"]))
    if not tile or tile not in SHAPE_OF:
        raise wrong(f"there is no tile {quoted(match['tile'])}", part("tile"), A_TILE)
    move = Move(point, tile)
    if match["to"] is not None:
        if lower(match["to"]) not in SQUARE_OF:
            raise wrong(f"{quoted(match['to'])} is not a square", part("to"), A_SQUARE)
        move = replace(move, to=SQUARE_OF[lower(match["to"])])
    for given in lower(match["cards"]).split("+")[1:]:
        card = CARD.fullmatch(given)
        if not card:
            raise wrong(f"{quoted('+' + given)} gives no card", part("cards"), A_CARD)
        if move.coin if given == "coin" else move.again:
            raise wrong(f"{quoted('+' + given)} gives a card twice", part("cards"), A_CARD)
        if given == "coin":
            move = replace(move, coin=True)
        else:
            move = replace(move, again=True, card=int(card["card"]) if card["card"] else None)
    for word in others:
        move = with_throw(move, word)
    return move


def with_throw(move: Move, token: Token) -> Move:
    """The move with a throw that a word tells."""
    name, _, value = lower(token.text).partition("=")
    if {"dragon": move.dragon, "duel": move.duels, "battle": move.battle}.get(name):
        raise wrong(f"{quoted(name)} is told twice", token, "each throw once")
    if name == "dragon" and value in DRAGON_DIE:
        return replace(move, dragon=value)
    if THROWS.fullmatch(value):
        throws = tuple(map(read_throw, value.split(",")))
        if name == "duel":
            return replace(move, duels=throws)
        if name == "battle":
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
        raise ReadError(error.message, token=error.token, expected=error.expected) from None
