"""Depth-first search for a win of Level 10: randomised restarts and a table of dead positions.

The search keeps its own compact copy of the table and has its own move generator, which is tested
against the referee. Card `8 * world + level - 1` is a bit of a mask; pauses, all alike, are counted
above bit 40 of a hand; a turn is `2 * seat + extra`, seats from 0.

A position is *dead* when no play from it fills the fifty cells. Positions whose whole tree has been
walked go into the table; the tests of `DEAD_ENDS` recognise others at once. Each test is proved
where it stands and can be switched off without changing a verdict.

Passes follow one another. A narrow pass tries, of all ways to put cards back, only the few that
look best, in an order with some chance in it, and gives up after a number of nodes; what it leaves
out it never calls dead. A full pass leaves nothing out and so can prove that there is no win. Both
share the table.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import combinations, islice, permutations

from solver.level10.cards import CELLS, PAUSE, RESTART, WORLDS, Card, number
from solver.level10.rules import Move, State, seat_order
from solver.verdict import Budget, LimitReached

PAUSE_ID = 40
ONE_PAUSE = 1 << PAUSE_ID

DEAD_ENDS = ("column", "cards", "table")

NARROW = 2  # ways to put back that a narrow pass tries in one position
FIRST_CAP, CAP_GROWTH = 200, 1.2
FULL_SHARE = 3  # nodes in narrow passes for each node in full ones
NOISE = 2.0
LOOK_EVERY = 512  # nodes between two looks at the limits
WEIGH_EVERY = 10_000  # table entries between two looks at the memory
TABLE_ENTRY_BYTES = 800
TABLE_SHARE = 0.4  # of the memory limit

# The costs were found by hill climbing on the nodes that random deals take; they order moves and
# decide nothing.
SKIP_COST = [0.8, 1.5, 3.2]  # by restarts used in the row
RESTART_COST, RESTART_BASE = 0.8, 1.2
FRESH_GAIN = 0.6  # for the first card of a run
PAUSE_COST = 2.5
TUCK_COST = {False: -0.5, True: 0.5}  # by whether the card could still be placed
PUT_BACK_BASE, PUT_BACK_COST, PUT_BACK_GAIN, PUT_BACK_PAUSE = 0.5, 1.0, 0.8, 3.0

COUNT = [mask.bit_count() for mask in range(256)]
BITS = [tuple(bit for bit in range(8) if mask >> bit & 1) for mask in range(256)]
ABOVE = [256 - (1 << shown) for shown in range(9)]
"""For the number that a row shows, the mask of the levels that may follow it (L6)."""
SHOWN = [
    [next((bit for bit in range(shown, 8) if mask >> bit & 1), 8) for shown in range(9)]
    for mask in range(256)
]
"""The number shown, raised as far as it makes no difference to the world's cards still to come."""

Child = tuple[float, int, int, int, tuple[int, ...]]
"""A move: (cost, kind, world, card, cards put back); lower costs are tried first. `card` is what is
placed, for a pause the card tucked under it or -1."""

