"""The complete model of an open deal: what can come about if everybody helps, the order of the
cards to come being known?

All cards to come will be drawn, so time is the number of cards drawn. A turn is a segment of the
deck that ends in one of few ways (`Ending`), and the turns of a game are a path of segments through
(cards drawn, player). Between them lie the moments at which somebody can pay: the auction of each
wild, the end of a turn, and the last purchases. From moment to moment the model carries what each
player holds and what lies in the market.

Of the cards that nobody can buy a second time it does not matter which are paid with: they are
*junk* from the moment in which they are received, a bare number, or they are kept for good.

Who only helps another to points has no need of bids and purchases (`bystanders`); their hands are
left out then.
"""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from solver.process import call
from solver.ten.cards import (
    ANY,
    COLOURS,
    NUMBERS,
    WILD,
    Card,
    in_order,
    is_currency,
    is_number,
    is_wild,
    value,
)
from solver.ten.payments import worth
from solver.ten.scoring import BONUS, key_of, points, runs
from solver.ten.table import (
    BUST_FROM,
    BUST_TOKENS,
    BUST_VALUE,
    BUY,
    FINAL,
    MOST_TOKENS,
    Move,
    Payment,
    State,
)
from solver.verdict import Budget, LimitName, LimitReached

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Expr = int | cp_model.LinearExpr

Moment = tuple[str, int]
"""`("auction", k)` when card k of the deck has been drawn, -1 the one that is on at the start;
`("end", k)` when a turn ends after k cards; `("final", i)` the i-th of the last purchases."""

NUMBERS_TAKEN, CURRENCY_TAKEN, BUST, EMPTY = "stop:numbers", "stop:currency", "bust", "end"
START: Moment = ("start", 0)
AT_START: Moment = ("auction", -1)
SEED = 10
MOST_POINTS = len(COLOURS) * (len(NUMBERS) + BONUS)
STARTING_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class HelpAnswer:
    """What the model says: a plan, none (`feasible` is False), or which limit stopped the solver:
    `time` or `nodes` (conflicts). `points` are those of the plan, no plan has more than `bound`."""

    feasible: bool | None
    plan: tuple[Move, ...] | None
    points: int | None
    bound: int
    conflicts: int
    limit: LimitName | None = None


def find(state: State, goal: str, budget: Budget) -> tuple[Move, ...] | None:
    """A line of play of all players after which the goal `score:P:N` or `win:P` is met, or None if
    there is none.

    The order of the cards to come has to be known. The model runs in a child process. Raises
    `LimitReached`, and `ChildFailed` where the child dies.
    """
    answer = ask(state, goal, budget)
    if answer.feasible is None:
        raise LimitReached(answer.limit or "time")
    return answer.plan


def best(state: State, player: int, budget: Budget) -> HelpAnswer:
    """The most points that a player can end with if everybody helps, and a plan for them.

    Where a limit is reached `points` is less than `bound`, or None, and `limit` says which.
    """
    return ask(state, f"best:{player}", budget)


def ask(state: State, goal: str, budget: Budget) -> HelpAnswer:
    """The answer of the model in a child process, its conflicts counted as nodes."""
    budget.check()
    seconds, nodes = budget.seconds_left(), budget.nodes_left()
    if seconds is not None:
        seconds = max(seconds - STARTING_SECONDS, seconds / 2)
    target = "solver.ten.cpsat:model_and_solve"
    answer: HelpAnswer = call(target, state, goal, seconds, nodes, budget=budget)
    budget.nodes += answer.conflicts
    return answer


def model_and_solve(
    state: State, goal: str, seconds: float | None = None, conflicts: int | None = None
) -> HelpAnswer:
    """The answer to `score:P:N`, `win:P` or `best:P`, the most points of P.

    The seconds include the building of the model. The same state gives the same answer and plan,
    unless a limit stops the solver. Raises `RuntimeError` where the solver calls the model invalid.
    """
    from ortools.sat.python import cp_model

    deadline = None if seconds is None else time.monotonic() + seconds
    kind, player, *wanted = goal.split(":")
    model = HelpModel(state, int(player), win=kind == "win")
    if kind == "score":
        model.cp.add(model.points >= int(wanted[0]))
    elif kind == "best":
        model.cp.maximize(model.points)
    spent = 0
    while True:
        solver = cp_model.CpSolver()
        limits = solver.parameters
        limits.num_workers = 1
        limits.random_seed = SEED
        limits.cp_model_probing_level = 0  # its extent depends on the clock, and so would the plan
        limits.linearization_level = 2  # the linear relaxation does most of the proof (measured)
        if conflicts is not None:
            limits.max_number_of_conflicts = conflicts - spent
        if deadline is not None:
            left = deadline - time.monotonic()
            if left <= 0:
                return HelpAnswer(None, None, None, MOST_POINTS, spent, "time")
            limits.max_time_in_seconds = left
        status = solver.solve(model.cp)
        spent += solver.num_conflicts
        if status == cp_model.INFEASIBLE:
            return HelpAnswer(False, None, None, MOST_POINTS, spent)
        limit: LimitName | None = None
        bound = MOST_POINTS
        if kind == "best" and status != cp_model.MODEL_INVALID:
            bound = math.floor(solver.best_objective_bound)
        if status == cp_model.UNKNOWN or (kind == "best" and status == cp_model.FEASIBLE):
            limit = "nodes" if conflicts is not None and spent >= conflicts else "time"
            if limit == "time" and deadline is None:
                raise RuntimeError("CP-SAT gave up although nothing limited it")
        if status == cp_model.UNKNOWN:
            return HelpAnswer(None, None, None, bound, spent, limit)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise RuntimeError(f"CP-SAT refuses the model: {model.cp.validate()}")
        if not model.underrated(solver):
            reached = solver.value(model.points)
            return HelpAnswer(True, model.plan(solver), reached, bound, spent, limit)


