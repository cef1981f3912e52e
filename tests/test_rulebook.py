"""The rulebooks: complete, their references sound, and nothing cited that they do not have."""

from __future__ import annotations

import ast
import inspect
import re
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest
from commands import run

from solver import GAMES
from solver.rulebook.book import KINDS, rulebook
from solver.rulebook.scenario import Scenario, scenarios

SOLVER = Path(__file__).parents[1] / "solver"
IDS = {"level10": "L", "labyrinth": "M", "ten": "T"}
FIRST_AND_LAST = {"level10": (1, 20), "labyrinth": (0, 15), "ten": (0, 13)}
every_game = pytest.mark.parametrize("game", GAMES)


def source_of(game: str, place: str) -> str:
    """The source of a function that a rulebook names, as `rules.breach`."""
    module, *names = place.split(".")
    found = reduce(getattr, names, import_module(f"solver.{game}.{module}"))
    return inspect.getsource(found.fget if isinstance(found, property) else found)


def literals(game: str) -> set[str]:
    """The rule ids that the code of a game has as texts of their own, as breaches do."""
    return {
        node.value
        for path in (SOLVER / game).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(IDS[game] + r"\d+", node.value)
    }


def breaking(game: str) -> dict[str, list[Scenario]]:
    """The scenarios in which each rule is broken."""
    found: dict[str, list[Scenario]] = {}
    for one in scenarios(game):
        for expected in one.expectations:
            if expected.breaks:
                found.setdefault(expected.breaks, []).append(one)
    return found


# --- The books ------------------------------------------------------------------------------------


@every_game
def test_every_rule_is_there_in_order(game: str) -> None:
    first, last = FIRST_AND_LAST[game]
    assert list(rulebook(game).rules) == [f"{IDS[game]}{n}" for n in range(first, last + 1)]


@every_game
def test_every_rule_says_where_it_is_from_and_of_what_kind_it_is(game: str) -> None:
    sources = "|".join(
        ["ko", "uk", "bg", "ru", "elsewhere", "follows from", "inferred", "no source"]
    )
    for rule in rulebook(game).rules.values():
        assert rule.title
        assert rule.text.endswith(".")
        assert re.search(sources, rule.source)
        assert rule.kind in KINDS
        assert bool(rule.enforced_by) >= (rule.kind == "enforced"), rule.id
        assert not (rule.enforced_by and rule.kind in ("setup", "not modelled")), rule.id


@every_game
def test_the_readings_are_those_of_the_game(game: str) -> None:
    readings = rulebook(game).readings
    assert {name: tuple(one.values) for name, one in readings.items()} == GAMES[game].readings
    assert list(readings) == list(GAMES[game].readings)
    for name, one in readings.items():
        assert one.default == GAMES[game].readings[name][0]
        assert one.reason
        assert one.source


@every_game
def test_rules_and_readings_name_each_other(game: str) -> None:
    book = rulebook(game)
    by_rule = {(rule.id, name) for rule in book.rules.values() for name in rule.readings}
    by_reading = {(rule, one.id) for one in book.readings.values() for rule in one.rules}
    assert by_rule == by_reading


@every_game
def test_functions_that_enforce_a_rule_cite_it(game: str) -> None:
    for rule in rulebook(game).rules.values():
        for place in rule.enforced_by:
            assert re.search(rf"\b{rule.id}\b", source_of(game, place)), (rule.id, place)


@every_game
def test_functions_that_look_at_a_reading_name_it(game: str) -> None:
    for one in rulebook(game).readings.values():
        assert one.enforced_by, one.id
        assert f"readings.{one.id}" in source_of(game, one.enforced_by[0]), one.id
        for place in one.enforced_by:
            assert one.id in source_of(game, place), (one.id, place)


@every_game
def test_every_id_in_the_code_is_a_rule(game: str) -> None:
    for path in [*(SOLVER / game).glob("*.py"), *(SOLVER / game).glob("*.toml")]:
        cited = set(re.findall(rf"\b{IDS[game]}\d+\b", path.read_text(encoding="utf-8")))
        assert cited <= set(rulebook(game).rules), path


def test_no_two_games_share_an_id_or_a_reading() -> None:
    names = [
        name
        for game in GAMES
        for part in ("rules", "readings")
        for name in getattr(rulebook(game), part)
    ]
    assert len(names) == len(set(names))


def test_the_editions_of_level_10_are_named() -> None:
    assert {"Okey Dokey", "Level 10"} <= {one.name for one in rulebook("level10").editions}
    shown = run("rules").stdout
    assert all(f"{one.name}: {one.text}" in shown for one in rulebook("level10").editions)


# --- Scenarios ------------------------------------------------------------------------------------


@every_game
def test_every_rule_that_is_enforced_is_shown_from_both_sides(game: str) -> None:
    shown = {(one.rule, one.case) for one in scenarios(game)}
    wanted = {
        (rule.id, case)
        for rule in rulebook(game).rules.values()
        if rule.enforced_by
        for case in ("positive", "negative")
    }
    assert wanted <= shown


UNSAYABLE = {"L5"}
"""A move names its card, and the row follows from it: only a program can break this one, and
`test_rules.py` does. A position in which it is broken is refused, as a scenario shows."""


@every_game
def test_every_rule_that_can_be_broken_is_broken(game: str) -> None:
    assert literals(game) - UNSAYABLE <= set(breaking(game))


@every_game
def test_a_scenario_in_which_a_rule_is_broken_is_about_that_rule(game: str) -> None:
    for one in scenarios(game):
        breaks = one.expectations[0].breaks
        if breaks is not None:
            assert (one.case, one.rule) == ("negative", breaks), one.name


def answers(one: Scenario, game: str, reading: str) -> dict[str, object]:
    """What a scenario expects under each value of a reading, as far as it says."""
    found: dict[str, object] = {}
    for expected in one.expectations:
        others = {name for name in expected.readings if name != reading}
        if others - set(one.expectations[0].readings):
            continue  # more than this reading is varied
        value = expected.readings.get(reading, GAMES[game].readings[reading][0])
        found.setdefault(
            value, tuple(getattr(expected, name) for name in type(expected).__slots__[1:])
        )
    return found


@every_game
def test_every_value_of_every_reading_is_shown(game: str) -> None:
    """Each value in a scenario whose answer is another one under some other value."""
    for reading, values in GAMES[game].readings.items():
        if reading == "starter":
            continue  # no question for the referee: see the next test
        seen = set()
        for one in scenarios(game):
            found = answers(one, game, reading)
            seen |= {
                value for value in found if any(found[value] != other for other in found.values())
            }
        assert seen == set(values), reading


def test_who_may_begin_is_a_question_for_the_solver() -> None:
    place = rulebook("level10").readings["starter"].enforced_by
    assert [one.partition(".")[0] for one in place] == ["solve"]


def test_names_are_unique_and_there_are_enough() -> None:
    for game in GAMES:
        names = [one.name for one in scenarios(game)]
        assert len(names) == len(set(names))
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)
    assert sum(len(scenarios(game)) for game in GAMES) >= 120


def test_all_scenarios_come_out_as_expected() -> None:
    done = run("rules", "verify")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("all as expected\n")
