"""The last purchases of TEN once more (T11), to confirm what `selfish.py` finds.

Nothing of it is used here, nor of the scoring and the payments behind it. What a player may give is
a mask of the cards in hand, and all masks are scored at once, wild by wild and colour by colour;
payments are tried piece by piece. The game itself is looked at player by player with the market and
the best standing so far, which together are all that a player has to know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import merge
from itertools import chain, product
from typing import Any

import numpy as np

from solver.ten.cards import Card, in_order, is_number
from solver.ten.table import Move, Payment, Player, Readings, State
from solver.verdict import Budget, LimitReached

COLOURS = "RBOG"
LENGTH = 9
RUNS = [
    ((2 << last) - (1 << first), last - first + 1 + (last - first + 1 == LENGTH))
    for first in range(LENGTH)
    for last in range(first, LENGTH)
]
"""Every run of a colour, as a mask of its numbers, with its points (T12)."""

MOST_CARDS, MOST_MARKET = 12, 8
CARD_BITS = 6
MARKET_BITS = 4
TIE_BITS = 18 + MOST_CARDS
ENDLESS = 1 << 60
CHECK_EVERY = 1 << 10

Ints = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Ending:
    """The moves that end a game, and the points, black tokens and cards of each player then."""

    moves: tuple[Move, ...]
    standings: tuple[tuple[int, int, int], ...]
    nodes: int


# --- Scoring ------------------------------------------------------------------------------------


@cache
def run_points(wild_only: bool) -> Ints:
    """The points of the best run of a colour, by its own numbers, the numbers that number wilds
    stand for (both masks) and the count of wilds of any number, of which three can be there."""
    masks = np.arange(1 << LENGTH)
    lacking = np.array([mask.bit_count() for mask in range(1 << LENGTH)])
    together = masks[:, None] | masks
    best = np.zeros((*together.shape, 4), dtype=np.int8)
    for run, worth in RUNS:
        filled = lacking[run & ~masks, None] <= np.arange(4)
        found = worth * filled[together].astype(np.int8)
        if not wild_only:
            found[run & masks == 0] = 0
        np.maximum(best, found, out=best)
    return best.astype(np.int64)


class Scores:
    """The scores of what is left of a hand, for many ways to give some of it."""

    def __init__(self, cards: Sequence[Card], left: Ints, wild_only: bool) -> None:
        self.table = run_points(wild_only)
        nothing = np.zeros_like(left)
        held = dict.fromkeys(cards, nothing)
        for place, card in enumerate(cards):
            held[card] = held[card] + (left >> place & 1)
        self.own = [nothing] * len(COLOURS)
        for card, count in held.items():
            if card[0] in COLOURS and card[1] != "#":
                place, bit = COLOURS.index(card[0]), 1 << int(card[1]) - 1
                self.own[place] = self.own[place] | bit * (count > 0)
        self.jokers = [held.get(f"{colour}#", nothing) for colour in COLOURS]
        self.wilds = [(card, count) for card, count in held.items() if card[0] == "W"]
        self.others: dict[int, list[Ints]] = {}

    def colour(self, place: int, own: Ints) -> list[Ints]:
        """The points of a colour with these numbers, for every set of number wilds lent to it."""
        found = []
        for lent in range(1 << len(self.wilds)):
            numbers, jokers = np.zeros_like(own), self.jokers[place]
            for which, (card, count) in enumerate(self.wilds):
                if lent >> which & 1 and card == "W#":
                    jokers = jokers + count
                elif lent >> which & 1:
                    numbers |= count << int(card[1]) - 1
            found.append(self.table[own, numbers, jokers])
        return found

    def without(self, place: int) -> list[Ints]:
        """The points of all colours but one, for every set of number wilds lent to them."""
        if place not in self.others:
            first, *rest = (
                self.colour(one, self.own[one]) for one in range(len(COLOURS)) if one != place
            )
            for more in rest:
                first = [
                    greatest([first[lent & ~part] + more[part] for part in parts(lent)])
                    for lent in range(len(first))
                ]
            self.others[place] = first
        return self.others[place]

    def with_card(self, card: Card | None) -> Ints:
        """The points with a number card more, or none."""
        place = COLOURS.index(card[0]) if card else 0
        own = self.own[place] | (1 << int(card[1]) - 1 if card else 0)
        others, mine = self.without(place), self.colour(place, own)
        everything = len(mine) - 1
        ways = [mine[part] + others[everything & ~part] for part in range(len(mine))]
        return greatest(ways)


def greatest(found: Sequence[Ints]) -> Ints:
    """The greatest of several numbers, for every way to give."""
    best: Ints = np.maximum.reduce(found)
    return best


def parts(mask: int) -> Iterator[int]:
    """Every mask within a mask."""
    part = mask
    while True:
        yield part
        if not part:
            return
        part = (part - 1) & mask


# --- What a player can do -----------------------------------------------------------------------

Option = tuple[int, int, int, int, int, int, int]
"""What a player can do: its place in the player's liking, the standing after it, the cards that go
to the market, the card bought (from 1, 0 for none), black tokens, bust tokens and cards paid."""


def ways_to_pay(player: Player, price: int, overpay: str) -> dict[tuple[int, int], int]:
    """By numbers of black tokens and of cards that pay a price with some bust tokens: the fewest of
    these (T8)."""
    pieces = (
        range(player.tokens + 1),
        range(len(player.cards) + 1),
        range(player.bust, -1, -1),
    )
    worths = {way: way[0] + way[1] + 3 * way[2] for way in product(*pieces)}
    exact = price in worths.values()
    found = {}
    for (tokens, cards, bust), worth in worths.items():
        too_much = worth - price
        if too_much < 0:
            continue
        if overpay == "forbidden" and (tokens or cards) and too_much >= 1:
            continue
        if overpay == "forbidden" and bust and too_much >= 3:
            continue
        if overpay == "only-if-forced" and exact and too_much:
            continue
        found[tokens, cards] = bust
    return found


def code(score: int, tokens: int, cards: int) -> int:
    """A standing as a number: the better one is higher (T13)."""
    return (score << 4 | tokens) << CARD_BITS | (1 << CARD_BITS) - 1 - cards


def decoded(standing: int) -> tuple[int, int, int]:
    """The points, black tokens and cards of such a number."""
    cards = (1 << CARD_BITS) - 1 - (standing & (1 << CARD_BITS) - 1)
    return standing >> CARD_BITS + 4, standing >> CARD_BITS & 15, cards


def rank(standing: int) -> int:
    """What a player wants of a standing, unless it is to win."""
    return standing >> CARD_BITS


class Buyer:
    """What one player can do."""

    def __init__(self, player: Player, universe: list[Card], readings: Readings) -> None:
        self.player, self.universe, self.readings = player, universe, readings
        self.cards = in_order(player.cards)
        size = len(self.cards)
        self.given = np.arange(1 << size)
        self.counts, self.late = 0 * self.given, 0 * self.given + (1 << size) - 1
        for place in range(size):
            there = self.given >> place & 1
            self.counts += there
            self.late -= (
                there << size - 1 - place
            )  # of as many cards those written first come first
        self.scores = Scores(self.cards, ~self.given, readings.wild_only_run == "yes")
        score = int(self.scores.with_card(None)[0])
        self.now = code(score, player.tokens, size)
        self.nothing: Option = (liking(score, player.tokens, 0), self.now, 0, 0, 0, 0, 0)
        self.spent, self.kinds = self.to_market()
        self.known: dict[int, list[Option]] = {}

    def to_market(self) -> tuple[list[int], Ints]:
        """What goes to the market with every set of cards given, each such market once, and for
        every set which of them it is."""
        markets: dict[int, int] = {}
        kinds = []
        for given in map(int, self.given):
            market = 0
            if self.readings.spent_cards == "market":
                for place, card in enumerate(self.cards):
                    if given >> place & 1 and card in self.universe:
                        market += 1 << MARKET_BITS * self.universe.index(card)
            kinds.append(markets.setdefault(market, len(markets)))
        return list(markets), np.array(kinds)

    def options(self, place: int) -> list[Option]:
        """The ways to buy a card of the universe, the one that is liked best first; of those that
        come to the same only that."""
        if place not in self.known:
            self.known[place] = sorted(self.purchases(place))
        return self.known[place]

    def purchases(self, place: int) -> Iterator[Option]:
        """Those ways in no order."""
        card, player = self.universe[place], self.player
        copies = sum(1 << at for at, one in enumerate(self.cards) if one == card)
        if copies and self.readings.identical_test == "before-payment":
            return
        allowed = self.given & copies == copies
        points = self.scores.with_card(card)
        for (tokens, cards), bust in ways_to_pay(
            player, int(card[1]), self.readings.overpay
        ).items():
            given = self.given[allowed & (self.counts == cards)]
            ties = (((place + 1) << 4 | cards) << 4 | bust) << 4 | tokens
            liked = liking(points[given], player.tokens - tokens, ties << MOST_CARDS)
            order = np.argsort(liked + self.late[given])
            masks, liked = given[order], (liked + self.late[given])[order]
            alike = points[masks] << MOST_CARDS | self.kinds[masks]
            _, firsts = np.unique(alike, return_index=True)
            for first in map(int, firsts):
                mask = int(masks[first])
                left = len(self.cards) + 1 - cards
                standing = code(int(points[mask]), player.tokens - tokens, left)
                spent = self.spent[self.kinds[mask]]
                yield int(liked[first]), standing, spent, place + 1, tokens, bust, mask

    def move(self, option: Option) -> Move:
        """An option as a move."""
        _, _, _, bought, tokens, bust, given = option
        if not bought:
            return Move("end")
        cards = tuple(card for place, card in enumerate(self.cards) if given >> place & 1)
        return Move("buy", self.universe[bought - 1], payment=Payment(tokens, bust, cards))


def liking(score: Any, tokens: int, tie: int) -> Any:  # noqa: ANN401 - one number or many
    """The place of something in a player's liking, the best being the lowest."""
    return ((127 - score) << 4 | 15 - tokens) << TIE_BITS | tie


