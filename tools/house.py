"""Print the numbers that docs/style.md limits, each counted by script: `python -m tools.house [--list NUMBER]`.

`--list` prints what one of the numbers counts, by the label in the first column.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools.call_trace import WORKFLOWS, list_files

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "listbuilder"
BASELINE = "baseline-1.0"
MAX_SUBJECT = 72
SMALL_MODULE = 40
PHRASE_WORDS = 4
UNNAMED = {"__init__", "__main__"}
LIMIT_NAME = re.compile(r"_?(?:MOST|LONGEST|LARGEST|DEEPEST|FEW|LEAST|WIDEST)(?:_|$)")
OLD_DOCSTRING = re.compile(r"(?:Give|Tell|Say)\b")
REGULAR_PARTICIPLE = re.compile(r"[a-z]+(?:ed|en|ing)")
IRREGULAR_PARTICIPLES = frozenset(
    {"begun", "borne", "bought", "built", "done", "drawn", "found", "gone", "held", "kept", "known", "laid", "learnt"}
    | {"left", "lost", "made", "meant", "met", "paid", "said", "seen", "sent", "set", "shown", "spelt", "spent"}
    | {"thrown", "told", "understood", "unfound", "unsent", "unset", "won", "worn"}
)
PRONOUNS = frozenset(
    {"all", "another", "any", "both", "each", "either", "everybody", "everything", "mine", "neither", "nobody", "one"}
    | {"other", "others", "own", "same", "some", "somebody", "theirs", "what", "which", "who", "whoever", "whose"}
)
NOT_PARTICIPLES = frozenset(
    {
        "ceiling",
        "deed",
        "even",
        "finding",
        "heading",
        "mapping",
        "missing",
        "open",
        "rating",
        "shed",
        "sibling",
        "speed",
    }
    | {"string", "thing", "when", "harden", "listen", "shorten", "widen"}
)
"""Other words with the ending of a participle."""


@dataclass(frozen=True, slots=True)
class Number:
    """A line of the table, and what it counts where that can be listed."""

    label: str
    count: int
    items: tuple[str, ...] = ()


@cache
def modules() -> tuple[Path, ...]:
    """Return the modules of the package."""
    return tuple(sorted(PACKAGE.rglob("*.py")))


@cache
def parse(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def shape() -> Iterator[Number]:
    """Count modules and lines."""
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    small = [_name(path) for path, size in sizes.items() if size < SMALL_MODULE and path.stem != "__init__"]
    yield Number("modules", len(sizes))
    yield Number("lines", sum(sizes.values()))
    yield Number("small modules", len(small), tuple(small))
    stems = Counter(path.stem for path in modules() if path.stem not in UNNAMED)
    shared = sorted((path for path in modules() if stems[path.stem] > 1), key=lambda path: (path.stem, path))
    yield Number("shared base names", len(shared), tuple(map(_name, shared)))


def names() -> Iterator[Number]:
    """Count functions named by a participle or pronoun, and constants named by a superlative."""
    functions: list[str] = []
    constants: list[str] = []
    for path in modules():
        functions += [
            f"{_name(path)}:{node.lineno} {node.name}"
            for node in ast.walk(parse(path))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_participle(node.name)
        ]
        for node in parse(path).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            bound_names = [
                name.id for target in targets if target for name in ast.walk(target) if isinstance(name, ast.Name)
            ]
            constants += [f"{_name(path)}:{node.lineno} {name}" for name in bound_names if LIMIT_NAME.match(name)]
    yield Number("participle functions", len(functions), tuple(functions))
    yield Number("superlative constants", len(constants), tuple(constants))


def is_participle(name: str) -> bool:
    """Return whether a function's name is a single participle or pronoun and thus names no action."""
    word = name.strip("_")
    is_regular = REGULAR_PARTICIPLE.fullmatch(word) is not None and word not in NOT_PARTICIPLES
    return is_regular or word in IRREGULAR_PARTICIPLES | PRONOUNS


def imports() -> Iterator[Number]:
    """Count imports inside functions and hand-made TYPE_CHECKING switches."""
    for label, text in (("late imports", "PLC0415"), ("TYPE_CHECKING = False", "TYPE_CHECKING = False")):
        lines = [
            f"{_name(path)}:{number}"
            for path in modules()
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
            if text in line
        ]
        yield Number(label, len(lines), tuple(lines))


def prose() -> Iterator[Number]:
    """Count docstrings that do not begin with a contract, and sentences of the catalogue in tests."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = [
        f"{_name(path)}:{getattr(node, 'lineno', 1)} {text.splitlines()[0]}"
        for path in modules()
        for node in ast.walk(parse(path))
        if isinstance(node, documented) and (text := ast.get_docstring(node)) and OLD_DOCSTRING.match(text)
    ]
    yield Number("docstrings Give/Tell/Say", len(docstrings), tuple(docstrings))
    known = {phrase for text in _catalogue() for phrase in phrases(text)}
    literals = [
        f"{path.relative_to(ROOT)}:{line} {text[:80]!r}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for line, text in _literals(parse(path))
        if not known.isdisjoint(phrases(text))
    ]
    yield Number("test literals with catalogue text", len(literals), tuple(literals))
    yield Number("… in test files", len({literal.partition(":")[0] for literal in literals}))


def phrases(text: str) -> Iterator[tuple[str, ...]]:
    """Return every run of four words of a text; a placeholder ends a run."""
    for part in re.split(r"\{[^}]*\}", text):
        words = re.findall(r"[^\W_]+(?:['’][^\W_]+)*", part.lower())
        yield from zip(*(words[start:] for start in range(PHRASE_WORDS)), strict=False)


def workflows() -> Iterator[Number]:
    """Count the files that three everyday workflows enter."""
    for workflow in WORKFLOWS:
        files = list_files(workflow)
        yield Number(f"files entered: {workflow}", len(files), tuple(files))


def history() -> Iterator[Number]:
    """Count the commits since the baseline whose subject is too long."""
    done = subprocess.run(  # noqa: S603  # no input from outside
        ["git", "log", "--format=%s", f"{BASELINE}..HEAD"],  # noqa: S607  # the developer's git
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    long = [subject for subject in done.stdout.splitlines() if len(subject) > MAX_SUBJECT]
    yield Number(f"commit subjects over {MAX_SUBJECT}", len(long), tuple(long))


def _catalogue() -> Iterator[str]:
    for path in PACKAGE.glob("**/i18n/en/*.json"):
        yield from (text for text in json.loads(path.read_text(encoding="utf-8")).values() if isinstance(text, str))


def _literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Return the string literals of a module with their lines, docstrings left out."""
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def main(arguments: list[str]) -> int:
    """Print the table, or with `--list LABEL` what one line counts."""
    label = " ".join(arguments[1:]) if arguments[:1] == ["--list"] else None
    for group in (shape, names, imports, prose, workflows, history):
        for number in group():
            if label is None:
                print(f"{number.count:8,}  {number.label}", flush=True)
            elif number.label == label:
                print(*number.items, sep="\n")
                return 0
    return 0 if label is None else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