def after_it(moment: Moment) -> Moment:
    """When a card is received that was paid for at this moment."""
    return f"after-{moment[0]}", moment[1]


@dataclass(frozen=True, slots=True)
class Ending:
    """A turn from `start` to `end` cards drawn and how it ends: its number cards and the black
    tokens that somebody gains, the player whose turn it is (`own`) or all the others."""

    start: int
    end: int
    kind: str
    numbers: tuple[Card, ...] = ()
    gain: int = 0

    def gains(self, turn: int, player: int) -> bool:
        """Whether a player gains the tokens if it is the turn of `turn`."""
        return self.gain > 0 and (turn == player) == (self.kind == CURRENCY_TAKEN)


def endings(state: State, deck: Sequence[Card], start: int, row: Iterable[Card]) -> list[Ending]:
    """The ways in which a turn can end that has this row when `start` cards are drawn (T4-T7)."""
    allowed = state.readings.empty_reward == "allowed"
    optional = state.readings.first_card == "optional"
    row, end = list(row), start
    found: list[Ending] = []
    while True:
        numbers = tuple(filter(is_number, row))
        money = [value(card) for card in row if is_currency(card)]
        currency, total = sum(money), sum(map(value, numbers)) - sum(money)
        if total >= BUST_FROM:  # T5
            return [*found, Ending(start, end, BUST, numbers, currency)]
        if currency >= BUST_FROM:
            return [*found, Ending(start, end, BUST, numbers)]
        if numbers or (money and allowed):  # T6
            found.append(Ending(start, end, NUMBERS_TAKEN, numbers, currency))
        if money or (numbers and allowed):
            found.append(Ending(start, end, CURRENCY_TAKEN, numbers, currency))
        last = end == len(deck)
        if not row and (last or optional):  # T4, T11
            found.append(Ending(start, end, EMPTY))
        if last:
            return found
        if not is_wild(deck[end]):
            row.append(deck[end])
        end += 1


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that somebody may have, and the variable that says whether they do."""

    ending: Ending
    player: int
    taken: cp_model.IntVar


@dataclass(slots=True)
class Holding:
    """What a player holds at some moment, in variables: `hand` are the cards told apart at all
    times, `kept` those that will be there at the end, `junk` how many more can be paid with."""

    tokens: Expr
    bust: Expr
    junk: Expr
    count: Expr
    hand: dict[Card, Expr] = field(default_factory=dict)
    kept: dict[Card, Expr] = field(default_factory=dict)


@dataclass(slots=True)
class Pay:
    """What is paid at some moment, in variables."""

    tokens: Expr = 0
    bust: Expr = 0
    junk: Expr = 0
    hand: dict[Card, Expr] = field(default_factory=dict)

    @property
    def cards(self) -> Expr:
        """The number of cards paid."""
        return self.junk + sum(self.hand.values())

    @property
    def value(self) -> Expr:
        """What all of it is worth."""
        return self.tokens + BUST_VALUE * self.bust + self.cards


class HelpModel:
    """The constraints of one open deal, and its plan once they are solved."""

    def __init__(self, state: State, player: int, win: bool = False) -> None:
        from ortools.sat.python import cp_model

        self.cp = cp_model.CpModel()
        self.state, self.player, self.win = state, player, win
        assert state.order is not None
        self.deck = state.order
        self.readings = state.readings
        self.everybody = range(1, len(state.players) + 1)
        self.path: list[Turn] = []
        self.opening = 0
        self.begins: dict[tuple[int, int], cp_model.IntVar] = {}
        self.last: dict[int, Expr] = {}
        self.lay_path()
        self.most_busts = self.longest_of_busts()
        # Whether more tokens are never worse, for anybody.
        self.free = not win and self.readings.overpay != "only-if-forced"
        alone = self.bystanders()
        self.who = [player] if alone else list(self.everybody)
        # Whether it is never better to pay with more pieces, or to buy what one has.
        self.thrifty = self.free and alone
        self.junk: dict[tuple[int, Moment], list[tuple[Card, Expr]]] = defaultdict(list)
        self.wins: dict[Moment, dict[int, Expr]] = {}
        self.buys: dict[tuple[int, Moment], list[tuple[Card, Expr]]] = defaultdict(list)
        self.pays: dict[tuple[int, Moment], Pay] = {}
        self.market: dict[Card, Expr] = {}
        self.holdings: dict[int, Holding] = {}
        self.start()
        self.go_through()
        self.points = self.score()
        self.least: dict[int, cp_model.IntVar] = {}
        self.held: dict[tuple[int, Card, int], cp_model.IntVar] = {}
        self.run_bounds: dict[tuple[int, str, tuple[Card, ...]], Expr] = {}
        if win:
            self.beat_others()

    def bystanders(self) -> bool:
        """Whether all the others may be taken to pass and to buy nothing, other than that one of
        them outbids the player in an auction that is on at the start.

        What they do changes the market only for the worse, unless the cards they pay with come
        there. It can let a bust token return to the supply, which matters if that can run out; and
        it can save the player from a card that comes for nothing, which can only be unwelcome where
        one may overpay because one has nothing else.
        """
        held = sum(one.bust for one in self.state.players)
        runs_out = self.readings.bust_supply == "limited" and held + self.most_busts > BUST_TOKENS
        given = self.readings.no_bid == "active-takes-free" and not self.free
        return not (self.win or runs_out or given or self.readings.spent_cards == "market")

    # --- Variables ------------------------------------------------------------------------------

    def flag(self) -> cp_model.IntVar:
        """A new variable that is 0 or 1."""
        return self.cp.new_bool_var("")

    def number(self, most: int) -> cp_model.IntVar:
        """A new variable from 0 to `most`."""
        return self.cp.new_int_var(0, most, "")

    def level(self, value: Expr, most: int) -> Expr:
        """A variable with this value, which is 0 to `most`; itself where it is one already."""
        if isinstance(value, int):
            return value
        variable = self.number(most)
        self.cp.add(variable == value)
        return variable

    # --- Turns ----------------------------------------------------------------------------------

    def left_of(self, player: int) -> int:
        """The next player (T0)."""
        return self.state.left_of(player)

    def lay_path(self) -> None:
        """The turns to come: a path from where the game stands to the last card (T0, T4, T11)."""
        state, size = self.state, len(self.deck)
        if state.phase == FINAL:
            self.last = {state.turn: 1}
            return
        came: dict[tuple[int, int], list[cp_model.IntVar]] = {}
        ends: dict[int, list[cp_model.IntVar]] = defaultdict(list)
        todo: list[tuple[int, int]] = []

        def reach(drawn: int, player: int, flag: cp_model.IntVar) -> None:
            if (drawn, player) not in came:
                came[drawn, player] = []
                todo.append((drawn, player))
            came[drawn, player].append(flag)

        def begin(player: int, found: list[Ending]) -> list[cp_model.IntVar]:
            turns = [Turn(ending, player, self.flag()) for ending in found]
            self.path += turns
            for turn in turns:
                if turn.ending.end == size:
                    ends[player].append(turn.taken)
                else:
                    reach(turn.ending.end, self.left_of(player), turn.taken)
            return [turn.taken for turn in turns]

        if state.phase == BUY and size:
            reach(0, self.left_of(state.turn), self.cp.new_constant(1))
        elif state.phase == BUY:
            ends[state.turn].append(self.cp.new_constant(1))
        elif state.row or not size:
            self.cp.add_exactly_one(begin(state.turn, endings(state, self.deck, 0, state.row)))
            self.opening = len(self.path)
        else:
            reach(0, state.turn, self.cp.new_constant(1))
        while todo:
            drawn, player = place = min(todo)
            todo.remove(place)
            begins = self.flag()
            leave = begin(player, endings(state, self.deck, drawn, ()))
            self.cp.add_exactly_one([~begins, *leave])
            self.begins[place] = begins
        for place, begins in self.begins.items():
            self.cp.add_exactly_one([~begins, *came[place]])
        self.last = {player: sum(flags) for player, flags in ends.items()}
        if len(self.last) == 1:
            self.last = dict.fromkeys(self.last, 1)

    def longest_of_busts(self) -> int:
        """How many turns can end in a bust at most."""
        most: dict[int, int] = {}
        all_endings = {turn.ending for turn in self.path}
        for ending in sorted(all_endings, key=lambda one: (-one.start, -one.end)):
            busts = (ending.kind == BUST) + most.get(ending.end, 0)
            most[ending.start] = max(most.get(ending.start, 0), busts)
        return max(most.values(), default=0)

    # --- The beginning --------------------------------------------------------------------------

    def start(self) -> None:
        """The market and the hands before anything is done."""
        state = self.state
        loose = Counter(filter(is_number, (*state.row, *self.deck)))
        market = Counter(state.market)
        spent_come_back = self.readings.spent_cards == "market"
        hands = Counter(card for one in state.players for card in one.cards if is_number(card))
        self.market = dict(market)
        wilds = [card for card in self.deck if is_wild(card)]
        wilds += [state.auction.card] if state.auction else []
        for player in self.who:
            own = Counter(state.player(player).cards)
            holding = self.holdings[player] = Holding(
                state.player(player).tokens, state.player(player).bust, 0, own.total()
            )
            for card in in_order(
                {*own, *loose, *market, *wilds, *(hands if spent_come_back else ())}
            ):
                told_apart = spent_come_back or (
                    loose[card] + market[card] > 0 and (own + loose + market)[card] > 1
                )
                if is_number(card) and told_apart:
                    holding.hand[card] = own[card]
                    continue
                holding.kept[card] = own[card]
                if own[card]:
                    junk = self.number(own[card])
                    self.junk[player, START].append((card, junk))
                    holding.kept[card] -= junk
                    holding.junk += junk
            holding.junk = self.level(holding.junk, own.total())

    @property
    def most_cards(self) -> int:
        """No hand can grow larger."""
        state = self.state
        return (
            sum(len(one.cards) for one in state.players)
            + len(state.row)
            + len(self.deck)
            + len(state.market)
            + 1
        )

    def most_of(self, card: Card) -> int:
        """How many copies of a card there are."""
        state = self.state
        places = [state.row, self.deck, state.market, *(one.cards for one in state.players)]
        return sum(place.count(card) for place in places)

    # --- From moment to moment ------------------------------------------------------------------

    def go_through(self) -> None:
        """Every moment in its order, from the start to the last purchase."""
        state = self.state
        if state.auction is not None:
            self.auction(-1)
        if state.phase == BUY:
            self.purchase(("end", 0), {state.turn: 1})
        elif state.phase != FINAL:
            self.end_turn(0)
        for drawn, card in enumerate(self.deck):
            if is_wild(card):
                self.auction(drawn)
            self.end_turn(drawn + 1)
        if len(self.who) == 1:  # nobody else changes the market meanwhile
            if state.phase != FINAL or self.player in self.still_to_buy(state.turn):
                self.purchase(("final", 0), {self.player: 1})
            return
        by_place: dict[int, dict[int, Expr]] = defaultdict(dict)
        for last, flag in self.last.items():
            for place, player in enumerate(self.still_to_buy(last)):
                by_place[place][player] = flag
        for place, buyers in by_place.items():
            self.purchase(("final", place), buyers)

    def still_to_buy(self, last: int) -> list[int]:
        """The players who have a last purchase to come, in their order (T11)."""
        state = self.state
        order = [last := self.left_of(last) for _ in self.everybody]
        if state.phase != FINAL:
            return order
        return [] if state.next is None else order[order.index(state.next) :]

    def end_turn(self, drawn: int) -> None:
        """The end of a turn after so many cards: tokens, cards, and the purchase (T6-T8)."""
        here = [turn for turn in self.path if turn.ending.end == drawn]
        if not here:
            return
        moment: Moment = ("end", drawn)
        full: cp_model.IntVar | None = None
        held = sum(one.bust for one in self.state.players)
        if self.readings.bust_supply == "limited" and held + self.most_busts > BUST_TOKENS:
            in_use = sum(one.bust for one in self.holdings.values())
            full = self.flag()
            self.cp.add(in_use >= BUST_TOKENS).only_enforce_if(full)
            self.cp.add(in_use < BUST_TOKENS).only_enforce_if(~full)
        buyers: dict[int, Expr] = {}
        for player in self.who:
            holding = self.holdings[player]
            gain = sum(t.ending.gain * t.taken for t in here if t.ending.gains(t.player, player))
            self.gain_tokens(holding, gain)
            own = [turn for turn in here if turn.player == player]
            busts: Expr = sum(turn.taken for turn in own if turn.ending.kind == BUST)
            if full is not None and not isinstance(busts, int):
                gets = self.flag()
                self.cp.add(gets <= busts)
                self.cp.add(gets <= 1 - full)
                self.cp.add(gets >= busts - full)
                busts = gets
            holding.bust = self.level(holding.bust + busts, held + self.most_busts)
            taken: dict[Card, Expr] = defaultdict(int)
            takes = [turn for turn in own if turn.ending.kind == NUMBERS_TAKEN]
            for turn in takes:
                for card in turn.ending.numbers:
                    taken[card] += turn.taken
            junk: Expr = 0
            for card, times in taken.items():
                junk += self.receive(player, moment, card, times)
            holding.junk = self.level(holding.junk + junk, self.most_cards)
            holding.count = self.level(holding.count + sum(taken.values()), self.most_cards)
            if takes:
                buyers[player] = sum(turn.taken for turn in takes)
        laid: dict[Card, Expr] = defaultdict(int)
        for turn in here:
            if turn.ending.kind in (CURRENCY_TAKEN, BUST):
                for card in turn.ending.numbers:
                    laid[card] += turn.taken
        self.purchase(moment, buyers)  # of a turn that lays nothing into the market
        for card, times in laid.items():
            self.market[card] = self.level(self.market.get(card, 0) + times, self.most_of(card))

    def gain_tokens(self, holding: Holding, gain: Expr) -> None:
        """Black tokens gained, ten at most (T2)."""
        if isinstance(gain, int):
            return
        tokens = self.number(MOST_TOKENS)
        if self.free:
            self.cp.add(tokens <= holding.tokens + gain)
        else:
            self.cp.add_min_equality(tokens, [holding.tokens + gain, MOST_TOKENS])
        holding.tokens = tokens

    def receive(self, player: int, moment: Moment, card: Card, times: Expr) -> Expr:
        """A player receives a card so many times; how many of these are junk."""
        holding = self.holdings[player]
        if card in holding.hand:
            holding.hand[card] = self.level(holding.hand[card] + times, self.most_of(card))
            return 0
        junk = self.flag()  # a card received several times at once is told apart
        self.cp.add(junk <= times)
        self.junk[player, moment].append((card, junk))
        holding.kept[card] += times - junk
        return junk

    # --- Paying ---------------------------------------------------------------------------------

    def pay(self, player: int, moment: Moment, pays: Expr, with_cards: bool = True) -> Pay:
        """What a player pays at some moment, nothing unless `pays`; taken from what is held."""
        holding = self.holdings[player]
        pay = self.pays[player, moment] = Pay()
        held = sum(one.bust for one in self.state.players) + self.most_busts
        pay.tokens = self.part(holding.tokens, MOST_TOKENS, pays)
        holding.tokens = self.level(holding.tokens - pay.tokens, MOST_TOKENS)
        pay.bust = self.part(holding.bust, held, pays)
        holding.bust = self.level(holding.bust - pay.bust, held)
        if with_cards:
            pay.junk = self.part(holding.junk, self.most_cards, pays)
            holding.junk = self.level(holding.junk - pay.junk, self.most_cards)
            for card, there in holding.hand.items():
                spent = self.part(there, self.most_of(card), pays)
                if not isinstance(spent, int):
                    pay.hand[card] = spent
                    holding.hand[card] = self.level(there - spent, self.most_of(card))
            holding.count = self.level(holding.count - pay.cards, self.most_cards)
        return pay

    def part(self, there: Expr, most: int, pays: Expr) -> Expr:
        """A part of what is there, 0 unless `pays`."""
        if isinstance(there, int):
            most = there
        if most == 0:
            return 0
        part = self.number(most)
        self.cp.add(part <= there)
        if not isinstance(pays, int):
            self.cp.add(part <= most * pays)
        return part

    def spent(self, pay: Pay) -> None:
        """Cards that were paid with come to the market (spent_cards)."""
        if self.readings.spent_cards == "market":
            for card, times in pay.hand.items():
                self.market[card] = self.level(self.market.get(card, 0) + times, self.most_of(card))

    # --- Purchases ------------------------------------------------------------------------------

    def purchase(self, moment: Moment, buyers: dict[int, Expr]) -> None:
        """At most one card of the market is bought, by one of these players (T8, T9)."""
        bought: dict[Card, Expr] = defaultdict(int)
        paid = []
        for player, may in buyers.items():
            if player not in self.holdings:
                continue
            holding = self.holdings[player]
            owned = dict(holding.hand)
            tokens, bust, count = holding.tokens, holding.bust, holding.count
            offers: dict[Card, cp_model.IntVar] = {}
            for card, there in self.market.items():
                if isinstance(there, int) and there == 0:
                    continue
                offers[card] = self.flag()
                self.cp.add(offers[card] <= there)
            if not offers:
                continue
            buys = sum(offers.values())
            self.cp.add(buys <= may)
            price = sum(value(card) * flag for card, flag in offers.items())
            pay = self.pay(player, moment, buys)
            paid.append(pay)
            self.fits(pay, price, offers, tokens + count, bust)
            junk: Expr = 0
            after = not self.thrifty and self.readings.identical_test == "after-payment"
            for card, flag in offers.items():
                bought[card] += flag
                self.buys[player, moment].append((card, flag))
                if card in owned:
                    have = owned[card] - (pay.hand.get(card, 0) if after else 0)
                    self.cp.add(have == 0).only_enforce_if(flag)
                junk += self.receive(player, after_it(moment), card, flag)
            holding.junk = self.level(holding.junk + junk, self.most_cards)
            holding.count = self.level(holding.count + buys, self.most_cards)
        for card, times in bought.items():
            self.market[card] = self.level(self.market[card] - times, self.most_of(card))
        for pay in paid:
            self.spent(pay)

    def fits(
        self, pay: Pay, price: Expr, offers: dict[Card, cp_model.IntVar], ones: Expr, bust: Expr
    ) -> None:
        """A payment fits the price (T8); the buyer had so many bust tokens and other pieces.

        Where one is thrifty only payments without a piece too many count.
        """
        overpay = "forbidden" if self.thrifty else self.readings.overpay
        if overpay == "allowed":
            self.cp.add(pay.value >= price)
            return
        over = self.flag()
        self.cp.add(over <= sum(offers.values()))
        self.cp.add(pay.value >= price)
        if overpay == "forbidden":
            self.cp.add(pay.value <= price + (BUST_VALUE - 1) * over)
            self.cp.add(pay.tokens + pay.cards <= max(NUMBERS) * (1 - over))
            return
        self.cp.add(pay.value == price).only_enforce_if(~over)
        for card, flag in offers.items():
            threes, rest = divmod(value(card), BUST_VALUE)
            # An exact payment takes as many bust tokens as fit, and `rest` other pieces.
            self.cp.add(bust >= threes + 1).only_enforce_if(over, flag)
            self.cp.add(ones <= rest - 1).only_enforce_if(over, flag)

    # --- Auctions -------------------------------------------------------------------------------

    def auction(self, drawn: int) -> None:
        """The auction of a wild (T10). A bid of just what is paid is always legal."""
        state, moment = self.state, ("auction", drawn)
        bidders = list(self.who)
        least = int(self.readings.min_bid)
        leader: int | None = None
        card = self.deck[drawn] if drawn >= 0 else ""
        with_cards = self.readings.bid_with_cards == "yes"
        saviours: list[int] = []
        if drawn < 0:
            assert state.auction is not None
            card, leader = state.auction.card, state.auction.by
            following = self.bidding(state.auction.next, state.turn)
            bidders = [one for one in following if one in self.who]
            if leader is not None:
                least = state.auction.bid + 1
                saviours = [
                    one
                    for one in following
                    if one not in self.who and worth(state.player(one), with_cards) >= least
                ]
        wins: dict[int, Expr] = {player: self.flag() for player in bidders}
        self.wins[moment] = {**wins, **{player: self.flag() for player in saviours[:1]}}
        nobody = 1 - sum(self.wins[moment].values())
        self.cp.add(nobody >= 0)
        for player in bidders:
            pay = self.pay(player, moment, wins[player], with_cards)
            self.cp.add(pay.value >= least * wins[player])
            self.spent(pay)
        if leader is not None:
            if leader in self.who:
                self.leader_pays(moment, leader, nobody)
                wins[leader] = wins.get(leader, 0) + nobody
        elif self.readings.no_bid == "active-takes-free":
            for player in self.who:
                draws = self.turn_of(player, drawn)
                free = self.flag()
                self.cp.add(free <= draws)
                self.cp.add(free <= nobody)
                self.cp.add(free >= draws + nobody - 1)
                wins[player] = wins.get(player, 0) + free
        for player, flag in wins.items():
            holding = self.holdings[player]
            junk = self.receive(player, after_it(moment), card, flag)
            holding.junk = self.level(holding.junk + junk, self.most_cards)
            holding.count = self.level(holding.count + flag, self.most_cards)

    def bidding(self, first: int, active: int) -> list[int]:
        """The players from the first to the one whose turn it is."""
        order = [first]
        while order[-1] != active:
            order.append(self.left_of(order[-1]))
        return order

    def turn_of(self, player: int, drawn: int) -> Expr:
        """Whether this player draws card `drawn`; -1 is the one being bid for at the start."""
        if drawn < 0:
            return int(player == self.state.turn)
        return sum(
            turn.taken
            for turn in self.path
            if turn.player == player and turn.ending.start <= drawn < turn.ending.end
        )

    def leader_pays(self, moment: Moment, leader: int, stays: Expr) -> None:
        """The highest bidder of the auction at the start pays if nobody bids more (T10)."""
        assert self.state.auction is not None
        paid, holding = self.state.auction.payment, self.holdings[leader]
        named = Counter(paid.cards)
        given: dict[Card, Expr] = {}
        for card, count in named.items():
            if card in holding.hand:
                given[card] = count * stays
                holding.hand[card] = self.level(
                    holding.hand[card] - count * stays, self.most_of(card)
                )
            else:
                junk = next(n for one, n in self.junk[leader, START] if one == card)
                self.cp.add(junk >= count * stays)
        plain = sum(count for card, count in named.items() if card not in given)
        holding.tokens = self.level(holding.tokens - paid.tokens * stays, MOST_TOKENS)
        holding.bust = self.level(holding.bust - paid.bust * stays, self.state.player(leader).bust)
        holding.junk = self.level(holding.junk - plain * stays, self.most_cards)
        holding.count = self.level(holding.count - len(paid.cards) * stays, self.most_cards)
        self.spent(Pay(hand=given))

    # --- The score ------------------------------------------------------------------------------

    def finally_held(self, player: int) -> dict[Card, Expr]:
        """How many copies of each card a player has at the end."""
        holding = self.holdings[player]
        return {**holding.kept, **holding.hand}

    def score(self) -> Expr:
        """The points of the player, the wilds put to some use (T12)."""
        for holding in self.holdings.values():
            self.cp.add(holding.junk == 0)  # what is not paid with is kept
        held = self.finally_held(self.player)
        uses: dict[Card, list[Expr]] = defaultdict(list)
        total: list[Expr] = []
        for colour in COLOURS:
            fills: dict[int, list[cp_model.IntVar]] = {}
            own: dict[int, Expr] = {}
            for number in NUMBERS:
                cards = (f"{colour}{number}", f"{colour}{ANY}", f"{WILD}{number}", f"{WILD}{ANY}")
                fills[number] = []
                for card in cards:
                    if card in held and not (isinstance(held[card], int) and held[card] == 0):
                        use = self.flag()
                        uses[card].append(use)
                        fills[number].append(use)
                        if card == cards[0]:
                            own[number] = use
            runs: dict[tuple[int, int], cp_model.IntVar] = {}
            for first in NUMBERS:
                for last in range(first, max(NUMBERS) + 1):
                    if not fills[last]:
                        break
                    runs[first, last] = self.flag()
            if not runs:
                continue
            self.cp.add_at_most_one(runs.values())
            for number in NUMBERS:
                covering = [run for (a, b), run in runs.items() if a <= number <= b]
                if covering:
                    self.cp.add(sum(covering) <= sum(fills[number]))
                    self.cp.add_at_most_one(fills[number])
            if self.readings.wild_only_run == "no":
                for (first, last), run in runs.items():
                    inside = [own[n] for n in range(first, last + 1) if n in own]
                    self.cp.add(sum(inside) >= run)
            for (first, last), run in runs.items():
                length = last - first + 1
                total.append((length + (BONUS if length == len(NUMBERS) else 0)) * run)
        for card, flags in uses.items():
            self.cp.add(sum(flags) <= held[card])
        return self.level(sum(total), MOST_POINTS) if total else 0

    # --- The others' scores ---------------------------------------------------------------------

    def beat_others(self) -> None:
        """Nobody stands better than the player (T13); the others' points are bounded from below."""
        mine = self.holdings[self.player]
        for other in self.everybody:
            if other == self.player:
                continue
            theirs = self.holdings[other]
            least = self.least[other] = self.number(MOST_POINTS)
            self.share_out(other, self.shares(self.state.player(other).cards))
            more, richer, leaner = self.flag(), self.flag(), self.flag()
            self.cp.add_bool_or(more, richer, leaner)
            self.cp.add(self.points >= least)
            self.cp.add(self.points >= least + 1).only_enforce_if(more)
            self.cp.add(mine.tokens >= theirs.tokens + 1).only_enforce_if(richer)
            self.cp.add(mine.tokens >= theirs.tokens).only_enforce_if(leaner)
            self.cp.add(mine.count <= theirs.count).only_enforce_if(leaner)

    def share_out(self, other: int, shares: dict[str, tuple[Card, ...]]) -> None:
        """Another player's points are no fewer than they would be with these wilds of any colour
        used in the colours that they are shared out to."""
        runs = [self.run(other, colour, shares.get(colour, ())) for colour in COLOURS]
        self.cp.add(self.least[other] >= sum(runs))

    def shares(self, hand: Iterable[Card]) -> dict[str, tuple[Card, ...]]:
        """The wilds of any colour that each colour gets where a hand scores most."""
        found = runs(hand, self.readings.wild_only_run == "yes")
        return {
            run.colour: tuple(card for card, _ in run.wilds if card[0] == WILD) for run in found
        }

    def run(self, other: int, colour: str, wilds: tuple[Card, ...]) -> Expr:
        """A bound on the longest run of a colour that a player can make with these wilds and those
        of the colour (T12)."""
        key = (other, colour, wilds)
        if key in self.run_bounds:
            return self.run_bounds[key]
        run = self.run_bounds[key] = self.number(len(NUMBERS) + BONUS)
        held = {number: self.holds(other, f"{colour}{number}") for number in NUMBERS}
        filled = dict(held)
        for wild in wilds:
            if wild[1] != ANY:
                number = value(wild)
                filled[number] = self.either(held[number], self.holds(other, wild))
        anywhere: Expr = sum(self.holds(other, f"{colour}{ANY}", copies) for copies in (1, 2))
        if f"{WILD}{ANY}" in wilds:
            anywhere += self.holds(other, f"{WILD}{ANY}")
        for first in NUMBERS:
            for last in range(first, max(NUMBERS) + 1):
                inside = range(first, last + 1)
                length = len(inside)
                missing = length - sum(filled[number] for number in inside) - anywhere
                full: Expr = 1 - missing  # or less
                if not isinstance(anywhere, int):
                    full = self.flag()
                    self.cp.add(missing >= 1 - 4 * full)
                points = length + (BONUS if length == len(NUMBERS) else 0)
                if self.readings.wild_only_run == "yes":
                    self.cp.add(run >= points * full)
                    continue
                for number in inside:
                    self.cp.add(run >= points * (full + held[number] - 1))
        return run

    def either(self, left: Expr, right: Expr) -> Expr:
        """Something that is 1 where one of two is."""
        if isinstance(left, int) and isinstance(right, int):
            return max(left, right)
        flag = self.flag()
        self.cp.add(flag >= left)
        self.cp.add(flag >= right)
        return flag

    def holds(self, player: int, card: Card, copies: int = 1) -> Expr:
        """Something that is 1 where the player has so many copies at the end."""
        held = self.finally_held(player).get(card, 0)
        if isinstance(held, int):
            return int(held >= copies)
        if (player, card, copies) not in self.held:
            flag = self.held[player, card, copies] = self.flag()
            self.cp.add(held <= copies - 1).only_enforce_if(~flag)
        return self.held[player, card, copies]

    def hand(self, solver: cp_model.CpSolver, player: int) -> list[Card]:
        """The cards that a player has at the end of a solved model."""
        held = self.finally_held(player).items()
        return [card for card, count in held for _ in range(solver.value(count))]

    def underrated(self, solver: cp_model.CpSolver) -> bool:
        """Whether in a solved model somebody's cards score more than it knew; from now on it knows
        what everybody scores with the wilds shared out in that way."""
        wild_only = self.readings.wild_only_run == "yes"
        found = False
        for other, least in self.least.items():
            hand = self.hand(solver, other)
            if points(key_of(hand), wild_only) <= solver.value(least):
                continue
            found = True
            for rival in self.least:
                self.share_out(rival, self.shares(hand))
        return found

    # --- The plan -------------------------------------------------------------------------------

    def plan(self, solver: cp_model.CpSolver) -> tuple[Move, ...]:
        """The moves of a solved model."""
        return tuple(Script(self, solver).moves())


