"""Would the tests notice a mistake in the rules of TEN? Each mistake is made here.

The case written by hand that stands beside a mistake must fail, and so must the comparison with
the naive copy of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
import test_ten_naive as compared
from naive_ten import Position, to_move, to_state
from test_naive_ten import table

from solver.errors import IllegalMove
from solver.ten import payments, rules
from solver.ten import table as pieces
from solver.ten.cards import Card, in_order, is_number
from solver.ten.payments import Breach
from solver.ten.table import Auction, Move, Payment, Player, State

Patch = pytest.MonkeyPatch

# --- Cases by hand --------------------------------------------------------------------------------


def played(position: Position, *moves: str) -> State:
    """The table after some moves, by the referee."""
    state = to_state(position)
    for move in moves:
        state = rules.apply(state, to_move(move))
    return state


def legal(position: Position, *moves: str) -> list[str]:
    """What may be done after some moves, by the referee."""
    return [str(move) for move in rules.legal_moves(played(position, *moves))]


def tokens(state: State) -> list[tuple[int, int]]:
    """The black tokens and the bust tokens of each player."""
    return [(one.tokens, one.bust) for one in state.players]


def exactly_ten_is_safe() -> None:
    assert legal(table("", "", row="R9", deck="B1 R1"), "draw") == ["draw", "stop:numbers"]


def eleven_busts() -> None:
    after = played(table("1t", "", row="R9 $1", deck="B3 R1"), "draw")
    assert (after.turn, after.row, after.market) == (2, (), ("R9", "B3"))
    assert tokens(after) == [(1, 1), (1, 0)]
    assert after.discard == ("$1",)


def currency_counts_against_numbers() -> None:
    before = table("", "", row="R9 $5 $3", deck="B9 G1")
    assert played(before, "draw").row == ("R9", "$5", "$3", "B9")


def too_much_currency_busts() -> None:
    after = played(table("1t", "2t", row="R5 $5 $3", deck="$3 R1"), "draw")
    assert (after.turn, after.market) == (2, ("R5",))
    assert tokens(after) == [(1, 1), (2, 0)]


def fifteen_bust_tokens() -> None:
    assert tokens(played(table("7b", "8b", row="R9", deck="R9"), "draw")) == [(0, 7), (0, 8)]


def numbers_are_taken() -> None:
    before = table("4t", "9t", "0t 8b", row="R1 $3 B3", market="G3", deck="R2")
    after = played(before, "stop:numbers")
    assert tokens(after) == [(4, 0), (10, 0), (3, 8)]
    assert after.players[0].cards == ("R1", "B3")
    assert (after.phase, after.market, after.discard) == ("buy", ("G3",), ("$3",))


def currency_is_taken() -> None:
    after = played(table("4t", "1t", row="R1 $3", market="G3", deck="R2"), "stop:currency")
    assert tokens(after) == [(7, 0), (1, 0)]
    assert (after.phase, after.turn, after.market) == ("draw", 2, ("R1", "G3"))


def there_must_be_something_to_take() -> None:
    assert legal(table("", "", deck="R1")) == ["draw"]
    assert legal(table("", "", row="R1", deck="R1")) == ["draw", "stop:numbers"]
    assert legal(table("", "", row="$1", deck="R1")) == ["draw", "stop:currency"]


def an_auction_goes_round_once() -> None:
    before = table("2t", "2t", "2t", turn=2, deck="W5 R1")
    after = played(before, "draw", "bid:1:t1", "pass", "bid:2:t2")
    assert (after.phase, after.turn, after.row, after.auction) == ("draw", 2, (), None)
    assert tokens(after) == [(2, 0), (0, 0), (2, 0)]
    assert [one.cards for one in after.players] == [(), ("W5",), ()]


def nobody_wants_it() -> None:
    after = played(table("", "", deck="W5 R1"), "draw", "pass", "pass")
    assert after.discard == ("W5",)


def a_bid_must_be_higher() -> None:
    bids = legal(table("2t R1", "1t", deck="W5"), "draw", "bid:1:t1")
    assert bids == ["bid:2:t1+c1", "bid:2:t2", "bid:3:t2+c1", "pass"]


def a_purchase() -> None:
    before = table("1t 1b R1 W5", "", phase="buy", market="B6 G1", deck="R1")
    assert legal(before) == ["buy:B6:t1+b1+c2", "buy:G1:b1", "buy:G1:c1", "buy:G1:t1", "end"]
    after = played(before, "buy:B6:t1+b1+R1+W5")
    assert tokens(after) == [(0, 0), (0, 0)]
    assert after.players[0].cards == ("B6",)
    assert (after.turn, after.market, after.discard) == (2, ("G1",), ("R1", "W5"))


def nothing_twice() -> None:
    before = table("2t R1", phase="buy", market="R1 R2 B1", deck="R1")
    assert legal(before) == ["buy:B1:c1", "buy:B1:t1", "buy:R2:t1+c1", "buy:R2:t2", "end"]


def the_last_turn() -> None:
    before = table("1t", "1t", "1t", turn=2, market="R1", deck="G2")
    last = played(before, "draw", "stop:numbers", "end")
    assert (last.phase, last.turn, last.next) == ("final", 2, 3)
    over = played(before, "draw", "stop:numbers", "end", "end", "end", "end")
    assert rules.outcome(over) == "over"


def who_wins(*players: str) -> tuple[int, ...]:
    return rules.winners(to_state(table(*players, phase="final")))


def ties() -> None:
    assert who_wins("3t 9b R1", "4t R2", "4t R1 R3") == (2,)
    assert who_wins("R1 R2", "9t R1") == (1,)


def wilds_alone_score() -> None:
    assert who_wins("B# B#", "R1") == (1,)


# --- Mistakes -------------------------------------------------------------------------------------


def busts_at(number: int) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(rules, "BUST_FROM", number)


def currency_never_busts(patch: Patch) -> None:
    is_bust = rules.is_bust
    patch.setattr(rules, "is_bust", lambda total, currency: is_bust(total, 0))


def currency_is_not_subtracted(patch: Patch) -> None:
    total = property(lambda state: sum(int(card[1]) for card in state.numbers))
    patch.setattr(State, "total", total)


def every_bust(patch: Patch, why: str) -> None:
    """A bust is taken for one of this kind."""
    bust = rules.bust
    patch.setattr(rules, "bust", lambda state, _: bust(state, why))


def the_busting_card_is_lost(patch: Patch) -> None:
    bust = rules.bust
    patch.setattr(rules, "bust", lambda state, why: bust(replace(state, row=state.row[:-1]), why))


def the_player_gains_too(patch: Patch) -> None:
    def others_gain(state: State, tokens: int) -> State:
        players = tuple(rules.gaining(one, tokens) for one in state.players)
        return replace(state, players=players)

    patch.setattr(rules, "others_gain", others_gain)


def bust_tokens_count_towards_ten(patch: Patch) -> None:
    def gaining(player: Player, tokens: int) -> Player:
        most = max(player.tokens, 10 - player.bust)
        return replace(player, tokens=min(most, player.tokens + tokens))

    patch.setattr(rules, "gaining", gaining)


def numbers_taken_end_the_turn(patch: Patch) -> None:
    taken = rules.numbers_taken
    patch.setattr(rules, "numbers_taken", lambda state: rules.turn_over(taken(state)))


def currency_taken_allows_to_buy(patch: Patch) -> None:
    taken = rules.currency_taken
    patch.setattr(
        rules, "currency_taken", lambda state: replace(taken(state), phase="buy", turn=state.turn)
    )


def currency_is_kept(patch: Patch) -> None:
    patch.setattr(rules, "row_gone", lambda state: replace(state, row=()))


def numbers_stay_out_of_the_market(patch: Patch) -> None:
    patch.setattr(rules, "to_market", lambda state, cards: state)


def reading(patch: Patch, function: str, **readings: str) -> None:
    """A function of the referee goes by other readings."""
    original = getattr(rules, function)

    def changed(state: State, *others: object) -> object:
        return original(replace(state, readings=replace(state.readings, **readings)), *others)

    patch.setattr(rules, function, changed)


def stops_without_a_row(patch: Patch) -> None:
    breaks = rules.stop_breaks
    patch.setattr(
        rules, "stop_breaks", lambda state, kind: breaks(state, kind) if state.row else None
    )


def only_numbers_allow_to_stop(patch: Patch) -> None:
    breaks = rules.stop_breaks

    def stop_breaks(state: State, kind: str) -> Breach | None:
        return breaks(replace(state, row=tuple(filter(is_number, state.row))), kind)

    patch.setattr(rules, "stop_breaks", stop_breaks)


def the_drawer_bids_first(patch: Patch) -> None:
    drawn = rules.drawn

    def changed(state: State, card: Card) -> State:
        after = drawn(state, card)
        auction = after.auction and replace(after.auction, next=after.turn)
        return replace(after, auction=auction)

    patch.setattr(rules, "drawn", changed)


def the_drawer_does_not_bid(patch: Patch) -> None:
    after_bid = rules.after_bid

    def changed(state: State, auction: Auction, move: Move) -> State:
        after = after_bid(state, auction, move)
        if after.auction and after.auction.next == after.turn:
            return after_bid(after, after.auction, Move("pass"))
        return after

    patch.setattr(rules, "after_bid", changed)


def a_wild_ends_the_turn(patch: Patch) -> None:
    after_bid = rules.after_bid

    def changed(state: State, auction: Auction, move: Move) -> State:
        after = after_bid(state, auction, move)
        return after if after.auction else rules.turn_over(after)

    patch.setattr(rules, "after_bid", changed)


def the_same_bid_will_do(patch: Patch) -> None:
    least = rules.least_bid
    patch.setattr(
        rules, "least_bid", lambda state, auction: max(1, auction.bid, least(state, auction) - 1)
    )


def a_bid_is_not_paid(patch: Patch) -> None:
    paid = rules.paid
    patch.setattr(
        rules,
        "paid",
        lambda state, number, payment: (
            state if state.phase == "draw" else paid(state, number, payment)
        ),
    )


def bust_tokens_are_worth_one(patch: Patch) -> None:
    patch.setattr(pieces, "BUST_VALUE", 1)
    patch.setattr(payments, "BUST_VALUE", 1)


def cards_are_not_given_away(patch: Patch) -> None:
    paid = rules.paid
    patch.setattr(
        rules,
        "paid",
        lambda state, number, payment: paid(state, number, replace(payment, cards=())),
    )


def overpaying(patch: Patch, overpay: str) -> None:
    breaks = payments.value_breaks

    def value_breaks(
        player: Player, price: int, paid: Payment, _: str, with_cards: bool = True
    ) -> str:
        return breaks(player, price, paid, overpay, with_cards)

    patch.setattr(payments, "value_breaks", value_breaks)
    patch.setattr(rules, "value_breaks", value_breaks)


def only_exact_payments(patch: Patch) -> None:
    def value_breaks(
        player: Player, price: int, paid: Payment, overpay: str, with_cards: bool = True
    ) -> str:
        return "" if paid.value == price else "not exact"

    patch.setattr(payments, "value_breaks", value_breaks)
    patch.setattr(rules, "value_breaks", value_breaks)


def the_card_is_copied(patch: Patch) -> None:
    bought = rules.bought
    patch.setattr(
        rules,
        "bought",
        lambda state, card, payment: replace(bought(state, card, payment), market=state.market),
    )


def any_card_may_be_bought(patch: Patch) -> None:
    patch.setattr(rules, "must_pay_with", lambda player, card, after_payment: 0)


def the_number_alone_counts(patch: Patch) -> None:
    must = payments.must_pay_with

    def must_pay_with(player: Player, card: Card, after_payment: bool) -> int | None:
        owned = in_order(f"R{one[1]}" for one in player.cards if is_number(one))
        return must(replace(player, cards=owned), f"R{card[1]}", after_payment)

    patch.setattr(rules, "must_pay_with", must_pay_with)


def the_last_player_buys_first(patch: Patch) -> None:
    turn_over = rules.turn_over

    def changed(state: State) -> State:
        after = turn_over(state)
        return replace(after, next=after.turn) if after.phase == "final" else after

    patch.setattr(rules, "turn_over", changed)


def the_last_player_buys_no_more(patch: Patch) -> None:
    over = rules.buy_phase_over

    def changed(state: State) -> State:
        after = over(state)
        done = state.phase == "final" and after.next == after.turn
        return replace(after, next=None) if done else after

    patch.setattr(rules, "buy_phase_over", changed)


def no_last_purchases(patch: Patch) -> None:
    turn_over = rules.turn_over
    patch.setattr(rules, "turn_over", lambda state: replace(turn_over(state), next=None))


def to_the_right(patch: Patch) -> None:
    patch.setattr(State, "left_of", lambda state, number: (number - 2) % len(state.players) + 1)


def standing(patch: Patch, key: Callable[[int, Player], rules.Standing]) -> None:
    score = rules.score
    patch.setattr(
        rules,
        "standing",
        lambda state, number: key(score(state, number), state.player(number)),
    )


@dataclass(frozen=True)
class Mistake:
    name: str
    make: Callable[[Patch], None]
    case: Callable[[], None]  # must fail


MISTAKES = [
    Mistake("a total of 10 busts", busts_at(10), exactly_ten_is_safe),
    Mistake("a total of 11 is safe", busts_at(12), eleven_busts),
    Mistake("currency never busts", currency_never_busts, too_much_currency_busts),
    Mistake(
        "currency is not subtracted", currency_is_not_subtracted, currency_counts_against_numbers
    ),
    Mistake(
        "the others gain from a bust by currency",
        lambda patch: every_bust(patch, "total"),
        too_much_currency_busts,
    ),
    Mistake(
        "nobody gains from a bust by total",
        lambda patch: every_bust(patch, "currency"),
        eleven_busts,
    ),
    Mistake("the busting card is lost", the_busting_card_is_lost, eleven_busts),
    Mistake(
        "bust tokens never run out",
        lambda patch: patch.setattr(rules, "BUST_TOKENS", 99),
        fifteen_bust_tokens,
    ),
    Mistake("the player gains like the others", the_player_gains_too, numbers_are_taken),
    Mistake(
        "more than ten tokens may be held",
        lambda patch: patch.setattr(rules, "MOST_TOKENS", 99),
        numbers_are_taken,
    ),
    Mistake("bust tokens count towards ten", bust_tokens_count_towards_ten, numbers_are_taken),
    Mistake("taking numbers ends the turn", numbers_taken_end_the_turn, numbers_are_taken),
    Mistake("taking currency allows to buy", currency_taken_allows_to_buy, currency_is_taken),
    Mistake("currency cards are not discarded", currency_is_kept, numbers_are_taken),
    Mistake("numbers left do not reach the market", numbers_stay_out_of_the_market, eleven_busts),
    Mistake(
        "what is not in the row may be taken",
        lambda patch: reading(patch, "stop_breaks", empty_reward="allowed"),
        there_must_be_something_to_take,
    ),
    Mistake(
        "one may stop before the first card", stops_without_a_row, there_must_be_something_to_take
    ),
    Mistake(
        "only a number allows to stop", only_numbers_allow_to_stop, there_must_be_something_to_take
    ),
    Mistake(
        "one need not draw at all",
        lambda patch: reading(patch, "end_breaks", first_card="optional"),
        there_must_be_something_to_take,
    ),
    Mistake("who drew bids first", the_drawer_bids_first, an_auction_goes_round_once),
    Mistake("who drew does not bid", the_drawer_does_not_bid, an_auction_goes_round_once),
    Mistake("a wild ends the turn", a_wild_ends_the_turn, an_auction_goes_round_once),
    Mistake(
        "a wild that nobody wants is free",
        lambda patch: reading(patch, "after_bid", no_bid="active-takes-free"),
        nobody_wants_it,
    ),
    Mistake("the same bid will do", the_same_bid_will_do, a_bid_must_be_higher),
    Mistake("a bid is not paid", a_bid_is_not_paid, an_auction_goes_round_once),
    Mistake(
        "cards may not be bid",
        lambda patch: reading(patch, "auction_breaks", bid_with_cards="no"),
        a_bid_must_be_higher,
    ),
    Mistake("a bust token is worth one", bust_tokens_are_worth_one, a_purchase),
    Mistake("cards are shown, not given away", cards_are_not_given_away, a_purchase),
    Mistake(
        "cards given away reach the market",
        lambda patch: reading(patch, "paid", spent_cards="market"),
        a_purchase,
    ),
    Mistake("anything may be overpaid", lambda patch: overpaying(patch, "allowed"), a_purchase),
    Mistake(
        "one must pay exactly if one can",
        lambda patch: overpaying(patch, "only-if-forced"),
        a_purchase,
    ),
    Mistake("nothing may be overpaid", only_exact_payments, a_purchase),
    Mistake("a card stays in the market when it is bought", the_card_is_copied, a_purchase),
    Mistake("a card may be bought twice", any_card_may_be_bought, nothing_twice),
    Mistake(
        "the same number of another colour is the same", the_number_alone_counts, nothing_twice
    ),
    Mistake(
        "a copy may be paid with",
        lambda patch: reading(patch, "buy_breaks", identical_test="after-payment"),
        nothing_twice,
    ),
    Mistake("who drew last buys first", the_last_player_buys_first, the_last_turn),
    Mistake("who drew last buys no more", the_last_player_buys_no_more, the_last_turn),
    Mistake("there are no last purchases", no_last_purchases, the_last_turn),
    Mistake("the turn goes to the right", to_the_right, the_last_turn),
    Mistake(
        "a tie is shared",
        lambda patch: standing(patch, lambda points, one: (points, 0, 0)),
        ties,
    ),
    Mistake(
        "bust tokens break a tie",
        lambda patch: standing(
            patch, lambda points, one: (points, one.tokens + 3 * one.bust, -len(one.cards))
        ),
        ties,
    ),
    Mistake(
        "more cards break a tie",
        lambda patch: standing(patch, lambda points, one: (points, one.tokens, len(one.cards))),
        ties,
    ),
    Mistake(
        "tokens are points",
        lambda patch: standing(patch, lambda points, one: (points + one.tokens, 0, 0)),
        ties,
    ),
    Mistake(
        "a run of wilds alone does not score",
        lambda patch: reading(patch, "score", wild_only_run="no"),
        wilds_alone_score,
    ),
]


def fails(case: Callable[[], None]) -> bool:
    try:
        case()
    except (AssertionError, IllegalMove, pytest.fail.Exception):
        return True
    return False


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_mistake_is_noticed(mistake: Mistake, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake.make(monkeypatch)
    assert fails(mistake.case), "the case written by hand"
    assert fails(compared.compare), "the comparison with the naive copy"


def test_without_a_mistake_nothing_fails() -> None:
    compared.compare()
    for mistake in MISTAKES:
        mistake.case()
