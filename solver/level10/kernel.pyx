# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The tree of plays of Level 10, walked depth first by compiled code.

This is `tree.py` once more, for speed: the same moves in the same order with the same tests, so
that both give the same answer after the same number of nodes. What a line is for, and why a test
may call a position dead, is said there.

Why Cython: counting move sequences on two cores, Cython took a ninetieth to a hundred-and-fiftieth of
the time of plain Python. numba came to the half of Cython's speed with arrays, and to about the
same with hand-made pointers; but it compiles for 3 s at a first start and takes 0.5 s at each
later one, 130 MB more memory and 210 MB more disk. Cython is needed for building only.
"""

cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy

from solver.level10 import tree

cdef enum:
    PLAYERS = 5
    WORLDS = 5
    CELLS = 50
    DECK = 43 + 20  # all cards, and two put back with each restart
    MOST_HAND = 43

    # as in compact.py
    PAUSE_ID = 40
    NO_CARD = 63
    NEXT_MOVE = 0
    SKIP_MOVE = 1
    PAUSE_MOVE = 2
    RESTART_MOVE = 3
    BACK_SHIFT = 6
    CARD_SHIFT = 12
    WORLD_SHIFT = 18
    KIND_SHIFT = 21
    COST_SHIFT = 23
    NOTHING_BACK = 63 << 6 | 63
    NEVER = 0
    DISCARD = 2

    # answers of a walk
    LOST = 0
    WON = 1
    LEFT_OUT = 2
    RAISED = -1

    FIRST_SLOTS = 1 << 12
    KEY_WORDS = PLAYERS + 4

cdef uint64_t ONE = 1
cdef uint64_t ONE_PAUSE = ONE << PAUSE_ID

cdef uint64_t ONES = tree.ONES
cdef uint8_t[256] COUNT
cdef uint8_t[256] LOWEST
cdef uint64_t[32] SPREAD
for _mask in range(256):
    COUNT[_mask] = tree.COUNT[_mask]
    LOWEST[_mask] = tree.BITS[_mask][0] if _mask else 8
for _mask in range(32):
    SPREAD[_mask] = tree.SPREAD[_mask]

cdef int[3] SKIP_COST
SKIP_COST[0], SKIP_COST[1], SKIP_COST[2] = tree.SKIP_COST
cdef int RESTART_COST = tree.RESTART_COST
cdef int RESTART_BASE = tree.RESTART_BASE
cdef int FRESH_GAIN = tree.FRESH_GAIN
cdef int PAUSE_COST = tree.PAUSE_COST
cdef int TUCK_DEAD_GAIN = tree.TUCK_DEAD_GAIN
cdef int TUCK_COST = tree.TUCK_COST
cdef int PUT_BACK_BASE = tree.PUT_BACK_BASE
cdef int PUT_BACK_SECOND = tree.PUT_BACK_SECOND
cdef int PUT_BACK_GAIN = tree.PUT_BACK_GAIN
cdef int PUT_BACK_PAUSE = tree.PUT_BACK_PAUSE
cdef int COST_FLOOR = tree.COST_FLOOR
cdef int NOISE_SHIFT = tree.NOISE_SHIFT
cdef int NO_NOISE_SHIFT = tree.NO_NOISE_SHIFT
cdef int AHEAD = tree.AHEAD


cdef struct Position:
    # what a move changes, but for hands and deck
    int filled
    int turn
    int drawn
    int to_fill
    int used
    bint restarted
    uint64_t left
    uint64_t above


@cython.final
cdef class Tree:
    """The plays from one position, and what walks through them have learnt; see `tree.Tree`."""

    cdef public uint64_t nodes
    cdef public uint64_t stop
    cdef object look_around
    cdef object start
    cdef const uint8_t* turns
    cdef int players
    cdef int put_back
    cdef int tuck_at
    cdef bint first_pause
    cdef bint may_restart
    cdef bint test_restart
    cdef bint test_cards
    cdef bint test_ahead
    cdef bint narrow
    cdef int noise_shift
    cdef uint32_t chance

    # the table of the game
    cdef uint64_t[PLAYERS] hands
    cdef uint8_t[DECK] deck
    cdef uint64_t[DECK + 1] dealt
    cdef int in_all
    cdef int first_deck
    cdef uint64_t[CELLS] played
    cdef int first_filled

    # room for the moves of every position on the way
    cdef uint64_t* children
    cdef uint64_t* ways

    # dead positions: keys one after the other, and slots with the upper half of a hash above the
    # number of its key, counted from 1
    cdef uint64_t entries
    cdef uint64_t key_count
    cdef uint64_t key_room
    cdef uint64_t slot_mask
    cdef uint64_t* keys
    cdef uint64_t* slots
    cdef int key_words

    def __cinit__(self):
        self.children = self.ways = self.keys = self.slots = NULL

    def __init__(self, start, dead_ends, uint64_t entries, look_around):
        cdef int cards, most_ways
        cdef bytes turns = start.turns
        self.start = start  # and with it the turns
        self.look_around = look_around
        self.turns = turns
        self.players = len(start.hands)
        self.put_back = start.put_back
        self.tuck_at = start.tuck_at
        self.first_pause = start.first_pause
        self.may_restart = start.may_restart
        self.test_restart = "restart" in dead_ends
        self.test_cards = "cards" in dead_ends
        self.test_ahead = "ahead" in dead_ends
        self.entries = entries if "table" in dead_ends else 0
        self.nodes = self.stop = 0
        self.chance = 0

        cards = max((hand & ONE_PAUSE - 1).bit_count() + (hand >> PAUSE_ID) for hand in start.hands)
        most_ways = 1 + cards * cards
        self.ways = <uint64_t*>malloc(most_ways * sizeof(uint64_t))
        self.children = <uint64_t*>malloc(
            CELLS * (cards + WORLDS * (10 + most_ways)) * sizeof(uint64_t)
        )
        self.key_words = self.players + 4
        self.key_count = 0
        self.key_room = FIRST_SLOTS // 2
        self.slot_mask = FIRST_SLOTS - 1
        self.keys = <uint64_t*>malloc(self.key_room * self.key_words * sizeof(uint64_t))
        self.slots = <uint64_t*>calloc(FIRST_SLOTS, sizeof(uint64_t))
        if not (self.ways and self.children and self.keys and self.slots):
            raise MemoryError

    def __dealloc__(self):
        free(self.children)
        free(self.ways)
        free(self.keys)
        free(self.slots)

    cdef Position lay_out(self, bint narrow, bint noisy):
        cdef Position position
        start = self.start
        self.narrow = narrow
        self.noise_shift = NOISE_SHIFT if noisy else NO_NOISE_SHIFT
        position.filled = start.filled
        position.turn = start.turn
        position.drawn = 0
        position.to_fill = start.to_fill
        position.restarted = start.restarted
        position.left = 0
        for seat in range(self.players):
            self.hands[seat] = start.hands[seat]
            position.left += self.hands[seat]
        self.in_all = self.first_deck = len(start.deck)
        self.dealt[0] = 0
        for place in range(self.in_all):
            self.deck[place] = start.deck[place]
            self.dealt[place + 1] = self.dealt[place] + (ONE << self.deck[place])
        position.left += self.dealt[self.in_all]
        position.above = start.above
        position.used = start.used
        self.first_filled = start.filled
        return position

    def walk(self, bint narrow, bint noisy):
        """Whether the position can be won; None if the walk left something out."""
        cdef int answer
        cdef Position position = self.lay_out(narrow, noisy)
        with nogil:
            answer = self.visit(&position, self.children)
        return None if answer == LEFT_OUT else answer == WON

    @property
    def path(self):
        """The moves of a winning walk."""
        return [self.played[place] for place in range(CELLS - self.first_filled)]

    def __len__(self):
        return self.key_count

    def moves(self):
        """Every move of the first position, in the order of a walk that leaves nothing out."""
        cdef Position position = self.lay_out(False, False)
        cdef int count
        cdef bint complete = True
        count = self.list_moves(&position, self.children, &complete)
        return sorted(self.children[place] for place in range(count))

    def perft(self, int depth):
        """The number of move sequences of that length, by the moves of the walk."""
        cdef Position position = self.lay_out(False, False)
        cdef uint64_t total
        with nogil:
            total = self.sequences(depth, &position, self.children)
        return total

    cdef int visit(self, const Position* here, uint64_t* children) except RAISED nogil:
        cdef Position after
        cdef int count, place, smallest, answer, seat, in_all
        cdef uint64_t child, hand, digest
        cdef uint64_t[KEY_WORDS] key
        cdef bint lost, complete = True
        if self.nodes >= self.stop:
            with gil:
                self.look_around()
        self.nodes += 1
        seat = here.turn >> 1
        hand = self.hands[seat]
        in_all = self.in_all
        count = self.list_moves(here, children, &complete)
        while count:
            smallest = 0
            for place in range(1, count):
                if children[place] < children[smallest]:
                    smallest = place
            child = children[smallest]
            count -= 1
            children[smallest] = children[count]

            self.play(child, here, &after)
            self.played[here.filled - self.first_filled] = child
            if after.filled == CELLS:
                return WON
            if (
                self.test_restart
                and not after.restarted
                and not after.to_fill & ~(after.used >> 5)
            ):
                lost = True
            elif child >> KIND_SHIFT & 3 == NEXT_MOVE and after.to_fill != 31:
                lost = False
            else:
                lost = self.dead_end(&after)
            if not lost:
                after.turn = self.next_turn(&after)
                if after.turn >= 0:
                    self.pack(&after, key)
                    digest = self.digest(key)
                    if not self.known_dead(key, digest):
                        answer = self.visit(&after, children + count)
                        if answer == WON or answer == RAISED:
                            return answer
                        if answer == LEFT_OUT:
                            complete = False
                        elif self.key_count < self.entries:
                            self.remember(key, digest)

            self.hands[seat] = hand
            self.in_all = in_all
        return LOST if complete else LEFT_OUT

    cdef uint64_t sequences(
        self, int depth, const Position* here, uint64_t* children
    ) noexcept nogil:
        cdef Position after
        cdef int count, place
        cdef int seat = here.turn >> 1, in_all = self.in_all
        cdef uint64_t hand, total = 0
        cdef bint complete
        if depth == 0:
            return 1
        if here.filled == CELLS or here.turn < 0:
            return 0
        hand = self.hands[seat]
        count = self.list_moves(here, children, &complete)
        for place in range(count):
            self.play(children[place], here, &after)
            after.turn = self.next_turn(&after)
            total += self.sequences(depth - 1, &after, children + count)
            self.hands[seat] = hand
            self.in_all = in_all
        return total

    cdef void play(self, uint64_t child, const Position* here, Position* after) noexcept nogil:
        cdef int world = child >> WORLD_SHIFT & 7
        cdef int kind = child >> KIND_SHIFT & 3
        cdef int seat = here.turn >> 1
        cdef int card, place
        cdef uint64_t gone, cards_here = <uint64_t>255 << 8 * world
        after[0] = here[0]
        after.filled += 1
        if kind == RESTART_MOVE:
            after.above |= cards_here
            after.used |= (here.used >> world & 1) << (5 + world) | 1 << world
            after.restarted = True
            for place in range(2):
                card = child >> (BACK_SHIFT * (1 - place)) & 63
                if card == NO_CARD:
                    continue
                after.drawn += 1
                self.hands[seat] -= ONE << card
                if self.put_back == DISCARD:
                    after.left -= ONE << card
                else:
                    self.deck[self.in_all] = card
                    self.dealt[self.in_all + 1] = self.dealt[self.in_all] + (ONE << card)
                    self.in_all += 1
        else:
            if here.drawn < self.in_all:
                after.drawn += 1
            card = child >> CARD_SHIFT & 63
            if kind == PAUSE_MOVE:
                gone = ONE_PAUSE if card == NO_CARD else ONE_PAUSE + (ONE << card)
            else:
                gone = ONE << card
                after.above = here.above & ~cards_here | <uint64_t>0xFE << card & cards_here
            self.hands[seat] -= gone
            after.left -= gone
        self.hands[seat] += self.dealt[after.drawn] - self.dealt[here.drawn]
        after.to_fill &= ~(1 << world)
        if not after.to_fill:
            after.to_fill = 31
            after.restarted = False

    cdef int next_turn(self, const Position* here) noexcept nogil:
        cdef int place, candidate
        cdef int width = 2 * self.players
        cdef const uint8_t* order = self.turns + (here.filled * width + here.turn) * width
        cdef bint anybody = (
            self.may_restart and not here.restarted and here.to_fill & ~(here.used >> 5)
        )
        for place in range(width):
            candidate = order[place]
            if self.hands[candidate >> 1] or anybody:
                return candidate
        return -1

    # --- moves ------------------------------------------------------------------------------

    cdef inline int noise(self) noexcept nogil:
        self.chance = self.chance * 1664525u + 1013904223u
        return <int>(<uint64_t>self.chance >> self.noise_shift)

    cdef int list_moves(
        self, const Position* here, uint64_t* children, bint* complete
    ) noexcept nogil:
        cdef int count = 0, way_count = -1
        cdef int world, restarts, higher, following, mine, fitting, bit, skipped
        cdef int cost, restart_cost, way
        cdef uint64_t code, hand = self.hands[here.turn >> 1]
        cdef int column = here.filled // 5
        cdef int in_deck = self.in_all - here.drawn
        cdef bint room = here.filled - 5 * column - here.restarted < 4
        cdef bint tuck = in_deck <= self.tuck_at
        for world in range(WORLDS):
            if not here.to_fill >> world & 1:
                continue
            restarts = (here.used >> world & 1) + (here.used >> (5 + world) & 1)
            higher = here.above >> 8 * world & 255
            following = here.left >> 8 * world & higher
            mine = hand >> 8 * world & 255
            if room and column - restarts < 8:
                fitting = mine & higher
                while fitting:
                    bit = LOWEST[fitting]
                    fitting &= fitting - 1
                    cost = COST_FLOOR - FRESH_GAIN if higher == 255 else COST_FLOOR
                    skipped = COUNT[following & ((1 << bit) - 1)]
                    cost += skipped * SKIP_COST[restarts] + self.noise()
                    code = (skipped > 0) << KIND_SHIFT | world << WORLD_SHIFT | NOTHING_BACK
                    children[count] = (
                        <uint64_t>cost << COST_SHIFT | code | (8 * world + bit) << CARD_SHIFT
                    )
                    count += 1
                if hand >= ONE_PAUSE and (column or self.first_pause):
                    code = PAUSE_MOVE << KIND_SHIFT | world << WORLD_SHIFT | NOTHING_BACK
                    cost = COST_FLOOR + PAUSE_COST + self.noise()
                    children[count] = <uint64_t>cost << COST_SHIFT | code | NO_CARD << CARD_SHIFT
                    count += 1
                    if tuck:
                        while mine:
                            bit = LOWEST[mine]
                            mine &= mine - 1
                            cost = COST_FLOOR + PAUSE_COST + self.noise()
                            cost += TUCK_COST if higher >> bit & 1 else -TUCK_DEAD_GAIN
                            children[count] = (
                                <uint64_t>cost << COST_SHIFT
                                | code
                                | (8 * world + bit) << CARD_SHIFT
                            )
                            count += 1
            if restarts < 2 and not here.restarted:
                code = (
                    RESTART_MOVE << KIND_SHIFT | world << WORLD_SHIFT | NO_CARD << CARD_SHIFT
                )
                restart_cost = COST_FLOOR + RESTART_COST * COUNT[following] + RESTART_BASE
                cost = restart_cost + self.noise()
                children[count] = <uint64_t>cost << COST_SHIFT | code | NOTHING_BACK
                count += 1
                if hand and in_deck and self.put_back != NEVER:
                    if way_count < 0:
                        way_count = self.list_ways(
                            hand, in_deck, here.left, here.above, complete
                        )
                    for way in range(way_count):
                        cost = restart_cost + <int>(self.ways[way] >> 12) - COST_FLOOR
                        cost += self.noise()
                        children[count] = (
                            <uint64_t>cost << COST_SHIFT | code | self.ways[way] & 4095
                        )
                        count += 1
        return count

    cdef int list_ways(
        self, uint64_t hand, int in_deck, uint64_t left, uint64_t above, bint* complete
    ) noexcept nogil:
        cdef int[MOST_HAND] prices  # the price above the card
        cdef int cards = 0, count = 0, world, higher, rest, mine, bit, below, waiting, following
        cdef int first, second, cheapest
        cdef bint pairs = in_deck > 1 or self.put_back != DISCARD
        for world in range(WORLDS):
            mine = hand >> 8 * world & 255
            if not mine:
                continue
            higher = above >> 8 * world & 255
            rest = left >> 8 * world & 255
            following = COUNT[rest & higher]
            while mine:
                bit = LOWEST[mine]
                mine &= mine - 1
                below = rest & ((1 << bit) - 1)
                if higher >> bit & 1:
                    waiting = COUNT[below & higher]
                else:
                    waiting = following + COUNT[below]
                prices[cards] = (
                    COST_FLOOR - PUT_BACK_GAIN * waiting + self.noise()
                ) << 6 | (8 * world + bit)
                cards += 1
        if hand >= ONE_PAUSE:
            prices[cards] = (COST_FLOOR + PUT_BACK_PAUSE + self.noise()) << 6 | PAUSE_ID
            cards += 1
        if self.narrow:
            for first in range(min(2, cards)):
                cheapest = first
                for second in range(first + 1, cards):
                    if prices[second] < prices[cheapest]:
                        cheapest = second
                prices[first], prices[cheapest] = prices[cheapest], prices[first]
            if pairs and cards > 1 and prices[1] >> 6 < COST_FLOOR + PUT_BACK_SECOND:
                self.ways[0] = way_of_two(prices[0], prices[1])
                complete[0] = False
            else:
                self.ways[0] = way_of_one(prices[0])
                if cards > 1 or hand >= 2 * ONE_PAUSE:
                    complete[0] = False
            return 1
        for first in range(cards):
            self.ways[count] = way_of_one(prices[first])
            count += 1
        if pairs:
            for first in range(cards):
                for second in range(first + 1 if self.put_back == DISCARD else 0, cards):
                    if first != second:
                        self.ways[count] = way_of_two(prices[first], prices[second])
                        count += 1
            if hand >= 2 * ONE_PAUSE:
                self.ways[count] = way_of_two(prices[cards - 1], prices[cards - 1])
                count += 1
        return count

    # --- dead ends --------------------------------------------------------------------------

    cdef bint dead_end(self, const Position* here) noexcept nogil:
        cdef int column = here.filled // 5
        cdef int deep, ahead, lack, restarts
        cdef uint64_t needed = SPREAD[here.to_fill], within, both, short
        if self.test_cards:
            both = SPREAD[here.used >> 5]
            short = lacking(
                needed + SPREAD[here.used & 31] + both + (7 - column) * ONES,
                here.left & (here.above | ~(255 * both)),
            )
            if total(short) > <int>(here.left >> PAUSE_ID):
                return True
        if self.test_ahead:
            deep = here.drawn + 5 * column + 4 - here.filled + (not here.restarted)
            for ahead in range(min(AHEAD, 10 - column)):
                within = here.left
                if deep < self.in_all:
                    within -= self.dealt[self.in_all] - self.dealt[deep]
                short = lacking(needed, within & here.above)
                if short:
                    lack = total(short) - <int>(within >> PAUSE_ID)
                    restarts = ahead + (not here.restarted)
                    if lack > 0 and (
                        not restarts
                        or lack > most_saved(short, needed, within, here.used, restarts)
                    ):
                        return True
                needed += ONES
                deep += 6
        return False

    # --- the table of dead positions ----------------------------------------------------------

    cdef void pack(self, const Position* here, uint64_t* key) noexcept nogil:
        """The position as words; equal words are equal positions."""
        cdef int place, word
        cdef int first = max(here.drawn, self.first_deck)
        for place in range(self.players):
            key[place] = self.hands[place]
        word = self.players
        key[word] = (
            here.above & here.left & (ONE_PAUSE - 1)
            | <uint64_t>min(here.drawn, self.first_deck) << 40
            | <uint64_t>here.turn << 46
            | <uint64_t>here.to_fill << 50
            | <uint64_t>here.restarted << 55
        )
        key[word + 1] = here.used << 5 | (self.in_all - first)
        for place in range(first, min(first + 8, self.in_all)):
            key[word + 1] = key[word + 1] << 6 | self.deck[place]
        key[word + 2] = key[word + 3] = 0
        for place in range(first + 8, self.in_all):
            if place == first + 18:
                word += 1
            key[word + 2] = key[word + 2] << 6 | self.deck[place]

    cdef uint64_t digest(self, const uint64_t* key) noexcept nogil:
        cdef uint64_t digest = 0
        cdef int word
        for word in range(self.key_words):
            digest = (digest ^ key[word]) * <uint64_t>0x9E3779B97F4A7C15
            digest ^= digest >> 32
        return digest

    cdef bint known_dead(self, const uint64_t* key, uint64_t digest) noexcept nogil:
        cdef uint64_t slot = digest & self.slot_mask
        cdef uint64_t entry
        while self.slots[slot]:
            entry = self.slots[slot]
            if entry >> 32 == digest >> 32 and not memcmp(
                self.keys + ((entry & 0xFFFFFFFFu) - 1) * self.key_words,
                key,
                self.key_words * sizeof(uint64_t),
            ):
                return True
            slot = (slot + 1) & self.slot_mask
        return False

    cdef int remember(self, const uint64_t* key, uint64_t digest) except RAISED nogil:
        if self.key_count == self.key_room:
            self.grow()
        memcpy(
            self.keys + self.key_count * self.key_words, key, self.key_words * sizeof(uint64_t)
        )
        self.key_count += 1
        self.enter(digest, self.key_count)
        return 0

    cdef void enter(self, uint64_t digest, uint64_t number) noexcept nogil:
        cdef uint64_t slot = digest & self.slot_mask
        while self.slots[slot]:
            slot = (slot + 1) & self.slot_mask
        self.slots[slot] = (digest >> 32) << 32 | number

    cdef int grow(self) except RAISED nogil:
        """Doubles the room."""
        cdef uint64_t number, digest
        cdef uint64_t slots = 4 * self.key_room
        cdef uint64_t* keys = <uint64_t*>realloc(
            self.keys, 2 * self.key_room * self.key_words * sizeof(uint64_t)
        )
        cdef uint64_t* new_slots = NULL
        if keys:
            self.keys = keys
            new_slots = <uint64_t*>calloc(slots, sizeof(uint64_t))
        if not new_slots:
            with gil:
                raise MemoryError
        free(self.slots)
        self.slots = new_slots
        self.key_room *= 2
        self.slot_mask = slots - 1
        for number in range(self.key_count):
            digest = self.digest(self.keys + number * self.key_words)
            self.enter(digest, number + 1)
        return 0


# --- cards put back -------------------------------------------------------------------------


cdef uint64_t way_of_one(int first) noexcept nogil:
    return <uint64_t>((first >> 6) + PUT_BACK_BASE) << 12 | (first & 63) << BACK_SHIFT | NO_CARD


cdef uint64_t way_of_two(int first, int second) noexcept nogil:
    cdef int cost = (first >> 6) + (second >> 6) - COST_FLOOR + PUT_BACK_BASE
    return <uint64_t>cost << 12 | (first & 63) << BACK_SHIFT | second & 63


# --- cells that stay empty ------------------------------------------------------------------


cdef uint64_t lacking(uint64_t needed, uint64_t cards) noexcept nogil:
    cdef uint64_t short, over
    cards -= cards >> 1 & <uint64_t>0x5555555555
    cards = (cards & <uint64_t>0x3333333333) + (cards >> 2 & <uint64_t>0x3333333333)
    short = needed + <uint64_t>0x8080808080 - (cards + (cards >> 4) & <uint64_t>0x0F0F0F0F0F)
    over = short & <uint64_t>0x8080808080
    return short & over - (over >> 7)


cdef int total(uint64_t rows) noexcept nogil:
    return rows * <uint64_t>0x0101010101 >> 32 & 255


cdef int most_saved(
    uint64_t short, uint64_t needed, uint64_t within, int used, int restarts
) noexcept nogil:
    cdef int world, lack, still, turn, place, best, saved = 0, count = 0
    cdef int[2 * WORLDS] savings
    cdef uint64_t rows = short & ~(255 * SPREAD[used >> 5])
    for world in range(WORLDS):
        lack = rows >> 8 * world & 255
        if not lack:
            continue
        still = max(0, <int>(needed >> 8 * world & 255) - COUNT[within >> 8 * world & 255] - 1)
        savings[count] = lack - still
        count += 1
        if still and not used >> world & 1:
            savings[count] = 1
            count += 1
    for turn in range(min(count, restarts)):
        best = 0
        for place in range(1, count):
            if savings[place] > savings[best]:
                best = place
        saved += savings[best]
        savings[best] = 0
    return saved
