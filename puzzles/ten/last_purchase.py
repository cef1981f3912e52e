"""Puzzles of the last purchases: one card is to be bought with which a player wins, whatever those
who buy later do.

Later players cannot touch what a player has, so of the ways to pay for a card the one that leaves
the best standing (T13) is at least as good as any other, unless the cards paid with come into the
market. A card is right if it wins with that payment.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzles.puzzle import Analysis, Choice, Kind
from puzzles.ten.tables import SEATS, Box, canonical, distinct, player_of
from puzzles.ten.verdicts import Unsettled, Verdicts
from solver.errors import IllegalMove, ReadError
from solver.game import Question
from solver.shuffle import SplitMix64
from solver.ten import rules
from solver.ten.cards import Card, in_order, is_number, is_wild
from solver.ten.move_notation import parse_move
from solver.ten.rules import Standing
from solver.ten.selfish import Buyer, Counted, Deed, buying_order, too_large
from solver.ten.table import FINAL, Player, State
from solver.verdict import Budget, Disagreement, Limits

LEAST_MARKET = 4
TEMPTING = 2
TABLES = 8
"""So many tables are looked at in one try."""
SLIP = 5
"""One decision in so many of a simulated player is not what it meant to do."""
LOOKS = 4
"""How many answers the strongest player looks at."""


@dataclass(frozen=True)
class Purchases:
    """What the player who buys next may do, and what everybody else may come to."""

    state: State

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Who is still to buy, in their order."""
        return buying_order(self.state)

    @cached_property
    def buyers(self) -> dict[int, Buyer]:
        """The players who are still to buy."""
        counted = Counted(Budget(Limits(None, None, None)))
        return {number: Buyer(self.state, number, counted) for number in self.order}

    @cached_property
    def deeds(self) -> dict[str, Deed]:
        """For each card that can be bought the purchase with the best standing, and `end`."""
        buyer = self.buyers[self.order[0]]
        found = {"end": buyer.nothing}
        for card in dict.fromkeys(self.state.market):
            if ways := buyer.deeds(card):
                found[f"buy:{card}"] = max(ways, key=lambda deed: deed.standing)
        return dict(sorted(found.items()))

    def answers(self, number: int, gone: Card | None) -> list[Deed]:
        """What a later player may do after a card was bought, with each the best standing."""
        buyer, market = self.buyers[number], list(self.state.market)
        if gone:
            market.remove(gone)
        found = [buyer.nothing]
        for card in dict.fromkeys(market):
            if ways := buyer.deeds(card):
                found.append(max(ways, key=lambda deed: deed.standing))
        return found

    def beaten(self, deed: Deed) -> tuple[int, int, Deed] | None:
        """After how many purchases more somebody is better than a deed leaves the player, who, and
        by which deed; None if nobody can be."""
        for number in range(1, len(self.state.players) + 1):
            if number != self.order[0] and self.now(number) > deed.standing:
                return 0, number, Deed(self.now(number))
        for later, number in enumerate(self.order[1:], 1):
            best = max(self.answers(number, deed.card), key=lambda one: one.standing)
            if best.standing > deed.standing:
                return later, number, best
        return None

    def now(self, number: int) -> Standing:
        """The standing of a player at the start."""
        return rules.standing(self.state, number)


def purchases_of(state: State, question: Question) -> Purchases:
    """The purchases of a table; raises `ValueError` where it does not suit the question."""
    player = player_of(state, question)
    if question.others != "oppose":
        raise ValueError("the others oppose the player who has to win")
    if state.phase != FINAL or state.next != player:
        raise ValueError(f"it has to be phase final, and player {player} has to be next")
    if state.readings.spent_cards == "market":
        raise ValueError("cards that are paid with must not come into the market (spent_cards)")
    if large := too_large(state):
        raise ValueError(large)
    return Purchases(state)


def task(state: State, question: Question) -> str:
    """What is asked, in words."""
    player = player_of(state, question)
    later = [str(number) for number in buying_order(state)[1:]]
    buy = "buys" if len(later) == 1 else "buy"
    after = f", whatever player {' and player '.join(later)} {buy} then" if later else ""
    return (
        f"These are the last purchases, and player {player} is to buy. With which card, or with"
        f" none, does player {player} win or share the win{after}?"
    )


