"""Selfish play of TEN as an answer, for programs and for people: last purchases and auctions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.game import Table
from solver.ten import selfish_check
from solver.ten.bidding import Bidder, Bidding, Offer, bidding
from solver.ten.rules import Standing
from solver.ten.selfish import AIMS, TIES, Line, last_purchases, standings_of
from solver.ten.table import State
from solver.verdict import Budget, Disagreement, LimitName, LimitReached

METHOD = "backward induction over purchases that can win"
SECOND_METHOD = "backward induction over markets and best standings, with a scoring of its own"

RIGHT_AFTER = (
    "who wins and the points are those of the table as it is right after the auction, whatever"
    " cards are still to come"
)
LIMIT_MEANS = (
    "the highest bid worth making is the highest for which a player could have the wild and be no"
    " worse off than if the auction ended as it stands"
)


# --- The last purchases -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PurchasesAnswer:
    """How selfish players end a game; a second method came to the same unless it ran into the
    `limit`."""

    state: State
    line: Line
    limit: LimitName | None

    @property
    def confirmed_by(self) -> str | None:
        """The second method, if it came to an end."""
        return SECOND_METHOD if self.limit is None else None

    def to_json(self) -> dict[str, Any]:
        """The answer as a JSON document."""
        return {
            "phase": self.state.phase,
            "line": line_keys(self.line),
            "standings": standings_keys(self.line.standings),
            "winners": list(self.line.winners),
            "method": METHOD,
            "confirmed_by": self.confirmed_by,
            "limit": self.limit,
            "nodes": self.line.nodes,
            "assumptions": self.assumptions(),
        }

    def story(self) -> list[str | Table]:
        """The answer for people: lines, and tables between them."""
        found = self.line
        lines: list[str | Table] = [
            f"{players(found.winners)} if everybody plays for themselves",
            "",
        ]
        if found.moves:
            lines += [moves_table(found), ""]
        lines += [standings_table(standings_of(self.state), found.standings), ""]
        if self.limit is not None:
            lines += [f"not confirmed by a second method: {self.limit} ran out", ""]
        return [*lines, *(f"assumed: {one}" for one in self.assumptions())]

    def assumptions(self) -> list[str]:
        """What the answer rests on beside the rules."""
        return [AIMS, TIES] if self.line.moves else []


def purchases(state: State, budget: Budget) -> PurchasesAnswer:
    """How selfish players end a game in which only the last purchases are left.

    Raises `LimitReached`, `ValueError` in another phase, and `Disagreement` where the referee or
    the second method contradicts.
    """
    line = last_purchases(state, budget)
    try:
        again = selfish_check.ending(state, budget)
    except LimitReached as reached:
        return PurchasesAnswer(state, line, reached.name)
    standings = tuple((score, tokens, -cards) for score, tokens, cards in again.standings)
    if (again.moves, standings) != (line.moves, line.standings):
        raise Disagreement("two methods do not find the same last purchases")
    return PurchasesAnswer(state, line, None)


# --- Auctions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AuctionAnswer:
    """What a wild is worth to each player, and how selfish players go on with its auction."""

    state: State
    found: Bidding

    def to_json(self) -> dict[str, Any]:
        """The answer as a JSON document."""
        auction, line = self.state.auction, self.found.line
        assert auction is not None
        present = {"player": auction.by, "bid": auction.bid, "payment": str(auction.payment)}
        return {
            "phase": self.state.phase,
            "wild": auction.card,
            "present": present if auction.by else None,
            "players": [bidder_keys(one, self.state) for one in self.found.bidders],
            "line": line_keys(line),
            "gets": self.found.gets,
            "standings": standings_keys(line.standings),
            "leaders": list(line.winners),
            "nodes": line.nodes,
            "assumptions": self.assumptions(),
        }

    def story(self) -> list[str | Table]:
        """The answer for people: lines, and tables between them."""
        found, line, auction = self.found, self.found.line, self.state.auction
        assert auction is not None
        gets = "nobody gets it" if found.gets is None else f"player {found.gets} gets it"
        following = next(one for one in found.bidders if one.player == auction.next)
        lines: list[str | Table] = [
            self.headline(),
            "",
            bidders_table(found.bidders),
            "",
            f"if everybody plays for themselves {gets}",
            moves_table(line),
            "",
            standings_table(standings_of(self.state), line.standings),
            "",
        ]
        if following.offers:
            text = f"what player {auction.next} would have with the wild, by bid:"
            lines += [text, offers_table(following, self.state), ""]
        return [*lines, *(f"assumed: {one}" for one in self.assumptions())]

    def headline(self) -> str:
        """What is bid for, and who has bid most."""
        auction = self.state.auction
        assert auction is not None
        best = f"player {auction.by} has bid {auction.bid}" if auction.by else "no bid so far"
        paid = f" ({auction.payment})" if str(auction.payment) else ""
        return f"auction of {auction.card}: {best}{paid}, player {auction.next} is next"

    def assumptions(self) -> list[str]:
        """What the answer rests on beside the rules, and what its words mean."""
        return [AIMS, RIGHT_AFTER, TIES, LIMIT_MEANS]


def auction(state: State, budget: Budget) -> AuctionAnswer:
    """What a wild is worth to each player, and how selfish players go on with its auction.

    Raises `LimitReached`, `ValueError` in another phase, and `Disagreement` where the referee
    contradicts.
    """
    return AuctionAnswer(state, bidding(state, budget))


# --- For programs -------------------------------------------------------------------------------


def line_keys(line: Line) -> list[dict[str, Any]]:
    """The moves of a line as JSON answers have them."""
    pairs = zip(line.players, line.moves, strict=True)
    return [{"player": player, "move": str(move)} for player, move in pairs]


def standing_keys(standing: Standing) -> dict[str, int]:
    """A standing as JSON answers have it."""
    score, tokens, cards = standing
    return {"points": score, "tokens": tokens, "cards": -cards}


def standings_keys(standings: Sequence[Standing]) -> list[dict[str, int]]:
    """The standings of all players as JSON answers have them."""
    return [{"player": player, **standing_keys(one)} for player, one in enumerate(standings, 1)]


def bidder_keys(bidder: Bidder, state: State) -> dict[str, Any]:
    """What a wild is worth to a player as JSON answers have it."""
    return {
        "player": bidder.player,
        "points": bidder.points,
        "with_wild": bidder.with_wild,
        "value": bidder.value,
        "to_come": bidder.to_come,
        "highest": bidder.limit,
        "bids": [
            {
                "bid": offer.bid,
                "payment": str(offer.payment),
                **standing_keys(offer.standing),
                "wins": wins(bidder, offer, state),
            }
            for offer in bidder.offers
        ],
    }


def wins(bidder: Bidder, offer: Offer, state: State) -> bool:
    """Whether a player would win by getting the wild for an offer."""
    others = standings_of(state)
    return all(
        offer.standing >= one for number, one in enumerate(others, 1) if number != bidder.player
    )


# --- For people ---------------------------------------------------------------------------------


def players(winners: Sequence[int]) -> str:
    """Who wins, in words."""
    if len(winners) == 1:
        return f"player {winners[0]} wins"
    return f"players {' and '.join(map(str, winners))} share the win"


def moves_table(line: Line) -> Table:
    """The moves of a line."""
    pairs = zip(line.players, line.moves, strict=True)
    return Table(("player", "move"), tuple((str(player), str(move)) for player, move in pairs))


def standings_table(before: Sequence[Standing], after: Sequence[Standing]) -> Table:
    """The standings of all players, and how they were before."""
    rows = []
    for player, pair in enumerate(zip(before, after, strict=True), 1):
        words = (
            f"{abs(new)}" if old == new else f"{abs(new)} (was {abs(old)})"
            for old, new in zip(*pair, strict=True)
        )
        rows.append((str(player), *words))
    return Table(("player", "points", "black tokens", "cards"), tuple(rows))


def bidders_table(found: Sequence[Bidder]) -> Table:
    """What a wild is worth to the players."""
    rows = []
    for one in found:
        limit = "none" if one.limit is None else str(one.limit)
        words = str(one.points), str(one.with_wild), str(one.value)
        rows.append((str(one.player), *words, limit if one.to_come else "-"))
    headings = "player", "points", "with the wild", "value", "highest bid worth making"
    return Table(headings, tuple(rows))


def offers_table(bidder: Bidder, state: State) -> Table:
    """What a player would be left with, by bid."""
    rows = []
    for offer in bidder.offers:
        score, tokens, cards = offer.standing
        words = str(score), str(tokens), str(-cards), "yes" if wins(bidder, offer, state) else "no"
        rows.append((str(offer.bid), str(offer.payment) or "-", *words))
    headings = "bid", "payment", "points", "black tokens", "cards", "wins"
    return Table(headings, tuple(rows))
