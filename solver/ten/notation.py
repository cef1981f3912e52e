"""How a position of TEN, its moves and its record are written and read.

Every position that `parse` returns can lie on a table; whether it can have been played to is for
`reachable.py` to say. The writer's order is that of `KEYS`. `players`, each player, `turn` and
`phase` are always written; the rest is left out where it is empty or at its default. `deck` is
written where the order of the cards to come is known, `unseen` where it is not and they are other
than what the visible cards leave of the full deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from solver import fields as read
from solver.fields import Field, Token, invalid, listed, lower, quoted, shown, wrong
from solver.record import Record
from solver.ten.card_notation import Located, collapsed, read_card, read_cards, spread
from solver.ten.cards import FULL_DECK, Card, in_order
from solver.ten.move_notation import parse_move, read_move, read_payment
from solver.ten.table import (
    AUCTION,
    DRAW,
    FINAL,
    MAX_PLAYERS,
    MOST_TOKENS,
    NOTHING,
    PHASES,
    READINGS,
    Auction,
    Move,
    Payment,
    Player,
    Readings,
    State,
    visible,
)
from solver.ten.validity import check_auction, check_bust_tokens, check_places, check_row
from solver.text import value_text

GAME = "ten"
TenRecord = Record[State, Move]

PLAYERS = tuple(f"player {number}" for number in range(1, MAX_PLAYERS + 1))
KEYS = (
    "game", "players", "row", "market", *PLAYERS, "turn", "phase", "auction", "final", "deck",
    "unseen", "discard", "readings", "moves", "note",
)  # fmt: skip
MULTISETS = ("market", "unseen", "discard")

PLAYER_PARTS = ("tokens", "bust", "cards")
AUCTION_PARTS = ("card", "by", "bid", "pay", "next")
FINAL_PARTS = ("next", "last")

MOST_BUSTS = FULL_DECK.total() // 2
MOST_BID = 999

A_SIZE = f"players: 1 to {MAX_PLAYERS}"
A_START = "auction: card=W5 next=2"
AN_AUCTION = "auction: card=W5 by=2 bid=3 pay=t3 next=1"
LAST_PURCHASES = "final: next=2 last=1"

Parts = Mapping[str, Token]
"""The `name=value` words of a field, by name."""


# --- Reading ----------------------------------------------------------------------------------


def parse(fields: Sequence[Field], overrides: Mapping[str, str] | None = None) -> TenRecord:
    """The position, moves and note that the fields of a document give.

    `overrides` are readings that win over those of the document. Raises `ReadError` for what
    cannot be read and `InvalidPosition` for what cannot be a position.
    """
    by_key = {field.key.text: field for field in fields}
    read.game_of(fields, [GAME])
    for field in fields:
        known_key(field)
    readings = Readings(**read.readings(by_key.get("readings"), overrides or {}, READINGS, GAME))
    state = read_state(by_key, readings)
    moves = read.words(by_key["moves"]) if "moves" in by_key else ()
    return Record(GAME, state, tuple(map(read_move, moves)), read.note(by_key.get("note")))


def read_state(by_key: Mapping[str, Field], readings: Readings) -> State:
    """The table that the keys of a document describe."""
    count = read_players(by_key)
    phase = read.one_of(by_key["phase"], PHASES) if "phase" in by_key else DRAW
    check_keys(by_key, phase)
    players = {key: parts_of(by_key.get(key), PLAYER_PARTS, "a player") for key in PLAYERS[:count]}
    auction = parts_of(by_key.get("auction"), AUCTION_PARTS, "an auction")
    turn, buyer = read_turn(by_key, count)
    places = {
        "row": read_list(by_key, "row"),
        "market": read_list(by_key, "market"),
        **{key: read_hand(parts) for key, parts in players.items()},
        "auction": [read_wild(by_key["auction"], auction)] if phase == AUCTION else [],
        "deck": read_list(by_key, "deck"),
        "unseen": read_list(by_key, "unseen"),
        "discard": read_list(by_key, "discard"),
    }
    derived = phase != FINAL and "deck" not in by_key and "unseen" not in by_key
    check_places(places, phase, derived)
    state = State(
        players=tuple(
            read_player(key, parts, spread(places[key])) for key, parts in players.items()
        ),
        turn=turn,
        phase=phase,
        row=spread(places["row"]),
        market=in_order(spread(places["market"])),
        deck=spread(places["deck"]) if "deck" in by_key else None,
        unseen=in_order(spread(places["unseen"])),
        discard=in_order(spread(places["discard"])),
        auction=read_auction(by_key["auction"], auction, count) if phase == AUCTION else None,
        next=buyer,
        readings=readings,
    )
    check_row(state, by_key["row"].value if "row" in by_key else None)
    check_bust_tokens(state, [parts.get("bust") for parts in players.values()])
    check_auction(state, auction)
    return with_unseen(state) if derived else state


def known_key(field: Field) -> None:
    """Refuse a key that the game does not have."""
    key = field.key.text
    if key.startswith("player ") and key not in PLAYERS:
        expected = f"player 1 to player {MAX_PLAYERS}"
        raise invalid(f"{quoted(key)}: there is no such player", field.key, expected)
    if key not in KEYS:
        expected = "player 1 …, " + listed([key for key in KEYS if key not in PLAYERS])
        raise wrong(f"{quoted(key)} is not a key of {GAME}", field.key, expected)


def read_players(by_key: Mapping[str, Field]) -> int:
    """The number of players: as given, or the highest of those who are described."""
    present = [key for key in PLAYERS if key in by_key]
    if "players" not in by_key:
        if not present:
            raise wrong("the key 'players' is missing", by_key["game"].key, A_SIZE)
        return 1 + PLAYERS.index(present[-1])
    count = read.integer(by_key["players"], 1, MAX_PLAYERS)
    if present and present[-1] not in PLAYERS[:count]:
        message = f"{quoted(present[-1])} contradicts players: {count}"
        expected = listed(PLAYERS[:count])
        raise invalid(message, by_key[present[-1]].key, expected, [present[-1], "players"])
    return count


def check_keys(by_key: Mapping[str, Field], phase: str) -> None:
    """Refuse keys that contradict each other or the phase, and a phase without the key it needs."""
    for key, example in ((AUCTION, A_START), (FINAL, LAST_PURCHASES)):
        if key == phase and key not in by_key:
            message = f"the key '{key}' is missing in the phase {phase}"
            raise wrong(message, by_key["phase"].value, example)
        if key != phase and key in by_key:
            message = f"{quoted(key)} contradicts the phase, which is {phase}"
            raise invalid(message, by_key[key].key, f"phase: {key}", [key, "phase"])
    if "deck" in by_key and "unseen" in by_key:
        message = "'deck' and 'unseen' contradict each other: the order is known or it is not"
        raise invalid(message, by_key["unseen"].key, "one of them", ["deck", "unseen"])


def parts_of(field: Field | None, known: Sequence[str], what: str) -> dict[str, Token]:
    """The `name=value` parts of a field, in any order; none where there is no field."""
    found: dict[str, Token] = {}
    for name, value in read.named(field) if field else ():
        key = lower(name.text)
        if key not in known:
            raise wrong(f"{quoted(name.text)} is not a part of {what}", name, listed(known))
        if key in found:
            raise wrong(f"{quoted(key)} is given twice", name, "each part once")
        found[key] = value
    return found


def needed(parts: Parts, name: str, field: Field, example: str) -> Token:
    """A part that a field does not do without."""
    if name not in parts:
        raise wrong(f"{quoted(field.key.text)} does not say {name}=…", field.value, example)
    return parts[name]


def number(token: Token, low: int, high: int, message: str) -> int:
    """A whole number from `low` to `high`; `message` is what is wrong with another."""
    expected = f"a number from {low} to {high}"
    if not read.NUMBER.fullmatch(token.text):
        raise wrong(f"{quoted(token.text)} is not a whole number", token, expected)
    if len(token.text) > 9 or not low <= int(token.text) <= high:
        raise invalid(message, token, expected)
    return int(token.text)


def seat(token: Token, count: int) -> int:
    """The number of somebody who plays."""
    return number(token, 1, count, f"there is no player {shown(token.text)}")


def read_list(by_key: Mapping[str, Field], key: str) -> list[Located]:
    """The cards of a list; in JSON a string of words will do as well."""
    if key not in by_key:
        return []
    read.want_kind(by_key[key], "list", "string")
    return list(map(read_cards, by_key[key].tokens))


# --- Players ----------------------------------------------------------------------------------


def read_hand(parts: Parts) -> list[Located]:
    """The cards of a player, parted by commas."""
    if "cards" not in parts or not (parts["cards"].text or parts["cards"].parts):
        return []
    return list(map(read_cards, read.parted(parts["cards"])))


def read_player(key: str, parts: Parts, cards: Sequence[Card]) -> Player:
    """A player: the tokens, none where they are left out, and the cards."""
    tokens = bust = 0
    if "tokens" in parts:
        has = shown(parts["tokens"].text)
        message = f"{key} cannot have {has} black tokens: {MOST_TOKENS} are the most (T2)"
        tokens = number(parts["tokens"], 0, MOST_TOKENS, message)
    if "bust" in parts:
        has = shown(parts["bust"].text)
        message = f"{key} cannot have {has} bust tokens: a bust takes two cards at least (T5)"
        bust = number(parts["bust"], 0, MOST_BUSTS, message)
    return Player(tokens, bust, in_order(cards))


# --- Turn, auction, the last purchases --------------------------------------------------------


def read_turn(by_key: Mapping[str, Field], count: int) -> tuple[int, int | None]:
    """Whose turn it is, or in the last purchases who drew last; and in these who may buy now.

    There `turn` may as well be the one who may buy; it need not be written.
    """
    turn = read.integer(by_key["turn"], 1, count) if "turn" in by_key else 1
    if FINAL not in by_key:
        return turn, None
    field = by_key[FINAL]
    parts = parts_of(field, FINAL_PARTS, "the last purchases")
    last = seat(needed(parts, "last", field, LAST_PURCHASES), count)
    buyer = seat(parts["next"], count) if "next" in parts else None
    if "turn" in by_key and turn not in (last, buyer):
        message = f"'turn' contradicts 'final': player {last} has drawn last"
        raise invalid(message, by_key["turn"].value, f"turn: {last}", ["turn", "final"])
    return last, buyer


def read_wild(field: Field, parts: Parts) -> Located:
    """The card that there is an auction for."""
    token = needed(parts, "card", field, A_START)
    return Located(read_card(token), 1, token)


def read_auction(field: Field, parts: Parts, count: int) -> Auction:
    """The auction: who bids next, and the highest bid, if there is one, with what is paid."""
    card = read_wild(field, parts).card
    following = seat(needed(parts, "next", field, A_START), count)
    if not parts.keys() & {"by", "bid", "pay"}:
        return Auction(card, following)
    by = seat(needed(parts, "by", field, AN_AUCTION), count)
    token = needed(parts, "bid", field, AN_AUCTION)
    bid = number(token, 0, MOST_BID, f"nobody can bid {shown(token.text)}")
    return Auction(card, following, by, bid, read_bid_payment(parts.get("pay")))


def read_bid_payment(token: Token | None) -> Payment:
    """What is paid for the highest bid, with the own cards named."""
    if token is None:
        return NOTHING
    payment = read_payment(token)
    if payment.open_cards:
        message = f"{quoted(token.text)} does not say which own cards are paid"
        raise wrong(message, token, "the cards, as t1+G7")
    return payment


def with_unseen(state: State) -> State:
    """The position where the cards to come are what the visible ones leave of the full deck."""
    return replace(state, unseen=not_visible(state))


def not_visible(state: State) -> tuple[Card, ...]:
    """What the visible cards leave of the full deck (T1)."""
    return in_order((FULL_DECK - visible(state)).elements())


# --- Writing ----------------------------------------------------------------------------------


def player_parts_of(player: Player) -> dict[str, Any]:
    """The parts of a player."""
    return {"tokens": player.tokens, "bust": player.bust, "cards": list(player.cards)}


def player_text(player: Player) -> str:
    """A player as the text form has it."""
    parts = {**player_parts_of(player), "cards": ",".join(collapsed(player.cards))}
    return value_text(parts)


def auction_parts_of(auction: Auction) -> dict[str, Any]:
    """The parts of an auction that say something."""
    parts: dict[str, Any] = {"card": auction.card}
    if auction.by is not None:
        parts |= {"by": auction.by, "bid": auction.bid}
        if auction.payment != NOTHING:
            parts["pay"] = str(auction.payment)
    return {**parts, "next": auction.next}


def final_parts_of(state: State) -> dict[str, int]:
    """Who may buy now, unless the game is over, and who drew last."""
    return {"next": state.next, "last": state.turn} if state.next else {"last": state.turn}


def to_come(state: State) -> dict[str, Any]:
    """The key that tells the cards to come, if it has to be told."""
    if state.deck is not None:
        return {"deck": list(state.deck)}
    implied = () if state.phase == FINAL else not_visible(state)
    return {} if state.unseen == implied else {"unseen": list(state.unseen)}


def values(record: TenRecord) -> list[tuple[str, Any]]:
    """Every key that is written and its value, in the order of `KEYS`; the players are one."""
    state = record.state
    defaults = dict(Readings().items())
    optional: dict[str, Any] = {
        "row": list(state.row),
        "market": list(state.market),
        "auction": auction_parts_of(state.auction) if state.auction else None,
        "final": final_parts_of(state) if state.phase == FINAL else None,
        "discard": list(state.discard),
        "readings": {k: v for k, v in state.readings.items() if v != defaults[k]},
        "moves": list(map(str, record.moves)),
        "note": record.note,
    }
    written: dict[str, Any] = {
        "game": GAME,
        "players": len(state.players),
        PLAYERS[0]: state.players,
        "turn": state.turn,
        "phase": state.phase,
        **to_come(state),
        **{key: value for key, value in optional.items() if value},
    }
    return [(key, written[key]) for key in KEYS if key in written]


def pairs(record: TenRecord) -> list[tuple[str, str]]:
    """The keys and values of the canonical text form, for `write_lines`."""
    found: list[tuple[str, str]] = []
    for key, value in values(record):
        if key == PLAYERS[0]:
            found += zip(PLAYERS, map(player_text, value), strict=False)
        else:
            found.append((key, value_text(collapsed(value) if key in MULTISETS else value)))
    return found


def to_json(record: TenRecord) -> dict[str, Any]:
    """The canonical JSON twin: the same keys in the same order, the players in one list."""
    return {
        "players_state" if key == PLAYERS[0] else key: (
            list(map(player_parts_of, value)) if key == PLAYERS[0] else value
        )
        for key, value in values(record)
    }


__all__ = ["pairs", "parse", "parse_move", "to_json"]