def analyse(state: State, question: Question, limits: Limits) -> Analysis:
    """Which cards win, each paid for in the best way."""
    purchases = purchases_of(state, question)
    verdicts = Verdicts(limits)
    found: dict[str, str] = {}
    right: dict[str, Deed] = {}
    choices: list[Choice] = []
    limit = None
    try:
        winnable = verdicts.winnable(state, question)
        found["winnable"] = "yes" if winnable else "no"
        for name, deed in purchases.deeds.items():
            if verdicts.winnable(rules.apply(state, deed.move), question):
                right[name] = deed
            choices.append(choice_of(purchases, name, name in right))
        if winnable != bool(right):
            raise Disagreement("what wins at first does not with any card: this is a bug")
        found["first-moves"] = str(len(right))
    except Unsettled as unsettled:
        limit = str(unsettled)
    wins = ", ".join(str(deed.move) for deed in right.values())
    losses = [
        f"{name}: {loss_of(purchases, deed)}"
        for name, deed in purchases.deeds.items()
        if name not in right
    ]
    shown = {
        "winnable": f"{wins} wins" if right else "; ".join(losses),
        "first-moves": "; ".join([f"these win: {wins}" if right else "none wins", *losses]),
    }
    return Analysis(
        found=found,
        shown={name: shown[name] for name in found},
        choices=tuple(choices),
        solution=tuple(str(deed.move) for deed in [*right.values()][:1]),
        decisions=int(len(purchases.deeds) > 1),
        limit=limit,
    )


def choice_of(purchases: Purchases, name: str, right: bool) -> Choice:
    """A decision as a choice: a wrong one is plausible if it makes the own cards worth more."""
    deed = purchases.deeds[name]
    better = deed.standing[0] > purchases.deeds["end"].standing[0]
    beaten = purchases.beaten(deed)
    if right != (beaten is None):
        raise Disagreement(f"whether {name} wins is answered in two ways: this is a bug")
    return Choice(name, right, right or better, beaten[0] if beaten else 0)


def loss_of(purchases: Purchases, deed: Deed) -> str:
    """Who is better after a deed, and how."""
    beaten = purchases.beaten(deed)
    if beaten is None:
        return "nobody is better"
    _, number, answer = beaten
    how = f" with {answer.move}" if answer.card else ""
    points, tokens, _ = answer.standing
    own = f"{deed.standing[0]} points and {deed.standing[1]} black tokens"
    return f"player {number} has {points} points and {tokens} black tokens{how}, against {own}"


def refuted(state: State, question: Question, words: Sequence[str]) -> str | None:
    """Why a purchase is not legal or does not win."""
    purchases_of(state, question)
    if len(words) != 1:
        return f"one purchase is asked for, not {len(words)} moves"
    try:
        after = rules.apply(state, parse_move(words[0]))
    except (IllegalMove, ReadError) as error:
        rule = f"breaks {error.rule}: " if isinstance(error, IllegalMove) else ""
        return f"move 1, {words[0]}, {rule}{error}"
    if Verdicts(Limits()).winnable(after, question):
        return None
    return f"after {words[0]} the others can prevent that player {player_of(state, question)} wins"


def make(rng: SplitMix64, question: Question) -> tuple[State, Question] | None:
    """Last purchases of which one wins; of the tempting ones, one at least is beaten by another
    purchase only."""
    for _ in range(TABLES):
        state = dealt(rng, question)
        if one_wins(Purchases(state)):
            return state, question
    return None


def one_wins(purchases: Purchases) -> bool:
    """Whether there are tempting purchases, and just one that wins."""
    nothing = purchases.deeds["end"].standing[0]
    gaining = [deed for deed in purchases.deeds.values() if deed.standing[0] > nothing]
    if len(gaining) < TEMPTING:
        return False
    won: list[Deed] = []
    tempting, later = 0, 0
    for deed in purchases.deeds.values():
        beaten = purchases.beaten(deed)
        if beaten is None:
            won.append(deed)
            if len(won) > 1:
                return False
        elif deed in gaining:
            tempting += 1
            later = max(later, beaten[0])
    return bool(won and later) and tempting >= TEMPTING


