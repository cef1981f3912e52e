"""Random deals of TEN (T1, T2, T3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from solver.fields import Token
from solver.shuffle import deal_generator
from solver.ten.card_notation import read_cards, spread
from solver.ten.cards import CURRENCY, CURRENCY_COPIES, FULL_DECK, Card, in_order
from solver.ten.table import START_TOKENS, Player, Readings, State
from solver.ten.validity import check_copies, check_currency

FULL = "full"
WHOLE_BOX_FROM = 4
"""So many players use all cards (T3)."""


def deal(
    players: int,
    seed: int,
    index: int = 1,
    readings: Mapping[str, str] | None = None,
    deck: Counter[Card] | None = None,
) -> State:
    """Deal number `index`, from 1, of a seed: the shuffled cards as an open deck, and five black
    tokens for each player.

    `deck` are the cards to shuffle, None for the whole box. The order depends on them, the seed and
    the index alone, so tables of different sizes play the same shuffle.
    """
    cards = in_order((FULL_DECK if deck is None else deck).elements())
    return State(
        players=(Player(START_TOKENS),) * players,
        deck=tuple(deal_generator(seed, index).shuffled(cards)),
        readings=Readings(**(readings or {})),
    )


def deal_asked(
    players: int,
    seed: int,
    index: int = 1,
    readings: Mapping[str, str] | None = None,
    deck: str | None = None,
) -> State:
    """The same, the cards told in words: `full` for the whole box, or a list as `R1*3 R2 $5`.

    Raises `ValueError` where nothing is said and it is not known which cards are used (T3),
    `ReadError` for what is no list of cards, and `InvalidPosition` for more than the box has.
    """
    if deck is None and players < WHOLE_BOX_FROM:
        raise ValueError(
            f"which cards are taken out for {table_of(players)} is not known (T3); '{FULL}' uses"
            " all of them, or name the cards that are used, as 'R1*3 R2 W5 $3'"
        )
    whole = deck is None or deck.strip().lower() == FULL
    return deal(players, seed, index, readings, None if whole else read_deck(deck or ""))


def read_deck(words: str) -> Counter[Card]:
    """The cards of a list; raises the errors of `deal_asked`."""
    tokens = [Token(match[0], 1, match.start() + 1) for match in re.finditer(r"\S+", words)]
    if not tokens:
        raise ValueError("no card is named")
    found = {"deck": [read_cards(token) for token in tokens]}
    check_copies(found)
    check_currency(found, derived=False)
    return Counter(spread(found["deck"]))


def note_of(state: State) -> str:
    """What has to be said about a deal: which cards it uses where the rules leave that open, and
    what is assumed about them (T0, T1, T3)."""
    players, cards = len(state.players), state.to_come
    said = [f"{len(cards)} cards, as asked for"]
    if Counter(cards) == FULL_DECK:
        few = f", none taken out for {table_of(players)} (T3)" if players < WHOLE_BOX_FROM else ""
        copies = ", ".join(
            f"{count} of {CURRENCY}{value}" for value, count in CURRENCY_COPIES.items()
        )
        said = [f"all {len(cards)} cards{few}", f"currency values are an assumption (T1): {copies}"]
    if players == 1:
        said.append("a single player is not the published game (T0)")
    return ". ".join(one[0].upper() + one[1:] for one in said)


def table_of(players: int) -> str:
    """A number of players in words."""
    return f"{players} player{'' if players == 1 else 's'}"
