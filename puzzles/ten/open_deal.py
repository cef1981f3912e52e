"""Puzzles of open deals: the cards to come are known, and one first decision keeps the goal in
reach, whether the others help or oppose."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

from puzzles.puzzle import Analysis, Choice, Kind
from puzzles.ten.play import View, moves_in_mind, usual_payment
from puzzles.ten.tables import Box, canonical, distinct, player_of
from puzzles.ten.verdicts import Unsettled, Verdicts
from solver.errors import IllegalMove, ReadError
from solver.game import Question
from solver.shuffle import SplitMix64
from solver.ten import rules
from solver.ten.cards import Card, in_order, is_currency, is_number, is_wild, value
from solver.ten.move_notation import parse_move
from solver.ten.odds import ON, row_with, what_it_does
from solver.ten.rules import CURRENCY, NUMBERS
from solver.ten.scoring import key_of, points
from solver.ten.solve import Attempts, Case, most_points
from solver.ten.table import DRAW, MOST_TOKENS, Move, Player, State
from solver.verdict import Budget, Disagreement, LimitReached, Limits

NO_LIMITS = Limits(None, None, None)
MOST_WAYS = 400
"""A table whose first decisions can be paid for in more ways is not analysed."""
SOON = 1500
"""So many nodes may be looked at to find out whether a made goal is in reach."""
TEMPTING = 2
NOISE = 4
"""What a table looks worth is off by less than so many black tokens."""
NODES = 150
"""How many tables the strongest player looks at after each first decision."""


def decision(move: Move) -> str:
    """A move without what is paid."""
    name = f"{move.kind}:{move.bid}" if move.kind == "bid" else move.kind
    return f"{name}:{move.card}" if move.card else name


def ways(state: State) -> dict[str, list[Move]]:
    """The first decisions, each with the moves by which it can be made, the own cards named; those
    first that give the fewest cards."""
    found: dict[str, list[Move]] = {}
    for listed in rules.legal_moves(state):
        found.setdefault(decision(listed), []).extend(rules.named(state, listed))
    for moves in found.values():
        moves.sort(key=lambda move: (len(move.payment.cards), str(move)))
    return dict(sorted(found.items()))


def suited(state: State, question: Question) -> int:
    """The player of the question; raises `ValueError` where the table does not suit it."""
    player = player_of(state, question)
    if question.others == "selfish":
        raise ValueError("the others help or oppose")
    if state.order is None:
        raise ValueError("the order of the cards to come has to be known (deck)")
    if rules.over(state) or rules.active(state) != player:
        raise ValueError(f"player {player} has to be to move")
    return player


def task(state: State, question: Question) -> str:
    """What is asked, in words."""
    player, (_, _, *least) = player_of(state, question), question.goal.split(":")
    end = f"have {least[0]} points or more in the end" if least else "win or share the win"
    how = "with the help of the others" if question.others == "help" else "whatever the others do"
    return (
        f"Everybody knows the cards to come. Player {player} is to move and wants to {end}, {how}."
        " Which first decision keeps that in reach?"
    )


def analyse(state: State, question: Question, limits: Limits) -> Analysis:
    """Which first decisions keep the goal in reach, with some payment."""
    suited(state, question)
    decisions = ways(state)
    if sum(map(len, decisions.values())) > MOST_WAYS:
        raise ValueError(f"there are more than {MOST_WAYS} ways to make and pay the first move")
    verdicts = Verdicts(limits)
    found: dict[str, str] = {}
    right: dict[str, Move] = {}
    choices: list[Choice] = []
    plan: tuple[str, ...] = ()
    limit = None
    try:
        verdict = verdicts.answer(state, question)
        plan = verdict.plan or ()
        found["winnable"] = "yes" if verdict.verdict == "winnable" else "no"
        for name, moves in decisions.items():
            keeping = (
                move for move in moves if verdicts.winnable(rules.apply(state, move), question)
            )
            if (move := next(keeping, None)) is not None:
                right[name] = move
            choices.append(choice_of(state, question, name, moves[0], name in right))
        if bool(right) != (verdict.verdict == "winnable"):
            raise Disagreement("what can be reached at first cannot after any move: this is a bug")
        found["first-moves"] = str(len(right))
    except Unsettled as unsettled:
        limit = str(unsettled)
    keep = ", ".join(map(str, right.values()))
    lose = ", ".join(choice.name for choice in choices if not choice.right)
    shown = {
        "winnable": f"a line of play: {' '.join(plan)}" if plan else "no first move reaches it",
        "first-moves": f"in reach after {keep or 'none'}; out of reach after {lose or 'none'}",
    }
    first = tuple(map(str, right.values()))[:1]
    return Analysis(
        found=found,
        shown={name: shown[name] for name in found},
        choices=tuple(choices),
        solution=plan if question.others == "help" else first,
        decisions=not_forced(state, question, plan),
        limit=limit,
    )


def choice_of(state: State, question: Question, name: str, move: Move, right: bool) -> Choice:
    """A first decision as a choice."""
    if right:
        return Choice(name, True)
    return Choice(name, False, tempting(state, move), lost_after(state, question, move))


def tempting(state: State, move: Move) -> bool:
    """Whether a move brings something, or at least does not bust the row at once."""
    player = state.player(rules.active(state))
    if move.kind == "draw":
        return "bust" not in what_it_does(state.total, state.currency, state.to_come[0])
    if move.kind == CURRENCY:
        return bool(state.currency) and player.tokens < MOST_TOKENS
    now = points(key_of(player.cards))
    if move.kind == NUMBERS:
        return points(key_of([*player.cards, *state.numbers])) > now
    if move.kind == "buy" and move.card:
        payment = usual_payment(player, value(move.card))
        kept = [card for card in player.cards if payment and card not in payment.cards]
        return points(key_of([*kept, move.card])) > now
    return move.kind != "end"


def lost_after(state: State, question: Question, move: Move) -> int:
    """The number of turns, the others' included, until it is plain that a goal is lost, if
    everybody makes the moves that look best."""
    view, turns = View.of(question), 0
    state = rules.apply(state, move)
    while not rules.over(state) and not plainly_lost(state, question):
        after = rules.apply(state, view.best(state))
        turns += (after.turn, after.next) != (state.turn, state.next)
        state = after
    return turns


def plainly_lost(state: State, question: Question) -> bool:
    """Whether all cards that are left would not be enough."""
    case = Case(state, question, Budget(NO_LIMITS))
    return case.points is not None and most_points(case) < case.points


def not_forced(state: State, question: Question, plan: Sequence[str]) -> int:
    """The moves of a line of play, those of the player of the goal if the others oppose, for which
    there was another one."""
    player, found = player_of(state, question), 0
    for move in map(parse_move, plan):
        mine = question.others == "help" or rules.active(state) == player
        found += mine and len(list(moves_in_mind(state))) > 1
        state = rules.apply(state, move)
    return found


def refuted(state: State, question: Question, words: Sequence[str]) -> str | None:
    """Why a line of play is not legal or loses the goal. It has to go to the end if the others
    help; if they oppose, up to where the goal can still be reached whatever they do."""
    player = suited(state, question)
    if not words:
        return "no move is told"
    for index, word in enumerate(words, 1):
        try:
            state = rules.apply(state, parse_move(word))
        except (IllegalMove, ReadError) as error:
            rule = f"breaks {error.rule}: " if isinstance(error, IllegalMove) else ""
            return f"move {index}, {word}, {rule}{error}"
    if rules.over(state) and Case(state, question, Budget(NO_LIMITS)).met(state):
        return None
    if rules.over(state) or question.others == "help":
        end = "the game ends" if rules.over(state) else "the moves end before the goal is reached"
        return f"{end}, player {player} with {rules.score(state, player)} points"
    if Verdicts(Limits()).winnable(state, question):
        return None
    return f"after {words[-1]} the others can prevent it"


# --- Making -------------------------------------------------------------------------------------


def make(rng: SplitMix64, question: Question) -> tuple[State, Question] | None:
    """A small deal in which one first decision keeps the goal in reach. Of `score:P:0` the goal
    becomes the most points that can be reached."""
    state = dealt(rng, question)
    if question.goal.startswith("score:") and question.goal.endswith(":0"):
        question = replace(question, goal=most_reached(state, question))
    first = rules.legal_moves(state)
    kept = 0
    for move in first:
        answer = reached(rules.apply(state, move), question)
        if answer is None:
            return None
        kept += answer
        if kept > 1:
            return None
    tempted = sum(tempting(state, move) for move in first)
    return (state, question) if kept == 1 and tempted > TEMPTING else None


def reached(state: State, question: Question) -> bool | None:
    """Whether a goal can be reached, as the search says; None where it has not found out soon."""
    case = Case(state, question, Budget(Limits(None, SOON, None)))
    if rules.over(state):
        return case.met(state)
    attempts = Attempts(case)
    try:
        proof = attempts.run(1)
    except LimitReached:
        return None
    finally:
        attempts.forget()
    return None if proof is None else proof.aim.reaches


def most_reached(state: State, question: Question) -> str:
    """The goal of as many points as can be reached, as far as the search finds out soon."""
    player = player_of(state, question)
    least = rules.score(state, player)
    while reached(state, replace(question, goal=f"score:{player}:{least + 1}")):
        least += 1
    return f"score:{player}:{least}"


def dealt(rng: SplitMix64, question: Question) -> State:
    """A random small deal for two, or more if the goal says so, in the turn of the player of the
    goal."""
    player = int(question.goal.split(":")[1])
    box = Box(rng)
    players = []
    for _ in range(max(2, player)):
        numbers = distinct(box.take(2 + rng.below(4), is_number))
        cards = in_order([*numbers, *box.take(rng.below(3), is_wild)])
        players.append(Player(1 + rng.below(5), rng.below(2), cards))
    market = distinct(box.take(2 + rng.below(3), is_number))
    row = row_of_both(box)
    deck = tuple(box.take(4 + rng.below(3)))
    return State(tuple(players), player, DRAW, row, market, deck)


def row_of_both(box: Box) -> tuple[Card, ...]:
    """Up to three numbers and a currency card, drawn in an order that does not bust."""
    row: list[Card] = []
    total = currency = 0
    for card in (*box.take(1, is_currency), *box.take(3, is_number)):
        if what_it_does(total, currency, card) == ON:
            total, currency = row_with(total, currency, card)
            row.append(card)
    return tuple(row)


def suits(state: State, question: Question, analysis: Analysis) -> str | None:
    """Why a deal is no good puzzle."""
    if len(analysis.right) != 1:
        return f"{len(analysis.right)} first decisions keep the goal in reach, not one"
    if sum(choice.plausible for choice in analysis.wrong) < TEMPTING:
        return f"fewer than {TEMPTING} other decisions bring anything"
    return None


# --- People -------------------------------------------------------------------------------------


def attempt(player: str, state: State, question: Question, rng: SplitMix64) -> str:
    """What a simulated player decides: what looks best at once, at the end of the turn, or after
    so many moves of all players as can be looked at."""
    view = View.of(question)
    tables = {decision(move): rules.apply(state, move) for move in moves_in_mind(state)}
    names = rng.shuffled(sorted(tables))
    looks: dict[str, Callable[[State], int]] = {
        "greedy": view.value,
        "one-turn": view.this_turn,
        "limited": lambda table: view.searched(table, NODES),
    }
    return max(names, key=lambda name: looks[player](tables[name]) + rng.below(NOISE))


def named(state: State, question: Question) -> Hashable:
    """The table with the player who is asked about as player 1, the colours in any order."""
    name, _, *least = question.goal.split(":")
    return name, tuple(least), question.others, canonical(state, player_of(state, question))


def nudge(state: State, question: Question, analysis: Analysis) -> str:
    """What comes, as far as it matters who draws it."""
    if wild := next(filter(is_wild, state.to_come), None):
        return (
            f"Look at {wild} among the cards to come: in whose turn is it drawn, and who can pay?"
        )
    if state.to_come:
        return f"Look at {state.to_come[-1]}, the last card to come: who draws it, who buys last?"
    return "Look at what the others can still pay for."


OPEN_DEAL = Kind(
    name="open-deal",
    game="ten",
    summary="the one first decision that keeps a goal in reach when all cards to come are known",
    counts=(
        "a first decision is to draw, to stop (for what), to buy a card or to bid so much, or not;"
        " ways to pay are not counted: it is right if the goal can be reached after one of them"
    ),
    claims=("winnable", "first-moves"),
    default=Question("win:1", others="oppose"),
    asks=("goal", "others"),
    task=task,
    analyse=analyse,
    refuted=refuted,
    make=make,
    suits=suits,
    attempt=attempt,
    canonical=named,
    nudge=nudge,
)
