"""Says in words why a position of Level 10 cannot be won, as far as words can.

What is said is proved: by looking at the table, or by the CNF model with rules waived. If the
team would still lose with fewer rules, those that are left are the reason.
"""

from __future__ import annotations

from dataclasses import replace

from solver.fields import listed
from solver.level10.cards import (
    COLUMNS,
    RESTART,
    RESTARTS_PER_ROW,
    WORLDS,
    Card,
    is_level,
    level_of,
    number,
    world_of,
)
from solver.level10.cnf import decide
from solver.level10.rules import State, has_legal_move, over

PATIENCE = 5_000
"""Conflicts of the SAT solver for each question with rules waived; a bound in conflicts, not in
seconds, so that the words are the same on every machine."""


def reason(state: State) -> str:
    """Why a position that cannot be won cannot be won."""
    return ended(state) or stranded(state) or waived(state)


def ended(state: State) -> str:
    """The rule by which the team has lost already, if it has."""
    if breach := over(state):
        return f"{breach[1]} ({breach[0]})"
    if not has_legal_move(state):
        return f"player {state.turn} has cards but no legal action (L18)"
    return ""


def stranded(state: State) -> str:
    """That more cells must take pauses than there are pauses, if the table shows it.

    In a row without restarts left, cards below its number never fit again (L6); each cell beyond
    the cards that fit needs a pause. The same count stops the search; see its test `cards`.
    """
    cards = [card for pile in (*state.hands, state.deck) for card in pile]
    pauses = sum(not is_level(card) for card in cards)
    needed = 0
    said = []
    for world, row in zip(WORLDS, state.rows, strict=True):
        restarts = RESTARTS_PER_ROW - row.count(RESTART)
        cells = COLUMNS - len(row) - restarts
        own = [card for card in cards if is_level(card) and world_of(card) == world]
        late = [card for card in own if not restarts and level_of(card) < number(row)]
        lacking = cells - (len(own) - len(late))
        if lacking > 0:
            needed += lacking
            said.append(lack(world, lacking, late, number(row)))
    if needed <= pauses:
        return ""
    left = f"only {pauses} {'is' if pauses == 1 else 'are'} left" if pauses else "none is left"
    return f"{'; '.join(said)}; {left}"


def lack(world: str, lacking: int, late: list[Card], shown: int) -> str:
    """That a row needs pauses, and which cards no longer fit into it."""
    need = f"row {world} needs {lacking} pause{'' if lacking == 1 else 's'}"
    if not late:
        return f"{need} for want of cards"
    verb = "is" if len(late) == 1 else "are"
    return f"{need}, as {' '.join(sorted(late))} {verb} below its {shown} and no restart is left"


def waived(state: State) -> str:
    """The worlds whose numbers are to blame, and whether it matters who holds what."""
    worlds = WORLDS
    for world in WORLDS:
        fewer = worlds.replace(world, "")
        if decide(state, PATIENCE, worlds=fewer).satisfiable is False:
            worlds = fewer
    shared: bool | None = False
    if state.players > 1:
        shared = decide(one_hand(state), PATIENCE, worlds=worlds).satisfiable
    text = f"{blame(worlds)} {FAULT[shared]}"
    others = "".join(world for world in WORLDS if world not in worlds)
    if worlds and others:
        text += f", even if the numbers in {rows(others)} did not matter"
    if state.players > 1 and shared is False:
        text += ", and even if everybody could play everybody's cards"
    return text


FAULT = {
    False: "come too late",
    True: "come to the wrong hands (in one hand, it could be done)",
    None: "come too late or to the wrong hands",
}
"""What is wrong with cards, by whether the team could win if all hands were one."""


def blame(worlds: str) -> str:
    """The cards that are to blame."""
    if not worlds:
        return "whatever their numbers, the cards"
    return f"the cards of world{'s' if len(worlds) > 1 else ''} {listed(worlds, 'and')}"


def rows(worlds: str) -> str:
    """Rows as a sentence has them."""
    return f"row{'s' if len(worlds) > 1 else ''} {listed(worlds, 'and')}"


def one_hand(state: State) -> State:
    """The same table with all hands in one: whatever the team can do, this player can.

    Every action of any player is open to the one who holds all cards, draws and cards put back
    are the same, and a hand that never empties is never skipped (L16).
    """
    hand = tuple(sorted(card for hand in state.hands for card in hand))
    return replace(state, players=1, hands=(hand,), turn=1, extra=False, starter=1)
