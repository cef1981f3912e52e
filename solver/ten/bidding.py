"""TEN where everybody plays for themselves: the rest of an auction (T10).

The players are those of `selfish.py`. Whoever gets the wild changes no standing but their own. So
a bid matters to the others only by its height and by whether its bidder would then be above, level
with or below the best of the others; of each of the three kinds the bidder would want the best one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.ten import rules
from solver.ten.cards import ORDER, without
from solver.ten.payments import payments, worth
from solver.ten.rules import Standing
from solver.ten.scoring import key_of, points
from solver.ten.selfish import (
    Cards,
    Counted,
    Line,
    best_of,
    from_to,
    gifts,
    replayed,
    standings_of,
)
from solver.ten.table import Auction, Move, Payment, State
from solver.verdict import Budget, LimitReached

MOST_CARDS = 15


def too_large(state: State) -> str | None:
    """Why selfish bids are not looked for, or None where they are."""
    if state.readings.bid_with_cards == "yes":
        for number in bidding_order(state):
            if len(state.player(number).cards) > MOST_CARDS:
                return f"player {number} has more than {MOST_CARDS} cards to bid with"
    return None


@dataclass(frozen=True, slots=True)
class Offer:
    """A bid with its payment, and the standing of its bidder if it gets the wild."""

    bid: int
    payment: Payment
    standing: Standing

    @property
    def move(self) -> Move:
        """The same as a move."""
        return Move("bid", bid=self.bid, payment=self.payment)


def listed(payment: Payment) -> tuple[int, int, int, list[int]]:
    """The place of a payment among others, by `TIES`."""
    cards = [ORDER[card] for card in payment.cards]
    return len(cards), payment.bust, payment.tokens, cards


@dataclass(frozen=True, slots=True)
class Holder:
    """Who would get the wild as an auction stands (0 for nobody), for which bid, and on which
    `side` of the best of the others that would put them: -1 below, 0 level with it, 1 above.

    That is all that the others have to know. `best` is what the bidder would offer of this kind to
    get the wild by it, `first` what they would if somebody else is going to get it.
    """

    player: int
    bid: int
    side: int
    best: Offer
    first: Offer


Wish = tuple[bool, int, int]
"""Whether a player wins, the points and the black tokens: what is higher is liked better."""


@dataclass(frozen=True, slots=True)
class Bidder:
    """What a wild is worth to a player: the points without and with it; for those whose bid is to
    come the best `offers` by height, and the highest bid (`limit`) for which they can have the wild
    and be no worse off than if the auction ended as it stands, None where there is none."""

    player: int
    points: int
    with_wild: int
    to_come: bool
    offers: tuple[Offer, ...] = ()
    limit: int | None = None

    @property
    def value(self) -> int:
        """The points that the wild adds to the hand as it is."""
        return self.with_wild - self.points


@dataclass(frozen=True, slots=True)
class Bidding:
    """The rest of an auction: what the wild is worth to each player, how selfish players go on, and
    who gets the wild (None for nobody)."""

    bidders: tuple[Bidder, ...]
    line: Line
    gets: int | None


class Bids:
    """The rest of an auction, bidder by bidder and bid by bid."""

    def __init__(self, state: State, auction: Auction, budget: Budget) -> None:
        self.counted = Counted(budget)
        self.state, self.wild = state, auction.card
        self.order = bidding_order(state)
        self.with_cards = state.readings.bid_with_cards == "yes"
        self.now = standings_of(state)
        self.rival = [
            max((*self.now[:place], *self.now[place + 1 :]), default=(-1, 0, 0))
            for place in range(len(self.now))
        ]
        self.least = rules.least_bid(state, auction)
        self.present = self.as_it_stands(auction)
        self.kinds = {number: self.kinds_of(number) for number in self.order}
        self.known: dict[tuple[int, int, int, int], tuple[Holder, Holder | None, Move]] = {}

    # --- What a player can offer ---

    def with_wild(self, number: int, payment: Payment) -> Standing:
        """The standing of a player who has paid this for the wild."""
        player = self.state.player(number)
        cards = [*without(player.cards, payment.cards), self.wild]
        score = points(key_of(cards), self.state.readings.wild_only_run == "yes")
        return score, player.tokens - payment.tokens, -len(cards)

    def side(self, number: int, standing: Standing) -> int:
        """Whether a standing is below, level with or above the best of the others."""
        rival = self.rival[number - 1]
        return (standing > rival) - (standing < rival)

    def as_it_stands(self, auction: Auction) -> Holder:
        """Who gets the wild if nobody bids any more (T10)."""
        number = auction.by
        if number is None and self.state.readings.no_bid == "active-takes-free":
            number = self.state.turn
        bid = self.least - 1
        if number is None:
            nothing = Offer(bid, auction.payment, (0, 0, 0))
            return Holder(0, bid, 0, nothing, nothing)
        offer = Offer(bid, auction.payment, self.with_wild(number, auction.payment))
        return Holder(number, bid, self.side(number, offer.standing), offer, offer)

    def outcomes(self, number: int) -> list[dict[int, Cards]]:
        """By the number of own cards paid the points that are possible with the wild, and for each
        of them the first cards to pay."""
        cards = self.state.player(number).cards
        wild_only = self.state.readings.wild_only_run == "yes"
        gain = key_of([self.wild])
        found: list[dict[int, Cards]] = []
        scores: dict[int, int] = {}
        for ways in gifts(cards, len(cards) if self.with_cards else 0):
            self.counted.count(len(ways))
            found.append({})
            for given, left in ways:
                score = scores.get(left)
                if score is None:
                    score = scores[left] = points(left + gain, wild_only)
                found[-1].setdefault(score, given)
        return found

    def offers(
        self, number: int, outcomes: dict[int, Cards], paid: Payment
    ) -> dict[int, tuple[Offer, Offer]]:
        """For each side the best and the first way to pay with these pieces, whichever cards."""
        player = self.state.player(number)
        left = len(player.cards) - paid.open_cards + 1
        found: dict[int, tuple[Offer, Offer]] = {}
        for score, cards in outcomes.items():
            standing = score, player.tokens - paid.tokens, -left
            offer = Offer(0, Payment(paid.tokens, paid.bust, cards), standing)
            side = self.side(number, standing)
            best, first = found.get(side, (offer, offer))
            found[side] = (offer if standing > best.standing else best), first
        return found

    def kinds_of(self, number: int) -> list[list[Holder]]:
        """The kinds of offers that a player can make, by height."""
        player = self.state.player(number)
        outcomes = self.outcomes(number)
        by_pieces: dict[Payment, dict[int, tuple[Offer, Offer]]] = {}
        found: list[list[Holder]] = [[] for _ in range(worth(player, self.with_cards) + 1)]
        for bid in range(self.least, len(found)):
            kinds: dict[int, tuple[Offer, Offer]] = {}
            overpay = self.state.readings.overpay
            ways = payments(player, bid, overpay, self.with_cards)
            for paid in sorted(ways, key=lambda one: (one.open_cards, one.bust, one.tokens)):
                self.counted.count(1)
                if paid not in by_pieces:
                    by_pieces[paid] = self.offers(number, outcomes[paid.open_cards], paid)
                for side, (best, first) in by_pieces[paid].items():
                    so_far, first = kinds.get(side, (best, first))
                    better = best.standing[:2] > so_far.standing[:2]
                    kinds[side] = (best if better else so_far), first
            for side, (best, first) in kinds.items():
                best, first = replace(best, bid=bid), replace(first, bid=bid)
                found[bid].append(Holder(number, bid, side, best, first))
        return found

    # --- What a player wants ---

    def wish(self, number: int, holder: Holder) -> Wish:
        """What a player has where somebody gets the wild."""
        own, rival = self.now[number - 1], self.rival[number - 1]
        if holder.player == number:
            own = holder.best.standing
        elif holder.player:
            rival = max(self.rival[holder.player - 1], holder.best.standing)
        return own >= rival, own[0], own[1]

    def end(self, place: int, holder: Holder) -> tuple[Holder, Holder | None, Move]:
        """Who gets the wild; with the kind of bid of the player at a place, None for a pass, and
        the move itself."""
        if place == len(self.order):
            return holder, None, Move("pass")
        key = place, holder.player, holder.bid, holder.side
        if key not in self.known:
            self.known[key] = self.decided(place, holder)
        return self.known[key]

    def decided(self, place: int, holder: Holder) -> tuple[Holder, Holder | None, Move]:
        """The same, worked out."""
        number = self.order[place]
        end = self.end(place + 1, holder)[0]
        found: tuple[Holder, Holder | None, Move] = end, None, Move("pass")
        most = self.wish(number, end)
        for kinds in self.kinds[number][holder.bid + 1 :]:
            self.counted.count(len(kinds))
            choices = []
            for kind in kinds:
                end = self.end(place + 1, kind)[0]
                offer = kind.best if end is kind else kind.first
                choices.append((self.wish(number, end), offer, kind, end))
            choices.sort(key=lambda choice: listed(choice[1].payment))
            for wish, offer, kind, end in choices:
                if wish > most:
                    most, found = wish, (end, kind, offer.move)
        return found

    # --- The answer ---

    def bidder(self, number: int) -> Bidder:
        """What the wild is worth to a player."""
        score, with_wild = self.now[number - 1][0], self.with_wild(number, Payment())[0]
        if number not in self.order:
            return Bidder(number, score, with_wild, to_come=False)
        offers, limit = [], None
        for kinds in filter(None, self.kinds[number]):
            best = min(kinds, key=lambda kind: listed(kind.best.payment))
            for kind in kinds:
                if self.wish(number, kind) > self.wish(number, best):
                    best = kind
            offers.append(best.best)
            if self.wish(number, best) >= self.wish(number, self.present):
                limit = best.bid
        return Bidder(number, score, with_wild, True, tuple(offers), limit)

    def bidding(self) -> Bidding:
        """All that is asked of an auction."""
        holder, moves = self.present, []
        for place in range(len(self.order)):
            _, kind, move = self.end(place, holder)
            moves.append(move)
            holder = kind or holder
        standings = list(self.now)
        if holder.player:
            standings[holder.player - 1] = holder.best.standing
        nodes = self.counted.budget.nodes
        line = Line(self.order, tuple(moves), tuple(standings), best_of(standings), nodes)
        bidders = tuple(self.bidder(number) for number in range(1, len(self.now) + 1))
        return Bidding(bidders, replayed(self.state, line), holder.player or None)


def bidding_order(state: State) -> tuple[int, ...]:
    """The players whose bid is to come, in their order (T10)."""
    return tuple(from_to(state, state.auction.next, state.turn)) if state.auction else ()


def bidding(state: State, budget: Budget) -> Bidding:
    """What a wild is worth to each player, and how selfish players go on with its auction, as if
    the game ended with it.

    Raises `LimitReached`, `ValueError` in another phase, and `Disagreement` where the referee does
    not come to the same end.
    """
    if state.auction is None:
        raise ValueError("there is no auction")
    if too_large(state):
        raise LimitReached("nodes")
    return Bids(state, state.auction, budget).bidding()
