# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The planner of Master Labyrinth once more, compiled: `planner.py` says what every part is for.

The same searches in the same order, so both give the same plans and the same numbers of them. A
board is four masks of 49 bits; the squares connected to some are found by repeated shifts.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from solver.labyrinth import bitboard, planner

cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t)
    int lowest "__builtin_ctzll"(uint64_t)

cdef enum:
    SQUARES = 49
    LAIR = 24
    NORTH = 1
    EAST = 2
    SOUTH = 4
    WEST = 8
    NO_POINT = -1
    POINTS = 12
    MOST_WAYS = 4
    ON_SPARE = 49
    TAKEN = 50
    WAITING = 51
    FIRST_PHASE = 6
    FROM_ANOTHER = 0
    OUT_AND_BACK = 1
    STANDING = 2
    TREASURES = 24
    BRANCHES = 256
    DEPTH = 64
    OTHERS = 3
    LOOK_EVERY = 1 << 16

cdef uint64_t ONE = 1
cdef uint64_t ALL = bitboard.ALL
cdef uint64_t LAST_COLUMN = bitboard.LAST_COLUMN
cdef uint64_t DOWN_LAIR = bitboard.LAIR_BIT | bitboard.LAIR_BIT >> 7
cdef uint64_t RIGHT_LAIR = bitboard.LAIR_BIT | bitboard.LAIR_BIT >> 1

cdef uint64_t[POINTS] LINE
cdef int[POINTS] STEP, FIRST, LAST, BARRED
cdef int[16] WAY_COUNT
cdef uint8_t[16][MOST_WAYS] WAY
for _point in range(POINTS):
    LINE[_point] = bitboard.LINE_MASKS[_point]
    STEP[_point] = bitboard.STEPS[_point]
    FIRST[_point] = bitboard.FIRST[_point]
    LAST[_point] = bitboard.LAST[_point]
    BARRED[_point] = bitboard.BARRED[_point]
for _tile in range(16):
    WAY_COUNT[_tile] = len(bitboard.WAYS[_tile])
    for _way in range(WAY_COUNT[_tile]):
        WAY[_tile][_way] = bitboard.WAYS[_tile][_way]

cdef struct Board:
    uint64_t north, east, south, west
    uint64_t down, right
    uint8_t spare

cdef struct Branch:
    uint64_t squares
    uint8_t need
    uint8_t[TREASURES] places

cdef struct Seats:
    uint8_t[OTHERS] squares


# --- Shifting -----------------------------------------------------------------------------------


cdef inline uint64_t shifted(uint64_t mask, int point) noexcept nogil:
    """A mask with the line of a push moved on, its first square left empty."""
    cdef uint64_t line = LINE[point]
    cdef int step = STEP[point]
    cdef uint64_t moved = mask << step if step > 0 else mask >> -step
    return (mask & ~line) | (moved & line & ~(ONE << FIRST[point]))


cdef inline uint64_t carried(uint64_t mask, int point) noexcept nogil:
    return shifted(mask, point) | ((mask >> LAST[point] & 1) << FIRST[point])


cdef inline uint64_t carried_back(uint64_t mask, int point) noexcept nogil:
    cdef uint64_t line = LINE[point]
    cdef int step = STEP[point]
    cdef uint64_t moved = mask >> step if step > 0 else mask << -step
    return (
        (mask & ~line)
        | (moved & line & ~(ONE << LAST[point]))
        | ((mask >> FIRST[point] & 1) << LAST[point])
    )


cdef inline int carried_square(int where, int point) noexcept nogil:
    if not LINE[point] >> where & 1:
        return where
    return FIRST[point] if where == LAST[point] else where + STEP[point]


cdef inline uint8_t tile_at(Board* board, int where) noexcept nogil:
    return <uint8_t>(
        (board.north >> where & 1) * NORTH
        | (board.east >> where & 1) * EAST
        | (board.south >> where & 1) * SOUTH
        | (board.west >> where & 1) * WEST
    )


