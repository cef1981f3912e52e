"""Strategies for open deals followed against everything: right ones, and every kind of wrong one.

The right ones come from a plain minimax of the same question, played by the referee alone: a free
player's hand is a number of blank cards there, its real ones lie beside it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ten_tables import states, table

from solver.ten import rules
from solver.ten.cards import FULL_DECK, Card, in_order, is_currency, is_number, is_wild
from solver.ten.follow import (
    Bid,
    Entry,
    Followed,
    Follower,
    Oracle,
    Seat,
    Spot,
    Table,
    Waiting,
    follow,
)
from solver.ten.move_notation import parse_move
from solver.ten.scoring import key_of, points
from solver.ten.table import READINGS, Auction, Move, Payment, Player, Readings, State
from solver.verdict import Budget, Disagreement, LimitReached, Limits, Strategy

BLANK = "$1"
"""Stands for a free player's card, whichever; nothing that can be acquired is one."""

EVERYBODY = frozenset(range(1, 6))
PLENTY = Limits(seconds=None)
LATE = "readings: identical_test=after-payment"


class Game(NamedTuple):
    """A table whose free players hold blank cards, all the cards that players ever acquired, and
    whether they have given one."""

    state: State
    hands: tuple[tuple[Card, ...], ...]
    paid: tuple[bool, ...]


class TooLarge(Exception):
    """More tables than somebody wanted to look at."""


Graph = dict[Game, list[tuple[Move, Move, Game]]]


