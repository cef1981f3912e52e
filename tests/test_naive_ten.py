"""The naive copy of the rules of TEN against expectations found by hand."""

from __future__ import annotations

import random
from collections import Counter

import naive_ten as naive
import pytest
from naive_ten import BOX, WILDS, Illegal, Position


def pieces(text: str) -> Counter[str]:
    """What a player has: `3t 1b R1 R1 W5`."""
    words = text.split()
    tokens = {word[1]: int(word[0]) for word in words if word[1] in "tb"}
    return Counter(tokens) + Counter(word for word in words if word[1] not in "tb")


def table(
    *players: str,
    turn: int = 1,
    phase: str = "draw",
    row: str = "",
    market: str = "",
    deck: str | None = "",
    unseen: str = "",
    buyer: int | None = None,
    readings: str = "",
) -> Position:
    return Position(
        pieces={number: pieces(text) for number, text in enumerate(players, 1)},
        turn=turn,
        phase=phase,
        row=row.split(),
        market=Counter(market.split()),
        deck=None if deck is None else deck.split(),
        unseen=Counter(unseen.split()),
        discard=Counter(),
        auction=None,
        buyer=buyer,
        readings=naive.DEFAULTS | dict(word.split("=") for word in readings.split()),
    )


def played(position: Position, *moves: str) -> Position:
    for move in moves:
        position = naive.play(position, move)
    return position


def has(position: Position, player: int, text: str) -> bool:
    return position.pieces[player] == pieces(text)


# The cards and the draw


def test_the_box() -> None:
    assert len(BOX) == 129
    for colour in "RBOG":
        assert sum(card[0] == colour for card in BOX) == 23
    assert sum(card in WILDS for card in BOX) == 18
    assert sum(card[0] == "$" for card in BOX) == 27
    assert Counter(card[1] for card in BOX if card[0] == "W") == Counter("123456789#")


@pytest.mark.parametrize(
    ("row", "total", "busting"),
    [
        ("R1 $1", 0, 0),
        ("R1", 1, 0),
        ("R2", 2, 4),
        ("R3", 3, 8),
        ("R4", 4, 12),
        ("R5", 5, 24),
        ("R6", 6, 36),
        ("R7", 7, 48),
        ("R8", 8, 60),
        ("R9", 9, 72),
        ("R9 $3 R4", 10, 84),
    ],
)
def test_cards_that_bust_by_total(row: str, total: int, busting: int) -> None:
    box = " ".join(BOX)
    before = table("", "", row=row, deck=None, unseen=box)
    found = 0
    for card, copies in Counter(BOX).items():
        after = naive.play(before, f"draw:{card}")
        if after.turn == 2:
            assert int(card[1]) + total >= 11
            assert has(after, 1, "1b")
            found += copies
    assert found == busting


def test_bust_by_currency() -> None:
    # 5 with 5, 3 and 3: the total is -6, the currency 11.
    before = table("1t", "2t", row="R5 $5 $3", deck="$3 R1")
    after = naive.play(before, "draw")
    assert (after.turn, after.phase, after.row) == (2, "draw", [])
    assert has(after, 1, "1t 1b")
    assert has(after, 2, "2t")
    assert after.market == Counter(R5=1)
    assert after.discard == Counter({"$5": 1, "$3": 2})


def test_bust_by_total() -> None:
    # 9, $5, $3, 9: totals 9, 4, 1, 10. Then a 1 busts, and the others gain 8 up to ten.
    before = table("1t", "0t", "5t 1b", deck="R9 $5 $3 B9 G1 G2")
    after = played(before, "draw", "draw", "draw", "draw")
    assert after.row == ["R9", "$5", "$3", "B9"]
    after = naive.play(after, "draw")
    assert has(after, 1, "1t 1b")
    assert has(after, 2, "8t")
    assert after.pieces[3] == Counter(t=10, b=1)
    assert after.market == Counter(R9=1, B9=1, G1=1)
    assert after.discard == Counter({"$5": 1, "$3": 1})
    assert after.turn == 2


