# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What TEN has compiled: `scoring.py` once more, which says what every part is for."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

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


cdef void runs_by_cost(
    uint64_t key, uint64_t all, int place, bint wild_only, int* most
) noexcept nogil:
    """The most points of a colour for each number of cards that are not in a hand yet, out of `all`
    that there are, and of wilds of other colours."""
    cdef int held = key >> LENGTH * place & EVERY_NUMBER
    cdef int own = key >> COLOUR_WILDS + 2 * place & 3
    cdef int there = all >> LENGTH * place & EVERY_NUMBER
    cdef int wilds = all >> NUMBER_WILDS & EVERY_NUMBER
    cdef int spare = (all >> ANY_WILD & 1) + (all >> COLOUR_WILDS + 2 * place & 3)
    cdef int one, missing, cost
    for one in range(INTERVALS):
        if not wild_only and not RUN[one] & there:
            continue
        missing = RUN[one] & ~there
        if COUNT[missing] > COUNT[missing & wilds] + spare:
            continue
        cost = COUNT[RUN[one] & ~held] - own
        if cost < 0:
            cost = 0
        if SCORE[one] > most[cost]:
            most[cost] = SCORE[one]


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


# --- The search -----------------------------------------------------------------------------------

cdef enum:
    SEATS = 5
    KINDS = 36
    CARDS = 129
    MEANS = 4
    MOST_TOKENS = 10
    BUST_TOKENS = 15
    BUST_VALUE = 3
    BUST_FROM = 11
    FULL_RUN = 9
    EXACT_DEBT = 3
    AT_DRAW = 0
    AT_AUCTION = 1
    AT_BUY = 2
    AT_FINAL = 3
    NOBODY = -1
    NUMBER = 0
    ANY_KIND = 1
    MONEY = 2
    FORBIDDEN = 0
    ONLY_IF_FORCED = 1
    ALLOWED = 2
    DRAW = 0
    NUMBERS = 1
    CURRENCY = 2
    PASS = 3
    BID = 4
    BUY = 5
    END = 6
    UNKNOWN = -1
    NO_POINTS = -1
    CHILDREN = 1 << 17
    PAYS = 1 << 17
    HAND = 128
    CACHE = 1 << 18
    SEEN = 1 << 20
    RICHEST = 1 << 16
    COSTS = 40
    ENDLESS = 1 << 30
    PATIENCE = 4
    POINT = 4
    FEW = 256
    BEAM = 64
    UNITS = 64
    CORE = 128

cdef uint64_t FLAT = (<uint64_t> 1 << COLOUR_WILDS) - 1
cdef uint64_t NUMBER_BITS = (<uint64_t> 1 << KINDS) - 1
NAMES = ("draw", "stop:numbers", "stop:currency", "pass", "bid", "buy", "end")

cdef struct Seat:
    uint64_t key
    int8_t tokens, bust, cards, owed, claim

cdef struct Pay:
    int8_t tokens, bust, cards

cdef struct Table:
    uint64_t[3] market  # of which numbers there is one copy, two, three
    Seat[SEATS] seat
    int16_t drawn, begun
    int8_t turn, phase, last, next, by
    int16_t bid
    Pay pay

cdef struct Node:
    Table table
    uint8_t[CORE] core
    int8_t[SEATS * MEANS] means
    uint64_t code, exact  # hashes of the core, and of core and means

cdef struct Child:
    Node node
    int[2] effort
    int8_t name, card
    int16_t bid
    Pay pay

cdef struct Effort:
    uint64_t exact
    int[2] effort

cdef struct Richest:  # the most points of a hand with so many cards of a pool
    uint64_t key, pool
    int gained, points

cdef struct Known:  # in the list of one core: what players owned, and the next one of the list
    int8_t[SEATS * MEANS] means
    int8_t result
    uint32_t next


cdef int price_of(int kind) noexcept nogil:
    return kind % LENGTH + 1


cdef uint64_t bit_of(int kind) noexcept nogil:
    return <uint64_t> 1 << kind


cdef uint64_t joined(uint64_t one, uint64_t other) noexcept nogil:
    """The key of two hands together."""
    cdef uint64_t key = (one | other) & FLAT, count
    cdef int place, shift
    for place in range(COLOURS):
        shift = COLOUR_WILDS + 2 * place
        count = (one >> shift & 3) + (other >> shift & 3)
        key |= (count if count < 2 else 2) << shift
    return key


cdef int count_of(uint64_t key) noexcept nogil:
    """The number of cards that a key tells of."""
    cdef uint64_t flat = key & FLAT
    cdef int count = 0, place
    while flat:
        flat &= flat - 1
        count += 1
    for place in range(COLOURS):
        count += key >> COLOUR_WILDS + 2 * place & 3
    return count


cdef int one_less(uint64_t key, uint64_t* found) noexcept nogil:
    """The keys of a hand without one of its cards; how many they are."""
    cdef uint64_t flat = key & FLAT, bit
    cdef int count = 0, place
    while flat:
        bit = flat & (~flat + 1)
        found[count] = key - bit
        count += 1
        flat ^= bit
    for place in range(COLOURS):
        if key >> COLOUR_WILDS + 2 * place & 3:
            found[count] = key - (<uint64_t> 1 << COLOUR_WILDS + 2 * place)
            count += 1
    return count


cdef uint64_t mixed(uint64_t value) noexcept nogil:
    value ^= value >> 30
    value *= <uint64_t> 0xBF58476D1CE4E5B9U
    value ^= value >> 27
    value *= <uint64_t> 0x94D049BB133111EBU
    return value ^ (value >> 31)


