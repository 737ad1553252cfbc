"""Lists written as the design shows them: one flow mapping per entry, short lines, as few quotation marks as can be.

Single values in YAML, as every file we write has them: constants, words that may stand bare, and quoted texts.

Lists as JSON: the same data as in YAML, a line for each entry.

The user's comments in a list file, kept over an edit.

What survives: the block at the top, comments above or behind a key of the list (where its value takes several lines
they move above it), comments above, inside or behind an entry (those inside move above it), and the block at the end.
What does not: blank lines between entries, and comments on a key or an entry that was taken out of the list. Comments
inside the mapping of books move above `books`.

Where the comments of a list file stand; apart from their values, because only reading needs the parser.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from listbuilder.datafiles.yaml_reader import locate_yaml
from listbuilder.errors import UnreadableError
from listbuilder.listfiles.serialization import list_mapping
from listbuilder.model import ArmyList

_INDENT = "  "
Anchor = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comments:
    """Comments by what they stand at: `("key", name)` or `("entry", id)`."""

    header: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()
    above: Mapping[Anchor, tuple[str, ...]] = field(default_factory=dict)
    behind: Mapping[Anchor, str] = field(default_factory=dict)

    def before_key(self, key: str) -> tuple[str, ...]:
        """Give the lines above one of the list's keys."""
        return self.above.get(("key", key), ())

    def before_entry(self, entry: str) -> tuple[str, ...]:
        """Give the lines above an entry."""
        return tuple(_INDENT + line for line in self.above.get(("entry", entry), ()))

    def behind_key(self, key: str) -> str:
        """Give what stands behind a key's line."""
        return self._behind(("key", key))

    def behind_entry(self, entry: str) -> str:
        """Give what stands behind an entry."""
        return self._behind(("entry", entry))

    def _behind(self, anchor: Anchor) -> str:
        text = self.behind.get(anchor)
        return f"  {text}" if text else ""


NO_COMMENTS = Comments()


_TAIL = re.compile(r"^[\s,:\-\[\]{}]*?(?:[|>][-+\d]*\s+)?(?:^|(?<=\s))(#.*)$")
_VALUES = (yaml.ScalarEvent, yaml.CollectionStartEvent, yaml.CollectionEndEvent, yaml.AliasEvent)


def find_comments(text: str, entry_ids: Sequence[str]) -> Comments:
    """Find the comments of a YAML list whose entries have these ids, in order."""
    try:
        anchors = _anchors(text, entry_ids)
        found = _comment_lines(text)
    except (UnreadableError, yaml.YAMLError):
        return NO_COMMENTS
    return _attach(found, anchors)


@dataclass(frozen=True, slots=True)
class _Part:
    """A key of the list, or an entry: its first line and the last on which something of it is written (from 0)."""

    anchor: Anchor
    first: int
    last: int


def _anchors(text: str, entry_ids: Sequence[str]) -> list[_Part]:
    """Give the parts of a list in the order they stand in the file."""
    positions = locate_yaml(text)
    first: dict[Anchor, int] = {}
    last: dict[Anchor, int] = {}
    values = {path: spot for path, spot in positions.values.items() if path != ("units",)}
    for path, (line, _) in [*positions.keys.items(), *values.items()]:
        if not path:
            continue
        anchor: Anchor = ("key", str(path[0]))
        if path[0] == "units" and len(path) > 1 and isinstance(path[1], int) and path[1] < len(entry_ids):
            anchor = ("entry", entry_ids[path[1]])
        first[anchor] = min(line - 1, first.get(anchor, line - 1))
        last[anchor] = max(line - 1, last.get(anchor, line - 1))
    parts = [_Part(anchor, line, last[anchor]) for anchor, line in first.items()]
    return sorted(parts, key=lambda part: part.first)


def _comment_lines(text: str) -> list[tuple[int, str, bool]]:
    """Give line, comment, and whether it has the line to itself."""
    ends, inside = _written(text)
    found: list[tuple[int, str, bool]] = []
    for number, line in enumerate(text.split("\n")):
        if number in inside:
            continue
        match = _TAIL.match(line[ends.get(number, 0) :])
        if match:
            found.append((number, match[1].rstrip(), number not in ends))
    return found


