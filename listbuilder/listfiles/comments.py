"""The user's comments in a list file, kept over an edit.

What survives: the block at the top, comments above or behind a key of the list (where its value takes several lines
they move above it), comments above, inside or behind an entry (those inside move above it), and the block at the end.
What does not: blank lines between entries, and comments on a key or an entry that was taken out of the list. Comments
inside the mapping of books move above `books`.

Where the comments of a list file stand; apart from their values, because only reading needs the parser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from listbuilder.datafiles.yaml_reader import locate_yaml
from listbuilder.errors import UnreadableError

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
