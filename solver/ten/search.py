"""The search of open deals of TEN: what one side can reach, or prevent, whatever the other does.

The players are two sides. The provers follow a strategy and say which own cards they pay with; they
look at few choices of those, the least useful ones. The free players are given too much: they owe
the cards that they pay with, and in the end it is as if they had given the best ones for them. So
what the provers can do here they can do at the table, and a "no" here only says that no proof was
found: that a goal can be reached is proved with its player among the provers, that it cannot with
its player free. A strategy that was found is followed once more by `follow.py`, which shares
nothing with this.

Tables that differ in what players own only are compared: the provers can do with more what they can
do with less. In a goal of points a card is worth at least a token: it pays as much, and no cap
loses it; so tokens are paid first. `kernel.pyx` has the same search compiled.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from solver.ten.bounds import FULL_RUN, Bounds, first_left
from solver.ten.cards import is_wild
from solver.ten.compact import (
    AT_AUCTION,
    AT_BUY,
    AT_DRAW,
    AT_FINAL,
    BIT,
    NOBODY,
    PRICE,
    Bid,
    Line,
    Seat,
    Table,
    count_of,
    joined,
    market_key,
    one_less,
    score,
    with_card,
)
from solver.ten.table import BUST_TOKENS, BUST_VALUE, MOST_TOKENS, Readings

if TYPE_CHECKING:
    from solver.ten.kernel import Search as Compiled

Prover: TypeAlias = "Search | Compiled"
"""A search, plain or compiled."""

EXACT_DEBT = 3
"""For so many cards all choices are tried; of more nothing is said."""
NO_POINTS = -1
PATIENCE = 4
"""A move is searched on while it seems no more than a part of this harder than the next."""
POINT = 4
"""How much harder a proof seems for each point that its side is behind."""
NUMBER_BITS = (1 << len(BIT)) - 1
NOTHING = Seat(0, 0, 0, 0)

Pay = tuple[int, int, int]
"""Black tokens, bust tokens and own cards."""


class Step(NamedTuple):
    """A move: its kind as the referee names it, the kind of a card that is bought, the amount of a
    bid, and what is paid."""

    name: str
    card: int = NOBODY
    bid: int = 0
    pay: Pay = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Aim:
    """What is to be proved: that the player of the goal `reaches` it, or that it is prevented.

    The goal is `points` for the player, or to win if they are None. `provers` are the seats that
    follow a strategy; with `helped` every player is on the side of the goal, the provers being all
    or nobody. `width` is how many choices of own cards provers look at for each payment. Where
    `ties` do not count, equal points are never what the provers want: then tokens and cards decide
    nothing at the end, and much fewer payments have to be looked at. With `claims` they are what
    the provers want if they have more tokens than the free players would have had without spending
    any.
    """

    player: int
    points: int | None
    reaches: bool
    provers: frozenset[int]
    helped: bool = False
    width: int = 1
    ties: bool = True
    claims: bool = False


Means = tuple[int, ...]
"""What players own, the provers' with a plus and the others' with a minus."""


Effort = tuple[int, int]
"""How hard it seems to prove a table, and to disprove it."""

ENDLESS = 1 << 30
PROVED, DISPROVED, UNSEEN = (0, ENDLESS), (ENDLESS, 0), (1, 1)


class Node(NamedTuple):
    """A table with what has to be the same to compare it with others, and what is compared."""

    core: object
    means: Means
    table: Table


class Search:
    """The search of one deal for one aim, from tables that play can lead to from `start`.

    `poll` is told how many nodes there have been and says at how many it is to be asked again; it
    may raise, and the search can be taken up again later.
    """

    def __init__(
        self, line: Line, start: Table, aim: Aim, readings: Readings, poll: Callable[[int], int]
    ) -> None:
        self.line, self.aim, self.readings, self.poll = line, aim, readings, poll
        self.nodes = self.next_poll = 0
        self.count = len(start.seats)
        self.known: dict[object, tuple[list[Means], list[Means]]] = {}
        self.seen: dict[tuple[object, Means], Effort] = {}
        self.wild_only = readings.wild_only_run == "yes"
        self.bounds = Bounds(line, self.count, readings.first_card == "optional", self.wild_only)
        self.bids_with_cards = readings.bid_with_cards == "yes"
        self.for_points = aim.points is not None
        self.cards_only_pay = self.for_points or not aim.ties
        self.claims = self.cards_only_pay and aim.claims
        self.cards_as_tokens = (
            self.cards_only_pay
            and self.bids_with_cards
            and readings.overpay in ("forbidden", "allowed")
        )
        self.pays_with_own = readings.identical_test == "after-payment"
        self.lowest_will_do = self.cards_only_pay and readings.overpay != "only-if-forced"
        """Whether the lowest bid can be paid in every way in which a higher one can, or better."""
        self.tokens_first = self.cards_as_tokens and readings.overpay == "forbidden"
        busts = sum(seat.bust for seat in start.seats) + len(line.cards) - start.drawn
        self.scarce = readings.bust_supply == "limited" and busts >= BUST_TOKENS
        self.comparable = readings.overpay != "only-if-forced" and not self.scarce
        self.first_bid, self.begun = start.auction or Bid(NOBODY), start.drawn
        """The bid that is there already, whose cards are named; nobody bids twice."""
        bound = self.first_bid.by == aim.player  # the others may save it from paying
        self.alone = aim.helped and self.for_points and not self.scarce and not bound
        """Whether nobody but the player of the goal needs to buy or to bid: the others would only
        take cards away, or drive prices up."""

    # --- Proving ------------------------------------------------------------------------------

    def proved(self, table: Table) -> bool:
        """Whether the provers can reach their aim from here."""
        node = self.node(table)
        while True:
            proof, disproof = self.effort(node)
            if not proof or not disproof:
                return not proof
            self.visit(node, ENDLESS, ENDLESS)

    def visit(self, node: Node, proof_limit: int, disproof_limit: int) -> None:
        """Searches below a table until it is settled or seems to take as much effort as a limit.

        This is depth-first proof-number search (Nagai 2002) with weak proof numbers (Ueda and
        others 2008): where all moves have to be tried it is the hardest that counts, and one for
        each of the others, since the same tables come back by other ways.
        """
        if self.nodes >= self.next_poll:
            self.next_poll = self.poll(self.nodes)
        self.nodes += 1
        ours = self.mover(node.table) in self.aim.provers
        children = list(dict.fromkeys(self.node(after) for _, after in self.moves(node.table)))
        efforts = [self.effort(child) for child in children]
        # To read only one case: `easy` settles the table by one move, `hard` by all of them.
        easy, hard = (0, 1) if ours else (1, 0)
        limits = (proof_limit, disproof_limit)
        while True:
            open_ones = [place for place, effort in enumerate(efforts) if effort[hard]]
            one = min((efforts[place][easy] for place in open_ones), default=ENDLESS)
            every = max((efforts[place][hard] for place in open_ones), default=0)
            more = max(0, len(open_ones) - 1)
            every = min(ENDLESS, every + more)
            if not one or not every:
                self.settle(node, ours if not one else not ours)
                return
            if one >= limits[easy] or every >= limits[hard]:
                self.seen[node.core, node.means] = (one, every) if ours else (every, one)
                return
            best, *rest = sorted(open_ones, key=lambda place: efforts[place][easy])
            second = efforts[rest[0]][easy] if rest else ENDLESS
            inner = [0, 0]
            inner[easy] = min(limits[easy], second + second // PATIENCE + 1)
            inner[hard] = limits[hard] - more
            self.visit(children[best], inner[0], inner[1])
            efforts[best] = self.effort(children[best])

    def node(self, table: Table) -> Node:
        """A table as the search knows it."""
        table = self.plain(table)
        return Node(*self.split(table), table)

    def effort(self, node: Node) -> Effort:
        """How hard it seems to prove a table and to disprove it; none where that is settled."""
        found = self.known.get(node.core, ([], []))
        if any(all(map(int.__le__, less, node.means)) for less in found[True]):
            return PROVED
        if any(all(map(int.__ge__, more, node.means)) for more in found[False]):
            return DISPROVED
        if (node.core, node.means) in self.seen:
            return self.seen[node.core, node.means]
        result = self.bound(node.table)
        if result is None:
            return self.guess(node.table)
        return PROVED if result else DISPROVED

    def guess(self, table: Table) -> Effort:
        """How hard a table seems before it is looked at: a lead has to be caught up with."""
        if self.for_points:
            return UNSEEN
        player = self.aim.player
        theirs = max((self.points(table, place) for place in self.all_but(player)), default=0)
        ahead = self.points(table, player) - max(0, theirs)
        if not self.aim.reaches:
            ahead = -ahead
        return 1 + POINT * max(0, -ahead), 1 + POINT * max(0, ahead)

    def settle(self, node: Node, result: bool) -> None:
        """Notes what was found, in place of all that it says as well."""
        better = int.__ge__ if result else int.__le__
        known = self.known.setdefault(node.core, ([], []))[result]
        known[:] = [one for one in known if not all(map(better, one, node.means))]
        known.append(node.means)
        self.seen.pop((node.core, node.means), None)

    def answer(self, table: Table) -> tuple[Table, Step, Table]:
        """A move of the provers that is proved, with the tables before and after it.

        The table before is as `plain` has it, and may be one in which the provers own less and the
        others more. Raises `LookupError` where nothing is proved.
        """
        node = self.node(table)
        for means in self.known.get(node.core, ([], []))[True]:
            if all(map(int.__le__, means, node.means)):
                node = self.node(self.owning(node.table, means))
                break
        for search_on in (False, True):
            if search_on:
                self.visit(node, ENDLESS, ENDLESS)
            for step, after in self.moves(node.table):
                if self.effort(self.node(after)) == PROVED:
                    return node.table, step, after
        raise LookupError("no move of the provers is proved here")

    def owning(self, table: Table, means: Means) -> Table:
        """The table with other means, as `split` tells them."""
        seats, left = [], iter(means)
        for place, seat in enumerate(table.seats):
            sign = 1 if place in self.aim.provers else -1
            if not self.compares(place):
                seats.append(seat)
            elif self.cards_as_tokens and not (self.claims and sign > 0):
                cards, both, bust = (sign * next(left) for _ in range(3))
                seats.append(seat._replace(tokens=both - cards, bust=bust, cards=cards))
            elif self.cards_only_pay:
                tokens, bust, cards = (sign * next(left) for _ in range(3))
                seats.append(seat._replace(tokens=tokens, bust=bust, cards=cards))
            else:
                tokens, bust = sign * next(left), sign * next(left)
                seats.append(seat._replace(tokens=tokens, bust=bust))
            if self.claims:
                seats[-1] = seats[-1]._replace(claim=-next(left))
        return table._replace(seats=tuple(seats))

    def compares(self, place: int) -> bool:
        """Whether tables are compared by what a seat owns."""
        return self.comparable and not (self.aim.helped and place != self.aim.player)

    def plain(self, table: Table) -> Table:
        """The table without what cannot matter: claims that are not looked at, and in a goal of
        points others' cards that they could not buy again (T9), or all that they own."""
        looked_at = [self.claims and place not in self.aim.provers for place in range(self.count)]
        table = table._replace(
            seats=tuple(
                seat if claims else seat._replace(claim=0)
                for seat, claims in zip(table.seats, looked_at, strict=True)
            )
        )
        if not self.for_points:
            return table
        low = first_left(table)
        first = table.auction is not None and self.is_first(table, table.auction)
        bidder = self.first_bid.by if first else NOBODY  # the cards that it gives are known
        relevant = NUMBER_BITS & (market_key(table.market) | self.line.after[low])
        seats = []
        for place, seat in enumerate(table.seats):
            if place == self.aim.player or place == bidder:
                seats.append(seat)
            elif self.alone:
                seats.append(NOTHING)
            else:
                seats.append(seat._replace(key=0 if seat.owed else seat.key & relevant))
        return table._replace(seats=tuple(seats))

    def split(self, table: Table) -> tuple[object, Means]:
        """What has to be the same to compare two tables, and what is compared."""
        same: list[object] = []
        means: list[int] = []
        for place, seat in enumerate(table.seats):
            same += [seat.key, seat.owed if self.aim.helped else min(1, seat.owed)]
            sign = 1 if place in self.aim.provers else -1
            if not self.compares(place):
                same += [seat.tokens, seat.bust, seat.cards]
            elif self.cards_as_tokens and not (self.claims and sign > 0):
                means += [sign * seat.cards, sign * (seat.cards + seat.tokens), sign * seat.bust]
            elif self.cards_only_pay:
                means += [sign * seat.tokens, sign * seat.bust, sign * seat.cards]
            else:  # fewer cards win a tie (T13)
                means += [sign * seat.tokens, sign * seat.bust]
                same.append(seat.cards)
            if self.claims:
                means.append(-seat.claim)
        return (*table[:6], table.auction and table.auction[:6], *same), tuple(means)

    # --- Who is ahead -------------------------------------------------------------------------

    def points(self, table: Table, place: int) -> int:
        """The points of a seat as they count here: its own, or at least what it could have."""
        seat = table.seats[place]
        found = score(seat.key, self.wild_only)
        if place in self.aim.provers:
            return found
        if self.aim.helped and place != self.aim.player:
            return least(seat.key, seat.owed, self.wild_only)
        return min(found, seat.cards + seat.cards // FULL_RUN)

    def reached(self, table: Table) -> bool:
        """Whether the player of the goal has reached it when the game is over (T12, T13)."""
        player = self.aim.player
        own = self.points(table, player)
        if self.aim.points is not None:
            return own >= self.aim.points
        if self.claims:
            reaches, mine = self.aim.reaches, table.seats[player]
            for place in self.all_but(player):
                theirs, seat = self.points(table, place), table.seats[place]
                if reaches and (theirs, seat.claim) >= (own, mine.tokens):
                    return False
                if not reaches and (theirs, seat.tokens) > (own, mine.claim):
                    return False
            return True
        if not self.aim.ties:
            others = [self.points(table, place) for place in self.all_but(player)]
            return own >= max(others, default=-1) + self.aim.reaches
        standings = [
            (self.points(table, place), seat.tokens, -seat.cards)
            for place, seat in enumerate(table.seats)
        ]
        return standings[player] == max(standings)

    def bound(self, table: Table) -> bool | None:
        """What is certain without trying a move: nobody loses a card against their will, and more
        than all cards that are there nobody can get."""
        player, reaches = self.aim.player, self.aim.reaches
        if table.turn == NOBODY:
            return self.reached(table) == reaches
        if table.phase == AT_DRAW and table.last == NOBODY - self.count:
            return not reaches  # nobody draws, and so it would go on for ever
        own = self.certain(table, player)
        if self.aim.points is not None:
            if own >= self.aim.points:
                return reaches
            return not reaches if self.bounds.most(table, player) < self.aim.points else None
        others = self.all_but(player)
        if all(self.bounds.most(table, place) < own for place in others):
            return reaches
        most = self.bounds.most(table, player)
        if not self.aim.helped and any(self.certain(table, place) > most for place in others):
            return not reaches
        return None

    def certain(self, table: Table, place: int) -> int:
        """The points that a seat has in the end if it pays nothing any more: none for one that may
        still have to pay for a bid with own cards."""
        bid = table.auction
        if bid is not None and bid.by == place and bid.cards:
            return NO_POINTS
        return self.points(table, place)

    # --- Moves --------------------------------------------------------------------------------

    def mover(self, table: Table) -> int:
        """The seat that has to do something."""
        return table.turn if table.auction is None else table.auction.next

    def moves(self, table: Table) -> Iterator[tuple[Step, Table]]:
        """The moves that are looked at, with the tables that they lead to."""
        if table.phase == AT_DRAW:
            return self.turn_moves(table)
        if table.auction is not None:
            return self.bids(table, table.auction)
        return self.purchases(table)

    def turn_moves(self, table: Table) -> Iterator[tuple[Step, Table]]:
        """Stopping and drawing (T4, T6, T11)."""
        row = self.line.rows[table.begun, table.drawn]
        free_reward = self.readings.empty_reward == "allowed"
        over = table.drawn == len(self.line.cards)
        if not row.empty and (row.kinds or free_reward):
            yield Step("stop:numbers"), self.numbers_taken(table)
        if not over:
            yield Step("draw"), self.drawn(table)
        if not row.empty and (row.currency or free_reward):
            seats = self.gaining(table.seats, [table.turn], row.currency)
            market = to_market(table.market, row.kinds)
            yield Step("stop:currency"), self.next_turn(table, market, seats)
        if row.empty and (over or self.readings.first_card == "optional"):
            after = self.next_turn(table, table.market, table.seats)
            yield Step("end"), after if over else after._replace(last=table.last - 1)

    def drawn(self, table: Table) -> Table:
        """The table after the next card was drawn (T5, T7, T10)."""
        seats, turn = table.seats, table.turn
        begun, drawn = table.begun, table.drawn + 1
        if is_wild(self.line.cards[table.drawn]):
            if begun == table.drawn:
                begun = drawn
            bid = Bid((turn + 1) % len(seats))
            return table._replace(
                drawn=drawn, begun=begun, phase=AT_AUCTION, last=NOBODY, auction=bid
            )
        row = self.line.rows[begun, drawn]
        table = table._replace(drawn=drawn, last=NOBODY)
        if not row.bust:
            return table
        if row.bust == "total":
            seats = self.gaining(seats, self.all_but(turn), row.currency)
        left = sum(seat.bust for seat in seats) < BUST_TOKENS
        if left or self.readings.bust_supply == "unlimited":
            seats = replaced(seats, turn, seats[turn]._replace(bust=seats[turn].bust + 1))
        return self.next_turn(table, to_market(table.market, row.kinds), seats)

    def all_but(self, turn: int) -> list[int]:
        """The seats but one."""
        return [place for place in range(self.count) if place != turn]

    def numbers_taken(self, table: Table) -> Table:
        """The table after the numbers of the row were taken (T6)."""
        row = self.line.rows[table.begun, table.drawn]
        seats = self.gaining(table.seats, self.all_but(table.turn), row.currency)
        seat = seats[table.turn]
        key = seat.key
        for kind in row.kinds:
            key |= BIT[kind]
        seats = replaced(
            seats, table.turn, seat._replace(key=key, cards=seat.cards + len(row.kinds))
        )
        return table._replace(begun=table.drawn, phase=AT_BUY, seats=seats)

    def gaining(self, seats: tuple[Seat, ...], who: list[int], tokens: int) -> tuple[Seat, ...]:
        """The seats after some have gained black tokens (T2)."""
        for place in who if tokens else ():
            seat = seats[place]
            most = min(MOST_TOKENS, seat.tokens + tokens)
            claim = min(MOST_TOKENS, seat.claim + tokens)
            seats = replaced(seats, place, seat._replace(tokens=most, claim=claim))
        return seats

    def next_turn(self, table: Table, market: int, seats: tuple[Seat, ...]) -> Table:
        """The next player's turn, or the last purchases (T11)."""
        turn = (table.turn + 1) % self.count
        if table.drawn < len(self.line.cards):
            return Table(table.drawn, table.drawn, turn, AT_DRAW, NOBODY, market, seats)
        return Table(table.drawn, table.drawn, turn, AT_FINAL, table.turn, market, seats)

    def bids(self, table: Table, auction: Bid) -> Iterator[tuple[Step, Table]]:
        """Passing and bidding (T10)."""
        place = auction.next
        yield Step("pass"), self.after_bid(table, auction)
        if self.alone and place != self.aim.player:
            return
        seat = table.seats[place]
        lowest = int(self.readings.min_bid) if auction.by == NOBODY else auction.bid + 1
        most = seat.tokens + BUST_VALUE * seat.bust + seat.cards * self.bids_with_cards
        if self.lowest_will_do and (self.alone or place == table.turn):
            most = min(most, lowest)  # nobody bids more than this one, who need not pay more
        mine = place in self.aim.provers
        seen: set[Pay] = set()
        for bid in range(lowest, most + 1):
            for pay in self.payments(seat, bid, self.bids_with_cards, mine):
                if place == table.turn and pay in seen:
                    continue  # the last bid is not beaten: only what it costs counts
                seen.add(pay)
                bidden = auction._replace(
                    by=place, bid=bid, tokens=pay[0], bust=pay[1], cards=pay[2]
                )
                yield Step("bid", bid=bid, pay=pay), self.after_bid(table, bidden)

    def after_bid(self, table: Table, auction: Bid) -> Table:
        """The table after a bid or a pass; of its cards a prover gives the least useful ones."""
        if auction.next != table.turn:
            following = auction._replace(next=(auction.next + 1) % self.count)
            return table._replace(auction=following)
        table = table._replace(phase=AT_DRAW, auction=None)
        wild = self.line.cards[table.drawn - 1]
        by, pay = auction.by, auction[3:6]
        if by == NOBODY:
            if self.readings.no_bid == "discard":
                return table
            by, pay = table.turn, (0, 0, 0)
        if self.is_first(table, auction):
            seat = table.seats[by]
            seat = seat._replace(
                tokens=seat.tokens - pay[0],
                bust=seat.bust - pay[1],
                cards=seat.cards - pay[2],
                key=seat.key - self.first_bid.given,
            )
        else:
            seat = next(iter(self.paid(table, by, pay, 1)))
        seat = seat._replace(key=with_card(seat.key, wild), cards=seat.cards + 1)
        return table._replace(seats=replaced(table.seats, by, seat))

    def is_first(self, table: Table, auction: Bid) -> bool:
        """Whether the highest bid is the one that there was at the start."""
        first = self.first_bid
        return (
            first.by != NOBODY
            and table.drawn == self.begun
            and (auction.by, auction.bid) == (first.by, first.bid)
        )

    def purchases(self, table: Table) -> Iterator[tuple[Step, Table]]:
        """Buying and ending (T8, T9), the cards first that the player of the goal wants most."""
        seat = table.seats[table.turn]
        kinds = in_market(table.market) if table.turn == self.aim.player or not self.alone else []
        mine = table.turn in self.aim.provers
        wanted = table.seats[self.aim.player if self.for_points else table.turn].key
        kinds.sort(key=lambda kind: -score(wanted | BIT[kind], self.wild_only))
        for kind in kinds:
            bit = BIT[kind]
            owned = bool(seat.key & bit) and not seat.owed
            if owned and (mine or not self.pays_with_own):
                continue
            for pay in self.payments(seat, PRICE[kind], True, mine):
                if owned and not self.given(pay):
                    continue
                for left in self.paid(table, table.turn, pay, self.aim.width):
                    buyer = left._replace(key=left.key | bit, cards=left.cards + 1)
                    seats = replaced(table.seats, table.turn, buyer)
                    market = table.market - (1 << 2 * kind)
                    yield Step("buy", kind, pay=pay), self.bought(table, market, seats)
        yield Step("end"), self.bought(table, table.market, table.seats)

    def bought(self, table: Table, market: int, seats: tuple[Seat, ...]) -> Table:
        """The table after a buy phase (T8, T11)."""
        if table.phase == AT_BUY:
            return self.next_turn(table, market, seats)
        turn = NOBODY if table.turn == table.last else (table.turn + 1) % self.count
        return table._replace(turn=turn, market=market, seats=seats)

    def payments(self, seat: Seat, price: int, with_cards: bool, mine: bool) -> Iterator[Pay]:
        """What may be paid for a price (T8), by a prover if `mine`."""
        cards = seat.cards if with_cards else 0
        ones = seat.tokens + cards
        if self.readings.overpay != "forbidden":
            yield from self.generous(seat, price, cards)
            return
        for bust in range(seat.bust + 1):
            rest = price - BUST_VALUE * bust
            if rest <= 0:
                if not bust or BUST_VALUE * (bust - 1) < price:
                    yield 0, bust, 0
                return
            if rest > ones:
                continue
            most = min(rest, seat.tokens)
            fewest = max(0, rest - cards)
            if not self.tokens_first:
                choices = list(range(most, fewest - 1, -1))
            elif self.claims and mine and fewest < most:
                choices = [most, fewest]
            else:
                choices = [most]
            for tokens in choices:
                yield tokens, bust, rest - tokens

    def generous(self, seat: Seat, price: int, most_cards: int) -> Iterator[Pay]:
        """The same where more than the price may be paid."""
        ones = seat.tokens + most_cards
        exact = any(0 <= price - BUST_VALUE * bust <= ones for bust in range(seat.bust + 1))
        only_exact = exact and self.readings.overpay == "only-if-forced"
        for bust in range(seat.bust + 1):
            for tokens in range(seat.tokens, -1, -1):
                for cards in range(most_cards + 1):
                    value = tokens + BUST_VALUE * bust + cards
                    if value == price or (value > price and not only_exact):
                        yield tokens, bust, cards

    def useful(self, seat: Seat, place: int, count: int) -> int:
        """How many of the cards that a prover gives are cards of its key: no more than it must,
        unless they do nothing but keep it from buying them again (T9)."""
        if self.for_points and not self.aim.helped and place != self.aim.player:
            return min(count, count_of(seat.key))
        return max(0, count - (seat.cards - count_of(seat.key)))

    def given(self, pay: Pay) -> int:
        """How many cards a player may have given who does not say which: some for tokens, too."""
        return pay[2] + (pay[0] if self.tokens_first else 0)

    def paid(self, table: Table, place: int, pay: Pay, width: int) -> Iterator[Seat]:
        """A seat after it has paid; of a prover one for each choice of own cards looked at."""
        tokens, bust, cards = pay
        seat = table.seats[place]
        left = seat._replace(
            tokens=seat.tokens - tokens, bust=seat.bust - bust, cards=seat.cards - cards
        )
        if place not in self.aim.provers:
            yield left._replace(owed=seat.owed + self.given(pay))
            return
        useful = self.useful(seat, place, cards)
        if not useful:
            yield left
            return
        low = min(table.begun, table.drawn)
        future = joined(self.line.after[low], market_key(table.market))
        generous = self.aim.helped and place != self.aim.player  # the more it gives the better
        for key in given_away(seat.key, useful, future, width, generous, self.wild_only):
            yield left._replace(key=key)


def replaced(seats: tuple[Seat, ...], place: int, seat: Seat) -> tuple[Seat, ...]:
    """The seats with one changed."""
    return (*seats[:place], seat, *seats[place + 1 :])


def in_market(market: int) -> list[int]:
    """The kinds of cards in a market."""
    return [kind for kind in range(len(BIT)) if market >> 2 * kind & 3]


def to_market(market: int, kinds: tuple[int, ...]) -> int:
    """A market with more cards."""
    return market + sum(1 << 2 * kind for kind in kinds)


@lru_cache(1 << 16)
def given_away(
    key: int, count: int, future: int, width: int, generous: bool, wild_only: bool
) -> tuple[int, ...]:
    """Keys of a hand after so many of its cards were given: a few from which most can be had with
    the cards of the `future`, then with none; if `generous` those that score least."""

    def rank(one: int) -> tuple[int, int, int]:
        then, now = score(joined(one, future), wild_only), score(one, wild_only)
        return (now, then, one) if generous else (-then, -now, one)

    keys = [key]
    for _ in range(count):
        less = {one for found in keys for one in one_less(found)}
        keys = sorted(less, key=rank)[:width]
    return tuple(keys)


@lru_cache(1 << 16)
def least(key: int, owed: int, wild_only: bool) -> int:
    """The fewest points that a hand may keep when so many of its cards are given."""
    if owed > EXACT_DEBT:
        return 0
    found = score(key, wild_only)
    if owed:
        found = min([found, *(least(one, owed - 1, wild_only) for one in one_less(key))])
    return found


def prover(
    line: Line,
    start: Table,
    aim: Aim,
    readings: Readings,
    poll: Callable[[int], int],
    plain: bool | None = None,
) -> Prover:
    """A search, compiled if it can be and LEVEL10_PLAIN is not set; `plain` says which."""
    if plain is None:
        plain = bool(os.environ.get("LEVEL10_PLAIN"))
    if not plain:
        try:
            from solver.ten.kernel import Search as Compiled

            return Compiled(line, start, aim, readings, poll)
        except ImportError:
            pass
    return Search(line, start, aim, readings, poll)