def _written(text: str) -> tuple[dict[int, int], set[int]]:
    """Give the column at which the last value of each line ends, and the lines inside texts of several lines."""
    ends: dict[int, int] = {}
    inside: set[int] = set()
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        first, last = event.start_mark, event.end_mark
        if isinstance(event, _VALUES) and first is not None and last is not None:
            inside.update(range(first.line + 1, last.line))
            if first.column != last.column or first.line != last.line:
                ends[last.line] = max(ends.get(last.line, 0), last.column)
                ends.setdefault(first.line, first.column)
    return {line: column for line, column in ends.items() if column}, inside


def _attach(found: list[tuple[int, str, bool]], parts: list[_Part]) -> Comments:
    """Give each comment to what it stands at: the next part for a line of its own, else the one it is in."""
    header: list[str] = []
    footer: list[str] = []
    above: dict[Anchor, tuple[str, ...]] = {}
    behind: dict[Anchor, str] = {}
    for number, text, alone in found:
        now = next((part for part in reversed(parts) if part.first <= number), None)
        after = next((part for part in parts if part.first > number), None)
        if now is None:
            header.append(text)
        elif not alone:
            if now.anchor in behind:
                above[now.anchor] = (*above.get(now.anchor, ()), behind[now.anchor])
            behind[now.anchor] = text
        elif number <= now.last or after is not None:
            anchor = now.anchor if number <= now.last or after is None else after.anchor
            above[anchor] = (*above.get(anchor, ()), text)
        else:
            footer.append(text)
    return Comments(tuple(header), tuple(footer), above, behind)


_TAKEN = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"})
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_BYTE, _PLANE = 0x100, 0x10000
_SURROGATES = range(0xD800, 0xE000)


def format_constant(value: int | None) -> str:
    """Write a number, a yes or no, or nothing."""
    if value is None:
        return "null"
    return str(value).lower()


def is_bare(text: str, pattern: re.Pattern[str]) -> bool:
    """Tell whether a text of a pattern needs no quotation marks: no YAML reader takes it for something else."""
    fits = pattern.fullmatch(text) is not None and text.isprintable() and text == text.strip()
    return fits and text.lower() not in _TAKEN


def quote(text: str) -> str:
    """Write any text at all, between double quotation marks."""
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


WIDTH = 120
_BARE = re.compile(r"[^\W\d][\w./-]*(?: [\w./-]+)*|(?=.*[a-df].*[a-df])[0-9a-f]{64}")


def format_list(army: ArmyList, comments: Comments = NO_COMMENTS) -> str:
    """Write a list as YAML; `comments` are put back where they stood."""
    lines = list(comments.header)
    for key, value in list_mapping(army).items():
        lines += comments.before_key(key)
        if key == "units":
            lines += _units(army, value, comments)
        else:
            lines += _with_comment(_field(key, value), comments.behind_key(key))
    return "\n".join([*lines, *comments.footer]) + "\n"


def _with_comment(block: list[str], behind: str) -> list[str]:
    """Put a comment behind a line; where it has become several, one of which may be a text, above them."""
    if len(block) > 1 and behind:
        return [behind.strip(), *block]
    return [*block[:-1], block[-1] + behind]


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
    if value is None or isinstance(value, bool | int):
        return format_constant(value)
    text = str(value)
    return text if is_bare(text, _BARE) else quote(text)


def format_list_json(army: ArmyList) -> str:
    """Write a list as JSON that a person can still read."""
    plain = list_mapping(army)
    units = plain["units"]
    lines = []
    for key, value in plain.items():
        if value is units and isinstance(units, list) and units:
            entries = ",\n".join(f"    {json.dumps(entry, ensure_ascii=False)}" for entry in units)
            lines.append(f'  "units": [\n{entries}\n  ]')
        else:
            lines.append(f"  {json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
