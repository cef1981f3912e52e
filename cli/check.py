"""`level10 check`: is everything true that a position, a record or a puzzle claims?"""

from __future__ import annotations

import typer

from cli import options, status
from cli.inputs import read_inputs
from cli.output import emit, report_unreadable
from solver import Limits

WORDS = {True: "ok", False: "NO", None: "??"}


def check(
    files: options.Files,
    time_limit: options.TimeLimit = options.SECONDS,
    node_limit: options.NodeLimit = None,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """Verify what positions, records and puzzles claim.

    That is: that a position can be played to, that the moves of a record are legal, and everything
    that a puzzle says of itself: whether it can be solved, in how many ways, in how few turns, how
    hard it is, and its solution. What refutes a claim is shown.

    Exit status: 0 all true, 3 a claim is refuted, 4 a limit was hit, 5 not a position.

    \b
    level10 check game.txt
    level10 check my.puzzle
    level10 check positions/*.txt --json
    """
    from puzzles.check import position_claims, puzzle_claims

    inputs = list(read_inputs(files, reading))
    worst = status.YES
    for item in inputs:
        if item.record is None:
            worst = max(worst, report_unreadable(item, as_json))
            continue
        claims = position_claims(item.record)
        if item.puzzle is not None:
            claims += puzzle_claims(item.puzzle, Limits(time_limit, node_limit))
        found_false = any(claim.ok is False for claim in claims)
        ok = False if found_false else None if any(claim.ok is None for claim in claims) else True
        if as_json:
            found = [{"claim": c.claim, "ok": c.ok, "found": c.found} for c in claims]
            emit({**item.keys, "ok": ok, "claims": found})
        else:
            if len(inputs) > 1:
                typer.echo(f"== {item.name}")
            for claim in claims:
                typer.echo(f"{WORDS[claim.ok]}  {claim.claim}: {claim.found}")
        worst = max(worst, {True: status.YES, False: status.NO, None: status.UNKNOWN}[ok])
    raise typer.Exit(worst)
