"""A second, deliberately naive copy of the rules of TEN, to compare the referee with.

It shares no code with `solver`: what a player has is one Counter of pieces, in which "t" is a black
token, "b" a bust token and everything else a card; so is a payment, in which "c" stands for an own
card that is left open. Whether an exact payment exists, what a hand scores and how many sequences
of moves there are is found by trying everything. The rules are numbered as in the rulebook, T0 to
T13.
"""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from solver.ten.table import Auction, Move, Payment, Player, Readings, State

COLOURS = "RBOG"
NUMBER_CARDS = [f"{colour}{number}" for colour in COLOURS for number in range(1, 10)]
WILDS = ["R#", "B#", "O#", "G#", *(f"W{number}" for number in range(1, 10)), "W#"]
CURRENCY = ["$1", "$2", "$3", "$4", "$5"]
CARDS = NUMBER_CARDS + WILDS + CURRENCY  # in the order in which they are written
BOX = (
    [card for card in NUMBER_CARDS if card[1] in "123456"] * 3
    + [card for card in NUMBER_CARDS if card[1] in "789"]
    + ["R#", "B#", "O#", "G#"] * 2
    + [f"W{number}" for number in range(1, 10)]
    + ["W#"]
    + ["$1"] * 5
    + ["$2"] * 5
    + ["$3"] * 5
    + ["$4"] * 6
    + ["$5"] * 6
)
VALUES = {
    "no_bid": ["discard", "active-takes-free"],
    "min_bid": ["1", "0"],
    "bid_with_cards": ["yes", "no"],
    "overpay": ["forbidden", "only-if-forced", "allowed"],
    "spent_cards": ["discard", "market"],
    "identical_test": ["before-payment", "after-payment"],
    "empty_reward": ["forbidden", "allowed"],
    "first_card": ["forced", "optional"],
    "bust_supply": ["limited", "unlimited"],
    "wild_only_run": ["yes", "no"],
}
DEFAULTS = {name: values[0] for name, values in VALUES.items()}
PHASES = ["draw", "last", "auction", "buy", "final", "over"]
"""Kinds of random positions; "last" is a turn that is finished without a card to come (T11)."""

Pieces = Counter[str]


class Illegal(Exception):
    """A move that breaks a rule; the message is the rule's id."""


@dataclass
class Offer:
    """A wild that is bid for: who is asked next, and the highest bid so far (T10)."""

    card: str
    next: int
    by: int | None
    bid: int
    pay: Pieces


@dataclass
class Position:
    """Everything on the table; `pieces[1]` is what player 1 has.

    `deck` is None where only the multiset `unseen` of the cards to come is known. `buyer` is who is
    asked in phase final, None when the game is over.
    """

    pieces: dict[int, Pieces]
    turn: int
    phase: str
    row: list[str]
    market: Pieces
    deck: list[str] | None
    unseen: Pieces
    discard: Pieces
    auction: Offer | None
    buyer: int | None
    readings: dict[str, str]


# Pieces and payments


def is_number(card: str) -> bool:
    return card in NUMBER_CARDS


def amount(cards: Iterable[str]) -> int:
    """The sum of currency cards."""
    return sum(int(card[1]) for card in cards if card in CURRENCY)


def cards_of(pieces: Pieces) -> list[str]:
    """The cards among pieces, in their written order."""
    return [card for card in CARDS for _ in range(pieces[card])]


def worth(pieces: Pieces) -> int:
    """A black token is 1, a bust token 3, a card 1 (T2, T8)."""
    return sum(count * (3 if piece == "b" else 1) for piece, count in pieces.items())


def parts(pieces: Pieces) -> Iterator[Pieces]:
    """Every choice from pieces, equal pieces being alike."""
    kinds = [piece for piece in pieces if pieces[piece] > 0]
    for counts in product(*(range(pieces[kind] + 1) for kind in kinds)):
        yield Counter({kind: count for kind, count in zip(kinds, counts, strict=True) if count > 0})


def sums(pieces: Pieces) -> set[int]:
    """What can be paid exactly with some of the pieces."""
    return {t + 3 * b + c for t, b, c in counts_up_to(open_cards(pieces))}


