"""Find phrases that read as translated German: `python -m tools.prose_lint [--count] [ROOT]`.

It reads the documents, the unreleased part of the changelog, the English catalogues, the data files, and the
docstrings, comments and help strings of the code. Each hit is printed as `path:line: phrase -> suggestion`. The exit
code is 1 if there is a hit. The rules behind the patterns are in docs/style.md.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).parents[1]
ALLOWED_FILES = {
    "docs/style.md": "quotes the banned phrases to explain them",
    "docs/glossary.md": "names the words to avoid for each term",
    "tests/architecture/test_prose.py": "contains one example for each pattern",
    "tools/prose_lint.py": "defines the patterns",
}
ALLOWED_PHRASES = {("data/", "mend"): "Mend and Mending are special rules of One Page Rules"}
"""Phrases, in lower case, that are correct below a folder."""
COMPARATIVES = "longer|more|less|fewer|better|worse|shorter|larger|smaller|later|earlier|faster|slower"
CODE_FOLDERS = ("listbuilder", "tests", "tools", "docs/site", "proof", "benchmarks")
HELP_KEYWORDS = {"help", "description", "epilog"}
_START = r"(?:^|(?<=[.:;!?|>(] )|(?<=[-*\"“] )|(?<=[\"“]))"
"""Where a sentence can begin in flattened text."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A phrase to avoid, and what to write instead."""

    regex: re.Pattern[str]
    suggestion: str
    docstrings_only: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that belongs together, with the line it begins on."""

    path: str
    line: int
    text: str
    is_docstring: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A banned phrase in a file."""

    path: str
    line: int
    phrase: str
    suggestion: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.phrase} -> {self.suggestion}"

    @property
    def area(self) -> str:
        """Return the part of the repository that the file belongs to, for `--count`."""
        return "/".join(Path(self.path).parts[:2] if self.path.startswith(("listbuilder/", "docs/")) else [self.top])

    @property
    def top(self) -> str:
        """Return the first part of the path."""
        return Path(self.path).parts[0]


def _pattern(regex: str, suggestion: str, *, docstrings_only: bool = False) -> Pattern:
    """Compile a pattern; only one that begins a sentence depends on capitals."""
    begins_sentence = docstrings_only or regex.startswith(_START)
    return Pattern(re.compile(regex, 0 if begins_sentence else re.IGNORECASE), suggestion, docstrings_only)


PATTERNS = (
    _pattern(r"\bat hand\b", "installed, available"),
    _pattern(r"\bh[eo]ld against\b", "compared with, checked against"),
    _pattern(r"\bmend(?:s|ed|ing)?\b", "fix"),
    _pattern(r"\bwithout a word\b", "silently"),
    _pattern(r"\bnobody's\b", "not matched to a player, unused"),
    _pattern(r"\bas far as is known\b", "not matched to a player"),
    _pattern(r"\bthat there (?:is|are) not\b", "unknown …, that does not exist"),
    _pattern(rf"(?<!\bthere )\bis no (?!(?:{COMPARATIVES})\b)[a-z]+", "is not a …"),
    _pattern(r"\b(?:is|are) none of\b", "is not one of, unrecognised"),
    _pattern(r"\bas many as pay\b", "automatic"),
    _pattern(r"\bso many\b", "the number, up to N"),
    _pattern(r"\b(?:is|was|are|were|be|been) told\b(?! apart)", "is reported, is shown"),
    _pattern(r"^(?:Give|Tell|Say)\b", "Return, Report, Print, Show", docstrings_only=True),
    _pattern(_START + r"Who(?:ever)? [a-z]+\b(?![^.!?]*\?)", "name the person or thing: the user, a player, a caller"),
    _pattern(r"\b(?:for|by|to|of) who (?!(?:is|are|was) \w+\?)[a-z]+", "name the person: for users who …"),
    _pattern(_START + r"Of (?:two|several|many|both) [a-z]+", "start with the subject: the first …"),
    _pattern(r"\bothers than\b", "different from, has changed"),
    _pattern(r"\bcosts? one\b", "only affects one"),
    _pattern(r"\blies? beside\b", "is stored next to"),
    _pattern(r"\bst(?:ands?|ood) beside\b", "is shown next to"),
    _pattern(r"\bstands? in (?:the|its|a|an|this|that|one) (?:file|list|book|table|column|head|line)\b", "is in"),
    _pattern(r"\bst(?:ands?|ood) alone\b", "is detached, is not attached"),
    _pattern(r"\brub(?:s|bed|bing)? out\b", "clear, heal"),
    _pattern(r"\bturn(?:s|ed|ing)? down\b", "reject"),
    _pattern(r"\balso where\b", "even if, even when"),
    _pattern(r"\bwhat (?:comes|came|becomes|became) of\b", "the result of, the effect of"),
    _pattern(r"\bpassed over\b", "skipped"),
    _pattern(r"\brubbish\b", "garbage"),
    _pattern(r"\bperhaps you mean\b", "Did you mean …?"),
)