class Script:
    """The moves of a solved model in the referee's words."""

    def __init__(self, model: HelpModel, solver: cp_model.CpSolver) -> None:
        self.model, self.solver = model, solver
        self.junk: dict[int, Counter[Card]] = {player: Counter() for player in model.who}
        self.receive(START)

    def receive(self, moment: Moment) -> None:
        """Junk comes to the players."""
        for player, stock in self.junk.items():
            for card, count in self.model.junk.get((player, moment), ()):
                stock[card] += self.solver.value(count)

    def moves(self) -> Iterator[Move]:
        """All moves to the end of the game."""
        model, state = self.model, self.model.state
        if state.auction is not None:
            yield from self.auction(AT_START, model.bidding(state.auction.next, state.turn))
        last = state.turn
        if state.phase == BUY:
            yield self.purchase(("end", 0), state.turn)
        for turn in self.turns():
            last = turn.player
            for drawn in range(turn.ending.start, turn.ending.end):
                yield Move("draw")
                if is_wild(model.deck[drawn]):
                    bidders = model.bidding(model.left_of(last), last)
                    yield from self.auction(("auction", drawn), bidders)
            if turn.ending.kind != BUST:
                yield Move(turn.ending.kind)
            if turn.ending.kind == NUMBERS_TAKEN:
                self.receive(("end", turn.ending.end))
                yield self.purchase(("end", turn.ending.end), last)
        for place, player in enumerate(model.still_to_buy(last)):
            yield self.purchase(("final", place if len(model.who) > 1 else 0), player)

    def turns(self) -> Iterator[Turn]:
        """The turns that are taken, in their order."""
        model = self.model
        taken = [self.solver.boolean_value(turn.taken) for turn in model.path]
        opening, others = model.path[: model.opening], model.path[model.opening :]
        drawn, player = 0, model.state.turn
        if model.state.phase == BUY:
            player = model.left_of(player)
        for turn, on in zip(opening, taken, strict=False):
            if on:
                yield turn
                drawn, player = turn.ending.end, model.left_of(player)
        by_place = {
            (turn.ending.start, turn.player): turn
            for turn, on in zip(others, taken[model.opening :], strict=True)
            if on
        }
        while (drawn, player) in by_place:
            turn = by_place.pop((drawn, player))
            yield turn
            drawn, player = turn.ending.end, model.left_of(player)

    def auction(self, moment: Moment, bidders: list[int]) -> Iterator[Move]:
        """The bids and passes of an auction."""
        wins, offer = self.model.wins[moment], self.model.state.auction
        raised = False
        for player in bidders:
            if player in wins and self.solver.value(wins[player]):
                raised = True
                payment = self.payment(moment, player)
                yield Move("bid", bid=payment.value, payment=payment)
            else:
                yield Move("pass")
        if moment == AT_START and offer is not None and not raised and offer.by in self.junk:
            self.junk[offer.by] -= Counter(offer.payment.cards)
        self.receive(after_it(moment))

    def purchase(self, moment: Moment, player: int) -> Move:
        """A purchase, or none."""
        for card, flag in self.model.buys.get((player, moment), ()):
            if self.solver.value(flag):
                move = Move("buy", card, payment=self.payment(moment, player))
                self.receive(after_it(moment))
                return move
        return Move("end")

    def payment(self, moment: Moment, player: int) -> Payment:
        """What a player pays: of the junk whichever card comes first. A bystander outbids with
        everything."""
        if player not in self.model.who:
            state = self.model.state
            one, with_cards = state.player(player), state.readings.bid_with_cards == "yes"
            return Payment(one.tokens, one.bust, one.cards if with_cards else ())
        pay, value = self.model.pays[player, moment], self.solver.value
        stock = self.junk[player]
        cards = list(in_order(stock.elements()))[: value(pay.junk)]
        stock.subtract(cards)
        for card, count in pay.hand.items():
            cards += [card] * value(count)
        return Payment(value(pay.tokens), value(pay.bust), in_order(cards))
