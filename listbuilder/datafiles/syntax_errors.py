"""Why a YAML text cannot be read, in our own words: the parser's place and complaint made cause, place and remedy.

Why a JSON text cannot be read, in our own words.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.datafiles.positions import Spot
from listbuilder.validation.message_arguments import Word

if TYPE_CHECKING:
    import yaml

_KEY = re.compile(r"^\s*(?:- )*\s*[\w\"'.-]+\s*:(?:\s|$)")
_GLUED = re.compile(r"^\s*(?:- )*\s*[\w.-]+:\S")
_FLOW = re.compile(r"[\[{,]")
_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What the parser counts as the end of a line."""
_CLOSING = {"[": "]", "{": "}"}


class Trouble(NamedTuple):
    """Where a text stops to make sense, and why."""

    spot: Spot
    problem: Word


class _Halt(NamedTuple):
    """Where the parser stopped, counted from 0, and where what it was reading began."""

    problem: str
    line: int
    column: int
    begun: Spot
    lines: list[str]

    @property
    def before(self) -> str:
        return self.lines[self.line][: self.column]

    @property
    def at(self) -> str:
        return self.lines[self.line][self.column : self.column + 1]

    @property
    def last(self) -> bool:
        """Whether nothing comes after."""
        return not "".join([self.lines[self.line][self.column :], *self.lines[self.line + 1 :]]).strip()

    def because(self, key: str, spot: Spot | None = None, **values: object) -> Trouble:
        line, column = (self.line, self.column) if spot is None else spot
        return Trouble((line + 1, column + 1), Word(f"syntax.{key}", values))


def explain_yaml(text: str, error: yaml.YAMLError) -> Trouble:
    """Say what is wrong and where, as somebody would who looks over the author's shoulder."""
    halt = _halt(text, error)
    for complaint, explain in _CAUSES:
        if complaint in halt.problem:
            return explain(halt)
    return halt.because("other", problem=halt.problem)


def _halt(text: str, error: yaml.YAMLError) -> _Halt:
    mark, begun = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "syntax error"
    if mark is None:
        before = text[: getattr(error, "position", 0)]
        line, column = before.count("\n"), len(before) - (before.rfind("\n") + 1)
    else:
        line, column = mark.line, mark.column
    lines = [*_BREAK.split(text), ""]
    return _Halt(problem, line, column, (line, column) if begun is None else (begun.line, begun.column), lines)


def _colon(halt: _Halt) -> Trouble:
    """Tell a colon inside a text from a line that stands too far right, or comes after one that lacks its colon."""
    if _KEY.match(halt.before + " "):
        return halt.because("colon")
    above = next((number for number in range(halt.line - 1, -1, -1) if halt.lines[number].strip()), None)
    if (
        above is not None
        and not _KEY.match(halt.lines[above])
        and not halt.lines[above].lstrip().startswith(("- ", "#"))
    ):
        return _colon_missing(halt._replace(begun=(above, 0)))
    return halt.because("indentation", (halt.line, len(halt.before) - len(halt.before.lstrip())))


def _colon_missing(halt: _Halt) -> Trouble:
    line = halt.begun[0]
    found = halt.lines[line]
    spot = (line, len(found) - len(found.lstrip()))
    return halt.because("colon-space" if _GLUED.match(found) else "colon-missing", spot, line=found.strip()[:60])


def _bracket(halt: _Halt) -> Trouble:
    if halt.before.rstrip()[-1:] in ("'", '"'):
        return _quotes(halt)
    if halt.at in _CLOSING:
        return halt.because("round")
    if halt.at == ":" and _KEY.match(_FLOW.split(halt.before)[-1]):
        return halt.because("colon")
    opened = halt.lines[halt.begun[0]][halt.begun[1]]
    return halt.because("bracket", halt.begun, opened=opened, closed=_CLOSING.get(opened, ""))


def _unexpected(halt: _Halt) -> Trouble:
    """Tell quotes inside quotes and a bracket too many from a line that stands too far left or right."""
    if "node content" in halt.problem and halt.last:
        return halt.because("end")
    if not halt.before.strip(" -"):
        return halt.because("indentation")
    if halt.at in ("]", "}"):
        return halt.because("bracket-more", closed=halt.at)
    if halt.before.rstrip()[-1:] in _CLOSING.values():
        return halt.because("bracket-first")
    return _quotes(halt) if "key" in halt.problem else halt.because("other", problem=halt.problem)


def _quotes(halt: _Halt) -> Trouble:
    """Tell quotes inside quotes from those that were left open some lines before and closed by the next that opened."""
    quote = halt.before.rstrip()[-1:]
    if quote in ("'", '"') and halt.before.count(quote) % 2:
        for number in range(halt.line - 1, -1, -1):
            if halt.lines[number].count(quote) % 2:
                return halt.because("quote-open", (number, halt.lines[number].index(quote)))
    return halt.because("quotes")


_CAUSES = (
    ("mapping values are not allowed", _colon),
    ("expected ','", _bracket),
    ("unexpected end of stream", lambda halt: halt.because("quote-open", halt.begun)),
    ("expected ':'", _colon_missing),
    ("did not find expected", _unexpected),
    ("cannot start any token", lambda halt: halt.because("character", character=halt.at)),
    ("block sequence entries", lambda halt: halt.because("dash")),
    ("unknown escape", lambda halt: halt.because("backslash")),
)
"""By a part of the parser's complaint, the first that fits."""


_CAUSES_JSON_TROUBLE = (
    ("Illegal trailing comma", "comma-last"),
    ("Expecting ':'", "colon"),
    ("Expecting ','", "comma"),
    ("Expecting property name", "key"),
    ("Expecting value", "value"),
    ("Invalid control character", "line"),
    ("Invalid \\", "backslash"),
    ("Unterminated string", "open"),
    ("Extra data", "more"),
)
"""By how the reader's complaint begins."""
_WANTED = frozenset({"comma", "key", "value"})
"""What is wanted where a file may also end too early, or go on after a comma."""


def explain_json(error: json.JSONDecodeError) -> Word:
    """Say what is wrong at the place of an error, as somebody would who looks over the author's shoulder."""
    cause = next((key for complaint, key in _CAUSES_JSON_TROUBLE if error.msg.startswith(complaint)), "other")
    before, at = error.doc[: error.pos].rstrip()[-1:], error.doc[error.pos :].lstrip()[:1]
    if cause in _WANTED and not at:
        return Word("syntax.end")
    if cause in _WANTED and before == "," and at in ("]", "}"):
        cause = "comma-last"
    elif cause in _WANTED and at in ("'", "\N{LEFT DOUBLE QUOTATION MARK}", "\N{DOUBLE LOW-9 QUOTATION MARK}"):
        cause = "quotes"
    return Word(f"syntax.json-{cause}", {"problem": error.msg} if cause == "other" else {})
