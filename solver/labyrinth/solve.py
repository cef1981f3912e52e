"""Decides questions about a position of Master Labyrinth, with a second opinion on each "no".

A plan counts only once the referee has replayed it, and so does every branch of a strategy. "No"
needs the search, which has tried every sequence of pushes, and `frontier.py`, which looks at all
boards at once and shares neither code nor encoding with it. Whatever falls short of that is
"unknown".
"""

from __future__ import annotations

import re
from dataclasses import replace

from solver.errors import IllegalMove
from solver.game import Question
from solver.labyrinth import rules
from solver.labyrinth.board import SQUARE_OF
from solver.labyrinth.search import Search, given_back, most_pushes, needed, reached, treasures_left
from solver.labyrinth.strategy import Writer, main_line
from solver.labyrinth.table import Move, State
from solver.verdict import (
    Budget,
    Disagreement,
    LimitName,
    LimitReached,
    Limits,
    Proof,
    Verdict,
    Word,
)

GOALS = ("take:N", "reach:SQUARE", "battle")
ENGINES = ("auto", "search")
OPPONENTS = ("still", "free")
MOST_TREASURES = 24
DEFAULT_TURNS, MOST_TURNS = 4, 24

SEARCH = {
    "still": "search: every sequence of pushes that could be enough was tried",
    "free": "search: every push, and every answer of the others, was tried",
}
FRONTIER = "frontier: all boards after each number of pushes, looked at together"
NO_DIE = "no die is thrown: the dragon keeps its facing and nobody duels"


def ask(goal: str | None, turns: int = DEFAULT_TURNS, opponents: str = OPPONENTS[0]) -> Question:
    """A question about a position, the goal being `take:1` unless it is given.

    Raises `ValueError` for what makes no sense in this game.
    """
    if not 1 <= turns <= MOST_TURNS:
        raise ValueError(f"turns go from 1 to {MOST_TURNS}, not {turns}")
    if opponents not in OPPONENTS:
        raise ValueError(f"opponents are {' or '.join(OPPONENTS)}, not {opponents}")
    return Question(goal_named(goal), turns, opponents)


def goal_named(text: str | None) -> str:
    """The goal that a text names; raises `ValueError` for what is no goal of this game."""
    name = "take:1" if text is None else text.lower()
    kind, _, value = name.partition(":")
    if name == "battle" or (kind == "reach" and value in SQUARE_OF):
        return name
    if kind == "take" and re.fullmatch("[1-9][0-9]?", value) and int(value) <= MOST_TREASURES:
        return name
    raise ValueError(
        f"labyrinth has no goal {text!r}, only take:N (1 to {MOST_TREASURES}), reach:SQUARE"
        " (a1 to g7) and battle"
    )


def matters(question: Question) -> tuple[str, ...]:
    """The readings that can change an answer: those about dice cannot, as none is thrown."""
    kind = question.goal.partition(":")[0]
    if kind == "take":
        return "entering", "lair", "treasures", "turn_spare"
    return ("lair", "lair_opening", "turn_spare") if kind == "battle" else ("lair", "turn_spare")


def solve(
    state: State, question: Question, engine: str, limits: Limits, words: bool = True
) -> Verdict:
    """Whether the player on turn can reach the goal within so many own turns, and how soon."""
    budget = Budget(limits)
    search = Search(state, question.goal, budget, contested=question.opponents == "free")
    limit: LimitName | None = None
    warnings: list[str] = []
    try:
        if rules.over(state):
            return nobody_moves(state, question, budget)
        if question.opponents == "still":
            return alone_within(state, question, search)
        return certain_within(state, question, search)
    except LimitReached as reached_limit:
        limit = reached_limit.name
        if search.excluded:
            warnings.append(f"the search has found no way within {turns_text(search.excluded)}")
    except Unconfirmed as doubt:
        limit = doubt.limit
        warnings.append(str(doubt))
    except Disagreement as failure:
        warnings.append(str(failure))
    found = verdict("unknown", state, question, budget)
    return replace(found, limit=limit, warnings=tuple(warnings))


class Unconfirmed(Exception):
    """The search has an answer that could not be confirmed; the message says why, `limit` which
    limit was hit."""

    def __init__(self, message: str, limit: LimitName | None = None) -> None:
        super().__init__(message)
        self.limit = limit


def assumptions(state: State, question: Question) -> tuple[str, ...]:
    """What an answer rests on beside the readings."""
    if question.opponents == "still":
        return (f"only player {state.turn} has turns, the others stand still", NO_DIE)
    return (
        "between two turns each other player pushes and moves at will, takes what the move ends on,"
        " and gives no card",
        NO_DIE,
    )


def verdict(word: Word, state: State, question: Question, budget: Budget) -> Verdict:
    """A verdict with what it has cost so far."""
    return Verdict(
        word,
        engine="search",
        nodes=budget.nodes,
        seconds=budget.elapsed(),
        assumptions=assumptions(state, question),
    )


