"""Write lists as YAML or JSON, and find the user's comments so that an edit keeps them.

Kept are the blocks at the top and the end, and comments above, inside or after a key or an entry. Comments inside
move above. Blank lines between entries and comments on removed keys or entries are lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import yaml

from listbuilder.datafiles.yaml_reader import locate_yaml
from listbuilder.errors import UnreadableError
from listbuilder.listfiles.serialization import list_to_mapping
from listbuilder.model import ArmyList

_Anchor = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comments:
    """Comments by the key or entry they belong to: `("key", name)` or `("entry", id)`."""

    header: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()
    above: Mapping[_Anchor, tuple[str, ...]] = field(default_factory=dict)
    trailing: Mapping[_Anchor, str] = field(default_factory=dict)

    def after(self, kind: str, name: str) -> str:
        """Return the comment at the end of a key's line or of an entry, with two spaces in front."""
        text = self.trailing.get((kind, name))
        return f"  {text}" if text else ""


NO_COMMENTS = Comments()


_TRAILING_COMMENT = re.compile(r"^[\s,:\-\[\]{}]*?(?:[|>][-+\d]*\s+)?(?:^|(?<=\s))(#.*)$")
_VALUE_EVENTS = (yaml.ScalarEvent, yaml.CollectionStartEvent, yaml.CollectionEndEvent, yaml.AliasEvent)


def find_comments(text: str, entry_ids: Sequence[str]) -> Comments:
    """Return the comments of a YAML list; `entry_ids` are the ids of its entries in order."""
    try:
        return _attach_comments(_find_comment_lines(text), _find_parts(text, entry_ids))
    except (UnreadableError, yaml.YAMLError):
        return NO_COMMENTS


class _Part(NamedTuple):
    """A key of the list or an entry, with its first and last line (from 0)."""

    first: int
    last: int
    anchor: _Anchor


def _find_parts(text: str, entry_ids: Sequence[str]) -> list[_Part]:
    """Return the keys and entries of a list in file order."""
    positions = locate_yaml(text)
    lines: dict[_Anchor, list[int]] = {}
    values = {path: position for path, position in positions.values.items() if path != ("units",)}
    for path, (line, _) in [*positions.keys.items(), *values.items()]:
        if not path:
            continue
        anchor: _Anchor = ("key", str(path[0]))
        if path[0] == "units" and len(path) > 1 and isinstance(path[1], int) and path[1] < len(entry_ids):
            anchor = ("entry", entry_ids[path[1]])
        lines.setdefault(anchor, []).append(line - 1)
    parts = [_Part(min(numbers), max(numbers), anchor) for anchor, numbers in lines.items()]
    return sorted(parts, key=lambda part: part.first)