@pytest.mark.parametrize(("supply", "after"), [("limited", 7), ("unlimited", 8)])
def test_when_all_bust_tokens_are_held(supply: str, after: int) -> None:
    before = table("7b", "8b", row="R9 $1", deck="R9", readings=f"bust_supply={supply}")
    there = naive.play(before, "draw")
    assert [there.pieces[1]["b"], there.pieces[2]["b"]] == [after, 8]
    assert there.pieces[2]["t"] == 1
    spent = table("6b", "8b", row="R9", deck="R9", readings=f"bust_supply={supply}")
    assert naive.play(spent, "draw").pieces[1]["b"] == 7


def test_the_rewards() -> None:
    before = table("4t R1", "9t", "0t 2b", row="R1 $2 B3", market="G2", deck="R2")
    assert naive.moves(before) == ["draw", "stop:currency", "stop:numbers"]
    numbers = naive.play(before, "stop:numbers")
    assert (numbers.turn, numbers.phase, numbers.row) == (1, "buy", [])
    assert has(numbers, 1, "4t R1 R1 B3")
    assert numbers.pieces[2] == Counter(t=10)
    assert has(numbers, 3, "2t 2b")
    assert (numbers.market, numbers.discard) == (Counter(G2=1), Counter({"$2": 1}))
    assert naive.play(numbers, "end").turn == 2
    currency = naive.play(before, "stop:currency")
    assert (currency.turn, currency.phase, currency.row) == (2, "draw", [])
    assert has(currency, 1, "6t R1")
    assert has(currency, 2, "9t")
    assert currency.market == Counter(R1=1, B3=1, G2=1)
    assert currency.discard == Counter({"$2": 1})


@pytest.mark.parametrize(
    ("row", "readings", "expected"),
    [
        ("", "", ["draw"]),
        ("", "first_card=optional", ["draw", "end"]),
        ("", "empty_reward=allowed", ["draw"]),
        ("R1", "first_card=optional", ["draw", "stop:numbers"]),
        ("$1", "", ["draw", "stop:currency"]),
        ("$1", "empty_reward=allowed", ["draw", "stop:currency", "stop:numbers"]),
        ("R1", "empty_reward=allowed", ["draw", "stop:currency", "stop:numbers"]),
    ],
)
def test_when_to_stop(row: str, readings: str, expected: list[str]) -> None:
    assert naive.moves(table("1t", "", row=row, deck="R2", readings=readings)) == expected
    assert (
        naive.moves(table("1t", "", row=row, deck=None, unseen="R2 B2", readings=readings))
        == expected
    )
    # Without a card to come nobody draws; a turn without a row can only end.
    last = table("1t", "", row=row, readings=readings)
    assert naive.moves(last) == [move for move in expected if move[:4] == "stop"] or ["end"]


def test_taking_no_numbers_still_pays_the_others_and_allows_to_buy() -> None:
    before = table("3t", "1t", row="$2", market="R3", deck="R1", readings="empty_reward=allowed")
    after = naive.play(before, "stop:numbers")
    assert has(after, 2, "3t")
    assert naive.moves(after) == ["buy:R3:t3", "end"]


# Payments


@pytest.mark.parametrize(
    ("own", "card", "overpay", "expected"),
    [
        # A bust and a black token are exactly 4; of two bust tokens none can be left out.
        ("1t 2b", "R4", "forbidden", ["b2", "t1+b1"]),
        ("1t 2b", "R4", "only-if-forced", ["t1+b1"]),
        ("1t 2b", "R4", "allowed", ["b2", "t1+b1", "t1+b2"]),
        ("2b", "R4", "only-if-forced", ["b2"]),
        ("2b G1", "R4", "forbidden", ["b1+c1", "b2"]),
        ("2b G1", "R4", "only-if-forced", ["b1+c1"]),
        # With a bust token a black one is needed for 4, but not for 3.
        ("2t 1b", "R3", "forbidden", ["b1"]),
        ("2t 1b", "R3", "allowed", ["b1", "t1+b1", "t2+b1"]),
        ("2t 1b", "R2", "forbidden", ["b1", "t2"]),
        ("2t 1b", "R2", "only-if-forced", ["t2"]),
        ("1t 1b", "R2", "forbidden", ["b1"]),
        ("1t 1b", "R2", "only-if-forced", ["b1", "t1+b1"]),
        ("1t W# G1", "R3", "forbidden", ["t1+c2"]),
        ("1t W# G1", "R2", "forbidden", ["c2", "t1+c1"]),
        ("1t W#", "R3", "allowed", []),
        ("9t", "R9", "forbidden", ["t9"]),
    ],
)
def test_payments(own: str, card: str, overpay: str, expected: list[str]) -> None:
    for phase in ("buy", "final"):
        position = table(
            own, phase=phase, market=card, buyer=1, deck="", readings=f"overpay={overpay}"
        )
        assert naive.moves(position) == [*(f"buy:{card}:{pay}" for pay in expected), "end"]


