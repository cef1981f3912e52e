"""All kinds of puzzle, by name."""

from __future__ import annotations

from puzzles import labyrinth, level10, ten
from puzzles.puzzle import Kind

KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (*level10.KINDS, *labyrinth.KINDS, *ten.KINDS)
}
