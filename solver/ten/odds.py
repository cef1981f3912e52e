"""Whether to draw once more in TEN: what the next card may do, and what every choice is worth.

Of the effects of a turn only the objective counts, see `outlook`. A wild that appears is taken to
leave the game at no cost (T10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from solver.ten import rules
from solver.ten.cards import ORDER, Card, is_currency, is_number, is_wild, value
from solver.ten.outlook import Gains, Outlook, Range, exactly, score_outlook, token_outlook
from solver.ten.table import DRAW, MOST_TOKENS, State

NOTHING = Fraction(0)

TOKENS, SCORE = OBJECTIVES = ("tokens", "score")

ON, AUCTION, BY_TOTAL, BY_CURRENCY = "goes on", "auction", "bust by total", "bust by currency"
DOES = (ON, AUCTION, BY_TOTAL, BY_CURRENCY)

STOPS = (rules.NUMBERS, rules.CURRENCY, "end")
"""The ways to end the drawing; of those that are worth as much the first is said to be best."""


@dataclass(frozen=True, slots=True)
class NextCard:
    """How likely the next card busts the row, by total or by currency, or is a wild, and how many
    cards are to come; with none to come all chances are 0.

    No card busts both ways: a number card leaves the currency as it is, and a currency card lowers
    the total (T5).
    """

    by_total: Fraction
    by_currency: Fraction
    wild: Fraction
    cards: int

    @property
    def bust(self) -> Fraction:
        """How likely the next card busts the row."""
        return self.by_total + self.by_currency


def bust_chances(total: int, currency: int, unseen: Mapping[Card, int]) -> NextCard:
    """The chances of the next card with this running total and currency in the row."""
    copies = dict.fromkeys(DOES, 0)
    for card, count in unseen.items():
        copies[what_it_does(total, currency, card)] += count
    cards = sum(copies.values())
    chance = {does: Fraction(count, max(cards, 1)) for does, count in copies.items()}
    return NextCard(chance[BY_TOTAL], chance[BY_CURRENCY], chance[AUCTION], cards)


def what_it_does(total: int, currency: int, card: Card) -> str:
    """What a card does that is drawn to a row (T5, T10)."""
    if is_wild(card):
        return AUCTION
    why = rules.is_bust(*row_with(total, currency, card))
    return ON if why is None else f"bust by {why}"


def row_with(total: int, currency: int, card: Card) -> tuple[int, int]:
    """The running total and the currency after a card (T4); a wild changes neither (T10)."""
    if is_wild(card):
        return total, currency
    if is_currency(card):
        return total - value(card), currency + value(card)
    return total + value(card), currency


@dataclass(frozen=True, slots=True)
class Outcome:
    """Next cards that do the same: which and how many of each, the chance of them all, the running
    total and the currency then (None after a bust), and what the turn is worth then."""

    does: str
    cards: tuple[tuple[Card, int], ...]
    chance: Fraction
    row: tuple[int, int] | None
    worth: Range


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a table in the draw phase.

    `stops` are the ways to end the drawing that are legal, the better ones first, and what they are
    worth. `draw` is what drawing is worth, None if no card is left; `outcomes` what the next card
    may bring. `in_order` says that the order of the cards to come is known.
    """

    objective: str
    total: int
    currency: int
    next_card: NextCard
    stops: tuple[tuple[str, Fraction], ...]
    draw: Range | None
    outcomes: tuple[Outcome, ...]
    in_order: bool

    @property
    def best(self) -> str | None:
        """The best choice, a stop where drawing is not better; None if the range of what drawing
        is worth does not tell."""
        if self.draw is None or (self.stops and self.draw.high <= self.stops[0][1]):
            return self.stops[0][0]
        return "draw" if not self.stops or self.draw.low > self.stops[0][1] else None

    @property
    def margin(self) -> Range | None:
        """By how much the best choice is better than the next; None if there is no other."""
        best = self.best
        others = [exactly(worth) for stop, worth in self.stops if stop != best]
        if self.draw is not None and best != "draw":
            others.append(self.draw)
        if best is None or not others:
            return None
        second = Range(max(one.low for one in others), max(one.high for one in others))
        first = self.draw if best == "draw" and self.draw else exactly(self.stops[0][1])
        return Range(first.low - second.high, first.high - second.low)