def find_hits(root: Path = ROOT) -> list[Hit]:
    """Return every banned phrase in the repository, ordered by file and line."""
    return sorted(
        (hit for passage in _passages(root) for hit in lint(passage)), key=lambda hit: (hit.path, hit.line, hit.phrase)
    )


def lint(passage: Passage) -> Iterator[Hit]:
    """Return the banned phrases of one passage; a phrase may continue on the next line."""
    words = [match for match in re.finditer(r"\S+", passage.text) if match[0] not in {"#", ">"}]
    flat = " ".join(word[0] for word in words)
    starts = [0, *accumulate(len(word[0]) + 1 for word in words)]
    for pattern in PATTERNS:
        if pattern.docstrings_only and not passage.is_docstring:
            continue
        for match in pattern.regex.finditer(flat):
            if any(
                passage.path.startswith(folder) and match[0].lower().startswith(phrase)
                for folder, phrase in ALLOWED_PHRASES
            ):
                continue
            word = words[bisect_right(starts, match.start()) - 1]
            line = passage.line + passage.text.count("\n", 0, word.start())
            yield Hit(passage.path, line, match[0], pattern.suggestion)


def _passages(root: Path) -> Iterator[Passage]:
    readers: list[tuple[str, Callable[[str, str], Iterator[Passage]]]] = [
        ("README.md", _whole),
        ("CONTRIBUTING.md", _whole),
        ("CHANGELOG.md", _unreleased),
        ("docs/**/*.md", _whole),
        ("listbuilder/i18n/en/*.json", _lines),
        ("data/**/*.yaml", _whole),
        *((f"{folder}/**/*.py", _code) for folder in CODE_FOLDERS),
    ]
    for glob, reader in readers:
        for path in sorted(root.glob(glob)):
            name = path.relative_to(root).as_posix()
            if name not in ALLOWED_FILES:
                yield from reader(name, path.read_text(encoding="utf-8"))


def _whole(path: str, text: str) -> Iterator[Passage]:
    yield Passage(path, 1, text)


def _lines(path: str, text: str) -> Iterator[Passage]:
    for number, line in enumerate(text.splitlines(), start=1):
        yield Passage(path, number, line.partition('": ')[2])


def _unreleased(path: str, text: str) -> Iterator[Passage]:
    """Released parts are history and stay as they are."""
    match = re.search(r"^## \[Unreleased\].*?(?=^## \[|\Z)", text, re.MULTILINE | re.DOTALL)
    if match is not None:
        yield Passage(path, 1 + text.count("\n", 0, match.start()), match[0])


def _code(path: str, text: str) -> Iterator[Passage]:
    yield from _comments(path, text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and _is_text(node.value):  # docstrings, and those below an attribute
            yield Passage(path, node.lineno, ast.literal_eval(node.value), is_docstring=True)
        elif isinstance(node, ast.keyword) and node.arg in HELP_KEYWORDS and _is_text(node.value):
            yield Passage(path, node.value.lineno, ast.literal_eval(node.value))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _comments(path: str, text: str) -> Iterator[Passage]:
    """Return comments, those on consecutive lines as one passage."""
    lines: list[str] = []
    first = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        if lines and token.start[0] != first + len(lines):
            yield Passage(path, first, "\n".join(lines))
            lines = []
        first = first if lines else token.start[0]
        lines.append(token.string)
    if lines:
        yield Passage(path, first, "\n".join(lines))


def main(arguments: list[str]) -> int:
    """Print the hits, or with `--count` their number by area; return the exit code."""
    folders = [Path(argument) for argument in arguments if not argument.startswith("-")]
    hits = find_hits(*folders[:1])
    if "--count" in arguments:
        for area, count in sorted(Counter(hit.area for hit in hits).items()):
            print(f"{count:6}  {area}")
        print(f"{len(hits):6}  in all")
    else:
        print(*hits, sep="\n", end="\n" if hits else "")
    return 1 if hits else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
