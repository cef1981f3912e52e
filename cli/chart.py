"""The picture of a survey: the share of deals that cannot be won, with its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.output import readings_text
from solver import GAMES
from solver.survey.report import Report, Tally

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# The palette of Okabe and Ito, which colour-blind people can tell apart; the markers differ as
# well, for a print in black and white.
SERIES = (("#0072b2", "o"), ("#d55e00", "s"), ("#009e73", "^"), ("#cc79a7", "D"), ("#000000", "v"))
STYLE = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 9,
    "grid.color": "#dddddd",
    "legend.frameon": False,
    "svg.hashsalt": "level10",  # the same report is the same file
}
WIDTH, HEIGHT = 6.7, 3.8  # inches: as wide as the text on a page
SPREAD = 0.7  # of the room between two numbers of pauses, for the tables of different sizes
LOGARITHMIC = 8  # an axis is, where the intervals' upper ends differ by more than this factor


def draw(report: Report, path: Path) -> None:
    """Writes the picture of a report, which must have a tally, as an SVG file.

    It shows what is *not* won, because that is what differs where nearly every deal can be won.
    """
    from matplotlib import style
    from matplotlib.figure import Figure

    with style.context(STYLE, after_reset=True):
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        axes = figure.subplots()
        pauses = sorted({tally.pauses for tally in report.tallies})
        players = sorted({tally.players for tally in report.tallies})
        floor = scale(axes, report.tallies)
        for k, seats in enumerate(players):
            aside = SPREAD * ((k + 0.5) / len(players) - 0.5)
            for tally in report.tallies:
                if tally.players == seats:
                    place = pauses.index(tally.pauses) + aside
                    plot(axes, place, floor, tally, *SERIES[k % len(SERIES)])
            colour, marker = SERIES[k % len(SERIES)]
            axes.plot([], [], color=colour, marker=marker, linestyle="", label=str(seats))
        axes.set_xticks(range(len(pauses)), list(map(str, pauses)))
        axes.set_xlim(-0.5, len(pauses) - 0.5)
        axes.tick_params(axis="x", length=0, pad=8)
        axes.set_xlabel("pauses in the deck")
        axes.set_ylabel("deals that cannot be won, per cent")
        axes.set_title(title(report), loc="left", fontsize="medium")
        figure.legend(title="players", loc="outside right upper")
        figure.savefig(path, format="svg", metadata={"Date": None})


def plot(axes: Axes, place: float, floor: float, tally: Tally, colour: str, marker: str) -> None:
    """One combination: a thin line for the interval, a thick one over what is undecided, and a
    sign for what is proved lost, hollow and at the foot of the axis where that is nothing."""
    lost, undecided, low, high = (
        max(floor, 100 * share)
        for share in (
            tally.unwinnable / tally.deals,
            1 - tally.share,
            1 - tally.high,
            1 - tally.low,
        )
    )
    axes.vlines(place, low, high, color=colour, linewidth=1.2)
    axes.vlines(place, lost, undecided, color=colour, linewidth=5, alpha=0.4)
    fill = colour if tally.unwinnable else "white"
    axes.plot(
        place, lost, marker=marker, color=colour, markerfacecolor=fill, zorder=3, clip_on=False
    )


def scale(axes: Axes, tallies: Sequence[Tally]) -> float:
    """Chooses an axis of per cents on which the combinations differ visibly, and gives its foot."""
    tops = [100 * (1 - tally.low) for tally in tallies]
    floor, ceiling = 0.0, 1.05 * max(tops)
    if max(tops) > LOGARITHMIC * min(tops):
        lost = [100 * tally.unwinnable / tally.deals for tally in tallies if tally.unwinnable]
        floor, ceiling = min(lost + tops) / 3, 1.5 * max(tops)
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
    axes.set_ylim(floor, ceiling)
    return floor


def title(report: Report) -> str:
    """What the picture is of, and how to read it."""
    counts = [tally.deals for tally in report.tallies]
    few, many = min(counts), max(counts)
    setup = report.setup
    return (
        f"{setup.game}, seed {setup.seed}, {few if few == many else f'{few} to {many}'} deals for"
        f" each combination, all cards known\n"
        f"readings: {readings_text(GAMES[setup.game], setup.readings)}\n"
        "lines: 95 % intervals; hollow: none is proved lost; broad: undecided"
    )