def test_named_payments() -> None:
    position = table("1t R1 R1 W5", phase="buy", market="G2", deck="R1")
    assert naive.moves(position) == ["buy:G2:c2", "buy:G2:t1+c1", "end"]
    pays = ["R1+R1", "R1+W5", "t1+R1", "t1+W5"]
    assert naive.named_moves(position) == [*(f"buy:G2:{pay}" for pay in pays), "end"]
    assert naive.listed("buy:G2:t1+W5") == "buy:G2:t1+c1"
    assert naive.breach(position, "buy:G2:R1*2") is None
    with pytest.raises(Illegal, match="T8"):
        naive.play(position, "buy:G2:c2")


@pytest.mark.parametrize("spent", ["discard", "market"])
def test_a_purchase(spent: str) -> None:
    position = table(
        "2t 1b R1 W5", "3t", phase="buy", market="G6 R1", deck="R1", readings=f"spent_cards={spent}"
    )
    after = naive.play(position, "buy:G6:t1+b1+R1+W5")
    assert has(after, 1, "1t G6")
    assert (after.turn, after.phase) == (2, "draw")
    if spent == "market":
        assert (after.market, after.discard) == (Counter(R1=2), Counter(W5=1))
    else:
        assert (after.market, after.discard) == (Counter(R1=1), Counter(R1=1, W5=1))


def test_identical_cards() -> None:
    own = "2t R2 R2 B1"
    assert naive.moves(table(own, phase="buy", market="R2", deck="R1")) == ["end"]
    position = table(
        own, phase="buy", market="R2", deck="R1", readings="identical_test=after-payment"
    )
    assert naive.moves(position) == ["buy:R2:c2", "end"]
    assert naive.named_moves(position) == ["buy:R2:R2+R2", "end"]
    assert naive.breach(position, "buy:R2:R2+B1") == "T9"
    assert has(naive.play(position, "buy:R2:R2+R2"), 1, "2t R2 B1")
    one = table(
        "1t R2 B1", phase="buy", market="R2", deck="R1", readings="identical_test=after-payment"
    )
    assert naive.named_moves(one) == ["buy:R2:R2+B1", "buy:R2:t1+R2", "end"]


# Auctions


def test_an_auction() -> None:
    before = table("2t", "1t 1b", "3t R1", turn=2, row="$2", deck="W5 R1")
    asked = naive.play(before, "draw")
    assert asked.phase == "auction"
    assert asked.row == ["$2"]
    assert [naive.on_move(there) for there in courses(asked, "pass", "pass", "pass")] == [3, 1, 2]
    # Player 3 has 4 pieces: every bid up to 4, each with tokens alone or with the card.
    bids = ["bid:1:c1", "bid:1:t1", "bid:2:t1+c1", "bid:2:t2", "bid:3:t2+c1", "bid:3:t3"]
    assert naive.moves(asked) == [*bids, "bid:4:t3+c1", "pass"]
    # More than 2 is more than player 1 has.
    assert naive.moves(naive.play(asked, "bid:2:t1+R1")) == ["pass"]
    # The bust token alone may be offered for 3, though not for 4, and not for 2 with the black one.
    last = played(asked, "bid:1:t1", "bid:2:t2")
    assert naive.moves(last) == ["bid:3:b1", "bid:4:t1+b1", "pass"]
    # The bid, not the pieces, must be beaten.
    high = played(asked, "pass", "bid:1:t1")
    assert naive.moves(high) == ["bid:2:b1", "bid:3:b1", "bid:4:t1+b1", "pass"]
    won = played(asked, "bid:2:t1+R1", "pass", "bid:3:b1")
    assert has(won, 2, "1t W5")
    assert has(won, 3, "3t R1")
    assert (won.turn, won.phase, won.row, won.deck) == (2, "draw", ["$2"], ["R1"])
    lost = played(asked, "bid:2:t1+R1", "pass", "pass")
    assert has(lost, 2, "1t 1b")
    assert has(lost, 3, "2t W5")
    assert lost.discard == Counter(R1=1)
    assert naive.moves(lost) == ["draw", "stop:currency"]