cdef class Search:
    """The search of `search.py`, which says what every part is for."""

    cdef object callback
    cdef object error
    cdef readonly object aim
    cdef long long counted, next_poll
    cdef int seats, cards, player, goal, width, reaches, helped, alone, for_points, ties
    cdef int cards_only_pay, claims, least_bid
    cdef readonly bint wild_only
    cdef int bids_with_cards, cards_as_tokens, tokens_first, comparable, pays_with_own
    cdef int first_by, first_bid, begun
    cdef uint64_t first_given
    cdef int overpay, takes_free, free_reward, optional, limited, stopped
    cdef int[SEATS] prover
    cdef int[CARDS + 1] kind, sort_of, number_sum, currency_sum, wilds_before
    cdef uint64_t[CARDS + 1] delta, after
    cdef int8_t* gains
    cdef Child* children
    cdef long top
    cdef Pay* pays
    cdef long paytop
    cdef uint64_t* cache_key
    cdef int8_t* cache_points
    cdef Richest* richest
    # what is known: an index into cores, each with the list of what was found for it
    cdef uint32_t* index
    cdef uint64_t index_size
    cdef uint8_t* cores
    cdef uint32_t* heads
    cdef uint64_t* codes
    cdef Effort* seen
    cdef uint32_t core_count, core_room
    cdef int core_size, count
    cdef Known* known
    cdef uint32_t known_count, known_room

    def __cinit__(self):
        self.children = <Child*> malloc(CHILDREN * sizeof(Child))
        self.pays = <Pay*> malloc(PAYS * sizeof(Pay))
        self.cache_key = <uint64_t*> calloc(CACHE, sizeof(uint64_t))
        self.cache_points = <int8_t*> calloc(CACHE, sizeof(int8_t))
        self.index_size = 1 << 16
        self.index = <uint32_t*> calloc(self.index_size, sizeof(uint32_t))
        self.core_room = 1 << 14
        self.cores = <uint8_t*> malloc(self.core_room * CORE)
        self.heads = <uint32_t*> malloc(self.core_room * sizeof(uint32_t))
        self.codes = <uint64_t*> malloc(self.core_room * sizeof(uint64_t))
        self.seen = <Effort*> calloc(SEEN, sizeof(Effort))
        self.known_room = 1 << 15
        self.known = <Known*> malloc(self.known_room * sizeof(Known))
        if not (
            self.children and self.pays and self.cache_key and self.cache_points and self.index
            and self.cores and self.heads and self.codes and self.seen and self.known
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.children)
        free(self.pays)
        free(self.cache_key)
        free(self.cache_points)
        free(self.index)
        free(self.cores)
        free(self.heads)
        free(self.codes)
        free(self.seen)
        free(self.known)
        free(self.gains)
        free(self.richest)

    def __init__(self, line, start, aim, readings, poll):
        cdef int place
        self.callback, self.error, self.aim = poll, None, aim
        self.seats, self.cards = len(start.seats), len(line.cards)
        self.player = aim.player
        self.for_points = aim.points is not None
        self.goal = aim.points if self.for_points else 0
        self.width = min(aim.width, BEAM)
        self.reaches, self.helped = aim.reaches, aim.helped
        for place in range(self.seats):
            self.prover[place] = place in aim.provers
        self.wild_only = readings.wild_only_run == "yes"
        self.bids_with_cards = readings.bid_with_cards == "yes"
        self.overpay = ("forbidden", "only-if-forced", "allowed").index(readings.overpay)
        self.takes_free = readings.no_bid == "active-takes-free"
        self.least_bid = int(readings.min_bid)
        self.free_reward = readings.empty_reward == "allowed"
        self.optional = readings.first_card == "optional"
        self.limited = readings.bust_supply == "limited"
        self.pays_with_own = readings.identical_test == "after-payment"
        self.ties = aim.ties
        self.cards_only_pay = self.for_points or not self.ties
        self.claims = self.cards_only_pay and aim.claims
        self.cards_as_tokens = (
            self.cards_only_pay and self.bids_with_cards and self.overpay != ONLY_IF_FORCED
        )
        self.tokens_first = self.cards_as_tokens and self.overpay == FORBIDDEN
        busts = sum(seat.bust for seat in start.seats) + self.cards - start.drawn
        scarce = self.limited and busts >= BUST_TOKENS
        self.comparable = self.overpay != ONLY_IF_FORCED and not scarce
        self.first_by, self.first_bid, self.first_given = NOBODY, 0, 0
        self.begun = start.drawn
        if start.auction is not None:
            self.first_by, self.first_bid = start.auction.by, start.auction.bid
            self.first_given = start.auction.given
        self.alone = (
            self.helped and self.for_points and not scarce and self.first_by != self.player
        )
        self.core_size = (24 + 8 * self.seats + 16 + 4 * self.seats + 7) // 8 * 8
        if self.comparable:
            self.count = (1 if self.helped else self.seats) * (
                (3 if self.cards_only_pay else 2) + self.claims
            )
        else:
            self.count = 0
        for place, (sort_of, kind, worth, delta) in enumerate(line.codes):
            self.sort_of[place], self.kind[place], self.delta[place] = sort_of, kind, delta
            self.number_sum[place + 1] = self.number_sum[place] + (worth if sort_of == NUMBER else 0)
            self.currency_sum[place + 1] = self.currency_sum[place] + (worth if sort_of == MONEY else 0)
            self.wilds_before[place + 1] = self.wilds_before[place] + (sort_of == ANY_KIND)
        for place in range(self.cards + 1):
            self.after[place] = line.after[place]
        self.gains = <int8_t*> calloc((self.cards + 1) * (self.cards + 1) * self.seats, 1)
        self.richest = <Richest*> calloc(RICHEST, sizeof(Richest))
        if not (self.gains and self.richest):
            raise MemoryError
        from solver.ten.bounds import gains  # which imports this

        for (begun, drawn), by_distance in gains(line, self.seats, self.optional).items():
            for place in range(self.seats):
                self.gains[(begun * (self.cards + 1) + drawn) * self.seats + place] = by_distance[place]

    # --- Proving ----------------------------------------------------------------------------------

    @property
    def nodes(self):
        return self.counted

    def proved(self, table):
        """Whether the provers can reach their aim from here."""
        cdef Node here
        cdef int[2] effort
        here.table = self.read(table)
        self.stopped, self.top, self.paytop = 0, 0, 0
        with nogil:
            self.complete(&here)
            self.effort(&here, effort)
            while effort[0] and effort[1] and not self.stopped:
                self.visit(&here, ENDLESS, ENDLESS)
                self.effort(&here, effort)
        self.raise_error()
        return not effort[0]

    cdef int raise_error(self) except -1:
        """Raises what has stopped the search."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        if self.stopped:
            raise MemoryError
        return 0

    def answer(self, table):
        """A move of the provers that is proved, with the tables before and after it."""
        cdef Node here
        cdef Child before
        cdef Table whole
        cdef int[2] effort
        cdef long place, end
        cdef int search_on
        cdef uint32_t where, one
        here.table = self.read(table)
        self.complete(&here)
        where = self.core_of(&here)
        one = self.heads[where - 1] if where else 0
        while one:
            if self.known[one].result and not_more(self.known[one].means, here.means, self.count):
                self.own(&here.table, self.known[one].means)
                self.complete(&here)
                break
            one = self.known[one].next
        memset(&before, 0, sizeof(Child))
        before.node.table = here.table
        for search_on in range(2):
            self.stopped, self.top, self.paytop = 0, 0, 0
            if search_on:
                with nogil:
                    self.visit(&here, ENDLESS, ENDLESS)
                self.raise_error()
                self.top = 0
            self.moves(&here.table)
            end = self.top
            for place in range(end):
                whole = self.children[place].node.table
                self.complete(&self.children[place].node)
                self.effort(&self.children[place].node, effort)
                if not effort[0]:
                    self.children[place].node.table = whole
                    return (self.written(before)[1], *self.written(self.children[place]))
        raise LookupError("no move of the provers is proved here")

    cdef void own(self, Table* t, int8_t* means) noexcept nogil:
        """Gives the seats other means, as `split` tells them."""
        cdef int place, at = 0, sign
        cdef Seat* seat
        for place in range(self.seats):
            seat = &t.seat[place]
            sign = 1 if self.prover[place] else -1
            if not self.comparable or (self.helped and place != self.player):
                continue
            if self.cards_as_tokens and not (self.claims and self.prover[place]):
                seat.cards = sign * means[at]
                seat.tokens = sign * means[at + 1] - seat.cards
                seat.bust = sign * means[at + 2]
                at += 3
            else:
                seat.tokens, seat.bust = sign * means[at], sign * means[at + 1]
                at += 2
                if self.cards_only_pay:
                    seat.cards = sign * means[at]
                    at += 1
            if self.claims:
                seat.claim = -means[at]
                at += 1

    cdef Table read(self, table):
        """A table of `compact.py`."""
        cdef Table found
        cdef int place, kind
        memset(&found, 0, sizeof(Table))
        market = table.market
        for kind in range(KINDS):
            for place in range(market >> 2 * kind & 3):
                found.market[place] |= bit_of(kind)
        for place, seat in enumerate(table.seats):
            found.seat[place].key = seat.key
            found.seat[place].tokens, found.seat[place].bust = seat.tokens, seat.bust
            found.seat[place].cards, found.seat[place].owed = seat.cards, seat.owed
            found.seat[place].claim = seat.claim
        found.drawn, found.begun = table.drawn, table.begun
        found.turn, found.phase, found.last = table.turn, table.phase, table.last
        found.next = found.by = NOBODY
        if table.auction is not None:
            bid = table.auction
            found.next, found.by, found.bid = bid.next, bid.by, bid.bid
            found.pay.tokens, found.pay.bust, found.pay.cards = bid.tokens, bid.bust, bid.cards
        return found

    cdef object written(self, Child child):
        """A move and the table after it, as `search.py` has them."""
        from solver.ten import compact
        from solver.ten.search import Step

        cdef Table* t = &child.node.table
        cdef int place, kind
        pay = child.pay.tokens, child.pay.bust, child.pay.cards
        step = Step(NAMES[child.name], child.card, child.bid, pay)
        market = 0
        for kind in range(KINDS):
            for place in range(3):
                market += <object> (t.market[place] >> kind & 1) << 2 * kind
        seats = tuple([
            compact.Seat(
                t.seat[place].tokens, t.seat[place].bust, t.seat[place].cards, t.seat[place].key,
                t.seat[place].owed, t.seat[place].claim,
            )
            for place in range(self.seats)
        ])
        auction = None
        if t.phase == AT_AUCTION:
            auction = compact.Bid(
                t.next, t.by, t.bid, t.pay.tokens, t.pay.bust, t.pay.cards
            )
        after = compact.Table(
            t.drawn, t.begun, t.turn, t.phase, t.last, market, seats, auction
        )
        return step, after

    cdef int poll(self) noexcept with gil:
        """Whether the search has to stop."""
        try:
            self.next_poll = self.callback(self.counted)
        except BaseException as error:
            self.error = error
            return 1
        return 0

    cdef void complete(self, Node* node) noexcept nogil:
        """Works out what has to be the same to compare a table, and what is compared."""
        cdef uint64_t part
        cdef int place
        self.plain(&node.table)
        self.split(&node.table, node.core, node.means)
        node.code = 0
        for place in range(0, self.core_size, 8):
            memcpy(&part, node.core + place, 8)
            node.code = mixed(node.code ^ part)
        memcpy(&part, node.means, 8)
        node.exact = mixed(node.code ^ part)
        part = 0
        memcpy(&part, node.means + 8, SEATS * MEANS - 8)
        node.exact = mixed(node.exact ^ part)

    cdef void effort(self, Node* node, int* found) noexcept nogil:
        """How hard it seems to prove a table and to disprove it."""
        cdef uint32_t where = self.core_of(node), one
        cdef Effort* seen = &self.seen[node.exact & (SEEN - 1)]
        cdef int result
        if where:
            one = self.heads[where - 1]
            while one:
                if self.known[one].result:
                    if not_more(self.known[one].means, node.means, self.count):
                        found[0], found[1] = 0, ENDLESS
                        return
                elif not_more(node.means, self.known[one].means, self.count):
                    found[0], found[1] = ENDLESS, 0
                    return
                one = self.known[one].next
        if seen.exact == node.exact:
            found[0], found[1] = seen.effort[0], seen.effort[1]
            return
        result = self.bound(&node.table)
        if result == UNKNOWN:
            self.guess(&node.table, found)
        else:
            found[0], found[1] = 0 if result else ENDLESS, ENDLESS if result else 0

    cdef void guess(self, Table* t, int* found) noexcept nogil:
        """The effort that a table seems to take before it is looked at."""
        cdef int place, points, theirs = 0, ahead
        found[0] = found[1] = 1
        if self.for_points:
            return
        for place in range(self.seats):
            if place != self.player:
                points = self.points(t, place)
                theirs = points if points > theirs else theirs
        ahead = self.points(t, self.player) - theirs
        if not self.reaches:
            ahead = -ahead
        found[1 if ahead > 0 else 0] += POINT * (ahead if ahead > 0 else -ahead)

    cdef void settle(self, Node* node, int result) noexcept nogil:
        """Notes what was found, in place of all that it says as well."""
        cdef uint32_t where = self.core_of(node), one, before = 0
        cdef Effort* seen = &self.seen[node.exact & (SEEN - 1)]
        if seen.exact == node.exact:
            seen.exact = 0
        if not where:
            where = self.new_core(node)
            if self.stopped:
                return
        where -= 1
        one = self.heads[where]
        while one:
            if self.known[one].result == result and (
                not_more(node.means, self.known[one].means, self.count) if result
                else not_more(self.known[one].means, node.means, self.count)
            ):
                if before:
                    self.known[before].next = self.known[one].next
                else:
                    self.heads[where] = self.known[one].next
            else:
                before = one
            one = self.known[one].next
        self.note(where, node.means, result)

    cdef void visit(self, Node* node, int proof_limit, int disproof_limit) noexcept nogil:
        """Searches below a table until it is settled or seems to take as much as a limit."""
        cdef long base = self.top, end, place, other, best
        cdef int ours, easy, hard, one, every, second, unsettled, value, more
        cdef int[2] limit, inner
        cdef Child* child
        cdef Effort* seen
        if self.stopped:
            return
        if self.counted >= self.next_poll and self.poll():
            self.stopped = 1
            return
        self.counted += 1
        ours = self.prover[
            node.table.next if node.table.phase == AT_AUCTION else node.table.turn
        ]
        self.moves(&node.table)
        end = base
        for place in range(base, self.top):
            child = &self.children[place]
            self.complete(&child.node)
            if self.top - base <= FEW and self.is_double(child, base, end):
                continue
            if place != end:
                self.children[end] = child[0]
            child = &self.children[end]
            self.effort(&child.node, child.effort)
            end += 1
        self.top = end
        easy, hard = 0 if ours else 1, 1 if ours else 0
        limit[0], limit[1] = proof_limit, disproof_limit
        while not self.stopped:
            one, every, second, unsettled, best = ENDLESS, 0, ENDLESS, 0, base
            for place in range(base, end):
                child = &self.children[place]
                if not child.effort[hard]:
                    continue
                unsettled += 1
                value = child.effort[easy]
                if value < one:
                    second, one, best = one, value, place
                elif value < second:
                    second = value
                if child.effort[hard] > every:
                    every = child.effort[hard]
            more = unsettled - 1 if unsettled else 0
            every = every + more if every + more < ENDLESS else ENDLESS
            if not one or not every:
                self.settle(node, ours if not one else not ours)
                break
            if one >= limit[easy] or every >= limit[hard]:
                seen = &self.seen[node.exact & (SEEN - 1)]
                seen.exact = node.exact
                seen.effort[easy], seen.effort[hard] = one, every
                break
            second += second // PATIENCE + 1
            inner[easy] = limit[easy] if limit[easy] < second else second
            inner[hard] = limit[hard] - more
            self.visit(&self.children[best].node, inner[0], inner[1])
            if self.stopped:
                break
            self.effort(&self.children[best].node, self.children[best].effort)
        self.top = base

    cdef int is_double(self, Child* child, long base, long end) noexcept nogil:
        """Whether the same table is among the moves already."""
        cdef long other
        cdef Node* node
        for other in range(base, end):
            node = &self.children[other].node
            if (
                node.exact == child.node.exact
                and not memcmp(node.core, child.node.core, self.core_size)
                and not memcmp(node.means, child.node.means, SEATS * MEANS)
            ):
                return 1
        return 0

    cdef void note(self, uint32_t where, int8_t* means, int result) noexcept nogil:
        """Adds a finding to the list of a core."""
        cdef Known* grown
        if self.known_count + 1 >= self.known_room:
            grown = <Known*> realloc(self.known, 2 * <size_t> self.known_room * sizeof(Known))
            if not grown:
                self.stopped = 1
                return
            self.known, self.known_room = grown, 2 * self.known_room
        self.known_count += 1  # the first place stays free: 0 ends a list
        memcpy(self.known[self.known_count].means, means, SEATS * MEANS)
        self.known[self.known_count].result = result
        self.known[self.known_count].next = self.heads[where]
        self.heads[where] = self.known_count

    cdef uint32_t core_of(self, Node* node) noexcept nogil:
        """The number of a core, from 1; 0 if nothing is known of it."""
        cdef uint64_t slot = node.code & (self.index_size - 1)
        cdef uint8_t* core
        while self.index[slot]:
            core = self.cores + <size_t> (self.index[slot] - 1) * self.core_size
            if not memcmp(core, node.core, self.core_size):
                return self.index[slot]
            slot = (slot + 1) & (self.index_size - 1)
        return 0

    cdef uint32_t new_core(self, Node* node) noexcept nogil:
        """A number for a core of which nothing is known yet."""
        cdef uint64_t slot = node.code & (self.index_size - 1)
        while self.index[slot]:
            slot = (slot + 1) & (self.index_size - 1)
        if self.core_count == self.core_room and not self.grow():
            self.stopped = 1
            return 0
        memcpy(self.cores + <size_t> self.core_count * self.core_size, node.core, self.core_size)
        self.codes[self.core_count] = node.code
        self.heads[self.core_count] = 0
        self.core_count += 1
        self.index[slot] = self.core_count
        if 2 * <uint64_t> self.core_count > self.index_size and not self.spread():
            self.stopped = 1
        return self.core_count

    cdef int grow(self) noexcept nogil:
        """Makes room for twice as many cores."""
        cdef size_t room = 2 * <size_t> self.core_room
        cdef uint8_t* cores = <uint8_t*> realloc(self.cores, room * self.core_size)
        cdef uint32_t* heads
        cdef uint64_t* codes
        if not cores:
            return 0
        self.cores = cores
        heads = <uint32_t*> realloc(self.heads, room * sizeof(uint32_t))
        if not heads:
            return 0
        self.heads = heads
        codes = <uint64_t*> realloc(self.codes, room * sizeof(uint64_t))
        if not codes:
            return 0
        self.codes, self.core_room = codes, room
        return 1

    cdef int spread(self) noexcept nogil:
        """Spreads the index over twice the room."""
        cdef uint64_t size = 2 * self.index_size, slot
        cdef uint32_t* index = <uint32_t*> calloc(size, sizeof(uint32_t))
        cdef uint32_t one
        if not index:
            return 0
        for one in range(self.core_count):
            slot = self.codes[one] & (size - 1)
            while index[slot]:
                slot = (slot + 1) & (size - 1)
            index[slot] = one + 1
        free(self.index)
        self.index, self.index_size = index, size
        return 1

    cdef void plain(self, Table* t) noexcept nogil:
        """Drops what cannot matter."""
        cdef uint64_t relevant
        cdef int place
        for place in range(self.seats):
            if not self.claims or self.prover[place]:
                t.seat[place].claim = 0
        if not self.for_points:
            return
        relevant = NUMBER_BITS & (t.market[0] | self.after[self.low(t)])
        for place in range(self.seats):
            if place == self.player:
                continue
            if (
                t.phase == AT_AUCTION and t.by == place == self.first_by
                and t.bid == self.first_bid and t.drawn == self.begun
            ):
                continue
            if self.alone:
                memset(&t.seat[place], 0, sizeof(Seat))
            elif t.seat[place].owed:
                t.seat[place].key = 0
            else:
                t.seat[place].key &= relevant

    cdef int low(self, Table* t) noexcept nogil:
        """The place in the line of the first card that may still be had from there."""
        if t.phase == AT_AUCTION and t.begun == t.drawn:
            return t.drawn - 1
        return t.begun if t.phase == AT_DRAW or t.phase == AT_AUCTION else t.drawn

    cdef void split(self, Table* t, uint8_t* core, int8_t* means) noexcept nogil:
        """What has to be the same to compare two tables, and what is compared."""
        cdef int place, count = 0, at = 24, sign
        cdef Seat* seat
        memset(core, 0, CORE)
        memset(means, 0, SEATS * MEANS)
        memcpy(core, t.market, 24)
        for place in range(self.seats):
            memcpy(core + at, &t.seat[place].key, 8)
            at += 8
        core[at], core[at + 1], core[at + 2], core[at + 3] = t.drawn, t.begun, t.turn, t.phase
        core[at + 4] = t.last
        if t.phase == AT_AUCTION:
            core[at + 5], core[at + 6], core[at + 7] = t.next, t.by, t.bid
            core[at + 8], core[at + 9], core[at + 10] = t.pay.tokens, t.pay.bust, t.pay.cards
        at += 16
        for place in range(self.seats):
            seat = &t.seat[place]
            core[at] = seat.owed if self.helped else seat.owed > 0
            sign = 1 if self.prover[place] else -1
            if not self.comparable or (self.helped and place != self.player):
                core[at + 1], core[at + 2], core[at + 3] = seat.tokens, seat.bust, seat.cards
            elif self.cards_as_tokens and not (self.claims and self.prover[place]):
                means[count] = sign * seat.cards
                means[count + 1] = sign * (seat.cards + seat.tokens)
                means[count + 2] = sign * seat.bust
                count += 3
            else:
                means[count], means[count + 1] = sign * seat.tokens, sign * seat.bust
                count += 2
                if self.cards_only_pay:
                    means[count] = sign * seat.cards
                    count += 1
                else:
                    core[at + 3] = seat.cards
            if self.claims and self.comparable and not (self.helped and place != self.player):
                means[count] = -seat.claim
                count += 1
            at += 4

    # --- Who is ahead -----------------------------------------------------------------------------

    cdef int score(self, uint64_t key) noexcept nogil:
        """The points of a hand, remembered."""
        cdef uint64_t slot
        if not key:
            return 0
        slot = mixed(key) & (CACHE - 1)
        if self.cache_key[slot] != key:
            self.cache_points[slot] = hand_points(key, self.wild_only)
            self.cache_key[slot] = key
        return self.cache_points[slot]

    cdef int points(self, Table* t, int place) noexcept nogil:
        """The points of a seat as they count here."""
        cdef Seat* seat = &t.seat[place]
        cdef int found, most
        if self.prover[place]:
            return self.score(seat.key)
        if self.helped and place != self.player:
            return self.least(seat.key, seat.owed)
        found, most = self.score(seat.key), seat.cards + seat.cards // FULL_RUN
        return found if found < most else most

    cdef int least(self, uint64_t key, int owed) noexcept nogil:
        """The fewest points that a hand may keep when so many of its cards are given."""
        cdef uint64_t[UNITS] less
        cdef int found, count, one, points
        if owed > EXACT_DEBT:
            return 0
        found = self.score(key)
        if owed:
            count = one_less(key, less)
            for one in range(count):
                points = self.least(less[one], owed - 1)
                if points < found:
                    found = points
        return found

    cdef int reached(self, Table* t) noexcept nogil:
        """Whether the player of the goal has reached it when the game is over."""
        cdef int own = self.points(t, self.player), place, theirs
        cdef Seat* me = &t.seat[self.player]
        cdef Seat* seat
        if self.for_points:
            return own >= self.goal
        for place in range(self.seats):
            if place == self.player:
                continue
            seat = &t.seat[place]
            theirs = self.points(t, place)
            if self.claims:
                if theirs > own or theirs == own and (
                    seat.claim >= me.tokens if self.reaches else seat.tokens > me.claim
                ):
                    return 0
            elif not self.ties:
                if theirs + self.reaches > own:
                    return 0
            elif theirs != own:
                if theirs > own:
                    return 0
            elif seat.tokens != me.tokens:
                if seat.tokens > me.tokens:
                    return 0
            elif seat.cards < me.cards:
                return 0
        return 1

    cdef int bound(self, Table* t) noexcept nogil:
        """What is certain without trying a move, or `UNKNOWN`."""
        cdef int own, place, most, ahead = 1
        if t.turn == NOBODY:
            return self.reached(t) == self.reaches
        if t.phase == AT_DRAW and t.last == NOBODY - self.seats:
            return not self.reaches
        own = self.certain(t, self.player)
        if self.for_points:
            if own >= self.goal:
                return self.reaches
            return not self.reaches if self.most(t, self.player) < self.goal else UNKNOWN
        for place in range(self.seats):
            if place != self.player and self.most(t, place) >= own:
                ahead = 0
                break
        if ahead:
            return self.reaches
        if not self.helped:
            most = self.most(t, self.player)
            for place in range(self.seats):
                if place != self.player and self.certain(t, place) > most:
                    return not self.reaches
        return UNKNOWN

    cdef int certain(self, Table* t, int place) noexcept nogil:
        """The points that a seat has in the end if it pays nothing any more."""
        if t.phase == AT_AUCTION and t.by == place and t.pay.cards:
            return NO_POINTS
        return self.points(t, place)

    cdef int most(self, Table* t, int place) noexcept nogil:
        """The most points that a seat can still come to, whatever it costs."""
        cdef Seat* seat = &t.seat[place]
        cdef uint64_t pool, slot
        cdef int gained, found, most, distance
        cdef Richest* known
        if t.turn == NOBODY:
            return self.score(seat.key)
        distance = (place - t.turn + self.seats) % self.seats
        if t.phase == AT_FINAL:
            gained = distance <= (t.last - t.turn + self.seats) % self.seats
            pool = t.market[0]
        else:
            pool = joined(self.after[self.low(t)], t.market[0])
            if t.phase == AT_BUY:
                gained = (distance == 0) + (
                    1 if t.drawn == self.cards else self.gains[
                        (t.drawn * (self.cards + 1) + t.drawn) * self.seats
                        + (distance - 1 + self.seats) % self.seats
                    ]
                )
            else:
                gained = (t.phase == AT_AUCTION) + self.gains[
                    (t.begun * (self.cards + 1) + t.drawn) * self.seats + distance
                ]
        if not gained:
            found = self.score(seat.key)
        else:
            slot = mixed(seat.key ^ mixed(pool + <uint64_t> gained)) & (RICHEST - 1)
            known = &self.richest[slot]
            if known.gained != gained or known.key != seat.key or known.pool != pool:
                known.gained, known.key, known.pool = gained, seat.key, pool
                known.points = self.richer(seat.key, pool, gained)
            found = known.points
        most = seat.cards + gained
        most += most // FULL_RUN
        return found if found < most else most

    cdef int richer(self, uint64_t key, uint64_t pool, int gained) noexcept nogil:
        """At least the points of a hand with so many more cards, out of a pool."""
        cdef uint64_t all = joined(key, pool), left
        cdef int place, cost, total, points, reached, best = self.score(all)
        cdef int[COSTS + 1] most, own
        cdef int cap
        if gained == 1:
            best = self.score(key)
            left = pool & FLAT
            while left:
                points = self.score(joined(key, left & (~left + 1)))
                best = points if points > best else best
                left &= left - 1
            for place in range(COLOURS):
                if pool >> COLOUR_WILDS + 2 * place & 3:
                    points = self.score(joined(key, <uint64_t> 1 << COLOUR_WILDS + 2 * place))
                    best = points if points > best else best
            return best
        cap = gained + COUNT[key >> NUMBER_WILDS & EVERY_NUMBER] + (key >> ANY_WILD & 1)
        if cap > COSTS:
            return best
        memset(most, 0, sizeof(most))
        for place in range(COLOURS):
            memset(own, 0, sizeof(own))
            runs_by_cost(key, all, place, self.wild_only, own)
            for total in range(cap, -1, -1):
                points = 0
                for cost in range(min(total, LENGTH) + 1):
                    reached = own[cost] + most[total - cost]
                    if reached > points:
                        points = reached
                most[total] = points
        return best if best < most[cap] else most[cap]

    # --- Moves ------------------------------------------------------------------------------------

    cdef Child* child(self, Table* t, int name) noexcept nogil:
        """A new move, to be completed."""
        cdef Child* one
        if self.top == CHILDREN:
            self.stopped = 1
            return &self.children[CHILDREN - 1]
        one = &self.children[self.top]
        self.top += 1
        one.node.table = t[0]
        one.name, one.card, one.bid = name, NOBODY, 0
        one.pay.tokens = one.pay.bust = one.pay.cards = 0
        return one

    cdef void moves(self, Table* t) noexcept nogil:
        """Lists the moves that are looked at."""
        if t.phase == AT_DRAW:
            self.turn_moves(t)
        elif t.phase == AT_AUCTION:
            self.bids(t)
        else:
            self.purchases(t)

    cdef void turn_moves(self, Table* t) noexcept nogil:
        """Stopping and drawing."""
        cdef int over = t.drawn == self.cards, place
        cdef int currency = self.currency_sum[t.drawn] - self.currency_sum[t.begun]
        cdef int numbers = self.number_sum[t.drawn] - self.number_sum[t.begun]
        cdef int wilds = self.wilds_before[t.drawn] - self.wilds_before[t.begun]
        cdef int empty = wilds == t.drawn - t.begun
        cdef Child* one
        if not empty and (numbers or self.free_reward):
            one = self.child(t, NUMBERS)
            self.others_gain(&one.node.table, t.turn, currency)
            for place in range(t.begun, t.drawn):
                if self.sort_of[place] == NUMBER:
                    one.node.table.seat[t.turn].key |= bit_of(self.kind[place])
                    one.node.table.seat[t.turn].cards += 1
            one.node.table.begun, one.node.table.phase = t.drawn, AT_BUY
        if not over:
            one = self.child(t, DRAW)
            self.draw(&one.node.table, currency, numbers)
        if not empty and (currency or self.free_reward):
            one = self.child(t, CURRENCY)
            self.gain(&one.node.table.seat[t.turn], currency)
            self.to_market(&one.node.table, t.begun, t.drawn)
            self.next_turn(&one.node.table)
        if empty and (over or self.optional):
            one = self.child(t, END)
            self.next_turn(&one.node.table)
            if not over:
                one.node.table.last = t.last - 1

    cdef void draw(self, Table* t, int currency, int numbers) noexcept nogil:
        """Draws the next card."""
        cdef int place, card = t.drawn, held = 0
        t.drawn += 1
        t.last = NOBODY
        if self.sort_of[card] == ANY_KIND:
            if t.begun == card:
                t.begun = t.drawn
            t.phase, t.next, t.by, t.bid = AT_AUCTION, (t.turn + 1) % self.seats, NOBODY, 0
            t.pay.tokens = t.pay.bust = t.pay.cards = 0
            return
        numbers += self.number_sum[card + 1] - self.number_sum[card]
        currency += self.currency_sum[card + 1] - self.currency_sum[card]
        if numbers - currency < BUST_FROM and currency < BUST_FROM:
            return
        if numbers - currency >= BUST_FROM:
            self.others_gain(t, t.turn, currency)
        for place in range(self.seats):
            held += t.seat[place].bust
        if held < BUST_TOKENS or not self.limited:
            t.seat[t.turn].bust += 1
        self.to_market(t, t.begun, t.drawn)
        self.next_turn(t)

    cdef void gain(self, Seat* seat, int tokens) noexcept nogil:
        """Gives black tokens."""
        seat.claim = min(seat.claim + tokens, <int> MOST_TOKENS)
        seat.tokens = min(seat.tokens + tokens, <int> MOST_TOKENS)

    cdef void others_gain(self, Table* t, int turn, int tokens) noexcept nogil:
        """Gives black tokens to all but one."""
        cdef int place
        for place in range(self.seats):
            if place != turn:
                self.gain(&t.seat[place], tokens)

    cdef void to_market(self, Table* t, int begun, int drawn) noexcept nogil:
        """Puts the numbers of a row into the market."""
        cdef int place
        cdef uint64_t bit
        for place in range(begun, drawn):
            if self.sort_of[place] == NUMBER:
                bit = bit_of(self.kind[place])
                t.market[2] |= t.market[1] & bit
                t.market[1] |= t.market[0] & bit
                t.market[0] |= bit

    cdef void next_turn(self, Table* t) noexcept nogil:
        """The next player's turn, or the last purchases."""
        t.begun = t.drawn
        t.last = NOBODY if t.drawn < self.cards else t.turn
        t.phase = AT_DRAW if t.drawn < self.cards else AT_FINAL
        t.turn = (t.turn + 1) % self.seats
        t.next = t.by = NOBODY
        t.bid = 0
        t.pay.tokens = t.pay.bust = t.pay.cards = 0

    cdef void bids(self, Table* t) noexcept nogil:
        """Passing and bidding."""
        cdef int place = t.next, bid, lowest, most
        cdef long base = self.paytop, one
        cdef Seat* seat = &t.seat[place]
        cdef Child* child
        cdef Pay* pay
        cdef uint8_t[BUST_TOKENS + 1][MOST_TOKENS + 1][HAND] seen
        child = self.child(t, PASS)
        self.after_bid(&child.node.table)
        if self.alone and place != self.player:
            return
        lowest = self.least_bid if t.by == NOBODY else t.bid + 1
        most = seat.tokens + BUST_VALUE * seat.bust + (seat.cards if self.bids_with_cards else 0)
        if (
            self.cards_only_pay and self.overpay != ONLY_IF_FORCED and most > lowest
            and (self.alone or place == t.turn)
        ):
            most = lowest
        memset(seen, 0, sizeof(seen))
        for bid in range(lowest, most + 1):
            self.paytop = base
            self.payments(seat, bid, self.bids_with_cards, self.prover[place])
            for one in range(base, self.paytop):
                pay = &self.pays[one]
                if place == t.turn:
                    if seen[min(pay.bust, BUST_TOKENS)][pay.tokens][pay.cards] and pay.bust <= BUST_TOKENS:
                        continue
                    seen[min(pay.bust, BUST_TOKENS)][pay.tokens][pay.cards] = 1
                child = self.child(t, BID)
                child.bid, child.pay = bid, pay[0]
                child.node.table.by, child.node.table.bid, child.node.table.pay = place, bid, pay[0]
                self.after_bid(&child.node.table)
        self.paytop = base

    cdef void after_bid(self, Table* t) noexcept nogil:
        """Goes on after a bid or a pass."""
        cdef int by = t.by, bid = t.bid
        cdef Pay pay = t.pay
        cdef uint64_t[BEAM] keys
        if t.next != t.turn:
            t.next = (t.next + 1) % self.seats
            return
        t.phase, t.next, t.by, t.bid = AT_DRAW, NOBODY, NOBODY, 0
        t.pay.tokens = t.pay.bust = t.pay.cards = 0
        if by == NOBODY:
            if not self.takes_free:
                return
            by = t.turn
        elif by == self.first_by and bid == self.first_bid and t.drawn == self.begun:
            t.seat[by].tokens -= pay.tokens
            t.seat[by].bust -= pay.bust
            t.seat[by].cards -= pay.cards
            t.seat[by].key -= self.first_given
        elif self.paid(t, by, &pay, 1, keys):
            t.seat[by].key = keys[0]
        t.seat[by].key += self.delta[t.drawn - 1]
        t.seat[by].cards += 1

    cdef void purchases(self, Table* t) noexcept nogil:
        """Buying and ending."""
        cdef int count = 0, one, other, kind, place, keys, owned, mine = self.prover[t.turn]
        cdef int[KINDS] kinds, rank
        cdef long base = self.paytop, pay
        cdef Seat* seat = &t.seat[t.turn]
        cdef uint64_t wanted = t.seat[self.player if self.for_points else t.turn].key, bit
        cdef uint64_t[BEAM] found
        cdef Table paid
        cdef Child* child
        if t.turn == self.player or not self.alone:
            for kind in range(KINDS):
                if t.market[0] >> kind & 1:
                    kinds[count] = kind
                    rank[count] = self.score(wanted | bit_of(kind))
                    one = count
                    while one and rank[one] > rank[one - 1]:
                        kinds[one], kinds[one - 1] = kinds[one - 1], kinds[one]
                        rank[one], rank[one - 1] = rank[one - 1], rank[one]
                        one -= 1
                    count += 1
        for one in range(count):
            bit = bit_of(kinds[one])
            owned = seat.key & bit and not seat.owed
            if owned and (mine or not self.pays_with_own):
                continue
            self.paytop = base
            self.payments(seat, price_of(kinds[one]), 1, mine)
            for pay in range(base, self.paytop):
                if owned and not self.given(&self.pays[pay]):
                    continue
                paid = t[0]
                keys = self.paid(&paid, t.turn, &self.pays[pay], self.width, found)
                for other in range(keys if keys else 1):
                    child = self.child(&paid, BUY)
                    child.card, child.pay = kinds[one], self.pays[pay]
                    if keys:
                        child.node.table.seat[t.turn].key = found[other]
                    child.node.table.seat[t.turn].key |= bit
                    child.node.table.seat[t.turn].cards += 1
                    for place in range(2, -1, -1):
                        if child.node.table.market[place] & bit:
                            child.node.table.market[place] ^= bit
                            break
                    self.bought(&child.node.table)
        self.paytop = base
        child = self.child(t, END)
        self.bought(&child.node.table)

    cdef void bought(self, Table* t) noexcept nogil:
        """Ends a buy phase."""
        if t.phase == AT_BUY:
            self.next_turn(t)
        else:
            t.turn = NOBODY if t.turn == t.last else (t.turn + 1) % self.seats

    cdef void add_pay(self, int tokens, int bust, int cards) noexcept nogil:
        """Lists a payment."""
        if self.paytop == PAYS:
            self.stopped = 1
            return
        self.pays[self.paytop].tokens = tokens
        self.pays[self.paytop].bust = bust
        self.pays[self.paytop].cards = cards
        self.paytop += 1

    cdef void payments(self, Seat* seat, int price, int with_cards, int mine) noexcept nogil:
        """Lists what may be paid for a price."""
        cdef int cards = seat.cards if with_cards else 0, ones = seat.tokens + cards
        cdef int bust, rest, most, fewest, tokens
        if self.overpay != FORBIDDEN:
            self.generous(seat, price, cards)
            return
        for bust in range(seat.bust + 1):
            rest = price - BUST_VALUE * bust
            if rest <= 0:
                if not bust or BUST_VALUE * (bust - 1) < price:
                    self.add_pay(0, bust, 0)
                return
            if rest > ones:
                continue
            most = rest if rest < seat.tokens else seat.tokens
            fewest = rest - cards if rest > cards else 0
            if self.tokens_first:
                self.add_pay(most, bust, rest - most)
                if self.claims and mine and fewest < most:
                    self.add_pay(fewest, bust, rest - fewest)
                continue
            for tokens in range(most, fewest - 1, -1):
                self.add_pay(tokens, bust, rest - tokens)

    cdef void generous(self, Seat* seat, int price, int most) noexcept nogil:
        """The same where more than the price may be paid."""
        cdef int exact = 0, ones = seat.tokens + most, bust, tokens, cards, value
        for bust in range(seat.bust + 1):
            if 0 <= price - BUST_VALUE * bust <= ones:
                exact = 1
        for bust in range(seat.bust + 1):
            for tokens in range(seat.tokens, -1, -1):
                for cards in range(most + 1):
                    value = tokens + BUST_VALUE * bust + cards
                    if value == price or (
                        value > price and not (exact and self.overpay == ONLY_IF_FORCED)
                    ):
                        self.add_pay(tokens, bust, cards)

    cdef int given(self, Pay* pay) noexcept nogil:
        """How many cards a player may have given who does not say which."""
        return pay.cards + (pay.tokens if self.tokens_first else 0)

    cdef int useful_cards(self, Seat* seat, int place, int count) noexcept nogil:
        """How many of the cards that a prover gives are cards of its key."""
        cdef int known = count_of(seat.key)
        if self.for_points and not self.helped and place != self.player:
            return count if count < known else known
        known = count - (seat.cards - known)
        return known if known > 0 else 0

    def useful(self, seat, int place, int count):
        """The same of a seat of `compact.py`."""
        cdef Seat one
        one.key, one.cards = seat.key, seat.cards
        return self.useful_cards(&one, place, count)

    cdef int paid(self, Table* t, int place, Pay* pay, int width, uint64_t* keys) noexcept nogil:
        """Takes what is paid from a seat; of a prover lists the keys that are looked at, if useful
        cards are given, and says how many they are."""
        cdef Seat* seat = &t.seat[place]
        cdef int useful = self.useful_cards(seat, place, pay.cards)
        cdef uint64_t future
        seat.tokens -= pay.tokens
        seat.bust -= pay.bust
        seat.cards -= pay.cards
        if not self.prover[place]:
            seat.owed += self.given(pay)
            return 0
        if useful <= 0:
            return 0
        future = joined(self.after[t.begun if t.begun < t.drawn else t.drawn], t.market[0])
        return self.given_away(
            seat.key, useful, future, width, self.helped and place != self.player, keys
        )

    cdef int given_away(
        self, uint64_t key, int count, uint64_t future, int width, int generous, uint64_t* keys
    ) noexcept nogil:
        """Lists keys of a hand after so many of its cards were given, the best first."""
        cdef uint64_t[UNITS] less
        cdef uint64_t[BEAM + 1] best
        cdef int[BEAM + 1] rank
        cdef int have = 1, found, step, one, other, at, units, value, double
        keys[0] = key
        for step in range(count):
            found = 0
            for one in range(have):
                units = one_less(keys[one], less)
                for other in range(units):
                    double = 0
                    for at in range(found):
                        if best[at] == less[other]:
                            double = 1
                            break
                    if double:
                        continue
                    value = self.score(less[other])
                    if generous:
                        value = -64 * value - self.score(joined(less[other], future))
                    else:
                        value += 64 * self.score(joined(less[other], future))
                    at = found if found < width else width
                    while at and (
                        value > rank[at - 1] or (value == rank[at - 1] and less[other] < best[at - 1])
                    ):
                        best[at], rank[at] = best[at - 1], rank[at - 1]
                        at -= 1
                    if at < width:
                        best[at], rank[at] = less[other], value
                        if found < width:
                            found += 1
            have = found
            for one in range(have):
                keys[one] = best[one]
        return have


cdef int not_more(int8_t* one, int8_t* other, int count) noexcept nogil:
    """Whether no number of the one is higher than that of the other."""
    cdef int place
    for place in range(count):
        if one[place] > other[place]:
            return 0
    return 1
