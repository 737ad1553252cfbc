"""JSON in, to the same values as YAML: a number with a fraction is text, a key twice is a finding."""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import NoReturn

from listbuilder.datafiles.positions import DataPath, Positions, Spot, format_path
from listbuilder.datafiles.syntax_errors import explain_json
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.model.text import phrase

DEEPEST = 100
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_MOST_PROBLEMS = 100
# patterns as texts: they are compiled when something is wrong, and start-up is measured
_STRUCTURE = r'(?s)"(?:[^"\\]++|\\.)*+"?|[\[\]{}]'
"""Brackets, and texts to pass over; a text that never ends is one too, so that it is looked at once."""
_TOKEN = r'(?s)\s*("(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+)'  # noqa: S105 - a pattern, no password
_LONE = (
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)


def parse_json(text: str, name: str) -> tuple[object, tuple[Diagnostic, ...]]:
    """Read a JSON text; give its value and what is wrong with its writing."""
    doubled = False
    try:
        try:
            value: object = _READER.decode(text)
        except _DoubledKeyError:
            doubled, value = True, _FIRST_READER.decode(text)
        _check_letters(text, value)
    except RecursionError:
        raise _nested(text, name) from None
    except json.JSONDecodeError as error:
        if _too_deep(text) is not None:
            raise _nested(text, name) from None
        raise _unreadable(name, explain_json(error), (error.lineno, error.colno)) from None
    except UnicodeEncodeError:
        lone = re.search(_LONE, text)
        raise _unreadable(name, phrase("syntax.surrogate"), _spot(text, lone.start() if lone else 0)) from None
    except ValueError:
        raise _unreadable(name, phrase("syntax.number"), (1, 1)) from None
    if not _is_shallow(text) and _depth(value) > DEEPEST:
        raise _nested(text, name)
    return value, _Locator(text, name).run().problems if doubled else ()


class _DoubledKeyError(Exception):
    """A key stands twice in an object."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object whose keys stand in it once, as nearly all do."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _DoubledKeyError
    return found


def _first_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object in which the first of two keys counts."""
    found = dict(reversed(pairs))
    return {key: found[key] for key, _ in pairs}


def _is_shallow(text: str) -> bool:
    """Tell at a glance that a text is not nested too deeply; brackets in its words may make it look as if it were.

    Pairs with nothing between them go, then those around them, of both kinds in turn: two levels at most go at once.
    """
    if text.count("[") + text.count("{") <= DEEPEST:
        return True
    left = text.encode("utf-8", "surrogatepass").translate(None, _NO_BRACKETS)
    for _ in range(DEEPEST // 2):
        before, left = len(left), left.replace(b"[]", b"").replace(b"{}", b"")
        if len(left) in (0, before):
            break
    return not left


def _depth(value: object) -> int:
    """Tell how deep a value is, as far as it may be."""
    depth = 0
    level = [value]
    while depth <= DEEPEST and (parts := [part for part in level if type(part) is dict or type(part) is list]):
        depth += 1
        level = list(chain.from_iterable([part.values() if type(part) is dict else part for part in parts]))
    return depth


def _check_letters(text: str, value: object) -> None:
    """Raise UnicodeEncodeError for half a surrogate pair, which only an escape can bring into a text."""
    if "\\" in text and "\\u" in text and ("\\ud" in text or "\\uD" in text):  # the shortest is found quickest
        json.dumps(value, ensure_ascii=False).encode()
    elif not text.isascii():
        text.encode()


def _nested(text: str, name: str) -> UnreadableError:
    place = Place(name, *_spot(text, _too_deep(text) or 0))
    return UnreadableError([Diagnostic("DAT012", None, {"most": DEEPEST}, place=place)])


def locate_json(text: str) -> Positions:
    """Find the position of everything in a JSON text that could be read before."""
    locator = _Locator(text, "").run()
    return Positions(locator.values, locator.keys)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


_READER = json.JSONDecoder(object_pairs_hook=_object, parse_float=str, parse_constant=_refuse)
_FIRST_READER = json.JSONDecoder(object_pairs_hook=_first_object, parse_float=str, parse_constant=_refuse)


def _unreadable(name: str, problem: object, spot: Spot) -> UnreadableError:
    return UnreadableError([Diagnostic("DAT004", None, {"problem": problem}, place=Place(name, *spot))])


def _too_deep(text: str) -> int | None:
    """Give the offset where nesting gets too deep, if it does."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return None
    depth = 0
    for token in re.finditer(_STRUCTURE, text):
        letter = text[token.start()]
        depth += (letter in "[{") - (letter in "]}")
        if depth > DEEPEST:
            return token.start()
    return None


def _spot(text: str, offset: int) -> Spot:
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


class _Locator:
    """Walks through a text that is known to be JSON and notes where everything stands."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.values: dict[DataPath, Spot] = {}
        self.keys: dict[DataPath, Spot] = {}
        self.problems: tuple[Diagnostic, ...] = ()
        self._tokens = re.finditer(_TOKEN, text)
        self._line, self._line_start, self._start = 1, 0, 0

    def run(self) -> _Locator:
        """Walk through the whole text."""
        token, spot = self._next()
        self._value(token, spot, ())
        return self

    def _next(self) -> tuple[str, Spot]:
        match = next(self._tokens)
        begin = match.start(1)
        self._line += self.text.count("\n", self._start, begin)
        self._line_start = self.text.rfind("\n", self._start, begin) + 1 or self._line_start
        self._start = begin
        return match[1], (self._line, begin - self._line_start + 1)

    def _value(self, token: str, spot: Spot, path: DataPath) -> None:
        self.values.setdefault(path, spot)
        if token == "[":  # noqa: S105 - a bracket, no password
            self._items(path)
        elif token == "{":  # noqa: S105 - a bracket, no password
            self._pairs(path)

    def _items(self, path: DataPath) -> None:
        index = 0
        token, spot = self._next()
        while token != "]":  # noqa: S105 - a bracket, no password
            if token != ",":  # noqa: S105 - a comma, no password
                self._value(token, spot, (*path, index))
                index += 1
            token, spot = self._next()

    def _pairs(self, path: DataPath) -> None:
        seen: set[str] = set()
        token, spot = self._next()
        while token != "}":  # noqa: S105 - a bracket, no password
            if token != ",":  # noqa: S105 - a comma, no password
                key = str(json.loads(token))
                inner = (*path, key)
                if key in seen and len(self.problems) < _MOST_PROBLEMS:
                    place = Place(self.name, *spot)
                    self.problems += (Diagnostic("DAT005", format_path(inner), {"key": key}, place=place),)
                seen.add(key)
                self.keys.setdefault(inner, spot)
                self._next()
                self._value(*self._next(), inner)
            token, spot = self._next()
