"""A second, deliberately naive copy of the rules of Master Labyrinth, to compare the referee with.

It shares no code with `solver`: a board is a dict from squares like "c4" to sets of open sides like
{"N", "S"}, passages are plain breadth-first searches, and questions about plans are answered by
going through every sequence of pushes, or every move of every player. The rules are numbered as
in the rulebook (M0-M15).
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

COLUMNS, ROWS, SIDES = "abcdefg", "1234567", "NESW"
SQUARES = [column + row for row in ROWS for column in COLUMNS]
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
POINTS = [side + line for side in "NS" for line in "bdf"] + [
    side + line for side in "WE" for line in "246"
]
BOXES = {
    "─": "EW",
    "│": "NS",
    "┌": "ES",
    "┐": "SW",
    "└": "NE",
    "┘": "NW",
    "├": "NES",
    "┤": "NSW",
    "┬": "ESW",
    "┴": "NEW",
}
LAIR = "d4"
SPARE = "spare"  # where a treasure is that has left the board with its tile
FACED = {"N": "d3", "E": "e4", "S": "d5", "W": "c4"}
FACES = ["1", "2", "3", "4", "white", "black"]
DEFAULTS = {
    "entering": "from-another-square",
    "lair": "yes",
    "treasures": "tokens",
    "lair_opening": "not-needed",
    "duel_distance": "along-passage",
    "equal_distance_starts": "active-player",
    "nearest_without_treasure": "shields",
    "roll_after_last_treasure": "yes",
    "battle_same_turn": "no",
    "battle_target": "12",
    "turn_spare": "any-orientation",
}
VALUES = {
    "entering": ["from-another-square", "out-and-back", "standing-counts"],
    "lair": ["yes", "no"],
    "treasures": ["tokens", "on-tiles"],
    "lair_opening": ["not-needed", "needed"],
    "duel_distance": ["along-passage", "grid"],
    "equal_distance_starts": ["active-player", "left-of-active"],
    "nearest_without_treasure": ["shields", "next-nearest"],
    "roll_after_last_treasure": ["yes", "no"],
    "battle_same_turn": ["no", "yes"],
    "battle_target": ["12", "13"],
    "turn_spare": ["any-orientation", "as-it-lies"],
}

Tile = frozenset[str]
Tiles = dict[str, Tile]
Treasures = tuple[tuple[int, str], ...]


class Illegal(Exception):
    """A move that breaks a rule; the message is the rule's id."""


class TooMany(Exception):
    """More boards were looked at than the caller allowed."""


@dataclass
class Adventurer:
    square: str
    treasures: list[int]
    coins: int
    cards: list[int]
    dragon: bool  # has won the final battle


@dataclass
class Position:
    """Everything that lies on the table; `adventurers[1]` is player 1."""

    tiles: Tiles
    spare: Tile
    last_push: str | None
    adventurers: dict[int, Adventurer]
    treasures: Treasures
    later: Treasures
    guardians: dict[str, str]
    dragon: str
    die: list[str]
    turn: int
    extra: bool
    readings: dict[str, str]


# Squares, tiles and passages


def neighbour(square: str, side: str) -> str | None:
    """The square beside another one, if the board does not end there."""
    column = COLUMNS.index(square[0]) + STEP[side][0]
    row = ROWS.index(square[1]) + STEP[side][1]
    if 0 <= column < 7 and 0 <= row < 7:
        return COLUMNS[column] + ROWS[row]
    return None


NEIGHBOURS = {
    square: [(side, other) for side in SIDES if (other := neighbour(square, side)) is not None]
    for square in SQUARES
}


def passage(tiles: Tiles, start: str, lair: str) -> dict[str, int]:
    """The squares that a square is connected with, itself too, and the steps to each (M5, M9)."""
    steps = {start: 0}
    if start == LAIR and lair == "yes":
        return steps
    queue = [start]
    for square in queue:
        for side, other in NEIGHBOURS[square]:
            if other in steps or (other == LAIR and lair == "yes"):
                continue
            if side in tiles[square] and OPPOSITE[side] in tiles[other]:
                steps[other] = steps[square] + 1
                queue.append(other)
    return steps


