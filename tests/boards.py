"""Positions of Master Labyrinth for the tests: boards by hand, random games, and how to compare.

What is random is chosen by the naive copy of the rules, so that the referee has no say in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import naive_labyrinth as naive

import solver
from solver import Record
from solver.labyrinth.board import Square, Tile
from solver.labyrinth.move_notation import parse_move
from solver.labyrinth.rules import apply
from solver.labyrinth.table import State

COLUMNS, ROWS, SIDES = "abcdefg", "1234567", "NESW"
SHAPES = {"EW": "straight", "ES": "corner", "ESW": "T"}


def table(keys: str, all_of: str = "EW", spare: str = "EW", **tiles: str) -> State:
    """A board of tiles that are all alike, but for those named, as in `table(keys, b2="NS")`.

    Of straights that are open to east and west each row is a passage; of corners that are open to
    east and south no two are joined.
    """
    rows = [[tiles.get(column + row, all_of) for column in COLUMNS] for row in ROWS]
    board = " / ".join(map(" ".join, rows))
    return read(f"game: labyrinth; board: {board}; spare: {spare}; {keys}")


def read(text: str) -> State:
    state = solver.read(text).state
    assert isinstance(state, State)
    return state


def play(state: State, *moves: str) -> State:
    for text in moves:
        state = apply(state, parse_move(text))
    return state


def name(where: Square) -> str:
    return "spare" if where < 0 else COLUMNS[where % 7] + ROWS[where // 7]


def sides(tile: Tile) -> str:
    return "".join(side for bit, side in zip((1, 2, 4, 8), SIDES, strict=True) if tile & bit)


def tile_at(state: State, where: str) -> str:
    return sides(state.board.tiles[7 * ROWS.index(where[1]) + COLUMNS.index(where[0])])


def square_of(state: State, number: int) -> str:
    return name(next(one.square for one in state.adventurers if one.number == number))


def treasures(state: State) -> list[str]:
    """What lies on the board: `["2@b2"]`."""
    return [f"{value}@{name(where)}" for value, where in state.treasures]


# --- Beside the naive copy ----------------------------------------------------------------------


def to_naive(state: State) -> naive.Position:
    """The same table for the naive copy of the rules."""
    return naive.parse(solver.write(Record("labyrinth", state), one_line=True))


def snapshot(state: State) -> dict[str, object]:
    """Everything that changes in a game, as the naive copy's `snapshot` has it."""

    def placed(found: tuple[tuple[int, Square], ...]) -> list[list[object]]:
        pairs = sorted((value, name(where)) for value, where in found)
        return [[value, where] for value, where in pairs]

    return {
        "board": [[tile_at(state, column + row) for column in COLUMNS] for row in ROWS],
        "spare": sides(state.board.spare),
        "last_push": state.last_push,
        "adventurers": {
            one.number: {
                "square": name(one.square),
                "treasures": list(one.treasures),
                "coins": one.coins,
                "cards": list(one.cards),
                "dragon": one.dragon,
            }
            for one in state.adventurers
        },
        "treasures": placed(state.treasures),
        "later": placed(state.later),
        "guardians": {colour: name(where) for colour, where in sorted(state.guardians)},
        "dragon": state.dragon,
        "turn": state.turn,
        "extra": state.extra,
    }


# --- Random throws and games --------------------------------------------------------------------


def random_throw(rng: random.Random, cards: list[int]) -> str:
    """A throw of the duel die with its repeats, whose cards are taken away from these."""
    text = str(rng.randint(1, 6))
    while rng.random() < 0.4 and (low := [card for card in cards if card < 7]):
        card = rng.choice(low)
        cards.remove(card)
        text += f"r{card}:{rng.randint(1, 6)}"
    return text


def with_throws(
    rng: random.Random, position: naive.Position, move: str, battle: bool = True
) -> str:
    """A legal move with throws that may follow it: of the dragon die, in duels, in the battle."""
    there = naive.play(position, move.replace("+again", ""))
    there.turn = position.turn
    me = there.adventurers[there.turn]
    took = len(me.treasures) > len(position.adventurers[there.turn].treasures)
    last = not there.treasures and not there.later
    readings = position.readings
    if move.endswith("+again") and rng.random() < 0.5:
        move += f":{rng.choice([card for card in me.cards if card > 6])}"
    words = [move]
    if took and not (last and readings["roll_after_last_treasure"] == "no"):
        face = rng.choice(position.die)
        words.append(f"dragon={face}")
        _, near = naive.threatened(there, face)
        duellists = [there.adventurers[number] for number in near]
        throws = [random_throw(rng, one.cards) for one in duellists if one.treasures]
        if throws:
            words.append("duel=" + ",".join(throws))
        there.dragon = naive.facing(there.dragon, face)
    if (
        battle
        and last
        and "+again" not in move
        and me.square == naive.FACED[there.dragon]
        and naive.opens_to_lair(there.tiles, there.dragon, readings)
        and not (took and readings["battle_same_turn"] == "no")
    ):
        words.append("battle=" + ",".join(random_throw(rng, me.cards) for _ in range(3)))
    return " ".join(words)


def leads_on(position: naive.Position, move: str) -> bool:
    """Whether a move takes a treasure, or ends before the dragon once there is none."""
    end = move.partition(">")[2][:2]
    there = naive.treasures_after_push(position.treasures, move[:2], position.readings["treasures"])
    if not there:
        return end == naive.FACED[position.dragon]
    return (there[0][0], end) in there


def random_game(rng: random.Random, state: State, moves: int) -> Iterator[tuple[str, State]]:
    """A game at random from a position on, in which most players take what they can: each move,
    and the table that the referee makes of it."""
    position = to_naive(state)
    for _ in range(moves):
        legal = naive.moves(position)
        if not legal:
            return
        good = [move for move in legal if leads_on(position, move)]
        move = rng.choice(good if good and rng.random() < 0.9 else legal)
        text = with_throws(rng, position, move, rng.random() < 0.9)
        state = play(state, text)
        yield text, state
        position = naive.play(position, text)
