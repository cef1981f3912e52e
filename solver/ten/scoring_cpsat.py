"""Scoring of TEN once more, as a model for CP-SAT: no line is shared with `scoring.py`.

Every wild of the hand may become a card of any colour and number that it can stand for. A colour
may have one run, and each number of it is a card of the hand or a wild that became that card (T12).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from solver.ten.cards import ANY, COLOURS, NUMBERS, WILD, Card, is_number, is_wild


def points_by_cpsat(cards: Iterable[Card], wild_only: bool = True) -> int:
    """The most points that the cards can score; without `wild_only` a run needs a card that is no
    wild. Raises `RuntimeError` where CP-SAT has no answer that it calls the best."""
    from ortools.sat.python import cp_model

    cards = list(cards)
    model = cp_model.CpModel()
    becomes = defaultdict(list)
    for wild in filter(is_wild, cards):
        colours = COLOURS if wild[0] == WILD else wild[0]
        numbers = NUMBERS if wild[1] == ANY else [int(wild[1])]
        choices = {
            (colour, number): model.new_bool_var("") for colour in colours for number in numbers
        }
        model.add_at_most_one(choices.values())
        for place, chosen in choices.items():
            becomes[place].append(chosen)

    held = {(card[0], int(card[1])) for card in cards if is_number(card)}
    worth = []
    for colour in COLOURS:
        runs = {
            range(first, last + 1): model.new_bool_var("")
            for first in NUMBERS
            for last in range(first, NUMBERS.stop)
            if wild_only or any((colour, number) in held for number in range(first, last + 1))
        }
        model.add_at_most_one(runs.values())
        for number in NUMBERS:
            if (colour, number) not in held:
                within = [chosen for run, chosen in runs.items() if number in run]
                model.add(sum(within) <= sum(becomes[colour, number]))
        for run, chosen in runs.items():
            worth.append(chosen * (len(run) + (run == NUMBERS)))
    model.maximize(sum(worth))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status != cp_model.OPTIMAL:
        raise RuntimeError(f"CP-SAT says {solver.status_name(status)}: {model.validate()}")
    return round(solver.objective_value)
