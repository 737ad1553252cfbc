"""YAML in: text, whole numbers, true, false and null, as plain values; nothing else.

`on`, `yes`, `3.5`, `2024-01-01` and `010` are text. YAML cuts `[Pike (A1, Phalanx)]` at the comma; a text whose bracket
is still open is put together again, so that the rulebook's notation needs no quotes. Tags are refused, aliases are
counted, nesting is bounded: libyaml's events are read one by one, because its own composer recurses without a limit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import Any, TypeAlias

import yaml
from yaml._yaml import CParser

from listbuilder.datafiles.positions import DataPath, Positions, Spot, format_path
from listbuilder.datafiles.syntax_errors import explain_yaml
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.model.text import phrase
from listbuilder.timeouts import check_time

DEEPEST = 100
MOST_ALIASED = 10_000
"""The most values that aliases may repeat, all together."""
_MOST_PROBLEMS = 100
"""Nobody reads more, and a file of nothing else must not take for ever."""

_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_CONSTANTS: dict[str, object] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_Event: TypeAlias = Any
"""One of libyaml's events: what it has depends on its kind, and its kind is its type."""
_Scalar = yaml.ScalarEvent
_NUMERIC = frozenset("+-0123456789")
_MISSING = object()


def parse_yaml(text: str, name: str) -> tuple[object, tuple[Diagnostic, ...]]:
    """Read a YAML text; give its value and what is wrong with its writing."""
    reader = _Reader(text, name)
    value = reader.read()
    return value, tuple(reader.problems)


def locate_yaml(text: str) -> Positions:
    """Find the position of everything in a YAML text that could be read before."""
    reader = _Reader(text, "", locating=True)
    reader.read()
    return Positions(reader.values, reader.keys)