class Minimax:
    """Whether the followers reach their aim, by trying everything.

    Players who are `open` name their cards; if all are it is the real game. What moves do is kept
    in `graph`, which may be shared by different goals with the same open players.
    """

    def __init__(
        self,
        goal: str,
        followers: frozenset[int],
        graph: Graph | None = None,
        open_: frozenset[int] | None = None,
    ) -> None:
        self.goal = goal
        kind, *numbers = goal.split(":")
        self.player, self.points = int(numbers[0]), int(numbers[1]) if kind == "score" else None
        self.followers = followers
        self.open = followers if open_ is None else open_
        self.reaches = self.player in followers
        self.known: dict[Game, bool] = {}
        self.graph: Graph = {} if graph is None else graph
        self.most: int | None = None

    def start(self, state: State) -> Game:
        count = len(state.players)
        return self.blank(Table(state, (0,) * count, (False,) * count))

    def blank(self, seen: Table) -> Game:
        state = seen.state
        players, hands = [], []
        for number, (one, debt) in enumerate(zip(state.players, seen.debts, strict=True), 1):
            hidden = number not in self.open
            cards = (BLANK,) * (len(one.cards) - debt) if hidden else one.cards
            players.append(replace(one, cards=cards))
            hands.append(one.cards if hidden else ())
        state = replace(state, players=tuple(players), discard=())
        if (auction := state.auction) is not None:
            payment = auction.payment
            cards = in_order([*payment.cards, *(BLANK,) * payment.open_cards])
            payment = replace(payment, cards=cards, open_cards=0)
            state = replace(state, auction=replace(auction, payment=payment))
        return Game(state, tuple(hands), seen.paid)

    def moves(self, game: Game) -> list[tuple[Move, Move, Game]]:
        """Moves as they are listed, with cards named, and what comes of them."""
        if game not in self.graph:
            if len(self.graph) == self.most:
                raise TooLarge
            self.graph[game] = self.played(game)
        return self.graph[game]

    def played(self, game: Game) -> list[tuple[Move, Move, Game]]:
        state, mover = game.state, rules.active(game.state)
        found = []
        for listed in rules.legal_moves(state):
            for move in rules.named(state, listed):
                if mover not in self.open and move.kind == "buy" and not game.paid[mover - 1]:
                    copies = game.hands[mover - 1].count(str(move.card))
                    after_payment = state.readings.identical_test == "after-payment"
                    if copies > (len(move.payment.cards) if after_payment else 0):
                        continue
                found.append((listed, move, self.after(game, move)))
        return found

    def after(self, game: Game, move: Move) -> Game:
        before, state = game.state, rules.apply(game.state, move)
        hands, paid, players = list(game.hands), list(game.paid), list(state.players)
        for place, one in enumerate(state.players):
            if place + 1 in self.open:
                continue
            new = [card for card in one.cards if card != BLANK]
            paid[place] |= one.cards.count(BLANK) < before.players[place].cards.count(BLANK)
            hands[place] = in_order([*hands[place], *new])
            players[place] = replace(one, cards=(BLANK,) * len(one.cards))
        state = replace(state, players=tuple(players), discard=())
        return Game(state, tuple(hands), tuple(paid))

    def standing(self, game: Game, number: int) -> tuple[int, int, int]:
        one = game.state.player(number)
        held = len(one.cards)
        wild_only = game.state.readings.wild_only_run == "yes"
        if number in self.open:
            score = points(key_of(one.cards), wild_only)
        else:
            score = points(key_of(game.hands[number - 1]), wild_only)
            if game.paid[number - 1]:
                score = min(score, held + held // 9)
        return score, one.tokens, -held

    def reached(self, game: Game) -> bool:
        """Whether the goal is met as the table is."""
        own = self.standing(game, self.player)
        if self.points is not None:
            return own[0] >= self.points
        numbers = range(1, len(game.state.players) + 1)
        return own == max(self.standing(game, number) for number in numbers)

    def value(self, game: Game) -> bool:
        """Whether the followers reach their aim from here."""
        if game not in self.known:
            self.known[game] = self.found(game)
        return self.known[game]

    def found(self, game: Game) -> bool:
        if rules.over(game.state):
            return self.reached(game) == self.reaches
        every = any if rules.active(game.state) in self.followers else all
        return every(self.value(after) for _, _, after in self.moves(game))

    def oracle(self, seen: Table) -> Move:
        """A move that reaches the aim, or any if none does."""
        found = self.moves(self.blank(seen))
        right = [move for _, move, after in found if self.value(after)]
        return right[0] if right else found[len(found) // 2][1]


def deal(rng: random.Random, count: int, cards: int, hand: int, **readings: str) -> State:
    """A tiny endgame."""
    box = list(FULL_DECK.elements())
    rng.shuffle(box)
    if rng.random() < 0.5:  # more wilds than there are in the box on the average
        box.sort(key=is_wild, reverse=True)
        box = [*box[:1], *rng.sample(box[1:], len(box) - 1)]
    deck = tuple(rng.sample(box[:cards], cards))
    rest = [card for card in box[cards:] if not is_currency(card)]
    players = []
    for _ in range(count):
        own = in_order(rest.pop() for _ in range(rng.randint(1, hand)))
        players.append(Player(rng.randint(0, 2), int(rng.random() < 0.3), own))
    cheap = [card for card in rest if is_number(card) and card[1] < "5"]
    market = in_order(cheap[: rng.randint(0, 2)])
    turn = rng.randint(1, count)
    return State(tuple(players), turn=turn, market=market, deck=deck, readings=Readings(**readings))


def sides(count: int, player: int = 1) -> list[frozenset[int]]:
    """The player of a goal, and all the others."""
    return [frozenset([player]), frozenset(range(1, count + 1)) - {player}]


def followed(
    state: State, goal: str, followers: frozenset[int], oracle: Oracle, **options: Any
) -> Followed:
    return follow(state, goal, followers, oracle, Budget(PLENTY), **options)


def answering(*rules_of_play: tuple[str, str]) -> Oracle:
    """An oracle that makes the move beside the phase that it is asked in."""
    by_phase = {phase: parse_move(name) for phase, name in rules_of_play}
    return lambda seen: by_phase[seen.state.phase]


# --- By hand ------------------------------------------------------------------------------------

LAST = "market: R2; phase: final; final: next=2 last=1; player 1: tokens=2 cards=R1,R3; "
BUYING = answering(("final", "buy:R2:t2"))
ENDING = answering(("final", "end"))


def test_a_goal_that_cannot_be_prevented() -> None:
    state = table(LAST + "player 2: tokens=1")
    found = followed(state, "score:1:3", frozenset([1]), BUYING, tree=9)
    assert found == Followed(
        tables=2,
        plan=(Move("end"), parse_move("buy:R2:t2")),
        strategy={"replies": {"end": {"move": "buy:R2:t2", "replies": {}}}},
    )


def test_a_goal_that_is_prevented() -> None:
    state = table(LAST + "player 2: tokens=2")
    assert followed(state, "score:1:3", frozenset([2]), BUYING) == Followed(tables=1)


def test_the_line_is_told_where_the_goal_is_missed() -> None:
    state = table(LAST + "player 2: tokens=1")
    with pytest.raises(Disagreement, match=r"^player 1 has 3 points after end, buy:R2:t2$"):
        followed(state, "score:1:4", frozenset([1]), BUYING)
    with pytest.raises(Disagreement, match=r"^player 1 has 1 points after end, end$"):
        followed(state, "score:1:3", frozenset([1]), ENDING)
    with pytest.raises(Disagreement, match=r"^player 1 has 3 points after end, buy:R2:t2$"):
        followed(table(LAST + "player 2: tokens=2"), "score:1:3", frozenset([2]), ENDING)


@pytest.mark.parametrize(
    ("move", "what"),
    [
        ("buy:R2:t2", "T8 with buy:R2:t2"),  # it is gone: player 2 may have bought it
        ("draw", "T4 with draw"),
        ("buy:R2:c2", "T8 with buy:R2:c2"),  # own cards have to be named
    ],
)
def test_the_line_is_told_where_a_rule_is_broken(move: str, what: str) -> None:
    state = table(LAST + "player 2: tokens=2")
    with pytest.raises(Disagreement, match=rf"breaks {what} \(.*\) after (buy:R2:t2|end)$"):
        followed(state, "score:1:3", frozenset([1]), answering(("final", move)))


def test_an_oracle_without_an_answer() -> None:
    state = table(LAST + "player 2: tokens=2")
    with pytest.raises(Disagreement, match=r"no answer after end$"):
        followed(state, "score:1:3", frozenset([1]), answering())


def test_what_is_certain_is_not_played_on() -> None:
    state = table(LAST + "player 2: tokens=2")
    found = followed(state, "score:1:1", frozenset([1]), answering(), tree=1)
    assert found == Followed(tables=0, strategy={"replies": {}})
    assert followed(state, "score:1:4", frozenset([2]), answering()) == Followed(tables=0)


def test_nothing_is_certain_for_who_may_have_to_pay_a_bid() -> None:
    keys = "phase: auction; auction: card=B# next=2 by=1 bid=2 pay=R1+R2; turn: 2; deck:; "
    state = table(keys + "player 1: cards=R1,R2; player 2:")
    with pytest.raises(Disagreement, match=r"^player 1 has 1 points after pass, end, end, end$"):
        followed(state, "score:1:2", frozenset([1]), ENDING)


def test_a_free_player_gives_the_cards_that_it_needs_least() -> None:
    """Two of the four cards are left in the end: they may be any, but not more than two."""
    keys = "market: R2; phase: final; final: next=1 last=1; player 1: cards=R1,R3,R9; player 2:"
    followed(table(keys), "score:1:3", frozenset([2]), answering())
    with pytest.raises(Disagreement, match=r"^player 1 has 2 points after buy:R2:c2$"):
        followed(table(keys), "score:1:2", frozenset([2]), answering())


def test_ties_go_by_tokens_then_by_cards() -> None:
    """Both have two points; the tokens of player 1 are more after player 2 has paid, or equal after
    neither has: then player 1 has fewer cards (T13)."""
    keys = (
        "phase: final; final: next=2 last=2; player 1: tokens=3 cards=R1,R2; player 2: tokens={} "
    )
    state = table(keys.format(3) + "cards=B1,B2,B2; market: R9")
    followed(state, "win:1", frozenset([1]), answering())
    with pytest.raises(Disagreement, match=r"^player 1 does not win after end$"):
        followed(table(keys.format(4) + "cards=B1,B2,B2"), "win:1", frozenset([1]), answering())
    state = table(keys.format(3) + "cards=B1,B2,B2; market: B1")
    with pytest.raises(Disagreement, match=r"^player 1 wins after end$"):
        followed(state, "win:1", frozenset([2]), ENDING)


def test_a_turn_without_a_card_leads_nowhere() -> None:
    """If the others end their turns as well the game does not go on, and a goal is not reached; who
    only prevents it may go on so for ever."""
    keys = "readings: first_card=optional no_bid=active-takes-free; deck: R#; player 2: tokens=1"
    state = table(keys)
    with pytest.raises(Disagreement, match=r"a turn go by without a card after end$"):
        followed(state, "score:1:1", frozenset([1]), answering(("draw", "end")))
    preventing = answering(("draw", "end"), ("auction", "bid:1:t1"), ("final", "end"))
    followed(state, "score:1:1", frozenset([2]), preventing)
    preventing = answering(("draw", "end"), ("auction", "pass"), ("final", "end"))
    with pytest.raises(Disagreement, match=r"^player 1 has 1 points after draw, pass, pass$"):
        followed(state, "score:1:1", frozenset([2]), preventing)


@pytest.mark.parametrize(
    ("cards", "first", "plan"),
    [
        ("R5,G3", "buy:R1:c1", ["buy:R1:G3", "end", "buy:G3:t3"]),
        ("R5,G3,G4", "buy:R1:c1", ["buy:R1:G3", "end", "buy:G3:t3"]),
        ("R5,G3*2", "buy:R1:c1", None),
        ("R5,G3", "end", None),
        ("R5,G3", "buy:G3:t2+c1", ["buy:G3:t2+G3", "end", "end"]),
    ],
)
def test_cards_of_a_free_player_are_named_so_that_it_can_buy_them_again(
    cards: str, first: str, plan: list[str] | None
) -> None:
    late = "G3:t2" in first
    keys = f"market: R1 G3; turn: 2; phase: buy; deck:; player 1:; player 2: tokens=3 cards={cards}"
    keys += f"; {LATE}" if late else ""
    follower = Follower(table(keys), "score:1:9", frozenset([1]), ENDING, Budget(PLENTY))
    entry = Entry(follower.spot_of(follower.begun))
    for name in (first, "end", "end" if late else "buy:G3:t3"):
        spots = {str(move): (move, spot) for move, spot in follower.free_moves(entry.spot, False)}
        if name not in spots:
            assert first == "end"  # nothing was given, so the G3 is still there
            return
        move, spot = spots[name]
        entry = Entry(spot, entry, move)
    found = follower.plan(entry)
    assert (found and [str(move) for move in found]) == plan


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.ten.follow.CHECK_EVERY", 1)
    state = table(LAST + "player 2: tokens=1")
    with pytest.raises(LimitReached, match="time"):
        follow(state, "score:1:3", frozenset([1]), BUYING, Budget(Limits(seconds=0)))


@pytest.mark.parametrize(
    ("keys", "followers", "why"),
    [
        ("unseen: R1 R2", frozenset([1]), "order"),
        ("deck: R1; readings: spent_cards=market", frozenset([1]), "market"),
        ("deck: R1", frozenset([1, 2]), "player of the goal or all the others"),
    ],
)
def test_what_cannot_be_followed(keys: str, followers: frozenset[int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        followed(table(keys + "; player 1:; player 2:"), "win:1", followers, answering())


# --- Against the minimax --------------------------------------------------------------------------


def any_readings(rng: random.Random) -> dict[str, str]:
    """Any readings under which a strategy can be followed, and a game comes to its end."""
    never = ("spent_cards", "first_card")
    names = [name for name in READINGS if name not in never and rng.random() < 0.3]
    return {name: rng.choice(READINGS[name]) for name in names}


def any_deal(seed: int) -> State:
    rng = random.Random(seed)
    if seed % 3:
        return deal(rng, 2, rng.choice([2, 3]), 3, **any_readings(rng))
    return deal(rng, 3, 2, 2, **any_readings(rng))


def goals(state: State) -> list[str]:
    now = rules.score(state, 1)
    return [*(f"score:1:{now + more}" for more in range(1, 4)), "win:1"]


def aims(state: State) -> Iterator[Minimax]:
    """The goals for player 1 and their prevention."""
    for followers in sides(len(state.players)):
        graph: Graph = {}
        for goal in goals(state):
            yield Minimax(goal, followers, graph)


def accepted(
    state: State, goal: str, followers: frozenset[int], oracle: Oracle, **options: Any
) -> bool:
    try:
        followed(state, goal, followers, oracle, **options)
    except Disagreement:
        return False
    return True


@pytest.mark.parametrize("seed", range(16))
def test_just_the_right_strategies_are_accepted(seed: int) -> None:
    state = any_deal(seed)
    for minimax in aims(state):
        right = minimax.value(minimax.start(state))
        for dominance in (True, False):
            goal, followers = minimax.goal, minimax.followers
            found = accepted(state, goal, followers, minimax.oracle, dominance=dominance)
            assert found == right, (goal, followers, dominance)


@pytest.mark.parametrize("seed", range(100, 106))
def test_what_is_shown_holds_at_the_table(seed: int) -> None:
    """There everybody names their cards."""
    state = any_deal(seed)
    graph: Graph = {}
    for minimax in aims(state):
        if accepted(state, minimax.goal, minimax.followers, minimax.oracle):
            real = Minimax(minimax.goal, frozenset([1]), graph, EVERYBODY)
            assert real.value(real.start(state)) == minimax.reaches


def test_one_wrong_move_is_noticed() -> None:
    noticed = 0
    for seed in range(200, 206):
        state = any_deal(seed)
        for minimax in aims(state):
            for here, move in mistakes(minimax, state):
                oracle = mistaken(minimax, here, move)
                assert not accepted(state, minimax.goal, minimax.followers, oracle)
                noticed += 1
    assert noticed > 10


def mistakes(minimax: Minimax, state: State) -> list[tuple[Table, Move]]:
    """Tables at which a right strategy is asked, with a move that would be wrong there."""
    asked: list[Table] = []

    def oracle(seen: Table) -> Move:
        asked.append(seen)
        return minimax.oracle(seen)

    found: list[tuple[Table, Move]] = []
    if accepted(state, minimax.goal, minimax.followers, oracle):
        for seen in asked:
            after = minimax.moves(minimax.blank(seen))
            found += [(seen, move) for _, move, game in after if not minimax.value(game)][:1]
    return found


def mistaken(minimax: Minimax, here: Table, move: Move) -> Oracle:
    """The right oracle but for its move at one table."""
    return lambda seen: move if seen == here else minimax.oracle(seen)


def test_the_strategy_answers_everything() -> None:
    sizes = []
    for seed in range(300, 308):
        state = any_deal(seed)
        for minimax in aims(state):
            goal, start = minimax.goal, minimax.start(state)
            if not minimax.reaches or not minimax.value(start):
                continue
            found = followed(state, goal, frozenset([1]), minimax.oracle, tree=2000)
            if found.strategy is None:
                continue
            nodes = walk(minimax, start, found.strategy)
            sizes.append(nodes)
            for limit, expected in ((nodes, found.strategy), (nodes - 1, None)):
                again = followed(state, goal, frozenset([1]), minimax.oracle, tree=limit)
                assert again.strategy == expected
    assert len(sizes) > 5
    assert max(sizes) > 50


def walk(minimax: Minimax, game: Game, strategy: Strategy) -> int:
    """The nodes of a strategy all of whose branches end at the goal."""
    nodes = 1
    if "move" in strategy:
        assert rules.active(game.state) == 1
        game = minimax.after(game, parse_move(strategy["move"]))
    if "then" in strategy:
        assert set(strategy) == {"move", "then"}
        assert rules.active(game.state) == 1
        assert "move" in strategy["then"]
        return nodes + walk(minimax, game, strategy["then"])
    assert set(strategy) in ({"move", "replies"}, {"replies"})
    replies = strategy["replies"]
    if not replies:
        assert minimax.value(game)
        if minimax.points is not None:
            assert minimax.reached(game)
        return nodes
    assert rules.active(game.state) != 1
    listed = {str(listed): after for listed, _, after in minimax.moves(game)}
    assert set(replies) == set(listed)
    return nodes + sum(walk(minimax, listed[name], replies[name]) for name in replies)


def test_the_plan_is_played_by_the_referee() -> None:
    lengths = []
    for seed in range(400, 412):
        state = any_deal(seed)
        for minimax in aims(state):
            goal = minimax.goal
            if not minimax.reaches or minimax.points is None:
                continue
            if not minimax.value(minimax.start(state)):
                continue
            plan = followed(state, goal, frozenset([1]), minimax.oracle).plan
            wanted, after = int(goal.split(":")[2]), state
            for move in plan:
                assert rules.score(after, 1) < wanted
                after = rules.apply(after, move)
            assert rules.score(after, 1) >= wanted
            lengths.append(len(plan))
    assert len(lengths) > 5
    assert max(lengths) > 5


# --- Tables not visited ---------------------------------------------------------------------------

TWO = "market: R1; deck: R6 O1; player 1: tokens=2 cards=B3; player 2: tokens=2 cards=B1,B2"
NO_CARDS_BID = "readings: bid_with_cards=no"
EXACTLY = "readings: overpay=only-if-forced"


def covering(goal: str, followers: frozenset[int], *pair: tuple[str, int]) -> tuple[bool, bool]:
    """Whether one table makes another needless, and the other way round; each with what the only
    free player owes."""
    found = []
    for keys, debt in pair:
        state = table(keys)
        follower = Follower(state, goal, followers, ENDING, Budget(PLENTY))
        debts = tuple(0 if number in followers else debt for number in (1, 2))
        core, wealth = follower.split(follower.spot_with(state, debts, 0, 0))
        found.append((core, wealth, follower.guards))
    (core, one, guards), (same, other, _) = found
    return (
        core == same and (one | guards) - other & guards == guards,
        core == same and (other | guards) - one & guards == guards,
    )


@pytest.mark.parametrize(
    ("change", "richer", "readings", "expected"),
    [
        ("tokens=2 cards=B1", "tokens=3 cards=B1", "", True),
        ("tokens=2 cards=B1", "tokens=2 cards=B1,B2", "", True),
        ("tokens=2 cards=B1", "tokens=1 cards=B1,B2", "", True),  # the card pays as much
        ("tokens=2 cards=B1", "tokens=1 cards=B1,B2", NO_CARDS_BID, False),
        ("tokens=2 cards=B1", "tokens=3 cards=B1", NO_CARDS_BID, True),
        ("tokens=2 cards=B1", "tokens=3 cards=B1", EXACTLY, False),
        ("tokens=2 cards=B1", "tokens=2 bust=1 cards=B1", "", True),
        ("tokens=2 bust=12 cards=B1", "tokens=2 bust=13 cards=B1", "", True),
        ("tokens=2 bust=13 cards=B1", "tokens=2 bust=14 cards=B1", "", False),  # the last ones
        ("tokens=2 cards=B1", "tokens=1 bust=1 cards=B1", "", False),
        ("tokens=2 cards=R1", "tokens=3 cards=B1", "", False),  # may not buy the same (T9)
        ("tokens=2 cards=R6", "tokens=3 cards=B1", "", False),  # nor when it is there
        ("tokens=2 cards=R8", "tokens=3 cards=B1", "", True),  # which will never be
    ],
)
def test_what_makes_a_free_opponent_richer(
    change: str, richer: str, readings: str, expected: bool
) -> None:
    keys = TWO.partition(" player 2")[0] + f" player 2: {{}}; {readings}"
    pair = (keys.format(richer), 0), (keys.format(change), 0)
    assert covering("score:1:9", frozenset([1]), *pair) == (expected, False)


def test_who_has_given_a_card_may_buy_anything() -> None:
    keys = "market: R1*2; phase: buy; turn: 2; deck: $1; player 1: cards=R2; player 2: tokens=2 {}"
    poor, rich = (keys.format("cards="), 0), (keys.format("cards=R1"), 1)
    assert covering("score:1:9", frozenset([1]), poor, rich) == (False, True)
    # with the cards given it does not matter which they were
    rich, other = (keys.format("cards=R1,B1"), 1), (keys.format("cards=G1,G2"), 1)
    assert covering("score:1:9", frozenset([1]), rich, other) == (True, True)


@pytest.mark.parametrize(
    ("change", "richer", "readings", "expected"),
    [
        ("tokens=2 cards=B1", "tokens=3 cards=B1", "", True),
        ("tokens=2 cards=B1", "tokens=3 cards=B2", "", False),
        ("tokens=2 cards=B1", "tokens=2 cards=B1*2", "", True),  # the second scores nothing
        ("tokens=2 cards=B1", "tokens=2 cards=B1*2", LATE, False),  # but has to be given, too
    ],
)
def test_what_makes_the_free_player_of_the_goal_richer(
    change: str, richer: str, readings: str, expected: bool
) -> None:
    keys = f"market: R1; deck: R6 O1; player 1: {{}}; player 2: tokens=2; {readings}"
    pair = (keys.format(richer), 0), (keys.format(change), 0)
    assert covering("score:1:9", frozenset([2]), *pair) == (expected, False)


@pytest.mark.parametrize(
    ("change", "richer", "expected"),
    [
        ("tokens=2 cards=B3", "tokens=3 cards=B3", True),
        ("tokens=2 cards=B3", "tokens=2 bust=1 cards=B3", True),
        ("tokens=2 cards=B3", "tokens=3 cards=B4", False),
        ("tokens=2 cards=B3", "tokens=2 cards=B3*2", False),
    ],
)
def test_a_table_with_a_richer_follower_is_covered(
    change: str, richer: str, expected: bool
) -> None:
    keys = "market: R1; deck: R6 O1; player 1: {}; player 2: tokens=2"
    pair = (keys.format(change), 0), (keys.format(richer), 0)
    assert covering("score:1:9", frozenset([1]), *pair) == (expected, False)


def test_which_cards_a_following_opponent_may_not_buy() -> None:
    keys = "market: R1; deck: R6 O1; player 1: tokens=2; player 2: tokens=2 cards={}"
    for one, other, alike in (("R1", "B2", False), ("R6", "B2", False), ("R8", "B2", True)):
        pair = (keys.format(one), 0), (keys.format(other), 0)
        assert covering("score:1:9", frozenset([2]), *pair) == (alike, alike)


def test_to_win_the_count_of_cards_has_to_be_the_same() -> None:
    keys = "market: R1; deck: R6 O1; player 1: cards=B3; player 2: {}"
    less, more = (keys.format("tokens=2 cards=B1"), 0), (keys.format("tokens=2 cards=B1*2"), 0)
    assert covering("win:1", frozenset([1]), less, more) == (False, False)
    more = keys.format("tokens=3 cards=B1"), 0
    assert covering("win:1", frozenset([1]), less, more) == (False, True)


@pytest.mark.parametrize(
    ("old", "new"),
    [("R1;", "R2;"), ("deck: R6 O1", "deck: O1; row: R6"), ("deck", "turn: 2; deck")],
)
def test_different_tables_are_not_compared(old: str, new: str) -> None:
    pair = (TWO, 0), (TWO.replace(old, new), 0)
    assert covering("score:1:9", frozenset([1]), *pair) == (False, False)


def test_different_bids_are_not_compared() -> None:
    keys = "phase: auction; auction: card=R# next=1 by=2 bid={0} pay=t{0}; deck:; turn: 1; "
    keys += "player 1: tokens=3; player 2: tokens=3"
    pair = (keys.format(1), 0), (keys.format(2), 0)
    assert covering("score:1:9", frozenset([1]), *pair) == (False, False)


# --- Laws -----------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """Tables of similar games, some of which the followers can win."""

    minimax: Minimax
    follower: Follower
    spots: list[Spot]

    def value(self, spot: Spot) -> bool:
        return self.minimax.value(seen_by(self.minimax, self.follower, spot))


def sample(seed: int) -> Sample:
    """Tables that games lead to which begin with somewhat more or less."""
    while True:
        with suppress(TooLarge):
            return small_sample(random.Random(seed), 2 + (seed % 4 == 0))
        seed += 1000


def small_sample(rng: random.Random, count: int) -> Sample:
    """The same, unless it has too many tables."""
    state = deal(rng, count, 4 - count, 2, **any_readings(rng))
    followers = rng.choice(sides(count))
    graph: Graph = {}
    starts: list[Spot] = []
    best: tuple[int, Minimax, Follower] | None = None
    for goal in goals(state):
        minimax = Minimax(goal, followers, graph)
        minimax.most = TABLES
        follower = Follower(state, goal, followers, minimax.oracle, Budget(PLENTY))
        if not starts:
            start = follower.spot_of(state)
            starts = [varied(rng, start, followers) for _ in range(VARIANTS)]
        values = [minimax.value(seen_by(minimax, follower, spot)) for spot in starts]
        mixed = min(values.count(True), values.count(False))
        if best is None or mixed > best[0]:
            best = mixed, minimax, follower
    assert best is not None
    _, minimax, follower = best
    spots = []
    for spot in starts:
        entry = Entry(spot)
        spots.append(spot)
        while not (entry.spot.phase == "final" and not entry.spot.next):
            if follower.mover(entry.spot) in followers:
                follower.oracle = lambda seen: rng.choice(minimax.moves(minimax.blank(seen)))[1]
                entry = Entry(follower.answered(entry).spot)
            else:
                _, after = rng.choice(list(follower.free_moves(entry.spot, lean=False)))
                entry = Entry(after)
            spots.append(entry.spot)
    follower.oracle = minimax.oracle
    minimax.most = None
    return Sample(minimax, follower, spots)


TABLES = 1000
VARIANTS = 12


def varied(rng: random.Random, spot: Spot, followers: frozenset[int]) -> Spot:
    """A table with other tokens, cards and debts."""
    seats = []
    spare = ["R1", "B2", "O3", "G9", "W4", *spot.market]
    for number, seat in enumerate(spot.seats, 1):
        tokens, bust, cards, debt = seat
        tokens = max(0, tokens + rng.choice([-1, 0, 0, 1]))
        bust = max(0, bust + rng.choice([0, 0, 0, 1]))
        if rng.random() < 0.3:
            cards = in_order([*cards, rng.choice([*spare, *cards])])
        if cards and rng.random() < 0.3:
            cards = in_order([*cards[1:], rng.choice(spare)])
        if number not in followers and rng.random() < 0.4:
            debt = rng.randint(0, min(2, len(cards)))
        seats.append(Seat(tokens, bust, cards, debt))
    market = spot.market
    if rng.random() < 0.2:
        market = in_order(rng.sample(market, max(0, len(market) - 1)))
    return spot._replace(seats=tuple(seats), market=market)


@pytest.mark.parametrize(
    ("keys", "purchases"),
    [
        ("deck: R1", [2, 1]),
        ("deck: R1 R2", [2, 2]),
        ("deck: R1 R2 R3", [3, 2]),
        ("row: R1; deck: R2", [2, 2]),
        ("deck: $1 $2; readings: empty_reward=allowed", [2, 2]),
        ("deck: R# B# O#", [2, 1]),  # turns without a number card
        ("deck: R1 R2; readings: first_card=optional", [4, 3]),
        ("deck:; phase: buy", [2, 1]),
        ("deck: R1; phase: buy", [2, 2]),
        ("deck:; phase: final; final: next=2 last=1", [1, 1]),
        ("deck:; phase: final; final: next=1 last=1", [1, 0]),
        ("deck:; phase: final; final: last=1", [0, 0]),
    ],
)
def test_how_often_players_may_still_buy(keys: str, purchases: list[int]) -> None:
    state = table(keys + "; player 1:; player 2:")
    follower = Follower(state, "win:1", frozenset([1]), ENDING, Budget(PLENTY))
    spot = follower.spot_of(follower.begun)
    assert [follower.purchases_left(spot, number) for number in (1, 2)] == purchases


@pytest.mark.parametrize("seed", range(600, 625))
def test_bounds_hold(seed: int) -> None:
    """Nobody comes to more points than the bound says, nor to more purchases."""
    rng = random.Random(seed)
    count = rng.randint(1, 3)
    state = deal(rng, count, rng.randint(1, 6), 3, **any_readings(rng))
    free = rng.choice(sides(count))
    follower = Follower(state, "score:1:9", free, ENDING, Budget(PLENTY))
    for _ in range(20):
        spots = [varied(rng, follower.spot_of(state), free)]
        while not (spots[-1].phase == "final" and not spots[-1].next):
            moves = list(follower.free_moves(spots[-1], lean=False))
            useful = [one for one in moves if one[0].kind in ("stop:numbers", "buy", "bid")]
            _, after = rng.choice(useful if useful and rng.random() < 0.7 else moves)
            if after.phase != "final" or after.next:
                assert follower.rank(after) > follower.rank(spots[-1])
            spots.append(after)
        for number in range(1, count + 1):
            best = purchases = 0
            for spot in reversed(spots):
                buying = spot.phase == "buy" or (spot.phase == "final" and spot.next)
                purchases += bool(buying) and follower.mover(spot) == number
                best = max(best, follower.worth(spot, number))
                assert follower.purchases_left(spot, number) >= purchases
                assert follower.most(spot, number) >= best


@pytest.mark.parametrize("seed", range(503, 517))
def test_what_is_left_out_is_needless(seed: int) -> None:
    """What is certain is so; a table that is covered by another is no worse for the followers; and
    the payments and answers that are looked at decide like all of them."""
    found = sample(seed)
    follower, value = found.follower, found.value
    cores: dict[object, list[tuple[int, bool, Spot]]] = {}
    for spot in dict.fromkeys(found.spots):
        right = value(spot)
        try:
            settled = follower.settled(Entry(spot))
        except Disagreement:
            assert not right
            continue
        assert right or not settled
        if settled:
            continue
        core, wealth = follower.split(spot)
        cores.setdefault(core, []).append((wealth, right, spot))
        if follower.mover(spot) not in follower.followers:
            few = list(follower.free_moves(spot, lean=True))
            many = list(follower.free_moves(spot, lean=False))
            assert set(few) <= set(many)
            lean = [after for _, after in few]
            assert all(map(value, lean)) == all(value(after) for _, after in many)
            if spot.bid is not None and follower.mover(lean[0]) == spot.turn:
                check_answers(found, lean)
    guards = follower.guards
    for alike in cores.values():
        for (wealth, right, spot), (other, wrong, covered) in permutations(alike, 2):
            if right and not wrong:
                assert (wealth | guards) - other & guards != guards, (spot, covered)


def check_answers(found: Sample, spots: list[Spot]) -> None:
    follower = found.follower
    if spots[0].bid is None or spots[0].turn not in follower.followers:
        return
    waiting = [
        Waiting(Entry(spot), spot.bid, follower.after_paying(spot, spot.bid))
        for spot in spots
        if spot.bid is not None
    ]
    answers = list(follower.last_answers(waiting))
    if all(found.value(answer.spot) for answer in answers):
        assert all(map(found.value, spots))


# --- Against the referee --------------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(states(most_players=3, most_cards=4), st.randoms(use_true_random=False))
def test_free_players_may_do_what_the_referee_lets_them(state: State, rng: random.Random) -> None:
    readings = replace(state.readings, spent_cards="discard")
    order = state.to_come[:4]
    players = [
        replace(one, tokens=min(one.tokens, 4), bust=min(one.bust, 2)) for one in state.players
    ]
    state = replace(state, players=tuple(players), deck=order, unseen=(), readings=readings)
    if rules.over(state):
        return
    mover = rules.active(state)
    auction = state.auction
    if auction is not None and auction.by == mover:
        state = replace(state, auction=replace(auction, by=None, bid=0, payment=Payment()))
    check_free_moves(state, rng.randint(0, len(state.player(mover).cards)))


FREE = "player 1: tokens={} cards={}; player 2: tokens=9 bust={}; "


@pytest.mark.parametrize("debt", [0, 1])
@pytest.mark.parametrize(
    "keys",
    [
        FREE.format(3, "R1*2,B2", 0) + "market: R1 B2 O3; phase: buy; deck: R2",
        FREE.format(3, "R1*2,B2", 0) + f"market: R1 B2 O3; phase: buy; deck: R2; {LATE}",
        FREE.format(3, "R1*2,B2", 0)
        + f"market: R1 B2; phase: buy; deck: R2; {LATE} overpay=allowed",
        FREE.format(3, "R1", 15) + "row: R9; deck: O2",  # no bust token is left
        FREE.format(3, "R1", 14) + "row: R9; deck: O2",
        FREE.format(3, "R1", 15) + "row: R9; deck: O2; readings: bust_supply=unlimited",
        FREE.format(3, "R1", 0) + "row: R9 $4 $4; deck: $5",  # by currency
        FREE.format(3, "R1", 0) + "row: R9 $4 R4; deck: R6 R5",
    ],
)
def test_free_players_at_the_limits(keys: str, debt: int) -> None:
    check_free_moves(table(keys), debt)


def check_free_moves(state: State, debt: int) -> None:
    """The moves of a player who owes so many cards are those of the minimax, and if it owes none
    those that the referee lists."""
    mover = rules.active(state)
    others = frozenset(range(1, len(state.players) + 1)) - {mover}
    follower = Follower(state, f"win:{mover}", others, ENDING, Budget(PLENTY))
    minimax = Minimax(f"win:{mover}", others)
    debts = tuple(debt if number == mover else 0 for number in range(1, len(state.players) + 1))
    start = follower.spot_with(state, debts, 0, 0)
    found = set()
    for move, spot in follower.free_moves(start, lean=False):
        found.add((str(move), seen_by(minimax, follower, spot)))
    game = minimax.blank(Table(state, debts, tuple(map(bool, debts))))
    assert found == {(str(listed), after) for listed, _, after in minimax.moves(game)}
    if not debt:
        assert {name for name, _ in found} == {str(move) for move in rules.legal_moves(state)}


def as_rich(one: tuple[int, int, int, bool], other: tuple[int, int, int, bool]) -> bool:
    """Whether these tokens, bust tokens and cards pay as much, as does having given a card."""
    (tokens, bust, cards, paid), (less, fewer, few, owes) = one, other
    return cards >= few and tokens + cards >= less + few and bust >= fewer and paid >= owes


@pytest.mark.parametrize("seed", range(700, 730))
def test_payments_that_are_left_out_leave_a_player_no_richer(seed: int) -> None:
    rng = random.Random(seed)
    state = replace(
        deal(rng, 2, 1, 1), readings=Readings(overpay=rng.choice(["forbidden", "allowed"]))
    )
    follower = Follower(state, "score:1:9", frozenset([2]), ENDING, Budget(PLENTY))
    tokens, bust, cards, owing = *(rng.randint(0, 4) for _ in range(3)), rng.random() < 0.5

    def rest(paid: Payment) -> tuple[int, int, int, bool]:
        gives = paid.open_cards
        return tokens - paid.tokens, bust - paid.bust, cards - gives, owing or gives > 0

    for price in range(1, 8):
        found = {
            lean: follower.ways_to_pay((tokens, bust), cards, owing, price, 0, lean)
            for lean in (True, False)
        }
        assert set(found[True]) <= set(found[False])
        for paid in found[False]:
            assert any(as_rich(rest(one), rest(paid)) for one in found[True])
        for one, other in permutations(found[True], 2):
            assert not as_rich(rest(one), rest(other))
    last = follower.last_bids((tokens, bust), cards, owing, 2)
    for amount in range(2, tokens + 3 * bust + cards + 1):
        for paid in follower.ways_to_pay((tokens, bust), cards, owing, amount, 0, False):
            assert any(as_rich(rest(one), rest(paid)) for _, one in last)


def test_a_higher_last_bid_may_be_paid_with_other_pieces() -> None:
    """With one token a bid of 1 has to be paid exactly, one of 2 cannot be."""
    keys = "phase: auction; auction: card=B# next=1; turn: 1; deck:; player 1: tokens=1 bust=1; "
    state = table(keys + "player 2:; readings: overpay=only-if-forced")
    follower = Follower(state, "score:1:1", frozenset([2]), ENDING, Budget(PLENTY))
    moves = follower.free_moves(follower.spot_of(state), lean=True)
    assert {str(move) for move, _ in moves} == {"pass", "bid:1:t1", "bid:2:b1", "bid:2:t1+b1"}


@pytest.mark.parametrize("seed", range(800, 830))
def test_bids_that_are_not_asked_about_are_answered_as_well(seed: int) -> None:
    """Player 3 outbids or passes as it likes; every bid of the others before has an answer that
    was given to another one and leads to the same table, or to one that is no better for them."""
    rng = random.Random(seed)
    state = deal(rng, 3, 1, 3)
    state = replace(state, turn=3, phase="auction", auction=Auction("R#", 3))
    wealth = [
        replace(one, tokens=rng.randint(0, 6), bust=rng.randint(0, 2)) for one in state.players
    ]
    state = replace(state, players=(*wealth[:2], replace(wealth[2], tokens=10, bust=3)))
    followers = rng.choice([frozenset([3]), frozenset([2, 3])])
    goal = "score:3:9" if followers == {3} else "score:1:9"
    answers = [
        Move("bid", bid=amount + 1, payment=Payment(amount + 1))
        if rng.random() < 0.5
        else Move("pass")
        for amount in range(10)
    ]

    def oracle(seen: Table) -> Move:
        assert seen.state.auction is not None
        return answers[seen.state.auction.bid]

    follower = Follower(state, goal, followers, oracle, Budget(PLENTY))
    start = follower.spot_of(state)
    bids = [Bid(3, 0, 0, Payment())]
    for number in (1, 2):
        before = start._replace(bid=Bid(number, 0, 0, Payment()))
        for _, spot in follower.free_moves(before, lean=False):
            if spot.bid is not None and spot.bid.by and spot.bid.amount < len(answers):
                bids.append(spot.bid._replace(next=3))
    waiting = []
    for bid in bids:
        spot = start._replace(bid=bid)
        waiting.append(Waiting(Entry(spot), bid, follower.after_paying(spot, bid)))
    asked = []
    for after in follower.last_answers(waiting):
        assert after.before is not None
        assert after.before.spot.bid is not None
        asked.append(after.before.spot.bid)
    assert len(asked) == len(set(asked))

    def rest(bid: Bid) -> tuple[int, int, int, bool]:
        tokens, bust, cards, _ = start.seats[bid.by - 1]
        paid = bid.payment
        gives = paid.open_cards
        return tokens - paid.tokens, bust - paid.bust, len(cards) - gives, gives > 0

    def answered(bid: Bid, other: Bid) -> bool:
        answer = answers[other.amount]
        if answer.kind == "bid":
            return bid.amount < answer.bid
        if bid.by != other.by:
            return False
        free = bid.by and bid.by not in followers
        return bid.payment == other.payment or bool(free and as_rich(rest(other), rest(bid)))

    assert all(any(answered(bid, other) for other in asked) for bid in bids)


def seen_by(minimax: Minimax, follower: Follower, spot: Spot) -> Game:
    debts = tuple(seat.debt for seat in spot.seats)
    return minimax.blank(Table(follower.state_of(spot), debts, tuple(map(bool, debts))))