def letters(tile: Tile) -> str:
    return "".join(side for side in SIDES if side in tile)


def turned(tile: Tile) -> Tile:
    """The tile after a quarter turn clockwise."""
    return frozenset("ESWN"[SIDES.index(side)] for side in tile)


def orientations(spare: Tile, turn_spare: str) -> list[Tile]:
    """The ways in which the spare may be inserted; equal ones once (M3)."""
    found = [spare]
    while turn_spare == "any-orientation" and turned(found[-1]) not in found:
        found.append(turned(found[-1]))
    return found


# The push


def line(point: str) -> list[str]:
    """The seven squares of an insertion point's line; the first is where the tile comes in."""
    squares = [square for square in SQUARES if point[1] in square]
    return squares if point[0] in "NW" else squares[::-1]


LINES = {point: line(point) for point in POINTS}


def barred(last_push: str | None) -> str | None:
    """The point at which the last push made the spare fall out (M3)."""
    return None if last_push is None else OPPOSITE[last_push[0]] + last_push[1]


def shifted(tiles: Tiles, point: str, tile: Tile) -> tuple[Tiles, Tile]:
    """The tiles after a push, and the one pushed out (M3)."""
    squares = LINES[point]
    after = dict(tiles)
    after[squares[0]] = tile
    for k in range(6):
        after[squares[k + 1]] = tiles[squares[k]]
    return after, tiles[squares[6]]


def carried(square: str, point: str) -> str:
    """Where a push carries what stands on a square (M4)."""
    squares = LINES[point]
    if square not in squares:
        return square
    return squares[(squares.index(square) + 1) % 7]


def treasures_after_push(treasures: Treasures, point: str, how: str) -> Treasures:
    """Treasures ride like figures, or leave the board with their tile (M4 and its reading)."""
    after = []
    for value, square in treasures:
        if square == SPARE:
            after.append((value, LINES[point][0]))
        elif how == "on-tiles" and square == LINES[point][6]:
            after.append((value, SPARE))
        else:
            after.append((value, carried(square, point)))
    return tuple(sorted(after))


# Taking a treasure


def taken(
    tiles: Tiles, treasures: Treasures, start: str, end: str, readings: dict[str, str]
) -> int | None:
    """The value of the treasure that a move from one square to another takes (M6, M9)."""
    if not treasures:
        return None
    lowest = min(value for value, _ in treasures)
    if (lowest, end) not in treasures:
        return None
    if end == LAIR and readings["lair"] == "yes":
        return None
    if start != end or readings["entering"] == "standing-counts":
        return lowest
    if readings["entering"] == "out-and-back" and len(passage(tiles, end, readings["lair"])) > 1:
        return lowest
    return None


def after_taking(
    treasures: Treasures, later: Treasures, value: int, square: str
) -> tuple[Treasures, Treasures]:
    """What is on the board and what is to come, once a treasure is taken (M13)."""
    left = list(treasures)
    left.remove((value, square))
    if all(other > 6 for other, _ in left):
        return tuple(sorted([*left, *later])), ()
    return tuple(left), later


# Moves


def is_over(position: Position) -> bool:
    return any(adventurer.dragon for adventurer in position.adventurers.values())


def moves(position: Position) -> list[str]:
    """All legal moves without throws, sorted."""
    found: list[str] = []
    if is_over(position):
        return found
    me = position.adventurers[position.turn]
    readings = position.readings
    for point in POINTS:
        if point == barred(position.last_push):
            continue
        for tile in orientations(position.spare, readings["turn_spare"]):
            tiles, _ = shifted(position.tiles, point, tile)
            treasures = treasures_after_push(position.treasures, point, readings["treasures"])
            start = carried(me.square, point)
            for end in passage(tiles, start, readings["lair"]):
                text = f"{point}:{letters(tile)}" + ("" if end == start else f">{end}")
                value = taken(tiles, treasures, start, end, readings)
                for coin in ("", "+coin"):
                    cards = list(me.cards)
                    if coin:
                        if value not in cards:
                            continue
                        cards.remove(value)
                    found.append(text + coin)
                    if not position.extra and any(card > 6 for card in cards):
                        found.append(text + coin + "+again")
    return sorted(found)


