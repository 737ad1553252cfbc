"""Read YAML as plain values: text, whole numbers, true, false, null, lists and mappings.

`on`, `yes`, `3.5`, `2024-01-01` and `010` are text. YAML splits `[Pike (A1, Phalanx)]` at the comma; texts with an open
bracket are joined again. libyaml's events are read one by one, because its composer has no depth limit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

import yaml
from yaml._yaml import CParser

from listbuilder.crash_guard import check_time
from listbuilder.datafiles.positions import MAX_DEPTH, MAX_PROBLEMS, DataPath, LineColumn, Positions, format_path
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.model.text import build_catalogue_text
from listbuilder.validation.message_arguments import Message

MAX_ALIASED_VALUES = 10_000
"""How many values aliases may repeat in total."""

_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_CONSTANTS: dict[str, object] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_Event: TypeAlias = Any
"""An event of libyaml, which has no useful types."""
_Scalar = yaml.ScalarEvent
_NUMBER_START = frozenset("+-0123456789")
_MISSING = object()
_KEY_LINE = re.compile(r"^\s*(?:- )*\s*[\w\"'.-]+\s*:(?:\s|$)")
_COLON_WITHOUT_SPACE = re.compile(r"^\s*(?:- )*\s*[\w.-]+:\S")
_FLOW_DELIMITER = re.compile(r"[\[{,]")
_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""Everything that the YAML parser counts as the end of a line."""
_CLOSING_BRACKETS = {"[": "]", "{": "}"}


def parse_yaml(text: str, name: str) -> tuple[object, tuple[Diagnostic, ...]]:
    """Parse a YAML text; return its value and findings about tags and duplicate keys."""
    reader = _Reader(text, name)
    value = reader.read()
    return value, tuple(reader.problems)


def locate_yaml(text: str) -> Positions:
    """Return the positions of everything in a valid YAML text."""
    reader = _Reader(text, "", locating=True)
    reader.read()
    return Positions(reader.values, reader.keys)


