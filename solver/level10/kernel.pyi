from collections.abc import Callable, Collection

from solver.level10.compact import Compact

class Tree:
    nodes: int
    stop: int
    @property
    def path(self) -> list[int]: ...
    def __init__(
        self,
        start: Compact,
        dead_ends: Collection[str],
        entries: int,
        look_around: Callable[[], None],
    ) -> None: ...
    def walk(self, narrow: bool, noisy: bool) -> bool | None: ...
    def moves(self) -> list[int]: ...
    def perft(self, depth: int) -> int: ...
    def __len__(self) -> int: ...
