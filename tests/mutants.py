"""Mistakes made in the referees, one at a time, to see whether anything notices.

A mutant is a function of a module with one expression or statement changed. Its code is put into
the function object itself, so that whoever has imported the function gets the mistake, too.
"""

from __future__ import annotations

import ast
import copy
import inspect
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import cast


@dataclass(frozen=True)
class Mutant:
    """A function of a module, the line that is changed, how, and the code of the changed one."""

    module: ModuleType
    function: str
    line: int
    change: str
    code: CodeType

    def __str__(self) -> str:
        return f"{self.module.__name__}.{self.function}, line {self.line}: {self.change}"


SWAPS: dict[type[ast.AST], Sequence[type[ast.AST]]] = {
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.And: [ast.Or],
    ast.Or: [ast.And],
}


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The ways to change one node: what is done, and the node instead."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other in SWAPS.get(type(node.ops[0]), ()):
            new = copy.deepcopy(node)
            new.ops = [other()]  # type: ignore[list-item]
            yield f"{ast.unparse(node)} -> {ast.unparse(new)}", new
    elif isinstance(node, ast.BinOp) and type(node.op) in SWAPS:
        for other in SWAPS[type(node.op)]:
            changed = ast.BinOp(node.left, other(), node.right)  # type: ignore[arg-type]
            yield f"{ast.unparse(node)} -> {ast.unparse(changed)}", changed
    elif isinstance(node, ast.BoolOp):
        for at in range(len(node.values)):
            left = [*node.values[:at], *node.values[at + 1 :]]
            less = ast.BoolOp(node.op, left) if len(left) > 1 else left[0]
            yield f"{ast.unparse(node)} -> {ast.unparse(less)}", less
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"{ast.unparse(node)} -> {ast.unparse(node.operand)}", node.operand
    elif isinstance(node, ast.If | ast.IfExp):
        for value in (True, False):
            branch = copy.deepcopy(node)
            branch.test = ast.Constant(value)
            yield f"if {ast.unparse(node.test)} -> if {value}", branch
    elif isinstance(node, ast.comprehension) and node.ifs:
        every = copy.deepcopy(node)
        every.ifs = []
        yield f"{ast.unparse(node).strip()} -> all", every
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} -> {node.value + 1}", ast.Constant(node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield f"{node.value} -> {not node.value}", ast.Constant(not node.value)


class Changing(ast.NodeTransformer):
    """Puts another node in the place of one."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """The new node for the old one, and any other as it is."""
        if node is self.old:
            return ast.copy_location(self.new, node)
        return super().generic_visit(node)


def words_only(tree: ast.AST) -> set[ast.AST]:
    """The nodes that only make a message or an annotation, and defaults, which are no code."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            found.update(ast.walk(node))
        elif isinstance(node, ast.AnnAssign | ast.arg) and node.annotation:
            found.update(ast.walk(node.annotation))
        elif isinstance(node, ast.arguments):
            defaults = [one for one in (*node.defaults, *node.kw_defaults) if one is not None]
            found.update(part for one in defaults for part in ast.walk(one))
        elif isinstance(node, ast.Assign) and only_in_words(tree, node.targets[0], found):
            found.update(ast.walk(node.value))
    return found


def only_in_words(tree: ast.AST, target: ast.expr, words: set[ast.AST]) -> bool:
    """Whether a name that is given a value is used in messages alone."""
    messages = {
        part
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
    }
    uses = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and isinstance(target, ast.Name)
        and node.id == target.id
    ]
    return bool(uses) and all(node in messages or node in words for node in uses)


def functions(module: ModuleType) -> Iterator[tuple[str, FunctionType, int]]:
    """The functions, methods and properties that a module defines, with their first lines."""
    for name, one in vars(module).items():
        if isinstance(one, FunctionType) and one.__module__ == module.__name__:
            if inspect.isgeneratorfunction(one) or not hasattr(one, "__wrapped__"):
                yield name, one, one.__code__.co_firstlineno
        elif isinstance(one, type) and one.__module__ == module.__name__:
            for part, value in vars(one).items():
                code = value.fget if isinstance(value, property) else value
                if isinstance(code, FunctionType) and code.__code__.co_filename == module.__file__:
                    yield f"{name}.{part}", code, code.__code__.co_firstlineno


def code_in(tree: ast.AST, module: ModuleType, path: str) -> CodeType:
    """The code of a function, named by its path, in a compiled module."""
    flags, file = module_flags(), module.__file__ or ""
    code: CodeType = compile(cast(ast.Module, tree), file, "exec", flags=flags, dont_inherit=True)
    for name in path.split("."):
        code = next(
            one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name
        )
    return code


def module_flags() -> int:
    """The future statements that every module here begins with."""
    import __future__

    return __future__.annotations.compiler_flag


RULE = re.compile(r"[LTM]\d+")


def is_check(node: ast.AST, new: ast.AST) -> bool:
    """Whether a change takes away what a rule forbids: a condition under which a function gives
    back a breach or raises one."""
    if not isinstance(node, ast.If) or not isinstance(new, ast.If):
        return False
    if not (isinstance(new.test, ast.Constant) and new.test.value is False):
        return False
    names = {one.id for one in ast.walk(node.body[0]) if isinstance(one, ast.Name)}
    ids = {
        one.value
        for one in ast.walk(node.body[0])
        if isinstance(one, ast.Constant)
        and isinstance(one.value, str)
        and RULE.fullmatch(one.value)
    }
    ends = isinstance(node.body[0], ast.Return | ast.Raise)
    return ends and bool(ids or names & {"broken", "ended"})


def mutants(module: ModuleType, checks_only: bool = False) -> Iterator[Mutant]:
    """Every mutant of a module, or those that take a check away, in the order of its functions."""
    source = inspect.getsource(module)
    for path, _, _ in functions(module):
        tree = ast.parse(source)
        at: ast.AST = tree
        for name in path.split("."):
            body = at.body  # type: ignore[attr-defined]
            at = next(one for one in body if getattr(one, "name", None) == name)
        skipped = words_only(at)
        for node in ast.walk(at):
            if node in skipped:
                continue
            for change, new in changes(node):
                if checks_only and not is_check(node, new):
                    continue
                changed = copy.deepcopy((tree, node))  # the node is copied with its tree
                whole = Changing(changed[1], copy.deepcopy(new)).visit(changed[0])
                code = code_in(ast.fix_missing_locations(whole), module, path)
                yield Mutant(module, path, getattr(node, "lineno", 0), change, code)


@contextmanager
def made(mutant: Mutant) -> Iterator[None]:
    """The mistake is there as long as this lasts."""
    function = next(one for name, one, _ in functions(mutant.module) if name == mutant.function)
    right = function.__code__
    function.__code__ = mutant.code
    try:
        yield
    finally:
        function.__code__ = right