cdef inline void shift_board(Board* before, int point, Board* after) noexcept nogil:
    """The board after a push, the tile inserted not yet laid."""
    after.north = shifted(before.north, point)
    after.east = shifted(before.east, point)
    after.south = shifted(before.south, point)
    after.west = shifted(before.west, point)
    after.spare = tile_at(before, LAST[point])


cdef inline void lay(Board* board, int point, int tile, bint lair, Board* laid) noexcept nogil:
    """The shifted board with the tile inserted, and its links."""
    cdef int first = FIRST[point]
    laid.north = board.north | <uint64_t>(tile & NORTH) << first
    laid.east = board.east | <uint64_t>((tile & EAST) >> 1) << first
    laid.south = board.south | <uint64_t>((tile & SOUTH) >> 2) << first
    laid.west = board.west | <uint64_t>((tile & WEST) >> 3) << first
    laid.spare = board.spare
    laid.down = laid.south & laid.north >> 7
    laid.right = laid.east & laid.west >> 1 & ~LAST_COLUMN
    if lair:
        laid.down &= ~DOWN_LAIR
        laid.right &= ~RIGHT_LAIR


cdef inline uint64_t reach(Board* board, uint64_t start) noexcept nogil:
    cdef uint64_t down = board.down, right = board.right
    cdef uint64_t reached = start, before
    while True:
        before = reached
        reached |= ((reached & down) << 7) | (reached >> 7 & down)
        reached |= ((reached & right) << 1) | (reached >> 1 & right)
        if reached == before:
            return reached


cdef inline bint meets(Board* board, uint64_t start, uint64_t wanted) noexcept nogil:
    """Whether a way leads from one of these squares to one that is wanted."""
    cdef uint64_t down = board.down, right = board.right
    cdef uint64_t reached = start, before
    while not reached & wanted:
        before = reached
        reached |= ((reached & down) << 7) | (reached >> 7 & down)
        reached |= ((reached & right) << 1) | (reached >> 1 & right)
        if reached == before:
            return False
    return True


# --- The planner ----------------------------------------------------------------------------------


