"""Lists written as the design shows them: one flow mapping per entry, short lines, as few quotation marks as can be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from listbuilder.listfiles.comments import NO_COMMENTS, Comments
from listbuilder.listfiles.mapping import list_mapping
from listbuilder.model import ArmyList

WIDTH = 120
_PLAIN = re.compile(r"[^\W\d][\w./-]*(?: [\w./-]+)*")
_HASH = re.compile(r"(?=.*[a-df].*[a-df])[0-9a-f]{64}")
_TAKEN = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none"})
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_BYTE, _PLANE = 0x100, 0x10000
_SURROGATES = range(0xD800, 0xE000)


def format_list(army: ArmyList, comments: Comments = NO_COMMENTS) -> str:
    """Write a list as YAML; `comments` are put back where they stood."""
    lines = list(comments.header)
    for key, value in list_mapping(army).items():
        lines += comments.before_key(key)
        if key == "units":
            lines += _units(army, value, comments)
        else:
            block = _field(key, value)
            lines += [*block[:-1], block[-1] + comments.behind_key(key, multiline=len(block) > 1)]
    return "\n".join([*lines, *comments.footer]) + "\n"


def _units(army: ArmyList, value: object, comments: Comments) -> Iterable[str]:
    behind = comments.behind_key("units")
    if not isinstance(value, list) or not value:
        yield "units: []" + behind
        return
    yield "units:" + behind
    for entry, plain in zip(army.entries, value, strict=True):
        yield from comments.before_entry(entry.id)
        lines = _fill("  - ", "     ", list(_flow(plain)))
        lines[-1] += comments.behind_entry(entry.id)
        yield from lines


def _field(key: str, value: object) -> list[str]:
    """Write one of the list's own fields."""
    name = format_scalar(key)
    if isinstance(value, str) and "\n" in value and _fits_block(value):
        return [f"{name}: |-", *(f"  {line}".rstrip() for line in value.split("\n"))]
    lines = _fill(f"{name}: ", "  ", list(_flow(value)))
    if len(lines) > 1 and isinstance(value, Mapping):
        lines = [f"{name}:"]
        for inner, item in value.items():
            lines += _fill(f"  {format_scalar(str(inner))}: ", "    ", list(_flow(item)))
    return lines


def _fits_block(text: str) -> bool:
    """Tell whether a text may stand as lines of its own, unquoted."""
    lines = text.split("\n")
    plain = all(line.isprintable() and line == line.rstrip() for line in lines)
    return plain and bool(lines[-1]) and bool(lines[0]) and not lines[0].startswith(" ")


def _flow(value: object) -> Iterable[str]:
    """Give the pieces of a value between which a line may end; a piece that ends in a backslash is half a text."""
    if isinstance(value, Mapping):
        pairs = [[f"{format_scalar(str(key))}: {first}", *rest] for key, (first, *rest) in _flows(value.items())]
        yield from _bracketed("{", pairs, "}")
    elif isinstance(value, list | tuple):
        yield from _bracketed("[", [list(_flow(item)) for item in value], "]")
    else:
        yield from _cut(format_scalar(value))


def _flows(pairs: Iterable[tuple[object, object]]) -> Iterable[tuple[object, list[str]]]:
    return ((key, list(_flow(value))) for key, value in pairs)


def _bracketed(opening: str, groups: list[list[str]], closing: str) -> Iterable[str]:
    pieces: list[str] = []
    for group in groups:
        pieces += [*group[:-1], group[-1] + ","]
    if not pieces:
        yield opening + closing
        return
    pieces[-1] = pieces[-1][:-1] + closing
    pieces[0] = opening + pieces[0]
    yield from pieces


def _cut(text: str) -> list[str]:
    """Cut a long quoted text behind its spaces, so that it can go on in the next line."""
    if len(text) <= WIDTH * 2 // 3 or not text.startswith('"'):
        return [text]
    words = re.findall(r"[^ ]* +(?=[^ ])|[^ ]+ *$", text)
    pieces = [""]
    for word in words:
        if pieces[-1] and len(pieces[-1]) + len(word) > WIDTH // 2:
            pieces.append("")
        pieces[-1] += word
    return [piece + "\\" for piece in pieces[:-1]] + [pieces[-1]]


def _fill(start: str, indent: str, pieces: list[str]) -> list[str]:
    """Fill lines with pieces; halves of one text join without a mark when they share a line."""
    lines = [start + pieces[0]]
    for piece in pieces[1:]:
        last = lines[-1]
        joined = last[:-1] + piece if last.endswith("\\") else f"{last} {piece}"
        if len(joined) <= WIDTH - 2:
            lines[-1] = joined
        else:
            lines.append(indent + piece)
    return lines


def format_scalar(value: object) -> str:
    """Write a single value: bare where no YAML reader could take it for something else, otherwise quoted."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    if (_PLAIN.fullmatch(text) and text.lower() not in _TAKEN) or _HASH.fullmatch(text):
        return text
    return '"' + "".join(_letter(letter) for letter in text) + '"'


def _letter(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    number = ord(letter)
    if number in _SURROGATES:
        return "\N{REPLACEMENT CHARACTER}"
    if number < _BYTE:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < _PLANE else f"\\U{number:08x}"
