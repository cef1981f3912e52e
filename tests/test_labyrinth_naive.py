"""The referee of Master Labyrinth against the naive copy of the rules, and laws that both obey."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import naive_labyrinth as naive
import pytest
from boards import (
    SIDES,
    leads_on,
    name,
    play,
    random_game,
    read,
    sides,
    snapshot,
    square_of,
    to_naive,
    with_throws,
)
from naive_labyrinth import Illegal, Position

from solver.labyrinth import rules
from solver.labyrinth.board import Board
from solver.labyrinth.deal import deal
from solver.labyrinth.move_notation import parse_move
from solver.labyrinth.table import State

# Passages all over the board, and everybody has something to lose.
OPEN_BOARD = " / ".join(["NES ESW ESW ESW NEW ESW NSW"] * 7)
CROWD = f"""game: labyrinth; board: {OPEN_BOARD}; spare: NEW; last push: W4;
    adventurer 1: c3 treasures=1,2 cards=1,4; adventurer 2: e3 treasures=1,2; adventurer 3: e5
    treasures=3 cards=2,5,7; adventurer 4: c5 treasures=3; treasures: 4@a1 4@g1 5@a7;
    guardians: white@c3 black@f4; dragon: E; turn: 2""".replace("\n    ", " ")


def same_moves(state: State, position: Position) -> None:
    """The referee and the copy list the same legal moves."""
    assert [str(move) for move in rules.legal_moves(state)] == naive.moves(position)


def same_table(state: State, position: Position, move: str) -> State:
    """… and make the same of a move, which is given back; nothing gets lost unseen."""
    after = play(state, move)
    assert snapshot(after) == naive.snapshot(naive.play(position, move))
    assert shapes(after) == shapes(state)
    assert pieces(state) - pieces(after) == losses(state, move)
    return after


def shapes(state: State) -> Counter[int]:
    """How many tiles there are of each shape, the spare too; a straight's sides lie opposite."""
    tiles = [sides(tile) for tile in (*state.board.tiles, state.board.spare)]
    return Counter(len(tile) + 10 * (tile in ("NS", "EW")) for tile in tiles)


def pieces(state: State) -> int:
    """The number of treasures that are still in the game."""
    collected = sum(len(one.treasures) for one in state.adventurers)
    return len(state.treasures) + len(state.later) + collected


def losses(state: State, move: str) -> int:
    """How many treasures the throws of a move cost, as it is written."""
    words = dict(word.split("=") for word in move.split()[1:])
    lost = sum(int(throw[-1]) <= 3 for throw in words.get("duel", "").split(",") if throw)
    if "battle" in words:
        me = play(state, move.split(" battle")[0]).adventurer(state.turn)
        total = sum(int(throw[-1]) for throw in words["battle"].split(","))
        lost += bool(me.treasures) and total < int(state.readings.battle_target)
    return lost


def same_refusal(state: State, position: Position, move: str, rule: str | None = None) -> None:
    """The referee and the copy find the same rule broken, or none; `rule` where it is known."""
    expected = rule
    if rule is None:
        try:
            naive.play(position, move)
        except Illegal as illegal:
            expected = str(illegal)
    broken = rules.breach(state, parse_move(move))
    assert (broken and broken[0]) == expected, move


def questionable(rng: random.Random, position: Position) -> Iterator[str]:
    """Moves of which most break a rule, one or more."""
    legal = naive.moves(position)
    barred = naive.barred(position.last_push)
    push = rng.choice(legal).split(">")[0].split("+")[0]
    if barred:
        yield f"{barred}:{naive.letters(position.spare)}"
        yield f"{barred}:{push.partition(':')[2]}>{rng.choice(naive.SQUARES)}"
    yield f"{push[:2]}:{rng.choice([*naive.BOXES.values()])}"
    yield f"{push[:2]}:{naive.letters(naive.turned(position.spare))}"
    for square in [naive.LAIR, *rng.sample(naive.SQUARES, 5)]:
        yield f"{push}>{square}"
    plain = [move for move in legal if "+" not in move]
    good = [move for move in plain if leads_on(position, move)]
    for move in [*rng.sample(plain, 2), *rng.sample(good, min(3, len(good)))]:
        face = rng.choice(naive.FACES)
        yield f"{move}+coin"
        yield f"{move}+again"
        yield f"{move}+again:{rng.randint(7, 12)}"
        yield f"{move}+coin+again:{rng.randint(7, 12)} dragon={face}"
        yield f"{move} dragon={face}"
        yield f"{move} dragon={face} duel={rng.randint(1, 6)}"
        yield f"{move} dragon={face} duel=4,5"
        yield f"{move} duel=3"
        yield f"{move} battle=6,6,6"
        yield f"{move} dragon={face} battle=1,1,1"
        yield f"{move} battle=6,6"
        yield f"{move}+again battle=6,6,6"


