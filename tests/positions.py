"""Positions of Level 10 for the tests: deals, random games, late positions, all readings."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import naive_level10 as naive

from solver.level10.cards import HAND_SIZE, RESTART, WORLDS, Card, full_deck, is_level, level_of
from solver.level10.cards import number as number_at_the_end
from solver.level10.rules import READINGS, Move, Readings, State, apply, legal_moves, outcome
from solver.shuffle import deal_generator

DEFAULT = Readings()

# The default, each reading varied alone, and combinations of readings that may meet.
ALL_READINGS: list[Readings] = [
    DEFAULT,
    *(
        replace(DEFAULT, **{name: value})
        for name, values in READINGS.items()
        for value in values[1:]
    ),
    Readings(put_back="discard", tuck_when="deck-empty-after", empty_hand="may-restart"),
    Readings(extra_turn="per-column", empty_hand="may-restart", first_pause="forbidden"),
    Readings(extra_turn="first-round", put_back="discard", tuck="never"),
    Readings(extra_turn="never", put_back="never", tuck_when="deck-empty-after"),
]


TRIES = 40  # how often late_games takes moves back in one game
FURTHEST_BACK = 12  # … and how many at most


def reading_id(readings: Readings) -> str:
    """A test id: the readings that are not the default."""
    default = dict(DEFAULT.items())
    return " ".join(f"{k}={v}" for k, v in readings.items() if v != default[k]) or "default"


def deal(
    players: int,
    pauses: int,
    seed: int,
    index: int = 1,
    readings: Readings = DEFAULT,
    starter: int = 1,
) -> State:
    """A shuffled deal: hand 1 takes its cards first, then hand 2 …, the rest is the deck."""
    cards = deal_generator(seed, index).shuffled(full_deck(pauses))
    size = HAND_SIZE[players]
    hands = tuple(tuple(sorted(cards[i * size : (i + 1) * size])) for i in range(players))
    return State(
        players=players,
        pauses=pauses,
        hands=hands,
        deck=tuple(cards[players * size :]),
        turn=starter,
        starter=starter,
        readings=readings,
    )


def compose(
    hands: Iterable[str],
    deck: str = "",
    rows: dict[str, str] | None = None,
    out: str = "",
    turn: int = 1,
    extra: bool = False,
    starter: int = 1,
    readings: Readings = DEFAULT,
) -> State:
    """A state written by hand, cards parted by spaces; cards may be missing from it."""
    rows = rows or {}
    sorted_hands = tuple(tuple(sorted(hand.split())) for hand in hands)
    cells = tuple(tuple(rows.get(world, "").split()) for world in WORLDS)
    cards = [card for part in (*sorted_hands, *cells, deck.split(), out.split()) for card in part]
    return State(
        players=len(sorted_hands),
        pauses=sum(card[0] == "P" for card in cards),
        hands=sorted_hands,
        deck=tuple(deck.split()),
        rows=cells,
        out=tuple(sorted(out.split())),
        turn=turn,
        extra=extra,
        starter=starter,
        readings=readings,
    )


def _weight(state: State, card: Card, row: str) -> float:
    """How willingly a long-lived game places this card: small gaps, restarts of high rows."""
    height = number_at_the_end(state.row(row))
    if card == RESTART:
        return 2.0 ** (height - 6)
    if is_level(card):
        return 4.0 ** (height + 1 - level_of(card))
    return 0.1


def random_move(state: State, rng: random.Random) -> Move:
    """A legal move, chosen so that games live long: one that does not lose at once if possible."""
    groups: dict[tuple[Card, str], list[Move]] = {}
    for move in legal_moves(state):
        groups.setdefault((move.card, move.row), []).append(move)
    if state.readings.put_back == "discard" and rng.random() < 0.95:  # cards soon get too few
        groups = {key: moves[:1] for key, moves in groups.items()}
    while True:
        weights = [_weight(state, *key) for key in groups]
        key = rng.choices(list(groups), weights)[0]
        move = rng.choice(groups[key])
        if len(groups) == 1 or outcome(apply(state, move)) != "lost":
            return move
        del groups[key]


def random_line(state: State, rng: random.Random, plies: int) -> list[Move]:
    """Random legal moves from a state, at most `plies`, fewer if the game ends before."""
    line: list[Move] = []
    while len(line) < plies and outcome(state) == "open":
        line.append(random_move(state, rng))
        state = apply(state, line[-1])
    return line


def play_all(state: State, line: Iterable[Move]) -> State:
    """The state after a line of moves."""
    for move in line:
        state = apply(state, move)
    return state


def late_games(
    players: int,
    pauses: int,
    filled: int,
    seed: int,
    readings: Readings = DEFAULT,
    starter: int = 1,
) -> Iterator[list[State]]:
    """Endless random games, each up to an open position with this many cells filled.

    A game is the list of its states from the deal on. Where one is lost too early, its last moves
    are taken back and others tried.
    """
    rng = random.Random(seed)
    for index in itertools.count(1):
        states = [deal(players, pauses, seed, index, readings, starter)]
        for _ in range(TRIES):
            while len(states) <= filled and outcome(states[-1]) == "open":
                states.append(apply(states[-1], random_move(states[-1], rng)))
            if len(states) > filled and outcome(states[-1]) == "open":
                yield states
                break
            del states[max(1, len(states) - rng.randint(1, FURTHEST_BACK)) :]


def late_positions(
    players: int,
    pauses: int,
    filled: int,
    seed: int,
    readings: Readings = DEFAULT,
    starter: int = 1,
) -> Iterator[State]:
    """Endless open positions with this many cells filled, each from another random game.

    They are rare from 45 cells on with five players and no pauses.
    """
    for states in late_games(players, pauses, filled, seed, readings, starter):
        yield states[-1]


def to_naive(state: State) -> naive.Table:
    """The same table for the naive copy of the rules."""
    return naive.Table(
        hands={seat: list(hand) for seat, hand in enumerate(state.hands, 1)},
        deck=list(state.deck),
        rows={world: list(state.row(world)) for world in WORLDS},
        turn=state.turn,
        extra=state.extra,
        starter=state.starter,
        out=list(state.out),
        readings={name: value for name, value in state.readings.items() if name != "starter"},
    )


def move(text: str) -> Move:
    """A move from its notation: `A3`, `PA`, `PA/A5`, `RA`, `RA-B7-C2`."""
    if is_level(text) and text[1].isdigit():
        return Move(text, text[0])
    if text[0] == RESTART:
        return Move(RESTART, text[1], put_back=tuple(text.split("-")[1:]))
    return Move(text[0], text[1], tuck=text[3:] or None)
