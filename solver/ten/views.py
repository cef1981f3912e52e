"""A table of TEN and a plan for it, as people look at them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from textwrap import wrap

from solver.game import Picture, PictureCell, Table
from solver.ten import rules
from solver.ten.card_notation import collapsed
from solver.ten.cards import (
    COLOUR_NAMES,
    COLOURS,
    CURRENCY,
    CURRENCY_VALUES,
    NUMBERS,
    Card,
    is_currency,
    is_wild,
    without,
)
from solver.ten.scoring import Run, runs
from solver.ten.table import (
    BUST_FROM,
    BUY,
    DRAW,
    FINAL,
    NOTHING,
    Auction,
    Move,
    Payment,
    Player,
    State,
)

WIDTH = 66  # characters of a line below the cards: in a drawing as long as nine of them
NO_CARD = PictureCell(".", "empty")

Row = tuple[str, tuple[PictureCell, ...]]
"""The label of some cards, and their cells."""


# --- Pictures -------------------------------------------------------------------------------


def picture(state: State) -> Picture:
    """The row, the market, and the cards of each player: a line for each colour from 1 to 9, so
    that runs and gaps are seen, the wilds where they score most now."""
    rows: list[Row] = [("row", tuple(map(card_cell, state.row)) or (NO_CARD,))]
    if state.auction is not None:
        rows.append(("auction", (card_cell(state.auction.card),)))
    empty: Row = ("market", (NO_CARD,) * len(NUMBERS))
    rows += list(colour_rows("market", state.market)) or [empty]
    for number, player in enumerate(state.players, 1):
        rows += player_rows(str(number), player, state.readings.wild_only_run == "yes")
    return Picture(tuple(rows), tuple(folded(lines(state))))


def card_cell(card: Card, count: int = 1, in_run: bool = False) -> PictureCell:
    """A card, or several copies of it: of its colour, `wild` of any colour, or `currency`."""
    sort = "currency" if is_currency(card) else COLOUR_NAMES.get(card[0], "wild")
    return PictureCell(collapsed([card] * count)[0], f"{sort} in run" if in_run else sort)


def colour_rows(label: str, cards: Iterable[Card], best: Iterable[Run] = ()) -> Iterator[Row]:
    """Number cards and the runs that they are in, a row for each colour that there is."""
    counts = Counter(cards)
    run_of = {run.colour: run for run in best}
    for colour in COLOURS:
        run = run_of.get(colour, Run(colour))
        wilds = {number: card for card, number in run.wilds}
        cells = []
        for number in NUMBERS:
            card = wilds.get(number, f"{colour}{number}")
            in_run = run.points > 0 and (run.first or 0) <= number <= (run.last or 0)
            count = 1 if number in wilds else counts[card]
            cells.append(card_cell(card, count, in_run) if count else NO_CARD)
        if set(cells) != {NO_CARD}:
            yield f"{label} {COLOUR_NAMES[colour]}", tuple(cells)


def player_rows(label: str, player: Player, wild_only: bool) -> Iterator[Row]:
    """The cards of a player by colour (T12), and the wilds that score nothing now."""
    best = runs(player.cards, wild_only)
    yield from colour_rows(label, player.cards, best)
    placed = [card for run in best for card, _ in run.wilds]
    if spare := without(filter(is_wild, player.cards), placed):
        yield f"{label} spare", tuple(map(card_cell, spare))


def lines(state: State) -> Iterator[str]:
    """Who has what and what is to be done, and the cards that lie nowhere else."""
    for number, player in enumerate(state.players, 1):
        mark = ">" if number == rules.active(state) and not rules.over(state) else " "
        yield f"{mark} player {number}: {belongings(state, number, player)}"
    yield f"  {doing(state)}"
    cards = state.to_come
    if not cards:
        yield "  no cards to come"
    elif state.deck is not None:
        yield f"  {counted(len(cards), 'card')} to come, next first: {' '.join(cards)}"
    else:
        known = " ".join(collapsed(cards))
        yield f"  {counted(len(cards), 'card')} to come, in an order not known: {known}"
    if state.discard:
        yield f"  out of play: {' '.join(collapsed(state.discard))}"


def folded(long: Iterable[str]) -> Iterator[str]:
    """Lines that are not too long to be looked at."""
    for line in long:
        yield from wrap(line, WIDTH, subsequent_indent=" " * 4)


def belongings(state: State, number: int, player: Player) -> str:
    """The score as it is now and what a player has."""
    has = [
        counted(rules.score(state, number), "point"),
        counted(player.tokens, "black token"),
        *([counted(player.bust, "bust token")] if player.bust else []),
        counted(len(player.cards), "card"),
    ]
    return ", ".join(has)


def counted(count: int, what: str) -> str:
    """A number of things: `1 card`, `no cards`."""
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"


def doing(state: State) -> str:
    """What is to be done now, or who has won."""
    player = f"player {rules.active(state)}"
    if rules.over(state):
        return f"the game is over: {won(rules.winners(state))}"
    if state.auction is not None:
        return f"auction of {state.auction.card}: {highest(state.auction)}; {player} is next"
    if state.phase == BUY:
        return f"{player} may buy a card"
    if state.phase == FINAL:
        last = (
            "the last one" if rules.active(state) == state.turn else f"player {state.turn} is last"
        )
        return f"last purchases: {player} may buy a card, {last}"
    if not state.row:
        return f"{player} draws; the row is empty"
    numbers = state.total + state.currency
    total = f"{numbers} - {state.currency} = {state.total}" if state.currency else f"{numbers}"
    return f"{player} draws or stops; running total {total}, {danger(state)}"


def won(best: Sequence[int]) -> str:
    """Who wins, or shares the win (T13)."""
    if len(best) == 1:
        return f"player {best[0]} wins"
    return f"players {' and '.join(map(str, best))} share the win"


def highest(auction: Auction) -> str:
    """The highest bid so far (T10)."""
    if auction.by is None:
        return "no bid yet"
    with_pieces = f" ({auction.payment})" if auction.payment.value else ""
    return f"player {auction.by} bids {auction.bid}{with_pieces}"


def danger(state: State) -> str:
    """From which cards on the next one would be a bust (T5)."""
    number, currency = BUST_FROM - state.total, BUST_FROM - state.currency
    found = [f"from {number}"] if number <= max(NUMBERS) else []
    if currency <= max(CURRENCY_VALUES):
        found.append(f"from {CURRENCY}{currency}")
    return f"bust {' and '.join(found)} on" if found else "no card is a bust"


# --- Moves ----------------------------------------------------------------------------------


def moves_text(state: State) -> list[str]:
    """What may be done and what it does; bids and purchases in a line for each amount or card, with
    the payments."""
    payments: defaultdict[str, list[Payment]] = defaultdict(list)
    told = []
    for move in rules.legal_moves(state):
        if move.kind in ("bid", "buy"):
            payments[str(replace(move, payment=NOTHING))].append(move.payment)
        elif move.kind == "draw" and state.order is None:
            told.append(f"{move}: one of {counted(len(state.unseen), 'card')}")
        else:
            told.append(f"{move}: {effect(state, move, rules.apply(state, move))}")
    for name in sorted(payments, key=lambda one: (len(one), one)):
        by_own_cards = sorted(payments[name], key=lambda one: (one.open_cards, one.bust))
        told.append(f"{name}: {' '.join(str(one) or 'nothing' for one in by_own_cards)}")
    if any(one.open_cards for paid in payments.values() for one in paid):
        told.append("c1 is any one own card, c2 any two, …: name them to make the move, as t1+R5")
    return told


def effect(before: State, move: Move, after: State) -> str:
    """What a move does, in words."""
    said = [*done(before, move, after), *gains(before, after)]
    if after.phase == FINAL != before.phase:
        said.append("the last purchases begin")
    return ", ".join(said)


def done(before: State, move: Move, after: State) -> Iterator[str]:
    """What the player does who makes a move."""
    numbers = " ".join(before.numbers)
    if move.kind == "draw":
        yield from drawing(before, move.card or before.to_come[0])
    elif move.kind == rules.NUMBERS:
        yield f"takes {numbers or 'no card'}"
    elif move.kind == rules.CURRENCY:
        yield f"takes {before.currency} in currency" if before.currency else "takes no currency"
        if numbers:
            yield f"{numbers} to the market"
    elif move.kind == "buy":
        yield f"buys {move.card}"
    elif before.auction is not None:
        yield f"bids {move.bid}" if move.kind == "bid" else "passes"
        if after.auction is None:
            yield knocked_down(before.auction, rules.active(before), move, after)
    else:
        yield "ends the turn" if before.phase == DRAW else "buys nothing"


def drawing(before: State, card: Card) -> Iterator[str]:
    """What a drawn card does (T4, T5, T7)."""
    if is_wild(card):
        yield f"draws {card}, an auction begins"
        return
    there = replace(before, row=(*before.row, card))
    why = rules.is_bust(there.total, there.currency)
    if why is None:
        yield f"draws {card}"
    else:
        amount = there.total if why == "total" else there.currency
        yield f"draws {card}, bust by {why} of {amount}"
        if there.numbers:
            yield f"{' '.join(there.numbers)} to the market"


def knocked_down(auction: Auction, player: int, move: Move, after: State) -> str:
    """How an auction ends with the last bid or pass (T10)."""
    by, payment = auction.by, auction.payment
    if move.kind == "bid":
        by, payment = player, move.payment
    if by is not None:
        return f"player {by} takes {auction.card} for {payment if payment.value else 'nothing'}"
    if after.readings.no_bid == "discard":
        return f"{auction.card} is discarded"
    return f"player {player} takes {auction.card} for nothing"


def gains(before: State, after: State) -> Iterator[str]:
    """Who has more tokens after a move."""
    pairs = zip(before.players, after.players, strict=True)
    for number, (had, has) in enumerate(pairs, 1):
        if has.tokens > had.tokens:
            yield f"player {number} gains {has.tokens - had.tokens}"
        if has.bust > had.bust:
            yield f"player {number} gains a bust token"


# --- Plans ----------------------------------------------------------------------------------


def plan_table(state: State, moves: Sequence[Move], alone: bool) -> Table:
    """A plan move by move: what each does; after it the running total, everybody's tokens (`7+b1`
    are seven black ones and a bust token) and points, and the market. TEN has no plans of one
    player `alone`."""
    rows = []
    for number, move in enumerate(moves, 1):
        after = rules.apply(state, move)
        players = range(1, len(after.players) + 1)
        rows.append(
            (
                str(number),
                str(rules.active(state)),
                str(move),
                effect(state, move, after),
                str(after.total) if after.row else "-",
                " ".join(map(tokens, after.players)),
                " ".join(str(rules.score(after, one)) for one in players),
                " ".join(collapsed(after.market)) or "-",
            )
        )
        state = after
    headings = ("move", "player", "plays", "what it does", "total", "tokens", "points", "market")
    return Table(headings, tuple(rows))


def tokens(player: Player) -> str:
    """The tokens of a player: `7`, `7+b1`."""
    return f"{player.tokens}+b{player.bust}" if player.bust else str(player.tokens)


def plan_pictures(state: State, moves: Sequence[Move], alone: bool) -> list[tuple[str, Picture]]:
    """The table to which a plan leads, with a title that names its last move."""
    title = ""
    for number, move in enumerate(moves, 1):
        title = f"after move {number}, player {rules.active(state)}: {move}"
        state = rules.apply(state, move)
    return [(title, picture(state))]