def courses(position: Position, *moves: str) -> list[Position]:
    """The positions before each of some moves."""
    found = []
    for move in moves:
        found.append(position)
        position = naive.play(position, move)
    return found


@pytest.mark.parametrize("taken", [False, True])
def test_nobody_bids(taken: bool) -> None:
    before = table("1t", "1t", row="R1", deck="B#")
    before.readings["no_bid"] = "active-takes-free" if taken else "discard"
    after = played(before, "draw", "pass", "pass")
    assert has(after, 1, "1t B#" if taken else "1t")
    assert after.discard == ({} if taken else Counter({"B#": 1}))
    assert naive.moves(after) == ["stop:numbers"]


def test_readings_of_an_auction() -> None:
    free = naive.play(table("1t", deck="W5 R1", readings="min_bid=0"), "draw")
    assert naive.moves(free) == ["bid:0", "bid:1:t1", "pass"]
    assert has(naive.play(free, "bid:0"), 1, "1t W5")
    two = played(table("1t", "1t", deck="W5 R1", readings="min_bid=0"), "draw", "bid:0")
    assert naive.moves(two) == ["bid:1:t1", "pass"]
    lost = naive.play(table("1t", deck="W5 R1", readings="min_bid=0 overpay=allowed"), "draw")
    assert naive.moves(lost) == ["bid:0", "bid:0:t1", "bid:1:t1", "pass"]
    tokens = naive.play(table("1t 1b R1", deck="W5 R1", readings="bid_with_cards=no"), "draw")
    bids = ["bid:1:b1", "bid:1:t1", "bid:2:b1", "bid:3:b1", "bid:4:t1+b1"]
    assert naive.moves(tokens) == [*bids, "pass"]
    assert naive.breach(tokens, "bid:2:t1+R1") == "T10"
    # 2 could be paid exactly with the card, which may not be used: so the bust token is forced.
    tokens.readings["overpay"] = "only-if-forced"
    bids = ["bid:1:t1", "bid:2:b1", "bid:2:t1+b1", "bid:3:b1", "bid:4:t1+b1"]
    assert naive.moves(tokens) == [*bids, "pass"]


# The end


def test_the_last_turn() -> None:
    before = table("2t", "2t", "2t", turn=2, market="G1", deck="R1")
    last = played(before, "draw", "stop:numbers", "end")
    assert (last.phase, last.turn, last.buyer) == ("final", 2, 3)
    assert naive.moves(last) == ["buy:G1:t1", "end"]
    order = courses(last, "end", "buy:G1:t1", "end")
    assert [naive.on_move(there) for there in order] == [3, 1, 2]
    assert naive.moves(order[-1]) == ["end"]
    over = naive.play(order[-1], "end")
    assert naive.outcome(order[-1]) == "open"
    assert naive.outcome(over) == "over"
    assert naive.moves(over) == []
    assert naive.breaches(over, "end") == ["T11"]
    assert has(over, 1, "1t G1")
    # The last turn may also end with a bust, with currency, or without a reward.
    assert played(table("", "", row="R9", deck="R9"), "draw").buyer == 2
    assert played(table("", "", row="R9 $1"), "stop:currency").buyer == 2
    assert played(table("", "", deck="W5"), "draw", "pass", "pass", "end").buyer == 2
    assert played(table("", row="R9 $1"), "stop:currency").buyer == 1
    assert played(table("", row="R9 $1"), "stop:currency", "end").buyer is None


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("", 0),
        ("B1 B2 B3 B5 B7", 3),
        ("R1 R2 R3 R4 R5 G7 G8 G9 B4 B5 O6", 11),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9", 10),
        ("R1 R2 R3 R6 R7 R8 R9 R# W5", 10),
        ("R1 R2 R3 R5 R6 W4 R4", 7),  # the wild scores 1 elsewhere
        ("R1 R1 R3", 1),
        ("R1 R3 W2 W4", 4),
        ("R1 R3 B3 B5 W2 W4", 6),
        ("R8 R9 B# B#", 4),
        ("R2 B5 W#", 3),
    ],
)
def test_scores(cards: str, expected: int) -> None:
    assert naive.score(cards.split()) == expected
    assert naive.score_by_trying(cards.split()) == expected


