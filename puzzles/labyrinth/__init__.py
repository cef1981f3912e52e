"""The kinds of puzzle of Master Labyrinth."""

from puzzles.labyrinth.block import BLOCK
from puzzles.labyrinth.take import TAKE_IT, TWO_IN_ONE
from puzzles.puzzle import Kind

__all__ = ["BLOCK", "KINDS", "TAKE_IT", "TWO_IN_ONE"]

KINDS: tuple[Kind, ...] = (TAKE_IT, BLOCK, TWO_IN_ONE)