def counts_up_to(pieces: Pieces) -> Iterator[tuple[int, int, int]]:
    """Every number of black tokens, bust tokens and open cards, up to those there are."""
    yield from product(range(pieces["t"] + 1), range(pieces["b"] + 1), range(pieces["c"] + 1))


def open_cards(pieces: Pieces) -> Pieces:
    """The pieces with their cards left open."""
    counts = {"t": pieces["t"], "b": pieces["b"], "c": len(cards_of(pieces)) + pieces["c"]}
    return Counter({piece: count for piece, count in counts.items() if count})


def usable(position: Position, player: int) -> Pieces:
    """What a player may pay with now (T8, and T10 with its reading)."""
    have = position.pieces[player]
    if position.phase == "auction" and position.readings["bid_with_cards"] == "no":
        return Counter(t=have["t"], b=have["b"])
    return have


def is_paid(price: int, pay: Pieces, overpay: str, exact: set[int]) -> bool:
    """Whether a payment is right for a price; `exact` is what could be paid exactly (T8)."""
    if worth(pay) < price:
        return False
    if overpay == "allowed":
        return True
    if overpay == "only-if-forced":
        return worth(pay) == price or price not in exact
    # Forbidden: no piece could be left out.
    return all(worth(pay) - (3 if piece == "b" else 1) < price for piece in pay if pay[piece])


def payment_text(pay: Pieces) -> str:
    words = [f"{piece}{pay[piece]}" for piece in "tb" if pay[piece]]
    words += cards_of(pay)
    words += [f"c{pay['c']}"] if pay["c"] else []
    return "+".join(words)


# Moves as text


@dataclass
class Action:
    kind: str
    card: str | None
    bid: int
    pay: Pieces


MOVE = re.compile(
    r"(?:(?P<plain>stop:numbers|stop:currency|pass|end)|draw(?::(?P<drawn>[^:]+))?"
    r"|bid:(?P<bid>\d+)(?::(?P<offer>.+))?|buy:(?P<bought>[^:]+)(?::(?P<price>.+))?)"
)


def parse(text: str) -> Action:
    match = MOVE.fullmatch(text)
    if match is None:
        raise ValueError(text)
    pay: Pieces = Counter()
    for word in (match["offer"] or match["price"] or "").split("+"):
        if re.fullmatch(r"[tbc]\d+", word):
            pay[word[0]] += int(word[1:])
        elif word:
            card, _, times = word.partition("*")
            if card not in CARDS:
                raise ValueError(text)
            pay[card] += int(times or 1)
    kind = match["plain"] or text.partition(":")[0]
    return Action(kind, match["drawn"] or match["bought"], int(match["bid"] or 0), pay)


def move_text(head: str, pay: Pieces) -> str:
    return f"{head}:{payment_text(pay)}" if payment_text(pay) else head


def listed(text: str) -> str:
    """A move with its own cards left open."""
    move = parse(text)
    if move.kind not in ("bid", "buy"):
        return text
    return move_text(":".join(text.split(":")[:2]), open_cards(move.pay))


# The course of the game


def players(position: Position) -> list[int]:
    return sorted(position.pieces)


def left_of(position: Position, player: int) -> int:
    numbers = players(position)
    return numbers[(numbers.index(player) + 1) % len(numbers)]


def is_over(position: Position) -> bool:
    return position.phase == "final" and position.buyer is None


def outcome(position: Position) -> str:
    return "over" if is_over(position) else "open"


def to_come(position: Position) -> list[str]:
    """The cards to come, in whatever order."""
    return cards_of(position.unseen) if position.deck is None else position.deck


def next_card(position: Position) -> str | None:
    """The card that is drawn next, if that is known."""
    cards = to_come(position)
    if position.deck is not None:
        return cards[0] if cards else None
    return cards[0] if len(set(cards)) == 1 else None


def on_move(position: Position) -> int:
    """Who moves next; the game must not be over."""
    if position.phase == "auction":
        assert position.auction is not None
        return position.auction.next
    if position.phase == "final":
        assert position.buyer is not None
        return position.buyer
    return position.turn


