"""The tree of plays of Level 10, walked depth first in plain Python.

The compiled kernel (`kernel.pyx`) walks the same tree in the same order, node for node; where it is
there, it takes this one's place.

A position is *dead* when no play from it fills the fifty cells. Positions whose whole tree has been
walked go into a table; the tests of `DEAD_ENDS` recognise others at once. Each test is proved where
it stands and can be switched off without changing a verdict.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection
from itertools import combinations, permutations

from solver.level10.cards import CELLS
from solver.level10.compact import (
    BACK_SHIFT,
    CARD_SHIFT,
    COST_SHIFT,
    KIND_SHIFT,
    NEXT_MOVE,
    NO_CARD,
    NOTHING_BACK,
    PAUSE_ID,
    PAUSE_MOVE,
    PUT_BACK,
    RESTART_MOVE,
    WORLD_SHIFT,
    Compact,
)

DEAD_ENDS = ("restart", "cards", "ahead", "table")

ONE_PAUSE = 1 << PAUSE_ID
AHEAD = 3  # columns that the test "ahead" looks at, that in progress among them

# Costs are in 64ths. They were found by hill climbing on the nodes that random deals take; they
# order moves and decide nothing.
SKIP_COST = (33, 96, 255)  # for a card that has to wait for a restart, by restarts used in the row
RESTART_COST, RESTART_BASE = 51, 59
FRESH_GAIN = 46  # for the first card of a run
PAUSE_COST = 279
TUCK_DEAD_GAIN, TUCK_COST = 41, 38  # of a card that cannot be placed now, and of one that can
PUT_BACK_BASE, PUT_BACK_GAIN, PUT_BACK_PAUSE = 100, 61, 122
PUT_BACK_SECOND = -120  # what the second card may cost, noise included
COST_FLOOR = 1 << 12  # added to every cost, so that none is below 0

# Noise is the upper bits of the numbers of a generator: Knuth and Lewis's, from Numerical Recipes.
NOISE_SHIFT, NO_NOISE_SHIFT = 25, 32

COUNT = tuple(mask.bit_count() for mask in range(256))
BITS = tuple(tuple(bit for bit in range(8) if mask >> bit & 1) for mask in range(256))
ONES = 0x0101010101  # a one for each world, in the byte where its cards are
SPREAD = tuple(sum(1 << 8 * world for world in range(5) if mask >> world & 1) for mask in range(32))
"""For a mask of worlds, a one in the byte of each."""


class Tree:
    """The plays from one position, and what walks through them have learnt.

    `entries` bounds the table of dead positions. A walk calls `look_around` when `nodes` has come
    to `stop`; it sets the next stop, or raises what ends the walk.
    """

    def __init__(
        self,
        start: Compact,
        dead_ends: Collection[str],
        entries: int,
        look_around: Callable[[], None],
    ) -> None:
        self.start = start
        self.test_restart = "restart" in dead_ends
        self.test_cards = "cards" in dead_ends
        self.test_ahead = "ahead" in dead_ends
        self.entries = entries if "table" in dead_ends else 0
        self.look_around = look_around
        self.turns, self.width = start.turns, 2 * len(start.hands)
        self.first_deck = len(start.deck)
        self.discard = start.put_back == PUT_BACK["discard"]
        self.dead: set[tuple[int, ...]] = set()
        self.nodes = 0
        self.stop = 0
        self.chance = 0

    def lay_out(self, narrow: bool, noisy: bool) -> tuple[int, int, int, int, bool, int, int, int]:
        """Lays out the table of the first position; gives what `visit` takes."""
        start = self.start
        self.narrow = narrow
        self.noise_shift = NOISE_SHIFT if noisy else NO_NOISE_SHIFT
        self.hands = list(start.hands)
        self.deck = list(start.deck)
        self.dealt = [0]
        for card in start.deck:
            self.dealt.append(self.dealt[-1] + (1 << card))
        self.path: list[int] = []
        left = sum(start.hands) + self.dealt[-1]
        return (
            start.filled,
            start.turn,
            0,
            start.to_fill,
            start.restarted,
            left,
            start.above,
            start.used,
        )

    def walk(self, narrow: bool, noisy: bool) -> bool | None:
        """Whether the position can be won; None if the walk left something out.

        A narrow walk tries, of all ways to put cards back, only the one that looks best; noise
        changes the order. `path` holds the winning moves after True. Raises what `look_around`
        does.
        """
        collecting = gc.isenabled()
        gc.disable()  # there are no cycles here to collect; looking for them takes a sixth longer
        try:
            won = self.visit(*self.lay_out(narrow, noisy))
        finally:
            if collecting:
                gc.enable()
        self.path.reverse()
        return won

    def moves(self) -> list[int]:
        """Every move of the first position, in the order of a walk that leaves nothing out."""
        filled, turn, _, to_fill, restarted, left, above, used = self.lay_out(False, False)
        hand, in_deck = self.hands[turn >> 1], len(self.deck)
        return sorted(
            self.children(filled, hand, in_deck, to_fill, restarted, left, above, used)[0]
        )

    def perft(self, depth: int) -> int:
        """The number of move sequences of that length, by the moves of the walk."""
        return self.sequences(depth, *self.lay_out(False, False))

    def __len__(self) -> int:
        """The entries of the table of dead positions."""
        return len(self.dead)

    def visit(
        self,
        filled: int,
        turn: int,
        drawn: int,
        to_fill: int,
        restarted: bool,
        left: int,
        above: int,
        used: int,
    ) -> bool | None:
        """Whether a position can be won; None if the walk left something out below it.

        `drawn` counts the cards taken from the deck, `left` holds the cards in hands and deck, the
        rest is as in `Compact`. `hands`, `deck` and `dealt`, the sums of the cards before each
        place of the deck, are as they were when the call returns, unless it returns True.
        """
        if self.nodes >= self.stop:
            self.look_around()
        self.nodes += 1
        hands, deck, first_deck, dead = self.hands, self.deck, self.first_deck, self.dead
        seat = turn >> 1
        hand, in_all = hands[seat], len(deck)
        children, complete = self.children(
            filled, hand, in_all - drawn, to_fill, restarted, left, above, used
        )
        children.sort()
        after = filled + 1
        for child in children:
            played = self.play(child, seat, drawn, to_fill, restarted, left, above, used)
            if after == CELLS:
                self.path.append(child)
                return True  # L17
            now_drawn, now_to_fill, now_restarted, now_left, now_above, now_used = played
            if not now_restarted and not now_to_fill & ~(now_used >> 5) and self.test_restart:
                # The column in progress needs a restart (L9) in a row that has no cell there yet
                # (L8) and a restart left (L10). Restarts only get fewer, rows only get filled.
                lost = True
            elif child >> KIND_SHIFT & 3 == NEXT_MOVE and now_to_fill != 31:
                # The other tests cannot find this dead if they did not the position before it: for
                # the card's row there is one card less for one cell less, for the others no change.
                lost = False
            else:
                lost = self.dead_end(after, *played)
            if not lost:
                next_turn = self.next_turn(after, turn, now_to_fill, now_restarted, now_used)
                if next_turn >= 0:
                    # How many cells are filled need not be there: each full column has one restart
                    # (L9), so it follows from the restarts used and the rows to fill. The number at
                    # the end of a row matters only by the cards still to come that are above it.
                    key = (
                        *hands,
                        now_drawn if now_drawn < first_deck else first_deck,
                        next_turn << 16 | now_used << 6 | now_to_fill << 1 | now_restarted,
                        now_above & now_left,
                        *deck[now_drawn if now_drawn > first_deck else first_deck :],
                    )
                    if key not in dead:
                        result = self.visit(after, next_turn, *played)
                        if result:
                            self.path.append(child)
                            return True
                        if result is None:
                            complete = False
                        elif len(dead) < self.entries:
                            dead.add(key)
            hands[seat] = hand
            if len(deck) > in_all:
                del deck[in_all:], self.dealt[in_all + 1 :]
        return False if complete else None

    def sequences(
        self,
        depth: int,
        filled: int,
        turn: int,
        drawn: int,
        to_fill: int,
        restarted: bool,
        left: int,
        above: int,
        used: int,
    ) -> int:
        """The number of move sequences of that length from a position."""
        if depth == 0:
            return 1
        if filled == CELLS or turn < 0:
            return 0
        seat = turn >> 1
        hand, in_all = self.hands[seat], len(self.deck)
        total = 0
        for child in self.children(
            filled, hand, in_all - drawn, to_fill, restarted, left, above, used
        )[0]:
            played = self.play(child, seat, drawn, to_fill, restarted, left, above, used)
            next_turn = self.next_turn(filled + 1, turn, played[1], played[2], played[5])
            total += self.sequences(depth - 1, filled + 1, next_turn, *played)
            self.hands[seat] = hand
            del self.deck[in_all:], self.dealt[in_all + 1 :]
        return total

    def play(
        self,
        child: int,
        seat: int,
        drawn: int,
        to_fill: int,
        restarted: bool,
        left: int,
        above: int,
        used: int,
    ) -> tuple[int, int, bool, int, int, int]:
        """Makes a move: changes `hands`, `deck` and `dealt`, and gives the others as they are
        now."""
        kind, world = child >> KIND_SHIFT & 3, child >> WORLD_SHIFT & 7
        hand, dealt, now_drawn = self.hands[seat], self.dealt, drawn
        if kind == RESTART_MOVE:
            above |= 255 << 8 * world  # L7
            used |= (used >> world & 1) << 5 + world | 1 << world
            restarted = True
            if child & NOTHING_BACK != NOTHING_BACK:
                for card in (child >> BACK_SHIFT & 63, child & 63):  # L14
                    if card == NO_CARD:
                        continue
                    now_drawn += 1
                    hand -= 1 << card
                    if self.discard:
                        left -= 1 << card
                    else:
                        self.deck.append(card)
                        dealt.append(dealt[-1] + (1 << card))
                self.hands[seat] = hand + dealt[now_drawn] - dealt[drawn]
        else:
            card = child >> CARD_SHIFT & 63
            if kind == PAUSE_MOVE:
                gone = ONE_PAUSE if card == NO_CARD else ONE_PAUSE + (1 << card)  # L15
            else:
                gone = 1 << card
                in_world = 255 << 8 * world
                above = above & ~in_world | 0xFE << card & in_world  # L6
            left -= gone
            hand -= gone
            if drawn < len(self.deck):  # L12
                now_drawn += 1
                hand += dealt[now_drawn] - dealt[drawn]
            self.hands[seat] = hand
        to_fill &= ~(1 << world)
        if not to_fill:  # the column is full (L8)
            return now_drawn, 31, False, left, above, used
        return now_drawn, to_fill, restarted, left, above, used

    def next_turn(self, filled: int, turn: int, to_fill: int, restarted: bool, used: int) -> int:
        """The next turn that is not skipped (L3, L16), or -1 where nobody can act (L19)."""
        hands, turns = self.hands, self.turns
        start = (filled * self.width + turn) * self.width
        if hands[turns[start] >> 1]:
            return turns[start]
        anybody = self.start.may_restart and not restarted and to_fill & ~(used >> 5)  # L13
        for candidate in turns[start : start + self.width]:
            if hands[candidate >> 1] or anybody:
                return candidate
        return -1

    # --- moves ------------------------------------------------------------------------------

    def children(
        self,
        filled: int,
        hand: int,
        in_deck: int,
        to_fill: int,
        restarted: bool,
        left: int,
        above: int,
        used: int,
    ) -> tuple[list[int], bool]:
        """The moves of a position, unsorted, and whether these are all of them.

        The cost of a level card counts the lower cards of its world that it skips: they have to
        wait for a restart. The cost of a restart counts the cards that could have gone before it.
        """
        column = filled // 5
        chance, noise = self.chance, self.noise_shift
        room = filled - 5 * column - restarted < 4  # L9
        tuck = in_deck <= self.start.tuck_at
        children: list[int] = []
        complete = True
        ways: list[int] | None = None
        for world in BITS[to_fill]:  # L8
            restarts = (used >> world & 1) + (used >> 5 + world & 1)
            higher = above >> 8 * world & 255
            following = left >> 8 * world & higher
            mine = hand >> 8 * world & 255
            in_world = world << WORLD_SHIFT
            if room and column - restarts < 8:  # L9, L10
                base = COST_FLOOR - FRESH_GAIN if higher == 255 else COST_FLOOR
                for bit in BITS[mine & higher]:  # L6
                    skipped = COUNT[following & (1 << bit) - 1]
                    chance = chance * 1664525 + 1013904223 & 0xFFFFFFFF
                    cost = base + skipped * SKIP_COST[restarts] + (chance >> noise)
                    code = (skipped > 0) << KIND_SHIFT | in_world | NOTHING_BACK
                    children.append(cost << COST_SHIFT | code | 8 * world + bit << CARD_SHIFT)
                if hand >= ONE_PAUSE and (column or self.start.first_pause):  # L11
                    code = PAUSE_MOVE << KIND_SHIFT | in_world | NOTHING_BACK
                    chance = chance * 1664525 + 1013904223 & 0xFFFFFFFF
                    cost = COST_FLOOR + PAUSE_COST + (chance >> noise)
                    children.append(cost << COST_SHIFT | code | NO_CARD << CARD_SHIFT)
                    if tuck:  # L15
                        for bit in BITS[mine]:
                            chance = chance * 1664525 + 1013904223 & 0xFFFFFFFF
                            cost = COST_FLOOR + PAUSE_COST + (chance >> noise)
                            cost += TUCK_COST if higher >> bit & 1 else -TUCK_DEAD_GAIN
                            card = 8 * world + bit
                            children.append(cost << COST_SHIFT | code | card << CARD_SHIFT)
            if restarts < 2 and not restarted:  # L13
                code = RESTART_MOVE << KIND_SHIFT | in_world | NO_CARD << CARD_SHIFT
                restart_cost = COST_FLOOR + RESTART_COST * COUNT[following] + RESTART_BASE
                chance = chance * 1664525 + 1013904223 & 0xFFFFFFFF
                cost = restart_cost + (chance >> noise)
                children.append(cost << COST_SHIFT | code | NOTHING_BACK)
                if hand and in_deck and self.start.put_back:  # L14
                    if ways is None:
                        self.chance = chance
                        ways, all_ways = self.put_backs(hand, in_deck, left, above)
                        chance = self.chance
                        complete = complete and all_ways
                    for way in ways:
                        chance = chance * 1664525 + 1013904223 & 0xFFFFFFFF
                        cost = restart_cost + (way >> 12) - COST_FLOOR + (chance >> noise)
                        children.append(cost << COST_SHIFT | code | way & 4095)
        self.chance = chance
        return children, complete

    def put_backs(self, hand: int, in_deck: int, left: int, above: int) -> tuple[list[int], bool]:
        """Ways to put back one or two cards of a hand, and whether these are all: numbers made of
        cost, first card and second card.

        A card costs the less, the more lower cards of its world would have to come before it. A
        narrow walk puts back the cheapest card, and the next one with it if that lowers the cost.
        """
        chance, noise = self.chance, self.noise_shift
        prices = []
        for world in range(5):
            mine = hand >> 8 * world & 255
            if not mine:
                continue
            higher = above >> 8 * world & 255
            rest = left >> 8 * world & 255
            following = COUNT[rest & higher]
            for bit in BITS[mine]:
                below = rest & (1 << bit) - 1
                waiting = COUNT[below & higher] if higher >> bit & 1 else following + COUNT[below]
                chance = chance * 1664525 + 1013904223 & 0xFFFFFFFF
                price = COST_FLOOR - PUT_BACK_GAIN * waiting + (chance >> noise)
                prices.append(price << 6 | 8 * world + bit)
        pauses = hand >> PAUSE_ID
        if pauses:
            chance = chance * 1664525 + 1013904223 & 0xFFFFFFFF
            prices.append(COST_FLOOR + PUT_BACK_PAUSE + (chance >> noise) << 6 | PAUSE_ID)
        self.chance = chance
        pairs = in_deck > 1 or not self.discard
        if self.narrow:
            prices.sort()
            first = prices[0]
            if pairs and len(prices) > 1 and prices[1] >> 6 < COST_FLOOR + PUT_BACK_SECOND:
                return [put_back(first, prices[1])], False
            return [put_back(first)], len(prices) == 1 and pauses < 2

        ways = [put_back(price) for price in prices]
        if pairs:
            # discarded cards have no order
            choose = combinations if self.discard else permutations
            ways += [put_back(first, second) for first, second in choose(prices, 2)]
            if pauses > 1:
                ways.append(put_back(prices[-1], prices[-1]))
        return ways, True

    # --- dead ends --------------------------------------------------------------------------

    def dead_end(
        self,
        filled: int,
        drawn: int,
        to_fill: int,
        restarted: bool,
        left: int,
        above: int,
        used: int,
    ) -> bool:
        """Whether one of the tests "cards" and "ahead" proves a position dead."""
        column = filled // 5
        needed = SPREAD[to_fill]
        if self.test_cards:
            # A row's open cells, less one for each restart it has left (L10), are to be filled with
            # cards of its world or pauses. A card not above the number shown cannot follow it in
            # this run (L6), and without a restart there is no other. Cards never come back from the
            # table; so every cell beyond the cards that fit takes a pause, and a pause serves one
            # row.
            cells = needed + SPREAD[used & 31] + SPREAD[used >> 5] + (7 - column) * ONES
            fitting = left & (above | ~(255 * SPREAD[used >> 5]))
            if lacking(cells, fitting) % 255 > left >> PAUSE_ID:
                return True

        if self.test_ahead:
            # Look at the column in progress, then at the next one, too, and so on. To fill these,
            # each row takes its cells there: restarts, pauses or cards of its world, and these are
            # in a hand now or drawn before the last of the k open cells is filled. The k - 1 turns
            # before that one draw one card each (L12); only those of restarts, one for each column
            # still without (L9), may draw two instead (L14), and what they put back was in a hand.
            # So of the cards left all but the deeper ones of the deck are within reach; without
            # restarts those of them that are above the number shown (L6). What is lacking takes
            # restarts and pauses.
            deep = drawn + 5 * column + 4 - filled + (not restarted)
            in_all, dealt = len(self.deck), self.dealt
            for ahead in range(min(AHEAD, 10 - column)):
                within = left
                if deep < in_all:
                    within -= dealt[in_all] - dealt[deep]
                short = lacking(needed, within & above)
                if short:
                    lack = short % 255 - (within >> PAUSE_ID)
                    if lack > 0:
                        restarts = ahead + (not restarted)
                        if not restarts or lack > most_saved(short, needed, within, used, restarts):
                            return True
                needed += ONES
                deep += 6
        return False


def put_back(first: int, second: int | None = None) -> int:
    """A way to put back one or two cards, each given with its price."""
    if second is None:
        return (first >> 6) + PUT_BACK_BASE << 12 | (first & 63) << BACK_SHIFT | NO_CARD
    cost = (first >> 6) + (second >> 6) - COST_FLOOR + PUT_BACK_BASE
    return cost << 12 | (first & 63) << BACK_SHIFT | second & 63


def lacking(needed: int, cards: int) -> int:
    """How many cells of each row stay empty, a byte a row, if it needs so many cards, again a byte
    a row, and there are these cards.

    All rows at once: see Warren, "Hacker's Delight", for counting the bits in each byte. A number
    modulo 255 is the sum of its bytes.
    """
    cards -= cards >> 1 & 0x5555555555
    cards = (cards & 0x3333333333) + (cards >> 2 & 0x3333333333)
    short = needed + 0x8080808080 - (cards + (cards >> 4) & 0x0F0F0F0F0F)
    over = short & 0x8080808080  # where a row needs as many as there are, or more
    return short & over - (over >> 7)


def most_saved(short: int, needed: int, within: int, used: int, restarts: int) -> int:
    """By how much this number of restarts can at most lower what the rows lack.

    The first restart of a row fills a cell and lets all cards of the world follow; a second one
    fills one more cell, if one is still empty. So no second saves more than the first, and no
    choice saves more than the largest savings together.
    """
    rows = short & ~(255 * SPREAD[used >> 5])
    savings = []
    while rows:
        world = rows.bit_length() - 1 >> 3
        lack = rows >> 8 * world
        rows -= lack << 8 * world
        still = (needed >> 8 * world & 255) - COUNT[within >> 8 * world & 255] - 1
        if still > 0:
            savings.append(lack - still)
            if not used >> world & 1:
                savings.append(1)
        else:
            savings.append(lack)
    if len(savings) > restarts:
        savings.sort(reverse=True)
        del savings[restarts:]
    return sum(savings)