# --- The game -----------------------------------------------------------------------------------


class Game:
    """The last purchases of a table, looked at with a market and the best standing so far."""

    def __init__(self, state: State, budget: Budget) -> None:
        self.budget = budget
        self.order = turns(state)
        cards = set(state.market)
        if state.readings.spent_cards == "market":
            hands = (card for number in self.order for card in state.player(number).cards)
            cards.update(card for card in hands if is_number(card))
        self.universe = list(in_order(cards))
        self.market = sum(1 << MARKET_BITS * self.universe.index(card) for card in state.market)
        self.buyers = []
        for number in self.order:
            budget.check()
            self.buyers.append(Buyer(state.player(number), self.universe, state.readings))
        self.known: dict[tuple[int, int], list[tuple[int, int, Option]]] = {}

    def options(self, place: int, market: int) -> Iterator[Option]:
        """What a player can do with a market, in the order of the player's liking."""
        buyer = self.buyers[place]
        there = (
            buyer.options(card)
            for card in range(len(self.universe))
            if market >> MARKET_BITS * card & (1 << MARKET_BITS) - 1
        )
        return merge([buyer.nothing], *there)

    def after(self, market: int, option: Option) -> int:
        """The market after a player has done something."""
        bought = option[3]
        return market + option[2] - (1 << MARKET_BITS * (bought - 1) if bought else 0)

    def end(self, place: int, market: int, best: int) -> tuple[int, Option]:
        """The best standing at the end, and what the player at a place does."""
        known = self.known.setdefault((place, market), [])
        found = next((one for least, most, one in known if least <= best <= most), None)
        if found is None:
            found, wins = self.decided(place, market, best)
            known.append((best, found[1] if wins else ENDLESS, found))
        return self.last_best(place, market, max(best, found[1]), found), found

    def decided(self, place: int, market: int, best: int) -> tuple[Option, bool]:
        """What the player at a place does, and whether it wins: the first option that does,
        otherwise the first of all."""
        options = self.options(place, market)
        first = next(options)
        # the last player always takes the highest rank that is to be had
        least = max(rank(best), rank(self.buyers[-1].now))
        for option in chain([first], options):
            self.budget.nodes += 1
            if self.budget.nodes % CHECK_EVERY == 0:
                self.budget.check()
                self.budget.weigh()
            standing = option[1]
            if rank(standing) < least:  # neither it nor any after it can win
                break
            if standing >= best and self.last_best(place, market, standing, option) == standing:
                return option, True
        return first, False

    def last_best(self, place: int, market: int, best: int, option: Option) -> int:
        """The best standing at the end after an option."""
        if place + 1 == len(self.buyers):
            return best
        return self.end(place + 1, self.after(market, option), best)[0]


