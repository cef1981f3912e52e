"""Puzzles of taking treasures: by the only series of pushes that does it in so few turns, or two in
one turn."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

import solver
from puzzles.labyrinth import players, sight
from puzzles.labyrinth.drafts import WANTED, Cost, improved, table, with_straight_ends
from puzzles.labyrinth.plans import Plans, Way, Work, name
from puzzles.labyrinth.replay import Refused, after_move, moves_of_words
from puzzles.labyrinth.symmetry import canonical
from puzzles.labyrinth.words import line_text, lowest_text, player_text
from puzzles.puzzle import Analysis, Choice, Kind
from solver import Limits, Question, Record
from solver.fields import listed
from solver.labyrinth import rules
from solver.labyrinth.board import POINTS
from solver.labyrinth.planner import Push, Quest
from solver.labyrinth.search import (
    given_back,
    goal_left,
    most_pushes,
    needed,
    quest,
    reached,
)
from solver.labyrinth.solve import turns_text
from solver.labyrinth.table import FIRST_PHASE, HIGHEST, MAX_ADVENTURERS, State
from solver.shuffle import SplitMix64
from solver.verdict import Budget, LimitReached, Verdict

CLAIMS = ("winnable", "turns", "plans", "first-moves")
COUNTS = (
    "the different series of pushes, with how the tile lies, that do it in the fewest turns; where"
    " one stops in between makes no other"
)
FEWEST_PUSHES = 20
"""Fewer ways to push are no choice worth a puzzle."""
TEMPTING = 3
"""So many wrong ways to begin must look good."""
UNCONFIRMED = "no second method confirms it"

BOARDS = {1: 500_000, 2: 2_000_000, 3: 80_000_000, 4: 400_000_000}
"""How many boards a try to make a puzzle may look at, by turns; none is made for more turns."""


# --- What is true -------------------------------------------------------------------------------


def analyse(state: State, question: Question, limits: Limits) -> Analysis:
    """How few turns it takes, in how many ways, and what every push to begin with is worth."""
    check_table(state, question)
    verdict = solver.answer(Record("labyrinth", state), question, limits=limits)
    if verdict.verdict == "unknown":
        return Analysis({}, {}, (), (), 0, verdict.limit or UNCONFIRMED)
    if verdict.verdict == "unwinnable":
        return refuted_analysis(state, question, verdict)
    assert verdict.turns is not None
    assert verdict.plan is not None
    found = {"winnable": "yes", "turns": str(verdict.turns)}
    shown = {"winnable": " ".join(verdict.plan), "turns": " ".join(verdict.plan)}
    limit: str | None = None
    choices: tuple[Choice, ...] = ()
    try:
        if verdict.plans is None:
            raise LimitReached("nodes")
        plans = Plans(state, question.goal, verdict.turns, Budget(limits))
        found["plans"] = str(verdict.plans)
        shown["plans"] = ", or ".join(plans.several(2))
        first = plans.first_pushes()
        found["first-moves"] = str(len(first))
        shown["first-moves"] = listed(sorted(map(name, first)), "and")
        choices = choices_of(state, question, first)
    except LimitReached as reached_limit:
        limit = reached_limit.name
    decisions = decisions_of(state, question, verdict.plan)
    return Analysis(found, shown, choices, verdict.plan, decisions, limit)


def check_table(state: State, question: Question) -> None:
    """Raises `ValueError` for a table at which the question is no puzzle."""
    if len(state.adventurers) < 2:
        raise ValueError("the game is for two adventurers or more (M0)")
    if rules.over(state):
        raise ValueError("the dragon is slain: the game is over (M14)")
    if not state.treasures:
        raise ValueError("there is no treasure on the board to take")
    if question.opponents != "still":
        raise ValueError("in these puzzles the others stand still")


def refuted_analysis(state: State, question: Question, verdict: Verdict) -> Analysis:
    """What is true where there is no way."""
    reason = verdict.proof.reason if verdict.proof else None
    found = {"winnable": "no", "turns": "none", "plans": "0", "first-moves": "0"}
    choices = choices_of(state, question, ())
    return Analysis(found, dict.fromkeys(found, reason or ""), choices, (), 0)


def choices_of(state: State, question: Question, right: Container[Way]) -> tuple[Choice, ...]:
    """Every push with orientation, sorted by name; `right` are those that begin a plan."""
    asked = quest(state, question.goal)
    most = pushes_for(state, question)
    found = []
    for push in sight.pushes(asked):
        way = POINTS[push[0]], push[1]
        if way in right:
            found.append(Choice(name(way), True))
        else:
            plausible = tempts(asked, push)
            depth = sight.seems_good_for(asked, push, most) if plausible else 1
            found.append(Choice(name(way), False, plausible, depth))
    return tuple(sorted(found, key=lambda choice: choice.name))


def pushes_for(state: State, question: Question) -> int:
    """The most pushes for which the turns are enough."""
    return most_pushes(question.turns, len(state.active.second_turns), state.extra)


def tempts(asked: Quest, push: Push) -> bool:
    """Whether nothing shows at once that a push is wrong: where several treasures are wanted of as
    many pushes, one that takes none is."""
    return sight.after(asked, push).takes if asked.need > 1 else sight.looks_good(asked, push)


def decisions_of(state: State, question: Question, plan: Sequence[str]) -> int:
    """At how many turns of a plan there are two pushes or more that look good, its own included."""
    found, begun = 0, state
    for move in moves_of_words(plan):
        asked = quest(state, goal_left(begun, state, question.goal, begun.turn))
        own = POINTS.index(move.point), move.tile
        found += any(tempts(asked, push) for push in sight.pushes(asked) if push != own)
        state = given_back(rules.apply(state, move), begun.turn)
    return found


# --- The author's solution ----------------------------------------------------------------------


def refuted(state: State, question: Question, words: Sequence[str]) -> str | None:
    """What is wrong with a plan: a move that the rules forbid, or that it misses the goal."""
    try:
        moves = moves_of_words(words)
        begun, turns = state, 0
        for number, move in enumerate(moves, 1):
            if number > 1 and reached(begun, state, question.goal, begun.turn):
                return f"move {number}, {move}, comes after the goal"
            turns += number == 1 or not state.extra
            state = given_back(after_move(state, number, move), begun.turn)
    except Refused as refusal:
        return str(refusal)
    if not reached(begun, state, question.goal, begun.turn):
        return f"the moves end before the goal is reached, after {turns_text(turns)}"
    if turns > question.turns:
        return f"it takes {turns_text(turns)}, more than {question.turns}"
    return None


# --- Making -------------------------------------------------------------------------------------


def make_single(generator: SplitMix64, question: Question) -> tuple[State, Question] | None:
    """One try to make a table with a single plan in as many turns as are asked for."""
    turns = question.turns
    if turns not in BOARDS:
        return None
    work = Work(BOARDS[turns])

    def cost(state: State) -> Cost:
        asked = quest(state, question.goal)
        for fewer in range(1, turns):
            if plans := work.count(asked, fewer):
                return turns - fewer, plans
        plans = work.count(asked, turns)
        return cost_of(asked, plans) if plans else (turns, 0)

    state = table(generator, 2 + generator.below(MAX_ADVENTURERS - 1))
    if turns == max(BOARDS):
        state = with_straight_ends(state)
    found = improved(generator, state, (state.turn,), cost, work.spent)
    return None if found is None else (found, question)


def make_pair(generator: SplitMix64, question: Question) -> tuple[State, Question] | None:
    """One try to make a table with a single way to take two treasures in one turn."""
    work = Work(BOARDS[2])

    def cost(state: State) -> Cost:
        if plans := work.count(quest(state, question.goal), 2):
            return cost_of(quest(state, question.goal), plans)
        return (1, 0) if work.count(quest(state, "take:1"), 1) else (2, 0)

    state = table(generator, 2 + generator.below(MAX_ADVENTURERS - 1), pair=generator.below(2) == 0)
    card = FIRST_PHASE + 1 + generator.below(HIGHEST - FIRST_PHASE)
    state = state.with_adventurer(replace(state.active, cards=(card,)))
    found = improved(generator, state, (state.turn,), cost, work.spent)
    return None if found is None else (found, question)


def cost_of(asked: Quest, plans: int) -> Cost:
    """The cost of a table that has plans: one is wanted, and choices that tempt."""
    if plans > 1:
        return 0, plans
    pushes = sight.pushes(asked)
    enough = len(pushes) >= FEWEST_PUSHES and sum(tempts(asked, one) for one in pushes) > TEMPTING
    return WANTED if enough else (0, 1)


def suits(state: State, question: Question, analysis: Analysis) -> str | None:
    """Why a puzzle would be trivial or unsound, or None."""
    if flags := solver.unreachable(Record("labyrinth", state)):
        return f"no game leads to this table: {flags[0].message}"
    found = analysis.found
    if found.get("winnable") != "yes":
        return "there is no plan"
    if found.get("turns") != str(question.turns):
        return f"it can be done sooner, in {found.get('turns')}"
    if found.get("plans") != "1":
        return f"there are {found.get('plans', 'too many')} plans, not one"
    return dull(analysis, TEMPTING, "ways to begin")


def dull(analysis: Analysis, least: int, what: str) -> str | None:
    """Why there is too little to choose from, or None; `least` wrong choices must look good."""
    if len(analysis.choices) < FEWEST_PUSHES:
        return f"there are only {len(analysis.choices)} ways to push"
    tempting = sum(choice.plausible for choice in analysis.wrong)
    if tempting < least:
        return f"only {tempting} wrong {what} look good"
    return None


# --- For people ---------------------------------------------------------------------------------


def single_task(state: State, question: Question) -> str:
    """What is asked, in words."""
    return (
        f"{player_text(state.turn)} is to take {lowest_text(state)} within"
        f" {turns_text(question.turns)} while the others stand still. Which push, with the tile"
        " lying which way, begins it?"
    )


def pair_task(state: State, question: Question) -> str:
    """What is asked, in words."""
    need = needed(question.goal)
    return (
        f"{player_text(state.turn)} has a card for a second turn and is to take {need} treasures"
        f" within {turns_text(question.turns)}, {lowest_text(state)} first. Which push, with the"
        " tile lying which way, begins it?"
    )


def nudge(state: State, question: Question, analysis: Analysis) -> str:
    """Where to look first: the line that the first push shifts."""
    if not analysis.solution:
        return "there is nothing to look for"
    [move] = moves_of_words(analysis.solution[:1])
    return f"Look at {line_text(move.point)}."


def attempt(player: str, state: State, question: Question, generator: SplitMix64) -> str:
    """The push with which a simulated player begins."""
    asked = quest(state, question.goal)
    further = pushes_for(state, question) - 1
    point, tile = players.taker(player, asked, further, generator)
    return name((POINTS[point], tile))


TAKE_IT = Kind(
    name="take-it",
    game="labyrinth",
    summary="take the lowest treasure in so many own turns, by the only plan there is",
    counts=COUNTS,
    claims=CLAIMS,
    default=Question("take:1", 2),
    asks=("turns",),
    task=single_task,
    analyse=analyse,
    refuted=refuted,
    make=make_single,
    suits=suits,
    attempt=attempt,
    canonical=canonical,
    nudge=nudge,
)

TWO_IN_ONE = replace(
    TAKE_IT,
    name="two-in-one",
    summary="take two treasures in one turn, with a card that buys a second one",
    default=Question("take:2", 1),
    asks=(),
    task=pair_task,
    make=make_pair,
    goals=("take:2",),
)
