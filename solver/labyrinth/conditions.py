"""What can be looked for in games of Master Labyrinth: predicates on a moment, by name."""

from __future__ import annotations

from collections import Counter

from solver.labyrinth import rules
from solver.labyrinth.board import LAIR
from solver.labyrinth.table import FIRST_PHASE, Adventurer, State
from solver.labyrinth.threats import before_the_dragon
from solver.rulebook.condition import SOME, Moment, Predicate


def chosen(state: State, number: int | None) -> list[Adventurer]:
    """An adventurer, the one on turn unless named; nobody for one who is not there."""
    number = state.turn if number is None else number
    return [one for one in state.adventurers if one.number == number]


def walled_in(moment: Moment, number: int | None = None) -> bool:
    """Whether no passage leads away from where an adventurer stands now (M5)."""
    state: State = moment.state
    return any(len(rules.reachable(state, one.square)) == 1 for one in chosen(state, number))


def cannot_leave(moment: Moment) -> bool:
    """Whether the adventurer on turn cannot move after any push (M3, M5)."""
    state: State = moment.state
    if rules.over(state):
        return False
    return all(
        len(rules.reachable(there, there.active.square)) == 1
        for there in (rules.pushed(state, *push) for push in rules.pushes(state))
    )


def lowest(state: State) -> int:
    """The lowest value on the board, 0 where there is no treasure (M6)."""
    return min((value for value, _ in state.treasures), default=0)


def can_take(moment: Moment) -> bool:
    """Whether the adventurer on turn can take a treasure in this turn (M6)."""
    state: State = moment.state
    if rules.over(state):
        return False
    return any(
        rules.taken_at(there, end) is not None
        for there in (rules.pushed(state, *push) for push in rules.pushes(state))
        for end in rules.reachable(there, there.active.square)
    )


def lost_treasure(moment: Moment) -> bool:
    """Whether somebody has lost a treasure with the last move (M12, M14)."""
    before = moment.before
    if before is None:
        return False
    return any(
        sum(one.treasures) < sum(before.adventurer(one.number).treasures)
        for one in moment.state.adventurers
    )


PREDICATES = (
    Predicate("over", "the dragon is slain", lambda m: rules.over(m.state)),
    Predicate("turn", "it is a player's turn", lambda m, p: m.state.turn == p, ("player",), 1),
    Predicate("second-turn", "it is a second turn, bought with a card", lambda m: m.state.extra),
    Predicate(
        "walled-in",
        "no passage leads away from where the player, or the one on turn, stands now",
        walled_in,
        ("player",),
    ),
    Predicate("cannot-leave", "the player on turn cannot move after any push", cannot_leave),
    Predicate("can-take", "the player on turn can take a treasure in this turn", can_take),
    Predicate(
        "under-lair",
        "the player, or the one on turn, is under the lair",
        lambda m, p=None: any(one.square == LAIR for one in chosen(m.state, p)),
        ("player",),
    ),
    Predicate(
        "treasure-under-lair",
        "a treasure is under the lair",
        lambda m: any(where == LAIR for _, where in m.state.treasures),
    ),
    Predicate(
        "lowest-under-lair",
        "all treasures of the lowest value are under the lair",
        lambda m: (
            bool(m.state.treasures)
            and all(where == LAIR for value, where in m.state.treasures if value == lowest(m.state))
        ),
    ),
    Predicate(
        "guardian-under-lair",
        "a guardian is under the lair",
        lambda m: any(where == LAIR for _, where in m.state.guardians),
    ),
    Predicate(
        "lowest",
        "the lowest treasure on the board has such a value, 0 for none",
        lambda m, numbers: lowest(m.state) in numbers,
        ("numbers",),
        1,
    ),
    Predicate(
        "on-board",
        "so many treasures are on the board",
        lambda m, count: len(m.state.treasures) in count,
        ("numbers",),
        1,
    ),
    Predicate(
        "second-stage",
        "the treasures above 6 have been laid out",
        lambda m: not m.state.later and all(value > FIRST_PHASE for value, _ in m.state.treasures),
    ),
    Predicate("battle-open", "the last treasure is taken", lambda m: rules.battle_open(m.state)),
    Predicate(
        "before-dragon",
        "the player, or the one on turn, stands before the dragon",
        lambda m, p=None: any(before_the_dragon(m.state, o.square) for o in chosen(m.state, p)),
        ("player",),
    ),
    Predicate(
        "shared-square",
        "two adventurers, or so many, stand on one square",
        lambda m, count: any(
            n in count for n in Counter(one.square for one in m.state.adventurers).values()
        ),
        ("numbers",),
        1,
    ),
    Predicate(
        "duels",
        "the last move led to duels, or so many",
        lambda m, count=SOME: m.move is not None and len(m.move.duels) in count,
        ("numbers",),
    ),
    Predicate("lost-treasure", "the last move cost somebody a treasure", lost_treasure),
    Predicate(
        "treasures",
        "a player has so many treasures",
        lambda m, p, count: any(
            len(one.treasures) in count for one in m.state.adventurers if one.number == p
        ),
        ("player", "numbers"),
        2,
    ),
    Predicate(
        "points",
        "a player has so many points",
        lambda m, p, count: any(
            one.points in count for one in m.state.adventurers if one.number == p
        ),
        ("player", "numbers"),
        2,
    ),
    Predicate(
        "winner",
        "the game is over and a player has won it",
        lambda m, player: player in rules.winners(m.state),
        ("player",),
        1,
    ),
    Predicate(
        "winners",
        "the game is over and so many players have won it",
        lambda m, count=SOME: rules.over(m.state) and len(rules.winners(m.state)) in count,
        ("numbers",),
    ),
)