LEVEL_MOVE, PAUSE_MOVE, RESTART_MOVE = range(3)


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search found: a plan, or that there is none, or (None) neither in its nodes."""

    winnable: bool | None
    plan: tuple[Move, ...] | None


class PassOver(Exception):
    """A pass has used up its nodes."""


def card_id(card: Card) -> int:
    """The number of a card, 0–39 for levels and 40 for a pause."""
    return PAUSE_ID if card == PAUSE else 8 * WORLDS.index(card[0]) + int(card[1]) - 1


def card_name(number: int) -> Card:
    """The card with this number."""
    return PAUSE if number == PAUSE_ID else f"{WORLDS[number // 8]}{number % 8 + 1}"


def turn_table(state: State) -> list[list[list[int]]]:
    """For the cells filled and the turn just taken, the turns that may follow, in order (L3)."""
    table = []
    for filled in range(CELLS + 1):
        rows = tuple((RESTART,) * (filled // 5 + (row < filled % 5)) for row in range(5))
        line = []
        for turn in range(2 * state.players):
            table_then = replace(state, rows=rows, turn=turn // 2 + 1, extra=bool(turn % 2))
            order = islice(seat_order(table_then), 2 * state.players)
            line.append([2 * (seat - 1) + extra for seat, extra in order])
        table.append(line)
    return table


class Search:
    """The search from one position; `run` may be called once."""

    def __init__(
        self,
        state: State,
        budget: Budget,
        dead_ends: Collection[str] = DEAD_ENDS,
    ) -> None:
        self.state = state
        self.budget = budget
        self.random = random.Random(0).random
        self.turns = turn_table(state)

        readings = state.readings
        self.put_back = readings.put_back
        self.discard = readings.put_back == "discard"
        self.first_pause = readings.first_pause == "zero"
        self.tuck_at = -1 if readings.tuck == "never" else 0
        if self.tuck_at == 0 and readings.tuck_when == "deck-empty-after":
            self.tuck_at = 1
        self.may_restart = readings.empty_hand == "may-restart"

        self.test_column = "column" in dead_ends
        self.test_cards = "cards" in dead_ends
        self.dead: set[tuple[object, ...]] = set()
        self.weighed = 0  # the size of the table at which to look at the memory again
        self.table_size = 0
        if "table" in dead_ends:
            megabytes = budget.limits.megabytes
            self.table_size = 1_000_000
            if megabytes is not None:
                share = int(megabytes * 2**20 * TABLE_SHARE / TABLE_ENTRY_BYTES)
                self.table_size = min(self.table_size, share)

        self.nodes = 0
        self.counted = 0  # of these, the nodes that the budget knows of
        self.stop = 0  # the node count at which to look at the limits again
        self.last_node: int | None = None
        self.pass_end = 0
        self.narrow = False
        self.noise = 0.0
        self.path: list[Child] = []

    # --- passes -----------------------------------------------------------------------------

    def run(self, nodes: int | None = None) -> SearchAnswer:
        """Searches until there is an answer, `nodes` are used up, or a limit is hit.

        Raises `LimitReached`. The nodes are counted in the budget.
        """
        self.last_node = nodes
        cap, full_cap = float(FIRST_CAP), FIRST_CAP
        spent_narrow = spent_full = 0
        full = False
        while True:
            before = self.nodes
            try:
                result = self.one_pass(full_cap if full else int(cap), narrow=not full)
            finally:
                self.tell_budget()
            if result is not None:
                plan = tuple(self.move(child) for child in self.path) if result else None
                return SearchAnswer(result, plan)
            if nodes is not None and self.nodes >= nodes:
                return SearchAnswer(None, None)
            exhausted = self.nodes < self.pass_end  # all that a narrow pass looks at is lost
            if full:
                spent_full += self.nodes - before
                full_cap *= 2
            else:
                spent_narrow += self.nodes - before
                cap *= CAP_GROWTH
                self.noise = NOISE  # the first pass goes by the costs alone
            full = exhausted or spent_full * FULL_SHARE < spent_narrow

    def one_pass(self, cap: int, narrow: bool) -> bool | None:
        """One pass from the root: whether it can be won, or None if the pass does not tell."""
        self.narrow = narrow
        self.pass_end = self.nodes + cap
        if self.last_node is not None:
            self.pass_end = min(self.pass_end, self.last_node)
        self.stop = self.nodes
        if self.state.filled == CELLS:
            return True
        root = self.set_up()
        if not self.hands[root[1] >> 1] and not self.may_restart:
            return False  # nobody has a card (L19)
        try:
            return self.visit(*root)
        except PassOver:
            return None

    def set_up(self) -> tuple[int, int, int, int, bool, int]:
        """Lays out the table of the first position; gives what `visit` takes."""
        state = self.state
        self.path = []
        self.hands = [sum(1 << card_id(card) for card in hand) for hand in state.hands]
        self.deck = [card_id(card) for card in state.deck]
        self.shown = [number(row) for row in state.rows]
        self.used = [row.count(RESTART) for row in state.rows]
        turn = 2 * (state.turn - 1) + state.extra
        to_fill = sum(1 << w for w, row in enumerate(state.rows) if len(row) == state.column)
        restarted = RESTART in state.column_cells()
        left = sum(self.hands) + sum(1 << card for card in self.deck)
        return state.filled, turn, 0, to_fill, restarted, left

    def tell_budget(self) -> None:
        """Adds to the budget the nodes that it does not know of."""
        self.budget.nodes += self.nodes - self.counted
        self.counted = self.nodes

    def look_around(self) -> None:
        """Ends a pass that is over and looks at the limits."""
        if self.nodes >= self.pass_end:
            raise PassOver
        self.tell_budget()
        self.budget.check()
        megabytes = self.budget.limits.megabytes
        if megabytes is not None and len(self.dead) >= self.weighed:
            self.weighed = len(self.dead) + WEIGH_EVERY
            import psutil

            if psutil.Process().memory_info().rss > megabytes * 2**20:
                raise LimitReached("memory")
        self.stop = min(self.pass_end, self.nodes + LOOK_EVERY)
        left = self.budget.nodes_left()
        if left is not None:
            self.stop = min(self.stop, self.nodes + left)

    def move(self, child: Child) -> Move:
        """The referee's name for a move."""
        _, kind, world, card, put_back = child
        row = WORLDS[world]
        if kind == LEVEL_MOVE:
            return Move(card_name(card), row)
        if kind == PAUSE_MOVE:
            return Move(PAUSE, row, tuck=card_name(card) if card >= 0 else None)
        return Move(RESTART, row, put_back=tuple(card_name(other) for other in put_back))

    # --- the tree ---------------------------------------------------------------------------

    def visit(
        self, filled: int, turn: int, drawn: int, to_fill: int, restarted: bool, left: int
    ) -> bool | None:
        """Whether a position can be won; None if the pass left something out below it.

        `drawn` counts the cards taken from the deck, `to_fill` masks the rows without their cell of
        the column in progress, `restarted` tells whether that column has its restart, and `left`
        holds the cards in hands and deck. The rest stands in `hands`, `deck`, `shown` and `used`,
        which are as they were when the call returns, unless it returns True.
        """
        if self.nodes >= self.stop:
            self.look_around()
        self.nodes += 1
        hands, deck, shown, used = self.hands, self.deck, self.shown, self.used
        seat = turn >> 1
        hand = hands[seat]
        in_deck = len(deck) - drawn
        children, complete = self.children(filled, hand, in_deck, to_fill, restarted, left)
        children.sort()
        for child in children:
            _, kind, world, card, put_back = child
            new_hand, new_left, new_drawn = hand, left, drawn
            new_restarted = restarted
            shown_before = shown[world]
            if kind == RESTART_MOVE:
                shown[world] = 0  # L7
                used[world] += 1
                new_restarted = True
                for other in put_back:  # L14
                    new_hand -= 1 << other
                    if self.discard:
                        new_left -= 1 << other
                    else:
                        deck.append(other)
                draws = len(put_back)
            else:
                if kind == LEVEL_MOVE:
                    shown[world] = card % 8 + 1
                    gone = 1 << card
                else:
                    gone = ONE_PAUSE + (1 << card if card >= 0 else 0)  # L15
                new_hand -= gone
                new_left -= gone
                draws = 1 if in_deck else 0  # L12
            for _ in range(draws):
                new_hand += 1 << deck[new_drawn]
                new_drawn += 1
            hands[seat] = new_hand
            self.path.append(child)
            new_filled = filled + 1
            if new_filled == CELLS:
                return True  # L17
            new_to_fill = to_fill & ~(1 << world)
            if not new_to_fill:  # the column is full (L8)
                new_to_fill, new_restarted = 31, False

            if not self.dead_end(new_filled, new_to_fill, new_restarted, new_left):
                new_turn = self.next_turn(new_filled, turn, new_to_fill, new_restarted)
                if new_turn >= 0:
                    key = (
                        *hands,
                        new_drawn,
                        *deck[len(self.state.deck) :],
                        -1 - new_turn,
                        new_to_fill,
                        new_restarted,
                        *used,
                        SHOWN[new_left & 255][shown[0]],
                        SHOWN[new_left >> 8 & 255][shown[1]],
                        SHOWN[new_left >> 16 & 255][shown[2]],
                        SHOWN[new_left >> 24 & 255][shown[3]],
                        SHOWN[new_left >> 32 & 255][shown[4]],
                    )
                    if key not in self.dead:
                        result = self.visit(
                            new_filled, new_turn, new_drawn, new_to_fill, new_restarted, new_left
                        )
                        if result:
                            return True
                        if result is None:
                            complete = False
                        elif len(self.dead) < self.table_size:
                            self.dead.add(key)

            self.path.pop()
            hands[seat] = hand
            shown[world] = shown_before
            if kind == RESTART_MOVE:
                used[world] -= 1
                if put_back and not self.discard:
                    del deck[-len(put_back) :]
        return False if complete else None

    def next_turn(self, filled: int, turn: int, to_fill: int, restarted: bool) -> int:
        """The next turn that is not skipped (L3, L16), or -1 where nobody can act (L19)."""
        anybody = self.may_restart and self.can_restart(to_fill, restarted)
        for candidate in self.turns[filled][turn]:
            if self.hands[candidate >> 1] or anybody:
                return candidate
        return -1

    def can_restart(self, to_fill: int, restarted: bool) -> bool:
        """Whether some world may be restarted (L13)."""
        return not restarted and any(
            to_fill >> world & 1 and self.used[world] < 2 for world in range(5)
        )

    def children(
        self, filled: int, hand: int, in_deck: int, to_fill: int, restarted: bool, left: int
    ) -> tuple[list[Child], bool]:
        """The moves of a position with their costs, and whether these are all of them.

        The cost of a level card counts the lower cards of its world that it skips: they have to
        wait for a restart. The cost of a restart counts the cards that could have gone before it.
        """
        column = filled // 5
        noise, chance = self.noise, self.random
        room = filled - 5 * column - restarted < 4  # L9
        tuck = in_deck <= self.tuck_at
        children: list[Child] = []
        complete = True
        for world in range(5):
            if not to_fill >> world & 1:
                continue  # L8
            shown, used = self.shown[world], self.used[world]
            rest = left >> 8 * world & 255
            above = rest & ABOVE[shown]
            mine = hand >> 8 * world & 255
            if room and column - used < 8:  # L9, L10
                fresh = FRESH_GAIN if shown == 0 else 0.0
                for bit in BITS[mine & ABOVE[shown]]:  # L6
                    skipped = COUNT[above & (1 << bit) - 1]
                    cost = skipped * SKIP_COST[used] - fresh + noise * chance()
                    children.append((cost, LEVEL_MOVE, world, 8 * world + bit, ()))
                if hand >= ONE_PAUSE and (column or self.first_pause):  # L11
                    cost = PAUSE_COST + noise * chance()
                    children.append((cost, PAUSE_MOVE, world, -1, ()))
                    if tuck:  # L15
                        for bit in BITS[mine]:
                            cost = PAUSE_COST + TUCK_COST[bit >= shown] + noise * chance()
                            children.append((cost, PAUSE_MOVE, world, 8 * world + bit, ()))
            if used < 2 and not restarted:  # L13
                cost = RESTART_COST * COUNT[above] + RESTART_BASE + noise * chance()
                children.append((cost, RESTART_MOVE, world, -1, ()))
                if in_deck and self.put_back != "never":  # L14
                    ways = self.put_backs(hand, in_deck, left)
                    if self.narrow and len(ways) > NARROW:
                        del ways[NARROW:]
                        complete = False
                    children += [
                        (cost + extra + noise * chance(), RESTART_MOVE, world, -1, cards)
                        for extra, cards in ways
                    ]
        return children, complete

    def put_backs(self, hand: int, in_deck: int, left: int) -> list[tuple[float, tuple[int, ...]]]:
        """Every way to put back one or two cards of a hand, each with its cost, the cheapest first.

        A card costs the less, the more lower cards of its world would have to come before it.
        """
        noise, chance = self.noise, self.random
        price = {}
        for world in range(5):
            shown = self.shown[world]
            rest = left >> 8 * world & 255
            for bit in BITS[hand >> 8 * world & 255]:
                below = rest & (1 << bit) - 1
                if bit >= shown:
                    waiting = COUNT[below & ABOVE[shown]]
                else:
                    waiting = COUNT[rest & ABOVE[shown]] + COUNT[below]
                price[8 * world + bit] = PUT_BACK_COST - PUT_BACK_GAIN * waiting
        pauses = hand >> PAUSE_ID
        if pauses:
            price[PAUSE_ID] = PUT_BACK_PAUSE
        choose = combinations if self.discard else permutations
        ways: list[tuple[float, tuple[int, ...]]] = [
            (PUT_BACK_BASE + cost + noise * chance(), (card,)) for card, cost in price.items()
        ]
        if in_deck > 1 or not self.discard:
            pairs = list(choose(price, 2))
            if pauses > 1:
                pairs.append((PAUSE_ID, PAUSE_ID))
            ways += [
                (PUT_BACK_BASE + price[a] + price[b] + noise * chance(), (a, b)) for a, b in pairs
            ]
        ways.sort()
        return ways

    # --- dead ends --------------------------------------------------------------------------

    def dead_end(self, filled: int, to_fill: int, restarted: bool, left: int) -> bool:
        """Whether one of the switched-on tests proves a position dead."""
        column = filled // 5
        if self.test_column and not restarted:
            # The column in progress needs a restart (L9) in a row that has no cell there yet (L8)
            # and a restart left (L10). Restarts only get fewer and rows only get filled.
            for world in range(5):
                if to_fill >> world & 1 and self.used[world] < 2:
                    break
            else:
                return True
        if self.test_cards:
            # A row's open cells, less one for each restart it has left (L10), are to be filled with
            # cards of its world or pauses. A card below the number shown cannot follow it in this
            # run (L6), and without a restart there is no other. Cards never come back from the
            # table; so every cell beyond the cards that fit takes a pause, and a pause serves one
            # row.
            pauses = left >> PAUSE_ID
            for world in range(5):
                restarts = 2 - self.used[world]
                cells = 9 - column + (to_fill >> world & 1) - restarts
                fitting = left >> 8 * world & 255
                if not restarts:
                    fitting &= ABOVE[self.shown[world]]
                lacking = cells - COUNT[fitting]
                if lacking > 0:
                    pauses -= lacking
                    if pauses < 0:
                        return True
        return False
