"""The kinds of puzzle of Master Labyrinth."""

from puzzles.labyrinth.block import BLOCK
from puzzles.labyrinth.take import TAKE_IT, TWO_IN_ONE
from puzzles.puzzle import Kind

KINDS: tuple[Kind, ...] = (TAKE_IT, BLOCK, TWO_IN_ONE)