def odds(state: State, objective: str = TOKENS) -> Odds:
    """The odds of a table for an objective, `tokens` or `score`.

    Raises `ValueError` if it is not the draw phase.
    """
    if state.phase != DRAW:
        raise ValueError(not_drawing(state))
    total, currency, player = state.total, state.currency, state.player(state.turn)
    room = MOST_TOKENS - player.tokens
    gains = Gains(player, state.numbers, state.market, state.readings)

    def worth_after(drawn: Sequence[Card]) -> Fraction:
        """What stopping is worth after more cards were drawn."""
        money = currency + sum(map(value, filter(is_currency, drawn)))
        if objective == TOKENS:
            return Fraction(min(money, room))
        return Fraction(gains.of_row(list(filter(is_number, drawn)), money))

    legal = {move.kind for move in rules.legal_moves(state)}
    paid = rules.CURRENCY if objective == TOKENS else rules.NUMBERS
    stops = [
        (kind, worth_after(()) if kind == paid else NOTHING) for kind in STOPS if kind in legal
    ]
    stops.sort(key=lambda stop: -stop[1])
    unseen = Counter(state.to_come)
    draw: Range | None = None
    outcomes: list[Outcome] = []
    next_cards: Mapping[Card, int] = unseen
    if state.deck:
        next_cards = Counter(state.deck[:1])
        draw = exactly(in_order(total, currency, state.deck, worth_after))
        outcomes = outcomes_of(total, currency, next_cards, dict.fromkeys(next_cards, draw))
    elif unseen:
        found = (
            token_outlook(total, currency, unseen, room)
            if objective == TOKENS
            else score_outlook(total, currency, unseen, gains)
        )
        stop = stops[0][1] if stops else NOTHING
        draw, worths = in_any_order(total, currency, unseen, found, stop)
        outcomes = outcomes_of(total, currency, unseen, worths)
    next_card = replace(bust_chances(total, currency, next_cards), cards=unseen.total())
    known = bool(state.deck)
    return Odds(objective, total, currency, next_card, tuple(stops), draw, tuple(outcomes), known)


def not_drawing(state: State) -> str:
    """Why there are no odds of a table that is not in the draw phase."""
    return f"there are odds of drawing, auctions and last purchases, not of phase {state.phase}"


def in_order(
    total: int,
    currency: int,
    order: Sequence[Card],
    worth_after: Callable[[Sequence[Card]], Fraction],
) -> Fraction:
    """What drawing is worth where the order of the cards is known: the best stop before a bust."""
    best = NOTHING
    for place, card in enumerate(order, 1):
        if what_it_does(total, currency, card) in (BY_TOTAL, BY_CURRENCY):
            break
        total, currency = row_with(total, currency, card)
        best = max(best, worth_after(order[:place]))
    return best


def in_any_order(
    total: int, currency: int, unseen: Mapping[Card, int], outlook: Outlook, stop: Fraction
) -> tuple[Range, dict[Card, Range]]:
    """What drawing is worth, and the turn after each next card, wilds and busts included; `stop` is
    what stopping now is worth.

    After a wild the choice is as it was (see `stopping`).
    """
    wilds = sum(copies for card, copies in unseen.items() if is_wild(card))
    others = sum(unseen.values()) - wilds
    turn = outlook.draw.or_better(stop)
    draw = Range(
        (wilds * turn.low + others * outlook.draw.low) / (wilds + others),
        (wilds * turn.high + others * outlook.draw.high) / (wilds + others),
    )
    worths = {}
    for card in unseen:
        does = what_it_does(total, currency, card)
        if does == AUCTION:
            worths[card] = turn
        else:
            worths[card] = outlook.worth(card) if does == ON else exactly(0)
    return draw.rounded(), worths


def outcomes_of(
    total: int, currency: int, unseen: Mapping[Card, int], worths: Mapping[Card, Range]
) -> list[Outcome]:
    """The next cards by what they do and what the turn is worth then."""
    groups: dict[tuple[str, tuple[int, int] | None, Range], list[Card]] = {}
    for card in sorted(unseen, key=ORDER.__getitem__):
        does = what_it_does(total, currency, card)
        row = None if does in (BY_TOTAL, BY_CURRENCY) else row_with(total, currency, card)
        groups.setdefault((does, row, worths[card]), []).append(card)
    all_cards = sum(unseen.values())
    found = []
    for (does, row, worth), cards in groups.items():
        copies = tuple((card, unseen[card]) for card in cards)
        chance = Fraction(sum(count for _, count in copies), all_cards)
        found.append(Outcome(does, copies, chance, row, worth))
    return sorted(found, key=lambda one: (DOES.index(one.does), one.row and one.row[::-1]))
