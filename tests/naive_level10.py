"""A second, deliberately naive copy of the rules of Level 10, to compare the referee with.

It shares no code with `solver`: cards, cells and moves are plain strings, every conceivable move
is written down and then tested against the rules one after the other, and the player to move is
found by walking around the table. `starter=any` concerns only solving and is not known here.
"""

from __future__ import annotations

import copy
import itertools
from dataclasses import dataclass, field

WORLDS = "ABCDE"
DEFAULTS = {
    "extra_turn": "every-round",
    "put_back": "bottom",
    "first_pause": "zero",
    "tuck": "same-world",
    "tuck_when": "deck-empty-before",
    "empty_hand": "skipped",
}


@dataclass
class Table:
    """Everything that lies on the table; `hands[1]` belongs to seat 1."""

    hands: dict[int, list[str]]
    deck: list[str]  # the first card is drawn next
    rows: dict[str, list[str]]  # cells "A3", "P", "P/A5" (with a card tucked under it), "R"
    turn: int = 1
    extra: bool = False
    starter: int = 1
    out: list[str] = field(default_factory=list)
    readings: dict[str, str] = field(default_factory=lambda: dict(DEFAULTS))


def filled(table: Table) -> int:
    return sum(len(row) for row in table.rows.values())


def column(table: Table, number: int) -> list[str]:
    """What lies in a column, counted from 0."""
    return [row[number] for row in table.rows.values() if len(row) > number]


def column_in_progress(table: Table) -> int:
    """The first column in which a row has no cell yet."""
    return min(len(row) for row in table.rows.values())


def number_at_the_end(row: list[str]) -> int:
    number = 0
    for cell in row:
        if cell == "R":
            number = 0
        elif cell[0] != "P":
            number = int(cell[1])
    return number


def may_place(table: Table, world: str, card: str) -> bool:
    """Whether a level or pause card fits at the end of a row (L5-L11)."""
    row = table.rows[world]
    if len(row) == 10:
        return False
    if card != "P" and card[0] != world:
        return False
    if card != "P" and int(card[1]) < number_at_the_end(row):
        return False
    if card == "P" and row == [] and table.readings["first_pause"] == "forbidden":
        return False
    if len(row) != column_in_progress(table):
        return False
    if len([cell for cell in column(table, len(row)) if cell != "R"]) == 4:
        return False
    return len([cell for cell in row if cell != "R"]) < 8


def may_restart(table: Table, world: str) -> bool:
    """Whether a restart fits at the end of a row (L8-L10, L13)."""
    row = table.rows[world]
    if len(row) == 10:
        return False
    if len(row) != column_in_progress(table):
        return False
    if "R" in column(table, len(row)):
        return False
    return row.count("R") < 2


def may_tuck(table: Table, world: str, card: str) -> bool:
    """Whether a hand card may go under a pause that is placed now (L15)."""
    if table.readings["tuck"] == "never":
        return False
    if card[0] != world:
        return False
    if table.readings["tuck_when"] == "deck-empty-after":
        return len(table.deck) <= 1
    return len(table.deck) == 0


def may_put_back(table: Table, cards: list[str]) -> bool:
    """Whether these cards may be put back with a restart (L14)."""
    if table.readings["put_back"] == "never":
        return False
    if len(table.deck) == 0:
        return False
    if table.readings["put_back"] == "discard":
        return len(cards) <= len(table.deck) and cards == sorted(cards)
    return True


def may_act(table: Table, seat: int) -> bool:
    """Whether a seat is not skipped (L16)."""
    if table.hands[seat]:
        return True
    if table.readings["empty_hand"] == "skipped":
        return False
    return any(may_restart(table, world) for world in WORLDS)


def holds(hand: list[str], cards: list[str]) -> bool:
    return all(hand.count(card) >= cards.count(card) for card in cards)


def is_legal(table: Table, move: str) -> bool:
    hand = table.hands[table.turn]
    if move[0] == "R":
        world, put_back = move[1], move.split("-")[1:]
        if not may_act(table, table.turn) or not may_restart(table, world):
            return False
        return holds(hand, put_back) and (put_back == [] or may_put_back(table, put_back))
    if move[0] == "P":
        world, tucked = move[1], move.split("/")[1:]
        if not holds(hand, ["P", *tucked]) or not may_place(table, world, "P"):
            return False
        return tucked == [] or may_tuck(table, world, tucked[0])
    return holds(hand, [move]) and may_place(table, move[0], move)


