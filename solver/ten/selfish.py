"""TEN where everybody plays for themselves: the last purchases (T11). For auctions see
`bidding.py`.

Each player wants first to win or to share the win (T13), then points, then black tokens; `TIES`
says what they do where that leaves a choice. All this is known to all, so that backward induction
finds the one way in which such players go on.

**Last purchases.** What a player does matters to later ones only by the market that is left and
by the best standing so far. For a standing to win it must be the best at the end, and whether one
that is the best so far will be that depends on the market alone, not on the worse ones before it.
So of each player and market it is enough to know the purchases that can win: a player takes
the best of them if it is no worse than the best standing so far, and otherwise, the win being lost
whatever happens, the best of all purchases. As standings are ordered by points and black tokens
first, just as purchases are, the best of those that can win have the same points and tokens, and
only between them does the number of cards decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge

from solver.ten import rules
from solver.ten.cards import ORDER, Card, in_order, is_number, value
from solver.ten.payments import payments, worth
from solver.ten.rules import Standing
from solver.ten.scoring import BITS, key_of, points
from solver.ten.table import FINAL, Move, Payment, Player, State
from solver.verdict import Budget, Disagreement, LimitReached

MOST_MARKET = 8
MOST_CARDS = 12

AIMS = "each player wants first to win or to share the win, then points, then black tokens"
TIES = (
    "of what is alike to a player: to pass or buy nothing, then the lowest bid or the card written"
    " first, then the payment with the fewest own cards, with the fewest bust tokens, with the"
    " fewest black tokens, with the own cards written first"
)

WEIGH_EVERY = 1 << 14

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """How selfish players go on: the moves of these players, the standings after them by player,
    and who wins (of an auction: who would if the game ended then)."""

    players: tuple[int, ...]
    moves: tuple[Move, ...]
    standings: tuple[Standing, ...]
    winners: tuple[int, ...]
    nodes: int


def too_large(state: State) -> str | None:
    """Why the last purchases are not looked for, or None where they are."""
    if len(state.market) > MOST_MARKET:
        return f"there are more than {MOST_MARKET} cards in the market"
    for number in buying_order(state):
        if len(state.player(number).cards) > MOST_CARDS:
            return f"player {number} has more than {MOST_CARDS} cards"
    return None


def gifts(cards: Sequence[Card], most: int) -> list[list[tuple[tuple[Card, ...], int]]]:
    """What may be given of a hand, by its number of cards up to `most`, in the order in which it is
    written; with the key of the cards that are left."""
    found: list[list[tuple[tuple[Card, ...], int]]] = [[] for _ in range(most + 1)]
    kinds = [
        (card, copies, [key_of([card] * left) for left in range(copies + 1)])
        for card, copies in Counter(in_order(cards)).items()
    ]

    def give(place: int, given: tuple[Card, ...], key: int) -> None:
        if place == len(kinds):
            found[len(given)].append((given, key))
            return
        card, copies, keys = kinds[place]
        for number in range(min(copies, most - len(given)), -1, -1):
            give(place + 1, given + (card,) * number, key + keys[copies - number])

    give(0, (), 0)
    return found


class Counted:
    """Counts nodes against a budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.weighed = 0

    def count(self, nodes: int) -> None:
        """Takes note of some nodes; raises `LimitReached` where a limit is hit."""
        self.budget.nodes += nodes
        self.budget.check()
        self.weighed += nodes
        if self.weighed >= WEIGH_EVERY:
            self.weighed = 0
            self.budget.weigh()


def replayed(state: State, line: Line) -> Line:
    """The line again, once the referee has replayed it; raises `Disagreement` where what comes of
    it is something else."""
    for player, move in zip(line.players, line.moves, strict=True):
        if rules.active(state) != player or rules.breach(state, move) is not None:
            raise Disagreement(f"the referee refuses {move} by player {player}")
        state = rules.apply(state, move)
    if (line.standings, line.winners) != (standings_of(state), rules.leaders(state)):
        raise Disagreement("the standings at the end are not those of the referee")
    return line


