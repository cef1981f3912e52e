"""The JSON twin of the text form: the same fields, each with its place in the JSON text."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass

from solver.fields import CONTROL, Field, Token, checked, lower, quoted, wrong

SPACE = re.compile(r"[ \t\r\n]*")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
BARE = re.compile(r"[-+.\w]+", re.ASCII)
INTEGER = re.compile(r"-?[0-9]+", re.ASCII)
DEPTH = 8  # no position nests deeper; a parser must not be led into its own recursion limit

NUMBERED_LISTS = {"hands": "hand"}
NAMED_LISTS = {"rows": "row"}
NUMBERED_OBJECTS = {"players_state": "player", "adventurers": "adventurer"}
PLURALS = {
    one: many
    for table in (NUMBERED_LISTS, NAMED_LISTS, NUMBERED_OBJECTS)
    for many, one in table.items()
}


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value with its place; a list has `items`, an object also their `names`."""

    kind: str
    at: Token
    items: tuple[Node, ...] = ()
    names: tuple[Token, ...] = ()


class Walk:
    """A walk through JSON text that is known to be sound, noting where each value stands."""

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.first_line = line
        self.starts = [0] + [m.end() for m in re.finditer(r"\r\n|\r|\n", text)]
        self.position = 0

    def token(self, text: str, position: int) -> Token:
        """A piece of the text with the line and column of this position."""
        line = bisect_right(self.starts, position) - 1
        return Token(text, self.first_line + line, position - self.starts[line] + 1)

    def peek(self) -> str:
        """The next character that is not white space."""
        space = SPACE.match(self.text, self.position)
        self.position = space.end() if space else self.position
        return self.text[self.position : self.position + 1]

    def pass_comma(self) -> None:
        """Go past a comma, if one comes next."""
        if self.peek() == ",":
            self.position += 1

    def value(self, depth: int = 0) -> Node:
        """The value that stands next."""
        char = self.peek()
        if char in "[{" and depth == DEPTH:
            raise wrong("the JSON is nested too deeply", self.token(char, self.position))
        if char == "[":
            return self.list(depth + 1)
        if char == "{":
            return self.object(depth + 1)
        if char == '"':
            return Node("string", self.string())
        return self.bare()

    def list(self, depth: int) -> Node:
        """The list that begins here."""
        at = self.token("[…]", self.position)
        items = []
        self.position += 1
        while self.peek() != "]":
            items.append(self.value(depth))
            self.pass_comma()
        self.position += 1
        return Node("list", at, tuple(items))

    def object(self, depth: int) -> Node:
        """The object that begins here; a name given twice is refused."""
        at = self.token("{…}", self.position)
        items: list[Node] = []
        names: dict[str, Token] = {}
        self.position += 1
        while self.peek() != "}":
            name = self.string()
            if lower(name.text) in names:
                first = names[lower(name.text)].line
                lines = f"in line {first} and again in line {name.line}"
                raise wrong(f"{quoted(name.text)} is given twice: {lines}", name, "each key once")
            names[lower(name.text)] = name
            self.peek()
            self.position += 1  # the colon
            items.append(self.value(depth))
            self.pass_comma()
        self.position += 1
        return Node("object", at, tuple(items), tuple(names.values()))

    def string(self) -> Token:
        """The string that begins here; its place is that of its first character."""
        match = STRING.match(self.text, self.position)
        assert match, "json.loads has read this text"
        token = self.token(json.loads(match[0]), self.position + 1)
        self.position = match.end()
        if control := CONTROL.search(token.text):
            code = f"U+{ord(control[0]):04X}"
            raise wrong(f"the string has the control character {code}", token, "printable text")
        return token

    def bare(self) -> Node:
        """The number, true, false or null that begins here; NaN and its like are refused."""
        match = BARE.match(self.text, self.position)
        assert match, "json.loads has read this text"
        token = self.token(match[0], self.position)
        self.position = match.end()
        if token.text in ("true", "false"):
            return Node("boolean", token)
        if token.text.endswith(("NaN", "Infinity")):
            raise wrong(f"{token.text} is not JSON", token, "a JSON value")
        if token.text == "null":
            raise wrong("null says nothing: leave the key out", token, "a value")
        return Node("integer" if INTEGER.fullmatch(token.text) else "number", token)


