"""The node counts of the search on fixed deals: a change that is only to make it faster keeps them.

A change of the search itself is followed by `python benchmarks/level10_nodes.py --write`.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from solver.level10.search import walker

FILE = Path(__file__).parents[1] / "benchmarks" / "level10_nodes.py"


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "compiled"])
def test_node_signature(plain: bool) -> None:
    if not plain and not walker(plain)[1]:
        pytest.skip("the search is not compiled here")
    spec = importlib.util.spec_from_file_location("level10_nodes", FILE)
    assert spec is not None
    assert spec.loader is not None
    benchmark = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(benchmark)
    pinned = json.loads(benchmark.SIGNATURE.read_text(encoding="utf-8"))
    assert benchmark.signature(plain) == pinned
