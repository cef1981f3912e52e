"""Follows a strategy for an open deal of TEN against everything that the other side may do.

Two sides play: the *followers*, whose moves an oracle tells, own cards named, and the *free* side.
What the followers do is done by the referee. The free side is given more than the rules allow: it
owes the cards that it pays with instead of naming them, so that in the end it is as if it had given
those that it needs least. If the followers reach their aim even so, they reach it at the table.

All tables that can come about are visited in the order of time, those of one moment together.

**Tables not visited.** In two tables with the same *core* the same things can be acquired. If in
one of them the free side is at least as rich, and the followers at most as rich, as in the other,
whatever works for the followers there works for them in the other: the free side can do nothing
there that it could not do in the first and be at least as rich after it; and what the followers do
in the first they can do in the other and be at least as rich after it. So only the first is
visited. Why that is so for each measure of riches is said at `compared`.

Nothing of the search is used here, only the referee.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations
from typing import NamedTuple

from solver.errors import IllegalMove
from solver.ten import rules
from solver.ten.cards import Card, in_order, is_currency, is_number, is_wild, value, without
from solver.ten.payments import payments
from solver.ten.scoring import key_of, points
from solver.ten.table import (
    AUCTION,
    BUST_TOKENS,
    BUST_VALUE,
    BUY,
    DRAW,
    FINAL,
    MOST_TOKENS,
    NOTHING,
    Auction,
    Move,
    Payment,
    Player,
    State,
)
from solver.verdict import Budget, Disagreement, Strategy

CLOSE_BIDS = 2
"""Of so many bids the one nearest to the last that made a difference is asked about."""

CHECK_EVERY, WEIGH_EVERY = 1 << 8, 1 << 14

FULL_RUN = 9
"""The number of cards in a run that scores one point more than it has cards (T12)."""

FEW_PURCHASES = 2
"""Of so many purchases every choice of cards is looked at; of more it is as if all were bought."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as the oracle sees it. The cards of free players are all that they ever acquired;
    `debts` are how many of them each player has given, and `paid` whether any."""

    state: State
    debts: tuple[int, ...]
    paid: tuple[bool, ...]


Oracle = Callable[[Table], Move]
"""The move of the follower whose turn it is, own cards named; raises `LookupError` for none."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What following has shown beside that the aim is reached: how many `tables` were visited.

    If it is the player of the goal who follows, `plan` is the line in which the goal stays open
    longest, up to the move that makes it certain; if the free side could not play that at the
    table, one in which it never pays. `rules.apply` accepts its moves, own cards of the free side
    are named. `strategy` is the whole tree unless it is too large: `{"move", "replies": {reply:
    ...}}`, with `then` in place of `replies` where the follower moves on, and `{"replies": ...}`
    without a move where another free player does. Replies leave own cards open. Where the goal is
    certain `replies` is empty.
    """

    tables: int
    plan: tuple[Move, ...] = ()
    strategy: Strategy | None = None


class Seat(NamedTuple):
    """A player: tokens, cards, and how many of the cards have been given already."""

    tokens: int
    bust: int
    cards: tuple[Card, ...]
    debt: int

    @property
    def held(self) -> int:
        """How many cards there are to pay with."""
        return len(self.cards) - self.debt


class Bid(NamedTuple):
    """An auction: whose bid is next, and the highest bid so far, by player 0 if there is none."""

    next: int
    by: int
    amount: int
    payment: Payment


class Spot(NamedTuple):
    """A table: how many cards of the line are drawn and where in it the row begins, `next` the
    buyer of the last phase (0 when the game is over), in the phase of drawing the number of players
    in a row who have ended their turns without a card."""

    drawn: int
    begun: int
    turn: int
    phase: str
    next: int
    market: tuple[Card, ...]
    seats: tuple[Seat, ...]
    bid: Bid | None = None


class Entry(NamedTuple):
    """A table, and how it came about."""

    spot: Spot
    before: Entry | None = None
    move: Move | None = None


class Row(NamedTuple):
    """A piece of the line as a row; `empty` without number and currency cards."""

    cards: tuple[Card, ...]
    numbers: tuple[Card, ...]
    currency: int
    empty: bool
    bust: str | None


DRAWING, TAKING, CASHING = Move("draw"), Move(rules.NUMBERS), Move(rules.CURRENCY)
ENDING, PASSING = Move("end"), Move("pass")
ANY_CARD = "W#"
"""Stands for an own card of which only the count matters."""

BITS, HALF = 12, 1 << 10
GUARD = 1 << BITS - 1
SEAT_BITS = 4 * BITS
SEAT_GUARDS = sum(GUARD << BITS * place for place in range(4))


Riches = tuple[object, int]


class Waiting(NamedTuple):
    """A bid that only one follower can still answer, its table, and what its bidder has after
    paying."""

    entry: Entry
    bid: Bid
    rest: Riches


Front = list[tuple[int, Entry]]
"""Tables of the same core, each with its packed wealth, none of which makes another needless."""


def follow(
    state: State,
    goal: str,
    followers: frozenset[int],
    oracle: Oracle,
    budget: Budget,
    tree: int = 0,
    dominance: bool = True,
) -> Followed:
    """Shows that the followers reach their aim whatever the others do.

    The goal is `score:P:N` or `win:P`; the followers are player P, who is to reach it, or all the
    others, who are to prevent it. The order of the cards to come has to be known. `tree` is how
    many nodes the strategy may have. Without `dominance` every different table is visited.

    Raises `Disagreement` with the line of play after which the oracle breaks a rule or the aim is
    missed, `LimitReached`, and `ValueError` for what cannot be followed.
    """
    follower = Follower(state, goal, followers, oracle, budget, dominance)
    tables, last = follower.visit()
    if not follower.reaches:
        return Followed(tables)
    plan = follower.plan(last)
    if plan is None:
        plan = follower.plan(follower.quiet())
    if plan is None:
        raise Disagreement("the referee refuses a line in which nobody pays: this is a bug")
    return Followed(tables, plan, follower.tree(tree))


class Follower:
    """Follows one oracle; the parameters are those of `follow`."""

    def __init__(
        self,
        state: State,
        goal: str,
        followers: frozenset[int],
        oracle: Oracle,
        budget: Budget,
        dominance: bool = True,
    ) -> None:
        kind, *numbers = goal.split(":")
        self.goal, self.oracle, self.budget, self.dominance = goal, oracle, budget, dominance
        self.player = int(numbers[0])
        self.points = int(numbers[1]) if kind == "score" else None
        self.count = len(state.players)
        self.followers = followers
        self.reaches = self.player in followers
        everybody = frozenset(range(1, self.count + 1))
        if followers not in (frozenset([self.player]), everybody - {self.player}):
            raise ValueError("those who follow are the player of the goal or all the others")
        if state.order is None:
            raise ValueError("the order of the cards to come is not known")
        if state.readings.spent_cards != "discard":
            raise ValueError("cards that are owed cannot go to the market")
        self.begun = replace(state, deck=state.order, unseen=())
        self.readings = state.readings
        wild = (state.auction.card,) if state.auction else ()
        self.line = (*state.row, *wild, *state.order)
        self.rows: dict[tuple[int, int], Row] = {}
        stops = [not is_wild(card) for card in self.line]
        self.no_wilds = [sum(stops[drawn:]) for drawn in range(len(self.line) + 1)]
        self.wild_only = self.readings.wild_only_run == "yes"
        self.forced_to_draw = self.readings.first_card == "forced"
        self.bids_with_cards = self.readings.bid_with_cards == "yes"
        # Every bust takes a card to come, so the tokens for them last if there are as many.
        busts = sum(one.bust for one in state.players) + len(state.order)
        self.scarce = self.readings.bust_supply == "limited" and busts > BUST_TOKENS
        self.comparable = self.dominance and self.readings.overpay != "only-if-forced"
        self.paying = lru_cache(None)(self.ways_to_pay)
        self.bidding = lru_cache(None)(self.last_bids)
        self.riches = lru_cache(None)(self.compared)
        self.within_reach = lru_cache(None)(self.most_points)
        self.sold: dict[tuple[int, tuple[Card, ...]], frozenset[Card]] = {}
        self.guards = sum(SEAT_GUARDS << SEAT_BITS * place for place in range(self.count))
        self.last = Entry(self.spot_of(self.begun))
        self.heap: list[int] = []
        self.fronts: dict[int, dict[object, Front]] = {}
        self.auctions: dict[int, dict[object, dict[Bid, Waiting]]] = {}
        self.decisive = 1
        self.tables = 0

    # --- Visiting -------------------------------------------------------------------------------

    def visit(self) -> tuple[int, Entry]:
        """Visits all tables; how many, and the end that was reached last."""
        self.meet(self.last)
        while self.heap:
            rank = heappop(self.heap)
            fronts, auctions = self.fronts.pop(rank), self.auctions.pop(rank)
            for front in fronts.values():
                for _, entry in front:
                    self.count_table()
                    for after in self.next_tables(entry):
                        self.meet(after)
            for waiting in auctions.values():
                for after in self.last_answers([*waiting.values()]):
                    self.meet(after)
        return self.tables, self.last

    def meet(self, entry: Entry) -> None:
        """Puts a table among those to be visited, unless that is needless."""
        spot, bid = entry.spot, entry.spot.bid
        if self.settled(entry):
            self.last = entry
            return
        if spot.phase == DRAW and spot.next == self.count:
            return  # all have ended their turns without a card: it is the first one's table again
        rank = self.rank(spot)
        if rank not in self.fronts:
            self.fronts[rank], self.auctions[rank] = {}, {}
            heappush(self.heap, rank)
        if self.dominance and bid is not None and bid.next == spot.turn in self.followers:
            waiting = self.auctions[rank].setdefault(spot[:7], {})
            waiting[bid] = Waiting(entry, bid, self.after_paying(spot, bid))
            return
        core, wealth = self.split(spot)
        front = self.fronts[rank].setdefault(core, [])
        guards = self.guards
        for known, _ in front:
            if (known | guards) - wealth & guards == guards:
                return
        front[:] = [one for one in front if (wealth | guards) - one[0] & guards != guards]
        front.append((wealth, entry))

    def last_answers(self, left: list[Waiting]) -> Iterator[Entry]:
        """The tables after a follower has had the last word on bids at the same table (T10).

        A follower who outbids can do so with the same bid after every lower one, and comes to the
        same table. One who passes can do so after every other bid of the same player, and if that
        leaves the player no richer, the table need not be visited. So not all have to be asked:
        first those near the last one that made a difference, then those in the middle.
        """
        left.sort(key=lambda one: one.bid.amount)
        asked = 0
        while left:
            place = len(left) // 2
            if asked < CLOSE_BIDS:
                places = range(len(left))
                place = min(places, key=lambda one: abs(left[one].bid.amount - self.decisive))
            asked += 1
            one = left.pop(place)
            self.count_table()
            after = self.answered(one.entry)
            yield after
            if after.move is not None and after.move.kind == "bid":
                self.decisive = after.move.bid
                left = [other for other in left if other.bid.amount >= self.decisive]
            else:
                self.decisive = one.bid.amount
                left = [
                    other
                    for other in left
                    if other.bid.by != one.bid.by or not covers(one.rest, other.rest)
                ]

    def after_paying(self, spot: Spot, bid: Bid) -> Riches:
        """What the highest bidder would have after paying."""
        if not bid.by:
            return None, 0
        seat, paid = spot.seats[bid.by - 1], bid.payment
        if bid.by in self.followers:
            return paid, 0
        rest = seat.tokens - paid.tokens, seat.bust - paid.bust, seat.held - paid.open_cards
        return self.riches(*rest, True, seat.debt + paid.open_cards > 0)

    def count_table(self) -> None:
        """Takes note of a table; raises `LimitReached` where a limit is hit."""
        self.tables += 1
        if not self.tables % CHECK_EVERY:
            self.budget.check()
        if not self.tables % WEIGH_EVERY:
            self.budget.weigh()

    def rank(self, spot: Spot) -> int:
        """The moment of a table, which is later after every move."""
        count = self.count
        if spot.bid is not None:
            step = (spot.bid.next - spot.turn - 1) % count
        elif spot.phase == BUY:
            step = count + 1
        elif spot.phase == FINAL:
            step = 2 * count + 2 + (spot.next - spot.turn - 1) % count
        else:
            step = count if spot.begun < spot.drawn else count + 2 + spot.next
        return spot.drawn * (3 * count + 2) + step

    def next_tables(self, entry: Entry) -> Iterator[Entry]:
        """The tables after the one move of a follower, or after every move of a free player."""
        spot = entry.spot
        if self.mover(spot) in self.followers:
            yield self.answered(entry)
            return
        for move, after in self.free_moves(spot, self.dominance):
            yield Entry(after, entry, move)

    def mover(self, spot: Spot) -> int:
        """The player who has to do something."""
        if spot.bid is not None:
            return spot.bid.next
        return spot.next if spot.phase == FINAL else spot.turn

    def answered(self, entry: Entry) -> Entry:
        """The table after the oracle's move."""
        spot = entry.spot
        state = self.state_of(spot)
        debts = tuple(seat.debt for seat in spot.seats)
        try:
            move = self.oracle(Table(state, debts, tuple(map(bool, debts))))
            after = rules.apply(state, move)
        except LookupError as error:
            raise self.missed("the strategy has no answer", entry) from error
        except IllegalMove as error:
            message = f"the strategy breaks {error.rule} with {move} ({error.message})"
            raise self.missed(message, entry) from error
        found = Entry(self.spot_after(spot, move, after), entry, move)
        if move.kind == "end" and spot.phase == DRAW and state.order and self.reaches:
            # If the others end their turns, too, it is this table again, and so without end.
            raise self.missed("the strategy lets a turn go by without a card", found)
        return found

    def missed(self, what: str, entry: Entry) -> Disagreement:
        """The error that something is wrong at a table."""
        line = ", ".join(map(str, moves_to(entry))) or "the start"
        return Disagreement(f"{what} after {line}")

    # --- Tables ---------------------------------------------------------------------------------

    def spot_of(self, state: State, ends: int = 0) -> Spot:
        """A table of the referee's, nothing being owed."""
        return self.spot_with(state, tuple(0 for _ in state.players), 0, ends)

    def spot_with(self, state: State, debts: tuple[int, ...], begun: int, ends: int) -> Spot:
        """A table of the referee's with debts; `begun` is for a row that is not empty."""
        drawn = len(self.line) - len(state.to_come)
        bid = None
        if (auction := state.auction) is not None:
            bid = Bid(auction.next, auction.by or 0, auction.bid, auction.payment)
        return Spot(
            drawn,
            begun if state.row else drawn,
            state.turn,
            state.phase,
            (state.next or 0) if state.phase == FINAL else ends,
            state.market,
            tuple(
                Seat(one.tokens, one.bust, one.cards, debt)
                for one, debt in zip(state.players, debts, strict=True)
            ),
            bid,
        )

    def spot_after(self, spot: Spot, move: Move, state: State) -> Spot:
        """The table that the referee says comes of a follower's move."""
        debts = [seat.debt for seat in spot.seats]
        bid = spot.bid
        if bid is not None and bid.by and move.kind == "pass" and state.auction is None:
            debts[bid.by - 1] += bid.payment.open_cards
        stays = move.kind == "end" and spot.phase == DRAW == state.phase
        ends = spot.next + 1 if stays else 0
        return self.spot_with(state, tuple(debts), spot.begun, ends)

    def state_of(self, spot: Spot) -> State:
        """The referee's table, cards that are owed among those of the free players."""
        auction = None
        if (bid := spot.bid) is not None:
            card = self.line[spot.drawn - 1]
            auction = Auction(card, bid.next, bid.by or None, bid.amount, bid.payment)
        return State(
            players=tuple(Player(seat.tokens, seat.bust, seat.cards) for seat in spot.seats),
            turn=spot.turn,
            phase=spot.phase,
            row=self.row(spot.begun, spot.drawn).cards,
            market=spot.market,
            deck=self.line[spot.drawn :],
            auction=auction,
            next=(spot.next or None) if spot.phase == FINAL else None,
            readings=self.readings,
        )

    def row(self, begun: int, drawn: int) -> Row:
        """A piece of the line as a row, the wilds left out (T4, T5)."""
        found = self.rows.get((begun, drawn))
        if found is None:
            cards = tuple(card for card in self.line[begun:drawn] if not is_wild(card))
            numbers = in_order(filter(is_number, cards))
            currency = sum(map(value, filter(is_currency, cards)))
            bust = rules.is_bust(sum(map(value, numbers)) - currency, currency)
            found = self.rows[begun, drawn] = Row(cards, numbers, currency, not cards, bust)
        return found

    # --- What the free side may do --------------------------------------------------------------

    def free_moves(self, spot: Spot, lean: bool) -> Iterator[tuple[Move, Spot]]:
        """Every move of a free player, own cards in payments left open, and the table after it; if
        `lean` without payments after which it would be no richer than after others."""
        if spot.bid is not None:
            yield from self.bids(spot, spot.bid, lean)
        elif spot.phase == DRAW:
            yield from self.turn_moves(spot)
        else:
            yield from self.purchases(spot, lean)

    def turn_moves(self, spot: Spot) -> Iterator[tuple[Move, Spot]]:
        """Drawing and stopping (T4, T6, T11)."""
        row, turn = self.row(spot.begun, spot.drawn), spot.turn
        over = spot.drawn == len(self.line)
        free_reward = self.readings.empty_reward == "allowed"
        if not over:
            yield DRAWING, self.after_drawing(spot)
        if row.empty:
            if over:
                yield ENDING, self.next_turn(spot, spot.market, spot.seats)
            elif not self.forced_to_draw:
                yield ENDING, self.next_turn(spot, spot.market, spot.seats, spot.next + 1)
            return
        if row.numbers or free_reward:
            seats = list(self.others_gain(spot, row.currency))
            tokens, bust, cards, debt = seats[turn - 1]
            seats[turn - 1] = Seat(tokens, bust, in_order(cards + row.numbers), debt)
            drawn = spot.drawn
            yield TAKING, Spot(drawn, drawn, turn, BUY, 0, spot.market, tuple(seats))
        if row.currency or free_reward:
            seats = list(spot.seats)
            seats[turn - 1] = gaining(seats[turn - 1], row.currency)
            market = in_order(spot.market + row.numbers)
            yield CASHING, self.next_turn(spot, market, tuple(seats))

    def after_drawing(self, spot: Spot) -> Spot:
        """The table after the next card is drawn (T5, T7, T10)."""
        drawn, begun, turn = spot.drawn + 1, spot.begun, spot.turn
        if is_wild(self.line[spot.drawn]):
            begun = drawn if self.row(begun, drawn).empty else begun
            bid = Bid(turn % self.count + 1, 0, 0, NOTHING)
            return Spot(drawn, begun, turn, AUCTION, 0, spot.market, spot.seats, bid)
        row = self.row(begun, drawn)
        moved = Spot(drawn, begun, turn, DRAW, 0, spot.market, spot.seats)
        if row.bust is None:
            return moved
        seats = list(self.others_gain(spot, row.currency) if row.bust == "total" else spot.seats)
        held = sum(seat.bust for seat in seats)
        if held < BUST_TOKENS or self.readings.bust_supply == "unlimited":
            tokens, bust, cards, debt = seats[turn - 1]
            seats[turn - 1] = Seat(tokens, bust + 1, cards, debt)
        return self.next_turn(moved, in_order(spot.market + row.numbers), tuple(seats))

    def others_gain(self, spot: Spot, tokens: int) -> tuple[Seat, ...]:
        """The players after all but the one on turn have gained black tokens (T6, T7)."""
        return tuple(
            seat if place == spot.turn or not tokens else gaining(seat, tokens)
            for place, seat in enumerate(spot.seats, 1)
        )

    def next_turn(
        self, spot: Spot, market: tuple[Card, ...], seats: tuple[Seat, ...], ends: int = 0
    ) -> Spot:
        """The table at the next player's turn, or at the last purchases (T0, T11)."""
        drawn, left = spot.drawn, spot.turn % self.count + 1
        if drawn == len(self.line):
            return Spot(drawn, drawn, spot.turn, FINAL, left, market, seats)
        return Spot(drawn, drawn, left, DRAW, ends, market, seats)

    def purchases(self, spot: Spot, lean: bool) -> Iterator[tuple[Move, Spot]]:
        """Buying and ending (T8, T9)."""
        buyer = self.mover(spot)
        seat = spot.seats[buyer - 1]
        yield ENDING, self.after_buying(spot, spot.market, spot.seats)
        for card in dict.fromkeys(spot.market):
            fewest = 0
            # Who has given a card may have given every copy of this one.
            if not seat.debt and card in seat.cards:
                if self.readings.identical_test == "before-payment":
                    continue
                fewest = seat.cards.count(card)
            market = without(spot.market, [card])
            cards = in_order((*seat.cards, card))
            for paid in self.paying(
                seat[:2], seat.held, bool(seat.debt), value(card), fewest, lean
            ):
                bought = Seat(
                    seat.tokens - paid.tokens,
                    seat.bust - paid.bust,
                    cards,
                    seat.debt + paid.open_cards,
                )
                seats = (*spot.seats[: buyer - 1], bought, *spot.seats[buyer:])
                yield buying(card, paid), self.after_buying(spot, market, seats)

    def after_buying(self, spot: Spot, market: tuple[Card, ...], seats: tuple[Seat, ...]) -> Spot:
        """The table after a purchase, or after none (T8, T11)."""
        if spot.phase == BUY:
            return self.next_turn(spot, market, seats)
        following = 0 if spot.next == spot.turn else spot.next % self.count + 1
        return Spot(spot.drawn, spot.drawn, spot.turn, FINAL, following, market, seats)

    def bids(self, spot: Spot, bid: Bid, lean: bool) -> Iterator[tuple[Move, Spot]]:
        """Bidding and passing (T10)."""
        yield PASSING, self.after_bid(spot, bid)
        seat = spot.seats[bid.next - 1]
        lowest = bid.amount + 1 if bid.by else int(self.readings.min_bid)
        owing = bool(seat.debt)
        if bid.next == spot.turn and lean:
            amounts = self.bidding(seat[:2], seat.held, owing, lowest)
        else:
            most = seat.tokens + BUST_VALUE * seat.bust + (seat.held if self.bids_with_cards else 0)
            amounts = tuple(
                (amount, paid)
                for amount in range(lowest, most + 1)
                for paid in self.paying(seat[:2], seat.held, owing, amount, 0, lean, True)
            )
        for amount, paid in amounts:
            made = Bid(bid.next, bid.next, amount, paid)
            yield bidding(amount, paid), self.after_bid(spot, made)

    def after_bid(self, spot: Spot, bid: Bid) -> Spot:
        """The table after a bid or a pass; the auction ends with the player on turn (T10)."""
        drawn, begun, turn = spot.drawn, spot.begun, spot.turn
        if bid.next != turn:
            bid = Bid(bid.next % self.count + 1, bid.by, bid.amount, bid.payment)
            return Spot(drawn, begun, turn, AUCTION, 0, spot.market, spot.seats, bid)
        seats = spot.seats
        winner = bid.by
        if not winner and self.readings.no_bid == "active-takes-free":
            winner = turn
        if winner:
            seat, paid = seats[winner - 1], bid.payment
            got = Seat(
                seat.tokens - paid.tokens,
                seat.bust - paid.bust,
                without((*seat.cards, self.line[drawn - 1]), paid.cards),
                seat.debt + paid.open_cards,
            )
            seats = (*seats[: winner - 1], got, *seats[winner:])
        return Spot(drawn, begun, turn, DRAW, 0, spot.market, seats)

    def ways_to_pay(
        self,
        tokens: tuple[int, int],
        held: int,
        owing: bool,
        price: int,
        fewest: int,
        lean: bool,
        bid: bool = False,
    ) -> tuple[Payment, ...]:
        """How a free player can pay a price with at least so many own cards (T8, T9)."""
        most_cards = held if not bid or self.bids_with_cards else 0
        found = self.payments(*tokens, most_cards, price)
        enough = [paid for paid in found if paid.open_cards >= fewest]
        return tuple(self.leanest(tokens, held, owing, enough)) if lean else tuple(enough)

    def payments(self, tokens: int, bust: int, cards: int, price: int) -> Iterator[Payment]:
        """What may be paid for a price with no more than these pieces (T8)."""
        if self.readings.overpay != "forbidden":
            player = Player(tokens, bust, (ANY_CARD,) * cards)
            yield from payments(player, price, self.readings.overpay)
            return
        for white in range(bust + 1):
            rest = price - BUST_VALUE * white
            if rest <= 0:  # with one bust token less it would not be enough
                yield Payment(0, white)
                return
            for black in range(max(0, rest - cards), min(tokens, rest) + 1):
                yield Payment(black, white, open_cards=rest - black)

    def last_bids(
        self, tokens: tuple[int, int], held: int, owing: bool, lowest: int
    ) -> tuple[tuple[int, Payment], ...]:
        """The bids of a free player after which nobody bids: only what is paid matters."""
        most = tokens[0] + BUST_VALUE * tokens[1] + held
        amounts: dict[Payment, int] = {}
        for amount in range(lowest, most + 1):
            for paid in self.ways_to_pay(tokens, held, owing, amount, 0, True, True):
                amounts.setdefault(paid, amount)
        return tuple((amounts[paid], paid) for paid in self.leanest(tokens, held, owing, amounts))

    def leanest(
        self, tokens: tuple[int, int], held: int, owing: bool, found: Iterable[Payment]
    ) -> Iterable[Payment]:
        """Of some payments those after which a free player is not less rich than after another."""
        if not self.comparable:
            return found
        best: list[tuple[Riches, Payment]] = []
        for paid in found:
            rest = tokens[0] - paid.tokens, tokens[1] - paid.bust, held - paid.open_cards
            riches = self.riches(*rest, True, owing or paid.open_cards > 0)
            if not any(covers(known, riches) for known, _ in best):
                best = [one for one in best if not covers(riches, one[0])]
                best.append((riches, paid))
        return [paid for _, paid in best]

    # --- What decides ---------------------------------------------------------------------------

    def split(self, spot: Spot) -> tuple[object, int]:
        """What has to be the same to compare two tables, and the riches that are compared.

        In a goal of points the hands of the others matter only for what they can pay and for what
        they may not buy (T9): of their cards those count that can still come to the market, and
        of one who owes a card none, for that might be any. The free side's second copies of a card
        score nothing, and matter only to one who has to give them all (identical_test).
        """
        if not self.dominance:
            return spot, 0
        core: list[object] = [*spot[:6], spot.bid]
        low = spot.begun if spot.phase in (DRAW, AUCTION) else spot.drawn
        relevant = self.for_sale(low, spot.market)
        wealth = 0
        for number, (tokens, bust, cards, debt) in enumerate(spot.seats, 1):
            free = number not in self.followers
            if self.points is not None and number != self.player:
                known = () if free and debt else cards
                core.append(tuple([card for card in known if card in relevant]))
            elif not free or (not debt and self.readings.identical_test == "after-payment"):
                core.append(cards)
            else:
                core.append(key(cards))
            same, riches = self.riches(tokens, bust, len(cards) - debt, free, debt > 0)
            core.append(same)
            wealth = wealth << SEAT_BITS | riches
        return tuple(core), wealth

    def compared(self, tokens: int, bust: int, held: int, free: bool, paid: bool) -> Riches:
        """What a player has: what must be the same in two tables, and the packed rest (see above).

        More pieces are never worse. Under `forbidden` and `allowed` what may be paid depends on the
        payment alone, so that the richer one can pay the same; black tokens gained up to a limit
        of ten are no fewer for one who had more; and nobody has to pay. (Under `only-if-forced` one
        more token may forbid a payment, so nothing is compared there.) More bust tokens could hurt
        where the supply of them may run out; so they have to be the same there.

        In a goal of points a card is at least as good as a token if bids may be paid with cards: of
        two players compare the cards and the pieces worth one, A having no fewer of either. If B
        pays x pieces worth one, A pays as many, its tokens first: either these suffice, and A keeps
        all its cards, or it keeps cards only, and they are no fewer than B's pieces, so than B's
        cards. If B gives a card, which may allow it to buy what it had (T9), A gives at least one,
        and keeps no fewer than B. Of tokens gained A loses more than B to the limit only if it
        has ten then, and B has no more, while A's cards are no fewer.
        For followers it is the same with named cards: of a hand that matters these are the same in
        both tables; of another, A gives the cards that B gives where they are for sale, so
        that it may buy again what B may, and pays the rest with tokens first.

        Who wins depends on tokens and on how few cards there are (T13): there tokens are compared
        with tokens, and the count of cards has to be the same.
        """
        if not self.comparable:
            return (tokens, bust, held, paid), 0
        same: object = bust if self.scarce else None
        if self.points is None:
            same = (same, held)
        ones = tokens + held if self.bids_with_cards else tokens
        measures = (held, ones, 0 if self.scarce else bust, 0)
        packed = 0
        for measure in measures:
            packed = packed << BITS | HALF + (measure if free else -measure)
        return same, packed + (paid and free)

    def for_sale(self, low: int, market: tuple[Card, ...]) -> frozenset[Card]:
        """The number cards of the market and those that can come to it, from a place on."""
        found = self.sold.get((low, market))
        if found is None:
            found = frozenset(market).union(filter(is_number, self.line[low:]))
            self.sold[low, market] = found
        return found

    def settled(self, entry: Entry) -> bool:
        """Whether the followers' aim is certain, so that nothing needs to be looked at any more.

        Nobody loses points against their will: one can always draw, stop, pass or end without
        paying. So what somebody has scored they have in the end, if they want; and free players
        have what they could have, were it to end now. Raises `Disagreement` where the aim is
        missed.
        """
        spot = entry.spot
        if spot.bid is not None and spot.bid.by:
            return False  # but one who has bid may have to pay
        own = self.worth(spot, self.player)
        over = spot.phase == FINAL and not spot.next
        others = [number for number in range(1, self.count + 1) if number != self.player]
        if self.points is not None:
            reached = own >= self.points
            if reached != self.reaches and (over or not self.reaches):
                raise self.missed(f"player {self.player} has {own} points", entry)
            return (
                reached or over or (not self.reaches and self.most(spot, self.player) < self.points)
            )
        if over:
            standings = {
                number: (
                    self.worth(spot, number),
                    spot.seats[number - 1].tokens,
                    -spot.seats[number - 1].held,
                )
                for number in (self.player, *others)
            }
            wins = standings[self.player] == max(standings.values())
            if wins != self.reaches:
                what = "wins" if wins else "does not win"
                raise self.missed(f"player {self.player} {what}", entry)
            return True
        if self.reaches:
            return all(self.most(spot, number) < own for number in others)
        most = self.most(spot, self.player)
        return any(self.worth(spot, number) > most for number in others)

    def worth(self, spot: Spot, number: int) -> int:
        """The points that a player has, or that a free one could have if it ended now (T12).

        A free player keeps some of the cards: no more points than all of them score, and none but
        a run of nine scores more than its cards.
        """
        seat = spot.seats[number - 1]
        found = score(seat.cards, self.wild_only)
        return min(found, seat.held + seat.held // FULL_RUN) if seat.debt else found

    def most(self, spot: Spot, number: int) -> int:
        """A bound on the points that a player can still come to: all cards to come and of the row,
        and of the market as many as there are purchases left."""
        seat = spot.seats[number - 1]
        low = spot.drawn
        if spot.phase in (DRAW, AUCTION):
            low = min(spot.begun, low - 1) if spot.phase == AUCTION else spot.begun
        purchases = self.purchases_left(spot, number)
        found = self.within_reach(seat.cards, low, spot.market, purchases)
        if not seat.debt:
            return found
        held = seat.held + len(self.line) - low + purchases
        return min(found, held + held // FULL_RUN)

    def purchases_left(self, spot: Spot, number: int) -> int:
        """A bound on the buy phases that a player still has (T6, T11)."""
        distance = (number - spot.turn) % self.count
        if spot.phase == FINAL:
            if not spot.next:
                return 0
            return int((number - spot.next) % self.count <= (spot.turn - spot.next) % self.count)
        # The last one, the one of this turn, and those of turns to come. Each of these needs a card
        # that is no wild to be drawn; if a card has to be drawn in every turn, so do the turns
        # before it.
        turns = self.no_wilds[spot.drawn]
        if self.forced_to_draw:
            left = len(self.line) - spot.drawn
            if spot.phase == DRAW and spot.begun == spot.drawn:
                left -= 1
            turns = min(turns, max(0, (left - (distance or self.count)) // self.count + 1))
        return 1 + (distance == 0) + turns

    def most_points(
        self, cards: tuple[Card, ...], low: int, market: tuple[Card, ...], purchases: int
    ) -> int:
        """The most points of a hand with all cards from a place in the line on and so many of the
        market."""
        cards = in_order((*cards, *(card for card in self.line[low:] if not is_currency(card))))
        new = [card for card in dict.fromkeys(market) if card not in cards]
        if purchases > FEW_PURCHASES or len(new) <= purchases:
            return score(in_order((*cards, *new)), self.wild_only)
        return max(
            points(key((*cards, *bought)), self.wild_only)
            for bought in combinations(new, purchases)
        )

    # --- What is shown --------------------------------------------------------------------------

    def quiet(self) -> Entry:
        """The line in which the free side never pays, until the goal is certain."""
        entry = Entry(self.spot_of(self.begun))
        while not self.settled(entry):
            for after in self.next_tables(entry):
                if after.move is not None and (
                    after.move.payment == NOTHING or self.mover(entry.spot) in self.followers
                ):
                    entry = after
                    break
        return entry

    def plan(self, entry: Entry) -> tuple[Move, ...] | None:
        """A line with own cards named, None if the referee refuses it.

        A free player first gives what it will have to be without the soonest, to buy it again (T9).
        """
        moves = moves_to(entry)
        state, plan = self.begun, []
        after_payment = self.readings.identical_test == "after-payment"
        for place, move in enumerate(moves):
            if move.payment.open_cards:
                player = rules.active(state)
                later = self.buys_of(entry, player)[place + (not after_payment) :]

                def soonest(card: Card, later: list[Card | None] = later) -> int:
                    return later.index(card) if card in later else len(later)

                own = sorted(state.player(player).cards, key=soonest)
                given = in_order(own[: move.payment.open_cards])
                move = replace(move, payment=replace(move.payment, cards=given, open_cards=0))
            try:
                state = rules.apply(state, move)
            except IllegalMove:
                return None
            plan.append(move)
        return tuple(plan)

    def buys_of(self, entry: Entry, player: int) -> list[Card | None]:
        """For each move of a line the card that a player buys with it."""
        found: list[Card | None] = []
        while entry.before is not None and entry.move is not None:
            move, entry = entry.move, entry.before
            own = move.kind == "buy" and self.mover(entry.spot) == player
            found.append(move.card if own else None)
        return found[::-1]

    def tree(self, limit: int) -> Strategy | None:
        """The whole strategy, None if it has more nodes than that."""
        strategy: Strategy = {}
        todo = deque([(Entry(self.spot_of(self.begun)), strategy)])
        nodes = 1
        while todo:
            entry, place = todo.popleft()
            self.count_table()
            if nodes > limit:
                return None
            if self.settled(entry):
                place["replies"] = {}
            elif self.mover(entry.spot) in self.followers:
                after = self.answered(entry)
                place["move"] = str(after.move)
                if self.mover(after.spot) in self.followers and not self.settled(after):
                    place["then"] = place = {}
                    nodes += 1
                todo.append((after, place))
            else:
                replies = place["replies"] = {}
                for move, spot in self.free_moves(entry.spot, lean=False):
                    replies[str(move)] = {}
                    todo.append((Entry(spot, entry, move), replies[str(move)]))
                nodes += len(replies)
        return strategy


def covers(one: Riches, other: Riches) -> bool:
    """Whether a free player is at least as rich in one table as in the other."""
    same = one[0] == other[0]
    return same and (one[1] | SEAT_GUARDS) - other[1] & SEAT_GUARDS == SEAT_GUARDS


def moves_to(entry: Entry) -> list[Move]:
    """The moves that lead to a table."""
    found: list[Move] = []
    while entry.before is not None and entry.move is not None:
        found.append(entry.move)
        entry = entry.before
    return found[::-1]


def gaining(seat: Seat, tokens: int) -> Seat:
    """A player who gains black tokens, ten at most (T2)."""
    return Seat(min(MOST_TOKENS, seat.tokens + tokens), seat.bust, seat.cards, seat.debt)


@lru_cache(1 << 16)
def buying(card: Card, payment: Payment) -> Move:
    """A purchase."""
    return Move("buy", card, payment=payment)


@lru_cache(1 << 16)
def bidding(amount: int, payment: Payment) -> Move:
    """A bid."""
    return Move("bid", bid=amount, payment=payment)


@lru_cache(1 << 16)
def key(cards: tuple[Card, ...]) -> int:
    """A hand as far as its score depends on it."""
    return key_of(cards)


@lru_cache(1 << 18)
def score(cards: tuple[Card, ...], wild_only: bool) -> int:
    """The points of a hand (T12)."""
    return points(key_of(cards), wild_only)