def json_fields(text: str, line: int = 1) -> list[Field]:
    """The fields of a position in JSON; `line` is the number of its first line.

    Raises `ReadError` with line, column and offending text.
    """
    text = text.removeprefix("\ufeff")
    walk = Walk(text, line)
    try:
        # Numbers stay text: a huge one must not be converted before its length is looked at.
        json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        token = walk.token(text[error.pos : error.pos + 1], error.pos)
        raise wrong(f"this is not JSON: {error.msg}", token, "a JSON object") from None
    except RecursionError:
        raise wrong("the JSON is nested too deeply", walk.token(text[:1], 0)) from None
    node = walk.value()
    if node.kind != "object":
        raise wrong("a position in JSON is an object", node.at, '{"game": …}')
    return checked(
        [
            field
            for name, item in zip(node.names, node.items, strict=True)
            for field in expand(name, item)
        ]
    )


def expand(name: Token, node: Node) -> list[Field]:
    """The fields of the text form that a key of the JSON form stands for."""
    key = lower(name.text)
    singular = key.partition(" ")[0]
    if singular in PLURALS and singular != key:
        many = PLURALS[singular]
        raise wrong(f"{quoted(name.text)} is not a key of the JSON form", name, f'"{many}"')
    if key in NUMBERED_LISTS:
        want(node, "list", "a list of lists of strings")
        return [
            field(Token(f"{NUMBERED_LISTS[key]} {seat}", item.at.line, item.at.column), item)
            for seat, item in enumerate(node.items, 1)
            if want(item, "list", "a list of strings")
        ]
    if key in NUMBERED_OBJECTS:
        want(node, "list", "a list of objects")
        return [
            field(Token(f"{NUMBERED_OBJECTS[key]} {seat}", item.at.line, item.at.column), item)
            for seat, item in enumerate(node.items, 1)
            if want(item, "object", "an object")
        ]
    if key in NAMED_LISTS:
        want(node, "object", "an object of lists of strings")
        return [
            field(Token(f"{NAMED_LISTS[key]} {lower(at.text)}", at.line, at.column, at.text), item)
            for at, item in zip(node.names, node.items, strict=True)
            if want(item, "list", "a list of strings")
        ]
    return [field(Token(key, name.line, name.column, name.text), node)]


def want(node: Node, kind: str, expected: str) -> bool:
    """Refuse a value of another kind than this one."""
    if node.kind != kind:
        raise wrong(f"{expected} was expected, not {quoted(node.at.text)}", node.at, expected)
    return True


def field(key: Token, node: Node) -> Field:
    """One field: the words of a string, the items of a list, the `name=value` of an object."""
    if node.kind == "list":
        tokens = tuple(item.at for item in node.items)
        other = next((item.at for item in node.items if item.kind != "string"), None)
        if other:  # which is wrong unless the key takes no list at all
            return Field(key, tokens, other, "mixed list")
        return Field(key, tokens, joined(node), "list")
    if node.kind == "object":
        members = tuple(
            (name, joined(item)) for name, item in zip(node.names, node.items, strict=True)
        )
        tokens = tuple(
            Token(f"{name.text}={value.text}", name.line, name.column) for name, value in members
        )
        return Field(key, tokens, node.at, "object", members)
    if node.kind == "boolean":
        at = joined(node)
        return Field(key, (at,), at, "boolean")
    if key.text == "note":
        return Field(key, (node.at,), node.at, node.kind)
    return Field(key, split(node.at), node.at, node.kind)


def split(at: Token) -> tuple[Token, ...]:
    """The words of a string."""
    return tuple(
        Token(match[0], at.line, at.column + match.start())
        for match in re.finditer(r"[^ \t]+", at.text)
    )


def joined(node: Node) -> Token:
    """A value as one word: yes and no for a boolean, commas between the items of a list."""
    text = node.at.text
    if node.kind == "boolean":
        text = "yes" if text == "true" else "no"
    if node.kind == "list":
        for item in node.items:
            if item.kind not in ("string", "integer"):
                raise wrong(f"{quoted(item.at.text)} cannot stand here", item.at, "a string")
        text = ",".join(item.at.text for item in node.items)
        parts = tuple(item.at for item in node.items)
        return Token(text, node.at.line, node.at.column, parts=parts)
    if node.kind == "object":
        raise wrong("an object cannot stand here", node.at, "a string")
    return Token(text, node.at.line, node.at.column)