MOVE = re.compile(
    r"(?P<point>[NSEW][bdf246]):(?P<tile>[NESW]+)(?:>(?P<end>[a-g][1-7]))?"
    r"(?P<coin>\+coin)?(?P<again>\+again(?::(?P<card>\d+))?)?"
)


def play(position: Position, move: str) -> Position:
    """The position after a move, with or without throws."""
    first, *others = move.split()
    words = dict(word.split("=") for word in others)
    match = MOVE.fullmatch(first)
    if match is None:
        raise ValueError(move)
    if is_over(position):
        raise Illegal("M14")
    after = copy.deepcopy(position)
    me = after.adventurers[after.turn]
    readings = after.readings

    # The push.
    point, tile = match["point"], frozenset(match["tile"])
    if point == barred(after.last_push):
        raise Illegal("M3")
    if tile not in orientations(after.spare, readings["turn_spare"]):
        raise Illegal("M3")
    after.tiles, after.spare = shifted(after.tiles, point, tile)
    after.last_push = point
    for adventurer in after.adventurers.values():
        adventurer.square = carried(adventurer.square, point)
    for colour, square in after.guardians.items():
        after.guardians[colour] = carried(square, point)
    after.treasures = treasures_after_push(after.treasures, point, readings["treasures"])

    # The move of the adventurer.
    start = me.square
    end = match["end"] or start
    if end not in passage(after.tiles, start, readings["lair"]):
        raise Illegal("M9" if LAIR in (start, end) and readings["lair"] == "yes" else "M5")
    me.square = end

    # The treasure, the coin and the second phase.
    value = taken(after.tiles, after.treasures, start, end, readings)
    if value is not None:
        me.treasures = sorted([*me.treasures, value])
        after.treasures, after.later = after_taking(after.treasures, after.later, value, end)
    if match["coin"]:
        if value is None or value not in me.cards:
            raise Illegal("M7")
        me.cards.remove(value)
        me.coins += 1

    # The dragon die and the duels.
    all_taken = not after.treasures and not after.later
    if "dragon" in words:
        if value is None or words["dragon"] not in after.die:
            raise Illegal("M10")
        if all_taken and readings["roll_after_last_treasure"] == "no":
            raise Illegal("M10")
        _, duellists = threatened(after, words["dragon"])
        after.dragon = facing(after.dragon, words["dragon"])
        rolling = [number for number in duellists if after.adventurers[number].treasures]
        entries = words["duel"].split(",") if "duel" in words else []
        if len(entries) < len(rolling):
            raise Illegal("M12")
        if len(entries) > len(rolling):
            raise Illegal("M11")
        for number, entry in zip(rolling, entries, strict=True):
            adventurer = after.adventurers[number]
            if result(entry, adventurer.cards, "M12") <= 3:
                adventurer.treasures.remove(min(adventurer.treasures))
    elif "duel" in words:
        raise Illegal("M11")

    # The final battle, or the card for a second turn.
    if "battle" in words:
        faced = FACED[after.dragon]
        if not all_taken or me.square != faced or match["again"]:
            raise Illegal("M14")
        if value is not None and readings["battle_same_turn"] == "no":
            raise Illegal("M14")
        if not opens_to_lair(after.tiles, after.dragon, readings):
            raise Illegal("M14")
        throws = words["battle"].split(",")
        if len(throws) != 3:
            raise Illegal("M14")
        if sum(result(throw, me.cards, "M14") for throw in throws) >= int(
            readings["battle_target"]
        ):
            me.dragon = True
            return after
        if me.treasures:
            me.treasures.remove(min(me.treasures))
    if match["again"]:
        card = int(match["card"] or min((card for card in me.cards if card > 6), default=0))
        if after.extra or card < 7 or card not in me.cards:
            raise Illegal("M8")
        me.cards.remove(card)
        after.extra = True
        return after
    after.extra = False
    after.turn = in_turn_order(after)[1 % len(after.adventurers)]
    return after


# Threats, duels and the battle


def facing(dragon: str, face: str) -> str:
    """Where the dragon looks after a throw of its die (M10)."""
    return SIDES[(SIDES.index(dragon) + int(face)) % 4] if face.isdigit() else dragon


