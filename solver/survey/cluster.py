"""Solves deals on the machines of a Dask cluster, which may come and go."""

from __future__ import annotations

import errno
import logging
from asyncio import CancelledError
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from solver.errors import Level10Error
from solver.survey.line import Ask, Line
from solver.survey.row import Deal, Row, program_version

if TYPE_CHECKING:
    from distributed import Client

IN_FLIGHT = 500
"""Deals handed to the scheduler at a time: more than threads of most clusters."""

SECONDS = 10
"""The time for a scheduler to answer, and for a first worker to be there."""

LOST = "the Dask scheduler is lost"


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
    except ImportError:
        raise NoCluster(
            "a Dask cluster needs the package 'distributed': pip install 'level10[dask]'"
        ) from None
    # a lost worker is no news, as others take over, and a lost scheduler is told of as such
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL + 1)
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise NoCluster(f"no Dask scheduler answers at '{address}': {error}") from None
    try:
        client.wait_for_workers(1, timeout=SECONDS)
        versions = set(client.run(program_version).values())
    except TimeoutError:
        raise NoCluster(f"the Dask cluster at '{address}' has no workers") from None
    except ImportError as error:
        raise NoCluster(f"a Dask worker lacks this program: {error}") from None
    if versions != {program_version()}:
        found = ", ".join(sorted(versions))
        raise NoCluster(f"the Dask workers have version {found}, here it is {program_version()}")
    return client


def solved(ask: Ask, deals: Iterable[Deal], client: Client) -> Iterator[Row]:
    """The rows of deals, each as soon as it is there.

    A bounded number of deals is with the cluster at a time. A deal whose worker dies goes to
    another by itself; one that has ended worker after worker, or raises an error, is tried once
    more. Raises `OSError` where the scheduler is lost.
    """
    from distributed import as_completed

    line = Line(deals)
    run = uuid4().hex  # surveys that share a cluster must not take each other's answers
    with_cluster: dict[Any, Deal] = {}
    # without results: a future whose result dies with a worker, and whose next try fails, would
    # never be heard of again
    ended: Any = as_completed(loop=client.loop)

    def hand_over() -> None:
        deal = line.next()
        if deal is not None:
            key = (f"survey-{run}", *astuple(deal), int(deal in line.tried))
            with_cluster[key] = deal
            ended.add(client.submit(ask, deal, key=key, pure=False))

    for _ in range(IN_FLIGHT):
        hand_over()
    for batch in ended.batches():
        try:
            rows = client.gather({future.key: future for future in batch}, errors="skip")
        except (OSError, CancelledError) as error:
            raise OSError(errno.ECONNABORTED, LOST) from error
        for future in batch:
            deal, row = with_cluster.pop(future.key), rows[future.key]
            if row is None:
                if future.status != "error":
                    raise OSError(errno.ECONNABORTED, LOST)
                error = future.exception()
                row = line.failed(deal, f"{type(error).__name__}: {error}")
            hand_over()
            if row is not None:
                yield row