def test_runs_of_wilds_alone() -> None:
    for cards, yes, no in (("B# B#", 2, 0), ("R1 R3 W2 G#", 4, 3), ("B5 B# W9 W8", 4, 2)):
        for reading, expected in (("yes", yes), ("no", no)):
            assert naive.score(cards.split(), reading) == expected
            assert naive.score_by_trying(cards.split(), reading) == expected


@pytest.mark.parametrize("reading", ["yes", "no"])
def test_scores_are_the_best_of_all_assignments(reading: str) -> None:
    rng = random.Random(3)
    wilds = [card for card in BOX if card in WILDS]
    for _ in range(120):
        numbers = rng.sample(naive.NUMBER_CARDS, rng.randint(0, 9))
        cards = numbers + rng.sample(wilds, rng.randint(0, 3))
        assert naive.score(cards, reading) == naive.score_by_trying(cards, reading)


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (["R1 R2 9b", "R1 B3 G4", "9t R1"], [2]),
        (["3t 1b R1", "4t R2", "4t R1 R3"], [2]),
        (["4t R1 R3", "4t R2", "4t R2 R2"], [2]),
        (["4t R1 9b", "3t R1 R2", "4t B9", "4t R3 R5"], [2]),
        (["4t R1 9b", "4t B9", "4t R3 R5"], [1, 2]),
        (["0t"], [1]),
        (["4t B#", "4t R1", "3t G#"], [1, 2]),
    ],
)
def test_winners(players: list[str], expected: list[int]) -> None:
    assert naive.winners(table(*players, phase="final")) == expected
    if "B#" in players[0]:
        over = table(*players, phase="final", readings="wild_only_run=no")
        assert naive.winners(over) == [2]


# Hidden cards, broken rules, counting


def test_cards_whose_order_is_not_known() -> None:
    hidden = table("1t", "1t", deck=None, unseen="R1 R1 W5")
    assert naive.moves(hidden) == ["draw"]
    assert naive.named_moves(hidden) == ["draw:R1", "draw:W5"]
    assert naive.play(hidden, "draw:R1").unseen == Counter(R1=1, W5=1)
    for move in ("draw", "draw:B1"):
        with pytest.raises(Illegal, match="T4"):
            naive.play(hidden, move)
    alike = table("1t", "1t", deck=None, unseen="R1 R1")
    assert naive.named_moves(alike) == ["draw"]
    assert naive.play(alike, "draw").row == ["R1"]
    known = table("1t", "1t", deck="R1 B1")
    assert naive.play(known, "draw:R1").deck == ["B1"]
    assert naive.breach(known, "draw:B1") == "T4"


DRAWING = table("2t 1b R1", "1t", market="R2", deck="R1")
WITH_ROW = table("2t 1b R1", "1t", row="R2", market="R2", deck="R1")
BUYING = table("3t 1b R1", "1t", phase="buy", market="R1 R3", deck="R1")
BIDDING = naive.play(table("1t", "2t R1", deck="W5"), "draw")
LAST = table("2t", "1t", row="$2")


