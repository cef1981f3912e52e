"""Solves deals in processes of this machine, any of which may die at any moment.

The pools of the standard library give up altogether when one process dies. Pebble's does not, but
its processes share a pipe and the locks on it: all are lost when one dies while it holds a lock. So
each process has a pipe of its own here. When it dies, that pipe ends, and nobody else notices.
"""

from __future__ import annotations

import contextlib
import errno
import multiprocessing
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait

from solver.process import die_with, family, holding_interrupts, kill
from solver.survey.row import Ask, Deal, Row, given_up

FAILED_STARTS = 5
"""So many processes in a row may die before they have begun, while no other one answers."""


def solved(ask: Ask, deals: Iterable[Deal], jobs: int) -> Iterator[Row]:
    """The rows of deals, each as soon as it is there, from `jobs` processes.

    One deal is with each process and the others are not yet taken. A deal whose process dies is
    tried once more. To be used from a thread that lives as long as the processes: Linux ends them
    with the thread that started them. Raises `OSError` where no process can begin.
    """
    line = Line(deals)
    starts = Starts()
    crew: list[Worker] = []
    try:
        while len(crew) < jobs:
            crew.append(Worker(ask, starts))
        while crew:
            ready = wait([worker.pipe for worker in crew])
            for worker in [worker for worker in crew if worker.pipe in ready]:
                deal, answer = worker.deal, worker.answer()
                if deal is not None and isinstance(answer, str):
                    answer = line.failed(deal, answer)
                if worker.begun:
                    following = line.next()
                    if following is None:
                        crew.remove(worker)
                        worker.end()
                    else:
                        worker.take(following)
                if isinstance(answer, Row):
                    yield answer
    finally:
        for worker in crew:
            worker.end()


@dataclass(slots=True)
class Starts:
    """How many processes have died in a row before they had begun, since one last answered."""

    failed: int = 0


class Worker:
    """A process, the pipe to it and the deal that it is at; another process once it has died."""

    def __init__(self, ask: Ask, starts: Starts) -> None:
        self.ask = ask
        self.starts = starts
        self.start()

    def start(self) -> None:
        """Starts the process; its first answer is that it has begun."""
        context = multiprocessing.get_context("spawn")
        self.begun = False
        self.deal: Deal | None = None
        self.pipe, theirs = context.Pipe()
        with holding_interrupts(), theirs:
            self.process = context.Process(target=work, args=(self.ask, theirs, os.getpid()))
            self.process.start()

    def take(self, deal: Deal) -> None:
        """Gives the process a deal; whether it has died meanwhile, its next answer tells."""
        self.deal = deal
        with contextlib.suppress(OSError):
            self.pipe.send(deal)

    def answer(self) -> Row | str | None:
        """A row, why there is none, or None from a process that has begun."""
        self.deal = None
        try:
            answer: Row | str | None = self.pipe.recv()
        except (EOFError, OSError):
            answer = self.end()
            self.starts.failed += not self.begun
            if self.starts.failed == FAILED_STARTS:
                raise OSError(errno.ECHILD, f"no process can begin to solve: {answer}") from None
            self.start()
            return answer
        self.begun = True
        self.starts.failed = 0
        return answer

    def end(self) -> str:
        """Ends the process with all that it has started; how it has ended, in words."""
        for one in family(self.process.pid or 0):
            kill(one)
        self.process.join()
        self.pipe.close()
        code = self.process.exitcode or 0
        return f"the process was ended by signal {-code}" if code < 0 else f"exit status {code}"


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


def work(ask: Ask, pipe: Connection, parent: int) -> None:
    """The process: says that it has begun, then answers deal after deal."""
    die_with(parent)
    with contextlib.suppress(EOFError, OSError):  # nobody is there any more
        pipe.send(None)
        while True:
            deal = pipe.recv()
            try:
                answer: Row | str = ask(deal)
            except Exception as error:
                answer = f"{type(error).__name__}: {error}"
            pipe.send(answer)
