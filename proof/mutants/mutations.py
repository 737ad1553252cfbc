"""Small changes to source code: a reversed comparison, `and` for `or`, a changed number, a removed statement."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], str] = {
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
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*"}
_OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, order=True)
class Mutation:
    """One change to one file: the bytes from `start` to `end` become `new`."""

    path: str
    line: int
    start: int
    end: int
    kind: str
    old: str
    new: str
    function: str
    """The qualified name of the enclosing function; empty at module level."""
    context: str
    """The old text; the whole line if the old text is only a constant."""
    at_definition: bool = False
    """Whether it is in a default or a decorator, which run only when the function is defined."""

    def apply(self, source: str) -> str:
        """Return the mutated source."""
        raw = source.encode()
        return (raw[: self.start] + self.new.encode() + raw[self.end :]).decode()

    @property
    def identity(self) -> str:
        """The mutation as `equivalent.txt` names it. It does not depend on line numbers."""
        return f"{self.path}: {self.function or 'module'}: {self.kind}: {self.context}"

    def describe(self) -> str:
        """Return the function, the old text and the new text."""
        return f"{self.function or 'module'}: {self.kind}: {self.old} -> {self.new}"


def find_mutations(path: str, source: str) -> Iterator[Mutation]:
    """Yield every mutation of a source."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def build(node: ast.AST, kind: str, new: str) -> Mutation:
        start = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        old = " ".join(source.encode()[start:end].decode().split())
        line = lines[node.lineno - 1].decode().partition("  # ")[0].strip()  # type: ignore[attr-defined]
        context = line if isinstance(node, ast.Constant) else old
        function, at_definition = functions.get(node, ""), node in definitions
        return Mutation(path, node.lineno, start, end, kind, old, new, function, context, at_definition)  # type: ignore[attr-defined]

    tree = ast.parse(source)
    functions = _enclosing_functions(tree)
    hidden, definitions = _undetectable_nodes(tree), _definition_nodes(tree)
    for node in ast.walk(tree):
        if node in hidden:
            continue
        for kind, new in _replacements(node):
            yield build(node, kind, new)


def _enclosing_functions(tree: ast.AST, name: str = "", inside: str = "") -> dict[ast.AST, str]:
    """Return the qualified name of the enclosing function for every node."""
    functions: dict[ast.AST, str] = {}
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions |= _enclosing_functions(node, f"{name}{node.name}.<locals>.", f"{name}{node.name}")
        elif isinstance(node, ast.ClassDef):
            functions |= _enclosing_functions(node, f"{name}{node.name}.", inside)
        else:
            functions[node] = inside
            functions |= _enclosing_functions(node, name, inside)
    return functions


def _definition_nodes(tree: ast.AST) -> set[ast.AST]:
    """Return the defaults and decorators: they run when a function is defined, not when it is called."""
    nodes: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            defaults = (*node.args.defaults, *filter(None, node.args.kw_defaults))
            for part in (*node.decorator_list, *defaults):
                nodes.update(ast.walk(part))
    return nodes


def _undetectable_nodes(tree: ast.AST) -> set[ast.AST]:
    """Return what no test can detect: annotations, assertions, code for type checkers or Windows, cache sizes."""
    hidden: set[ast.AST] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST] = []
        is_typing = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if is_typing or isinstance(node, ast.Assert):
            parts.append(node)
        elif isinstance(node, ast.If) and 'sys.platform == "win32"' in ast.unparse(node.test).replace("'", '"'):
            parts += node.body
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "TYPE_CHECKING":
            parts.append(node)
        elif isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            parts.append(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            parts.append(node.returns)
        elif isinstance(node, ast.keyword) and node.arg == "maxsize":
            parts.append(node.value)  # of an lru_cache, which does not change results
        elif isinstance(node, ast.keyword) and node.arg == "strict" and ast.unparse(node.value) == "True":
            parts.append(node.value)  # of zip, an assertion
        for part in parts:
            hidden.update(ast.walk(part))
    return hidden


def _replacements(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of every replacement for a node."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        operator = _COMPARISONS[type(node.ops[0])]
        yield f"compare with {operator}", f"({ast.unparse(node.left)} {operator} {ast.unparse(node.comparators[0])})"
    elif isinstance(node, ast.BoolOp):
        other = " or " if isinstance(node.op, ast.And) else " and "
        yield f"join with{other.rstrip()}", "(" + other.join(f"({ast.unparse(value)})" for value in node.values) + ")"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "remove not", f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS and not _is_text(node):
        operator = _OPERATORS[type(node.op)]
        yield f"calculate with {operator}", f"({ast.unparse(node.left)} {operator} {ast.unparse(node.right)})"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "add one", str(node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "negate constant", str(not node.value)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "remove statement", "pass"
    elif isinstance(node, ast.IfExp):
        swapped = f"({ast.unparse(node.orelse)} if {ast.unparse(node.test)} else {ast.unparse(node.body)})"
        yield "swap branches", swapped
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _OPPOSITES:
        other = _OPPOSITES[node.func.id]
        yield f"{other} for {node.func.id}", ast.unparse(node).replace(node.func.id, other, 1)
    elif isinstance(node, ast.Continue | ast.Break):
        yield "remove statement", "pass"


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.Constant | ast.JoinedStr) and not _is_number(side) for side in (node.left, node.right)
    )


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)