def standings_of(state: State) -> tuple[Standing, ...]:
    """The standing of every player as the table is."""
    return tuple(rules.standing(state, number) for number in range(1, len(state.players) + 1))


def best_of(standings: Sequence[Standing]) -> tuple[int, ...]:
    """The players with the best of all standings."""
    best = max(standings)
    return tuple(number for number, one in enumerate(standings, 1) if one == best)


# --- The last purchases -------------------------------------------------------------------------

Rank = tuple[int, int]
"""Points and black tokens: what a player who cannot win likes best has the highest rank."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A purchase, or none (`card` is None): the standing after it, the black tokens, bust tokens
    and own cards paid, and those of the cards that go to the market."""

    standing: Standing
    card: Card | None = None
    tokens: int = 0
    bust: int = 0
    cards: tuple[Card, ...] = ()
    spent: tuple[Card, ...] = ()

    @property
    def move(self) -> Move:
        """The same as a move."""
        if self.card is None:
            return Move("end")
        return Move("buy", self.card, payment=Payment(self.tokens, self.bust, self.cards))


def rank(deed: Deed) -> Rank:
    """The rank of what a deed leaves."""
    return deed.standing[:2]


def best_first(deed: Deed) -> Rank:
    """What sorts deeds so that those of the highest rank come first."""
    score, tokens, _ = deed.standing
    return -score, -tokens


class Buyer:
    """The deeds of one player."""

    def __init__(self, state: State, number: int, counted: Counted) -> None:
        self.counted = counted
        self.readings = state.readings
        self.player: Player = state.player(number)
        self.nothing = Deed(rules.standing(state, number))
        self.worth = worth(self.player)
        self.gifts = gifts(self.player.cards, len(self.player.cards))
        self.scores: dict[int, int] = {}
        self.known: dict[Card, tuple[Deed, ...]] = {}
        self.reached: set[Standing] = set()

    def may_buy(self, card: Card) -> bool:
        """Whether there could be a way to buy a card (T8, T9)."""
        if card in self.player.cards and self.readings.identical_test == "before-payment":
            return False
        return value(card) <= self.worth

    def deeds(self, card: Card) -> tuple[Deed, ...]:
        """The purchases of a card that differ in standing or in the market after them, those of the
        highest rank first; of deeds alike the first, and of equal ranks the first, by `TIES`."""
        found = self.known.get(card)
        if found is None:
            ways = self.purchases(card) if self.may_buy(card) else ()
            found = self.known[card] = tuple(sorted(ways, key=best_first))
        return found

    def best(self, card: Card) -> Rank:
        """The highest rank with a card, or without any where it cannot be bought."""
        found = self.deeds(card)
        return rank(found[0] if found else self.nothing)

    def standings(self, cards: Iterable[Card]) -> set[Standing]:
        """Every standing that the player can come to with one of these cards or none."""
        if not self.reached:
            deeds = (deed for card in cards for deed in self.deeds(card))
            self.reached = {deed.standing for deed in (self.nothing, *deeds)}
        return self.reached

    def purchases(self, card: Card) -> Iterator[Deed]:
        """Those purchases in the order of `TIES`."""
        has = self.player
        ways: dict[int, dict[int, int]] = {}  # number of cards: black tokens: fewest bust tokens
        for paid in payments(has, value(card), self.readings.overpay):
            by_tokens = ways.setdefault(paid.open_cards, {})
            by_tokens[paid.tokens] = min(paid.bust, by_tokens.get(paid.tokens, paid.bust))
        for given, by_tokens in sorted(ways.items()):
            left = len(has.cards) - given + 1
            for (score, spent), cards in self.outcomes(card, given).items():
                for tokens, bust in by_tokens.items():
                    standing = score, has.tokens - tokens, -left
                    yield Deed(standing, card, tokens, bust, cards, spent)

    def outcomes(self, card: Card, given: int) -> dict[tuple[int, Cards], Cards]:
        """The points that are possible with a card after giving so many others, with what goes to
        the market; for each the first cards to give."""
        self.counted.count(len(self.gifts[given]))
        to_market = self.readings.spent_cards == "market"
        wild_only = self.readings.wild_only_run == "yes"
        scores, bit = self.scores, BITS[card]
        found: dict[tuple[int, Cards], Cards] = {}
        for cards, left in self.gifts[given]:
            if left & bit:  # T9 after-payment: a copy is still there
                continue
            key = left | bit
            score = scores.get(key)
            if score is None:
                score = scores[key] = points(key, wild_only)
            spent = tuple(filter(is_number, cards)) if to_market else ()
            found.setdefault((score, spent), cards)
        return found


