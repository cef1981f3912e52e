"""What is true of puzzles of Level 10, and what people are told of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzles.level10.fewest import Thrift, cheapest_moves
from puzzles.level10.make import FEWEST, LASTING, OPEN, TEMPTING, losing, tempts
from puzzles.level10.players import careless
from puzzles.level10.table import AHEAD, STEPS, tightest, turns_left, visibly_lost
from puzzles.level10.verdicts import FirstMoves, first_moves, quickly
from puzzles.puzzle import Analysis, Choice
from solver.errors import IllegalMove, ReadError
from solver.fields import listed
from solver.game import Question
from solver.level10.cards import CELLS, RESTART
from solver.level10.notation import parse_move
from solver.level10.rules import Move, State, apply, legal_moves, outcome
from solver.verdict import Budget, LimitReached, Limits

NAMED = 8
"""Moves that are named where many are right."""
NODES = 5_000_000
"""Search nodes for the question whether a solution puts back more than it has to."""
WINNABLE, LOST = "winnable", "lost"


# --- What is found --------------------------------------------------------------------------------


def only_move(state: State, question: Question, limits: Limits) -> Analysis:
    """Which first moves win."""
    return of_moves(
        state, first_moves(playable(state), limits), ("winnable", "first-moves", "turns")
    )


def save_it(state: State, question: Question, limits: Limits) -> Analysis:
    """Which first moves win, and whether the one that a careless player makes does."""
    moves = first_moves(playable(state), limits)
    return of_moves(state, moves, ("winnable", "first-moves", "blunder"))


def lost_or_not(state: State, question: Question, limits: Limits) -> Analysis:
    """Whether any first move wins, as a choice between yes and no."""
    moves = first_moves(playable(state), limits)
    winnable = bool(moves.plans)
    if winnable:
        wrong = len(moves.legal) - len(moves.plans)
        ahead = min(AHEAD, CELLS - state.filled)
        tempting = Choice(LOST, False, 2 * wrong >= len(moves.legal), ahead)
    else:
        tempting = Choice(WINNABLE, False, not visibly_lost(state), turns_left(state))
    choices = sorted(
        [tempting, Choice(WINNABLE if winnable else LOST, True)], key=lambda choice: choice.name
    )
    return of_moves(state, moves, ("winnable", "first-moves"), choices=choices)


def fewest_put_backs(state: State, question: Question, limits: Limits) -> Analysis:
    """Which first moves keep a win that puts back no more cards than one has to."""
    fewest, moves = cheapest_moves(playable(state), limits)
    return of_moves(state, moves, ("winnable", "put-backs", "first-moves"), fewest)


def playable(state: State) -> State:
    """A position with a move to be found; raises `ValueError` for another."""
    if outcome(state) != "open":
        raise ValueError(f"the game is {outcome(state)}: there is no move to be found")
    if state.readings.starter == "any" and state.filled == 0:
        raise ValueError("who begins is not settled (starter=any)")
    return state


def of_moves(
    state: State,
    moves: FirstMoves,
    claims: Iterable[str],
    fewest: int | None = None,
    choices: Sequence[Choice] | None = None,
) -> Analysis:
    """The analysis that first moves make."""
    plan = next(iter(moves.plans.values()), ())
    if moves.limit:
        found = {"winnable": "yes"} if plan else {}
        shown = {"winnable": " ".join(plan)} if plan else {}
        return Analysis(found, shown, (), plan, decisions(state, plan), moves.limit)
    blunder = careless(state) if "blunder" in claims else None
    facts = {
        "winnable": winnable(plan),
        "first-moves": (str(len(moves.plans)), right_ones(moves, fewest)),
        "turns": (str(CELLS - state.filled) if plan else "none", turns(state)),
        "blunder": blundered(blunder, moves),
        "put-backs": put_backs(fewest, plan),
    }
    return Analysis(
        found={claim: facts[claim][0] for claim in claims},
        shown={claim: facts[claim][1] for claim in claims},
        choices=tuple(choices if choices is not None else options(state, moves)),
        solution=plan,
        decisions=decisions(state, plan),
    )


def winnable(plan: Sequence[str]) -> tuple[str, str]:
    """Whether there is a plan, and the plan."""
    return ("yes", " ".join(plan)) if plan else ("no", "no first move wins")


def right_ones(moves: FirstMoves, fewest: int | None) -> str:
    """The right first moves in words; `fewest` are the cards that they may cost."""
    if fewest is not None:
        return f"with {cards(fewest)} put back, {right_ones(moves, None)}"
    names = [str(move) for move in moves.plans]
    if not names:
        return f"none of {len(moves.legal)} wins"
    if len(names) == 1:
        return f"{names[0]} wins, none of {len(moves.legal) - 1} others does"
    if len(names) > NAMED:
        return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more of {len(moves.legal)} win"
    return (
        f"{names[0]} wins, and so {'does' if len(names) == 2 else 'do'} {listed(names[1:], 'and')}"
    )


def turns(state: State) -> str:
    """Why a win takes as many turns as it does."""
    return f"{CELLS - state.filled} cells are open, and each turn fills one"


def blundered(blunder: Move | None, moves: FirstMoves) -> tuple[str, str]:
    """The careless player's move if it loses."""
    if blunder is None or blunder in moves.plans:
        return "none", f"after {blunder}, which looks best, it can still be won"
    return str(blunder), "it looks best, and then it can no longer be won"


def put_backs(fewest: int | None, plan: Sequence[str]) -> tuple[str, str]:
    """The fewest cards put back, and how."""
    if fewest is None:
        return "none", "there is no win"
    return str(fewest), " ".join(plan)


