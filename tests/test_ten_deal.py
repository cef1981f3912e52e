"""Deals of TEN: every card is there, the same for a seed for ever, and what is said about them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner, Result

import solver
from cli.app import app
from solver.errors import InvalidPosition, ReadError
from solver.ten.deal import deal, deal_asked, note_of
from solver.ten.table import Player, Readings, State

DECK = [
    *(f"{colour}{number}" for colour in "RBOG" for number in "111222333444555666789"),
    *(f"{colour}#" for colour in "RRBBOOGG"),
    *(f"W{number}" for number in "123456789#"),
    *(f"${value}" for value in "111112222233333444444555555"),
]
ASSUMED = "Currency values are an assumption (T1): 5 of $1, 5 of $2, 5 of $3, 6 of $4, 6 of $5"


def stream(seed: int, index: int) -> Iterator[int]:
    """SplitMix64 written once more, as short as it can be."""
    mask, gamma = 2**64 - 1, 0x9E3779B97F4A7C15

    def output(state: int) -> int:
        state ^= state >> 30
        state = state * 0xBF58476D1CE4E5B9 & mask
        state ^= state >> 27
        state = state * 0x94D049BB133111EB & mask
        return state ^ state >> 31

    state = output(seed + index * gamma & mask)
    while True:
        state = state + gamma & mask
        yield output(state)


def shuffled(cards: list[str], seed: int, index: int) -> tuple[str, ...]:
    """Fisher–Yates written once more."""
    cards, numbers = list(cards), stream(seed, index)
    for last in range(len(cards) - 1, 0, -1):
        other = next(numbers) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


# --- The deal -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(1, 6))
def test_everything_is_dealt(players: int) -> None:
    for seed in range(10):
        state = deal(players, seed)
        assert Counter(state.deck) == Counter(DECK)
        assert state == State((Player(tokens=5),) * players, deck=state.deck)
        assert (state.turn, state.phase, state.readings) == (1, "draw", Readings())
        assert not any((state.row, state.market, state.unseen, state.discard))


@pytest.mark.parametrize(("seed", "index"), [(0, 1), (1, 1), (7, 2), (2**64 - 1, 30)])
def test_deals_never_change(seed: int, index: int) -> None:
    assert deal(4, seed, index).deck == shuffled(DECK, seed, index)
    part = [card for card in DECK if card[0] in "RW"]
    assert deal(4, seed, index, deck=Counter(part)).deck == shuffled(part, seed, index)


@pytest.mark.parametrize(
    ("seed", "first", "last"),
    [
        (1, "B# R1 G8 O7 $3 $4 R1 $3 O3 G6 G9 B5", "$5 $2"),
        (2, "R1 $2 O4 B1 G1 B5 R# R2 O# $4 G6 O5", "R5 O4"),
        (3, "R4 R2 $4 R1 $4 R# $4 R5 B7 R2 O4 O5", "$3 G1"),
    ],
)
def test_the_first_and_last_cards(seed: int, first: str, last: str) -> None:
    found = deal(5, seed).deck
    assert found is not None
    assert (" ".join(found[:12]), " ".join(found[-2:])) == (first, last)


def test_every_deal_is_another_one() -> None:
    dealt = [deal(2, seed, index) for seed in range(10) for index in (1, 2, 3)]
    assert len(set(dealt)) == 30
    assert deal(5, 3, 2).deck == deal(2, 3, 2).deck, "tables of any size play the same shuffle"


def test_the_order_in_which_cards_are_named_is_nothing() -> None:
    one = deal_asked(2, 1, deck="R1*3 R2 W5 $3")
    assert one == deal_asked(2, 1, deck="$3 p2 R1  R1 w5 r1")
    assert Counter(one.deck) == Counter({"R1": 3, "R2": 1, "W5": 1, "$3": 1})


def test_readings() -> None:
    state = deal_asked(4, 1, readings={"overpay": "allowed"})
    assert state.readings == Readings(overpay="allowed")
    assert state.deck == deal(4, 1).deck


# --- Which cards (T3) ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3])
def test_few_players_have_to_say_which_cards(players: int) -> None:
    with pytest.raises(ValueError, match=r"is not known \(T3\)"):
        deal_asked(players, 1)
    assert deal_asked(players, 1, deck=" Full ") == deal(players, 1)


@pytest.mark.parametrize("players", [4, 5])
def test_many_players_use_all(players: int) -> None:
    assert deal_asked(players, 1) == deal_asked(players, 1, deck="full") == deal(players, 1)


def test_other_currency_may_be_named() -> None:
    assert deal_asked(2, 1, deck="$1*27").deck == ("$1",) * 27


@pytest.mark.parametrize(
    ("words", "column"),
    [("R1 X5", 4), ("R1 R2*0", 7), ("R10", 1), ("full R1", 1), ("R1  R2,R3", 5)],
)
def test_what_is_no_list_of_cards(words: str, column: int) -> None:
    with pytest.raises(ReadError) as found:
        deal_asked(2, 1, deck=words)
    assert not isinstance(found.value, InvalidPosition)
    assert (found.value.line, found.value.column) == (1, column)


@pytest.mark.parametrize("words", ["R1*4", "R7 G1 R7", "W5*2", "B#*3", "$1*20 $2*8"])
def test_more_than_the_box_has(words: str) -> None:
    with pytest.raises(InvalidPosition, match="T1"):
        deal_asked(2, 1, deck=words)


def test_no_cards_at_all() -> None:
    with pytest.raises(ValueError, match="no card"):
        deal_asked(5, 1, deck=" ")


@pytest.mark.parametrize(
    ("state", "note"),
    [
        (deal(5, 1), f"All 129 cards. {ASSUMED}"),
        (deal(4, 1), f"All 129 cards. {ASSUMED}"),
        (deal(3, 1), f"All 129 cards, none taken out for 3 players (T3). {ASSUMED}"),
        (
            deal(1, 1),
            f"All 129 cards, none taken out for 1 player (T3). {ASSUMED}."
            " A single player is not the published game (T0)",
        ),
        (deal_asked(2, 1, deck="R1 R2*2"), "3 cards, as asked for"),
        (
            deal_asked(1, 1, deck="$1*27"),
            "27 cards, as asked for. A single player is not the published game (T0)",
        ),
    ],
)
def test_what_is_said_about_a_deal(state: State, note: str) -> None:
    assert note_of(state) == note


# --- The command --------------------------------------------------------------------------------


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["deal", *map(str, arguments)])


def ten(*arguments: object) -> Result:
    return run("--game", "ten", "--seed", 1, *arguments)


def test_the_command() -> None:
    done = ten("--players", 2, "--deck", "full")
    assert done.exit_code == 0
    record = solver.read(done.stdout)
    assert record.state == deal(2, 1)
    assert record.note == note_of(deal(2, 1))
    assert "\\;" not in done.stdout
    assert solver.read(ten("--players", 4).stdout).state == deal(4, 1)
    found = solver.read(ten("--players", 3, "--deck", "R1*3 $5", "--reading", "min_bid=0").stdout)
    assert found.state == deal(3, 1, 1, {"min_bid": "0"}, Counter({"R1": 3, "$5": 1}))


def test_many_deals_are_json_lines() -> None:
    lines = ten("--players", 2, "--deck", "full", "--count", 3).stdout.splitlines()
    assert [solver.read(line).state for line in lines] == [deal(2, 1, n) for n in (1, 2, 3)]
    assert {json.loads(line)["note"] for line in lines} == {note_of(deal(2, 1))}
    assert ten("--players", 2, "--deck", "full", "--json").stdout.splitlines() == lines[:1]


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["--players", 2], 2, "T3"),
        (["--players", 2, "--deck", "full", "--pauses", 1], 2, "pauses"),
        (["--players", 2, "--deck", "R1 X5"], 5, "column 4"),
        (["--players", 2, "--deck", "R1*4"], 5, "T1"),
        (["--players", 2, "--deck", ""], 2, "no card"),
        (["--players", 6], 2, "players"),
    ],
)
def test_what_cannot_be_dealt(arguments: list[object], status: int, told: str) -> None:
    done = ten(*arguments)
    assert done.exit_code == status
    assert told in done.stderr
    assert done.stdout == ""


def test_an_error_in_json() -> None:
    done = ten("--players", 2, "--deck", "R1 X5", "--json")
    assert done.exit_code == 5
    error = json.loads(done.stdout)["error"]
    assert (error["kind"], error["column"], error["token"]) == ("read", 4, "X5")


@pytest.mark.parametrize("game", ["level10", "labyrinth"])
def test_other_games_have_no_such_choice(game: str) -> None:
    done = run("--game", game, "--players", 2, "--seed", 1, "--deck", "full")
    assert done.exit_code == 2
    assert "--deck" in done.stderr
    assert "note" not in run("--game", game, "--players", 2, "--seed", 1).stdout
