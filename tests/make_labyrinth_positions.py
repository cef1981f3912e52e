"""Makes `data/labyrinth-positions.jsonl`: questions about plans in Master Labyrinth, answered by
the naive copy of the rules. Run it as a script; the same file comes out each time.

A line has the `position`, the `goal`, the number of `turns` and what the `opponents` do. Where they
stand still it has the `fewest` turns and the number of `plans`, both null if there is no plan. With
free opponents it says whether the goal can be `forced`, and whether it could be reached if they
stood `still`. `stolen` marks a plan that fails only because the other player takes the treasure
first, `saved` the same position with a further treasure of that value, where it succeeds.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import naive_labyrinth as naive
from naive_labyrinth import Position

FILE = Path(__file__).with_name("data") / "labyrinth-positions.jsonl"
SEED = 4
BOARDS = 400_000  # a question that needs more boards is left out
CAN_MATTER = {
    "take": ["entering", "lair", "treasures", "turn_spare"],
    "reach": ["lair", "turn_spare"],
    "battle": ["lair", "lair_opening", "turn_spare"],
}

# How many questions: goal, turns, cards 7-12 held, fewest turns, number.
STILL = [
    ("take:1", 2, 0, 1, 15),
    ("take:1", 2, 0, 2, 40),
    ("take:1", 2, 0, None, 15),
    ("take:2", 2, 0, 2, 35),
    ("take:2", 2, 0, None, 10),
    ("take:3", 2, 0, None, 1),
    ("reach", 2, 0, 1, 10),
    ("reach", 2, 0, 2, 30),
    ("reach", 2, 0, None, 10),
    ("battle", 2, 0, 1, 10),
    ("battle", 2, 0, 2, 25),
    ("battle", 2, 0, None, 10),
    ("take:1", 2, 1, 1, 15),
    ("take:1", 2, 1, 2, 6),
    ("take:1", 2, 1, None, 2),
    ("take:2", 2, 1, 1, 15),
    ("take:2", 2, 1, 2, 8),
    ("take:3", 2, 1, 2, 10),
    ("take:3", 2, 1, None, 3),
    ("reach", 2, 1, 1, 8),
    ("reach", 2, 1, 2, 4),
    ("battle", 2, 1, 1, 8),
    ("battle", 2, 1, 2, 4),
    ("take:2", 2, 2, 1, 5),
    ("take:2", 2, 2, 2, 3),  # two and more cards only with the spare as it lies
    ("take:3", 2, 2, 2, 5),
    ("take:1", 3, 0, 3, 10),
    ("take:2", 3, 0, 3, 8),
    ("take:3", 3, 0, 3, 8),
    ("take:3", 3, 0, None, 3),
    ("reach", 3, 0, 3, 5),
    ("reach", 3, 0, None, 2),
    ("battle", 3, 0, 3, 4),
]

# The same with the others free: goal, turns, cards, still, forced, number. With cards in two turns
# only with the spare as it lies.
FREE = [
    ("take:1", 2, 0, True, False, 10),
    ("take:2", 2, 0, True, False, 8),
    ("reach", 2, 0, True, False, 8),
    ("battle", 2, 0, True, False, 8),
    ("take:2", 2, 1, True, False, 2),
    ("take:1", 2, 0, True, True, 5),
    ("take:2", 2, 0, True, True, 2),
    ("reach", 2, 0, True, True, 3),
    ("battle", 2, 0, True, True, 3),
    ("take:2", 2, 1, True, True, 2),
    ("take:1", 2, 0, False, False, 1),
    ("battle", 2, 0, False, False, 1),
    ("take:1", 1, 0, True, True, 1),
    ("take:1", 1, 1, True, True, 2),
    ("take:2", 1, 1, True, True, 1),
    ("battle", 1, 0, True, True, 1),
    ("reach", 1, 0, False, False, 1),
]
STOLEN = 6  # pairs of positions: one that is stolen, and the same one saved


def random_position(rng: random.Random, goal: str, players: int, cards: int) -> Position:
    """A position without what no plan depends on, its player holding so many cards 7-12."""
    kind = goal.split(":")[0]
    if kind == "battle":
        phase = rng.choice(["battle", "battle", "single"])
    elif goal in ("take:2", "take:3"):
        phase = rng.choice(["many", "many", "turning", "second"])
    else:
        phase = rng.choice(["single", "single", "many", "turning"])
    line = naive.random_line(rng, players, phase=phase, classic=rng.random() < 0.7)
    position = naive.parse(line)
    position.guardians = {}
    position.die = naive.FACES
    position.extra = cards > 0 and rng.random() < 0.2
    for adventurer in position.adventurers.values():
        adventurer.treasures, adventurer.coins, adventurer.cards = [], 0, []
    hand = position.adventurers[position.turn].cards
    hand += rng.sample(range(7, 13), cards)
    if rng.random() < 0.2:
        hand.append(rng.randint(1, 6))
    hand.sort()
    return position


def random_goal(rng: random.Random, goal: str) -> str:
    if goal == "reach":
        return "reach:" + ("d4" if rng.random() < 0.15 else rng.choice(naive.SQUARES))
    return goal


def vary(position: Position, goal: str, number: int, rng: random.Random) -> None:
    """Sets one reading that can matter, each in its turn, and sometimes another."""
    names = CAN_MATTER[goal.split(":")[0]]
    name = names[number % len(names)]
    position.readings[name] = rng.choice(naive.VALUES[name][1:])
    if rng.random() < 0.2:
        name = rng.choice(names)
        position.readings[name] = rng.choice(naive.VALUES[name][1:])
    if position.readings["entering"] != "from-another-square" and rng.random() < 0.7:
        # The reading speaks of an adventurer on the treasure.
        square = position.adventurers[position.turn].square
        (value, _), *others = position.treasures
        position.treasures = tuple(sorted([(value, square), *others]))


def still_question(
    position: Position, goal: str, turns: int, answer: tuple[int, int] | None
) -> dict[str, object]:
    fewest, plans = answer or (None, None)
    return {
        "position": naive.write(position),
        "goal": goal,
        "turns": turns,
        "opponents": "still",
        "fewest": fewest,
        "plans": plans,
    }


def still_questions(rng: random.Random) -> Iterator[dict[str, object]]:
    varied = 0
    for kind, turns, cards, wanted, count in STILL:
        for number in range(count):
            vary_it = number % 3 == 1
            varied += vary_it
            while True:
                goal = random_goal(rng, kind)
                position = random_position(rng, goal, rng.choice([1, 1, 2, 3]), cards)
                if vary_it:
                    vary(position, goal, varied, rng)
                if cards == 2 and wanted != 1:
                    position.readings["turn_spare"] = "as-it-lies"
                # Where the answer is to be late, look first whether it is not early.
                if wanted != 1 and naive.fewest(position, goal, (wanted or turns) - 1):
                    continue
                try:
                    answer = naive.fewest(position, goal, wanted or turns, BOARDS)
                except naive.TooMany:
                    continue
                if (answer and answer[0]) != wanted:
                    continue
                if vary_it and cards == 0 and turns == 2:
                    usual = naive.parse(naive.write(position))
                    usual.readings = dict(naive.DEFAULTS)
                    usual.treasures = tuple(t for t in usual.treasures if t[1] != naive.SPARE)
                    if naive.fewest(usual, goal, turns) == answer:
                        continue
                break
            yield still_question(position, goal, turns, answer)


def free_question(
    position: Position, goal: str, turns: int, still: bool, forced: bool
) -> dict[str, object]:
    return {
        "position": naive.write(position),
        "goal": goal,
        "turns": turns,
        "opponents": "free",
        "still": still,
        "forced": forced,
    }


def free_questions(rng: random.Random) -> Iterator[dict[str, object]]:
    varied = 0
    for kind, turns, cards, still, forced, count in FREE:
        for number in range(count):
            vary_it = number % 3 == 1
            varied += vary_it
            while True:
                goal = random_goal(rng, kind)
                position = random_position(rng, goal, 2, cards)
                if vary_it:
                    vary(position, goal, varied, rng)
                if cards and turns == 2:
                    position.readings["turn_spare"] = "as-it-lies"
                if turns == 2 and naive.fewest(position, goal, 1):
                    continue
                try:
                    if (naive.fewest(position, goal, turns, BOARDS) is not None) != still:
                        continue
                    if naive.forced(position, goal, turns, BOARDS) == forced:
                        break
                except naive.TooMany:
                    continue
            yield free_question(position, goal, turns, still, forced)


def stolen_questions(rng: random.Random) -> Iterator[dict[str, object]]:
    goal, turns = "take:1", 2
    found = 0
    while found < STOLEN:
        position = random_position(rng, goal, 2, 0)
        if len(position.treasures) != 1 or naive.fewest(position, goal, 1):
            continue
        if naive.fewest(position, goal, turns) is None or naive.forced(position, goal, turns):
            continue
        if not naive.forced(position, goal, turns, others_take=False):
            continue
        for _ in range(20):
            saved = naive.parse(naive.write(position))
            value, _ = position.treasures[0]
            saved.treasures = (*position.treasures, (value, rng.choice(naive.SQUARES)))
            if naive.fewest(saved, goal, 1) is None and naive.forced(saved, goal, turns):
                found += 1
                yield {**free_question(position, goal, turns, True, False), "stolen": True}
                yield {**free_question(saved, goal, turns, True, True), "saved": True}
                break


def spare_questions(rng: random.Random) -> Iterator[dict[str, object]]:
    """Treasures that have left the board with their tile, the lowest one in most of them."""
    for number, wanted in enumerate([1, 2, None] * 5):
        while True:
            goal = rng.choice(["take:1", "take:2"])
            position = random_position(rng, goal, rng.choice([1, 2]), 0)
            position.readings["treasures"] = "on-tiles"
            treasures = list(position.treasures)
            place = 0 if number < 10 else rng.randrange(len(treasures))
            treasures[place] = (treasures[place][0], naive.SPARE)
            position.treasures = tuple(sorted(treasures))
            answer = naive.fewest(position, goal, 2)
            if (answer and answer[0]) == wanted:
                break
        yield still_question(position, goal, 2, answer)


def main() -> None:
    """Writes the questions with their answers."""
    with FILE.open("w", encoding="utf-8") as file:
        for questions, seed in (
            (free_questions, SEED),
            (stolen_questions, SEED + 1),
            (still_questions, SEED),
            (spare_questions, SEED + 2),
        ):
            for question in questions(random.Random(seed)):
                print(json.dumps(question, ensure_ascii=False), file=file, flush=True)


if __name__ == "__main__":
    main()