class Choice:
    """What the player at a place does with a market, for every best standing before it.

    Deeds are looked at from the highest rank down, no further than they are asked for.
    """

    def __init__(self, purchases: Purchases, place: int, market: Cards) -> None:
        self.purchases, self.place, self.market = purchases, place, market
        buyer = purchases.buyers[place]
        by_card = (buyer.deeds(card) for card in dict.fromkeys(market))
        self.options = merge([buyer.nothing], *by_card, key=best_first)
        self.favourite = next(self.options)
        self.next: Deed | None = self.favourite
        self.winning: list[Deed] = []
        self.floors: dict[Card | None, list[tuple[Rank, set[Standing]]]] = {}

    def at(self, best: Standing) -> Deed:
        """The deed where this is the best standing so far."""
        while self.next is not None and rank(self.next) >= best[:2]:
            if self.winning and rank(self.next) < rank(self.winning[0]):
                break
            if self.could_win(self.next) and self.purchases.wins(
                self.place, self.market, self.next
            ):
                self.winning.append(self.next)
            self.next = next(self.options, None)
        return next((deed for deed in self.winning if deed.standing >= best), self.favourite)

    def could_win(self, deed: Deed) -> bool:
        """Whether a deed leaves enough to win, by what later players come to at least.

        One of them who could come to a higher rank and does not must be sharing the win.
        """
        floors = self.floors.get(deed.card)
        if floors is None:
            floors = self.purchases.floors(self.place, self.market, deed.card)
            self.floors[deed.card] = floors
        mine = rank(deed)
        return all(mine >= floor or deed.standing in shared for floor, shared in floors)


