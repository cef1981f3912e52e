"""`level10 check`: is everything true that a position or a record claims?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import typer

import solver
from cli import options, status
from cli.inputs import read_inputs
from cli.output import emit, report_unreadable
from solver import IllegalMove, Record


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that an input says, whether it is so, and what was found."""

    claim: str
    ok: bool
    found: str


def check(
    files: options.Files,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """Verify what positions and records claim.

    That is: that a position can be played to, and that the moves of a record are legal.

    Exit status: 0 all true, 3 a claim is refuted, 5 not a position.

    \b
    level10 check game.txt
    level10 check positions/*.txt --json
    """
    inputs = list(read_inputs(files, reading))
    worst = status.YES
    for item in inputs:
        if item.record is None:
            worst = max(worst, report_unreadable(item, as_json))
            continue
        claims = claims_of(item.record)
        ok = all(claim.ok for claim in claims)
        if as_json:
            found = [{"claim": c.claim, "ok": c.ok, "found": c.found} for c in claims]
            emit({**item.keys, "ok": ok, "claims": found})
        else:
            if len(inputs) > 1:
                typer.echo(f"== {item.name}")
            for claim in claims:
                typer.echo(f"{'ok' if claim.ok else 'NO'}  {claim.claim}: {claim.found}")
        if not ok:
            worst = max(worst, status.NO)
    raise typer.Exit(worst)


def claims_of(record: Record[Any, Any]) -> list[Claim]:
    """What a position claims, one by one: that it is one, can be reached, and its moves legal."""
    claims = [Claim("position", True, "every piece is where one can be")]
    flags = solver.unreachable(record)
    claims += [Claim(f"reachable: {flag.name}", False, flag.message) for flag in flags]
    if not flags:
        claims.append(Claim("reachable", True, "nothing shows that it cannot be played to"))
    notes = solver.game_of(record).notes(record.state)
    claims += [Claim(f"note: {note.name}", True, note.message) for note in notes]
    if record.moves:
        count = len(record.moves)
        try:
            outcome = solver.outcome(solver.replay(record))
            claims.append(Claim("moves", True, f"{count} legal, then the game is {outcome}"))
        except IllegalMove as error:
            found = f"move {error.index}, {error.move}, breaks {error.rule}: {error.message}"
            claims.append(Claim("moves", False, found))
    return claims
