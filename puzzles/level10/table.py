"""What anybody can see of a table of Level 10: simple moves, how well the cards fit, whether it is
visibly lost, and how long play can go on."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from solver.game import Question
from solver.level10.cards import (
    CELLS,
    COLUMNS,
    PAUSE,
    RESTART,
    RESTARTS_PER_ROW,
    WORLDS,
    is_level,
    level_of,
)
from solver.level10.cards import number as number_at_end
from solver.level10.reason import stranded
from solver.level10.rules import (
    Move,
    State,
    apply,
    has_legal_move,
    legal_moves,
    over,
    placement_breaks,
    restart_breaks,
)

AHEAD = 8
"""Turns that are looked ahead for a refutation."""

STEPS = 400
"""Moves that are tried for that."""


def simple_moves(state: State) -> list[Move]:
    """The legal moves that put nothing back and tuck nothing, sorted by name."""
    if over(state):
        return []
    moves = [
        Move(card, world)
        for card in dict.fromkeys(state.hand)
        for world in (card[0] if is_level(card) else WORLDS)
        if placement_breaks(state, card, world) is None
    ]
    moves += [Move(RESTART, world) for world in WORLDS if restart_breaks(state, world) is None]
    return sorted(moves, key=str)


def jump(state: State, move: Move) -> int:
    """By how much a move lifts its row's number beyond the next; a restart the more, the lower the
    number it gives up, a pause by two."""
    number = number_at_end(state.row(move.row))
    if is_level(move.card):
        return level_of(move.card) - number - 1
    return 8 - number if move.card == RESTART else 2


def fitness(state: State) -> int:
    """How well the cards fit the rows, in halves: one that fits now counts two in a hand and one in
    the deck, one that can never fit again as much less."""
    least = {}
    for world, row in zip(WORLDS, state.rows, strict=True):
        least[world] = number_at_end(row), row.count(RESTART) == RESTARTS_PER_ROW
    total = 0
    for weight, pile in ((2, [card for hand in state.hands for card in hand]), (1, state.deck)):
        for card in pile:
            if card == PAUSE:
                total += weight
                continue
            number, closed = least[card[0]]
            if int(card[1]) > number:
                total += weight
            elif closed:
                total -= weight
    return total


def visibly_lost(state: State) -> bool:
    """Whether the table shows that it is lost: nobody can go on, a row needs more pauses than there
    are, or the column has no place left for its restart."""
    if not state.hand or not has_legal_move(state):
        return state.filled < CELLS
    if stranded(state):
        return True
    column = state.column
    return RESTART not in state.column_cells() and not any(
        len(row) == column and row.count(RESTART) < RESTARTS_PER_ROW for row in state.rows
    )


def turns_left(state: State, most: int = AHEAD, steps: int = STEPS) -> int:
    """How many turns can still be played, as far as a look of so many steps tells; `most` at
    most."""
    seen: dict[State, int] = {}
    best = 0

    def look(state: State, done: int) -> bool:
        nonlocal steps, best
        best = max(best, done)
        if best == most:
            return True
        if seen.get(state, most) <= done:
            return False
        seen[state] = done
        for move in likely_first(state):
            if steps == 0:
                return False
            steps -= 1
            if look(apply(state, move), done + 1):
                return True
        return False

    look(state, 0)
    return best


def likely_first(state: State) -> Iterator[Move]:
    """All legal moves, those first that keep a game alive: small jumps, nothing put back."""
    simple = sorted(simple_moves(state), key=lambda move: (jump(state, move), str(move)))
    yield from simple
    if PAUSE in state.hand or state.deck:
        known = set(simple)
        yield from (move for move in legal_moves(state) if move not in known)


def tightest(state: State) -> tuple[str, int, int]:
    """The world with the most open cells for each card that fits now, the number of these cells
    and of these cards."""
    found = []
    for world, row in zip(WORLDS, state.rows, strict=True):
        least = number_at_end(row)
        piles = (*state.hands, state.deck)
        fits = sum(card[0] == world and int(card[1]) > least for pile in piles for card in pile)
        found.append((fits - (COLUMNS - len(row)), world, COLUMNS - len(row), fits))
    return min(found)[1:]


def canonical(state: State, question: Question) -> Hashable:
    """The same for positions that differ only in the names of the worlds, or by turning the table.

    Each world is told by its row and by where its cards are, none by its letter; the seats are
    counted from the one on turn. The starter matters with five players alone, to their additional
    turn (L3).
    """
    turn, players = state.turn - 1, state.players
    hands = state.hands[turn:] + state.hands[:turn]
    places: dict[str, list[tuple[str, int, int]]] = {world: [] for world in WORLDS}
    pauses = []
    deck = [("deck", n, (card,)) for n, card in enumerate(state.deck)]
    held = [("hand", n, hand) for n, hand in enumerate(hands)]
    for name, n, pile in [*deck, *held, ("out", 0, state.out)]:
        for card in pile:
            if is_level(card):
                places[card[0]].append((name, n, level_of(card)))
            else:
                pauses.append((name, n))
    worlds = sorted(
        (tuple(cell.replace(world, "") for cell in row), tuple(sorted(places[world])))
        for world, row in zip(WORLDS, state.rows, strict=True)
    )
    starter = (state.starter - state.turn) % players if players == 5 else 0
    return (players, state.extra, starter, tuple(pauses), tuple(worlds), state.readings)
