"""Lists written as the design shows them: one flow mapping per entry, short lines, as few quotation marks as can be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from listbuilder.listfiles.comments import NO_COMMENTS, Comments
from listbuilder.listfiles.mapping import list_mapping
from listbuilder.listfiles.yaml_scalars import format_constant, is_bare, quote
from listbuilder.model import ArmyList

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
