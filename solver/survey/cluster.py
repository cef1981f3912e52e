"""Solves deals on the machines of a Dask cluster, which may come and go."""

from __future__ import annotations

import contextlib
import errno
import logging
from asyncio import CancelledError
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from itertools import islice
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from solver.errors import Level10Error
from solver.survey.row import Ask, Deal, Row, given_up
from solver.version import program_version

if TYPE_CHECKING:
    from distributed import Client

IN_FLIGHT = 500
"""Deals handed to the scheduler at a time: more than threads of most clusters."""

SECONDS = 10
"""The time for a scheduler to answer, and for a first worker to be there."""


class NoCluster(Level10Error):
    """No cluster can be used at an address; the message says why."""

    kind = "usage"


def connect(address: str) -> Client:
    """A connection to the cluster whose scheduler listens at an address, "tcp://host:port" say.

    Raises `NoCluster` where Dask is not installed or nobody answers, and where the workers lack
    this program or have another version of it: they would give every deal up, or answer it
    otherwise.
    """
    try:
        from distributed import Client
        from distributed.comm.addressing import resolve_address
    except ImportError:
        raise NoCluster(
            "a Dask cluster needs the package 'distributed', as in pip install '.[dask]'"
        ) from None
    # a lost worker is no news, as others take over, and a lost scheduler is told of as such
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        resolve_address(address)  # a Client that cannot make sense of it never quite goes away
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(f"no Dask scheduler answers at '{address}': {error}") from None
    try:
        client.wait_for_workers(1, timeout=SECONDS)
        versions = set(client.run(program_version).values())
    except TimeoutError:
        raise NoCluster(f"the Dask cluster at '{address}' has no workers") from None
    except Exception as error:  # whatever a worker says that lacks the program
        raise NoCluster(f"a Dask worker cannot run this program: {error}") from None
    if versions != {program_version()}:
        found = ", ".join(sorted(versions))
        raise NoCluster(f"the Dask workers have version {found}, here it is {program_version()}")
    return client


def close(client: Client) -> None:
    """Ends a connection; the scheduler forgets the deals that it still has."""
    with contextlib.suppress(Exception):  # a lost scheduler hears no farewell
        client.close(timeout=1)


def solved(ask: Ask, deals: Iterable[Deal], client: Client) -> Iterator[Row]:
    """The rows of deals, each as soon as it is there.

    A bounded number of deals is with the cluster at a time. A deal whose worker dies goes to
    another by itself. One that has lost several workers, or raised an error, is tried once more at
    the end and alone: it may only have been beside one that ends its worker. Raises `OSError` where
    the scheduler is lost.
    """
    suspects: list[Deal] = []
    for deal, answer in answered(ask, deals, client, IN_FLIGHT):
        if isinstance(answer, Row):
            yield answer
        else:
            suspects.append(deal)
    for deal, answer in answered(ask, suspects, client, 1):
        yield answer if isinstance(answer, Row) else given_up(deal, answer)


def answered(
    ask: Ask, deals: Iterable[Deal], client: Client, in_flight: int
) -> Iterator[tuple[Deal, Row | str]]:
    """Deals with their rows, or with why there is none."""
    from distributed import as_completed

    run = uuid4().hex  # surveys that share a cluster must not take each other's answers
    waiting = iter(deals)
    with_cluster: dict[Any, Deal] = {}
    # without results: a future whose result dies with a worker, and whose next try fails, would
    # never be heard of again
    ended: Any = as_completed(loop=client.loop)

    def hand_over(count: int) -> None:
        for deal in islice(waiting, count):
            key = (f"survey-{run}", *astuple(deal))
            with_cluster[key] = deal
            with explained():
                ended.add(client.submit(ask, deal, key=key, pure=False))

    hand_over(in_flight)
    for batch in ended.batches():
        with explained():
            rows = client.gather({future.key: future for future in batch}, errors="skip")
            answers = [rows[future.key] or failure(future) for future in batch]
        hand_over(len(batch))
        for future, answer in zip(batch, answers, strict=True):
            yield with_cluster.pop(future.key), answer


def failure(future: Any) -> str:  # noqa: ANN401 (Dask's futures have no type outside of it)
    """What a deal has done instead of being solved. Raises `LookupError` where nobody knows."""
    error = future.exception()
    if error is None:
        raise LookupError(future.status)
    return f"{type(error).__name__}: {error}"


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Says what it means that Dask itself fails, in one of many ways: the scheduler is lost."""
    try:
        yield
    except (Exception, CancelledError) as error:
        raise OSError(errno.ECONNABORTED, "the Dask scheduler is lost") from error
