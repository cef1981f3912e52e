"""Puzzles of drawing: nobody knows the next card. Is it better to draw or to stop, and for what?

What a choice is worth are the exact odds of `solver.ten.odds`: black tokens gained, or points.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import floor

from puzzles.puzzle import Analysis, Choice, Kind
from puzzles.ten.tables import Box, canonical, distinct
from solver.errors import ReadError
from solver.game import Question
from solver.shuffle import SplitMix64
from solver.ten import rules
from solver.ten.cards import Card, in_order, is_currency, is_number, is_wild
from solver.ten.move_notation import parse_move
from solver.ten.odds import ON, SCORE, TOKENS, Odds, odds, row_with, what_it_does
from solver.ten.outlook import Gains
from solver.ten.rules import CURRENCY, NUMBERS
from solver.ten.table import DRAW, MOST_TOKENS, Player, State
from solver.verdict import Limits

DRAWING = "draw"
CLEAR = Fraction(1, 2)
"""The best choice is better by at least so much, in black tokens or points."""
EVIDENT = 2
"""A made puzzle is not so clear as this."""
CAUTIOUS = 6
"""The running total, or currency, at about which people stop by a rule of thumb."""
SAMPLE = 6
ORDERS, AHEAD = 40, 3
"""How many next cards the player of one turn looks at; how many orders of the cards to come the
strongest one, and how far."""
TABLES = 8
"""So many turns are looked at in one try."""
GAINED = {TOKENS: "black tokens", SCORE: "points"}


def objective_of(question: Question) -> str:
    """What a choice is to gain: `tokens` or `score`."""
    return question.goal.split(":")[1]


def odds_of(state: State, question: Question) -> Odds:
    """The odds of a table; raises `ValueError` where it does not suit the question."""
    if state.phase != DRAW or not state.row:
        raise ValueError("it has to be phase draw, with a card in the row")
    if state.order is not None:
        raise ValueError("the order of the cards to come must not be known")
    return odds(state, objective_of(question))


def task(state: State, question: Question) -> str:
    """What is asked, in words."""
    what = {
        TOKENS: "the most black tokens for player {0} on average, if nothing else counts",
        SCORE: "the most points for player {0} on average, the purchase of this turn included, if"
        " nothing else counts",
    }[objective_of(question)]
    gains = what.format(state.turn)
    return f"Player {state.turn} may draw once more or stop. Which of it brings {gains}?"


def worths(found: Odds) -> dict[str, tuple[Fraction, Fraction]]:
    """What each choice is worth at least and at most, by name."""
    worth = {stop: (gain, gain) for stop, gain in found.stops}
    if found.draw is not None:
        worth[DRAWING] = found.draw.low, found.draw.high
    return dict(sorted(worth.items()))


def analyse(state: State, question: Question, limits: Limits) -> Analysis:
    """What each choice is worth, and which is best by how much."""
    known = odds_of(state, question)
    worth = worths(known)
    best, margin = known.best, known.margin
    found, shown = {}, {}
    told = "; ".join(f"{name}: {between(*ends)}" for name, ends in worth.items())
    unit = GAINED[known.objective]
    if best is not None:
        found["best"], shown["best"] = best, f"{unit} gained: {told}"
    if margin is not None and hundredths(margin.low) == hundredths(margin.high):
        found["margin"] = hundredths(margin.low)
        shown["margin"] = f"{between(margin.low, margin.high)} {unit}: {told}"
    return Analysis(
        found=found,
        shown=shown,
        choices=tuple(choice_of(known, name, high) for name, (_, high) in worth.items()),
        solution=(best,) if best is not None else (),
        decisions=int(len(worth) > 1),
        limit=None if {"best", "margin"} <= found.keys() else "accuracy",
    )


def choice_of(known: Odds, name: str, worth: Fraction) -> Choice:
    """A choice; a wrong one is plausible if stopping gains something, or drawing is rather safe
    than not."""
    plausible = known.next_card.bust < CLEAR if name == DRAWING else worth > 0
    right = name == known.best
    return Choice(name, right, right or plausible, 0 if right else 1)


def between(low: Fraction, high: Fraction) -> str:
    """A value in words, by its ends where it is not known exactly."""
    if low == high:
        return f"{float(low):.4f}"
    return f"{float(low):.4f} to {float(high):.4f}"


def hundredths(number: Fraction) -> str:
    """A number rounded down to hundredths."""
    whole = floor(100 * number)
    return f"{whole // 100}.{whole % 100:02d}"


def refuted(state: State, question: Question, words: Sequence[str]) -> str | None:
    """Why a choice is not legal or not the best."""
    known = odds_of(state, question)
    if len(words) != 1:
        return f"one choice is asked for, not {len(words)}"
    try:
        move = parse_move(words[0])
    except ReadError as error:
        return str(error)
    if broken := rules.breach(state, move):
        return f"move 1, {words[0]}, breaks {broken[0]}: {broken[1]}"
    if words[0] == known.best:
        return None
    worth = "; ".join(f"{name}: {between(*ends)}" for name, ends in worths(known).items())
    return f"{words[0]} is not the best: {worth} {GAINED[known.objective]}"


def make(rng: SplitMix64, question: Question) -> tuple[State, Question] | None:
    """A turn in which one choice is clearly better; in most tries not the one that a rule of thumb
    tells, which is to draw before a certain total, or currency, and no more."""
    surprising = rng.below(3) > 0
    for _ in range(TABLES):
        state = dealt(rng)
        known = odds_of(state, question)
        by_rule = (known.best == DRAWING) == (max(state.total, state.currency) < CAUTIOUS)
        if by_rule and surprising:
            continue
        if unfit(known) is None and known.margin and known.margin.low <= EVIDENT:
            return state, question
    return None


def dealt(rng: SplitMix64) -> State:
    """A random turn."""
    box = Box(rng)
    row = drawn_row(box, 2 + rng.below(4))
    seats = 2 + rng.below(3)
    players = []
    for _ in range(seats):
        numbers = distinct(box.take(3 + rng.below(5), is_number))
        cards = in_order([*numbers, *box.take(rng.below(3), is_wild)])
        players.append(Player(rng.below(9), rng.below(3), cards))
    market = distinct(box.take(2 + rng.below(4), is_number))
    unseen = in_order(box.take(12 + rng.below(19)))
    return State(tuple(players), 1 + rng.below(seats), row=row, market=market, unseen=unseen)


def drawn_row(box: Box, most: int) -> tuple[Card, ...]:
    """Cards drawn one after the other, so many at most, none of which busts."""
    row: list[Card] = []
    total = currency = 0
    for card in box.take(most, lambda card: not is_wild(card)):
        if what_it_does(total, currency, card) != ON:
            break
        total, currency = row_with(total, currency, card)
        row.append(card)
    return tuple(row)


def unfit(known: Odds) -> str | None:
    """Why a turn is no good puzzle."""
    if known.next_card.bust in (0, 1):
        return "the next card busts never or always"
    if known.margin is None or known.margin.low < CLEAR:
        return f"the best choice is not better by {float(CLEAR)} {GAINED[known.objective]}"
    choices = (choice_of(known, name, high) for name, (_, high) in worths(known).items())
    if any(choice.plausible and not choice.right for choice in choices):
        return None
    return "no choice but the best is worth a thought"


def suits(state: State, question: Question, analysis: Analysis) -> str | None:
    """Why a turn is no good puzzle."""
    return unfit(odds_of(state, question))


# --- Simulated players --------------------------------------------------------------------------


def attempt(player: str, state: State, question: Question, rng: SplitMix64) -> str:
    """What a simulated player does: stops at a certain total or so; or draws one card in mind, some
    times; or up to some more cards, more often."""
    objective = objective_of(question)
    legal = {move.kind for move in rules.legal_moves(state)}
    stop = CURRENCY if objective == TOKENS else NUMBERS
    if stop not in legal:
        return DRAWING
    if player == "greedy":
        nerve = CAUTIOUS - 1 + rng.below(4)
        return stop if max(state.total, state.currency) >= nerve else DRAWING
    worth_after = gain_of(state, objective)
    count, ahead = (SAMPLE, 1) if player == "one-turn" else (ORDERS, AHEAD)
    gains = [0] * ahead
    for _ in range(count):
        for place, gain in enumerate(drawing(state, rng, ahead, worth_after)):
            gains[place] += gain
    return DRAWING if max(gains) > worth_after([]) * count else stop


Gain = Callable[[list[Card]], int]
"""What stopping gains after these cards were drawn."""


def gain_of(state: State, objective: str) -> Gain:
    """What stopping gains."""
    player = state.player(state.turn)
    gains = Gains(player, state.numbers, state.market, state.readings)

    def money(drawn: list[Card]) -> int:
        return state.currency + sum(int(card[1]) for card in drawn if is_currency(card))

    def tokens(drawn: list[Card]) -> int:
        return min(MOST_TOKENS - player.tokens, money(drawn))

    def score(drawn: list[Card]) -> int:
        return gains.of_row([card for card in drawn if is_number(card)], money(drawn))

    return tokens if objective == TOKENS else score


def drawing(state: State, rng: SplitMix64, ahead: int, worth_after: Gain) -> list[int]:
    """What it gains to stop after one card more, after two, and so on, in a random order; nothing
    after a bust, and a wild changes nothing."""
    total, currency, drawn = state.total, state.currency, list[Card]()
    cards = rng.shuffled(state.unseen)[:ahead]
    gains = [0] * ahead
    for place, card in enumerate(cards):
        if not is_wild(card):
            if what_it_does(total, currency, card) != ON:
                break
            total, currency = row_with(total, currency, card)
            drawn.append(card)
        gains[place] = worth_after(drawn)
    return gains


def named(state: State, question: Question) -> Hashable:
    """The table with the player on turn as player 1, the colours in any order."""
    return objective_of(question), canonical(state, state.turn)


def nudge(state: State, question: Question, analysis: Analysis) -> str:
    """How safe the next card is has to be known first."""
    return (
        f"Count the cards to come that keep the row below 11, in numbers and in currency: how many"
        f" of the {len(state.unseen)} are they, and what do they add?"
    )


DRAW_OR_STOP = Kind(
    name="draw-or-stop",
    game="ten",
    summary="draw once more, stop with the numbers, or stop with the currency",
    counts="there is one solution, the choice that is worth most on average; margin is by how much",
    claims=("best", "margin"),
    default=Question("odds:tokens"),
    asks=("goal",),
    task=task,
    analyse=analyse,
    refuted=refuted,
    make=make,
    suits=suits,
    attempt=attempt,
    canonical=named,
    nudge=nudge,
    goals=(f"odds:{TOKENS}", f"odds:{SCORE}"),
)