def may_buy(position: Position, card: str, pay: Pieces) -> bool:
    """Whether T9 lets the player buy a card; of open cards the best choice is meant."""
    owned = position.pieces[on_move(position)][card]
    if position.readings["identical_test"] == "before-payment":
        return owned == 0
    return owned <= pay[card] + pay["c"]


def breaches(position: Position, text: str) -> list[str]:
    """The rules that a move breaks, the one to be named first; none if it is legal.

    Of a move whose own cards are open it is asked whether some choice is legal.
    """
    move = parse(text)
    phase, readings, row = position.phase, position.readings, position.row
    if is_over(position):
        return ["T11"]
    if move.kind == "draw":
        if phase != "draw":
            return ["T4"]
        if not to_come(position):
            return ["T11"]
        if move.card is None:
            return []
        if position.deck is not None:
            return [] if move.card == position.deck[0] else ["T4"]
        return [] if position.unseen[move.card] else ["T4"]
    if move.kind.startswith("stop"):
        if phase != "draw" or not row:
            return ["T4"]
        wanted = any(is_number(card) == (move.kind == "stop:numbers") for card in row)
        return [] if wanted or readings["empty_reward"] == "allowed" else ["T6"]
    if move.kind == "end":
        if phase in ("buy", "final"):
            return []
        if phase == "auction":
            return ["T10"]
        may_end = not to_come(position) or readings["first_card"] == "optional"
        return [] if phase == "draw" and not row and may_end else ["T4"]
    if move.kind == "pass":
        return [] if phase == "auction" else ["T10"]
    broken = []
    if move.kind == "bid":
        if position.auction is None:
            return ["T10"]
        price = move.bid
        lowest = int(readings["min_bid"])
        if position.auction.by is not None:
            lowest = position.auction.bid + 1
        if price < lowest or price > worth(usable(position, on_move(position))):
            broken.append("T10")
        if readings["bid_with_cards"] == "no" and open_cards(move.pay)["c"]:
            broken.append("T10")
    else:
        assert move.card is not None
        if phase not in ("buy", "final"):
            return ["T8"]
        if move.card not in NUMBER_CARDS or not position.market[move.card]:
            return ["T8"]
        price = int(move.card[1])
        if not may_buy(position, move.card, move.pay):
            broken.append("T9")
    have = position.pieces[on_move(position)]
    owned = all(have[piece] >= move.pay[piece] for piece in move.pay if piece != "c")
    if not owned or open_cards(have)["c"] < open_cards(move.pay)["c"]:
        broken.append("T8")
    if not is_paid(price, move.pay, readings["overpay"], sums(usable(position, on_move(position)))):
        broken.append("T8")
    return broken


def breach(position: Position, text: str) -> str | None:
    """The rule that a move breaks, None if it is legal."""
    broken = breaches(position, text)
    return broken[0] if broken else None


def plain_moves(position: Position) -> list[str]:
    """The legal moves for which nothing is paid."""
    names = ["draw", "stop:numbers", "stop:currency", "pass", "end"]
    return [name for name in names if not breaches(position, name)]


Head = tuple[str, int, str | None]
"""A move without its payment, the price, and the card bought."""


def priced(position: Position) -> Iterator[Head]:
    """What might be paid for."""
    if is_over(position):
        return
    if position.phase == "auction":
        for bid in range(worth(usable(position, on_move(position))) + 1):
            yield f"bid:{bid}", bid, None
    if position.phase in ("buy", "final"):
        for card in NUMBER_CARDS:
            if position.market[card]:
                yield f"buy:{card}", int(card[1]), card


def high_enough(position: Position, bid: int) -> bool:
    """Whether a bid is at least the lowest, and more than the highest so far (T10)."""
    offer = position.auction
    assert offer is not None
    return bid > offer.bid if offer.by is not None else bid >= int(position.readings["min_bid"])


def paid_moves(
    position: Position, heads: Iterable[Head], payments: list[Pieces], exact: set[int]
) -> Iterator[str]:
    """The legal bids and purchases with the payments given."""
    for head, price, card in heads:
        if card is None and not high_enough(position, price):
            continue
        for pay in payments:
            if not is_paid(price, pay, position.readings["overpay"], exact):
                continue
            if card is None or may_buy(position, card, pay):
                yield move_text(head, pay)


