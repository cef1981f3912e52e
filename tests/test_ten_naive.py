"""The referee of TEN against the naive copy of the rules, and laws that both obey."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import naive_ten as naive
import pytest
from naive_ten import BOX, Position, from_state, to_move, to_state

from solver.errors import IllegalMove
from solver.ten import rules
from solver.ten.cards import in_order
from solver.ten.table import Move, Payment, Player, State, visible

PLAIN = ["draw", "stop:numbers", "stop:currency", "pass", "end"]


def same_moves(state: State, position: Position) -> None:
    """The referee and the copy list the same legal moves."""
    assert [str(move) for move in rules.legal_moves(state)] == naive.moves(position)


def same_table(state: State, position: Position, text: str) -> State:
    """… and make the same of a move, which is given back; no card gets lost."""
    move = to_move(text)
    assert str(move) == text
    assert rules.breach(state, move) is None, text
    after = rules.apply(state, move)
    assert after == to_state(naive.play(position, text)), text
    assert rules.outcome(after) == naive.outcome(naive.play(position, text))
    assert cards(after) == cards(state)
    assert all(0 <= one.tokens <= 10 and one.bust >= 0 for one in after.players)
    return after


def cards(state: State) -> Counter[str]:
    """All cards, wherever they are."""
    return visible(state) + Counter(state.to_come)


def same_refusal(state: State, position: Position, text: str) -> bool:
    """The referee finds a rule broken that the copy finds broken too, or both find none."""
    expected = naive.breaches(position, text)
    broken = rules.breach(state, to_move(text))
    assert (broken[0] in expected) if broken else not expected, text
    return broken is not None


def refused(state: State, text: str) -> None:
    """A move that breaks a rule cannot be made."""
    move = to_move(text)
    broken = rules.breach(state, move)
    with pytest.raises(IllegalMove) as refusal:
        rules.apply(state, move)
    assert broken == (refusal.value.rule, refusal.value.message)
    assert refusal.value.move == text
    assert list(refusal.value.legal) == [str(move) for move in rules.legal_moves(state)]


def left_open(state: State, text: str, rule: str) -> None:
    """A move that is legal, but cannot be played until more is named."""
    move = to_move(text)
    assert rules.breach(state, move) is None
    with pytest.raises(IllegalMove) as refusal:
        rules.apply(state, move)
    assert refusal.value.rule == rule


def questionable(rng: random.Random, position: Position, legal: list[str]) -> Iterator[str]:
    """Moves of which most break a rule: all without a payment, and legal ones changed."""
    yield from PLAIN
    come = naive.to_come(position)
    yield from (f"draw:{card}" for card in [*come[:2], *rng.sample(naive.CARDS, 2)])
    paid = [move for move in legal if move[0] == "b"]
    tried = rng.sample(paid, min(8, len(paid)))
    tried += [naive.named(rng, position, move) for move in tried]
    market = naive.cards_of(position.market)
    tried += [f"bid:{rng.randint(0, 4)}", f"buy:{rng.choice([*market, *naive.NUMBER_CARDS])}"]
    for text in tried:
        yield from (changed(rng, position, text) for _ in range(3))


def changed(rng: random.Random, position: Position, text: str) -> str:
    """A bid or purchase with another price, or with a piece more or less."""
    move = naive.parse(text)
    head, pay = ":".join(text.split(":")[:2]), move.pay
    market = naive.cards_of(position.market)
    for _ in range(rng.choice([1, 1, 2])):
        how = rng.randrange(3)
        if how == 0 and move.kind == "bid":
            head = f"bid:{max(0, move.bid + rng.choice([-2, -1, 1, 2]))}"
        elif how == 0:
            head = f"buy:{rng.choice([*market, rng.choice(naive.CARDS)])}"
        elif how == 1:
            pay[rng.choice(["t", "b", "c", *naive.NUMBER_CARDS[:4], "W1", "W#"])] += 1
        elif pay:
            pay -= Counter([rng.choice(list(pay))])
    return naive.move_text(head, pay)


def some(rng: random.Random, texts: list[str], count: int) -> list[str]:
    """Some of the moves, of every kind."""
    chosen = rng.sample(texts, min(count, len(texts)))
    return [*chosen, *(text for text in texts if text.partition(":")[0] not in ("bid", "buy"))]


def check(rng: random.Random, position: Position, moves: int = 6) -> None:
    """All of the above about one position."""
    state = to_state(position)
    legal = naive.moves(position)
    assert [str(move) for move in rules.legal_moves(state)] == legal
    assert rules.outcome(state) == naive.outcome(position)
    assert list(rules.leaders(state)) == naive.winners(position)
    expected = naive.winners(position) if naive.is_over(position) else []
    assert list(rules.winners(state)) == expected
    for text in some(rng, legal, moves):
        if to_move(text).payment.open_cards:
            left_open(state, text, "T8")
        if text == "draw" and naive.next_card(position) is None:
            left_open(state, text, "T4")
        same_table(state, position, naive.named(rng, position, text))
    for text in naive.named_moves(position) if "draw" in legal else []:
        same_table(state, position, text)
    wrong = [
        text for text in questionable(rng, position, legal) if same_refusal(state, position, text)
    ]
    refused(state, rng.choice(wrong))


def compare() -> None:
    """A few positions on which every mistake of `test_ten_mutants` makes a difference."""
    rng = random.Random(8)
    for row in (["R9", "$4", "B4"], ["R2", "$5", "$4"]):  # one card more may bust
        position = naive.random_position(rng, 3, hidden=True, to_draw=20)
        position.row = row
        check(rng, position)
    for number in range(60):
        phase = ["draw", *naive.PHASES][number % 7]
        check(rng, naive.random_position(rng, 2 + number % 2, phase=phase, hidden=phase == "draw"))


# --- Move by move ---------------------------------------------------------------------------------


def test_a_few_positions_under_the_usual_readings() -> None:
    compare()


@pytest.mark.parametrize("phase", naive.PHASES)
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_positions_under_any_readings(players: int, phase: str) -> None:
    rng = random.Random(10 * players + naive.PHASES.index(phase))
    for number in range(12):
        readings = naive.random_readings(rng)
        check(
            rng,
            naive.random_position(
                rng, players, phase=phase, hidden=number % 2 == 0, readings=readings
            ),
        )


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in naive.VALUES.items() for value in values]
)
def test_every_reading(name: str, value: str) -> None:
    rng = random.Random(f"{name}={value}")
    for number in range(18):
        phase = naive.PHASES[number % 6]
        readings = naive.random_readings(rng) | {name: value}
        check(rng, naive.random_position(rng, 3, phase=phase, readings=readings), 3)


@pytest.mark.parametrize("seed", range(3))
def test_any_cards(seed: int) -> None:
    rng = random.Random(seed)
    for phase in naive.PHASES:
        for few in (True, False):
            check(rng, naive.random_position(rng, 4, phase=phase, few_kinds=few, most_cards=7))


def start(rng: random.Random, players: int, cards: int, hidden: bool) -> Position:
    """The start of a game with some of the cards of the box."""
    deck = rng.sample(BOX, cards)
    return from_state(
        State(
            players=(Player(5),) * players,
            deck=None if hidden else tuple(deck),
            unseen=in_order(deck) if hidden else (),
        )
    )


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_games(seed: int, hidden: bool) -> None:
    rng = random.Random(2 * seed + hidden)
    whole = seed >= 4
    position = start(rng, 4 + seed % 2 if whole else 1 + seed, 129 if whole else 50, hidden)
    if seed % 2:
        position.readings = naive.random_readings(rng)
    state, number, kinds = to_state(position), 0, set()
    while rules.outcome(state) == "open":
        if number % (12 if whole else 4) == 0:
            same_moves(state, position)
        text = naive.random_move(rng, position)
        kinds.add(text.partition(":")[0])
        state, position = same_table(state, position, text), naive.play(position, text)
        number += 1
    assert kinds == {"draw", "stop", "pass", "bid", "buy", "end"}
    assert rules.legal_moves(state) == []
    assert list(rules.winners(state)) == naive.winners(position)
    for text in [*PLAIN, "bid:1:t1", "buy:R1:t1"]:
        assert same_refusal(state, position, text)
        refused(state, text)


# --- Counting -------------------------------------------------------------------------------------


def perft(states: set[State], depth: int) -> int:
    """The number of sequences of listed moves, by the referee: one of them may lead to several
    tables, one for every choice of own cards."""
    after: dict[Move, set[State]] = {}
    for state in states:
        for move in rules.legal_moves(state):
            found = after.setdefault(move, set())
            found.update(rules.apply(state, one) for one in rules.named(state, move))
    return len(after) if depth == 1 else sum(perft(there, depth - 1) for there in after.values())


@pytest.mark.parametrize("phase", naive.PHASES)
def test_numbers_of_sequences(phase: str) -> None:
    rng = random.Random(phase)
    for number in range(6):
        position = naive.random_position(
            rng,
            1 + number % 3,
            phase=phase,
            most_cards=2,
            to_draw=3,
            readings=naive.random_readings(rng) | {"overpay": "forbidden"},
        )
        for pieces in position.pieces.values():
            pieces["t"], pieces["b"] = min(2, pieces["t"]), min(1, pieces["b"])
        for depth in (1, 2, 3):
            assert perft({to_state(position)}, depth) == naive.perft(position, depth)


def test_named_moves() -> None:
    rng = random.Random(1)
    for number in range(40):
        phase = ("auction", "buy", "final")[number % 3]
        readings = naive.random_readings(rng)
        position = naive.random_position(rng, 2, phase=phase, readings=readings)
        state = to_state(position)
        found = [one for move in rules.legal_moves(state) for one in rules.named(state, move)]
        assert sorted(str(one) for one in found if one.kind != "draw") == [
            text for text in naive.named_moves(position) if text[:4] != "draw"
        ]


# --- Laws -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_seats_turned_by_one_change_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 4

    def seat(number: int) -> int:
        return number % players + 1

    def turned(state: State) -> State:
        auction = state.auction
        if auction is not None:
            by = auction.by and seat(auction.by)
            auction = replace(auction, next=seat(auction.next), by=by)
        return replace(
            state,
            players=(state.players[-1], *state.players[:-1]),
            turn=seat(state.turn),
            next=state.next and seat(state.next),
            auction=auction,
        )

    for phase in naive.PHASES:
        readings = naive.random_readings(rng)
        position = naive.random_position(rng, players, phase=phase, readings=readings)
        state = to_state(position)
        legal = rules.legal_moves(state)
        assert rules.legal_moves(turned(state)) == legal
        assert sorted(map(seat, rules.leaders(state))) == list(rules.leaders(turned(state)))
        for text in some(rng, [str(move) for move in legal], 5):
            move = to_move(naive.named(rng, position, text))
            assert rules.apply(turned(state), move) == turned(rules.apply(state, move))


@pytest.mark.parametrize("seed", range(6))
def test_other_colours_change_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    colours = dict(zip("RBOG", rng.sample("RBOG", 4), strict=True))

    def painted(card: str) -> str:
        return colours.get(card[0], card[0]) + card[1]

    def paint(cards: tuple[str, ...]) -> tuple[str, ...]:
        return in_order(map(painted, cards))

    def bill(payment: Payment) -> Payment:
        return replace(payment, cards=paint(payment.cards))

    def recoloured(state: State) -> State:
        auction = state.auction
        if auction is not None:
            card, payment = painted(auction.card), bill(auction.payment)
            auction = replace(auction, card=card, payment=payment)
        return replace(
            state,
            players=tuple(replace(one, cards=paint(one.cards)) for one in state.players),
            row=tuple(map(painted, state.row)),
            market=paint(state.market),
            deck=None if state.deck is None else tuple(map(painted, state.deck)),
            unseen=paint(state.unseen),
            discard=paint(state.discard),
            auction=auction,
        )

    def other(move: Move) -> Move:
        card = None if move.card is None else painted(move.card)
        return replace(move, card=card, payment=bill(move.payment))

    for phase in naive.PHASES:
        readings = naive.random_readings(rng)
        position = naive.random_position(rng, 3, phase=phase, readings=readings, hidden=seed > 2)
        state = to_state(position)
        legal = rules.legal_moves(state)
        assert set(rules.legal_moves(recoloured(state))) == set(map(other, legal))
        assert rules.leaders(recoloured(state)) == rules.leaders(state)
        for text in some(rng, [str(move) for move in legal], 5):
            move = to_move(naive.named(rng, position, text))
            assert rules.apply(recoloured(state), other(move)) == recoloured(
                rules.apply(state, move)
            )