def without_the_card(move: str) -> Iterator[str]:
    """A move with throws, one of them repeated with a card that nobody holds any more."""
    for word in ("duel=", "battle="):
        head, found, throws = move.partition(word)
        if found:
            first = throws.replace(",", " ").split()[0]
            spent = "".join(f"r{card}:1" * 3 for card in range(1, 7))
            yield f"{head}{found}{first}{spent}{throws[len(first) :]}"


def some_moves(rng: random.Random, position: Position, count: int) -> list[str]:
    """Random legal moves, half of them taking something if that can be, with throws."""
    legal = naive.moves(position)
    good = [move for move in legal if leads_on(position, move)]
    chosen = rng.sample(good, min(count // 2, len(good)))
    chosen += rng.sample(legal, min(count - len(chosen), len(legal)))
    return [with_throws(rng, position, move) for move in chosen]


def check(rng: random.Random, line: str, moves: int = 8) -> None:
    """All of the above about one position."""
    state, position = read(line), naive.parse(line)
    assert snapshot(state) == naive.snapshot(position)
    for move in some_moves(rng, position, moves):
        same_table(state, position, move)
        for wrong in without_the_card(move):
            same_refusal(state, position, wrong, "M8")
    for move in questionable(rng, position):
        same_refusal(state, position, move)
    same_moves(state, position)


def compare() -> None:
    """A few positions on which every mistake of `test_labyrinth_mutants` makes a difference."""
    rng = random.Random(4)
    check(rng, CROWD, 30)
    check(rng, CROWD.replace("4@a1 4@g1 5@a7", "6@a1; later: 7@e3 8@a1"))
    for number in range(20):
        phase = naive.PHASES[number % 5]
        check(rng, naive.random_line(rng, 2 + number % 3, phase=phase, classic=number % 2 == 0))


# --- Move by move ---------------------------------------------------------------------------------


def test_a_few_positions_under_the_usual_readings() -> None:
    compare()


@pytest.mark.parametrize("phase", naive.PHASES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_positions_under_any_readings(players: int, phase: str) -> None:
    rng = random.Random(10 * players + naive.PHASES.index(phase))
    for classic in (True, False):
        line = naive.random_line(rng, players, phase=phase, classic=classic, readings=True)
        check(rng, line)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in naive.VALUES.items() for value in values]
)
def test_every_reading(name: str, value: str) -> None:
    rng = random.Random(f"{name}={value}")
    for phase in ("many", "turning", "battle" if name.startswith("battle") else "single"):
        check(rng, naive.random_line(rng, 3, phase=phase, readings={name: value}))


@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_is_over(seed: int) -> None:
    rng = random.Random(seed)
    line = naive.random_line(rng, 3, over=True)
    state, position = read(line), naive.parse(line)
    same_moves(state, position)
    for move in ("Nb:NS", "W2:EW>a1+coin", "E4:ES battle=6,6,6"):
        same_refusal(state, position, move, "M14")
        same_refusal(state, position, move)


@pytest.mark.parametrize("seed", range(6))
def test_games(seed: int) -> None:
    rng = random.Random(seed)
    readings = {name: rng.choice(values) for name, values in naive.VALUES.items()}
    state = deal(2 + seed % 3, seed, readings=readings)
    position = to_naive(state)
    for number, (move, after) in enumerate(random_game(rng, state, 60)):
        assert same_table(state, position, move) == after
        if number % 6 == 0:
            same_moves(state, position)
        state, position = after, naive.play(position, move)


# --- Laws -----------------------------------------------------------------------------------------


def turned_sides(tile: int) -> int:
    """A tile after a quarter turn clockwise: north becomes east."""
    return (tile << 1 | tile >> 3) & 15


def turned_square(where: int) -> int:
    """The square that another one becomes when the board is turned clockwise: a1 becomes g1."""
    return where if where < 0 else 7 * (where % 7) + 6 - where // 7


def turned_point(point: str) -> str:
    """The insertion point that another one becomes: Nb becomes E2, E2 becomes Sf."""
    side = SIDES[(SIDES.index(point[0]) + 1) % 4]
    line = str("abcdefg".index(point[1]) + 1) if point[0] in "NS" else "gfedcba"[int(point[1]) - 1]
    return side + line


def turned(state: State) -> State:
    """The whole table turned by a quarter clockwise."""
    tiles = [0] * 49
    for where, tile in enumerate(state.board.tiles):
        tiles[turned_square(where)] = turned_sides(tile)
    return replace(
        state,
        board=Board(tuple(tiles), turned_sides(state.board.spare)),
        adventurers=tuple(replace(a, square=turned_square(a.square)) for a in state.adventurers),
        treasures=tuple(sorted((v, turned_square(where)) for v, where in state.treasures)),
        later=tuple(sorted((v, turned_square(where)) for v, where in state.later)),
        guardians=tuple((colour, turned_square(where)) for colour, where in state.guardians),
        dragon=SIDES[(SIDES.index(state.dragon) + 1) % 4],
        last_push=state.last_push and turned_point(state.last_push),
    )


@pytest.mark.parametrize("seed", range(10))
def test_a_turned_table_is_played_alike(seed: int) -> None:
    rng = random.Random(seed)
    line = naive.random_line(rng, 1 + seed % 4, classic=False, readings=True)
    state, position = read(line), naive.parse(line)
    assert turned(turned(turned(turned(state)))) == state

    def turned_move(text: str) -> str:
        move = parse_move(text)
        to = None if move.to is None else turned_square(move.to)
        point, tile = turned_point(move.point), turned_sides(move.tile)
        return str(replace(move, point=point, tile=tile, to=to))

    expected = sorted(turned_move(str(move)) for move in rules.legal_moves(state))
    assert [str(move) for move in rules.legal_moves(turned(state))] == expected
    for move in some_moves(rng, position, 10):
        assert play(turned(state), turned_move(move)) == turned(play(state, move))


@pytest.mark.parametrize("seed", range(4))
def test_other_numbers_in_the_same_order_change_nothing(seed: int) -> None:
    rng = random.Random(seed)
    line = naive.random_line(rng, 2 + seed % 2, readings=True)
    state, position = read(line), naive.parse(line)
    numbers = [one.number for one in state.adventurers]
    others = dict(zip(numbers, sorted(rng.sample(range(1, 5), len(numbers))), strict=True))

    def renumbered(table: State) -> State:
        adventurers = tuple(replace(a, number=others[a.number]) for a in table.adventurers)
        return replace(table, adventurers=adventurers, turn=others[table.turn])

    assert rules.legal_moves(renumbered(state)) == rules.legal_moves(state)
    for move in some_moves(rng, position, 10):
        assert play(renumbered(state), move) == renumbered(play(state, move))


@pytest.mark.parametrize("seed", range(5))
def test_the_chances_of_a_move_add_up_and_each_course_is_legal(seed: int) -> None:
    rng = random.Random(seed)
    line = naive.random_line(rng, 3, phase="many", readings=True)
    state, position = read(line), naive.parse(line)
    plain = [move for move in naive.moves(position) if leads_on(position, move)]
    for move in rng.sample(plain, min(3, len(plain))):
        found = rules.chances(state, parse_move(move))
        assert sum(chance for chance, _ in found) == 1
        assert len({str(course) for _, course in found}) == len(found)
        for _, course in found[:: max(1, len(found) // 20)]:
            naive.play(position, str(course))
            assert rules.breach(state, course) is None


def test_whoever_is_not_on_turn_is_moved_by_pushes_alone() -> None:
    rng = random.Random(1)
    state = deal(4, 1)
    for move in rng.sample(naive.moves(to_naive(state)), 20):
        after = play(state, move)
        for one in state.adventurers[1:]:
            assert square_of(after, one.number) == naive.carried(name(one.square), move[:2])