def dealt(rng: SplitMix64, question: Question) -> State:
    """Random last purchases, the player asked about before the others."""
    player = int(question.goal.split(":")[1])
    seats = max(2 + rng.below(2), player)
    last = (player + rng.below(seats - 1)) % seats + 1  # one of the others
    box = Box(rng)
    players = []
    for _ in range(seats):
        numbers = distinct(box.take(4 + rng.below(3), is_number))
        cards = in_order([*numbers, *box.take(1 + rng.below(3), is_wild)])
        players.append(Player(rng.below(8), rng.below(3), cards))
    market = distinct(box.take(LEAST_MARKET + 1 + rng.below(3), is_number))
    return State(tuple(players), turn=last, phase=FINAL, next=player, market=market)


def suits(state: State, question: Question, analysis: Analysis) -> str | None:
    """Why last purchases are no good puzzle."""
    if len(state.market) < LEAST_MARKET:
        return f"there are fewer than {LEAST_MARKET} cards in the market"
    if len(analysis.right) != 1:
        return f"{len(analysis.right)} decisions win, not one"
    if sum(choice.plausible for choice in analysis.wrong) < TEMPTING:
        return "fewer than two other cards can be paid for and make more points"
    return None


def attempt(player: str, state: State, question: Question, rng: SplitMix64) -> str:
    """What a simulated player buys: what makes most of the own cards; with an eye on the points of
    the next player; or the best with which none of some answers looked at wins."""
    purchases = purchases_of(state, question)
    names = rng.shuffled([*purchases.deeds])
    own = {name: purchases.deeds[name].standing for name in names}
    ranked = sorted(names, key=lambda name: own[name], reverse=True)
    if player == "greedy":
        ranked = sorted(names, key=lambda name: own[name][0], reverse=True)
    elif player == "one-turn" and purchases.order[1:]:
        ranked.sort(key=lambda name: lead(purchases, name), reverse=True)
    elif player == "limited":
        return first_unrefuted(purchases, ranked, rng)
    slip = rng.below(SLIP) == 0 and len(ranked) > 1
    return ranked[1 if slip else 0]


def lead(purchases: Purchases, name: str) -> int:
    """The points a purchase leaves more than the next player can come to."""
    deed = purchases.deeds[name]
    answers = purchases.answers(purchases.order[1], deed.card)
    return deed.standing[0] - max(answer.standing[0] for answer in answers)


def first_unrefuted(purchases: Purchases, names: Sequence[str], rng: SplitMix64) -> str:
    """The first purchase that none of some answers, taken at random, beats."""
    done = {number: purchases.now(number) for number in SEATS[: len(purchases.state.players)]}
    for name in names:
        deed = purchases.deeds[name]
        later = [
            one for number in purchases.order[1:] for one in purchases.answers(number, deed.card)
        ]
        looked = [answer.standing for answer in rng.shuffled(later)[:LOOKS]]
        others = [now for number, now in done.items() if number != purchases.order[0]]
        if max([*others, *looked]) <= deed.standing:
            return name
    return names[0]


def named(state: State, question: Question) -> Hashable:
    """The table with the player who is asked about as player 1, the colours in any order."""
    return canonical(state, player_of(state, question))


def nudge(state: State, question: Question, analysis: Analysis) -> str:
    """The player whose purchase is to be feared."""
    purchases = purchases_of(state, question)
    feared = [beaten[1] for deed in purchases.deeds.values() if (beaten := purchases.beaten(deed))]
    if not feared:
        return "Count what each card of the market is worth to you."
    player = max(sorted(set(feared)), key=feared.count)
    return f"Look at player {player}: what can still be bought there, and what does it make?"


LAST_PURCHASE = Kind(
    name="last-purchase",
    game="ten",
    summary="buy the card with which the game is won, whatever the others buy then",
    counts=(
        "a decision is the card that is bought, or to end; it is right if it wins with some"
        " payment, so ways to pay are not counted"
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
