from collections.abc import Callable

from solver.ten.compact import Line, Seat, Table
from solver.ten.search import Aim, Step
from solver.ten.table import Readings

def points(key: int, wild_only: bool = True) -> int: ...

class Search:
    aim: Aim
    nodes: int
    wild_only: bool
    def __init__(
        self, line: Line, start: Table, aim: Aim, readings: Readings, poll: Callable[[int], int]
    ) -> None: ...
    def proved(self, table: Table) -> bool: ...
    def answer(self, table: Table) -> tuple[Table, Step, Table]: ...
    def useful(self, seat: Seat, place: int, count: int) -> int: ...
