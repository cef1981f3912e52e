"""Puzzles of scoring: the game is over, and the wilds are to be given their colours and numbers so
that they score most (T12)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import islice

from puzzles.puzzle import Analysis, Choice, Kind
from puzzles.ten.hand import Hand, Pattern, Step, places, read_pattern
from puzzles.ten.tables import SEATS, Box, colourings, distinct, player_of, recoloured
from solver.game import Question
from solver.shuffle import SplitMix64
from solver.ten.cards import (
    COLOUR_NAMES,
    COLOURS,
    Card,
    in_order,
    is_number,
    is_wild,
)
from solver.ten.scoring import numbers_of
from solver.ten.scoring_cpsat import points_by_cpsat
from solver.ten.table import FINAL, START_TOKENS, Player, State
from solver.verdict import Disagreement, Limits

FEWEST_CARDS, MOST_CARDS = 6, 14
FEWEST_WILDS, MOST_WILDS = 2, 8
TEMPTING = 2
"""A pattern in which placing one wild at a time ends does not look wrong at once if it misses so
many points at most."""
SHOWN = 8
"""So many wrong patterns are shown beside the points."""
HANDS = 10
"""So many hands are looked at in one try."""
ORDERS = 6
"""How many orders of placing wilds the strongest player tries."""


def hand_of(state: State, question: Question) -> Hand:
    """The hand that is asked about; raises `ValueError` where it has nothing to be placed."""
    cards = state.player(player_of(state, question)).cards
    if not any(map(is_wild, cards)):
        raise ValueError("there is no wild in the hand")
    return Hand(cards, state.readings.wild_only_run == "yes")


def task(state: State, question: Question) -> str:
    """What is asked, in words."""
    player = player_of(state, question)
    return (
        f"Player {player} counts the cards {' '.join(state.player(player).cards)}. Which run in"
        " each colour is to be made with the wilds, so that they score as many points as possible?"
    )


def analyse(state: State, question: Question, limits: Limits) -> Analysis:
    """All patterns that score most, and those that people may end up with."""
    hand = hand_of(state, question)
    confirmed = points_by_cpsat(hand.cards, hand.wild_only)
    best = sorted(hand.best_patterns(), key=str)
    if confirmed != hand.most or not best:
        raise Disagreement(f"{hand.most} points by the direct method, {confirmed} by cp-sat")
    found = choices(hand, best)
    wrong = sorted(found.keys() - set(best), key=lambda one: (-one.points, str(one)))
    placing = f" with {placing_text(hand)}" if len(best) == 1 else ""
    missing = [f"{one} misses it by {hand.most - one.points}" for one in wrong[:SHOWN]]
    return Analysis(
        found={"score": str(hand.most), "patterns": str(len(best))},
        shown={
            "score": "; ".join([f"{best[0]}{placing}", *missing]),
            "patterns": "; ".join(map(str, best)),
        },
        choices=tuple(sorted(found.values(), key=lambda choice: choice.name)),
        solution=tuple(str(best[0]).split()),
        decisions=decisions(hand),
    )


def choices(hand: Hand, best: Sequence[Pattern]) -> dict[Pattern, Choice]:
    """The best patterns, those in which placing one wild at a time ends, and those that differ from
    a best one by a wild and miss one point."""
    found = {pattern: Choice(str(pattern), True) for pattern in best}
    for pattern, placed in hand.ends().items():
        missing = hand.most - pattern.points
        found.setdefault(pattern, Choice(str(pattern), False, missing <= TEMPTING, placed))
    for pattern, placed in hand.variations().items():
        if hand.most - pattern.points == 1:
            found.setdefault(pattern, Choice(str(pattern), False, False, placed))
    return found


def placing_text(hand: Hand) -> str:
    """What the wilds stand for in a best pattern."""
    return ", ".join(
        f"{wild} as {COLOURS[place.colour]}{numbers_of(place.bit)[0]}"
        for wild, place in hand.placing()
    )


def decisions(hand: Hand) -> int:
    """The wilds on the way to a best pattern that would gain as well elsewhere when they are
    placed."""
    way, found, left = hand.start, 0, hand.placing()
    while left:
        wild, place = step = max(left, key=lambda one: hand.gain(way, one.place))
        found += sum(hand.gain(way, other) > 0 for other in places(wild)) > 1
        way = way.placed(wild, place)
        left = without_one(left, step)
    return found


def without_one(steps: list[Step], gone: Step) -> list[Step]:
    """The steps but the first that is equal to one."""
    at = steps.index(gone)
    return steps[:at] + steps[at + 1 :]


def refuted(state: State, question: Question, words: Sequence[str]) -> str | None:
    """Why a pattern cannot be made (T12), or is not the best."""
    hand = hand_of(state, question)
    try:
        pattern = read_pattern(words)
    except ValueError as error:
        return str(error)
    for colour, name in enumerate(COLOURS):
        if not hand.can_make(pattern.masks[: colour + 1]):
            runs = " ".join(str(pattern).split()[: colour + 1])
            return (
                f"{runs} cannot be made, each wild used once (T12): {COLOUR_NAMES[name]} is short"
            )
        run = pattern.masks[colour]
        if run and not hand.wild_only and not run & hand.held[colour]:
            return f"{str(pattern).split()[colour]} has wilds alone (T12, wild_only_run)"
    if pattern.points < hand.most:
        return f"{pattern} makes {pattern.points} points, but {hand.most} can be had"
    return None


def make(rng: SplitMix64, question: Question) -> tuple[State, Question] | None:
    """A hand at the end of a game, in which one best pattern is to be found among others."""
    for _ in range(HANDS):
        state = dealt(rng, question)
        hand = hand_of(state, question)
        missed = easiest(hand).points < hand.most
        if missed and len(list(islice(hand.best_patterns(), 2))) == 1:
            return state, question
    return None


def dealt(rng: SplitMix64, question: Question) -> State:
    """A game that is over, with a random hand for the player asked about."""
    count = FEWEST_CARDS + rng.below(MOST_CARDS - FEWEST_CARDS + 1)
    wilds = FEWEST_WILDS + rng.below(min(MOST_WILDS, count // 2) - FEWEST_WILDS + 1)
    box = Box(rng)
    cards = [*box.take(wilds, is_wild), *distinct(box.take(count - wilds, is_number))]
    player = int(question.goal.split(":")[1])
    players = [Player(START_TOKENS)] * max(2, player)
    players[player - 1] = Player(0, 0, in_order(cards))
    return State(tuple(players), turn=len(players), phase=FINAL)


def easiest(hand: Hand) -> Pattern:
    """Where placing wilds as they are held ends, each at the first place where it gains most."""
    way = hand.start
    while step := next(hand.steps(way), None):
        way = way.placed(*step)
    return hand.pattern(way)


def suits(state: State, question: Question, analysis: Analysis) -> str | None:
    """Why a hand is no good puzzle."""
    if len(analysis.right) > 1:
        return f"{len(analysis.right)} patterns score most"
    tempting = [choice for choice in analysis.wrong if choice.plausible]
    return None if len(tempting) > 1 else "there are no two patterns that miss it by little"


def attempt(player: str, state: State, question: Question, rng: SplitMix64) -> str:
    """The pattern that a simulated player makes."""
    hand = hand_of(state, question)
    if player == "greedy":
        return str(hand.one_by_one(rng, shuffled=False))
    if player == "one-turn":
        return str(hand.two_by_two(rng))
    tried = [hand.one_by_one(rng, shuffled=True) for _ in range(ORDERS)]
    return str(max([hand.two_by_two(rng), *tried], key=lambda pattern: pattern.points))


def canonical(state: State, question: Question) -> Hashable:
    """The hand with its colours in the order that comes first, and how runs of wilds count."""
    cards = distinct_numbers(state.player(player_of(state, question)).cards)
    return state.readings.wild_only_run, min(
        in_order(recoloured(cards, colours)) for colours in colourings()
    )


def distinct_numbers(cards: Sequence[Card]) -> list[Card]:
    """A hand without second copies of number cards, which score nothing (T12)."""
    return [*distinct(filter(is_number, cards)), *filter(is_wild, cards)]


def nudge(state: State, question: Question, analysis: Analysis) -> str:
    """The colour in which it is most tempting to make a longer run."""
    hand = hand_of(state, question)
    best = next(hand.best_patterns())

    def given_up(colour: int) -> int:
        numbers = hand.held[colour]
        for wild in hand.wilds:
            gains = [place for place in places(wild) if place.colour == colour]
            if gains:
                numbers |= max(gains, key=lambda one: hand.run(colour, numbers | one.bit)).bit
        return hand.run(colour, numbers)[0] - best.masks[colour].bit_count()

    colour = max(range(len(COLOURS)), key=given_up)
    return f"Look at {COLOUR_NAMES[COLOURS[colour]]}: what does its run cost the other colours?"


BEST_SCORE = Kind(
    name="best-score",
    game="ten",
    summary="give the wilds of a hand their colours and numbers so that they score most",
    counts=(
        "a solution is a pattern: the run chosen in each colour, as R1-4 B2-3 O5 G-; which wild"
        " stands where makes no difference"
    ),
    claims=("score", "patterns"),
    default=Question("best:1"),
    asks=("goal",),
    task=task,
    analyse=analyse,
    refuted=refuted,
    make=make,
    suits=suits,
    attempt=attempt,
    canonical=canonical,
    nudge=nudge,
    goals=tuple(f"best:{number}" for number in SEATS),
    pictured=False,
)
