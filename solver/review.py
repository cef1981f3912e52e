"""Goes through a game record and finds the move after which it could no longer be won."""

from __future__ import annotations

from dataclasses import dataclass

from solver.game import Game, Move, State
from solver.play import line_of_play
from solver.record import Record
from solver.verdict import Limits, Verdict


@dataclass(frozen=True, slots=True)
class Review:
    """What became of a game.

    `winnable_until` is the number of moves after which it was last winnable, None where it never
    was or where that is not known; `blunder` counts the moves from 1 and is the one that threw the
    win away, `player` who made it, and `better` a winning move there (None where, under
    `starter=any`, another player would have had to begin). `undecided` are the first and the last
    number of moves after which nothing is known. `verdicts` are those that were asked for, by the
    number of moves; the others follow, as what cannot be won never can be again.
    """

    winnable_until: int | None
    blunder: int | None
    player: int | None
    better: str | None
    final: str
    undecided: tuple[int, int] | None
    verdicts: dict[int, Verdict]


def review(
    game: Game,
    record: Record[State, Move],
    engine: str,
    limits: Limits,
) -> Review:
    """Reviews a record, `limits` being those of each position that has to be solved.

    A position that cannot be won leads to none that can, so the last winnable one is found by
    halving. Raises `IllegalMove` for a record that breaks a rule, and `ValueError` for a game of
    which the former is not true.
    """
    if not game.reviewable:
        raise ValueError(f"{game.name} cannot be reviewed: what is out of reach may come back")
    states = line_of_play(game, record.state, record.moves)
    final = game.outcome(states[-1])
    verdicts: dict[int, Verdict] = {}
    question = game.ask(None)

    def ask(index: int) -> str:
        verdicts[index] = game.solve(states[index], question, engine, limits)
        return verdicts[index].verdict

    # Everything up to `won` is winnable and everything from `lost` on is not; positions that
    # nobody could decide lie between and are asked for once.
    won = len(states) - 1 if final == "won" else -1
    lost = len(states) - 1 if final == "lost" else len(states)
    asked: set[int] = set()
    while open_ones := [index for index in range(won + 1, lost) if index not in asked]:
        middle = open_ones[len(open_ones) // 2]
        asked.add(middle)
        word = ask(middle)
        if word == "winnable":
            won = max(won, middle)
        elif word == "unwinnable":
            lost = min(lost, middle)

    if won + 1 < lost:
        return Review(None, None, None, None, final, (won + 1, lost - 1), verdicts)
    if won < 0:
        return Review(None, None, None, None, final, None, verdicts)
    if won == len(states) - 1:
        return Review(won, None, None, None, final, None, verdicts)
    player, verdict = game.player(states[won]), verdicts[won]
    another_starter = verdict.starter not in (None, player)
    better = None if another_starter or not verdict.plan else verdict.plan[0]
    return Review(won, won + 1, player, better, final, None, verdicts)
