"""The referee of Master Labyrinth: what a turn may be, what it does, and when the game ends.

Written to be read beside the rulebook (`rulebook.toml`); a rule's id stands beside the line that
enforces it. Everything is immutable. Nothing here knows of notation, engines or screens.

A move may tell the throws that it led to. Where they are left out no die is thrown: the dragon
keeps its facing and nobody duels, which is how questions are asked and move sequences counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from solver.errors import IllegalMove
from solver.labyrinth.board import (
    LAIR,
    LINES,
    OTHER_END,
    POINTS,
    SHAPE_OF,
    SHIFT,
    Square,
    Tile,
    orientations,
    sides_name,
    square_name,
)
from solver.labyrinth.passages import graph, passage
from solver.labyrinth.table import (
    FACED,
    FIRST_PHASE,
    HIGHEST,
    ON_SPARE,
    Adventurer,
    Move,
    State,
    Throw,
)
from solver.labyrinth.threats import before_the_dragon, next_seat, threat

THROWS = 3  # of the duel die in the final battle (M14)
LOSING = (1, 2, 3)  # of the duel die (M12)


# --- What lies where ------------------------------------------------------------------------


def pushed(state: State, point: str, tile: Tile) -> State:
    """The table after the push of a turn, which carries everything along (M3, M4)."""
    to = SHIFT[point]
    on_tiles = state.readings.treasures == "on-tiles"

    def ride(where: Square) -> Square:
        if where == ON_SPARE:
            return LINES[point][0]
        return ON_SPARE if on_tiles and where == LINES[point][-1] else to[where]

    return replace(
        state,
        board=state.board.push(point, tile),
        adventurers=tuple(replace(one, square=to[one.square]) for one in state.adventurers),
        treasures=tuple(sorted((value, ride(where)) for value, where in state.treasures)),
        guardians=tuple((colour, to[where]) for colour, where in state.guardians),
        last_push=point,
    )


def reachable(state: State, start: Square) -> frozenset[Square]:
    """The squares to which an adventurer may move from there, its own included (M5, M9)."""
    return passage(state.board, state.lair, start)


def taken_at(state: State, end: Square) -> int | None:
    """The value of the treasure that the active adventurer takes by ending its move there (M6).

    `state` is the table after the push.
    """
    lowest = min((value for value, _ in state.treasures), default=None)
    if lowest is None or (lowest, end) not in state.treasures:
        return None
    if state.lair and end == LAIR:
        return None  # M9
    if state.active.square == end:
        entering = state.readings.entering
        if entering == "from-another-square":
            return None
        if entering == "out-and-back" and not graph(state.board, state.lair)[end]:
            return None
    return lowest


def lay_out(state: State) -> State:
    """The table after a taking: with treasures 7 to 12 laid out if it was the second 6 (M13)."""
    if not state.later or any(value <= FIRST_PHASE for value, _ in state.treasures):
        return state
    return replace(state, treasures=tuple(sorted(state.treasures + state.later)), later=())


def battle_open(state: State) -> bool:
    """Whether the last treasure has been taken, so that the final battle may begin (M14)."""
    return not state.treasures and not state.later


def last_roll_left_out(state: State) -> bool:
    """Whether the dragon die is not thrown for the treasure just taken: it was the last, and
    roll_after_last_treasure=no (M10)."""
    return battle_open(state) and state.readings.roll_after_last_treasure == "no"


def without(cards: tuple[int, ...], given: Sequence[int]) -> tuple[int, ...]:
    """The cards that are left after some were given."""
    return tuple(sorted((Counter(cards) - Counter(given)).elements()))


def given_in(throws: Sequence[Throw]) -> list[int]:
    """The cards given to repeat throws."""
    return [card for throw in throws for card, _ in throw.repeats]


def loses_lowest(one: Adventurer) -> Adventurer:
    """The adventurer after a lost duel: the lowest treasure is out of the game (M12)."""
    return replace(one, treasures=one.treasures[1:])


# --- What a rule forbids --------------------------------------------------------------------

Breach = tuple[str, str]
"""A rule's id and what it says about the case at hand."""


def over(state: State) -> bool:
    """Whether the dragon has been slain, which ends the game (M14)."""
    return any(one.dragon for one in state.adventurers)


def push_breaks(state: State, point: str, tile: Tile) -> Breach | None:
    """The rule that forbids inserting the spare there, lying so (M3)."""
    spare = state.board.spare
    if state.last_push is not None and point == OTHER_END[state.last_push]:
        return "M3", f"the last push, {state.last_push}, made the spare tile fall out at {point}"
    if tile not in orientations(spare):
        shape = SHAPE_OF[spare]
        return "M3", f"the spare tile is a {shape}: it cannot be open to {sides_name(tile)}"
    if state.readings.turn_spare == "as-it-lies" and tile != spare:
        lies = sides_name(spare)
        return "M3", f"the spare tile may not be turned, it lies {lies} (turn_spare=as-it-lies)"
    return None


def move_breaks(state: State, end: Square) -> Breach | None:
    """The rule that forbids moving there after the push."""
    start = state.active.square
    if end in reachable(state, start):
        return None
    if state.lair and LAIR in (start, end):
        return "M9", "the tile under the lair is part of no passage"
    return "M5", f"no passage leads from {square_name(start)} to {square_name(end)}"