cdef class Planner:
    cdef readonly object quest
    cdef readonly list path
    cdef object look_around
    cdef int64_t seen, next_look, stop
    cdef Board first
    cdef int last_push, start, need, entering, treasures, other_count
    cdef uint64_t target
    cdef uint8_t opening
    cdef bint lair, on_tiles, fixed_spare
    cdef uint8_t[TREASURES] values, places, later
    cdef Seats seats
    cdef Branch* branches
    cdef int[DEPTH] path_points, path_tiles

    def __cinit__(self):
        self.branches = <Branch*>malloc(sizeof(Branch) * BRANCHES * DEPTH)
        if self.branches == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.branches)

    def __init__(self, quest, look_around, stop=None):
        cdef int index
        self.stop = -1 if stop is None else stop
        self.quest = quest
        self.look_around = look_around
        self.path = []
        self.seen = 0
        self.plan_look()
        masks = quest.masks
        self.first.north = masks.north
        self.first.east = masks.east
        self.first.south = masks.south
        self.first.west = masks.west
        self.first.spare = masks.spare
        self.lair = masks.lair
        self.last_push = quest.last_push
        self.start = quest.start
        self.target = quest.target
        self.opening = quest.opening
        self.need = quest.need
        self.entering = quest.entering
        self.on_tiles = quest.on_tiles
        self.fixed_spare = quest.fixed_spare
        self.treasures = len(quest.values)
        for index in range(self.treasures):
            self.values[index] = quest.values[index]
            self.places[index] = quest.places[index]
            self.later[index] = quest.later[index]
        self.other_count = len(quest.others)
        for index in range(self.other_count):
            self.seats.squares[index] = quest.others[index]

    @property
    def nodes(self):
        return self.seen

    cdef inline int count_board(self) except -1:
        self.seen += 1
        if self.seen == self.next_look:
            self.plan_look()
            self.look_around()
        return 0

    cdef void plan_look(self) noexcept:
        """Sets the number of nodes at which to look around again."""
        self.next_look = self.seen + LOOK_EVERY
        if self.seen < self.stop < self.next_look:
            self.next_look = self.stop

    # --- One board after another -----------------------------------------------------------------

    cdef inline int ways(self, int spare) noexcept:
        return 1 if self.fixed_spare else WAY_COUNT[spare]

    cdef inline int way(self, int spare, int index) noexcept:
        return spare if self.fixed_spare else WAY[spare][index]

    cdef inline void carry_places(self, uint8_t* places, int point, uint8_t* after) noexcept:
        cdef int index, where
        for index in range(self.treasures):
            where = places[index]
            if where == ON_SPARE:
                where = FIRST[point]
            elif where < ON_SPARE:
                if self.on_tiles and where == LAST[point]:
                    where = ON_SPARE
                else:
                    where = carried_square(where, point)
            after[index] = <uint8_t>where

    cdef int takeable(self, uint8_t* places, int* found) noexcept:
        """How many treasures could be taken, and which they are."""
        cdef int index, where, other, count = 0, lowest_value = 0
        cdef bint again
        for index in range(self.treasures):
            where = places[index]
            if where > ON_SPARE or (lowest_value and self.values[index] != lowest_value):
                continue
            lowest_value = self.values[index]
            if where < SQUARES and not (self.lair and where == LAIR):
                again = False
                for other in range(count):
                    again = again or places[found[other]] == where
                if not again:
                    found[count] = index
                    count += 1
        return count

    cdef void take(self, uint8_t* places, int taken, uint8_t* after) noexcept:
        cdef int index
        cdef bint waiting = False
        memcpy(after, places, self.treasures)
        after[taken] = TAKEN
        for index in range(self.treasures):
            if after[index] < TAKEN and self.values[index] <= FIRST_PHASE:
                return
            waiting = waiting or after[index] == WAITING
        if waiting:
            for index in range(self.treasures):
                if after[index] == WAITING:
                    after[index] = self.later[index]

    cdef inline uint64_t takers(self, Board* board, int where) noexcept:
        cdef uint64_t bit = ONE << where
        cdef uint64_t reached = reach(board, bit)
        if self.entering == STANDING or (self.entering == OUT_AND_BACK and reached != bit):
            return reached
        return reached & ~bit

    cdef inline bint can_take(self, Board* board, int where, uint64_t squares) noexcept:
        """Whether the treasure can be taken from one of these squares."""
        cdef uint64_t bit = ONE << where
        if self.entering == FROM_ANOTHER:
            return meets(board, bit, squares & ~bit)
        return (self.takers(board, where) & squares) != 0

    cdef inline uint64_t arrived(self, Board* board) noexcept:
        if self.opening and not tile_at(board, lowest(self.target)) & self.opening:
            return 0
        return reach(board, self.target)

    # --- The player alone ------------------------------------------------------------------------

    def count(self, int depth):
        if not 0 < depth < DEPTH:
            raise ValueError(f"a depth of 1 to {DEPTH - 1} is needed")
        self.path = []
        cdef Branch* start = self.branches
        start.squares = ONE << self.start
        start.need = self.need
        memcpy(start.places, self.places, TREASURES)
        return self.count_from(&self.first, self.last_push, 0, 1, depth)

    cdef int64_t count_from(
        self, Board* board, int last_push, int level, int branches, int depth
    ) except -1:
        cdef int64_t found = 0
        cdef int point, way, tile, left
        cdef Board shifted_board, laid
        for point in range(POINTS):
            if last_push != NO_POINT and point == BARRED[last_push]:
                continue
            shift_board(board, point, &shifted_board)
            for way in range(self.ways(board.spare)):
                tile = self.way(board.spare, way)
                self.count_board()
                lay(&shifted_board, point, tile, self.lair, &laid)
                left = self.half_turn(&laid, point, level, branches, depth)
                if left < 0:
                    found += 1
                    if not self.path:
                        self.path_points[level], self.path_tiles[level] = point, tile
                        self.path = [
                            (self.path_points[i], self.path_tiles[i]) for i in range(level + 1)
                        ]
                elif left and depth > 1:
                    self.path_points[level], self.path_tiles[level] = point, tile
                    found += self.count_from(&laid, point, level + 1, left, depth - 1)
        return found

    cdef int half_turn(
        self, Board* board, int point, int level, int branches, int depth
    ) except -2:
        """-1 where a push reaches the goal, else the number of branches that it leaves."""
        cdef Branch* before = self.branches + level * BRANCHES
        cdef int[TREASURES] found
        cdef uint8_t[TREASURES] places, after
        cdef uint64_t squares, ends, bit
        cdef int index, which, count, where, left = 0
        for index in range(branches):
            squares = carried(before[index].squares, point)
            if not self.need:
                if self.arrived(board) & squares:
                    return -1
                if depth > 1:
                    left = self.add(level + 1, left, 0, NULL, reach(board, squares))
                continue
            self.carry_places(before[index].places, point, places)
            count = self.takeable(places, found)
            if before[index].need == 1:
                for which in range(count):
                    if self.can_take(board, places[found[which]], squares):
                        return -1
            if depth == 1:
                continue
            ends = reach(board, squares) if depth > before[index].need else 0
            for which in range(count):
                where = places[found[which]]
                bit = ONE << where
                if self.can_take(board, where, squares):
                    self.take(places, found[which], after)
                    left = self.add(level + 1, left, before[index].need - 1, after, bit)
                    if squares & bit and not self.takers(board, where) & bit:
                        continue  # who stands there may stay and take nothing
                    ends &= ~bit
            if ends:
                left = self.add(level + 1, left, before[index].need, places, ends)
        return left

    cdef int add(
        self, int level, int left, int need, uint8_t* places, uint64_t squares
    ) except -1:
        """The number of branches of a level once squares were added, to one that is alike if there
        is one."""
        cdef Branch* there = self.branches + level * BRANCHES
        cdef int index, size = self.treasures if need else 0
        for index in range(left):
            if there[index].need == need and (
                size == 0 or memcmp(there[index].places, places, size) == 0
            ):
                there[index].squares |= squares
                return left
        if left == BRANCHES:
            raise OverflowError("more branches than the kernel has room for")
        there[left].need = need
        there[left].squares = squares
        if size:
            memcpy(there[left].places, places, size)
        return left + 1

    def perft(self, int depth):
        if depth < 1:
            raise ValueError("a depth of at least 1 is needed")
        return self.perft_from(&self.first, self.last_push, self.start, self.seats, depth)

    cdef int64_t perft_from(
        self, Board* board, int last_push, int start, Seats seats, int depth
    ) except -1:
        cdef int64_t found = 0
        cdef int point, way, index, moved
        cdef uint64_t ends
        cdef Board shifted_board, laid
        cdef Seats after
        for point in range(POINTS):
            if last_push != NO_POINT and point == BARRED[last_push]:
                continue
            shift_board(board, point, &shifted_board)
            moved = carried_square(start, point)
            for way in range(self.ways(board.spare)):
                self.count_board()
                lay(&shifted_board, point, self.way(board.spare, way), self.lair, &laid)
                ends = reach(&laid, ONE << moved)
                if depth == 1:
                    found += popcount(ends)
                    continue
                for index in range(self.other_count):
                    after.squares[index] = carried_square(seats.squares[index], point)
                while ends:
                    found += self.perft_after(&laid, point, lowest(ends), after, depth - 1)
                    ends &= ends - 1
        return found

    cdef int64_t perft_after(
        self, Board* board, int point, int end, Seats seats, int depth
    ) except -1:
        """The turns after a move, the next seat's first."""
        cdef int index, start = end
        if self.other_count:
            start = seats.squares[0]
            for index in range(self.other_count - 1):
                seats.squares[index] = seats.squares[index + 1]
            seats.squares[self.other_count - 1] = end
        return self.perft_from(board, point, start, seats, depth)

    # --- Whatever the others do ------------------------------------------------------------------

    def forced(self, int turns, int cards, bint second):
        cdef int point, way, tile, again
        cdef uint64_t squares, ends
        cdef uint8_t[TREASURES] places
        cdef Board shifted_board, laid
        cdef Seats moved
        for point in range(POINTS):
            if self.last_push != NO_POINT and point == BARRED[self.last_push]:
                continue
            shift_board(&self.first, point, &shifted_board)
            self.carry_places(self.places, point, places)
            self.carry_seats(&self.seats, point, &moved)
            squares = ONE << carried_square(self.start, point)
            for way in range(self.ways(self.first.spare)):
                tile = self.way(self.first.spare, way)
                self.count_board()
                lay(&shifted_board, point, tile, self.lair, &laid)
                for again in range(2 if cards > 0 and not second else 1):
                    ends = self.good_ends(
                        &laid, point, squares, places, self.need, &moved, turns, cards, again
                    )
                    if ends:
                        return planner.HalfTurn((point, tile), lowest(ends), bool(again))
        return None

    cdef inline void carry_seats(self, Seats* before, int point, Seats* after) noexcept:
        cdef int index
        for index in range(self.other_count):
            after.squares[index] = carried_square(before.squares[index], point)

    cdef uint64_t go_on(
        self, Board* board, int point, uint8_t* places, int need, Seats* others, int turns,
        int cards, bint again
    ) except? 0xFFFFFFFFFFFFFFFF:
        if again:
            return self.own_turn(board, point, places, need, others, turns, cards - 1, False)
        return self.replies(board, point, places, need, others, 0, turns - 1, cards)

    cdef uint64_t good_ends(
        self, Board* board, int point, uint64_t squares, uint8_t* places, int need, Seats* others,
        int turns, int cards, bint again
    ) except? 0xFFFFFFFFFFFFFFFF:
        cdef int[TREASURES] found
        cdef uint8_t[TREASURES] after
        cdef uint64_t ends = reach(board, squares), takings = 0, takers, bit
        cdef int which, count, where
        if not self.need:
            if self.arrived(board) & squares:
                return self.target
            return ends & self.go_on(board, point, places, 0, others, turns, cards, again)
        count = self.takeable(places, found)
        for which in range(count):
            where = places[found[which]]
            bit = ONE << where
            takers = self.takers(board, where)
            ends = (ends & ~bit) | (squares & ~takers & bit)
            if takers & squares:
                if need > 1:
                    self.take(places, found[which], after)
                    if not (
                        self.go_on(board, point, after, need - 1, others, turns, cards, again)
                        & bit
                    ):
                        continue
                takings |= bit
        if takings or not ends:
            return takings
        return ends & self.go_on(board, point, places, need, others, turns, cards, again)

    cdef uint64_t own_turn(
        self, Board* board, int last_push, uint8_t* places, int need, Seats* others, int turns,
        int cards, bint first
    ) except? 0xFFFFFFFFFFFFFFFF:
        cdef int point, way, again
        cdef uint64_t good = 0, starts
        cdef uint8_t[TREASURES] moved
        cdef Board shifted_board, laid
        cdef Seats seats
        if turns == 0:
            return 0
        for point in range(POINTS):
            if last_push != NO_POINT and point == BARRED[last_push]:
                continue
            shift_board(board, point, &shifted_board)
            self.carry_places(places, point, moved)
            self.carry_seats(others, point, &seats)
            for way in range(self.ways(board.spare)):
                if good == ALL:
                    return good
                self.count_board()
                lay(&shifted_board, point, self.way(board.spare, way), self.lair, &laid)
                starts = 0
                for again in range(2 if first and cards else 1):
                    starts |= self.good_starts(
                        &laid, point, moved, need, &seats, turns, cards, again
                    )
                good |= carried_back(starts, point)
        return good

    cdef uint64_t good_starts(
        self, Board* board, int point, uint8_t* places, int need, Seats* others, int turns,
        int cards, bint again
    ) except? 0xFFFFFFFFFFFFFFFF:
        cdef bint last = turns == 1 and not again
        cdef int[TREASURES] found
        cdef uint8_t[TREASURES] after
        cdef uint64_t starts = 0, stays = 0, ends = 0, takers, bit
        cdef int which, count, where
        if not self.need:
            starts = self.arrived(board)
            if not last:
                ends = self.go_on(board, point, places, 0, others, turns, cards, again)
                starts |= reach(board, ends)
            return starts
        if not last:
            ends = self.go_on(board, point, places, need, others, turns, cards, again)
        count = self.takeable(places, found)
        for which in range(count):
            where = places[found[which]]
            bit = ONE << where
            takers = self.takers(board, where)
            stays |= ends & ~takers & bit
            ends &= ~bit
            if need > 1:
                if last:
                    continue
                self.take(places, found[which], after)
                if not (
                    self.go_on(board, point, after, need - 1, others, turns, cards, again) & bit
                ):
                    continue
            starts |= takers
        return starts | stays | reach(board, ends)

    cdef uint64_t replies(
        self, Board* board, int last_push, uint8_t* places, int need, Seats* others, int seat,
        int turns, int cards
    ) except? 0xFFFFFFFFFFFFFFFF:
        cdef int point, way
        cdef uint64_t good = ALL
        cdef uint8_t[TREASURES] moved
        cdef Board shifted_board, laid
        cdef Seats seats
        if turns == 0:
            return 0
        if seat == self.other_count:
            return self.own_turn(board, last_push, places, need, others, turns, cards, True)
        for point in range(POINTS):
            if last_push != NO_POINT and point == BARRED[last_push]:
                continue
            shift_board(board, point, &shifted_board)
            self.carry_places(places, point, moved)
            self.carry_seats(others, point, &seats)
            for way in range(self.ways(board.spare)):
                self.count_board()
                lay(&shifted_board, point, self.way(board.spare, way), self.lair, &laid)
                good &= carried_back(
                    self.choices(&laid, point, moved, need, &seats, seat, turns, cards), point
                )
                if not good:
                    return 0
        return good

    cdef uint64_t choices(
        self, Board* board, int point, uint8_t* places, int need, Seats* others, int seat,
        int turns, int cards
    ) except? 0xFFFFFFFFFFFFFFFF:
        """The squares on which the goal stays certain, whatever this seat does after its push."""
        cdef int[TREASURES] found
        cdef uint8_t[TREASURES] after
        cdef Seats there = others[0]
        cdef int start = others.squares[seat]
        cdef uint64_t left = ALL, ends
        cdef int which, count, where
        if not self.need:
            return self.replies(board, point, places, need, others, seat + 1, turns, cards)
        ends = reach(board, ONE << start)
        count = self.takeable(places, found)
        for which in range(count):
            where = places[found[which]]
            if self.takers(board, where) >> start & 1:
                self.take(places, found[which], after)
                there.squares[seat] = where
                left &= self.replies(board, point, after, need, &there, seat + 1, turns, cards)
                if not left:
                    return 0
                ends &= ~(ONE << where)
        while ends:
            there.squares[seat] = lowest(ends)
            left &= self.replies(board, point, places, need, &there, seat + 1, turns, cards)
            if not left or turns == 1:
                return left
            ends &= ends - 1
        return left
