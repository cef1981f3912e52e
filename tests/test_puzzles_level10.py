"""The kinds of puzzle about Level 10, against plain searches with the referee."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import islice, permutations

import pytest
from positions import ALL_READINGS, DEFAULT, late_positions, reading_id

from puzzles.level10 import KINDS
from puzzles.level10.fewest import cheapest_moves
from puzzles.level10.players import careless
from puzzles.level10.table import canonical, simple_moves, turns_left, visibly_lost
from puzzles.level10.verdicts import FREE, first_moves, quickly, without_put_backs
from puzzles.puzzle import PLAYERS, Analysis, Kind
from solver.game import Question
from solver.level10.cards import CELLS, LEVEL_CARDS, RESTART, WORLDS
from solver.level10.cnf import decide
from solver.level10.deal import deal
from solver.level10.notation import parse_move
from solver.level10.rules import Readings, State, apply, legal_moves, outcome
from solver.level10.search import Search
from solver.shuffle import SplitMix64
from solver.verdict import Budget, Limits

KIND = {kind.name: kind for kind in KINDS}
WIN = Question("win")
NEVER = 99

Puzzles = dict[str, list[tuple[State, Analysis]]]


def fewest(state: State, known: dict[State, int]) -> int:
    """The fewest cards that a win puts back, NEVER without a win, by looking at every play."""
    if outcome(state) != "open":
        return 0 if outcome(state) == "won" else NEVER
    if state not in known:
        known[state] = min(
            min(NEVER, len(move.put_back) + fewest(apply(state, move), known))
            for move in legal_moves(state)
        )
    return known[state]


def with_deck(state: State, rng: random.Random, size: int) -> State:
    """A late table with some hand cards in the deck: nobody has played to it, but it can lie."""
    hands = [list(hand) for hand in state.hands]
    deck: list[str] = []
    while len(deck) < size and (rich := [hand for hand in hands if len(hand) > 1]):
        hand = rng.choice(rich)
        deck.append(hand.pop(rng.randrange(len(hand))))
    return replace(state, hands=tuple(map(tuple, hands)), deck=tuple(deck))


@cache
def small_positions(readings: Readings = DEFAULT) -> tuple[State, ...]:
    """Positions with eleven open cells and a move, most of them with a deck: for each number of
    players one that is won without putting cards back, one that is won otherwise (if there is one
    among the first) and one that is lost."""
    rng = random.Random(7)
    found: list[State] = []
    for players in (1, 2, 3):
        kept: dict[int, State] = {}
        for index in range(1, 50):
            begun = deal(players, 1, 5, index, dict(readings.items()))
            plan, state = Search(begun, Budget(FREE)).run(2000).plan or (), begun
            for move in plan[:39]:
                state = apply(state, move)
            table = with_deck(state, rng, index % 4)
            if plan and legal_moves(table):
                sort = bool(quickly(table)) + bool(quickly(without_put_backs(table)))
                kept.setdefault(sort, table)
        found += kept.values()
    return tuple(found)


@pytest.fixture(scope="module")
def made() -> Puzzles:
    """Two puzzles of each kind with their analysis, one where that takes longest."""
    puzzles: Puzzles = {}
    for kind in KINDS:
        numbers, found = SplitMix64(2026), puzzles.setdefault(kind.name, [])
        while len(found) < 2 - (kind.name == "fewest-put-backs"):
            if one := kind.make(numbers, kind.default):
                assert one[1] == WIN
                analysis = kind.analyse(*one, Limits(None, 5_000_000))
                if kind.suits(*one, analysis) is None:
                    found.append((one[0], analysis))
    return puzzles


# --- What is found --------------------------------------------------------------------------------


def test_first_moves_and_put_backs_are_those_of_a_plain_search() -> None:
    lost = several = thrifty = 0
    for state in small_positions():
        known: dict[State, int] = {}
        costs = {
            move: len(move.put_back) + fewest(apply(state, move), known)
            for move in legal_moves(state)
        }
        least = min(costs.values())
        moves = first_moves(state, FREE)
        assert moves.limit is None
        assert set(moves.plans) == {move for move, cost in costs.items() if cost < NEVER}
        found, cheapest = cheapest_moves(state, FREE)
        assert found == (None if least >= NEVER else least)
        assert set(cheapest.plans) == {m for m, cost in costs.items() if cost == least < NEVER}
        for plan in cheapest.plans.values():
            assert sum(len(parse_move(word).put_back) for word in plan) == least
        lost += least >= NEVER
        several += 0 < len(moves.plans) < len(costs)
        thrifty += 0 < least < NEVER
    assert lost
    assert several
    assert thrifty


@pytest.mark.parametrize(
    "readings",
    [
        one
        for one in ALL_READINGS
        if one == DEFAULT or one.put_back != "bottom" or one.tuck_when != "deck-empty-before"
    ],
    ids=reading_id,
)
def test_the_formula_can_do_without_moves_and_put_backs(readings: Readings) -> None:
    rng = random.Random(3)
    for state in small_positions(readings)[::2]:
        known: dict[State, int] = {}
        after = {move: apply(state, move) for move in legal_moves(state)}
        least = fewest(state, known)
        for cards in range(3):
            assert decide(state, put_back=cards).satisfiable == (least <= cards)
        tables = sorted(set(after.values()), key=str)
        spared = rng.sample(tables, min(2, len(tables)))
        barred = [move for move, table in after.items() if table not in spared]
        wins = any(fewest(table, known) < NEVER for table in spared)
        answer = decide(state, barred=barred)
        assert answer.satisfiable == wins
        if answer.plan:
            assert answer.plan[0] not in barred


def test_a_limit_leaves_claims_out() -> None:
    state = deal(1, 0, 3)
    for kind in KINDS:
        analysis = kind.analyse(state, WIN, Limits(None, 300))
        assert analysis.limit == "nodes"
        assert set(analysis.found) <= {"winnable"}


def test_where_there_is_no_move_there_is_no_puzzle() -> None:
    over = replace(deal(1, 0, 3), hands=((),), deck=())
    for kind in KINDS:
        with pytest.raises(ValueError, match="lost"):
            kind.analyse(over, WIN, FREE)
        with pytest.raises(ValueError, match="who begins"):
            kind.analyse(deal(2, 0, 3, readings={"starter": "any"}), WIN, FREE)


# --- What is made ---------------------------------------------------------------------------------


def test_made_puzzles_ask_what_their_kind_asks(made: Puzzles) -> None:
    for name, puzzles in made.items():
        for state, analysis in puzzles:
            kind = KIND[name]
            assert set(analysis.found) == set(analysis.shown) == set(kind.claims)
            assert CELLS - state.filled >= 12
            names = [choice.name for choice in analysis.choices]
            assert names == sorted(names)
            assert all(
                kind.attempt(player, state, WIN, SplitMix64(1)) in names for player in PLAYERS
            )
            assert kind.task(state, WIN)
            assert kind.nudge(state, WIN, analysis)
    for state, analysis in made["only-move"]:
        assert analysis.found["first-moves"] == "1"
        assert [str(move) for move in legal_moves(state) if quickly(apply(state, move))] == [
            analysis.right[0].name
        ]
    for state, analysis in made["save-it"]:
        blunder = analysis.found["blunder"]
        assert blunder == str(careless(state))
        assert blunder in [choice.name for choice in analysis.wrong]
        assert blunder in KIND["save-it"].task(state, WIN)
    for _, analysis in made["fewest-put-backs"]:
        assert int(analysis.found["put-backs"]) >= 1


def test_authors_solutions_are_accepted_and_others_refused(made: Puzzles) -> None:
    for name, puzzles in made.items():
        refuted = KIND[name].refuted
        for state, analysis in puzzles:
            plan = list(analysis.solution)
            assert refuted(state, WIN, plan) is None
            if not plan:
                assert name == "lost-or-not"
                continue
            begun = state
            assert str(refuted(state, WIN, plan[:-1])).endswith("1 of 50 are open")
            for place, word in enumerate(plan, 1):
                foreign = next(card for card in LEVEL_CARDS if card not in state.hand)
                fault = refuted(begun, WIN, [*plan[: place - 1], foreign, *plan[place:]])
                assert str(fault).startswith(f"move {place}, {foreign}, breaks L4")
                move = parse_move(word)
                if move.card == RESTART and state.deck:
                    fault = refuted(begun, WIN, [*plan[: place - 1], f"R{move.row}-{foreign}"])
                    assert str(fault).startswith(f"move {place}, R{move.row}-{foreign}, breaks L14")
                state = apply(state, move)
            assert refuted(begun, WIN, ["X9"]) == "move 1 is none: 'X9' is not a move"


def test_a_solution_that_puts_back_too_much_is_refused(made: Puzzles) -> None:
    tried = 0
    for state, analysis in made["fewest-put-backs"]:
        least = int(analysis.found["put-backs"])
        moves = first_moves(state, FREE)
        for plan in moves.plans.values():
            spent = sum(len(parse_move(word).put_back) for word in plan)
            fault = KIND["fewest-put-backs"].refuted(state, WIN, plan)
            assert (fault is None) == (spent == least)
            tried += spent > least
    assert tried


def test_a_judgement_is_refused_where_it_is_wrong() -> None:
    refuted = KIND["lost-or-not"].refuted
    assert refuted(deal(3, 1, 1), WIN, ()) == "no moves are given, but it can be won"


def test_the_same_numbers_make_the_same_puzzle() -> None:
    for kind in KINDS:
        first, second = SplitMix64(5), SplitMix64(5)
        assert [kind.make(first, WIN) for _ in range(2)] == [
            kind.make(second, WIN) for _ in range(2)
        ]


def test_trivial_positions_do_not_suit() -> None:
    late = next(late_positions(2, 2, 42, 1))
    for kind in KINDS:
        if kind.name != "only-move":
            assert kind.suits(late, WIN, kind.analyse(late, WIN, FREE))
    early = deal(4, 2, 8)
    for kind in KINDS:
        assert kind.suits(early, WIN, kind.analyse(early, WIN, FREE)), kind.name


# --- Players --------------------------------------------------------------------------------------


def failures(kind: Kind, player: str, state: State, analysis: Analysis, attempts: int) -> int:
    """How many attempts of a player miss."""
    right = {choice.name for choice in analysis.right}
    tries = (kind.attempt(player, state, WIN, SplitMix64(k)) for k in range(attempts))
    return sum(name not in right for name in tries)


def test_stronger_players_fail_less() -> None:
    numbers, kind = SplitMix64(4), KIND["only-move"]
    totals = dict.fromkeys(PLAYERS, 0)
    for _ in range(16):
        if made := kind.make(numbers, WIN):
            right = next(m for m in legal_moves(made[0]) if quickly(apply(made[0], m)))
            for player in PLAYERS:
                for k in range(2):
                    totals[player] += kind.attempt(player, *made, SplitMix64(k)) != str(right)
    assert totals["greedy"] > totals["one-turn"] >= totals["limited"] > 0


# --- What anybody can see -------------------------------------------------------------------------


def test_what_is_visibly_lost_is_lost() -> None:
    seen = 0
    for state in small_positions():
        for move in legal_moves(state):
            after = apply(state, move)
            if outcome(after) != "won" and visibly_lost(after):
                seen += 1
                assert not quickly(after)
    assert seen


def test_turns_left_are_those_of_a_plain_look() -> None:
    def longest(state: State, most: int) -> int:
        moves = legal_moves(state) if most else []
        return max((1 + longest(apply(state, move), most - 1) for move in moves), default=0)

    for state in small_positions():
        if not state.deck:
            assert turns_left(state, 4) == longest(state, 4)


def test_simple_moves_are_legal() -> None:
    for state in small_positions():
        legal = [move for move in legal_moves(state) if not move.put_back and not move.tuck]
        assert simple_moves(state) == legal


def renamed(state: State, order: str, turned: int) -> State:
    """The same table with other names for the worlds and the seats moved on."""
    names = dict(zip(WORLDS, order, strict=True))

    def cell(name: str) -> str:
        return "".join(names.get(letter, letter) for letter in name)

    def pile(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(cell, cards))

    hands = tuple(tuple(sorted(pile(hand))) for hand in state.hands)
    return replace(
        state,
        hands=hands[-turned:] + hands[:-turned],
        deck=pile(state.deck),
        rows=tuple(pile(state.rows[order.index(world)]) for world in WORLDS),
        out=tuple(sorted(pile(state.out))),
        turn=(state.turn - 1 + turned) % state.players + 1,
        starter=(state.starter - 1 + turned) % state.players + 1,
    )


@pytest.mark.parametrize("players", [1, 2, 5])
def test_canonical_is_the_same_under_every_symmetry(players: int) -> None:
    state = next(late_positions(players, 2, 30, 4))
    same = {
        canonical(renamed(state, "".join(order), turned), WIN)
        for order in permutations(WORLDS)
        for turned in range(players)
    }
    assert same == {canonical(state, WIN)}


def test_canonical_tells_different_positions_apart() -> None:
    states = [state for k in (1, 2, 5) for state in islice(late_positions(k, 2, 24, 9), 5)]
    states += [apply(state, move) for state in states for move in legal_moves(state)]
    found = {canonical(state, WIN) for state in states}
    assert len(found) == len(set(states))
    state = next(late_positions(5, 0, 12, 4))
    assert canonical(replace(state, starter=3), WIN) != canonical(state, WIN)
