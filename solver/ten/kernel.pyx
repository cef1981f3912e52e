# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What TEN has compiled: `scoring.py` once more, which says what every part is for."""

from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    LENGTH = 9
    EVERY_NUMBER = 511
    COLOURS = 4
    NUMBER_WILDS = 36
    ANY_WILD = 45
    COLOUR_WILDS = 46
    BONUS = 1
    INTERVALS = 45
    MOST_WILDS = 10
    GROUPS = 16

cdef uint8_t[EVERY_NUMBER + 1] COUNT
for _mask in range(EVERY_NUMBER + 1):
    COUNT[_mask] = _mask.bit_count()

# The runs of a colour, the one with the most points first.
cdef int[INTERVALS] RUN, SCORE
_place = 0
for _length in range(LENGTH, 0, -1):
    for _first in range(LENGTH - _length + 1):
        RUN[_place] = (1 << _length) - 1 << _first
        SCORE[_place] = _length + (BONUS if _length == LENGTH else 0)
        _place += 1

cdef struct Option:
    int points, need, numbers

cdef struct Choice:
    int spare, record
    int[COLOURS] count
    Option[COLOURS][INTERVALS + 1] option
    int[COLOURS + 1][MOST_WILDS + 1] most


# --- Scoring ------------------------------------------------------------------------------------


cdef int options(uint64_t key, int place, bint wild_only, Option* found) noexcept nogil:
    """Lists the runs that a colour could have if no other took its wilds; how many they are."""
    cdef int held = key >> LENGTH * place & EVERY_NUMBER
    cdef int own = key >> COLOUR_WILDS + 2 * place & 3
    cdef int wilds = key >> NUMBER_WILDS & EVERY_NUMBER
    cdef int spare = key >> ANY_WILD & 1
    cdef int one, missing, numbers, need, count = 0
    for one in range(INTERVALS):
        if not wild_only and not RUN[one] & held:
            continue
        missing = RUN[one] & ~held
        numbers = missing & wilds
        need = COUNT[missing] - own
        if need > COUNT[numbers] + spare:
            continue
        found[count].points = SCORE[one]
        found[count].need = need if need > 0 else 0
        found[count].numbers = numbers
        count += 1
        if need <= 0:
            return count
    found[count].points = found[count].need = found[count].numbers = 0
    return count + 1


cdef void bounds(Choice* all, int wilds) noexcept nogil:
    """Fills in what each colour and those after it score at most for each number of wilds left."""
    cdef int place, one, left, need, points, fewest
    for left in range(wilds + 1):
        all.most[COLOURS][left] = 0
    for place in range(COLOURS - 1, -1, -1):
        for left in range(wilds + 1):
            all.most[place][left] = 0
        fewest = wilds + 1
        for one in range(all.count[place]):
            need = all.option[place][one].need
            if need >= fewest:
                continue
            fewest = need
            for left in range(need, wilds + 1):
                points = all.option[place][one].points + all.most[place + 1][left - need]
                if points > all.most[place][left]:
                    all.most[place][left] = points


cdef void choose(
    Choice* all, int place, int score, int left, int groups, int* needed, int* unions
) noexcept nogil:
    """Tries every choice of runs for a colour and those after it that may beat the record.

    `groups` of the colours before need `needed` wilds of the numbers in `unions`.
    """
    cdef int one, reached, need, group, grown
    cdef int* rest = all.most[place + 1]
    cdef Option* option
    if place == COLOURS:
        all.record = score
        return
    for one in range(all.count[place]):
        option = &all.option[place][one]
        reached, need = score + option.points, option.need
        if reached + rest[left] <= all.record:
            return
        if need > left or reached + rest[left - need] <= all.record:
            continue
        grown = groups
        if need:
            for group in range(groups):
                needed[grown] = needed[group] + need
                unions[grown] = unions[group] | option.numbers
                if needed[grown] > COUNT[unions[grown]] + all.spare:
                    break
                grown += 1
            if grown < 2 * groups:
                continue
        choose(all, place + 1, reached, left - need, grown, needed, unions)


cdef int hand_points(uint64_t key, bint wild_only) noexcept nogil:
    """The most points that a hand can score (T12)."""
    cdef Choice all
    cdef int[GROUPS] needed, unions
    cdef int place, wilds
    all.spare = key >> ANY_WILD & 1
    all.record = -1
    for place in range(COLOURS):
        all.count[place] = options(key, place, wild_only, all.option[place])
    wilds = COUNT[key >> NUMBER_WILDS & EVERY_NUMBER] + all.spare
    bounds(&all, wilds)
    needed[0] = unions[0] = 0
    choose(&all, 0, 0, wilds, 1, needed, unions)
    return all.record


def points(uint64_t key, bint wild_only=True):
    """The most points that a hand can score, as `scoring.points`."""
    return hand_points(key, wild_only)