class _Reader:
    """Reader for one text, event by event."""

    def __init__(self, text: str, name: str, *, locating: bool = False) -> None:
        self.text = text
        self.name = name
        self.locating = locating
        self.problems: list[Diagnostic] = []
        self.values: dict[DataPath, LineColumn] = {}
        self.keys: dict[DataPath, LineColumn] = {}
        self.path: list[str | int] = []
        self.anchors: dict[str, tuple[object, int]] = {}
        self.count = 0
        self.aliased = 0

    def read(self) -> object:
        """Read the only document in the text."""
        try:
            self.next: Callable[[], _Event] = CParser(self.text).get_event
            self.next()
            if type(self.next()) is yaml.StreamEndEvent:
                return None
            value = self._value(self.next())
            self.next()
            event = self.next()
            if type(event) is not yaml.StreamEndEvent:
                self._stop("DAT004", event, problem=build_catalogue_text("syntax.second-document"))
        except yaml.YAMLError as error:
            raise UnreadableError([*self.problems, *_syntax_errors(self.text, self.name, error)]) from None
        return value

    def _value(self, event: _Event) -> object:
        kind = type(event)
        if self.locating:
            self.values.setdefault(tuple(self.path), _line_and_column(event))
        if kind is yaml.AliasEvent:
            return self._alias(event)
        self.count += 1
        before = self.count
        if event.tag is not None:
            self._report("DAT016", event, tag=event.tag)
        value: object
        if kind is _Scalar:
            value = _resolve_scalar(event.value) if event.implicit[0] else event.value
        elif kind is yaml.MappingStartEvent:
            value = self._mapping(event)
        else:
            value = self._sequence(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = (value, self.count - before + 1)
        return value

    def _sequence(self, start: _Event) -> list[object]:
        items: list[object] = []
        flow, unfinished, path, get_next = start.flow_style, False, self.path, self.next
        self._enter(start)
        while type(event := get_next()) is not yaml.SequenceEndEvent:
            plain = type(event) is _Scalar and event.implicit[0]
            if unfinished and plain:
                items[-1] = f"{items[-1]}, {event.value}"
            else:
                path[-1] = len(items)
                items.append(self._value(event))
            unfinished = flow and plain and _has_open_bracket(items[-1])
        path.pop()
        return items

    def _mapping(self, start: _Event) -> dict[str, object]:
        mapping: dict[str, object] = {}
        unfinished: str | None = None
        flow, get_next = start.flow_style, self.next
        self._enter(start)
        while type(event := get_next()) is not yaml.MappingEndEvent:
            after = get_next()
            plain = type(after) is _Scalar and after.implicit[0]
            key_is_plain = type(event) is _Scalar and event.implicit[0]
            if unfinished is not None and plain and not after.value and key_is_plain:
                mapping[unfinished] = f"{mapping[unfinished]}, {event.value}"
            else:
                unfinished = self._pair(event, after, mapping)
            if not (flow and plain and unfinished is not None and _has_open_bracket(mapping[unfinished])):
                unfinished = None
        self.path.pop()
        return mapping

    def _pair(self, event: _Event, after: _Event, mapping: dict[str, object]) -> str | None:
        """Read a key and its value; return the key, or None if it is a duplicate."""
        if type(event) is not _Scalar:
            self._stop("DAT004", event, problem=build_catalogue_text("syntax.key"))
        key: str = event.value
        self.path[-1] = key
        if self.locating:
            self.keys.setdefault(tuple(self.path), _line_and_column(event))
        value = self._value(after)
        if key in mapping:
            self._report("DAT005", event, key=key)
            return None
        mapping[key] = value
        return key

    def _enter(self, event: _Event) -> None:
        if len(self.path) >= MAX_DEPTH:
            self._stop("DAT012", event, most=MAX_DEPTH)
        check_time()
        self.path.append("")

    def _alias(self, event: _Event) -> object:
        value, size = self.anchors.get(event.anchor or "", (_MISSING, 0))
        if value is _MISSING:
            self._stop("DAT004", event, problem=build_catalogue_text("syntax.alias"))
        self.aliased += size
        self.count += size
        if self.aliased > MAX_ALIASED_VALUES:
            self._stop("DAT011", event, most=MAX_ALIASED_VALUES)
        return value

    def _report(self, code: str, event: _Event, **params: object) -> None:
        if len(self.problems) >= MAX_PROBLEMS:
            return
        path = format_path(tuple(self.path)) or None
        self.problems.append(Diagnostic(code, path, params, place=Place(self.name, *_line_and_column(event))))

    def _stop(self, code: str, event: _Event, **params: object) -> None:
        del self.problems[MAX_PROBLEMS - 1 :]
        self._report(code, event, **params)
        raise UnreadableError(self.problems)


def _line_and_column(event: _Event) -> LineColumn:
    mark = event.start_mark
    return mark.line + 1, mark.column + 1


def _has_open_bracket(value: object) -> bool:
    """Return whether a text in a flow list was split at a comma in brackets: `[Pike (A1, Phalanx)]`."""
    return isinstance(value, str) and "(" in value and value.count("(") > value.count(")")


def _resolve_scalar(text: str) -> object:
    """Return the value of a plain scalar."""
    if text[:1] in _NUMBER_START:
        return int(text) if _INT.fullmatch(text) else text
    return _CONSTANTS.get(text, text)


def _syntax_errors(text: str, name: str, error: yaml.YAMLError) -> list[Diagnostic]:
    """Return findings about indenting tabs if they are the cause, otherwise about the parser's error."""
    indented = (
        Diagnostic("DAT015", None, {"line": number}, place=Place(name, number, line.index("\t") + 1))
        for number, line in enumerate(text.split("\n"), 1)
        if "\t" in line[: len(line) - len(line.lstrip())] and line.strip()
    )
    tabs = list(islice(indented, MAX_PROBLEMS))
    position, problem = _explain_error(text, error)
    if position[0] in [tab.params["line"] for tab in tabs]:
        return tabs
    return [*tabs, Diagnostic("DAT004", None, {"problem": problem}, place=Place(name, *position))]


_SyntaxProblem: TypeAlias = tuple[LineColumn, Message]
"""Where a text becomes invalid, and why."""


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

    def because(self, key: str, spot: LineColumn | None = None, **values: object) -> _SyntaxProblem:
        line, column = (self.line, self.column) if spot is None else spot
        return (line + 1, column + 1), Message(f"syntax.{key}", values)


def _explain_error(text: str, error: yaml.YAMLError) -> _SyntaxProblem:
    """Return the position and cause of a YAML error."""
    mark, context = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "syntax error"
    if mark is None:
        before = text[: getattr(error, "position", 0)]
        line, column = before.count("\n"), len(before) - (before.rfind("\n") + 1)
    else:
        line, column = mark.line, mark.column
    begun = (line, column) if context is None else (context.line, context.column)
    stop = _ParserStop(problem, line, column, begun, [*_LINE_BREAK.split(text), ""])
    for complaint, explain in _YAML_CAUSES:
        if complaint in stop.problem:
            return explain(stop)
    return stop.because("other", problem=stop.problem)


def _explain_colon(stop: _ParserStop) -> _SyntaxProblem:
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


def _explain_missing_colon(stop: _ParserStop) -> _SyntaxProblem:
    line = stop.begun[0]
    text = stop.lines[line]
    spot = (line, len(text) - len(text.lstrip()))
    return stop.because(
        "colon-space" if _COLON_WITHOUT_SPACE.match(text) else "colon-missing", spot, line=text.strip()[:60]
    )


def _explain_bracket(stop: _ParserStop) -> _SyntaxProblem:
    if stop.before.rstrip()[-1:] in ("'", '"'):
        return _explain_quotes(stop)
    if stop.at in _CLOSING_BRACKETS:
        return stop.because("round")
    if stop.at == ":" and _KEY_LINE.match(_FLOW_DELIMITER.split(stop.before)[-1]):
        return stop.because("colon")
    opened = stop.lines[stop.begun[0]][stop.begun[1]]
    return stop.because("bracket", stop.begun, opened=opened, closed=_CLOSING_BRACKETS.get(opened, ""))


def _explain_unexpected(stop: _ParserStop) -> _SyntaxProblem:
    """Distinguish nested quotes and extra brackets from wrong indentation."""
    rest = [stop.lines[stop.line][stop.column :], *stop.lines[stop.line + 1 :]]
    if "node content" in stop.problem and not any(line.strip() for line in rest):
        return stop.because("end")
    if not stop.before.strip(" -"):
        return stop.because("indentation")
    if stop.at in ("]", "}"):
        return stop.because("bracket-more", closed=stop.at)
    if stop.before.rstrip()[-1:] in _CLOSING_BRACKETS.values():
        return stop.because("bracket-first")
    return _explain_quotes(stop) if "key" in stop.problem else stop.because("other", problem=stop.problem)


def _explain_quotes(stop: _ParserStop) -> _SyntaxProblem:
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