class _Reader:
    """Reads one text, event by event."""

    def __init__(self, text: str, name: str, *, locating: bool = False) -> None:
        self.text = text
        self.name = name
        self.locating = locating
        self.problems: list[Diagnostic] = []
        self.values: dict[DataPath, Spot] = {}
        self.keys: dict[DataPath, Spot] = {}
        self.path: list[str | int] = []
        self.anchors: dict[str, tuple[object, int]] = {}
        self.count = 0
        self.aliased = 0

    def read(self) -> object:
        """Read the one document there is."""
        try:
            self.next: Callable[[], _Event] = CParser(self.text).get_event
            self.next()
            if type(self.next()) is yaml.StreamEndEvent:
                return None
            value = self._value(self.next())
            self.next()
            event = self.next()
            if type(event) is not yaml.StreamEndEvent:
                self._stop("DAT004", event, problem=phrase("syntax.second-document"))
        except yaml.YAMLError as error:
            raise UnreadableError([*self.problems, *_syntax_errors(self.text, self.name, error)]) from None
        return value

    def _value(self, event: _Event) -> object:
        kind = type(event)
        if self.locating:
            self.values.setdefault(tuple(self.path), _spot(event))
        if kind is yaml.AliasEvent:
            return self._alias(event)
        self.count += 1
        before = self.count
        if event.tag is not None:
            self._report("DAT016", event, tag=event.tag)
        value: object
        if kind is _Scalar:
            value = _scalar(event.value) if event.implicit[0] else event.value
        elif kind is yaml.MappingStartEvent:
            value = self._mapping(event)
        else:
            value = self._sequence(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = (value, self.count - before + 1)
        return value

    def _sequence(self, start: _Event) -> list[object]:
        found: list[object] = []
        flow, unfinished, path, get_next = start.flow_style, False, self.path, self.next
        self._deeper(start)
        while type(event := get_next()) is not yaml.SequenceEndEvent:
            plain = type(event) is _Scalar and event.implicit[0]
            if unfinished and plain:
                found[-1] = _join(found[-1], event)
            else:
                path[-1] = len(found)
                found.append(self._value(event))
            unfinished = flow and plain and _unfinished(found[-1])
        path.pop()
        return found

    def _mapping(self, start: _Event) -> dict[str, object]:
        found: dict[str, object] = {}
        unfinished: str | None = None
        flow, get_next = start.flow_style, self.next
        self._deeper(start)
        while type(event := get_next()) is not yaml.MappingEndEvent:
            after = get_next()
            plain = type(after) is _Scalar and after.implicit[0]
            if unfinished is not None and plain and not after.value and _plain(event):
                found[unfinished] = _join(found[unfinished], event)
            else:
                unfinished = self._pair(event, after, found)
            if not (flow and plain and unfinished is not None and _unfinished(found[unfinished])):
                unfinished = None
        self.path.pop()
        return found

    def _pair(self, event: _Event, after: _Event, found: dict[str, object]) -> str | None:
        """Read a key and its value; give the key, none where it stood there before."""
        if type(event) is not _Scalar:
            self._stop("DAT004", event, problem=phrase("syntax.key"))
        key: str = event.value
        self.path[-1] = key
        if self.locating:
            self.keys.setdefault(tuple(self.path), _spot(event))
        value = self._value(after)
        if key in found:
            self._report("DAT005", event, key=key)
            return None
        found[key] = value
        return key

    def _deeper(self, event: _Event) -> None:
        if len(self.path) >= DEEPEST:
            self._stop("DAT012", event, most=DEEPEST)
        check_time()
        self.path.append("")

    def _alias(self, event: _Event) -> object:
        value, size = self.anchors.get(event.anchor or "", (_MISSING, 0))
        if value is _MISSING:
            self._stop("DAT004", event, problem=phrase("syntax.alias"))
        self.aliased += size
        self.count += size
        if self.aliased > MOST_ALIASED:
            self._stop("DAT011", event, most=MOST_ALIASED)
        return value

    def _report(self, code: str, event: _Event, **params: object) -> None:
        if len(self.problems) >= _MOST_PROBLEMS:
            return
        path = tuple(self.path)
        self.problems.append(Diagnostic(code, format_path(path) or None, params, place=Place(self.name, *_spot(event))))

    def _stop(self, code: str, event: _Event, **params: object) -> None:
        del self.problems[_MOST_PROBLEMS - 1 :]
        self._report(code, event, **params)
        raise UnreadableError(self.problems)


def _spot(event: _Event) -> Spot:
    mark = event.start_mark
    return mark.line + 1, mark.column + 1


def _plain(event: _Event) -> bool:
    return type(event) is _Scalar and bool(event.implicit[0])


def _unfinished(value: object) -> bool:
    """Tell whether a text in a flow list was cut at a comma inside its brackets: `[Pike (A1, Phalanx)]`."""
    return isinstance(value, str) and "(" in value and value.count("(") > value.count(")")


def _join(value: object, event: _Event) -> str:
    return f"{value}, {event.value}"


def _scalar(text: str) -> object:
    """Resolve a plain scalar."""
    if text[:1] in _NUMERIC:
        return int(text) if _INT.fullmatch(text) else text
    return _CONSTANTS.get(text, text)


def _syntax_errors(text: str, name: str, error: yaml.YAMLError) -> list[Diagnostic]:
    """Tell what a parser found: every indenting tab where that is the cause, otherwise the place it stopped at."""
    indented = (
        Diagnostic("DAT015", None, {"line": number}, place=Place(name, number, line.index("\t") + 1))
        for number, line in enumerate(text.split("\n"), 1)
        if "\t" in line[: len(line) - len(line.lstrip())] and line.strip()
    )
    tabs = list(islice(indented, _MOST_PROBLEMS))
    trouble = explain_yaml(text, error)
    if trouble.spot[0] in [tab.params["line"] for tab in tabs]:
        return tabs
    return [*tabs, Diagnostic("DAT004", None, {"problem": trouble.problem}, place=Place(name, *trouble.spot))]