def moves(position: Position) -> list[str]:
    """All legal moves as they are listed, with own cards left open, sorted."""
    found = plain_moves(position)
    if not is_over(position):
        have = usable(position, on_move(position))
        payments = [Counter({"t": t, "b": b, "c": c}) for t, b, c in counts_up_to(open_cards(have))]
        found += paid_moves(position, priced(position), payments, sums(have))
    return sorted(found)


def named_moves(position: Position) -> list[str]:
    """All legal moves as they are played: own cards named, and the card drawn if need be."""
    found = plain_moves(position)
    if "draw" in found and next_card(position) is None:
        found.remove("draw")
        found += [f"draw:{card}" for card in set(to_come(position))]
    if not is_over(position):
        have = usable(position, on_move(position))
        found += paid_moves(position, priced(position), list(parts(have)), sums(have))
    return sorted(found)


def play(position: Position, text: str) -> Position:
    """The position after a move whose own cards are named."""
    broken = breach(position, text)
    if broken is not None:
        raise Illegal(broken)
    move = parse(text)
    if move.pay["c"]:
        raise Illegal("T8")
    after = copy.deepcopy(position)
    me = on_move(after)
    if move.kind == "draw":
        card = move.card or next_card(position)
        if card is None:
            raise Illegal("T4")
        if after.deck is None:
            after.unseen[card] -= 1
        else:
            after.deck.pop(0)
        turn_up(after, card)
    elif move.kind == "stop:numbers":
        for player in players(after):
            if player != me:
                gain(after, player, amount(after.row))
        after.pieces[me].update(filter(is_number, after.row))
        after.discard.update(card for card in after.row if card in CURRENCY)
        after.row = []
        after.phase = "buy"
    elif move.kind == "stop:currency":
        gain(after, me, amount(after.row))
        end_turn(after)
    elif move.kind in ("pass", "bid"):
        assert after.auction is not None
        if move.kind == "bid":
            after.auction.by, after.auction.bid, after.auction.pay = me, move.bid, move.pay
        if me == after.turn:
            settle(after)
        else:
            after.auction.next = left_of(after, me)
    else:
        if move.kind == "buy":
            assert move.card is not None
            hand_over(after, me, move.pay)
            after.market[move.card] -= 1
            after.pieces[me][move.card] += 1
        if after.phase == "final":
            after.buyer = None if me == after.turn else left_of(after, me)
        else:
            end_turn(after)
    return after


def turn_up(position: Position, card: str) -> None:
    """What a card does that has just been drawn (T5, T7, T10)."""
    if card in WILDS:
        position.phase = "auction"
        position.auction = Offer(card, left_of(position, position.turn), None, 0, Counter())
        return
    position.row.append(card)
    currency = amount(position.row)
    total = sum(int(one[1]) for one in position.row if is_number(one)) - currency
    if total < 11 and currency < 11:
        return
    supply = 15 - sum(pieces["b"] for pieces in position.pieces.values())
    if supply > 0 or position.readings["bust_supply"] == "unlimited":
        position.pieces[position.turn]["b"] += 1
    if total >= 11:
        for player in players(position):
            if player != position.turn:
                gain(position, player, currency)
    end_turn(position)


def gain(position: Position, player: int, tokens: int) -> None:
    """Black tokens from the supply, up to ten (T2)."""
    position.pieces[player]["t"] = min(10, position.pieces[player]["t"] + tokens)


def settle(position: Position) -> None:
    """The end of an auction (T10)."""
    offer = position.auction
    assert offer is not None
    if offer.by is not None:
        hand_over(position, offer.by, offer.pay)
        position.pieces[offer.by][offer.card] += 1
    elif position.readings["no_bid"] == "active-takes-free":
        position.pieces[position.turn][offer.card] += 1
    else:
        position.discard[offer.card] += 1
    position.auction = None
    position.phase = "draw"