def _find_comment_lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield the line number and text of each comment, and whether it has the line to itself."""
    ends: dict[int, int] = {}  # the column where the last value of a line ends
    inside: set[int] = set()  # the lines inside multi-line texts
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        first, last = event.start_mark, event.end_mark
        if isinstance(event, _VALUE_EVENTS) and first is not None and last is not None:
            inside.update(range(first.line + 1, last.line))
            if first.column != last.column or first.line != last.line:
                ends[last.line] = max(ends.get(last.line, 0), last.column)
                ends.setdefault(first.line, first.column)
    for number, line in enumerate(text.split("\n")):
        end = ends.get(number, 0)
        match = _TRAILING_COMMENT.match(line[end:]) if number not in inside else None
        if match:
            yield number, match[1].rstrip(), not end


def _attach_comments(comments: Iterable[tuple[int, str, bool]], parts: list[_Part]) -> Comments:
    """Assign each comment to a key or entry: a line of its own to the next one, any other to the one it is in."""
    header: list[str] = []
    footer: list[str] = []
    above: dict[_Anchor, tuple[str, ...]] = {}
    trailing: dict[_Anchor, str] = {}
    for number, text, alone in comments:
        part = next((listed for listed in reversed(parts) if listed.first <= number), None)
        next_part = next((listed for listed in parts if listed.first > number), None)
        if part is None:
            header.append(text)
        elif not alone:
            if part.anchor in trailing:
                above[part.anchor] = (*above.get(part.anchor, ()), trailing[part.anchor])
            trailing[part.anchor] = text
        elif number <= part.last or next_part is not None:
            anchor = part.anchor if number <= part.last or next_part is None else next_part.anchor
            above[anchor] = (*above.get(anchor, ()), text)
        else:
            footer.append(text)
    return Comments(tuple(header), tuple(footer), above, trailing)


_RESERVED_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"})
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_FIRST_TWO_BYTE_CHAR, _FIRST_ASTRAL_CHAR = 0x100, 0x10000
_SURROGATES = range(0xD800, 0xE000)


def format_literal(value: int | None) -> str:
    """Format a number, a boolean or null."""
    return "null" if value is None else str(value).lower()


def is_plain_scalar(text: str, pattern: re.Pattern[str]) -> bool:
    """Return whether a text that matches the pattern needs no quotation marks in YAML."""
    fits = pattern.fullmatch(text) is not None and text.isprintable() and text == text.strip()
    return fits and text.lower() not in _RESERVED_WORDS


def quote_scalar(text: str) -> str:
    """Return any text between double quotation marks."""
    return f'"{"".join(map(_escape_letter, text))}"'


def _escape_letter(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    number = ord(letter)
    if number in _SURROGATES:
        return "\N{REPLACEMENT CHARACTER}"
    if number < _FIRST_TWO_BYTE_CHAR:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < _FIRST_ASTRAL_CHAR else f"\\U{number:08x}"


_MAX_WIDTH = 120
_PLAIN_SCALAR = re.compile(r"[^\W\d][\w./-]*(?: [\w./-]+)*|(?=.*[a-df].*[a-df])[0-9a-f]{64}")


def format_list_yaml(army: ArmyList, comments: Comments = NO_COMMENTS) -> str:
    """Format a list as YAML: one flow mapping per entry, with the comments where they were."""
    lines = list(comments.header)
    for key, value in list_to_mapping(army).items():
        lines += comments.above.get(("key", key), ())
        trailing = comments.after("key", key)
        if key == "units" and isinstance(value, list) and value:
            lines.append("units:" + trailing)
            for entry, plain in zip(army.entries, value, strict=True):
                lines += [f"  {line}" for line in comments.above.get(("entry", entry.id), ())]
                lines += _fill_lines("  - ", "     ", list(_flow_pieces(plain)))
                lines[-1] += comments.after("entry", entry.id)
            continue
        block = _format_field(key, value)
        if len(block) > 1 and trailing:  # several lines may be a text, so the comment goes above them
            lines += [trailing.strip(), *block]
        else:
            lines += [*block[:-1], block[-1] + trailing]
    return "\n".join([*lines, *comments.footer]) + "\n"


def _format_field(key: str, value: object) -> list[str]:
    """Return the lines of one field of the list."""
    name = _format_scalar(key)
    if isinstance(value, str) and "\n" in value:
        rows = value.split("\n")
        is_plain = all(row.isprintable() and row == row.rstrip() for row in rows)
        if is_plain and rows[-1] and rows[0] and not rows[0].startswith(" "):
            return [f"{name}: |-", *(f"  {row}".rstrip() for row in rows)]  # a block needs no quotation marks
    lines = _fill_lines(f"{name}: ", "  ", list(_flow_pieces(value)))
    if len(lines) > 1 and isinstance(value, Mapping):
        lines = [f"{name}:"]
        for inner, item in value.items():
            lines += _fill_lines(f"  {_format_scalar(str(inner))}: ", "    ", list(_flow_pieces(item)))
    return lines


def _flow_pieces(value: object) -> Iterable[str]:
    """Yield the pieces of a value between which a line may end; a backslash marks a text that goes on."""
    if isinstance(value, Mapping):
        flows = ((key, list(_flow_pieces(item))) for key, item in value.items())
        pairs = [[f"{_format_scalar(str(key))}: {first}", *rest] for key, (first, *rest) in flows]
        yield from _bracket_pieces("{", pairs, "}")
    elif isinstance(value, list | tuple):
        yield from _bracket_pieces("[", [list(_flow_pieces(item)) for item in value], "]")
    else:
        yield from _split_long_text(_format_scalar(value))


def _bracket_pieces(opening: str, groups: list[list[str]], closing: str) -> list[str]:
    pieces = [piece for group in groups for piece in (*group[:-1], group[-1] + ",")] or [","]
    pieces[-1] = pieces[-1][:-1] + closing
    pieces[0] = opening + pieces[0]
    return pieces


def _split_long_text(text: str) -> list[str]:
    """Split a long quoted text after spaces, so that it can continue on the next line."""
    if len(text) <= _MAX_WIDTH * 2 // 3 or not text.startswith('"'):
        return [text]
    pieces = [""]
    for word in re.findall(r"[^ ]* +(?=[^ ])|[^ ]+ *$", text):
        if pieces[-1] and len(pieces[-1]) + len(word) > _MAX_WIDTH // 2:
            pieces.append("")
        pieces[-1] += word
    return [piece + "\\" for piece in pieces[:-1]] + [pieces[-1]]


def _fill_lines(start: str, indent: str, pieces: list[str]) -> list[str]:
    """Fill lines with pieces; two pieces of one text on the same line are joined again."""
    lines = [start + pieces[0]]
    for piece in pieces[1:]:
        last = lines[-1]
        joined = last[:-1] + piece if last.endswith("\\") else f"{last} {piece}"
        if len(joined) <= _MAX_WIDTH - 2:
            lines[-1] = joined
        else:
            lines.append(indent + piece)
    return lines


def _format_scalar(value: object) -> str:
    """Format a single value, with quotation marks only if YAML needs them."""
    if value is None or isinstance(value, bool | int):
        return format_literal(value)
    text = str(value)
    return text if is_plain_scalar(text, _PLAIN_SCALAR) else quote_scalar(text)


def format_list_json(army: ArmyList) -> str:
    """Format a list as JSON with one line per entry."""
    lines = []
    for key, value in list_to_mapping(army).items():
        if key == "units" and isinstance(value, list) and value:
            entries = ",\n".join(f"    {json.dumps(entry, ensure_ascii=False)}" for entry in value)
            lines.append(f'  "units": [\n{entries}\n  ]')
        else:
            lines.append(f"  {json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
