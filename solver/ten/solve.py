"""The verdict on an open deal of TEN: can a player come to so many points, or win?

If the others help, `search.py` and the model of `cpsat.py` look for a way and confirm each other
where there is none. If they oppose, the search proves one side right, and `follow.py` follows that
side's strategy against everything. Selfish players are asked about at the last purchases only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.errors import IllegalMove, Unanswerable
from solver.game import Question
from solver.process import ChildFailed
from solver.ten import rules
from solver.ten.bounds import Bounds
from solver.ten.cards import in_order, is_number
from solver.ten.compact import Line, Table, line_of, table_of
from solver.ten.search import Aim, Prover, prover
from solver.ten.strategy import line_of_play, move_of
from solver.ten.table import FINAL, MAX_PLAYERS, READINGS, Move, State
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

GOALS = ("win:P", "score:P:N")
ENGINES = ("auto", "search", "cp-sat")
OTHERS = ("help", "oppose", "selfish")
MOST_POINTS = 999

FIRST_SLICE = 20_000
"""Nodes that every attempt may take in the first round; in the next ones four times as many."""
GROWTH = 4
ROUNDS_BEFORE_MODEL = 2
WIDTHS = (1, 4, 16)
"""How many choices of own cards the provers look at, in this order."""
POLL_NODES = 1024
STRATEGY_NODES = 20_000

SEARCH = "search: everything that the players can do was tried, what they owe given for nothing"
STRATEGY = "search: a strategy of the others was found"
MODEL = "cp-sat: the model of the whole deal has no solution"
FOLLOWED = "follow: that strategy was followed by the referee against everything player {} can do"

NOT_PUBLISHED = "one player: not the published game (T0)"
HELP = "every player does what is best for player {}"
OPPOSE = "all the other players together do what is worst for player {}"
SELFISH = "every player wants first to win, then own points, then own black tokens"
OPEN = "the order of the cards to come is known to everybody"


def ask(goal: str | None = None, others: str = "help") -> Question:
    """The question that a goal makes, `win:1` for None; raises `ValueError` where there is none."""
    if others not in OTHERS:
        raise ValueError(f"the others can be {', '.join(OTHERS)}, not '{others}'")
    name, *numbers = (goal or "win:1").lower().split(":")
    sizes = {"win": 1, "score": 2}
    sane = all(number.isascii() and number.isdecimal() and len(number) < 4 for number in numbers)
    if len(numbers) != sizes.get(name) or not sane:
        raise ValueError(f"'{goal}' is no goal of ten: win:P or score:P:N, as win:1 or score:1:12")
    player, *points = map(int, numbers)
    if not 1 <= player <= MAX_PLAYERS:
        raise ValueError(f"there is no player {player}: {goal}")
    return Question(":".join([name, *map(str, (player, *points))]), others=others)


def matters(question: Question) -> tuple[str, ...]:
    """The readings that can change an answer."""
    return tuple(READINGS)


# --- Answering ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """A question about a state, with what is left of the limits."""

    state: State
    question: Question
    budget: Budget

    @property
    def player(self) -> int:
        """The player of the goal."""
        return int(self.question.goal.split(":")[1])

    @property
    def points(self) -> int | None:
        """The points of the goal, None to win."""
        _, _, *points = self.question.goal.split(":")
        return int(points[0]) if points else None

    def met(self, state: State) -> bool:
        """Whether the goal is met when the game is over (T12, T13)."""
        if self.points is not None:
            return rules.score(state, self.player) >= self.points
        return self.player in rules.leaders(state)

    def verdict(self, word: Word, engine: str) -> Verdict:
        """A verdict with what it has cost so far and what it rests on."""
        return Verdict(
            word,
            engine=engine,
            nodes=self.budget.nodes,
            seconds=self.budget.elapsed(),
            assumptions=self.assumptions(),
        )

    def assumptions(self) -> tuple[str, ...]:
        """What an answer rests on beside the readings."""
        if len(self.state.players) == 1:
            return (NOT_PUBLISHED, OPEN)
        others = {"help": HELP, "oppose": OPPOSE, "selfish": SELFISH}[self.question.others]
        return (others.format(self.player), OPEN)

    def replayed(self, plan: tuple[Move, ...]) -> tuple[str, ...]:
        """A plan in words, once the referee has played it to the end and found the goal met.

        Raises `Disagreement` where the referee refuses it.
        """
        state = self.state
        for index, move in enumerate(plan, 1):
            try:
                state = rules.apply(state, move)
            except IllegalMove as error:
                message = f"the plan breaks {error.rule} at move {index}, {move}: this is a bug"
                raise Disagreement(message) from error
        if not rules.over(state) or not self.met(state):
            raise Disagreement("the plan does not reach the goal: this is a bug")
        return tuple(map(str, plan))


class Unconfirmed(Exception):
    """There is an answer that could not be confirmed; the message says why, `limit` which limit was
    hit."""

    def __init__(self, message: str, limit: LimitName | None = None) -> None:
        super().__init__(message)
        self.limit = limit


def solve(
    state: State, question: Question, engine: str, limits: Limits, words: bool = True
) -> Verdict:
    """Whether the goal can be reached from a table whose cards to come are known in order.

    Raises `Unanswerable` for what makes no sense for the table.
    """
    case = Case(state, question, Budget(limits))
    refuse_senseless(case, engine)
    if rules.over(state):
        return game_over(case)
    if question.others == "selfish":
        return selfishly(case)
    attempts = Attempts(case)
    limit: LimitName | None = None
    secured = Secured(rules.score(state, case.player))
    try:
        if engine != "cp-sat" and attempts.run(1) is None:
            secure(case, secured)
        if question.others == "help":
            return helped(case, attempts, engine)
        return opposed(case, attempts)
    except LimitReached as reached:
        limit, doubt = reached.name, ""
    except Unconfirmed as unconfirmed:
        limit, doubt = unconfirmed.limit, str(unconfirmed)
    except (Disagreement, ChildFailed) as failure:
        doubt = str(failure)
    finally:
        attempts.forget()
    return replace(
        case.verdict("unknown", "search"),
        limit=limit,
        warnings=(doubt,) if doubt else (),
        points=(secured.points, most_points(case)),
        best_plan=secured.plan,
    )


def refuse_senseless(case: Case, engine: str) -> None:
    """Raises `Unanswerable` for a question that makes no sense for its table."""
    count = len(case.state.players)
    if case.player > count:
        raise Unanswerable(f"there is no player {case.player} at this table of {count}")
    if case.state.order is None:
        raise Unanswerable(
            f"the order of the {len(case.state.unseen)} cards to come has to be known: give them"
            " as deck: …, the next one first (level10 odds answers for an unknown order)"
        )
    if case.question.others == "selfish" and case.state.phase != FINAL:
        raise Unanswerable("selfish players are asked about at the last purchases (phase final)")
    if engine == "cp-sat" and case.question.others != "help":
        raise Unanswerable("the engine cp-sat answers for --others help only")


def game_over(case: Case) -> Verdict:
    """The verdict on a game that is over (T11)."""
    if case.met(case.state):
        return replace(case.verdict("winnable", "rules"), plan=())
    proof = Proof("rules: the game is over", "referee: no move is legal", "the game is over (T11)")
    return replace(case.verdict("unwinnable", "rules"), proof=proof)


@dataclass(slots=True)
class Secured:
    """So many points the player of the goal can have in the end, and how."""

    points: int
    plan: tuple[str, ...] | None = None


def secure(case: Case, secured: Secured) -> None:
    """Looks for fewer points than a goal asks for, one more each time, while they are easy to
    prove, so that there is something to say if the goal itself is too hard."""
    for points in range(secured.points + 1, case.points or 0):
        goal = f"score:{case.player}:{points}"
        easier = replace(case, question=replace(case.question, goal=goal))
        attempts = Attempts(easier)
        try:
            search = attempts.run(1, (True,))
            if search is None:
                return
            if case.question.others == "help" or len(case.state.players) == 1:
                secured.plan = played(easier, attempts, search)
            else:
                secured.plan = followed(easier, attempts, search).plan
        finally:
            attempts.forget()
        secured.points = points


def most_points(case: Case) -> int:
    """More points than with all cards that are there nobody can get (T12); what others hold may
    come into the market if spent cards do."""
    state = case.state
    line = line_of(state)
    if state.readings.spent_cards == "market":
        held = (card for player in state.players for card in player.cards if is_number(card))
        state = replace(state, market=in_order([*state.market, *held]))
    table = table_of(line, state, (0,) * len(state.players))
    readings = state.readings
    optional, wild_only = readings.first_card == "optional", readings.wild_only_run == "yes"
    bounds = Bounds(line, len(state.players), optional, wild_only)
    return bounds.most(table, case.player - 1)


# --- Attempts to prove ----------------------------------------------------------------------------


class Pause(Exception):
    """An attempt has had its share of nodes for now."""


class Attempts:
    """Searches for either side, taken up in turn with more nodes each time.

    One that ends without a proof gives way to a wider one.
    """

    def __init__(self, case: Case) -> None:
        self.case, self.budget = case, case.budget
        self.line: Line = line_of(case.state)
        self.table: Table = table_of(self.line, case.state, (0,) * len(case.state.players))
        self.nodes_of: dict[Aim, int] = {}
        self.allowed = 0
        self.share = FIRST_SLICE
        self.sides: tuple[bool, ...] = ()
        self.waiting: list[tuple[Aim, Prover]] = []
        self.proof: Prover | None = None

    def aims(self, sides: tuple[bool, ...]) -> list[Aim]:
        """What may be proved first: the goal reached, or prevented (`sides`)."""
        case, player = self.case, self.case.player - 1
        everybody = frozenset(range(len(case.state.players)))
        helped = case.question.others == "help"
        found = []
        for reaches in sides:
            if helped:
                provers = everybody if reaches else frozenset[int]()
            else:
                provers = frozenset([player]) if reaches else everybody - {player}
            aim = Aim(player, case.points, reaches, provers, helped, WIDTHS[0])
            if case.points is not None:
                found.append(aim)
            elif self.nobody_is_free(aim):
                found += [replace(aim, ties=False), aim]
            else:
                found += [replace(aim, ties=False), replace(aim, ties=False, claims=True)]
        return found

    def after(self, aim: Aim) -> list[Aim]:
        """What is tried in place of an aim that could not be proved: ties looked at closely, then
        more choices of own cards."""
        if not aim.ties:
            return [replace(aim, ties=True, claims=False)] if aim.claims else []
        wider = [width for width in WIDTHS if width > aim.width]
        if not wider or not aim.provers:
            return []
        ties = self.case.points is not None or self.nobody_is_free(aim)
        return [replace(aim, width=wider[0], ties=ties, claims=not ties)]

    def nobody_is_free(self, aim: Aim) -> bool:
        """Whether all players are provers; claims are against free players only."""
        return len(aim.provers) == len(self.case.state.players)

    def search(self, aim: Aim) -> Prover:
        """A search for an aim, which keeps to the limits and to its share."""

        def poll(nodes: int) -> int:
            self.count(aim, nodes)
            self.budget.check()
            self.budget.weigh()
            if nodes >= self.allowed:
                raise Pause
            left = self.budget.nodes_left()
            most = nodes + POLL_NODES if left is None else min(nodes + POLL_NODES, nodes + left)
            return min(most, self.allowed)

        return prover(self.line, self.table, aim, self.case.state.readings, poll)

    def count(self, aim: Aim, nodes: int) -> None:
        """Counts the nodes of a search."""
        self.budget.nodes += nodes - self.nodes_of.get(aim, 0)
        self.nodes_of[aim] = nodes

    def run(
        self, rounds: int | None = None, sides: tuple[bool, ...] = (True, False)
    ) -> Prover | None:
        """The first search that proves its aim, None if none can, or none has after some rounds;
        another call goes on from there.

        Raises `LimitReached`.
        """
        if self.case.state.readings.spent_cards == "market":
            return None  # which cards are paid matters at once: they may be bought back
        if sides != self.sides:
            self.sides, self.share, self.proof = sides, FIRST_SLICE, None
            self.waiting = [(aim, self.search(aim)) for aim in self.aims(sides)]
        done = 0
        while self.proof is None and self.waiting and (rounds is None or done < rounds):
            self.waiting = [one for aim, search in self.waiting for one in self.tried(aim, search)]
            self.share, done = GROWTH * self.share, done + 1
        return self.proof

    def forget(self) -> None:
        """Lets go of what the searches know, which is much."""
        self.waiting, self.proof = [], None

    def tried(self, aim: Aim, search: Prover) -> list[tuple[Aim, Prover]]:
        """What is to be tried next after a search has had its share."""
        if self.proof is not None:
            return []
        self.allowed = search.nodes + self.share
        try:
            if search.proved(self.table):
                self.proof = search
                return []
        except Pause:
            return [(aim, search)]
        except MemoryError:
            raise LimitReached("memory") from None
        finally:
            self.count(aim, search.nodes)
        return [(harder, self.search(harder)) for harder in self.after(aim)]


# --- With the others' help ------------------------------------------------------------------------


def helped(case: Case, attempts: Attempts, engine: str) -> Verdict:
    """The verdict if all players do what they can for the player of the goal."""
    proof = None
    if engine != "cp-sat":
        proof = attempts.run(ROUNDS_BEFORE_MODEL if engine == "auto" else None)
    if proof is not None and proof.aim.reaches:
        plan = played(case, attempts, proof)
        return replace(case.verdict("winnable", "search"), plan=plan)
    return by_model(case, attempts, proof, engine)


def played(case: Case, attempts: Attempts, search: Prover) -> tuple[str, ...]:
    """The plan of a search, replayed by the referee."""
    attempts.allowed = 1 << 62
    try:
        plan = line_of_play(search, attempts.line, case.state)
    except (LookupError, IllegalMove) as error:
        raise Disagreement(f"the search has lost its plan ({error}): this is a bug") from error
    return case.replayed(plan)


def by_model(case: Case, attempts: Attempts, no: Prover | None, engine: str) -> Verdict:
    """The verdict of the model, and of the search where the model finds no way."""
    from solver.ten import cpsat

    doubt = f"{SEARCH}, but this is not confirmed" if no else ""
    try:
        started = case.budget.elapsed()
        plan = cpsat.find(case.state, case.question.goal, case.budget)
        took = case.budget.elapsed() - started
    except LimitReached as reached:
        if doubt:
            raise Unconfirmed(doubt, reached.name) from None
        raise
    if plan is not None:
        if no is not None:
            raise Disagreement("the search finds no way, but cp-sat does: this is a bug")
        return replace(case.verdict("winnable", "cp-sat"), plan=case.replayed(plan))
    first, second = (SEARCH, MODEL) if no is not None else (MODEL, SEARCH)
    if no is None:
        started = case.budget.elapsed()
        try:
            no = attempts.run(None, (False,))
        except LimitReached as reached:
            raise Unconfirmed(f"{MODEL}, but this is not confirmed", reached.name) from None
        if no is None:
            raise Unconfirmed(f"{MODEL}, but the search cannot confirm it")
        took = case.budget.elapsed() - started
    word = "search" if first == SEARCH else "cp-sat"
    return replace(case.verdict("unwinnable", word), proof=Proof(first, second, reason(case), took))


# --- Against the others ---------------------------------------------------------------------------


def opposed(case: Case, attempts: Attempts) -> Verdict:
    """The verdict if all the others together work against the player of the goal."""
    if len(case.state.players) == 1:
        return helped(case, attempts, "auto")
    search = attempts.run()
    if search is None:
        raise Unconfirmed("neither side could be proved right with the cards that were looked at")
    return followed(case, attempts, search)


def followed(case: Case, attempts: Attempts, search: Prover) -> Verdict:
    """The verdict of a search, its strategy followed against everything."""
    from solver.ten import follow

    def oracle(table: follow.Table) -> Move:
        return move_of(search, attempts.line, table.state, table.debts)

    attempts.allowed = 1 << 62
    started = case.budget.elapsed()
    provers = frozenset(place + 1 for place in search.aim.provers)
    try:
        found = follow.follow(
            case.state, case.question.goal, provers, oracle, case.budget, STRATEGY_NODES
        )
    except LimitReached as reached:
        side = "goal" if search.aim.reaches else "others"
        raise Unconfirmed(
            f"a strategy for the {side} was found, but not followed to its end", reached.name
        ) from None
    if search.aim.reaches:
        plan = tuple(map(str, found.plan))
        return replace(case.verdict("winnable", "search"), plan=plan, strategy=found.strategy)
    took = case.budget.elapsed() - started
    proof = Proof(STRATEGY, FOLLOWED.format(case.player), reason(case), took)
    return replace(case.verdict("unwinnable", "search"), proof=proof)


# --- Selfish players ------------------------------------------------------------------------------


def selfishly(case: Case) -> Verdict:
    """The verdict if at the last purchases everybody plays for themselves."""
    from solver.ten import selfish_answer

    try:
        found = selfish_answer.purchases(case.state, case.budget)
    except LimitReached as reached:
        return replace(case.verdict("unknown", "induction"), limit=reached.name)
    except Disagreement as failure:
        return replace(case.verdict("unknown", "induction"), warnings=(str(failure),))
    moves = found.line.moves
    after = case.state
    for move in moves:
        after = rules.apply(after, move)
    assumed = tuple(found.assumptions())
    if case.met(after):
        doubt = () if found.confirmed_by else ("no second method has confirmed this line",)
        plan = case.replayed(moves)
        return replace(
            case.verdict("winnable", "induction"), plan=plan, assumptions=assumed, warnings=doubt
        )
    if found.confirmed_by is None:
        warnings = (f"{selfish_answer.METHOD}, but this is not confirmed",)
        return replace(case.verdict("unknown", "induction"), limit=found.limit, warnings=warnings)
    line = " ".join(map(str, moves))
    proof = Proof(selfish_answer.METHOD, found.confirmed_by, f"they play {line}")
    return replace(case.verdict("unwinnable", "induction"), proof=proof, assumptions=assumed)


# --- In words -------------------------------------------------------------------------------------


def headline(question: Question, verdict: Verdict) -> str:
    """What follows the word of a verdict: what was asked."""
    _, player, *points = question.goal.split(":")
    what = f"at least {points[0]} points for player {player}" if points else f"player {player} wins"
    ways = {
        "help": "if everybody helps",
        "oppose": "whatever the others do",
        "selfish": "if everybody plays for themselves",
    }
    return f": {what}, {ways[question.others]}"


def reason(case: Case) -> str:
    """Why it cannot be done, in words."""
    most = most_points(case)
    if case.points is not None and most < case.points:
        return f"with all cards that are there player {case.player} has {most} points at most"
    if case.question.others == "oppose":
        return f"whatever player {case.player} does, the others can prevent it"
    return f"no play of all players brings player {case.player} there"
