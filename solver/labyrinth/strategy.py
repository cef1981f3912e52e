"""A strategy of Master Labyrinth written out: an answer to everything that the others may do.

Every move and every reply is played by the referee on the way, and every branch ends at the goal.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.errors import IllegalMove
from solver.labyrinth import rules
from solver.labyrinth.board import POINTS
from solver.labyrinth.planner import HalfTurn
from solver.labyrinth.search import Search, goal_left, reached
from solver.labyrinth.table import Move, State
from solver.verdict import Budget, Disagreement, Strategy


def move_of(state: State, half_turn: HalfTurn) -> Move:
    """A half-turn of the planner as the referee's move."""
    point, tile = half_turn.push
    here = rules.pushed(state, POINTS[point], tile).active.square
    end = None if half_turn.end == here else half_turn.end
    return Move(POINTS[point], tile, end, again=half_turn.again)


def may_reply(state: State) -> list[Move]:
    """What another player may do: any turn without giving a card."""
    return [move for move in rules.legal_moves(state) if not move.coin and not move.again]


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes the strategy of the adventurer `number` for a goal asked for in the state `begun`."""

    begun: State
    goal: str
    number: int
    budget: Budget

    def own_turn(self, state: State, turns: int, first: HalfTurn | None = None) -> Strategy:
        """The answer to a state in which it is the player's turn and `turns` of them are left.

        Raises `LimitReached`, and `Disagreement` where the referee or the planner has none.
        """
        if first is None:
            left_to_do = goal_left(self.begun, state, self.goal, self.number)
            search = Search(state, left_to_do, self.budget, contested=True)
            found = search.forced(turns)
            if found is None:
                raise Disagreement("the planner has lost its way in a strategy: this is a bug")
            _, first = found
        move = move_of(state, first)
        try:
            after = rules.apply(state, move)
        except IllegalMove as error:
            message = f"the strategy breaks {error.rule} with {move}: this is a bug"
            raise Disagreement(message) from error
        if reached(self.begun, after, self.goal, self.number):
            return {"move": str(move), "replies": {}}
        left = turns if after.extra else turns - 1
        if after.turn == self.number:
            return {"move": str(move), "then": self.own_turn(after, left)}
        return {"move": str(move), "replies": self.replies(after, left)}

    def replies(self, state: State, turns: int) -> Strategy:
        """Everything that the next of the others may do, each with what answers it."""
        found: Strategy = {}
        for reply in may_reply(state):
            self.budget.check()
            after = rules.apply(state, reply)
            if after.turn == self.number:
                found[str(reply)] = self.own_turn(after, turns)
            else:
                found[str(reply)] = {"replies": self.replies(after, turns)}
        return found


def main_line(strategy: Strategy) -> list[str]:
    """The first branch of a strategy: the player's moves, and the replies between them."""
    line = []
    while strategy:
        if "move" in strategy:
            line.append(strategy["move"])
        if "then" in strategy:
            strategy = strategy["then"]
            continue
        reply = next(iter(strategy["replies"]), None)
        if reply is None:
            break
        line.append(reply)
        strategy = strategy["replies"][reply]
    return line
