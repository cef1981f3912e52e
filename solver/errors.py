"""What can go wrong with an input: it cannot be read, it cannot be, or it is not allowed."""

from __future__ import annotations

from collections.abc import Sequence


class Level10Error(Exception):
    """The base of every error that an input can cause; `kind` names it in JSON answers."""

    kind = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class ReadError(Level10Error):
    """The text is not a position: where it stops making sense, and what was expected there.

    `line` and `column` count characters from 1; `token` is the offending text.
    """

    kind = "read"

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        token: str | None = None,
        expected: str | None = None,
    ) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.token = token
        self.expected = expected


class InvalidPosition(ReadError):
    """The text can be read, but no such position can exist (a card twice, say).

    `places` names every place that takes part in the contradiction.
    """

    kind = "invalid"

    def __init__(
        self,
        message: str,
        *,
        places: Sequence[str] = (),
        line: int | None = None,
        column: int | None = None,
        token: str | None = None,
        expected: str | None = None,
    ) -> None:
        super().__init__(message, line=line, column=column, token=token, expected=expected)
        self.places = tuple(places)


class IllegalMove(Level10Error):
    """A move that a rule forbids; `rule` is the rule's id, `legal` the moves allowed there.

    `index` counts the moves of a record from 1 where the move stands in one.
    """

    kind = "illegal"

    def __init__(
        self,
        message: str,
        *,
        rule: str,
        move: str,
        legal: Sequence[str] = (),
        index: int | None = None,
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.move = move
        self.legal = tuple(legal)
        self.index = index


class Unanswerable(Level10Error):
    """What is asked makes no sense for this position, which is a good one otherwise."""

    kind = "usage"