def coin_breaks(state: State, value: int | None) -> Breach | None:
    """The rule that forbids playing a card for a coin after taking this value, or nothing."""
    if value is None:
        return "M7", "no treasure is taken, so no card can be played for a coin"
    if value not in state.active.cards:
        return "M7", f"player {state.turn} has no card of value {value}"
    return None


def again_breaks(state: State, move: Move) -> Breach | None:
    """The rule that forbids giving a card for a second turn; the coin has been paid for."""
    if move.battle:
        return "M14", "there is no second turn after the final battle"
    if state.extra:
        return "M8", "this is a second turn already: one card a turn"
    cards = state.active.second_turns
    if not cards:
        return "M8", f"player {state.turn} has no card of 7 to {HIGHEST} left for a second turn"
    if move.card is not None and move.card not in cards:
        return "M8", f"player {state.turn} has no card {move.card} that buys a second turn"
    return None


def repeats_break(one: Adventurer, throws: Sequence[Throw]) -> Breach | None:
    """The rule that forbids giving these cards to repeat throws (M8)."""
    lacking = Counter(given_in(throws)) - Counter(one.repeats)
    if lacking:
        card = min(lacking)
        return "M8", f"player {one.number} has no card {card} to repeat a throw with"
    return None


def dragon_die_breaks(state: State, move: Move, value: int | None) -> Breach | None:
    """The rule that forbids the throw of the dragon die that a move tells, and its duels."""
    if move.dragon is None:
        return ("M11", "nobody duels without a throw of the dragon die") if move.duels else None
    if value is None:
        return "M10", "the dragon die is thrown only when a treasure is taken"
    if last_roll_left_out(state):
        return "M10", "nothing is thrown after the last treasure (roll_after_last_treasure=no)"
    if move.dragon not in state.die:
        return "M10", f"the dragon die has no face {move.dragon}, only {' '.join(state.die)}"
    duellists = threat(state, move.dragon).duellists
    if len(duellists) != len(move.duels):
        rule = "M12" if len(move.duels) < len(duellists) else "M11"
        who = ", ".join(f"player {number}" for number in duellists) or "nobody"
        told = f"{len(move.duels)} throw{'' if len(move.duels) == 1 else 's'} of it"
        return rule, f"the duel die is thrown by {who}, but the move tells {told}"
    for number, throw in zip(duellists, move.duels, strict=True):
        if broken := repeats_break(state.adventurer(number), [throw]):
            return broken
    return None


def battle_breaks(state: State, move: Move, last_taken: bool) -> Breach | None:
    """The rule that forbids the active adventurer to fight the dragon now (M14)."""
    if not battle_open(state):
        return "M14", "the final battle is open only after the last treasure"
    if last_taken and state.readings.battle_same_turn == "no":
        return "M14", "who takes the last treasure may not fight at once (battle_same_turn=no)"
    if not before_the_dragon(state, state.active.square):
        faced = square_name(FACED[state.dragon])
        return "M14", f"player {state.turn} does not stand before the dragon's head on {faced}"
    if len(move.battle) != THROWS:
        return "M14", f"a battle has {THROWS} throws, not {len(move.battle)}"
    return repeats_break(state.active, move.battle)


class Broken(Exception):
    """A rule forbids a move; raised and caught in here only."""


def check(broken: Breach | None) -> None:
    """Raises `Broken` where a rule has been broken."""
    if broken:
        raise Broken(*broken)


def breach(state: State, move: Move) -> Breach | None:
    """The first rule that the move breaks with what it says, or None if the move is legal."""
    try:
        after(state, move)
    except Broken as broken:
        rule, message = broken.args
        return rule, message
    return None


def why_illegal(state: State, move: Move) -> str | None:
    """The id of the rule that the move breaks, or None if it is legal."""
    broken = breach(state, move)
    return broken[0] if broken else None


# --- What a turn does -----------------------------------------------------------------------


def after_taking(state: State, move: Move) -> tuple[State, int | None]:
    """The table after the first three steps of a turn, and the value of the treasure taken (M2).

    Raises `Broken` at a step that is not allowed.
    """
    if over(state):
        raise Broken("M14", "the dragon is slain: the game is over")

    check(push_breaks(state, move.point, move.tile))  # M2.1
    state = pushed(state, move.point, move.tile)

    end = state.active.square if move.to is None else move.to
    check(move_breaks(state, end))  # M2.2
    value = taken_at(state, end)
    state = state.with_adventurer(replace(state.active, square=end))

    if move.coin:
        check(coin_breaks(state, value))
    if value is not None:  # M2.3, 3a, 3b
        state = take(state, value, move.coin)
    return state, value


