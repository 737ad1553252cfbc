"""Explain YAML and JSON syntax errors: cause, position and what to change."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.datafiles.positions import LineColumn
from listbuilder.validation.message_arguments import Message

if TYPE_CHECKING:
    import yaml

_KEY_LINE = re.compile(r"^\s*(?:- )*\s*[\w\"'.-]+\s*:(?:\s|$)")
_COLON_WITHOUT_SPACE = re.compile(r"^\s*(?:- )*\s*[\w.-]+:\S")
_FLOW_DELIMITER = re.compile(r"[\[{,]")
_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""Everything that the YAML parser counts as the end of a line."""
_CLOSING_BRACKETS = {"[": "]", "{": "}"}


class SyntaxProblem(NamedTuple):
    """Where a text becomes invalid, and why."""

    position: LineColumn
    problem: Message


class _ParserStop(NamedTuple):
    """Where the parser stopped (starting at 0), and where the construct that it was reading began."""

    problem: str
    line: int
    column: int
    begun: LineColumn
    lines: list[str]

    @property
    def before(self) -> str:
        return self.lines[self.line][: self.column]

    @property
    def at(self) -> str:
        return self.lines[self.line][self.column : self.column + 1]

    @property
    def last(self) -> bool:
        """Whether nothing follows."""
        return not "".join([self.lines[self.line][self.column :], *self.lines[self.line + 1 :]]).strip()

    def because(self, key: str, spot: LineColumn | None = None, **values: object) -> SyntaxProblem:
        line, column = (self.line, self.column) if spot is None else spot
        return SyntaxProblem((line + 1, column + 1), Message(f"syntax.{key}", values))


def explain_yaml(text: str, error: yaml.YAMLError) -> SyntaxProblem:
    """Return the position and cause of a YAML error."""
    stop = _find_stop(text, error)
    for complaint, explain in _YAML_CAUSES:
        if complaint in stop.problem:
            return explain(stop)
    return stop.because("other", problem=stop.problem)


def _find_stop(text: str, error: yaml.YAMLError) -> _ParserStop:
    mark, context = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "syntax error"
    if mark is None:
        before = text[: getattr(error, "position", 0)]
        line, column = before.count("\n"), len(before) - (before.rfind("\n") + 1)
    else:
        line, column = mark.line, mark.column
    lines = [*_LINE_BREAK.split(text), ""]
    return _ParserStop(
        problem, line, column, (line, column) if context is None else (context.line, context.column), lines
    )


def _explain_colon(stop: _ParserStop) -> SyntaxProblem:
    """Distinguish a colon inside a text from wrong indentation and from a missing colon on the line above."""
    if _KEY_LINE.match(stop.before + " "):
        return stop.because("colon")
    above = next((number for number in range(stop.line - 1, -1, -1) if stop.lines[number].strip()), None)
    if (
        above is not None
        and not _KEY_LINE.match(stop.lines[above])
        and not stop.lines[above].lstrip().startswith(("- ", "#"))
    ):
        return _explain_missing_colon(stop._replace(begun=(above, 0)))
    return stop.because("indentation", (stop.line, len(stop.before) - len(stop.before.lstrip())))


def _explain_missing_colon(stop: _ParserStop) -> SyntaxProblem:
    line = stop.begun[0]
    text = stop.lines[line]
    spot = (line, len(text) - len(text.lstrip()))
    return stop.because(
        "colon-space" if _COLON_WITHOUT_SPACE.match(text) else "colon-missing", spot, line=text.strip()[:60]
    )


def _explain_bracket(stop: _ParserStop) -> SyntaxProblem:
    if stop.before.rstrip()[-1:] in ("'", '"'):
        return _explain_quotes(stop)
    if stop.at in _CLOSING_BRACKETS:
        return stop.because("round")
    if stop.at == ":" and _KEY_LINE.match(_FLOW_DELIMITER.split(stop.before)[-1]):
        return stop.because("colon")
    opened = stop.lines[stop.begun[0]][stop.begun[1]]
    return stop.because("bracket", stop.begun, opened=opened, closed=_CLOSING_BRACKETS.get(opened, ""))


def _explain_unexpected(stop: _ParserStop) -> SyntaxProblem:
    """Distinguish nested quotes and extra brackets from wrong indentation."""
    if "node content" in stop.problem and stop.last:
        return stop.because("end")
    if not stop.before.strip(" -"):
        return stop.because("indentation")
    if stop.at in ("]", "}"):
        return stop.because("bracket-more", closed=stop.at)
    if stop.before.rstrip()[-1:] in _CLOSING_BRACKETS.values():
        return stop.because("bracket-first")
    return _explain_quotes(stop) if "key" in stop.problem else stop.because("other", problem=stop.problem)


def _explain_quotes(stop: _ParserStop) -> SyntaxProblem:
    """Distinguish nested quotes from quotes that were left open some lines above."""
    quote = stop.before.rstrip()[-1:]
    if quote in ("'", '"') and stop.before.count(quote) % 2:
        for number in range(stop.line - 1, -1, -1):
            if stop.lines[number].count(quote) % 2:
                return stop.because("quote-open", (number, stop.lines[number].index(quote)))
    return stop.because("quotes")


_YAML_CAUSES = (
    ("mapping values are not allowed", _explain_colon),
    ("expected ','", _explain_bracket),
    ("unexpected end of stream", lambda stop: stop.because("quote-open", stop.begun)),
    ("expected ':'", _explain_missing_colon),
    ("did not find expected", _explain_unexpected),
    ("cannot start any token", lambda stop: stop.because("character", character=stop.at)),
    ("block sequence entries", lambda stop: stop.because("dash")),
    ("unknown escape", lambda stop: stop.because("backslash")),
)
"""Parts of the parser's messages and their explanations; the first match counts."""


_JSON_CAUSES = (
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
"""How the messages of the JSON parser start, and their catalogue keys."""
_EXPECTED_CAUSES = frozenset({"comma", "key", "value"})
"""Causes that may also mean that the file ends early or has a trailing comma."""


def explain_json(error: json.JSONDecodeError) -> Message:
    """Return the cause of a JSON error."""
    cause = next((key for complaint, key in _JSON_CAUSES if error.msg.startswith(complaint)), "other")
    before, at = error.doc[: error.pos].rstrip()[-1:], error.doc[error.pos :].lstrip()[:1]
    if cause in _EXPECTED_CAUSES and not at:
        return Message("syntax.end")
    if cause in _EXPECTED_CAUSES and before == "," and at in ("]", "}"):
        cause = "comma-last"
    elif cause in _EXPECTED_CAUSES and at in ("'", "\N{LEFT DOUBLE QUOTATION MARK}", "\N{DOUBLE LOW-9 QUOTATION MARK}"):
        cause = "quotes"
    return Message(f"syntax.json-{cause}", {"problem": error.msg} if cause == "other" else {})