@pytest.mark.parametrize(
    ("position", "move", "rule"),
    [
        (DRAWING, "stop:numbers", "T4"),
        (DRAWING, "end", "T4"),
        (DRAWING, "pass", "T10"),
        (DRAWING, "bid:1:t1", "T10"),
        (DRAWING, "buy:R2:t2", "T8"),
        (WITH_ROW, "end", "T4"),
        (WITH_ROW, "stop:currency", "T6"),
        (WITH_ROW, "stop:numbers", None),
        (LAST, "draw", "T11"),
        (LAST, "end", "T4"),
        (LAST, "stop:numbers", "T6"),
        (BUYING, "draw", "T4"),
        (BUYING, "stop:numbers", "T4"),
        (BUYING, "pass", "T10"),
        (BUYING, "buy:R1:t1", "T9"),
        (BUYING, "buy:R2:t2", "T8"),
        (BUYING, "buy:R3:t2", "T8"),
        (BUYING, "buy:R3", "T8"),
        (BUYING, "buy:R3:t4", "T8"),
        (BUYING, "buy:R3:t1+b1", "T8"),
        (BUYING, "buy:R3:t2+R3", "T8"),
        (BUYING, "buy:R3:t1+R1+R1", "T8"),
        (BUYING, "buy:R3:t1+c2", "T8"),
        (BUYING, "buy:R3:t2+R1", None),
        (BUYING, "buy:R3:t2+c1", None),
        (BIDDING, "draw", "T4"),
        (BIDDING, "end", "T10"),
        (BIDDING, "bid:0", "T10"),
        (BIDDING, "bid:2:t1", "T8"),
        (BIDDING, "bid:2:t3", "T8"),
        (BIDDING, "bid:3:t3", "T8"),
        (BIDDING, "bid:2:t1+R1", None),
    ],
)
def test_rules_that_are_broken(position: Position, move: str, rule: str | None) -> None:
    assert naive.breach(position, move) == rule


def test_the_same_bid_again() -> None:
    assert naive.breach(naive.play(BIDDING, "bid:1:t1"), "bid:1:t1") == "T10"


def test_perft() -> None:
    # Player 1 pays 2 with a token and either card, or with both cards, or ends the turn; player 2
    # must draw the last card, a 1, and take it; nothing can be bought for it.
    start = table("1t R1 B2", "0t", phase="buy", market="R2", deck="G1")
    assert naive.named_moves(start) == ["buy:R2:R1+B2", "buy:R2:t1+B2", "buy:R2:t1+R1", "end"]
    assert [naive.perft(start, depth) for depth in range(5)] == [1, 3, 3, 3, 3]
    # If the cards go to the market, the R1 among them can be bought with the G1. It may be there
    # after two of the three purchases.
    start.readings["spent_cards"] = "market"
    assert [naive.perft(start, depth) for depth in range(5)] == [1, 3, 3, 3, 5]


def test_perft_to_the_end() -> None:
    # A wild, no pieces: pass twice, end, and nobody buys.
    start = table("0t", "0t", deck="W1")
    assert [naive.perft(start, depth) for depth in (1, 2, 3, 4, 5, 6, 7)] == [1, 1, 1, 1, 1, 1, 0]
    # One black token buys any of three ones, or nothing.
    start = table("1t", market="R1 B1 G1", phase="final", buyer=1)
    assert [naive.perft(start, depth) for depth in (1, 2)] == [4, 0]


@pytest.mark.parametrize("phase", naive.PHASES)
def test_the_listed_moves_are_the_named_ones_with_their_cards_left_open(phase: str) -> None:
    rng = random.Random(phase)
    for number in range(25):
        readings = naive.random_readings(rng)
        position = naive.random_position(rng, 1 + number % 5, phase=phase, readings=readings)
        found = naive.named_moves(position)
        assert naive.moves(position) == sorted({naive.listed(move) for move in found})
        for move in rng.sample(found, min(5, len(found))):
            assert naive.breaches(position, move) == naive.breaches(position, naive.listed(move))
            naive.play(position, move)
        assert naive.to_state(naive.from_state(naive.to_state(position))) == naive.to_state(
            position
        )
