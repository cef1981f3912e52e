"""The puzzles of TEN, held against everything that the rules allow."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import naive_ten as naive
import pytest
from make_ten_open import Value, everything
from ten_tables import table

import solver
from puzzles.puzzle import PLAYERS, Analysis, Kind
from puzzles.ten import KINDS
from puzzles.ten.best_score import BEST_SCORE
from puzzles.ten.draw_or_stop import DRAW_OR_STOP, drawn_row
from puzzles.ten.hand import Hand, read_pattern
from puzzles.ten.last_purchase import LAST_PURCHASE, Purchases, dealt
from puzzles.ten.open_deal import OPEN_DEAL, decision
from puzzles.ten.tables import Box, canonical, colourings, recoloured
from solver import Limits, Question, Record
from solver.shuffle import SplitMix64
from solver.ten import rules
from solver.ten.cards import Card, in_order, is_currency, is_number, is_wild
from solver.ten.move_notation import parse_move
from solver.ten.table import DRAW, FINAL, Payment, Player, Readings, State

NO_LIMITS = Limits(None, None, None)
TOKENS, SCORE = Question("odds:tokens"), Question("odds:score")
ASKED = {
    "best-score": Question("best:1"),
    "last-purchase": Question("win:1", others="oppose"),
    "draw-or-stop": TOKENS,
    "open-deal": Question("score:1:0", others="oppose"),
}
COUNT = 5


def made_by(
    kind: Kind, question: Question, count: int, seed: int = 1
) -> list[tuple[State, Question]]:
    """So many puzzles made from a seed."""
    rng, found = SplitMix64(seed), list[tuple[State, Question]]()
    while len(found) < count:
        if puzzle := kind.make(rng, question):
            found.append(puzzle)
    return found


@cache
def analysed(name: str) -> list[tuple[Kind, State, Question, Analysis]]:
    """Some made puzzles of a kind with what is true of them."""
    kind = next(kind for kind in KINDS if kind.name == name)
    made = made_by(kind, ASKED[name], COUNT)
    return [
        (kind, state, question, kind.analyse(state, question, NO_LIMITS))
        for state, question in made
    ]


each_kind = pytest.mark.parametrize("name", [kind.name for kind in KINDS])


# --- What is true of every kind -----------------------------------------------------------------


@each_kind
def test_made_puzzles_suit_and_are_solved_by_their_solution(name: str) -> None:
    for kind, state, question, analysis in analysed(name):
        assert analysis.limit is None
        assert set(analysis.found) == set(analysis.shown) == set(kind.claims)
        assert len(analysis.right) == 1
        assert any(choice.plausible for choice in analysis.wrong)
        assert kind.suits(state, question, analysis) is None
        assert kind.refuted(state, question, analysis.solution) is None
        assert [choice.name for choice in analysis.choices] == sorted(
            choice.name for choice in analysis.choices
        )
        asked = state.turn if name == "draw-or-stop" else 1
        assert f"player {asked} " in kind.task(state, question).lower()
        assert kind.nudge(state, question, analysis)


@each_kind
def test_made_positions_can_be_written_and_played_to(name: str) -> None:
    for _, state, _, _ in analysed(name):
        record: Record[Any, Any] = Record("ten", state)
        assert solver.read(solver.write(record)).state == state
        assert solver.unreachable(record) == []


@each_kind
def test_the_same_numbers_make_the_same_puzzle(name: str) -> None:
    kind = analysed(name)[0][0]
    first = [(state, question) for _, state, question, _ in analysed(name)][:1]
    assert made_by(kind, ASKED[name], 1) == first
    assert made_by(kind, ASKED[name], 1, seed=2) != first


def test_the_plain_search_makes_the_same_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    def tries() -> list[Any]:
        rng = SplitMix64(14)
        return [OPEN_DEAL.make(rng, ASKED["open-deal"]) for _ in range(3)]

    compiled = tries()
    assert any(compiled)
    monkeypatch.setenv("LEVEL10_PLAIN", "1")
    assert tries() == compiled


def with_other_names(state: State, colours: dict[str, str], by: int) -> State:
    """The table with other colours, and with seats moved on."""
    count = len(state.players)

    def heap(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return in_order(recoloured(cards, colours))

    def seat(number: int) -> int:
        return (number - 1 + by) % count + 1

    players = [replace(one, cards=heap(one.cards)) for one in state.players]
    return replace(
        state,
        players=tuple(players[place - by] for place in range(count)),
        turn=seat(state.turn),
        row=recoloured(state.row, colours),
        market=heap(state.market),
        deck=None if state.deck is None else recoloured(state.deck, colours),
        unseen=heap(state.unseen),
        next=None if state.next is None else seat(state.next),
    )


@each_kind
def test_names_of_colours_and_seats_do_not_matter(name: str) -> None:
    keys = set()
    for kind, state, question, _ in analysed(name):
        key = kind.canonical(state, question)
        keys.add(key)
        for colours in colourings():
            assert kind.canonical(with_other_names(state, colours, 0), question) == key
        asked = question
        if name != "draw-or-stop":
            word, _, *points = question.goal.split(":")
            asked = replace(question, goal=":".join([word, "2", *points]))
        assert kind.canonical(with_other_names(state, {}, 1), asked) == key
    assert len(keys) == COUNT


def test_what_does_matter_tells_tables_apart() -> None:
    state = table(
        "player 1: tokens=3 cards=R1,B#; player 2: tokens=4 bust=1 cards=O2,G3; row: $2 R3;"
        "market: B5 G6; deck: R1 $3 W5; turn: 2"
    )
    changed = [
        replace(state, turn=1),
        replace(state, row=("R3", "$2")),
        replace(state, row=("$2", "B3")),
        replace(state, market=("B5",)),
        replace(state, deck=("$3", "R1", "W5")),
        replace(state, deck=None, unseen=("R1", "W5", "$3")),
        replace(state, discard=("R1",)),
        replace(state, players=(Player(3, 0, ("R1", "R#")), state.players[1])),
        replace(state, players=state.players[::-1]),
        replace(state, readings=Readings(overpay="allowed")),
    ]
    assert len({canonical(one, 1) for one in [state, *changed]}) == 1 + len(changed)


def test_stronger_players_fail_less_often() -> None:
    failures = Counter[str]()
    for name in ASKED:
        for kind, state, question, analysis in analysed(name):
            right = {choice.name for choice in analysis.right}
            for player in PLAYERS:
                for trial in range(5):
                    rng = SplitMix64(trial)
                    failures[player] += kind.attempt(player, state, question, rng) not in right
    assert 0 < failures["limited"] < failures["one-turn"] < failures["greedy"]
    assert failures["greedy"] < 5 * COUNT * len(ASKED)


# --- The best score -----------------------------------------------------------------------------


def random_hands(count: int) -> Iterator[list[Card]]:
    rng = SplitMix64(3)
    for _ in range(count):
        box = Box(rng)
        cards = box.take(2 + rng.below(7), is_number)
        wilds = box.take(1 + rng.below(3), lambda card: is_wild(card) and card != "W#")
        yield [*cards, *wilds]


@pytest.mark.parametrize("wild_only_run", ["yes", "no"])
def test_best_patterns_are_those_found_by_trying_everything(wild_only_run: str) -> None:
    hands = [*random_hands(40), ["R1", "W#"], ["R1", "B3", "W#", "W2"], ["B2", "B9", "W#", "B#"]]
    hands += [[*(f"G{number}" for number in range(1, 9)), "W9", "R#"]]
    for cards in hands:
        best, patterns = naive.patterns_by_trying(cards, wild_only_run)
        hand = Hand(cards, wild_only_run == "yes")
        found = [str(pattern) for pattern in hand.best_patterns()]
        assert hand.most == best
        assert len(found) == len(set(found))
        assert set(found) == patterns


def hand_table(cards: str, readings: str = "") -> State:
    return table(
        f"player 1: tokens=1 cards={cards}; player 2: tokens=5; phase: final; final: last=2;"
        f"readings: {readings}"
    )


def test_a_hand_with_more_than_one_best_pattern_says_so() -> None:
    state = hand_table("R1,R3,B5,W2")
    analysis = BEST_SCORE.analyse(state, Question("best:1"), NO_LIMITS)
    assert analysis.found == {"score": "4", "patterns": "1"}
    state = hand_table("R1,R3,B1,B3,W2")
    analysis = BEST_SCORE.analyse(state, Question("best:1"), NO_LIMITS)
    # Either colour may have the wild; the other keeps its 1 or its 3.
    assert analysis.found == {"score": "4", "patterns": "4"}
    assert len(analysis.shown["patterns"].split("; ")) == 4
    fault = BEST_SCORE.suits(state, Question("best:1"), analysis)
    assert fault == "4 patterns score most"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("R1-4 B3 O- G-", None),
        ("G- O- B3 R1-4", None),
        ("R1-3 B3 O- G-", "R1-3 B3 O- G- makes 4 points, but 5 can be had"),
        ("R1-4 B2-3 O- G-", "R1-4 B2-3 cannot be made, each wild used once (T12): blue is short"),
        ("R1-5 B3 O- G-", "R1-5 cannot be made, each wild used once (T12): red is short"),
        ("R1-4 B3 O-", "no run of G is told: G- where there is none"),
        ("R1-4 R1 O- G-", "a run of R is told twice"),
        ("R4-1 B3 O- G-", "'R4-1' is no run: it ends before it begins"),
        ("R1-4 B3 O- X-", "'X-' is no run: R1-4, R5, or R- for none"),
        ("R0 B3 O- G-", "'R0' is no run: R1-4, R5, or R- for none"),
    ],
)
def test_a_pattern_is_made_with_each_wild_once_and_is_the_best(
    words: str, fault: str | None
) -> None:
    state = hand_table("R1,R3,R4,B3,W2")
    assert BEST_SCORE.refuted(state, Question("best:1"), words.split()) == fault


def test_a_run_of_wilds_may_not_count() -> None:
    state = hand_table("R1,B#", "wild_only_run=no")
    assert BEST_SCORE.refuted(state, Question("best:1"), ["R1", "B-", "O-", "G-"]) is None
    fault = BEST_SCORE.refuted(state, Question("best:1"), ["R1", "B5", "O-", "G-"])
    assert fault == "B5 has wilds alone (T12, wild_only_run)"


def test_a_hand_in_which_no_wild_tempts_is_no_puzzle() -> None:
    question = Question("best:1")
    state = hand_table("R1,R3,W2")
    analysis = BEST_SCORE.analyse(state, question, NO_LIMITS)
    assert len(analysis.right) == 1
    fault = BEST_SCORE.suits(state, question, analysis)
    assert fault == "there are no two patterns that miss it by little"
    with pytest.raises(ValueError, match="no wild"):
        BEST_SCORE.analyse(hand_table("R1,R2"), question, NO_LIMITS)
    with pytest.raises(ValueError, match="no player 3"):
        BEST_SCORE.analyse(state, Question("best:3"), NO_LIMITS)


def test_patterns_are_read_as_they_are_written() -> None:
    for words in ("R1-9 B- O4 G2-3", "R- B- O- G-"):
        assert str(read_pattern(words.split())) == words
    assert read_pattern(["R1-9", "B-", "O4", "G2-3"]).points == 13


# --- The last purchases -------------------------------------------------------------------------


def right_by_trying(state: State, player: int, name: str, wanted: Any) -> set[str]:
    """The first decisions after which a goal can be reached, every play tried."""
    found = set()
    for listed in rules.legal_moves(state):
        for move in rules.named(state, listed):
            value, _ = everything(rules.apply(state, move), player)
            reached = getattr(value, name)
            if reached if wanted is None else reached >= wanted:
                found.add(decision(move))
    return found


def test_the_right_purchases_are_those_found_by_trying_everything() -> None:
    rng, question = SplitMix64(5), ASKED["last-purchase"]
    counts = Counter[int]()
    for _ in range(25):
        state = dealt(rng, question)
        few = tuple(
            Player(one.tokens % 4, one.bust % 2, (*one.cards[:2], *one.cards[-1:]))
            for one in state.players[:2]
        )
        state = replace(state, players=few, turn=2, market=state.market[:4])
        analysis = LAST_PURCHASE.analyse(state, question, NO_LIMITS)
        right = right_by_trying(state, 1, "opposed_win", None)
        assert {choice.name for choice in analysis.right} == right
        assert analysis.found["first-moves"] == str(len(right))
        assert analysis.found["winnable"] == ("yes" if right else "no")
        counts[len(right)] += 1
    assert len(counts) > 2


def test_a_purchase_has_to_be_legal_and_to_win() -> None:
    question = ASKED["last-purchase"]
    state = table(
        "player 1: tokens=3 cards=R1,R2; player 2: tokens=6 cards=R2,B1; market: R3 B1 R4*2;"
        "phase: final; final: next=1 last=2"
    )
    assert LAST_PURCHASE.refuted(state, question, ["buy:R3:t3"]) is None
    fault = LAST_PURCHASE.refuted(state, question, ["buy:B1:t1"])
    assert fault == "after buy:B1:t1 the others can prevent that player 1 wins"
    fault = LAST_PURCHASE.refuted(state, question, ["buy:R4:t4"])
    assert fault
    assert fault.startswith("move 1, buy:R4:t4, breaks T8: ")
    assert LAST_PURCHASE.refuted(state, question, ["draw"]) == (
        "move 1, draw, breaks T4: these are the last purchases: buy or end"
    )
    assert LAST_PURCHASE.refuted(state, question, []) == "one purchase is asked for, not 0 moves"
    assert LAST_PURCHASE.refuted(state, question, ["nothing"])
    analysis = LAST_PURCHASE.analyse(state, question, NO_LIMITS)
    assert analysis.found == {"winnable": "yes", "first-moves": "1"}
    assert (
        "player 2 has 3 points and 3 black tokens with buy:R3:t3" in analysis.shown["first-moves"]
    )
    losing = next(choice for choice in analysis.choices if choice.name == "buy:B1")
    assert (losing.right, losing.plausible, losing.depth) == (False, True, 1)
    fault = LAST_PURCHASE.suits(state, question, analysis)
    assert fault == "fewer than two other cards can be paid for and make more points"


def test_who_leads_already_need_not_buy() -> None:
    state = table(
        "player 1: tokens=1 cards=R1; player 2: tokens=4 cards=B1,B2,B3; market: R3 G1;"
        "phase: final; final: next=1 last=2"
    )
    purchases = Purchases(state)
    assert {found[0] for deed in purchases.deeds.values() if (found := purchases.beaten(deed))} == {
        0
    }
    analysis = LAST_PURCHASE.analyse(state, ASKED["last-purchase"], NO_LIMITS)
    assert analysis.found == {"winnable": "no", "first-moves": "0"}


@pytest.mark.parametrize(
    ("changed", "question", "fault"),
    [
        ({"next": 2}, ASKED["last-purchase"], "has to be next"),
        ({}, Question("win:1", others="help"), "oppose"),
        ({"readings": Readings(spent_cards="market")}, ASKED["last-purchase"], "spent_cards"),
        ({"phase": DRAW, "next": None}, ASKED["last-purchase"], "phase final"),
        ({"market": ("R3",) * 9}, ASKED["last-purchase"], "8 cards"),
    ],
)
def test_what_are_no_last_purchases_to_ask_about(
    changed: dict[str, Any], question: Question, fault: str
) -> None:
    state = State((Player(3, 0, ("R1",)), Player(4, 0, ("R2",))), 2, FINAL, market=("R3",), next=1)
    with pytest.raises(ValueError, match=fault):
        LAST_PURCHASE.analyse(replace(state, **changed), question, NO_LIMITS)


def test_a_limit_leaves_out_what_is_not_known() -> None:
    _, state, question, _ = analysed("last-purchase")[0]
    analysis = LAST_PURCHASE.analyse(state, question, Limits(None, 1, None))
    assert analysis.found == {}
    assert analysis.limit == "nodes"


# --- Drawing or stopping ------------------------------------------------------------------------


def worth_by_trying(position: naive.Position, player: int, what: str, start: int) -> Fraction:
    """What a turn gains on average if it goes on as well as can be, wilds left to nobody."""
    if position.phase == "auction":
        while position.phase == "auction":
            position = naive.play(position, "pass")
        return worth_by_trying(position, player, what, start)
    gains = [
        choice_by_trying(position, player, what, start, one) for one in naive.plain_moves(position)
    ]
    return max(gains, default=Fraction(0))


def choice_by_trying(
    position: naive.Position, player: int, what: str, start: int, choice: str
) -> Fraction:
    """What a choice gains."""
    if choice != "draw":
        after = naive.play(position, choice)
        if what == "tokens":
            return Fraction(after.pieces[player]["t"] - start)
        ends = [after]
        if after.phase == "buy":
            ends = [naive.play(after, move) for move in naive.named_moves(after)]
        return Fraction(
            max(naive.score(naive.cards_of(end.pieces[player])) for end in ends) - start
        )
    cards = Counter(naive.to_come(position))
    total = Fraction(0)
    for card, copies in cards.items():
        after = naive.play(position, f"draw:{card}" if len(cards) > 1 else "draw")
        if after.turn == position.turn and after.phase in ("draw", "auction"):
            total += copies * worth_by_trying(after, player, what, start)
    return total / cards.total()


@pytest.mark.parametrize("question", [TOKENS, SCORE])
def test_what_is_best_and_by_how_much_is_found_by_trying_everything(question: Question) -> None:
    rng = SplitMix64(11)
    best = Counter[str]()
    for _ in range(12):
        box = Box(rng)
        row = drawn_row(box, 2)
        has = Player(rng.below(4), 0, in_order(box.take(2, lambda card: not is_currency(card))))
        market = in_order(box.take(1, is_number))
        state = State((Player(5), has), 2, DRAW, row, market, unseen=in_order(box.take(4)))
        analysis = DRAW_OR_STOP.analyse(state, question, NO_LIMITS)
        what = question.goal.split(":")[1]
        start = has.tokens if what == "tokens" else naive.score(list(has.cards))
        position = naive.from_state(state)
        worth = {
            choice: choice_by_trying(position, 2, what, start, choice)
            for choice in naive.plain_moves(position)
        }
        assert [choice.name for choice in analysis.choices] == sorted(worth)
        first, second = sorted(worth.values(), reverse=True)[:2]
        assert worth[analysis.found["best"]] == first
        assert Fraction(analysis.found["margin"]) <= first - second
        assert first - second < Fraction(analysis.found["margin"]) + Fraction(1, 100)
        best[analysis.found["best"]] += first > second
    assert len(best) > 1


def test_a_choice_has_to_be_legal_and_the_best() -> None:
    state = table("player 1: tokens=4; player 2: tokens=5; row: B5; unseen: R6 B6 O6 G6 R8 $1 $4")
    analysis = DRAW_OR_STOP.analyse(state, SCORE, NO_LIMITS)
    assert analysis.found["best"] == "stop:numbers"
    assert DRAW_OR_STOP.refuted(state, SCORE, ["stop:numbers"]) is None
    fault = DRAW_OR_STOP.refuted(state, SCORE, ["draw"])
    assert fault
    assert fault.startswith("draw is not the best: draw: ")
    fault = DRAW_OR_STOP.refuted(state, SCORE, ["stop:currency"])
    assert fault
    assert fault.startswith("move 1, stop:currency, breaks T6: ")
    assert DRAW_OR_STOP.refuted(state, SCORE, []) == "one choice is asked for, not 0"
    assert DRAW_OR_STOP.refuted(state, SCORE, ["stay"])


def test_turns_that_are_no_puzzles() -> None:
    safe = table("player 1: tokens=4; player 2: tokens=5; row: $2 B4; unseen: R1 R2 $1")
    analysis = DRAW_OR_STOP.analyse(safe, TOKENS, NO_LIMITS)
    assert DRAW_OR_STOP.suits(safe, TOKENS, analysis) == "the next card busts never or always"
    close = table(
        "player 1: tokens=4; player 2: tokens=5; row: $3 B4; unseen: R1 $1*2 $5*2 G9*1 R9"
    )
    close = replace(close, row=("$3", "B4", "O6"), unseen=("R1", "R5", "$1", "$2"))
    analysis = DRAW_OR_STOP.analyse(close, TOKENS, NO_LIMITS)
    fault = DRAW_OR_STOP.suits(close, TOKENS, analysis)
    assert fault == "the best choice is not better by 0.5 black tokens"
    with pytest.raises(ValueError, match="must not be known"):
        DRAW_OR_STOP.analyse(replace(safe, deck=safe.unseen, unseen=()), TOKENS, NO_LIMITS)
    with pytest.raises(ValueError, match="card in the row"):
        DRAW_OR_STOP.analyse(replace(safe, row=()), TOKENS, NO_LIMITS)


# --- Open deals ---------------------------------------------------------------------------------

DATA = Path(__file__).with_name("data") / "ten_open.json"


def small_deals() -> list[tuple[State, int, Value]]:
    """Small tables in which the player asked about is to move, with their values."""
    found = []
    for entry in json.loads(DATA.read_text(encoding="utf-8")):
        state = solver.read(entry["position"]).state
        helped, opposed = entry["help"], entry["oppose"]
        value = Value(helped["score"], helped["win"], opposed["score"], opposed["win"])
        mine = not rules.over(state) and rules.active(state) == entry["player"]
        if mine and entry["kind"] != "market" and entry["tables"] < 700:
            found.append((state, entry["player"], value))
    return found


@pytest.mark.parametrize("others", ["oppose", "help"])
def test_the_first_decisions_are_those_found_by_trying_everything(others: str) -> None:
    counts = Counter[int]()
    step = 6 if others == "oppose" else 30
    for state, player, value in small_deals()[::step]:
        most = value.opposed if others == "oppose" else value.helped
        side = "opposed" if others == "oppose" else "helped"
        for goal, name, wanted in (
            (f"score:{player}:{most}", side, most),
            (f"win:{player}", f"{side}_win", None),
        ):
            if most < 0:
                continue
            question = Question(goal, others=others)
            analysis = OPEN_DEAL.analyse(state, question, NO_LIMITS)
            right = right_by_trying(state, player, name, wanted)
            if analysis.limit is None:
                assert {choice.name for choice in analysis.right} == right
                assert analysis.found["first-moves"] == str(len(right))
                assert analysis.found["winnable"] == ("yes" if right else "no")
                counts[len(right)] += 1
    assert len(counts) > 2


def deal() -> State:
    return table(
        "player 1: tokens=4 cards=R1,R2; player 2: tokens=2 cards=B1; row: R3 $1; market: R4;"
        "deck: R9 $1; turn: 1"
    )


def test_a_line_of_play_is_played_to_its_end() -> None:
    state, question = deal(), Question("score:1:4")
    analysis = OPEN_DEAL.analyse(state, question, NO_LIMITS)
    assert OPEN_DEAL.refuted(state, question, analysis.solution) is None
    short = analysis.solution[:-1]
    fault = OPEN_DEAL.refuted(state, question, short)
    assert fault
    assert fault.startswith("the moves end before the goal is reached, player 1 with ")
    assert OPEN_DEAL.refuted(state, question, []) == "no move is told"
    fault = OPEN_DEAL.refuted(state, question, ["stop:numbers", "draw"])
    assert fault == ("move 2, draw, breaks T4: a card may be bought now, or the turn ended")
    assert OPEN_DEAL.refuted(state, question, ["go"])


def test_against_the_others_the_goal_has_to_stay_in_reach() -> None:
    state, question = deal(), Question("score:1:3", others="oppose")
    assert OPEN_DEAL.refuted(state, question, ["stop:numbers"]) is None
    # The 9 comes: the row is gone.
    assert OPEN_DEAL.refuted(state, Question("score:1:4", others="oppose"), ["draw"]) == (
        "after draw the others can prevent it"
    )


def test_deals_that_are_no_puzzles() -> None:
    state = deal()
    easy = Question("score:1:1", others="oppose")
    analysis = OPEN_DEAL.analyse(state, easy, NO_LIMITS)
    fault = OPEN_DEAL.suits(state, easy, analysis)
    assert fault == "3 first decisions keep the goal in reach, not one"
    for changed, asked, why in (
        (state, Question("win:1", others="selfish"), "help or oppose"),
        (state, Question("win:2", others="oppose"), "player 2 has to be to move"),
        (replace(state, deck=None, unseen=("R9", "$1")), easy, "has to be known"),
        (state, Question("win:3"), "no player 3"),
    ):
        with pytest.raises(ValueError, match=why):
            OPEN_DEAL.analyse(changed, asked, NO_LIMITS)


def test_a_decision_is_a_move_without_its_payment() -> None:
    words = ["draw", "stop:numbers", "buy:R5:t3+b1", "bid:4:t4", "bid:0", "pass", "end"]
    assert [decision(parse_move(word)) for word in words] == [
        "draw",
        "stop:numbers",
        "buy:R5",
        "bid:4",
        "bid:0",
        "pass",
        "end",
    ]


def test_people_pay_with_what_they_miss_least() -> None:
    from puzzles.ten.play import usual_payment

    assert usual_payment(Player(5, 1, ("R1",)), 4) == Payment(4)
    assert usual_payment(Player(2, 1, ("R1",)), 4) == Payment(1, 1)
    assert usual_payment(Player(1, 1, ("R1", "R2", "R7")), 5) == Payment(1, 1, ("R7",))
    assert usual_payment(Player(1, 0, ("R1",)), 3) is None