def hand_over(position: Position, player: int, pay: Pieces) -> None:
    """A player pays; cards go where the reading says (T8)."""
    position.pieces[player].subtract(pay)
    for card in cards_of(pay):
        if position.readings["spent_cards"] == "market" and is_number(card):
            position.market[card] += 1
        else:
            position.discard[card] += 1


def end_turn(position: Position) -> None:
    """The row is cleared; the next turn, or the final buy phases (T6, T7, T11)."""
    position.market.update(filter(is_number, position.row))
    position.discard.update(card for card in position.row if card in CURRENCY)
    position.row = []
    if to_come(position):
        position.phase = "draw"
        position.turn = left_of(position, position.turn)
    else:
        position.phase = "final"
        position.buyer = left_of(position, position.turn)


# Scores


def runs(numbers: set[int]) -> list[set[int]]:
    """The runs of consecutive numbers."""
    found: list[set[int]] = []
    for number in range(1, 10):
        if number in numbers:
            if number - 1 in numbers:
                found[-1].add(number)
            else:
                found.append({number})
    return found


def points(own: dict[str, set[int]], wild: dict[str, set[int]], wild_only_run: str) -> int:
    """The score once every wild has its place: own numbers and those of wilds, by colour (T12)."""
    total = 0
    for colour in COLOURS:
        best = 0
        for run in runs(own[colour] | wild[colour]):
            if wild_only_run == "yes" or run & own[colour]:
                best = max(best, 10 if len(run) == 9 else len(run))
        total += best
    return total


def uses(wild: str) -> list[tuple[str, int]]:
    """The colours and numbers that a wild can stand for (T1)."""
    colours = COLOURS if wild[0] == "W" else wild[0]
    numbers = range(1, 10) if wild[1] == "#" else [int(wild[1])]
    return [(colour, number) for colour in colours for number in numbers]


def own_numbers(cards: list[str]) -> dict[str, set[int]]:
    return {
        colour: {int(card[1]) for card in cards if is_number(card) and card[0] == colour}
        for colour in COLOURS
    }


def score_by_trying(cards: list[str], wild_only_run: str = "yes") -> int:
    """The best of all assignments of the wilds; only for a few wilds."""
    own = own_numbers(cards)
    best = 0
    for places in product(*(uses(card) for card in cards if card in WILDS)):
        wild: dict[str, set[int]] = {colour: set() for colour in COLOURS}
        for colour, number in places:
            wild[colour].add(number)
        best = max(best, points(own, wild, wild_only_run))
    return best