def opens_to_lair(tiles: Tiles, dragon: str, readings: dict[str, str]) -> bool:
    return readings["lair_opening"] == "not-needed" or OPPOSITE[dragon] in tiles[FACED[dragon]]


def in_turn_order(position: Position) -> list[int]:
    """The players, the one on turn first."""
    numbers = sorted(position.adventurers)
    place = numbers.index(position.turn)
    return numbers[place:] + numbers[:place]


def threatened(position: Position, face: str) -> tuple[set[str], list[int]]:
    """The threatened squares after a throw of the dragon die, and who must duel (M10, M11).

    The players are in the order in which they duel. Those without treasures are among them, but do
    not roll.
    """
    readings, tiles = position.readings, position.tiles
    lair = readings["lair"]
    if face.isdigit():
        dragon = facing(position.dragon, face)
        if not opens_to_lair(tiles, dragon, readings):
            return set(), []
        source, origin, first = FACED[dragon], LAIR, 1
    else:
        if face not in position.guardians:
            return set(), []
        source = origin = position.guardians[face]
        first = 0
        if source == LAIR and lair == "yes":
            return set(), []
    steps = passage(tiles, source, lair)
    order = in_turn_order(position)
    if readings["equal_distance_starts"] == "left-of-active":
        order = order[1:] + order[:1]
    distances = {}
    for number in order:
        adventurer = position.adventurers[number]
        if adventurer.square not in steps:
            continue
        if not adventurer.treasures and readings["nearest_without_treasure"] == "next-nearest":
            continue
        distances[number] = first + steps[adventurer.square]
        if readings["duel_distance"] == "grid":
            distances[number] = manhattan(origin, adventurer.square)
    return set(steps), [n for n in distances if distances[n] == min(distances.values())]


def manhattan(one: str, other: str) -> int:
    columns = abs(COLUMNS.index(one[0]) - COLUMNS.index(other[0]))
    return columns + abs(ROWS.index(one[1]) - ROWS.index(other[1]))


def result(entry: str, cards: list[int], rule: str) -> int:
    """What a throw like "2r4:5" comes to; the cards given for repeats are taken away (M8, M12)."""
    if re.fullmatch(r"[1-6](r[1-6]:[1-6])*", entry) is None:
        raise Illegal(rule)
    for card in re.findall(r"r(\d)", entry):
        if int(card) not in cards:
            raise Illegal(rule)
        cards.remove(int(card))
    return int(entry[-1])


def battle_chance(rerolls: int, target: int) -> Fraction:
    """The chance to win the final battle with the best use of so many cards for repeats (M14)."""
    return chance_before_throw(3, rerolls, target)


@cache
def chance_before_throw(throws: int, rerolls: int, needed: int) -> Fraction:
    if throws == 0:
        return Fraction(needed <= 0)
    return average([chance_after_throw(n, throws, rerolls, needed) for n in range(1, 7)])


@cache
def chance_after_throw(number: int, throws: int, rerolls: int, needed: int) -> Fraction:
    keep = chance_before_throw(throws - 1, rerolls, needed - number)
    if rerolls == 0:
        return keep
    again = [chance_after_throw(n, throws, rerolls - 1, needed) for n in range(1, 7)]
    return max(keep, average(again))


def average(chances: list[Fraction]) -> Fraction:
    return sum(chances, Fraction(0)) / len(chances)


# Plans


class Board:
    """The tiles, the spare and the last push; what was found out about them is kept."""

    def __init__(
        self, tiles: Tiles, spare: Tile, last_push: str | None, readings: dict[str, str]
    ) -> None:
        self.tiles, self.spare, self.last_push = tiles, spare, last_push
        self.readings = readings
        self.passages: dict[str, list[str]] = {}
        self.boards: list[Board] | None = None

    def after(self) -> Iterator[Board]:
        """The boards after every push that is legal, whose last push it is then."""
        for point in POINTS:
            if point == barred(self.last_push):
                continue
            for tile in orientations(self.spare, self.readings["turn_spare"]):
                tiles, spare = shifted(self.tiles, point, tile)
                yield Board(tiles, spare, point, self.readings)

    def kept(self) -> list[Board]:
        """The same boards, made only once."""
        if self.boards is None:
            self.boards = list(self.after())
        return self.boards

    def reach(self, square: str) -> list[str]:
        """Where a move from a square can end, the square itself included."""
        if square not in self.passages:
            self.passages[square] = list(passage(self.tiles, square, self.readings["lair"]))
        return self.passages[square]


