"""Puzzles of hindering: by the only push after which the next player can take nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import solver
from puzzles.labyrinth import players, sight
from puzzles.labyrinth.drafts import WANTED, Cost, improved, table
from puzzles.labyrinth.plans import Work, count, name
from puzzles.labyrinth.replay import Refused, after_move, moves_of_words
from puzzles.labyrinth.symmetry import canonical
from puzzles.labyrinth.take import FEWEST_PUSHES, UNCONFIRMED, check_table, dull, nudge
from puzzles.labyrinth.words import lowest_text, player_text
from puzzles.puzzle import Analysis, Choice, Kind
from solver import Limits, Question, Record, Verdict
from solver.fields import listed
from solver.labyrinth import rules
from solver.labyrinth.bitboard import CARRIED
from solver.labyrinth.board import POINTS
from solver.labyrinth.planner import Planner, Push, Quest
from solver.labyrinth.search import most_pushes, quest
from solver.labyrinth.table import Move, State
from solver.labyrinth.threats import next_seat
from solver.shuffle import SplitMix64

TEMPTING = 5
"""So many wrong pushes must look good."""
BOARDS = 20_000_000
"""How many boards a try to make a puzzle may look at."""


# --- What is true -------------------------------------------------------------------------------


def analyse(state: State, question: Question, limits: Limits) -> Analysis:
    """What the next player can still take after each push."""
    check_table(state, question)
    check_one_push(state)
    own = solver.answer(Record("labyrinth", state), question, limits=limits)
    if own.verdict == "unknown":
        return Analysis({}, {}, (), (), 0, own.limit or UNCONFIRMED)
    if own.verdict == "winnable":
        raise ValueError(
            f"player {state.turn} can take a treasure now, so that more than the push matters"
        )
    verdicts: dict[Push, Verdict] = {}
    for push in sight.pushes(quest(state, question.goal)):
        after = rules.apply(state, Move(POINTS[push[0]], push[1]))
        verdicts[push] = solver.answer(Record("labyrinth", after), question, limits=limits)
    names = {push: name((POINTS[push[0]], push[1])) for push in verdicts}
    blocking = sorted(names[push] for push, one in verdicts.items() if one.verdict == "unwinnable")
    unknown = [one for one in verdicts.values() if one.verdict == "unknown"]
    found, shown = {}, {}
    if blocking or not unknown:
        found["winnable"] = "yes" if blocking else "no"
        shown["winnable"] = f"{blocking[0]} does it" if blocking else answer_text(names, verdicts)
    if unknown:
        limit = unknown[0].limit or UNCONFIRMED
        return Analysis(found, shown, (), tuple(blocking[:1]), 0, limit)
    found["first-moves"] = str(len(blocking))
    shown["first-moves"] = listed(blocking, "and") or answer_text(names, verdicts)
    choices = tuple(
        sorted(
            (
                Choice(names[push], True)
                if one.verdict == "unwinnable"
                else Choice(names[push], False, not next_view(state, push).takes, 1)
                for push, one in verdicts.items()
            ),
            key=lambda choice: choice.name,
        )
    )
    tempting = sum(choice.plausible and not choice.right for choice in choices)
    return Analysis(found, shown, choices, tuple(blocking[:1]), int(tempting > 0))


def check_one_push(state: State) -> None:
    """Raises `ValueError` where the player may push twice (M8)."""
    if state.active.second_turns and not state.extra:
        raise ValueError(f"player {state.turn} has a card for a second turn, and a second push")


def answer_text(names: dict[Push, str], verdicts: dict[Push, Verdict]) -> str:
    """How the next player takes a treasure, after the first of the pushes for one."""
    push, verdict = min(verdicts.items(), key=lambda one: names[one[0]])
    return f"after {names[push]} the next player plays {' '.join(verdict.plan or ())}"


def next_quest(state: State, goal: str = "take:1") -> Quest:
    """What the next player wants, asked at the table as it is."""
    return quest(replace(state, turn=next_seat(state, state.turn), extra=False), goal)


def pushed(asked: Quest, push: Push) -> Quest:
    """What is asked of a player after somebody else's push."""
    point, tile = push
    return replace(
        asked,
        masks=asked.masks.push(point, tile),
        last_push=point,
        start=CARRIED[point][asked.start],
        places=Planner(asked, lambda: None).carried_places(asked.places, point),
    )


