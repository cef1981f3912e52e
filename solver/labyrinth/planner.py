"""The planner of Master Labyrinth: sequences of pushes, tried depth first.

Moving never changes the board, so what is searched is the pushes, and with them is carried the
*set* of squares on which the adventurer may stand by now. Treasures ride on the tiles, so where one
lies follows from the pushes. What has been taken does not: a sequence of pushes may leave several
*branches*, each with its treasures and its set of squares.

A set is wrong as soon as somebody answers: an opponent sees the one square that was chosen. So
`forced` goes the other way, from the goal back: it finds the set of squares from which the goal is
reached whatever the others do.

A table of positions seen would cost more than it saves. Its key holds the last push (M3), so two
sequences can meet only after three pushes, and on random boards one in twenty to one in eight does.

The compiled kernel does the same once more, for speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from solver.labyrinth.bitboard import (
    ALL,
    CARRIED,
    FIRST,
    LAIR_BIT,
    LAST,
    WAYS,
    Mask,
    Masks,
    bits,
    carried,
    carried_back,
    points,
)
from solver.labyrinth.board import SQUARES, Square, Tile
from solver.labyrinth.table import FIRST_PHASE

ON_SPARE, TAKEN, WAITING = SQUARES, SQUARES + 1, SQUARES + 2
"""Where a treasure is that is on no square."""

FROM_ANOTHER, OUT_AND_BACK, STANDING = range(3)
"""What counts as entering a treasure's square (M6)."""

LOOK_EVERY = 2048  # boards between two looks at the limits

Places = tuple[int, ...]
"""The square of each treasure, or where else it is."""

Push = tuple[int, Tile]
"""An insertion point, and how the spare tile lies."""


@dataclass(frozen=True, slots=True)
class Quest:
    """What a plan is wanted for, and from where.

    With a `need` so many treasures are to be taken, else the square of the bit `target` is to be
    stood on, on a tile that is open to the side `opening` if that is not 0. `values` of the
    treasures that can matter ascend, `places` are theirs and `later` where those will lie that
    wait (M13). `others` are the squares of the other adventurers, next in turn first.
    """

    masks: Masks
    last_push: int
    start: Square
    target: Mask
    opening: Tile
    need: int
    values: tuple[int, ...]
    places: Places
    later: tuple[Square, ...]
    entering: int
    on_tiles: bool
    fixed_spare: bool
    others: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """What a sequence of pushes may have led to: treasures still needed, where they are, and every
    square on which the adventurer may then stand."""

    need: int
    places: Places
    squares: Mask


@dataclass(frozen=True, slots=True)
class HalfTurn:
    """A push, and the square at which the move after it ends; `again` if a second one follows."""

    push: Push
    end: Square
    again: bool


def carried_seats(seats: tuple[Square, ...], point: int) -> tuple[Square, ...]:
    """Where a push takes adventurers (M4)."""
    return tuple(CARRIED[point][where] for where in seats)


