"""Tables of TEN for puzzles: pieces taken at random, names that do not matter, and who is asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import permutations

from solver.game import Question
from solver.shuffle import SplitMix64
from solver.ten.cards import COLOURS, FULL_DECK, Card, in_order
from solver.ten.table import MAX_PLAYERS, Payment, State

SEATS = range(1, MAX_PLAYERS + 1)


class Box:
    """The cards of the box in a random order."""

    def __init__(self, rng: SplitMix64) -> None:
        self.cards = rng.shuffled(in_order(FULL_DECK.elements()))

    def take(self, count: int, wanted: Callable[[Card], bool] = lambda card: True) -> list[Card]:
        """The first cards that are wanted, which leave the box."""
        taken = [card for card in self.cards if wanted(card)][:count]
        for card in taken:
            self.cards.remove(card)
        return taken


def distinct(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards without second copies, as they are written."""
    return in_order(set(cards))


def player_of(state: State, question: Question) -> int:
    """The player whom a goal names, as `win:2` does; raises `ValueError` if there is none."""
    player = int(question.goal.split(":")[1])
    if player > len(state.players):
        raise ValueError(f"there is no player {player} at this table of {len(state.players)}")
    return player


# --- Names that do not matter -------------------------------------------------------------------


def recoloured(cards: Iterable[Card], colours: dict[str, str]) -> tuple[Card, ...]:
    """Cards with other colours, in the same order."""
    return tuple(colours.get(card[0], card[0]) + card[1] for card in cards)


def colourings() -> list[dict[str, str]]:
    """Every way to give the colours each other's names."""
    return [dict(zip(COLOURS, names, strict=True)) for names in permutations(COLOURS)]


def canonical(state: State, first: int) -> Hashable:
    """What is the same for tables that differ in the names of the colours only, and in who is
    called player 1; `first` is the seat that takes the place of player 1."""

    def seat(number: int | None) -> int:
        return 0 if number is None else (number - first) % len(state.players) + 1

    def named(colours: dict[str, str]) -> tuple[Hashable, ...]:
        def heap(cards: Iterable[Card]) -> tuple[Card, ...]:
            return in_order(recoloured(cards, colours))

        def paid(payment: Payment) -> tuple[Hashable, ...]:
            return payment.tokens, payment.bust, heap(payment.cards)

        seats = sorted(range(1, len(state.players) + 1), key=seat)
        players = ((one.tokens, one.bust, heap(one.cards)) for one in map(state.player, seats))
        bid = state.auction
        auction = bid and (
            *recoloured([bid.card], colours),
            seat(bid.next),
            seat(bid.by),
            bid.bid,
            paid(bid.payment),
        )
        return (
            tuple(players),
            recoloured(state.row, colours),
            heap(state.market),
            recoloured(state.deck or (), colours),
            heap(state.unseen),
            heap(state.discard),
            auction or (),
        )

    same = seat(state.turn), seat(state.next), state.phase, state.deck is None, state.readings
    return same, min(map(named, colourings()), key=repr)