def next_view(state: State, push: Push) -> sight.View:
    """What the next player sees after a push: a treasure in reach is seen at once."""
    return sight.now(pushed(next_quest(state), push))


def refuted(state: State, question: Question, words: Sequence[str]) -> str | None:
    """What is wrong with a solution: it is not one legal move, or the next player takes a treasure
    all the same."""
    try:
        moves = moves_of_words(words)
        if len(moves) != 1:
            return f"one move is wanted, not {len(moves)}"
        after = after_move(state, 1, moves[0])
    except Refused as refusal:
        return str(refusal)
    if after.extra:
        return f"move 1, {moves[0]}, is not the end of the turn"
    verdict = solver.answer(Record("labyrinth", after), question)
    if verdict.verdict == "winnable":
        return f"player {after.turn} still takes a treasure: {' '.join(verdict.plan or ())}"
    return None if verdict.verdict == "unwinnable" else "whether it does could not be settled"


# --- Making -------------------------------------------------------------------------------------


def make(generator: SplitMix64, question: Question) -> tuple[State, Question] | None:
    """One try to make a table for two with a single push that hinders the other."""
    work = Work(BOARDS)

    def cost(state: State) -> Cost:
        own = quest(state, question.goal)
        if plans := work.count(own, 1):
            return 2, plans
        asked = next_quest(state)
        pushes = sight.pushes(own)
        blocking = [push for push in pushes if not work.count(pushed(asked, push), 1)]
        if not blocking:
            return 1, 0
        if len(blocking) > 1:
            return 0, len(blocking)
        tempting = sum(not next_view(state, push).takes for push in pushes if push not in blocking)
        enough = len(pushes) >= FEWEST_PUSHES and tempting >= TEMPTING
        return WANTED if enough else (0, 1)

    found = improved(generator, table(generator, 2), (1, 2), cost, work.spent)
    return None if found is None else (found, question)


def suits(state: State, question: Question, analysis: Analysis) -> str | None:
    """Why a puzzle would be trivial or unsound, or None."""
    if flags := solver.unreachable(Record("labyrinth", state)):
        return f"no game leads to this table: {flags[0].message}"
    if analysis.found.get("first-moves") != "1":
        return f"{analysis.found.get('first-moves', 'too many')} pushes do it, not one"
    return dull(analysis, TEMPTING, "pushes")


# --- For people ---------------------------------------------------------------------------------


def task(state: State, question: Question) -> str:
    """What is asked, in words."""
    after = next_seat(state, state.turn)
    return (
        f"{player_text(state.turn)} is to push so that player {after}, who is next, cannot take"
        f" {lowest_text(state)} in the turn that follows. Which push, with the tile lying which"
        " way, does it?"
    )


@lru_cache(maxsize=8)
def prospects(state: State) -> tuple[dict[Push, sight.View], dict[Push, int]]:
    """What the next player sees after each push, and how many pushes, or pairs of them with a card,
    then take a treasure."""
    asked = next_quest(state)
    there = {push: pushed(asked, push) for push in sight.pushes(quest(state, "take:1"))}
    after = state.adventurer(next_seat(state, state.turn))
    pushes = most_pushes(1, len(after.second_turns), second=False)
    return (
        {push: sight.now(one) for push, one in there.items()},
        {push: count(one, pushes) for push, one in there.items()},
    )


def attempt(player: str, state: State, question: Question, generator: SplitMix64) -> str:
    """The push that a simulated player makes."""
    point, tile = players.hinderer(player, *prospects(state), generator)
    return name((POINTS[point], tile))


BLOCK = Kind(
    name="block",
    game="labyrinth",
    summary="keep the next player from every treasure for a turn, by the only push that does it",
    counts="the pushes, with how the tile lies, after which the next player can take nothing",
    claims=("winnable", "first-moves"),
    default=Question("take:1", 1),
    asks=(),
    task=task,
    analyse=analyse,
    refuted=refuted,
    make=make,
    suits=suits,
    attempt=attempt,
    canonical=canonical,
    nudge=nudge,
    goals=("take:1",),
)
