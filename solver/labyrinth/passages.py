"""The passages of a board as a graph of networkx: which squares are connected, and by which way.

This is what the rules of moving and of threats are judged by, and what the fast planner is tested
against. The tile under the lair is part of no passage (M9).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from solver.labyrinth.board import LAIR, NEIGHBOURS, OPPOSITE, SQUARES, Board, Square

if TYPE_CHECKING:
    import networkx as nx


@lru_cache(maxsize=256)
def graph(board: Board, lair: bool) -> nx.Graph[Square]:
    """The squares of a board, joined where both tiles are open towards each other.

    With a `lair` its square is joined to none. Not to be changed: others hold it too.
    """
    import networkx as nx

    tiles = board.tiles
    passages: nx.Graph[Square] = nx.Graph()
    passages.add_nodes_from(range(SQUARES))
    passages.add_edges_from(
        (one, other)
        for one in range(SQUARES)
        for side, other in NEIGHBOURS[one]
        if one < other
        and tiles[one] & side
        and tiles[other] & OPPOSITE[side]
        and not (lair and LAIR in (one, other))
    )
    return passages


def passage(board: Board, lair: bool, start: Square) -> frozenset[Square]:
    """Every square connected to this one, itself included."""
    import networkx as nx

    return frozenset(nx.node_connected_component(graph(board, lair), start))


def distances(board: Board, lair: bool, start: Square) -> dict[Square, int]:
    """The steps to every square connected to this one."""
    import networkx as nx

    return dict(nx.single_source_shortest_path_length(graph(board, lair), start))


def route(board: Board, lair: bool, start: Square, end: Square) -> tuple[Square, ...]:
    """A shortest way between two connected squares, both included; of several the one whose
    squares come first by number, compared from the start."""
    to_go = distances(board, lair, end)
    way = [start]
    while way[-1] != end:
        near = graph(board, lair)[way[-1]]
        way.append(min(one for one in near if to_go[one] < to_go[way[-1]]))
    return tuple(way)