class Situation(NamedTuple):
    """What the pushes alone do not tell: where the adventurer is and what is taken.

    `number` counts the treasures that this adventurer has taken.
    """

    square: str
    treasures: Treasures
    later: Treasures
    number: int


def after_push(situation: Situation, board: Board) -> Situation:
    """The situation carried on to the board after a push."""
    point = board.last_push
    assert point is not None
    return Situation(
        carried(situation.square, point),
        treasures_after_push(situation.treasures, point, board.readings["treasures"]),
        situation.later,
        situation.number,
    )


def after_move(situation: Situation, end: str, board: Board) -> Situation:
    """The situation after a move to a square, with the taking."""
    value = taken(board.tiles, situation.treasures, situation.square, end, board.readings)
    if value is None:
        return Situation(end, situation.treasures, situation.later, situation.number)
    treasures, later = after_taking(situation.treasures, situation.later, value, end)
    return Situation(end, treasures, later, situation.number + 1)


def reached(situation: Situation, board: Board, goal: str, dragon: str) -> bool:
    """Whether a goal is reached after a push and a move."""
    if goal == "battle":
        return situation.square == FACED[dragon] and opens_to_lair(
            board.tiles, dragon, board.readings
        )
    what, which = goal.split(":")
    if what == "reach":
        return situation.square == which
    return situation.number >= int(which)


def beginning(position: Position, goal: str) -> Situation:
    """The situation of the player on turn; treasures only where the goal is to take them."""
    square = position.adventurers[position.turn].square
    if goal.startswith("take"):
        return Situation(square, position.treasures, position.later, 0)
    return Situation(square, (), (), 0)


