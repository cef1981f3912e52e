"""The line in which deals wait for a worker, and for a second try."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from solver.survey.row import Deal, Row, given_up

Ask = Callable[[Deal], Row]
"""What a worker does with a deal."""


class Line:
    """Deals in their order, taken one by one, however many there are.

    A deal whose worker died, or raised an error, goes to the front once more: the machine may have
    been at fault. When that happens again, the deal is given up.
    """

    def __init__(self, deals: Iterable[Deal]) -> None:
        self.deals = iter(deals)
        self.again: list[Deal] = []
        self.tried: set[Deal] = set()

    def next(self) -> Deal | None:
        """The next deal, None where no one waits."""
        return self.again.pop() if self.again else next(self.deals, None)

    def failed(self, deal: Deal, failure: str) -> Row | None:
        """The row of a deal that is given up, or None where it will be tried again."""
        if deal in self.tried:
            self.tried.remove(deal)
            return given_up(deal, failure)
        self.tried.add(deal)
        self.again.append(deal)
        return None