def options(state: State, moves: FirstMoves) -> list[Choice]:
    """Every first move as a choice."""
    steps = max(STEPS // 10, 20 * STEPS // len(moves.legal))
    choices = []
    for move in moves.legal:
        if move in moves.plans:
            choices.append(Choice(str(move), True))
            continue
        after = apply(state, move)
        seen = visibly_lost(after)
        choices.append(
            Choice(str(move), False, not seen, turns_left(after, steps=min(STEPS, steps)))
        )
    return choices


def decisions(state: State, plan: Iterable[str]) -> int:
    """The turns of a plan at which more than one move does not lose visibly."""
    count = 0
    for word in plan:
        open_moves = 0
        for move in legal_moves(state):
            open_moves += not visibly_lost(apply(state, move))
            if open_moves == 2:
                count += 1
                break
        state = apply(state, parse_move(word))
    return count


# --- What a solution is ---------------------------------------------------------------------------


def refuted(state: State, question: Question, words: Sequence[str]) -> str | None:
    """What is wrong with a plan: its first illegal move, or that it does not win."""
    for index, word in enumerate(words, 1):
        try:
            state = apply(state, parse_move(word))
        except IllegalMove as error:
            return f"move {index}, {error.move}, breaks {error.rule}: {error.message}"
        except ReadError as error:
            return f"move {index} is none: {error.message}"
    if outcome(state) == "won":
        return None
    return f"the moves end before all cells are filled: {CELLS - state.filled} of {CELLS} are open"


def refuted_judgement(state: State, question: Question, words: Sequence[str]) -> str | None:
    """The same, but no moves at all say that it is lost."""
    if words:
        return refuted(state, question, words)
    return "no moves are given, but it can be won" if quickly(state) else None


def refuted_thrift(state: State, question: Question, words: Sequence[str]) -> str | None:
    """The same, and that fewer cards will do."""
    if fault := refuted(state, question, words):
        return fault
    spent = sum(len(parse_move(word).put_back) for word in words)
    try:
        enough = Thrift(Budget(Limits(None, NODES, None))).fewest(state)
    except LimitReached:
        return None  # the claim that it is the fewest remains to be looked into
    if enough is None or spent <= enough:
        return None
    return f"the moves put back {cards(spent)}, but {enough} will do"


def cards(count: int) -> str:
    """A number of cards in words."""
    return f"{count} card{'' if count == 1 else 's'}"


# --- Whether it is worth asking -------------------------------------------------------------------


def suits_only_move(state: State, question: Question, analysis: Analysis) -> str | None:
    """Why a position does not ask for one move."""
    if len(analysis.right) != 1:
        return f"{len(analysis.right)} first moves win, not one"
    return suits_moves(state, question, analysis)


def suits_moves(state: State, question: Question, analysis: Analysis) -> str | None:
    """Why a choice of moves is trivial."""
    if not analysis.right:
        return "no first move wins"
    lasting = sum(choice.plausible and choice.depth >= LASTING for choice in analysis.wrong)
    return too_small(state) or too_plain(lasting >= TEMPTING)


def suits_save_it(state: State, question: Question, analysis: Analysis) -> str | None:
    """Why a position is not worth saving."""
    if analysis.found.get("blunder") == "none":
        return "the move that looks best wins"
    return suits_moves(state, question, analysis)


def suits_judgement(state: State, question: Question, analysis: Analysis) -> str | None:
    """Why the question whether a position is lost is trivial."""
    return too_small(state) or too_plain(tempts(state, losing(state, TEMPTING)))


def suits_thrift(state: State, question: Question, analysis: Analysis) -> str | None:
    """Why the question for the fewest cards is trivial."""
    if analysis.found.get("put-backs") == "0":
        return "nothing has to be put back"
    return suits_moves(state, question, analysis)


def too_small(state: State) -> str | None:
    """Whether there is too little to play or to choose from."""
    if CELLS - state.filled < OPEN:
        return f"only {CELLS - state.filled} cells are open"
    legal = len(legal_moves(state))
    return f"only {legal} first moves are legal" if legal < FEWEST else None


def too_plain(enough: bool) -> str | None:
    """Whether wrong moves are all refuted soon."""
    return (
        None if enough else f"fewer than {TEMPTING} wrong moves look good for {LASTING} more turns"
    )


# --- What people are told -------------------------------------------------------------------------


def to_move(state: State) -> str:
    """Whose turn it is."""
    return f"Player {state.turn} is to move"


def save_it_task(state: State, question: Question) -> str:
    """The question what would have kept the win, with the careless player's blunder."""
    blunder = careless(state)
    if quickly(apply(state, blunder)) is False:
        said = f"The move that looks best, {blunder}, throws the win away."
    else:
        said = "The win was thrown away here."
    return f"{to_move(state)}, and all cards are known. {said} Which move keeps it?"


def nudge(state: State, question: Question, analysis: Analysis) -> str:
    """The worlds of the right moves."""
    rows = sorted({parse_move(choice.name).row for choice in analysis.right})
    if len(rows) == 1:
        return f"Look at world {rows[0]}."
    return f"Look at worlds {listed(rows, 'and')}." if len(rows) < 5 else nudge_judgement(state)


def nudge_judgement(
    state: State, question: Question | None = None, analysis: Analysis | None = None
) -> str:
    """The world whose cards fit worst."""
    world, cells, fitting = tightest(state)
    fit = f"{cards(fitting)} {'fits' if fitting == 1 else 'fit'}"
    return f"Look at world {world}: {cells} of its cells are open, and {fit} now."


def nudge_thrift(state: State, question: Question, analysis: Analysis) -> str:
    """The restart with which cards go back."""
    for word in analysis.solution:
        move = parse_move(word)
        if move.card == RESTART and move.put_back:
            return f"When world {move.row} is restarted, somebody has a card in the way."
    return nudge(state, question, analysis)