class Planner:
    """Searches for plans; `nodes` counts the boards looked at.

    `look_around` is called from time to time, and when the nodes come to `stop`, and may raise an
    exception to end the search.
    """

    def __init__(
        self, quest: Quest, look_around: Callable[[], None], stop: int | None = None
    ) -> None:
        self.quest = quest
        self.look_around = look_around
        self.stop = stop
        self.nodes = 0
        self.path: list[Push] = []

    @property
    def start(self) -> Branch:
        """What lies there before the first push."""
        return Branch(self.quest.need, self.quest.places, 1 << self.quest.start)

    # --- One board after another ---------------------------------------------------------------

    def pushes(self, masks: Masks, last_push: int) -> Iterator[tuple[int, Tile, Masks]]:
        """Every push, with the board after it."""
        ways = (masks.spare,) if self.quest.fixed_spare else WAYS[masks.spare]
        for point in points(last_push):
            for tile in ways:
                self.nodes += 1
                if self.nodes % LOOK_EVERY == 0 or self.nodes == self.stop:
                    self.look_around()
                yield point, tile, masks.push(point, tile)

    def carried_places(self, places: Places, point: int) -> Places:
        """Where a push takes the treasures (M4)."""
        if not places:
            return places
        on_tiles = self.quest.on_tiles
        found = []
        for where in places:
            if where == ON_SPARE:
                found.append(FIRST[point])
            elif where > ON_SPARE:
                found.append(where)
            elif on_tiles and where == LAST[point]:
                found.append(ON_SPARE)
            else:
                found.append(CARRIED[point][where])
        return tuple(found)

    def takeable(self, masks: Masks, places: Places) -> list[tuple[int, Square]]:
        """The treasures of the lowest value that lie in the open, with their squares (M6, M9)."""
        values = self.quest.values
        lowest = 0
        found: dict[Square, int] = {}
        for index, where in enumerate(places):
            if where > ON_SPARE or (lowest and values[index] != lowest):
                continue
            lowest = values[index]
            if where < SQUARES and not (masks.lair and 1 << where == LAIR_BIT):
                found.setdefault(where, index)
        return [(index, where) for where, index in found.items()]

    def after_taking(self, places: Places, index: int) -> Places:
        """Where the treasures are once this one is taken; those that wait may be laid out (M13)."""
        values = self.quest.values
        taken = (*places[:index], TAKEN, *places[index + 1 :])
        left = (w for w, v in zip(taken, values, strict=True) if w < TAKEN and v <= FIRST_PHASE)
        if WAITING not in taken or next(left, None) is not None:
            return taken
        return tuple(
            later if where == WAITING else where
            for where, later in zip(taken, self.quest.later, strict=True)
        )

    def takers(self, masks: Masks, where: Square) -> Mask:
        """The squares from which an adventurer can take a treasure that lies there (M6)."""
        reach = masks.reach(1 << where)
        entering = self.quest.entering
        if entering == STANDING or (entering == OUT_AND_BACK and reach != 1 << where):
            return reach
        return reach & ~(1 << where)

    def arrived(self, masks: Masks) -> Mask:
        """The squares from which the goal is in reach, if it is a square."""
        quest = self.quest
        where = quest.target.bit_length() - 1
        if quest.opening and not masks.tile(where) & quest.opening:
            return 0
        return masks.reach(quest.target)

    # --- The player alone ----------------------------------------------------------------------

    def count(self, depth: int) -> int:
        """How many sequences of at most `depth` pushes reach the goal with their last push, none of
        which begins with another; `path` is the first of them."""
        self.path = []
        return self.count_from(self.quest.masks, self.quest.last_push, [self.start], depth, [])

    def count_from(
        self, masks: Masks, last_push: int, branches: list[Branch], depth: int, done: list[Push]
    ) -> int:
        """The number of those sequences that begin with the pushes done."""
        found = 0
        for point, tile, board in self.pushes(masks, last_push):
            reached, left = self.half_turn(board, point, branches, depth)
            if reached:
                found += 1
                if not self.path:
                    self.path = [*done, (point, tile)]
            elif depth > 1 and left:
                found += self.count_from(board, point, left, depth - 1, [*done, (point, tile)])
        return found

    def half_turn(
        self, board: Masks, point: int, branches: list[Branch], depth: int
    ) -> tuple[bool, list[Branch]]:
        """Whether a push reaches the goal, and what else the move after it may lead to; branches
        that cannot reach the goal in `depth` half-turns, this one included, are left out."""
        found: dict[tuple[int, Places], Mask] = {}
        for branch in branches:
            squares = carried(branch.squares, point)
            if not self.quest.need:
                if self.arrived(board) & squares:
                    return True, []
                found[0, ()] = board.reach(squares)
                continue
            places = self.carried_places(branch.places, point)
            ends = board.reach(squares) if depth > branch.need else 0
            for index, where in self.takeable(board, places):
                takers = self.takers(board, where)
                if ends:
                    stays = squares & ~takers & 1 << where  # who stands there and takes nothing
                    ends = ends & ~(1 << where) | stays
                if takers & squares:
                    if branch.need == 1:
                        return True, []
                    key = branch.need - 1, self.after_taking(places, index)
                    found[key] = found.get(key, 0) | 1 << where
            if ends:
                key = branch.need, places
                found[key] = found.get(key, 0) | ends
        if depth == 1:
            return False, []
        return False, [Branch(need, places, ends) for (need, places), ends in found.items()]

    def perft(self, depth: int) -> int:
        """The number of sequences of so many turns of this adventurer and the others.

        Each push, each orientation and each square moved to counts; no cards are given.
        """
        seats = (self.quest.start, *self.quest.others)
        return self.perft_from(self.quest.masks, self.quest.last_push, seats, depth)

    def perft_from(
        self, masks: Masks, last_push: int, seats: tuple[Square, ...], depth: int
    ) -> int:
        """The same from a board on; the first seat is the next to move."""
        found = 0
        for point, _, board in self.pushes(masks, last_push):
            start, *others = carried_seats(seats, point)
            ends = board.reach(1 << start)
            if depth == 1:
                found += ends.bit_count()
            else:
                for end in bits(ends):
                    found += self.perft_from(board, point, (*others, end), depth - 1)
        return found

    # --- Whatever the others do ----------------------------------------------------------------

    def forced(self, turns: int, cards: int, second: bool) -> HalfTurn | None:
        """A half-turn after which the goal is reached within so many own turns, this one included,
        whatever the others do; None if there is none.

        `cards` may be given for second turns; `second` says that this is one already.
        """
        quest = self.quest
        need, others = quest.need, quest.others
        for point, tile, board in self.pushes(quest.masks, quest.last_push):
            places = self.carried_places(quest.places, point)
            squares = 1 << CARRIED[point][quest.start]
            moved = carried_seats(others, point)
            may_double = cards > 0 and not second
            for again in (False, True) if may_double else (False,):
                ends = self.good_ends(
                    board, point, squares, places, need, moved, turns, cards, again
                )
                if ends:
                    return HalfTurn((point, tile), bits(ends)[0], again)
        return None

    def go_on(
        self,
        board: Masks,
        point: int,
        others: tuple[Square, ...],
        turns: int,
        cards: int,
        again: bool,
        need: int,
        places: Places,
    ) -> Mask:
        """The squares from which the goal is certain once a half-turn is over: what follows is a
        second one, or the turns of the others."""
        if again:
            return self.own_turn(board, point, places, need, others, turns, cards - 1, False)
        return self.replies(board, point, places, need, others, 0, turns - 1, cards)

    def good_ends(
        self,
        board: Masks,
        point: int,
        squares: Mask,
        places: Places,
        need: int,
        others: tuple[Square, ...],
        turns: int,
        cards: int,
        again: bool,
    ) -> Mask:
        """The squares at which the move may end, begun on one of `squares`, so that the goal is
        certain."""
        go_on = partial(self.go_on, board, point, others, turns, cards, again)
        reach = board.reach(squares)
        if not self.quest.need:
            if self.arrived(board) & squares:
                return self.quest.target
            return reach & go_on(0, ())
        ends, takings = reach, 0
        for index, where in self.takeable(board, places):
            takers = self.takers(board, where)
            stays = squares & ~takers & 1 << where
            ends = ends & ~(1 << where) | stays
            if takers & squares and (
                need == 1 or go_on(need - 1, self.after_taking(places, index)) >> where & 1
            ):
                takings |= 1 << where
        if takings or not ends:
            return takings
        return ends & go_on(need, places)

    def own_turn(
        self,
        masks: Masks,
        last_push: int,
        places: Places,
        need: int,
        others: tuple[Square, ...],
        turns: int,
        cards: int,
        first: bool,
    ) -> Mask:
        """The squares from which the goal is certain within so many own turns, the next one begun;
        `first` says that a card may still be given for a second one."""
        if turns == 0:
            return 0
        good = 0
        for point, _, board in self.pushes(masks, last_push):
            if good == ALL:
                break
            moved = carried_seats(others, point)
            carried_places = self.carried_places(places, point)
            starts = 0
            for again in (False, True) if first and cards else (False,):
                starts |= self.good_starts(
                    board, point, carried_places, need, moved, turns, cards, again
                )
            good |= carried_back(starts, point)
        return good

    def good_starts(
        self,
        board: Masks,
        point: int,
        places: Places,
        need: int,
        others: tuple[Square, ...],
        turns: int,
        cards: int,
        again: bool,
    ) -> Mask:
        """The squares, after the push, from which the goal is certain."""
        last = turns == 1 and not again
        go_on = partial(self.go_on, board, point, others, turns, cards, again)
        if not self.quest.need:
            starts = self.arrived(board)
            return starts if last else starts | board.reach(go_on(0, ()))
        ends = 0 if last else go_on(need, places)
        stays = starts = 0
        for index, where in self.takeable(board, places):
            takers = self.takers(board, where)
            stays |= ends & ~takers & 1 << where
            ends &= ~(1 << where)
            if need == 1 or (
                not last and go_on(need - 1, self.after_taking(places, index)) >> where & 1
            ):
                starts |= takers
        return starts | stays | board.reach(ends)

    def replies(
        self,
        masks: Masks,
        last_push: int,
        places: Places,
        need: int,
        others: tuple[Square, ...],
        seat: int,
        turns: int,
        cards: int,
    ) -> Mask:
        """The squares on which the goal stays certain whatever the others do, from this seat on."""
        if turns == 0:
            return 0
        if seat == len(others):
            return self.own_turn(masks, last_push, places, need, others, turns, cards, True)
        good = ALL
        for point, _, board in self.pushes(masks, last_push):
            moved = carried_seats(others, point)
            left = ALL
            for after, end in self.choices(
                board, self.carried_places(places, point), moved[seat], turns
            ):
                there = (*moved[:seat], end, *moved[seat + 1 :])
                left &= self.replies(board, point, after, need, there, seat + 1, turns, cards)
                if not left:
                    break
            good &= carried_back(left, point)
            if not good:
                break
        return good

    def choices(
        self, board: Masks, places: Places, start: Square, turns: int
    ) -> Iterator[tuple[Places, Square]]:
        """What another adventurer may do after a push: where the treasures are then, and where it
        stands. Where it will have no further turn, its square does not matter."""
        if not self.quest.need:
            yield places, start
            return
        ends = board.reach(1 << start)
        for index, where in self.takeable(board, places):
            if self.takers(board, where) >> start & 1:
                yield self.after_taking(places, index), where
                ends &= ~(1 << where)
        for end in bits(ends)[: None if turns > 1 else 1]:
            yield places, end
