"""The perft table, made by the naive copy of the rules, read and counted by the program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import solver

FILE = Path(__file__).with_name("data") / "perft-level10.json"
ENTRIES = json.loads(FILE.read_text(encoding="utf-8"))
MOST = 8_000  # sequences; the larger counts would take too long in every run


def test_the_table_has_all_tables_and_depths() -> None:
    records = [solver.read(entry["position"]) for entry in ENTRIES]
    assert {record.state.players for record in records} == {1, 2, 3, 4, 5}
    assert {entry["depth"] for entry in ENTRIES if entry["nodes"] <= MOST} == {1, 2, 3}


@pytest.mark.parametrize(
    "entry", [e for e in ENTRIES if e["nodes"] <= MOST], ids=lambda e: f"{e['depth']}-{e['nodes']}"
)
def test_perft(entry: dict[str, Any]) -> None:
    assert solver.perft(solver.read(entry["position"]), entry["depth"]) == entry["nodes"]