class Purchases:
    """The last purchases of a table (T11), player by player and market by market."""

    def __init__(self, state: State, budget: Budget) -> None:
        self.counted = Counted(budget)
        self.order = buying_order(state)
        self.buyers = [Buyer(state, number, self.counted) for number in self.order]
        self.at_first = standings_of(state)
        done = (one for number, one in enumerate(self.at_first, 1) if number not in self.order)
        self.done: Standing = max(done, default=(0, 0, -len(ORDER)))
        self.choices: dict[tuple[int, Cards], Choice] = {}
        self.markets: dict[tuple[int, Cards, Card | None], Cards] = {}
        hands = [card for buyer in self.buyers for card in buyer.player.cards]
        spent = filter(is_number, hands) if state.readings.spent_cards == "market" else ()
        self.cards = in_order({*state.market, *spent})
        self.wanted = [
            {card: sum(buyer.may_buy(card) for buyer in self.buyers[place:]) for card in self.cards}
            for place in range(len(self.buyers))
        ]

    def line(self, market: Cards) -> Line:
        """What comes of a market."""
        standings = list(self.at_first)
        moves = []
        deeds = self.deeds(0, self.seen_from(0, market), self.done)
        for number, deed in zip(self.order, deeds, strict=True):
            standings[number - 1] = deed.standing
            moves.append(deed.move)
        nodes = self.counted.budget.nodes
        return Line(self.order, tuple(moves), tuple(standings), best_of(standings), nodes)

    def deeds(self, place: int, market: Cards, best: Standing) -> Iterator[Deed]:
        """What the players from a place on do, with this market (as `seen_from` there) and best
        standing so far."""
        for later in range(place, len(self.buyers)):
            deed = self.choice(later, market).at(best)
            yield deed
            best = max(best, deed.standing)
            market = self.after(later, market, deed)

    def wins(self, place: int, market: Cards, deed: Deed) -> bool:
        """Whether the standing after a deed wins where it is the best so far."""
        self.counted.count(1)
        later = self.deeds(place + 1, self.after(place, market, deed), deed.standing)
        return all(one.standing <= deed.standing for one in later)

    def choice(self, place: int, market: Cards) -> Choice:
        """What the player at a place does with a market (as `seen_from` there)."""
        found = self.choices.get((place, market))
        if found is None:
            found = self.choices[place, market] = Choice(self, place, market)
        return found

    def after(self, place: int, market: Cards, deed: Deed) -> Cards:
        """The market after a deed of the player at a place, as seen from the next one."""
        if deed.spent:
            return self.seen_from(place + 1, left_over(market, deed.card) + deed.spent)
        key = place, market, deed.card
        found = self.markets.get(key)
        if found is None:
            found = self.seen_from(place + 1, left_over(market, deed.card))
            self.markets[key] = found
        return found

    def seen_from(self, place: int, market: Cards) -> Cards:
        """A market as far as it matters to the players from a place on: cards that one of them may
        buy, with no more copies than there are players who may; for the last player only cards
        with which the highest rank can be had."""
        if place == len(self.buyers):
            return ()
        wanted = self.wanted[place]
        found = {card: min(market.count(card), wanted[card]) for card in dict.fromkeys(market)}
        if place == len(self.buyers) - 1:
            best = {card: self.buyers[place].best(card) for card, copies in found.items() if copies}
            highest = max(best.values(), default=(0, 0))
            return in_order(card for card in best if best[card] == highest)
        return in_order(card for card, copies in found.items() for _ in range(copies))

    def floors(
        self, place: int, market: Cards, card: Card | None
    ) -> list[tuple[Rank, set[Standing]]]:
        """The rank that each player after a place could come to at least when a card is bought
        there, as those between can take one card of the market each; and the standings with which
        the win could be shared (the last player has none: the highest rank is always taken)."""
        market = left_over(market, card)
        last = len(self.buyers) - 1
        found = []
        for later in range(place + 1, last + 1):
            buyer, takers = self.buyers[later], later - place - 1
            ranks = [rank(buyer.nothing)] * (takers + 1) + [buyer.best(one) for one in market]
            floor = sorted(ranks, reverse=True)[takers]
            found.append((floor, set() if later == last else buyer.standings(self.cards)))
        return found


def left_over(market: Cards, card: Card | None) -> Cards:
    """A market without a card that was bought."""
    if card is None:
        return market
    place = market.index(card)
    return market[:place] + market[place + 1 :]


def buying_order(state: State) -> tuple[int, ...]:
    """The players who still have a last buy phase, in their order (T11)."""
    return tuple(from_to(state, state.next, state.turn)) if state.next is not None else ()


def from_to(state: State, first: int, last: int) -> Iterator[int]:
    """The players from one to another, to the left."""
    yield first
    while first != last:
        first = state.left_of(first)
        yield first


def last_purchases(state: State, budget: Budget) -> Line:
    """How selfish players end a game in which only the last purchases are left.

    Raises `LimitReached`, `ValueError` in another phase, and `Disagreement` where the referee does
    not come to the same end.
    """
    if state.phase != FINAL:
        raise ValueError("these are not the last purchases")
    if too_large(state):
        raise LimitReached("nodes")
    return replayed(state, Purchases(state, budget).line(state.market))
