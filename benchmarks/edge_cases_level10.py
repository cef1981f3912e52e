"""Level 10: what the page on edge cases says of doomed tails, of put-backs and of tucking.

    python benchmarks/edge_cases_level10.py tails --players 1 --cards 5    four minutes
    python benchmarks/edge_cases_level10.py insertions --players 1 --pauses 3    ten seconds
    python benchmarks/edge_cases_level10.py insertions --players 2 --pauses 2 --formula    4 minutes
    python benchmarks/edge_cases_level10.py back --deals 120               a minute
    python benchmarks/edge_cases_level10.py tuck --players 2 --pauses 1 --seconds 50

`tails` looks for a winnable deal for every order of so many last cards, the names of the worlds
aside. `insertions` puts pauses into the order of worlds in turn, each from 8 down to 1, in every
way, and sees that each deal is lost: by a search, with `--formula` by the formula as well. `back`
counts one-player deals without pauses that need put-backs of two cards, or of one card twice.
`tuck` walks along the edge between lost and winnable deals and looks for one that is lost without
tucking.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

from ortools.sat.python import cp_model
from pysat.solvers import Solver

from solver.level10 import cnf, cpsat
from solver.level10.cards import HAND_SIZE, LEVEL_CARDS, LEVELS, PAUSE, WORLDS, Card
from solver.level10.deal import deal
from solver.level10.rules import Readings, State
from solver.level10.search import Search
from solver.level10.solve import solve
from solver.verdict import Budget, Limits

SEED = 2016
NODES = 2_000  # for a deal that is likely to be winnable
EDGE_NODES = 400_000
LOST_NODES = 20_000_000
MOST_DEALS = 500
IN_TURN = [f"{world}{level}" for world in WORLDS for level in reversed(LEVELS)]


def dealt(players: int, order: Sequence[Card]) -> State:
    """The table after an order of cards has been dealt (L2)."""
    size = HAND_SIZE[players]
    hands = [order[size * seat : size * (seat + 1)] for seat in range(players)]
    return State(
        players,
        order.count(PAUSE),
        tuple(tuple(sorted(hand)) for hand in hands),
        tuple(order[size * players :]),
    )


def wins(state: State, nodes: int) -> bool | None:
    """Whether the search has found a win; None if it has found nothing in so many nodes."""
    return Search(state, Budget(Limits())).run(nodes).winnable


# --- Tails --------------------------------------------------------------------------------------


def tails(cards: int, tail: tuple[Card, ...] = ()) -> Iterator[tuple[Card, ...]]:
    """Every order of so many cards, worlds being named in the order in which they come."""
    if len(tail) == cards:
        yield tail
        return
    for world in WORLDS[: len({card[0] for card in tail}) + 1]:
        for level in LEVELS:
            card = f"{world}{level}"
            if card not in tail:
                yield from tails(cards, (*tail, card))


def deal_ending_in(players: int, tail: Sequence[Card], rng: random.Random) -> State | None:
    """A winnable deal without pauses that ends in these cards; None if none was found."""
    rest = [card for card in LEVEL_CARDS if card not in tail]
    for _ in range(MOST_DEALS):
        rng.shuffle(rest)
        state = dealt(players, [*rest, *tail])
        if wins(state, NODES):
            return state
    return None


def look_at_tails(players: int, cards: int) -> int:
    """The number of tails for which there is a winnable deal; raises `ValueError` for another."""
    rng = random.Random(1)
    count = 0
    for tail in tails(cards):
        if deal_ending_in(players, tail, rng) is None:
            raise ValueError(f"no winnable deal was found that ends in {' '.join(tail)}")
        count += 1
    return count


# --- Pauses put into an order -------------------------------------------------------------------


def with_pauses(order: Sequence[Card], players: int, pauses: int) -> Iterator[State]:
    """The deals that come of putting pauses into an order, each once."""
    seen = set()
    for places in combinations_with_replacement(range(len(order) + 1), pauses):
        cards = list(order)
        for place in reversed(places):
            cards.insert(place, PAUSE)
        state = dealt(players, cards)
        if state not in seen:
            seen.add(state)
            yield state


def look_at_insertions(players: int, pauses: int, formula: bool) -> int:
    """The number of deals, all lost; raises `ValueError` for one that is not known to be."""
    count = 0
    for state in with_pauses(IN_TURN, players, pauses):
        lost = wins(state, LOST_NODES) is False
        if formula:
            lost = lost and cnf.decide(state).satisfiable is False
        if not lost:
            raise ValueError(f"not known to be lost: {state}")
        count += 1
    return count


# --- Putting back -------------------------------------------------------------------------------


def one_back_is_enough(state: State) -> tuple[bool, bool]:
    """Whether the team can win without ever putting two cards back with one restart, by the formula
    and by the CP-SAT model."""
    formula = cnf.Model(state)
    for _, second in formula.put.values():
        for literal in second.values():
            formula.add(-literal)
    model = cpsat.DealModel(state)
    for _, two in model.putting.values():
        model.clause(cpsat.negated(two))
    status = cp_model.CpSolver().solve(model.cp)
    return satisfiable(formula), status in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def once_is_enough(state: State) -> bool:
    """Whether the team can win without ever putting the same card back twice, by the formula."""
    formula = cnf.Model(state)
    for card in formula.cards:
        puts = [which[card] for both in formula.put.values() for which in both]
        formula.formula.at_most_one(puts)
    return satisfiable(formula)


def satisfiable(model: cnf.Model) -> bool:
    """Whether a formula has a solution."""
    with Solver(name=cnf.SOLVER, bootstrap_with=model.formula.clauses) as solver:
        return bool(solver.solve())


def look_at_put_backs(deals: int) -> dict[str, int]:
    """How many of the first deals of the seed need put-backs, and of which kind."""
    found = dict.fromkeys(("deals", "need put-backs", "need two at once", "need one twice"), 0)
    for number in range(1, deals + 1):
        state = deal(1, 0, SEED, number)
        found["deals"] += 1
        if cnf.decide(state, put_back=0).satisfiable:
            continue
        if solve(state, words=False).verdict != "winnable":
            continue
        found["need put-backs"] += 1
        enough = one_back_is_enough(state)
        if enough[0] != enough[1]:
            raise ValueError(f"the two models contradict each other on deal {number}")
        found["need two at once"] += not enough[0]
        found["need one twice"] += not once_is_enough(state)
    return found


# --- Tucking ------------------------------------------------------------------------------------


def changed(order: Sequence[Card], rng: random.Random) -> list[Card]:
    """The order with a few cards moved or exchanged."""
    cards = list(order)
    for _ in range(rng.choice((1, 1, 2, 3))):
        first, second = rng.randrange(len(cards)), rng.randrange(len(cards))
        if rng.random() < 0.5:
            cards.insert(second, cards.pop(first))
        else:
            cards[first], cards[second] = cards[second], cards[first]
    return cards


def look_at_tucks(players: int, pauses: int, seconds: float) -> tuple[int, State | None]:
    """A deal that is lost without tucking, if one was found, among the winnable ones next to those
    where the search finds no win; and how many winnable ones were tried."""
    rng = random.Random(1)
    order = list(IN_TURN)
    for _ in range(pauses):
        order.insert(rng.randrange(len(order) + 1), PAUSE)
    tried = 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        near = changed(order, rng)
        state = dealt(players, near)
        if not wins(state, EDGE_NODES):
            order = near
            continue
        tried += 1
        plain = replace(state, readings=Readings(tuck="never"))
        if not wins(plain, EDGE_NODES) and solve(plain, words=False).verdict == "unwinnable":
            return tried, state
    return tried, None


def main() -> None:
    """Does what is asked for and prints what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("tails", "insertions", "back", "tuck"))
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--pauses", type=int, default=1)
    parser.add_argument("--cards", type=int, default=5)
    parser.add_argument("--deals", type=int, default=120)
    parser.add_argument("--formula", action="store_true")
    parser.add_argument("--seconds", type=float, default=50)
    options = parser.parse_args()
    if options.what == "tails":
        count = look_at_tails(options.players, options.cards)
        print(f"{count} tails of {options.cards} cards, {options.players} players: none is doomed")
    elif options.what == "insertions":
        count = look_at_insertions(options.players, options.pauses, options.formula)
        print(f"{count} deals, {options.players} players, {options.pauses} pauses: all are lost")
    elif options.what == "back":
        print(look_at_put_backs(options.deals))
    else:
        tried, found = look_at_tucks(options.players, options.pauses, options.seconds)
        print(f"{tried} winnable deals near lost ones: {found or 'none needs the tuck'}")


if __name__ == "__main__":
    main()