def conceivable_moves(table: Table) -> set[str]:
    hand = table.hands[table.turn]
    levels = [world + str(number) for world in WORLDS for number in range(1, 9)]
    conceivable = set(levels)
    for world in WORLDS:
        conceivable.add("P" + world)
        conceivable.update("P" + world + "/" + tucked for tucked in levels)
        conceivable.add("R" + world)
        conceivable.update("R" + world + "-" + card for card in hand)
        for first, second in itertools.permutations(hand, 2):
            conceivable.add("R" + world + "-" + first + "-" + second)
    return conceivable


def moves(table: Table) -> set[str]:
    return {move for move in conceivable_moves(table) if is_legal(table, move)}


def play(table: Table, move: str) -> Table:
    """The table after a move, which is not checked."""
    after = copy.deepcopy(table)
    hand = after.hands[after.turn]
    before = column_in_progress(after)
    if move[0] == "R":
        after.rows[move[1]].append("R")
        put_back = move.split("-")[1:]
        for card in put_back:
            hand.remove(card)
            if after.readings["put_back"] == "discard":
                after.out.append(card)
            else:
                after.deck.append(card)
        for _ in put_back:
            hand.append(after.deck.pop(0))
    else:
        if move[0] == "P":
            hand.remove("P")
            if "/" in move:
                hand.remove(move.split("/")[1])
                after.rows[move[1]].append("P/" + move.split("/")[1])
            else:
                after.rows[move[1]].append("P")
        else:
            hand.remove(move)
            after.rows[move[0]].append(move)
        if after.deck:
            hand.append(after.deck.pop(0))
    pass_turn(after, closed_a_column=column_in_progress(after) > before)
    return after


def pass_turn(table: Table, closed_a_column: bool) -> None:
    """Walk around the table to the next turn that is not skipped (L3, L16)."""
    seat, extra = table.turn, table.extra
    players = len(table.hands)
    if players == 5 and table.readings["extra_turn"] == "per-column":
        if closed_a_column and may_act(table, seat):
            return
        seat, extra = seat % 5 + 1, False
    else:
        seat, extra = turn_after(table, seat, extra)
    for _ in range(20):
        if may_act(table, seat):
            break
        seat, extra = turn_after(table, seat, extra)
    table.turn, table.extra = seat, extra


def turn_after(table: Table, seat: int, extra: bool) -> tuple[int, bool]:
    """The turn that follows, whether or not it will be skipped."""
    players = len(table.hands)
    if players == 5 and not extra:
        last = table.starter - 1 or 5
        reading = table.readings["extra_turn"]
        first_round = filled(table) <= 5
        if seat == last and reading == "every-round":
            return seat, True
        if seat == last and reading == "first-round" and first_round:
            return seat, True
    return seat % players + 1, False


def outcome(table: Table) -> str:
    if filled(table) == 50:
        return "won"
    if not any(may_act(table, seat) for seat in table.hands):
        return "lost"
    if not any(is_legal(table, move) for move in conceivable_moves(table)):
        return "lost"
    return "open"


def perft(table: Table, depth: int) -> int:
    """The number of legal move sequences of a length; a game that has ended has none."""
    if depth == 0:
        return 1
    legal = moves(table)
    if depth == 1:
        return len(legal)
    return sum(perft(play(table, move), depth - 1) for move in legal)


def read(line: str) -> Table:
    """A table from the one-line form that `write` gives."""
    values = dict(part.split(": ", 1) for part in line.split("; "))
    seats = range(1, int(values["players"]) + 1)
    given = dict(item.split("=") for item in values.get("readings", "").split())
    return Table(
        hands={seat: values.get(f"hand {seat}", "").split() for seat in seats},
        deck=values.get("deck", "").split(),
        rows={world: values.get(f"row {world}", "").split() for world in WORLDS},
        turn=int(values["turn"]),
        extra=values.get("extra") == "yes",
        starter=int(values.get("starter", "1")),
        out=values.get("out", "").split(),
        readings={**DEFAULTS, **given},
    )


def write(table: Table) -> str:
    """The position on one line; whatever is empty or the default is left out, but not the turn."""
    cards = [*itertools.chain(*table.hands.values(), *table.rows.values()), *table.deck, *table.out]
    parts = [
        ("game", "level10"),
        (
            "readings",
            " ".join(f"{k}={v}" for k, v in table.readings.items() if v != DEFAULTS[k]),
        ),
        ("players", str(len(table.hands))),
        ("pauses", str(sum(card[0] == "P" for card in cards))),
        ("starter", str(table.starter) if table.starter != 1 else ""),
        *((f"hand {seat}", " ".join(hand)) for seat, hand in table.hands.items()),
        ("deck", " ".join(table.deck)),
        *((f"row {world}", " ".join(row)) for world, row in table.rows.items()),
        ("out", " ".join(table.out)),
        ("turn", str(table.turn)),
        ("extra", "yes" if table.extra else ""),
    ]
    return "; ".join(f"{key}: {value}" for key, value in parts if value)