def covers(gaps: list[tuple[str, int]], wilds: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The wilds that may be left over once every gap is filled, for every way of filling them."""
    left = {wilds}
    for gap in gaps:
        filled = set()
        for have in left:
            for wild in set(have):
                if gap in uses(wild):
                    rest = list(have)
                    rest.remove(wild)
                    filled.add(tuple(rest))
        left = filled
    return left


def score(cards: list[str], wild_only_run: str = "yes") -> int:
    """The best score: for every colour every run, and every way to fill its gaps with wilds."""
    own = own_numbers(cards)
    best = {tuple(sorted(card for card in cards if card in WILDS)): 0}
    for colour in COLOURS:
        after: dict[tuple[str, ...], int] = {}
        for wilds, so_far in best.items():
            after[wilds] = max(after.get(wilds, 0), so_far)
            for first in range(1, 10):
                for last in range(first, 10):
                    run = set(range(first, last + 1))
                    if wild_only_run == "no" and not run & own[colour]:
                        continue
                    gaps = [(colour, number) for number in sorted(run - own[colour])]
                    if len(gaps) > len(wilds):
                        continue
                    total = so_far + len(run) + (len(run) == 9)
                    for left in covers(gaps, wilds):
                        after[left] = max(after.get(left, 0), total)
        best = after
    return max(best.values())


def winners(position: Position) -> list[int]:
    """Most points, then most black tokens, then fewest cards, then shared (T12, T13)."""
    best: list[int] = []
    record: tuple[int, int, int] | None = None
    for player in players(position):
        pieces = position.pieces[player]
        cards = cards_of(pieces)
        result = (score(cards, position.readings["wild_only_run"]), pieces["t"], -len(cards))
        if record is None or result > record:
            best, record = [player], result
        elif result == record:
            best.append(player)
    return best


# Counting


def key(position: Position) -> str:
    """A text that is the same for equal positions only."""
    return repr(to_state(position))


def perft(position: Position, depth: int) -> int:
    """The number of sequences of listed moves that are legal for some choice of own cards.

    After some moves of a sequence the table may be any of several, one for every choice.
    """
    return count([position], depth)


def count(positions: list[Position], depth: int) -> int:
    if depth == 0:
        return 1
    after: dict[str, dict[str, Position]] = {}
    for position in positions:
        for move in named_moves(position):
            there = play(position, move)
            after.setdefault(listed(move), {})[key(there)] = there
    return sum(count(list(tables.values()), depth - 1) for tables in after.values())


# Random positions


def named(rng: random.Random, position: Position, text: str) -> str:
    """A listed move with the own cards, or the card drawn, chosen at random so that it is legal."""
    if text == "draw" and next_card(position) is None:
        return f"draw:{rng.choice(to_come(position))}"
    move = parse(text)
    number = move.pay["c"]
    if not number:
        return text
    del move.pay["c"]
    hand = cards_of(position.pieces[on_move(position)])
    # The copies of a card that may not be kept go first (T9, after the payment).
    forced = [card for card in hand if card == move.card]
    others = [card for card in hand if card != move.card]
    move.pay.update([*forced, *rng.sample(others, max(0, number - len(forced)))][:number])
    return move_text(":".join(text.split(":")[:2]), move.pay)


def random_move(rng: random.Random, position: Position) -> str:
    """A legal move that can be played, without listing all of them; buying is as likely as not."""
    plain = plain_moves(position)
    heads = list(priced(position))
    have = usable(position, on_move(position))
    payments = [Counter({"t": t, "b": b, "c": c}) for t, b, c in counts_up_to(open_cards(have))]
    rng.shuffle(heads)
    for head in heads[:3] if rng.random() < 0.6 else []:
        found = list(paid_moves(position, [head], payments, sums(have)))
        if found:
            return named(rng, position, rng.choice(found))
    return named(rng, position, rng.choice(plain))


def random_row(rng: random.Random, box: list[str]) -> list[str]:
    """Some cards of the box that have not gone bust at any time."""
    row: list[str] = []
    for _ in range(rng.randint(0, 4)):
        longer = [*row, box.pop()]
        currency = amount(longer)
        total = sum(int(card[1]) for card in longer if is_number(card)) - currency
        if longer[-1] not in WILDS and currency < 11 and total < 11:
            row = longer
    return row


def random_position(
    rng: random.Random,
    number: int,
    *,
    phase: str = "draw",
    few_kinds: bool = True,
    hidden: bool = False,
    most_cards: int = 4,
    to_draw: int = 8,
    readings: dict[str, str] | None = None,
) -> Position:
    """A position that need not be reachable; with few kinds of cards there are many equal ones."""
    box = [card for card in BOX if not few_kinds or card in FEW_KINDS]
    rng.shuffle(box)
    wild = next(card for card in box if card in WILDS)
    box.remove(wild)
    pieces: dict[int, Pieces] = {}
    supply = 15
    for player in range(1, number + 1):
        bust = min(supply, rng.choice([0, 0, 0, 1, 2, 15 if phase in ("draw", "last") else 3]))
        supply -= bust
        tokens = rng.choice([0, 1, 1, 2, 3, 4, 10])
        hand = [box.pop() for _ in range(rng.randint(0, most_cards))]
        hand = [card for card in hand if card not in CURRENCY]
        pieces[player] = Counter({"t": tokens, "b": bust, **Counter(hand)})
    market = [card for card in (box.pop() for _ in range(5)) if is_number(card)]
    discard = [box.pop() for _ in range(2)]
    row = random_row(rng, box) if phase in ("draw", "last", "auction") else []
    deck = box[:to_draw] if phase in ("draw", "auction", "buy") and rng.random() < 0.8 else []
    if phase == "auction":
        deck.insert(0, wild)
    position = Position(
        pieces=pieces,
        turn=rng.randint(1, number),
        phase={"last": "draw", "auction": "draw", "over": "final"}.get(phase, phase),
        row=row,
        market=Counter(market),
        deck=None if hidden else deck,
        unseen=Counter(deck if hidden else []),
        discard=Counter(discard),
        auction=None,
        buyer=rng.randint(1, number) if phase == "final" else None,
        readings=DEFAULTS | (readings or {}),
    )
    if phase == "auction":
        position = play(position, f"draw:{wild}")
        for _ in range(rng.randint(0, number - 1)):
            position = play(position, named(rng, position, rng.choice(moves(position))))
    return position


FEW_KINDS = [
    *("R1", "R2", "R3", "R4", "R7", "B1", "B2", "B6", "G9"),
    *("R#", "B#", "W1", "W2", "W3", "W#", "$1", "$2", "$4", "$5"),
]


def random_readings(rng: random.Random) -> dict[str, str]:
    return {name: rng.choice(values) for name, values in VALUES.items()}


# From and to the types of the referee


def to_state(position: Position) -> State:
    offer = position.auction
    auction = None
    if offer is not None:
        pay = Payment(offer.pay["t"], offer.pay["b"], tuple(cards_of(offer.pay)))
        auction = Auction(offer.card, offer.next, offer.by, offer.bid, pay)
    return State(
        players=tuple(
            Player(pieces["t"], pieces["b"], tuple(cards_of(pieces)))
            for _, pieces in sorted(position.pieces.items())
        ),
        turn=position.turn,
        phase=position.phase,
        row=tuple(position.row),
        market=tuple(cards_of(position.market)),
        deck=None if position.deck is None else tuple(position.deck),
        unseen=tuple(cards_of(position.unseen)),
        discard=tuple(cards_of(position.discard)),
        auction=auction,
        next=position.buyer,
        readings=Readings(**position.readings),
    )


def from_state(state: State) -> Position:
    offer = None
    if state.auction is not None:
        paid = state.auction.payment
        pay = Counter({"t": paid.tokens, "b": paid.bust, **Counter(paid.cards)})
        offer = Offer(
            state.auction.card, state.auction.next, state.auction.by, state.auction.bid, pay
        )
    return Position(
        pieces={
            number: Counter({"t": one.tokens, "b": one.bust, **Counter(one.cards)})
            for number, one in enumerate(state.players, 1)
        },
        turn=state.turn,
        phase=state.phase,
        row=list(state.row),
        market=Counter(state.market),
        deck=None if state.deck is None else list(state.deck),
        unseen=Counter(state.unseen),
        discard=Counter(state.discard),
        auction=offer,
        buyer=state.next,
        readings=dict(state.readings.items()),
    )


def to_move(text: str) -> Move:
    move = parse(text)
    pay = Payment(move.pay["t"], move.pay["b"], tuple(cards_of(move.pay)), move.pay["c"])
    return Move(move.kind, move.card, move.bid, pay)


def patterns_by_trying(cards: list[str], wild_only_run: str = "yes") -> tuple[int, set[str]]:
    """The best score and every pattern that makes it: all assignments of the wilds, all runs."""
    own = own_numbers(cards)
    best, found = 0, set[str]()
    for places in product(*(uses(card) for card in cards if card in WILDS)):
        there = {colour: set(own[colour]) for colour in COLOURS}
        for colour, number in places:
            there[colour].add(number)
        choices = []
        for colour in COLOURS:
            runs = [(0, f"{colour}-")]
            for first, last in product(range(1, 10), repeat=2):
                run = set(range(first, last + 1))
                held = wild_only_run == "yes" or run & own[colour]
                if run and run <= there[colour] and held:
                    ends = f"{first}" if first == last else f"{first}-{last}"
                    runs.append((len(run) + (len(run) == 9), colour + ends))
            most = max(runs)[0]
            choices.append([run for run in runs if run[0] == most])
        score = sum(runs[0][0] for runs in choices)
        if score > best:
            best, found = score, set()
        if score == best:
            found |= {" ".join(name for _, name in runs) for runs in product(*choices)}
    return best, found