def after(state: State, move: Move) -> State:
    """The table after a move, the turn passed on (M2); raises `Broken` as `after_taking` does."""
    state, value = after_taking(state, move)
    last_taken = value is not None and battle_open(state)

    check(dragon_die_breaks(state, move, value))
    if move.dragon is not None:  # M2.3c, 3d
        state = after_dragon_die(state, move.dragon, move.duels)

    if move.battle:
        check(battle_breaks(state, move, last_taken))
    if move.again:
        check(again_breaks(state, move))
    if move.battle:  # M14
        state = after_battle(state, move.battle)
        if over(state):
            return state
    if move.again:  # M2.4
        one = state.active
        given = move.card or one.second_turns[0]
        state = state.with_adventurer(replace(one, cards=without(one.cards, [given])))
        return replace(state, extra=True)
    return replace(state, turn=next_seat(state, state.turn), extra=False)


def take(state: State, value: int, coin: bool) -> State:
    """The table after the active adventurer has taken the treasure of this value where it stands,
    with the matching card played for a coin or not (M6, M7, M13)."""
    one = state.active
    treasures = list(state.treasures)
    treasures.remove((value, one.square))
    one = replace(one, treasures=tuple(sorted((*one.treasures, value))))
    if coin:
        one = replace(one, coins=one.coins + 1, cards=without(one.cards, [value]))
    return lay_out(replace(state.with_adventurer(one), treasures=tuple(treasures)))


def after_dragon_die(state: State, face: str, throws: tuple[Throw, ...]) -> State:
    """The table after the dragon die and the duels that it led to (M10, M11, M12)."""
    found = threat(state, face)
    state = replace(state, dragon=found.dragon)
    for number, throw in zip(found.duellists, throws, strict=True):
        one = state.adventurer(number)
        one = replace(one, cards=without(one.cards, given_in([throw])))
        state = state.with_adventurer(loses_lowest(one) if throw.result in LOSING else one)
    return state


def after_battle(state: State, throws: tuple[Throw, ...]) -> State:
    """The table after the active adventurer has fought the dragon (M14)."""
    one = replace(state.active, cards=without(state.active.cards, given_in(throws)))
    won = sum(throw.result for throw in throws) >= int(state.readings.battle_target)
    return state.with_adventurer(replace(one, dragon=True) if won else loses_lowest(one))


def apply(state: State, move: Move) -> State:
    """The table after a legal move, with the throws that it tells, and the turn passed on.

    Raises `IllegalMove` with the rule's id where the move is not legal.
    """
    try:
        return after(state, move)
    except Broken as broken:
        rule, message = broken.args
        legal = [str(other) for other in legal_moves(state)]
        raise IllegalMove(message, rule=rule, move=str(move), legal=legal) from None


def pushes(state: State) -> Iterator[tuple[str, Tile]]:
    """Every way to insert the spare tile: the insertion point and how the tile lies (M3)."""
    for point in POINTS:
        for tile in orientations(state.board.spare):
            if push_breaks(state, point, tile) is None:
                yield point, tile


def legal_moves(state: State) -> list[Move]:
    """Every turn that the player may take, without throws, sorted by name; none when the game is
    over."""
    if over(state):
        return []
    moves = []
    for point, tile in pushes(state):
        there = pushed(state, point, tile)
        start = there.active.square
        for end in reachable(there, start):
            value = taken_at(there, end)
            for coin in (False, True):
                if coin and coin_breaks(there, value):
                    continue
                cards = there.active.second_turns
                if coin and value is not None:
                    cards = without(cards, [value])
                for again in (False, True) if cards and not state.extra else (False,):
                    moves.append(Move(point, tile, None if end == start else end, coin, again))
    return sorted(moves, key=str)


def outcome(state: State) -> str:
    """`over` once the dragon is slain (M14), else `open`."""
    return "over" if over(state) else "open"


def winners(state: State) -> tuple[int, ...]:
    """Who has won a game that is over; several share a tie (M15)."""
    if not over(state):
        return ()
    best = max((one.points, len(one.treasures)) for one in state.adventurers)
    return tuple(
        one.number for one in state.adventurers if (one.points, len(one.treasures)) == best
    )


def points_of_all(state: State) -> tuple[int, ...]:
    """The score of each adventurer so far (M15)."""
    return tuple(one.points for one in state.adventurers)


# --- Chance ---------------------------------------------------------------------------------


def dragon_die(state: State) -> dict[str, Fraction]:
    """The faces of the dragon die, each with its probability (M10)."""
    return {face: Fraction(state.die.count(face), len(state.die)) for face in state.die}


DUEL_DIE = {result: Fraction(1, 6) for result in range(1, 7)}
"""The results of the duel die, each with its probability (M12)."""


def chances(state: State, move: Move) -> list[tuple[Fraction, Move]]:
    """Every course that the throws of a legal move may take, with its probability.

    The probabilities add up to 1. `move` tells no throws; one that takes nothing leads to none.
    Nobody repeats a throw here: that is a choice, not a chance.
    """
    there, value = after_taking(state, move)
    if value is None or last_roll_left_out(there):
        return [(Fraction(1), move)]
    found = []
    for face, probability in dragon_die(there).items():
        for results in product(DUEL_DIE, repeat=len(threat(there, face).duellists)):
            throws = tuple(map(Throw, results))
            chance = probability / len(DUEL_DIE) ** len(results)
            found.append((chance, replace(move, dragon=face, duels=throws)))
    return found
