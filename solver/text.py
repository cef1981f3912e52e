"""The text form shared by all games: `key: value` lines, and whole inputs cut into documents.

`text_fields` and `json_fields` read the two forms into the same fields, `documents` finds the
positions in a file, `write_lines` writes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from solver.errors import ReadError
from solver.fields import CONTROL, Field, Token, checked, lower, quoted, wrong
from solver.json_text import json_fields

MAX_BYTES = 1_000_000
BOM = "\ufeff"

LINE_BREAK = re.compile(r"\r\n|\r|\n")
BLANK = re.compile(r"[ \t;]*")
COMMENT = re.compile(r"(?<=[ \t])#(?=[ \t]|\Z)")
NOTE = re.compile(r"note[ \t]*:", re.IGNORECASE | re.ASCII)
WORD = re.compile(r"[^ \t]+")
ESCAPE = re.compile(r"\\(.?)")
ESCAPES = {"n": "\n", "\\": "\\", ";": ";"}


# --- Reading the text form --------------------------------------------------------------------


def text_fields(text: str) -> list[Field]:
    """The fields of a position in text form, in their order.

    A `;` ends a line as a line break does. A `#` that starts a line or stands between white space
    begins a comment, and `note:` takes everything that follows: both to the end of the physical
    line. Raises `ReadError` with line, column and offending text.
    """
    lines = LINE_BREAK.split(text.removeprefix(BOM))
    fields = []
    for number, line in enumerate(lines, 1):
        refuse_controls(line, number)
        for start, end in statements(line):
            fields.append(statement(line, number, start, end))
    return checked(fields)


def refuse_controls(line: str, number: int) -> None:
    """Refuse a line with characters that no text has, before they can reach a terminal."""
    if found := CONTROL.search(line):
        code = f"U+{ord(found[0]):04X}"
        at = Token(found[0], number, found.start() + 1)
        raise wrong(f"the control character {code} is not text", at, "printable text")


def statements(line: str) -> Iterator[tuple[int, int]]:
    """Where the statements of a physical line begin and end."""
    start = skip_blank(line, 0)
    while start < len(line) and line[start] != "#":
        if NOTE.match(line, start):
            yield start, len(line)
            return
        semicolon = line.find(";", start)
        end = len(line) if semicolon < 0 else semicolon
        comment = COMMENT.search(line, start, end)
        yield start, comment.start() if comment else end
        if comment:
            return
        start = skip_blank(line, end)


def skip_blank(line: str, start: int) -> int:
    """Where the next statement may begin: white space and semicolons are nothing."""
    blank = BLANK.match(line, start)
    return blank.end() if blank else start


def statement(line: str, number: int, start: int, end: int) -> Field:
    """The field that stands in this part of a line."""
    colon = line.find(":", start, end)
    if colon < 0:
        at = Token(line[start:end].rstrip(" \t"), number, start + 1)
        raise wrong(f"{quoted(at.text)} has no colon", at, "key: value")
    name = line[start:colon]
    key = Token(lower(" ".join(WORD.findall(name))), number, start + 1, name.strip(" \t"))
    if not key.text:
        at = Token(line[start:end].rstrip(" \t"), number, start + 1)
        raise wrong("there is no key before the colon", at, "key: value")
    if key.text == "note":
        return note(key, line[colon + 1 :], number, colon + 2)
    value = line[colon + 1 : end]
    tokens = tuple(
        Token(word[0], number, colon + 2 + word.start()) for word in WORD.finditer(value)
    )
    column = tokens[0].column if tokens else colon + 2
    return Field(key, tokens, Token(value.strip(" \t"), number, column))


def note(key: Token, raw: str, number: int, column: int) -> Field:
    """The field of a note, its escapes undone."""
    column += len(raw) - len(raw.lstrip(" \t"))
    raw = raw.strip(" \t")

    def undo(match: re.Match[str]) -> str:
        if match[1] not in ESCAPES:
            at = Token(match[0], number, column + match.start())
            raise wrong(f"{quoted(match[0])} is not an escape", at, r"\n, \\ or \;")
        return ESCAPES[match[1]]

    value = Token(ESCAPE.sub(undo, raw), number, column)
    return Field(key, (value,), value)


# --- Whole inputs -----------------------------------------------------------------------------


def decode(data: bytes, line: int = 1) -> str:
    """The text of an input, or of one line of it with the number `line`, its byte-order mark
    taken off.

    Raises `ReadError` where the input is too long or is not UTF-8 text.
    """
    if len(data) > MAX_BYTES:
        message = f"the input is {len(data)} bytes long, more than any position needs"
        raise ReadError(message, line=line, column=1, expected=f"at most {MAX_BYTES} bytes")
    try:
        text = data.decode("utf-8").removeprefix(BOM)
    except UnicodeDecodeError as error:
        lines = LINE_BREAK.split(data[: error.start].decode("utf-8").removeprefix(BOM))
        at = Token(f"0x{data[error.start]:02X}", line + len(lines) - 1, len(lines[-1]) + 1)
        raise wrong(f"the byte {at.text} is not UTF-8 text", at, "text in UTF-8") from None
    for number, part in enumerate(LINE_BREAK.split(text), line):
        refuse_controls(part, number)
    return text


Document = tuple[int | None, list[Field] | ReadError]
"""The line of a position in JSON Lines, or None; and its fields, or why it has none."""


def documents(data: bytes, jsonl: bool | None = None) -> Iterator[Document]:
    """The positions of an input, each with its line number if the input is JSON Lines.

    `jsonl` says whether it is; None finds out, as for standard input: what begins with `{` is JSON
    Lines, unless all of it is one JSON document over several lines. One bad position does not
    keep the others from being read.
    """
    if jsonl is None:
        jsonl = begins_json(data) and not one_json_document(data)
    if not jsonl:
        yield None, attempt(data, None)
        return
    empty = True
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.removeprefix(BOM.encode()).strip(b" \t\r"):
            empty = False
            yield number, attempt(line, number)
    if empty:
        yield None, ReadError("there is nothing here", line=1, column=1, expected="a position")


def attempt(data: bytes, line: int | None) -> list[Field] | ReadError:
    """The fields of one position, or the error that it cannot be read with."""
    try:
        text = decode(data, line or 1)
        if line or begins_json(data):
            return json_fields(text, line or 1)
        return text_fields(text)
    except ReadError as error:
        return error


def begins_json(data: bytes) -> bool:
    """Whether the first character that is not blank is a brace."""
    return data.removeprefix(BOM.encode()).lstrip(b" \t\r\n").startswith(b"{")


def one_json_document(data: bytes) -> bool:
    """Whether several lines make one JSON document, which no two lines of JSON Lines can."""
    if len(data) > MAX_BYTES or len(data.strip().splitlines()) < 2:
        return False
    try:
        json.loads(data.decode("utf-8-sig"), parse_int=str)
    except (ValueError, RecursionError):
        return False
    return True


# --- Writing ----------------------------------------------------------------------------------


def escape(text: str) -> str:
    """A note as the text form writes it."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace(";", "\\;")


def tidy_note(text: str) -> str:
    """A note as a record keeps it: line breaks are newlines, no blanks around it."""
    return LINE_BREAK.sub("\n", text).strip(" \t")


def value_text(value: Any) -> str:  # noqa: ANN401 - a value of JSON is of any type
    """A value of the JSON form as the text form has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value)
    if isinstance(value, dict):
        return " ".join(f"{name}={chosen}" for name, chosen in value.items())
    return str(value)


def write_lines(pairs: Iterable[tuple[str, str]], one_line: bool = False) -> str:
    """The text form of keys and values, a note last: lines that each end in a line break, or one
    line without."""
    lines = [
        f"{key}: {escape(value) if key == 'note' else value}".rstrip(" \t") for key, value in pairs
    ]
    return "; ".join(lines) if one_line else "".join(f"{line}\n" for line in lines)


__all__ = [
    "Document",
    "Field",
    "Token",
    "decode",
    "documents",
    "json_fields",
    "text_fields",
    "tidy_note",
    "value_text",
    "write_lines",
]
