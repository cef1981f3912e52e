"""Calls in a process of their own: answers, limits, and ends of all kinds."""

from __future__ import annotations

import time

import psutil
import pytest

from solver.process import ChildFailed, call
from solver.verdict import Budget, LimitReached, Limits


def budget(seconds: float | None = 30, megabytes: int | None = None) -> Budget:
    return Budget(Limits(seconds, None, megabytes))


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


def test_the_result_comes_back() -> None:
    assert call("math:gcd", 12, 18, budget=budget()) == 6


def test_what_the_function_prints_does_not_mix_with_the_answer() -> None:
    assert call("builtins:print", "hello", budget=budget()) is None


def test_time_is_up() -> None:
    before, started = children(), time.monotonic()
    with pytest.raises(LimitReached) as reached:
        call("time:sleep", 30, budget=budget(seconds=0.5))
    assert reached.value.name == "time"
    assert time.monotonic() - started < 10
    assert children() <= before


def test_no_time_at_all() -> None:
    with pytest.raises(LimitReached):
        call("time:sleep", 30, budget=budget(seconds=0))


def test_memory_is_up() -> None:
    with pytest.raises(LimitReached) as reached:
        call("time:sleep", 30, budget=budget(megabytes=2))
    assert reached.value.name == "memory"


@pytest.mark.parametrize(
    ("target", "arguments", "said"),
    [
        ("math:sqrt", (-1,), "ValueError"),
        ("os:abort", (), "status"),
        ("os:_exit", (3,), "status 3"),
        ("math:nothing", (), "AttributeError"),
    ],
)
def test_a_child_that_fails(target: str, arguments: tuple[object, ...], said: str) -> None:
    with pytest.raises(ChildFailed, match=said):
        call(target, *arguments, budget=budget())
