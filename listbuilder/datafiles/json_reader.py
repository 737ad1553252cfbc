"""Read JSON to the same values as YAML: fractions become text, and duplicate keys are findings."""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import NoReturn

from listbuilder.datafiles.positions import MAX_DEPTH, MAX_PROBLEMS, DataPath, LineColumn, Positions, format_path
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.model.text import build_catalogue_text
from listbuilder.validation.message_arguments import Message

_NON_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STRUCTURE = r'(?s)"(?:[^"\\]++|\\.)*+"?|[\[\]{}]'
"""Brackets, and strings to skip; an unterminated string is matched once as well."""
_TOKEN = r'(?s)\s*("(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+)'  # noqa: S105 - a pattern, no password
_LONE_SURROGATE = (
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)

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


def parse_json(text: str, name: str) -> tuple[object, tuple[Diagnostic, ...]]:
    """Parse a JSON text; return its value and findings about duplicate keys."""
    doubled = False
    try:
        try:
            value: object = _READER.decode(text)
        except _DuplicateKeyError:
            doubled, value = True, _FIRST_READER.decode(text)
        _check_surrogates(text, value)
    except RecursionError:
        raise _nesting_error(text, name) from None
    except json.JSONDecodeError as error:
        if _too_deep(text) is not None:
            raise _nesting_error(text, name) from None
        raise _syntax_error(name, _explain_error(error), (error.lineno, error.colno)) from None
    except UnicodeEncodeError:
        lone = re.search(_LONE_SURROGATE, text)
        raise _syntax_error(
            name, build_catalogue_text("syntax.surrogate"), _line_and_column(text, lone.start() if lone else 0)
        ) from None
    except ValueError:
        raise _syntax_error(name, build_catalogue_text("syntax.number"), (1, 1)) from None
    if not _is_shallow(text) and _depth(value) > MAX_DEPTH:
        raise _nesting_error(text, name)
    return value, _Locator(text, name).problems if doubled else ()


class _DuplicateKeyError(Exception):
    """An object has the same key twice."""


def _build_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object; raise _DuplicateKeyError if a key is repeated."""
    value = dict(pairs)
    if len(value) < len(pairs):
        raise _DuplicateKeyError
    return value


def _build_first_key_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object in which the first of two equal keys counts."""
    first = dict(reversed(pairs))
    return {key: first[key] for key, _ in pairs}


def _is_shallow(text: str) -> bool:
    """Return whether a text is certainly not nested too deeply, judging by its brackets.

    Empty pairs of brackets are removed until nothing changes; each step removes at most two levels.
    """
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return True
    brackets = text.encode("utf-8", "surrogatepass").translate(None, _NON_BRACKETS)
    for _ in range(MAX_DEPTH // 2):
        before, brackets = len(brackets), brackets.replace(b"[]", b"").replace(b"{}", b"")
        if len(brackets) in (0, before):
            break
    return not brackets


def _depth(value: object) -> int:
    """Return how deeply a value is nested, up to one more than the limit."""
    depth = 0
    level = [value]
    while depth <= MAX_DEPTH and (parts := [part for part in level if type(part) is dict or type(part) is list]):
        depth += 1
        level = list(chain.from_iterable([part.values() if type(part) is dict else part for part in parts]))
    return depth


def _check_surrogates(text: str, value: object) -> None:
    """Raise UnicodeEncodeError for a lone surrogate, which only an escape sequence can produce."""
    if "\\" in text and "\\u" in text and ("\\ud" in text or "\\uD" in text):  # shortest first, for speed
        json.dumps(value, ensure_ascii=False).encode()
    elif not text.isascii():
        text.encode()


def _nesting_error(text: str, name: str) -> UnreadableError:
    place = Place(name, *_line_and_column(text, _too_deep(text) or 0))
    return UnreadableError([Diagnostic("DAT012", None, {"most": MAX_DEPTH}, place=place)])


def locate_json(text: str) -> Positions:
    """Return the positions of everything in a valid JSON text."""
    locator = _Locator(text, "")
    return Positions(locator.values, locator.keys)


def _reject_constant(constant: str) -> NoReturn:
    raise ValueError(constant)


_READER = json.JSONDecoder(object_pairs_hook=_build_object, parse_float=str, parse_constant=_reject_constant)
_FIRST_READER = json.JSONDecoder(
    object_pairs_hook=_build_first_key_object, parse_float=str, parse_constant=_reject_constant
)


def _syntax_error(name: str, problem: object, spot: LineColumn) -> UnreadableError:
    return UnreadableError([Diagnostic("DAT004", None, {"problem": problem}, place=Place(name, *spot))])


def _explain_error(error: json.JSONDecodeError) -> Message:
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


def _too_deep(text: str) -> int | None:
    """Return the offset at which the nesting exceeds the limit; None if it does not."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return None
    depth = 0
    for token in re.finditer(_STRUCTURE, text):
        letter = text[token.start()]
        depth += (letter in "[{") - (letter in "]}")
        if depth > MAX_DEPTH:
            return token.start()
    return None


def _line_and_column(text: str, offset: int) -> LineColumn:
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


class _Locator:
    """Walks through valid JSON and records the position of everything."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.values: dict[DataPath, LineColumn] = {}
        self.keys: dict[DataPath, LineColumn] = {}
        self.problems: tuple[Diagnostic, ...] = ()
        self._tokens = re.finditer(_TOKEN, text)
        self._line, self._line_start, self._start = 1, 0, 0
        self._value(*self._next(), ())

    def _next(self) -> tuple[str, LineColumn]:
        match = next(self._tokens)
        start = match.start(1)
        self._line += self.text.count("\n", self._start, start)
        self._line_start = self.text.rfind("\n", self._start, start) + 1 or self._line_start
        self._start = start
        return match[1], (self._line, start - self._line_start + 1)

    def _value(self, token: str, spot: LineColumn, path: DataPath) -> None:
        self.values.setdefault(path, spot)
        if token == "[":  # noqa: S105 - a bracket, no password
            index = 0
            token, spot = self._next()
            while token != "]":  # noqa: S105 - a bracket, no password
                if token != ",":  # noqa: S105 - a comma, no password
                    self._value(token, spot, (*path, index))
                    index += 1
                token, spot = self._next()
        elif token == "{":  # noqa: S105 - a bracket, no password
            self._pairs(path)

    def _pairs(self, path: DataPath) -> None:
        keys: set[str] = set()
        token, spot = self._next()
        while token != "}":  # noqa: S105 - a bracket, no password
            if token != ",":  # noqa: S105 - a comma, no password
                key = str(json.loads(token))
                inner = (*path, key)
                if key in keys and len(self.problems) < MAX_PROBLEMS:
                    place = Place(self.name, *spot)
                    self.problems += (Diagnostic("DAT005", format_path(inner), {"key": key}, place=place),)
                keys.add(key)
                self.keys.setdefault(inner, spot)
                self._next()
                self._value(*self._next(), inner)
            token, spot = self._next()
