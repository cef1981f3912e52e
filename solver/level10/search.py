"""The search for a win of Level 10: randomised walks through the tree of plays, cut short and begun
anew, and a table of dead positions that they share.

A narrow walk tries, of all ways to put cards back, only the one that looks best, in an order with
some chance in it, and is given up after a number of nodes; what it leaves out it never calls dead.
A full walk leaves nothing out and so can prove that there is no win.

The walking itself is done by the compiled kernel, or by `tree.py` where there is none or the
environment variable LEVEL10_PLAIN is set: node for node the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from solver.level10.cards import CELLS
from solver.level10.compact import Compact, compact, to_move
from solver.level10.rules import Move, State
from solver.level10.tree import DEAD_ENDS, Tree
from solver.verdict import Budget

FIRST_CAP, CAP_GROWTH = 100, 1.15
FULL_SHARE = 15  # nodes in narrow walks for each node in full ones
LOOK_EVERY = {False: 512, True: 1 << 15}  # nodes between two looks at the limits, by compiled
WEIGH_EVERY = 10_000  # table entries between two looks at the memory
TABLE_ENTRIES = 1_000_000
TABLE_ENTRY_BYTES = 800  # in plain Python; a table must not be filled sooner there
TABLE_SHARE = 0.4  # of the memory limit


class Walker(Protocol):
    """What walks the tree: `Tree` of tree.py, or the kernel's."""

    nodes: int
    stop: int

    @property
    def path(self) -> list[int]:
        """The moves of a walk that has won."""

    def walk(self, narrow: bool, noisy: bool) -> bool | None:
        """Whether the position can be won; None if the walk left something out."""

    def moves(self) -> list[int]:
        """Every move of the first position."""

    def perft(self, depth: int) -> int:
        """The number of move sequences of that length."""

    def __len__(self) -> int:
        """The entries of the table of dead positions."""


NewWalker = Callable[[Compact, Collection[str], int, Callable[[], None]], Walker]


def walker(plain: bool | None = None) -> tuple[NewWalker, bool]:
    """The class that walks, and whether it is compiled; None takes what there is."""
    if plain is None:
        plain = bool(os.environ.get("LEVEL10_PLAIN"))
    if not plain:
        try:
            from solver.level10.kernel import Tree as CompiledTree

            return CompiledTree, True
        except ImportError:
            pass
    return Tree, False


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search found: a plan, or that there is none, or (None) neither in its nodes."""

    winnable: bool | None
    plan: tuple[Move, ...] | None


class WalkOver(Exception):
    """A walk has used up its nodes."""


class Search:
    """The search from one position; `run` may be called once."""

    def __init__(
        self,
        state: State,
        budget: Budget,
        dead_ends: Collection[str] = DEAD_ENDS,
        plain: bool | None = None,
    ) -> None:
        self.state = state
        self.budget = budget
        entries = TABLE_ENTRIES
        if budget.limits.megabytes is not None:
            share = int(budget.limits.megabytes * 2**20 * TABLE_SHARE / TABLE_ENTRY_BYTES)
            entries = min(entries, share)
        new, compiled = walker(plain)
        self.tree = new(compact(state), dead_ends, entries, self.look_around)
        self.look_every = LOOK_EVERY[compiled]
        self.weighed = WEIGH_EVERY  # the size of the table at which to look at the memory again
        self.counted = 0  # the nodes that the budget knows of
        self.last_node: int | None = None
        self.walk_end = 0

    def run(self, nodes: int | None = None) -> SearchAnswer:
        """Searches until there is an answer, `nodes` are used up, or a limit is hit.

        Raises `LimitReached`. The nodes are counted in the budget.
        """
        if self.state.filled == CELLS:
            return SearchAnswer(True, ())
        if not self.state.hand and self.state.readings.empty_hand == "skipped":
            return SearchAnswer(False, None)  # nobody has a card (L19)
        self.last_node = nodes
        tree = self.tree
        cap, full_cap = float(FIRST_CAP), FIRST_CAP
        spent_narrow = spent_full = 0
        full = noisy = False
        while True:
            before = tree.nodes
            try:
                result = self.one_walk(full_cap if full else int(cap), not full, noisy)
            finally:
                self.tell_budget()
            if result is not None:
                plan = tuple(map(to_move, tree.path)) if result else None
                return SearchAnswer(result, plan)
            if nodes is not None and tree.nodes >= nodes:
                return SearchAnswer(None, None)
            exhausted = tree.nodes < self.walk_end  # all that a narrow walk looks at is lost
            if full:
                spent_full += tree.nodes - before
                full_cap *= 2
            else:
                spent_narrow += tree.nodes - before
                cap *= CAP_GROWTH
                noisy = True  # the first walk goes by the costs alone
            full = exhausted or spent_full * FULL_SHARE < spent_narrow

    def one_walk(self, cap: int, narrow: bool, noisy: bool) -> bool | None:
        """One walk from the root: whether it can be won, or None if the walk does not tell."""
        self.walk_end = self.tree.nodes + cap
        if self.last_node is not None:
            self.walk_end = min(self.walk_end, self.last_node)
        self.tree.stop = self.tree.nodes
        try:
            return self.tree.walk(narrow, noisy)
        except WalkOver:
            return None

    def tell_budget(self) -> None:
        """Adds to the budget the nodes that it does not know of."""
        self.budget.nodes += self.tree.nodes - self.counted
        self.counted = self.tree.nodes

    def look_around(self) -> None:
        """Ends a walk that is over and looks at the limits."""
        nodes = self.tree.nodes
        if nodes >= self.walk_end:
            raise WalkOver
        self.tell_budget()
        self.budget.check()
        if len(self.tree) >= self.weighed:
            self.weighed = len(self.tree) + WEIGH_EVERY
            self.budget.weigh()
        stop = min(self.walk_end, nodes + self.look_every)
        left = self.budget.nodes_left()
        self.tree.stop = stop if left is None else min(stop, nodes + left)
