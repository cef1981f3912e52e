"""What can be seen of a table of Master Labyrinth at once: whether a treasure is in reach after a
push, and how near to it one comes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.labyrinth.bitboard import CARRIED, Mask, Masks, bits
from solver.labyrinth.board import SIZE, SQUARES, Square
from solver.labyrinth.planner import Branch, Places, Planner, Push, Quest
from solver.labyrinth.threats import manhattan

FARTHEST = 2 * SIZE - 2
NEAR: tuple[tuple[Mask, ...], ...] = tuple(
    tuple(
        sum(1 << other for other in range(SQUARES) if manhattan(where, other) <= steps)
        for steps in range(FARTHEST + 1)
    )
    for where in range(SQUARES)
)
"""By square and steps: the squares that are at most so many columns and rows away."""


@dataclass(frozen=True, slots=True)
class View:
    """What lies before an adventurer: whether a treasure may be taken, the columns and rows between
    the nearest square in reach and that treasure, and how many squares are in reach."""

    takes: bool
    distance: int
    squares: int

    @property
    def rank(self) -> tuple[bool, int]:
        """The better a table looks, the higher."""
        return self.takes, -self.distance


def walker(asked: Quest) -> Planner:
    """The plain planner, for its single steps."""
    return Planner(asked, lambda: None)


def view(asked: Quest, board: Masks, places: Places, squares: Mask) -> View:
    """What an adventurer sees who stands on one of these squares once a push has been made."""
    steps = walker(asked)
    reach = board.reach(squares)
    lowest = steps.takeable(board, places)
    takes = any(steps.takers(board, where) & squares for _, where in lowest)
    distance = min((away(reach, where) for _, where in lowest), default=FARTHEST)
    return View(takes, distance, reach.bit_count())


def away(reach: Mask, where: Square) -> int:
    """The columns and rows between a square and the nearest of others."""
    return next((steps for steps, near in enumerate(NEAR[where]) if reach & near), FARTHEST)


def now(asked: Quest) -> View:
    """What an adventurer sees before the push."""
    return view(asked, asked.masks, asked.places, 1 << asked.start)


def after(asked: Quest, push: Push) -> View:
    """What an adventurer sees after a push."""
    point, tile = push
    places = walker(asked).carried_places(asked.places, point)
    squares = 1 << CARRIED[point][asked.start]
    return view(asked, asked.masks.push(point, tile), places, squares)


def looks_good(asked: Quest, push: Push) -> bool:
    """Whether a push takes a treasure, leads nearer to it, or opens more squares than before."""
    before, found = now(asked), after(asked, push)
    return found.takes or found.distance < before.distance or found.squares > before.squares


def pushes(asked: Quest) -> list[Push]:
    """Every push with orientation."""
    return [(point, tile) for point, tile, _ in walker(asked).pushes(asked.masks, asked.last_push)]


def stops(asked: Quest, push: Push) -> list[Quest]:
    """Every way to go on after a push that does not reach the goal itself: what is asked from each
    square on which the move may end."""
    point, tile = push
    board = asked.masks.push(point, tile)
    start = Branch(asked.need, asked.places, 1 << asked.start)
    _, branches = walker(asked).half_turn(board, point, [start], SQUARES)
    return [
        replace(
            asked,
            masks=board,
            last_push=point,
            start=where,
            need=branch.need,
            places=branch.places,
        )
        for branch in branches
        for where in bits(branch.squares)
    ]


def seems_good_for(asked: Quest, push: Push, most: int) -> int:
    """For how many pushes, this one included and at most `most`, one comes nearer to the treasure
    or stays beside it, where each further push is one that leads as near as any."""
    steps = walker(asked)
    start = Branch(asked.need, asked.places, 1 << asked.start)
    point, tile = push
    board = asked.masks.push(point, tile)
    _, branches = steps.half_turn(board, point, [start], SQUARES)
    nearest = after(asked, push).distance
    for lasted in range(1, most):
        options = []
        for next_point, _, next_board in steps.pushes(board, point):
            _, left = steps.half_turn(next_board, next_point, branches, SQUARES)
            options.append((nearest_of(asked, next_board, left), next_point, next_board, left))
        found, point, board, branches = min(options, key=lambda option: option[0])
        if found >= nearest and found > 1:
            return lasted
        nearest = found
    return most


def nearest_of(asked: Quest, board: Masks, branches: list[Branch]) -> int:
    """How near to a treasure one comes by what a series of pushes may have led to; 0 where it has
    reached the goal."""
    return min(
        (view(asked, board, one.places, one.squares).distance for one in branches), default=0
    )
