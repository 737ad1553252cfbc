"""The changes: a comparison turned, an `and` for an `or`, the least for the most, a number moved, a statement gone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_TURNED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
_MOVED: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*"}
_OPPOSITE = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, order=True)
class Change:
    """One change to one file: from here to there, other text."""

    path: str
    line: int
    start: int
    end: int
    what: str
    old: str
    new: str
    function: str
    """The function it stands in, by its qualified name; empty outside of all."""
    once: bool = False
    """Whether it shows only when the function is made anew: it stands in a default or a decorator."""

    def apply(self, source: str) -> str:
        """Give the source with the change made."""
        raw = source.encode()
        return (raw[: self.start] + self.new.encode() + raw[self.end :]).decode()

    @property
    def place(self) -> str:
        """The change as the list of equivalent ones names it."""
        return f"{self.path}: {self.function or 'module'}: {self.what}: {self.old}"


def changes(path: str, source: str) -> Iterator[Change]:
    """Give every small change that can be made to a source."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def at(node: ast.AST, what: str, new: str) -> Change:
        start = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        old = " ".join(source.encode()[start:end].decode().split())
        return Change(path, node.lineno, start, end, what, old, new, functions.get(node, ""), node in once)  # type: ignore[attr-defined]

    tree = ast.parse(source)
    functions = _functions(tree)
    hidden, once = _untested(tree), _made_once(tree)
    for node in ast.walk(tree):
        if node in hidden:
            continue
        for what, new in _news(node):
            yield at(node, what, new)


def _functions(tree: ast.AST, name: str = "", inside: str = "") -> dict[ast.AST, str]:
    """Give for every part of a source the function that it stands in, named as Python names it."""
    found: dict[ast.AST, str] = {}
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found |= _functions(node, f"{name}{node.name}.<locals>.", f"{name}{node.name}")
        elif isinstance(node, ast.ClassDef):
            found |= _functions(node, f"{name}{node.name}.", inside)
        else:
            found[node] = inside
            found |= _functions(node, name, inside)
    return found


def _made_once(tree: ast.AST) -> set[ast.AST]:
    """Give what is worked out when a function is made, not when it is called: defaults and decorators."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            defaults = (*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None))
            for part in (*node.decorator_list, *defaults):
                found.update(ast.walk(part))
    return found


def _untested(tree: ast.AST) -> set[ast.AST]:
    """Give what no test can notice: annotations, assertions, code for type checkers or Windows, how much is kept."""
    hidden: set[ast.AST] = set()
    for node in ast.walk(tree):
        found: list[ast.AST] = []
        checked = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if checked or isinstance(node, ast.Assert):
            found.append(node)
        elif isinstance(node, ast.If) and 'sys.platform == "win32"' in ast.unparse(node.test).replace("'", '"'):
            found += node.body  # nobody runs it here
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "TYPE_CHECKING":
            found.append(node)
        elif isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            found.append(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            found.append(node.returns)
        elif isinstance(node, ast.keyword) and node.arg == "maxsize":
            found.append(node.value)  # of an lru_cache; what it gives is the same without any
        elif isinstance(node, ast.keyword) and node.arg == "strict" and ast.unparse(node.value) == "True":
            found.append(node.value)  # of a zip: what it asserts holds
        for part in found:
            hidden.update(ast.walk(part))
    return hidden


def _news(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Give the other texts that an expression or statement may become."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        turned = _TURNED[type(node.ops[0])]
        yield f"turned to {turned}", f"({ast.unparse(node.left)} {turned} {ast.unparse(node.comparators[0])})"
    elif isinstance(node, ast.BoolOp):
        other = " or " if isinstance(node.op, ast.And) else " and "
        yield f"joined by{other.rstrip()}", "(" + other.join(f"({ast.unparse(value)})" for value in node.values) + ")"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not left out", f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.BinOp) and type(node.op) in _MOVED and not _is_text(node):
        moved = _MOVED[type(node.op)]
        yield f"reckoned with {moved}", f"({ast.unparse(node.left)} {moved} {ast.unparse(node.right)})"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "one more", str(node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "the other truth", str(not node.value)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "statement gone", "pass"
    elif isinstance(node, ast.IfExp):
        yield (
            "branches turned",
            (f"({ast.unparse(node.orelse)} if {ast.unparse(node.test)} else {ast.unparse(node.body)})"),
        )
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _OPPOSITE:
        other = _OPPOSITE[node.func.id]
        yield f"{other} for {node.func.id}", ast.unparse(node).replace(node.func.id, other, 1)
    elif isinstance(node, ast.Continue | ast.Break):
        yield "statement gone", "pass"


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.Constant | ast.JoinedStr) and not _is_number(side) for side in (node.left, node.right)
    )


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)