def turns_needed(pushes: int, cards: int, extra: bool) -> int:
    """The turns that so many pushes take when a card 7-12 allows a second push in a turn (M8)."""
    if extra:
        return 1 + turns_needed(pushes - 1, cards, False)
    return max(pushes - cards, (pushes + 1) // 2)


def double_turns(position: Position) -> int:
    return sum(card > 6 for card in position.adventurers[position.turn].cards)


def fewest(
    position: Position, goal: str, turns: int, boards: int | None = None
) -> tuple[int, int] | None:
    """The fewest own turns in which a goal is reached, the others standing still, and the plans.

    A plan is a sequence of pushes. `boards` limits how many boards are looked at (`TooMany`).
    """
    if is_over(position):
        return None
    cards = double_turns(position)
    start = Board(position.tiles, position.spare, position.last_push, position.readings)
    looked_at = 0

    def plans(board: Board, situations: set[Situation], pushes: int, within: int) -> int:
        """How many plans begin with the pushes that led here."""
        nonlocal looked_at
        count = 0
        for next_board in board.after():
            looked_at += 1
            if boards is not None and looked_at > boards:
                raise TooMany
            reachable = set()
            for situation in situations:
                moved = after_push(situation, next_board)
                for end in next_board.reach(moved.square):
                    reachable.add(after_move(moved, end, next_board))
            if any(reached(one, next_board, goal, position.dragon) for one in reachable):
                count += 1
            elif turns_needed(pushes + 2, cards, position.extra) <= within:
                count += plans(next_board, reachable, pushes + 1, within)
        return count

    for within in range(1, turns + 1):
        number = plans(start, {beginning(position, goal)}, 0, within)
        if number:
            return within, number
    return None


def forced(
    position: Position,
    goal: str,
    turns: int,
    boards: int | None = None,
    others_take: bool = True,
) -> bool:
    """Whether the player on turn reaches a goal within so many own turns whatever the others do.

    Between two own turns every other player has one: any push, any move, taking what it ends on.
    `boards` limits how many boards are looked at (`TooMany`). With `others_take=False` the others
    only push and move; that is no rule, it shows whether their taking is what spoils a plan.
    """
    if is_over(position):
        return False
    others = in_turn_order(position)[1:]
    looked_at = 0

    def look_at(board: Board) -> list[Board]:
        nonlocal looked_at
        looked_at += len(board.kept())
        if boards is not None and looked_at > boards:
            raise TooMany
        return board.kept()

    def own(
        board: Board, me: Situation, squares: dict[int, str], left: int, cards: int, extra: bool
    ) -> bool:
        """Whether some own move wins, with `left` own turns, this one included."""
        for next_board in look_at(board):
            moved = after_push(me, next_board)
            where = all_carried(squares, next_board)
            for end in next_board.reach(moved.square):
                mine = after_move(moved, end, next_board)
                if reached(mine, next_board, goal, position.dragon):
                    return True
                if not extra and cards and own(next_board, mine, where, left, cards - 1, True):
                    return True
                if left > 1 and theirs(next_board, mine, where, others, left - 1, cards):
                    return True
        return False

    def theirs(
        board: Board,
        me: Situation,
        squares: dict[int, str],
        to_move: list[int],
        left: int,
        cards: int,
    ) -> bool:
        """Whether all that the others can do loses nothing; `left` own turns follow."""
        if not to_move:
            return own(board, me, squares, left, cards, False)
        number = to_move[0]
        for next_board in look_at(board):
            mine = after_push(me, next_board)
            where = all_carried(squares, next_board)
            start = where.pop(number)
            replies: list[tuple[Situation, str]] = []
            for end in next_board.reach(start):
                if others_take:
                    after = after_move(replace_square(mine, start), end, next_board)
                else:
                    after = replace_square(mine, end)
                reply = (Situation(mine.square, after.treasures, after.later, mine.number), end)
                # Where a player stands who will not move again before the question is decided
                # changes nothing, so only what they took tells their last moves apart.
                if left == 1 and reply[0] in [other for other, _ in replies]:
                    continue
                replies.append(reply)
            for mine_then, end in replies:
                if not theirs(
                    next_board, mine_then, {**where, number: end}, to_move[1:], left, cards
                ):
                    return False
        return True

    start = Board(position.tiles, position.spare, position.last_push, position.readings)
    squares = {number: position.adventurers[number].square for number in others}
    me = beginning(position, goal)
    return own(start, me, squares, turns, double_turns(position), position.extra)


def replace_square(situation: Situation, square: str) -> Situation:
    return Situation(square, situation.treasures, situation.later, situation.number)


def all_carried(squares: dict[int, str], board: Board) -> dict[int, str]:
    assert board.last_push is not None
    return {number: carried(square, board.last_push) for number, square in squares.items()}


# Reading, writing and comparing


def read_tile(text: str) -> Tile:
    return frozenset(BOXES.get(text, text))


def read_treasures(text: str) -> Treasures:
    pairs = [word.split("@") for word in text.split()]
    return tuple(sorted((int(value), square) for value, square in pairs))


def read_adventurer(text: str) -> Adventurer:
    square, *others = text.split()
    given = dict(word.split("=") for word in others)
    return Adventurer(
        square=square,
        treasures=sorted(map(int, filter(None, given.get("treasures", "").split(",")))),
        coins=int(given.get("coins", "0")),
        cards=sorted(map(int, filter(None, given.get("cards", "").split(",")))),
        dragon=given.get("dragon") == "yes",
    )


def parse(text: str) -> Position:
    """A position from its one-line form, which must be well formed."""
    values = {}
    for part in text.split(";"):
        if part.strip():
            key, value = part.split(":", 1)
            values[key.strip()] = value.strip()
    tiles = {}
    for row, names in zip(ROWS, values["board"].split("/"), strict=True):
        boxes = [name for name in names if name in BOXES]
        for column, name in zip(COLUMNS, boxes or names.split(), strict=True):
            tiles[column + row] = read_tile(name)
    adventurers = {
        number: read_adventurer(values[f"adventurer {number}"])
        for number in range(1, 5)
        if f"adventurer {number}" in values
    }
    guardians = dict(word.split("@") for word in values.get("guardians", "").split())
    given = dict(word.split("=") for word in values.get("readings", "").split())
    return Position(
        tiles=tiles,
        spare=read_tile(values["spare"]),
        last_push=values.get("last push"),
        adventurers=adventurers,
        treasures=read_treasures(values.get("treasures", "")),
        later=read_treasures(values.get("later", "")),
        guardians=guardians,
        dragon=values.get("dragon", "N"),
        die=values.get("dragon die", " ".join(FACES)).split(),
        turn=int(values.get("turn", min(adventurers))),
        extra=values.get("extra", "no") == "yes",
        readings={**DEFAULTS, **given},
    )


def write(position: Position) -> str:
    """The one-line form of a position; whatever is empty or the default is left out."""
    boxes = {read_tile(name): name for name in BOXES}
    rows = ["".join(boxes[position.tiles[column + row]] for column in COLUMNS) for row in ROWS]
    parts = [
        ("game", "labyrinth"),
        ("board", " / ".join(rows)),
        ("spare", letters(position.spare)),
        ("last push", position.last_push or ""),
        *((f"adventurer {n}", write_adventurer(a)) for n, a in position.adventurers.items()),
        ("treasures", " ".join(f"{value}@{square}" for value, square in position.treasures)),
        ("later", " ".join(f"{value}@{square}" for value, square in position.later)),
        ("guardians", " ".join(f"{name}@{at}" for name, at in sorted(position.guardians.items()))),
        ("dragon", position.dragon),
        ("dragon die", "" if position.die == FACES else " ".join(position.die)),
        ("turn", str(position.turn)),
        ("extra", "yes" if position.extra else ""),
        (
            "readings",
            " ".join(f"{k}={v}" for k, v in position.readings.items() if v != DEFAULTS[k]),
        ),
    ]
    return "; ".join(f"{key}: {value}" for key, value in parts if value)


def write_adventurer(adventurer: Adventurer) -> str:
    words = [adventurer.square]
    if adventurer.treasures:
        words.append("treasures=" + ",".join(map(str, adventurer.treasures)))
    if adventurer.coins:
        words.append(f"coins={adventurer.coins}")
    if adventurer.cards:
        words.append("cards=" + ",".join(map(str, adventurer.cards)))
    if adventurer.dragon:
        words.append("dragon=yes")
    return " ".join(words)


def snapshot(position: Position) -> dict[str, object]:
    """Everything that changes in a game, in a form that can be compared."""
    return {
        "board": [[letters(position.tiles[column + row]) for column in COLUMNS] for row in ROWS],
        "spare": letters(position.spare),
        "last_push": position.last_push,
        "adventurers": {
            number: {
                "square": adventurer.square,
                "treasures": sorted(adventurer.treasures),
                "coins": adventurer.coins,
                "cards": sorted(adventurer.cards),
                "dragon": adventurer.dragon,
            }
            for number, adventurer in sorted(position.adventurers.items())
        },
        "treasures": [[value, square] for value, square in sorted(position.treasures)],
        "later": [[value, square] for value, square in sorted(position.later)],
        "guardians": dict(sorted(position.guardians.items())),
        "dragon": position.dragon,
        "turn": position.turn,
        "extra": position.extra,
    }


# Random positions

FIXED = """
    a1 ES   c1 ESW  e1 ESW  g1 SW
    a3 NES  c3 NES  e3 ESW  g3 NSW
    a5 NES  c5 NEW  e5 NSW  g5 NSW
    a7 NE   c7 NEW  e7 NEW  g7 NW
"""
LOOSE = ["NS"] * 13 + ["NE"] * 15 + ["NES"] * 6
PHASES = ["single", "many", "turning", "second", "battle"]


def random_tile(rng: random.Random, shape: str) -> Tile:
    tile = frozenset(shape)
    for _ in range(rng.randrange(4)):
        tile = turned(tile)
    return tile


def random_line(
    rng: random.Random,
    players: int,
    *,
    phase: str | None = None,
    classic: bool = True,
    readings: bool | dict[str, str] = False,
    over: bool = False,
    close: bool = False,
) -> str:
    """A random position in its one-line form, with the player on turn chosen at random.

    `phase` says which treasures lie on the board: "single" (one), "many" (of the first six values,
    nothing to come), "turning" (the last one or two up to 6, others to come), "second" (7-12) or
    "battle" (none); without it any of these. Without `classic` any tile may lie anywhere.
    `readings` are those given, or with True random ones. With `over` the game has ended. With
    `close` everything stands within two squares of the lair, for more duels and battles.
    """
    phase = phase or rng.choice(PHASES)
    if readings is True:
        readings = {name: rng.choice(values) for name, values in VALUES.items()}
    all_readings = {**DEFAULTS, **(readings or {})}

    # Tiles.
    loose = rng.sample(LOOSE, len(LOOSE))
    words = FIXED.split()
    tiles = {
        square: read_tile(sides) for square, sides in zip(words[::2], words[1::2], strict=True)
    }
    for square in SQUARES:
        if square not in tiles:
            tiles[square] = random_tile(rng, loose.pop())
    spare = loose.pop()
    if not classic:
        tiles = {square: random_tile(rng, rng.choice(LOOSE)) for square in SQUARES}
        spare = rng.choice(LOOSE)

    # Treasures: those of the phase on the board, those before it with the players or lost.
    numbers = sorted(rng.sample(range(1, 5), players))
    first = sorted([*range(1, 7)] * 2)
    second = sorted([*range(7, 13)] * 2)
    later: list[int] = []
    if phase == "single":
        place = rng.randrange(24)
        gone, board = (first + second)[:place], [(first + second)[place]]
    elif phase == "many":
        place = rng.randrange(9)
        gone, board = first[:place], first[place:]
        if rng.random() < 0.5:
            board = sorted(rng.sample(board, rng.randint(2, len(board))))
    elif phase == "turning":
        place = rng.choice([10, 11])
        gone, board = first[:place], first[place:]
        later = sorted(rng.sample(second, rng.randint(1, 12)))
    elif phase == "second":
        place = rng.randrange(12)
        gone, board = first + second[:place], second[place:]
    else:
        gone, board = first + second, []
    collected: dict[int, list[int]] = {number: [] for number in numbers}
    for value in gone:
        owner = rng.choice([*numbers, None])
        if owner is not None:
            collected[owner].append(value)

    # Cards: not all are held any more.
    held: dict[int, list[int]] = {number: [] for number in numbers}
    cards = first + second
    for card in rng.sample(cards, rng.randint(0, min(24, 4 * players))):
        held[rng.choice(numbers)].append(card)
    if board and rng.random() < 0.3:  # a card that may soon bring a coin
        for hand in held.values():
            hand[:] = [card for card in hand if card != board[0]]
        held[rng.choice(numbers)].append(board[0])

    squares = [square for square in SQUARES if not close or manhattan(LAIR, square) <= 2]

    def somewhere() -> str:
        return LAIR if rng.random() < 0.05 else rng.choice(squares)

    adventurers = {
        number: Adventurer(
            square=somewhere(),
            treasures=sorted(collected[number]),
            coins=rng.choice([0, 0, 1, 2]),
            cards=sorted(held[number]),
            dragon=False,
        )
        for number in numbers
    }
    if over:
        adventurers[rng.choice(numbers)].dragon = True
    turn = rng.choice(numbers)
    places = [somewhere() for _ in board]
    if places and rng.random() < 0.1:  # the adventurer may stand on the treasure already
        places[0] = adventurers[turn].square
    if places and all_readings["treasures"] == "on-tiles" and rng.random() < 0.15:
        places[rng.randrange(len(places))] = SPARE
    guardians = {name: somewhere() for name in ("black", "white") if rng.random() < 0.8}
    die = FACES if rng.random() < 0.8 else [rng.choice(FACES) for _ in range(6)]
    return write(
        Position(
            tiles=tiles,
            spare=random_tile(rng, spare),
            last_push=rng.choice([None, rng.choice(POINTS), rng.choice(POINTS)]),
            adventurers=adventurers,
            treasures=tuple(sorted(zip(board, places, strict=True))),
            later=tuple(sorted((value, somewhere()) for value in later)),
            guardians=guardians,
            dragon=rng.choice(SIDES),
            die=die,
            turn=turn,
            extra=rng.random() < 0.15,
            readings=all_readings,
        )
    )