def turns(state: State) -> list[int]:
    """The players who still have a last buy phase (T11)."""
    order = []
    if state.next is not None:
        player = state.next
        while True:
            order.append(player)
            if player == state.turn:
                break
            player = player % len(state.players) + 1
    return order


def ending(state: State, budget: Budget) -> Ending:
    """How selfish players end a game in which only the last purchases are left, the ties being
    those of `selfish.TIES`; raises `LimitReached`."""
    order = turns(state)
    if len(state.market) > MOST_MARKET:
        raise LimitReached("nodes")
    if any(len(state.player(number).cards) > MOST_CARDS for number in order):
        raise LimitReached("nodes")
    wild_only = state.readings.wild_only_run == "yes"
    standings = [
        code(
            int(Scores(player.cards, np.array([-1]), wild_only).with_card(None)[0]),
            player.tokens,
            len(player.cards),
        )
        for player in state.players
    ]
    game = Game(state, budget)
    market = game.market
    best = max((one for number, one in enumerate(standings, 1) if number not in order), default=0)
    moves = []
    for place, number in enumerate(order):
        _, option = game.end(place, market, best)
        moves.append(game.buyers[place].move(option))
        standings[number - 1] = option[1]
        best = max(best, option[1])
        market = game.after(market, option)
    return Ending(tuple(moves), tuple(map(decoded, standings)), budget.nodes)