# --- The player alone ---------------------------------------------------------------------------


def alone_within(state: State, question: Question, search: Search) -> Verdict:
    """The verdict where only the player on turn has turns."""
    plans = search.fewest(question.turns)
    if plans is None:
        return refused(state, question, search.budget)
    plan = replayed(state, question.goal, plans.moves)
    found = verdict("winnable", state, question, search.budget)
    warnings: tuple[str, ...] = ()
    if plans.count is None:
        warnings = (f"the limit of {search.limit} was hit before all plans were counted",)
    return replace(found, plan=plan, turns=plans.turns, plans=plans.count, warnings=warnings)


def replayed(state: State, goal: str, moves: tuple[Move, ...]) -> tuple[str, ...]:
    """A plan in words, once the referee has played it and found it at the goal.

    Raises `Disagreement` where the referee refuses it.
    """
    begun = state
    for index, move in enumerate(moves, 1):
        try:
            state = given_back(rules.apply(state, move), begun.turn)
        except IllegalMove as error:
            message = f"the plan breaks {error.rule} at move {index}, {move}: this is a bug"
            raise Disagreement(message) from error
    if not reached(begun, state, goal, begun.turn):
        raise Disagreement("the plan does not reach the goal: this is a bug")
    return tuple(map(str, moves))


# --- Whatever the others do ---------------------------------------------------------------------


def certain_within(state: State, question: Question, search: Search) -> Verdict:
    """The verdict where the others do whatever they like."""
    budget = search.budget
    found = search.forced(question.turns)
    if found is None:
        return refused(state, question, budget)
    turns, first = found
    try:
        strategy = Writer(state, question.goal, state.turn, budget).own_turn(state, turns, first)
    except LimitReached as reached_limit:
        raise Unconfirmed(
            f"a way within {turns_text(turns)} was found, but not written out", reached_limit.name
        ) from None
    won = verdict("winnable", state, question, budget)
    return replace(won, plan=tuple(main_line(strategy)), turns=turns, strategy=strategy)


# --- No -----------------------------------------------------------------------------------------


def nobody_moves(state: State, question: Question, budget: Budget) -> Verdict:
    """The verdict on a game that is over (M14)."""
    proof = Proof(
        "rules: the game is over", "referee: no move is legal", "the dragon is slain (M14)"
    )
    return replace(verdict("unwinnable", state, question, budget), proof=proof)


def refused(state: State, question: Question, budget: Budget) -> Verdict:
    """The verdict where the search has found no way, once the second method has agreed.

    Raises `Unconfirmed` where it cannot, and `Disagreement` where it finds a way.
    """
    from solver.labyrinth import frontier

    started = budget.elapsed()
    method = SEARCH[question.opponents]
    doubt = f"{method}, but this is not confirmed"
    ask = frontier.within if question.opponents == "still" else frontier.forced
    try:
        way = ask(state, question.goal, question.turns, budget)
    except LimitReached as reached_limit:
        raise Unconfirmed(doubt, reached_limit.name) from None
    except NotImplementedError:
        raise Unconfirmed(f"{doubt}: there is no second method for so many turns") from None
    if way:
        raise Disagreement(
            f"{method}, but frontier finds a way: this is a bug, please report the position"
        )
    proof = Proof(method, FRONTIER, reason(state, question), budget.elapsed() - started)
    return replace(verdict("unwinnable", state, question, budget), proof=proof)


# --- In words ---------------------------------------------------------------------------------


def headline(question: Question, verdict: Verdict) -> str:
    """What follows the word of a verdict: the turns that it takes, or within which it cannot be."""
    if verdict.turns is None:
        return f" within {turns_text(question.turns)}"
    turns = f" in {turns_text(verdict.turns)}"
    if question.opponents == "free":
        return f"{turns} whatever the others do"
    if verdict.plans is None:
        return turns
    plans = "the only plan" if verdict.plans == 1 else f"one of {verdict.plans} plans"
    return f"{turns}, {plans}"


def turns_text(count: int) -> str:
    """A number of turns in words."""
    return f"{count} turn{'' if count == 1 else 's'}"


def reason(state: State, question: Question) -> str:
    """Why it cannot be done, in words."""
    turns = turns_text(question.turns)
    pushes = most_pushes(question.turns, len(state.active.second_turns), state.extra)
    need, left = needed(question.goal), treasures_left(state)
    if need > left:
        count = f"only {left}" if left else "no"
        return f"{count} treasure{'' if left == 1 else 's'} can still be taken"
    if need > pushes:
        return f"at most one treasure a move: {pushes} in {turns}"
    if question.opponents == "free":
        return f"whatever player {state.turn} does, the others can prevent it for {turns}"
    most = f"up to {pushes} pushes" if pushes > 1 else "one push"
    return f"with {most} player {state.turn} cannot do it; beyond {turns} nothing was asked"
