"""Encode a list as one short, URL-safe word with a version and a checksum; it fits into a QR code.

A share string is `lb1.` and the base64url of a CRC-32 and the deflated compact form. The deflate dictionary
`share_words.txt` is part of version 1: changing it needs a new version.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from listbuilder.datafiles.json_reader import parse_json
from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.listfiles.field_reader import MAX_POINTS
from listbuilder.listfiles.serialization import FACTIONS_KEY, LIST_FORMAT
from listbuilder.model import (
    ArmyList,
    BookPin,
    Entry,
    EntryId,
    FactionId,
    Half,
    SystemId,
    UnitRef,
    Upgrade,
    split_unit_ref,
)
from listbuilder.model.ids import column_letters
from listbuilder.model.text import build_catalogue_text

_MAX_FIELDS = 10
_NO_FACTION = "//"
"""In front of a unit without a faction."""
_SAME_HALF = "="
"""A second half with the same upgrades as the first."""
_EMPTY_HALF = "-"
"""A second half without upgrades."""
_ESCAPES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", " ": "\\s", "*": "\\a"}
_UNESCAPES = {"e": "", **{escape[1]: letter for letter, escape in _ESCAPES.items()}}
_ESCAPED = re.compile(r"\\(.?)", re.DOTALL)
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def format_compact(army: ArmyList) -> str:
    """Return the compact form of a list: tab-separated lines, a header and one line per entry.

    The header fields are system, name, points, force_org, player, event, notes, books, factions and book names. The
    entry fields are unit, upgrades, id, name, joins, half, xp, traits, notes and called. `*3` follows an upgrade that
    is taken three times. The faction of the previous unit, ids that follow from the position and empty fields at the
    end of a line are left out.
    """
    factions = army.extra.get(FACTIONS_KEY)  # without them the list cannot be opened elsewhere
    header = [
        _escape_text(army.system),
        _escape_text(army.name),
        "" if army.points is None else str(army.points),
        "1" if army.force_org else "",
        _escape_text(army.player),
        _escape_text(army.event),
        _escape_text(army.notes),
        _join_words(part for book_id, book in army.books.items() for part in (book_id, book.version)),
        _escape_text(_encode(factions)) if isinstance(factions, list) else "",
        _join_words(part for book_id, book in army.books.items() if book.name for part in (book_id, book.name)),
    ]
    lines = [header]
    faction = ""
    for index, entry in enumerate(army.entries):
        lines.append(_entry_fields(entry, index, faction))
        faction = split_unit_ref(entry.unit)[0]
    return "\n".join("\t".join(fields).rstrip("\t") for fields in lines)


def _entry_fields(entry: Entry, index: int, faction: str) -> list[str]:
    own_faction, unit = split_unit_ref(entry.unit)
    name: str = unit if own_faction and own_faction == faction else entry.unit
    half = ""
    if entry.combined is not None:
        same = entry.combined.upgrades == entry.upgrades
        half = _SAME_HALF if same else _format_upgrades(entry.combined.upgrades) or _EMPTY_HALF
    return [
        _escape_text(name if "/" in entry.unit else _NO_FACTION + entry.unit),
        _format_upgrades(entry.upgrades),
        "" if entry.id == column_letters(index) else _escape_text(entry.id),
        _escape_text(entry.name),
        _escape_text(entry.joins),
        half,
        str(entry.xp or ""),
        _join_words(entry.traits),
        _escape_text(entry.notes),
        _escape_text(entry.called),
    ]


def _format_upgrades(upgrades: Iterable[Upgrade]) -> str:
    return " ".join(
        _escape_word(upgrade.option) + (f"*{upgrade.count}" if upgrade.count != 1 else "") for upgrade in upgrades
    )


def _join_words(texts: Iterable[str]) -> str:
    return " ".join(_escape_word(text) for text in texts)


def _escape_word(text: str) -> str:
    """Escape separators in a text; a text that looks like a whole half gets a prefix."""
    escaped = "".join(_ESCAPES.get(letter, letter) for letter in text)
    return f"\\e{escaped}" if escaped in ("", _SAME_HALF, _EMPTY_HALF) else escaped


def _escape_text(text: str | None) -> str:
    """Escape a text that has a field to itself, where spaces and stars are safe."""
    return "".join(letter if letter in " *" else _ESCAPES.get(letter, letter) for letter in text or "")


def parse_compact(form: str) -> ArmyList | None:
    """Build a list from its compact form; return None if it is damaged.

    Raises:
        UnreadableError: The partial factions are not valid JSON.
    """
    header, *lines = form.split("\n")
    system, name, points, force_org, player, event, notes, books, factions, titles = _split_fields(header)
    versions, names = _parse_pairs(books), _parse_pairs(titles)
    if points and (not _is_number(points) or not 1 <= int(points) <= MAX_POINTS):
        return None
    return ArmyList(
        name=_unescape(name),
        system=SystemId(_unescape(system)),
        points=int(points) if points else None,
        force_org=force_org == "1",
        books={FactionId(book): BookPin(version, name=names.get(book)) for book, version in versions.items()},
        entries=tuple(_parse_entries(lines)),
        player=_unescape(player) or None,
        event=_unescape(event) or None,
        notes=_unescape(notes) or None,
        extra={FACTIONS_KEY: parse_json(_unescape(factions), "")[0]} if factions else {},
    )


def _parse_entries(lines: Sequence[str]) -> Iterable[Entry]:
    faction = ""
    for index, line in enumerate(lines):
        unit, upgrades, entry_id, name, joins, half, xp, traits, notes, called = _split_fields(line)
        second = {_SAME_HALF: upgrades, _EMPTY_HALF: ""}.get(half, half)
        ref = _unescape(unit)
        ref = (ref if "/" in ref else f"{faction}/{ref}").removeprefix(_NO_FACTION)
        faction = split_unit_ref(ref)[0]
        yield Entry(
            id=EntryId(_unescape(entry_id) or column_letters(index)),
            unit=UnitRef(ref),
            upgrades=_parse_upgrades(upgrades),
            name=_unescape(name) or None,
            joins=EntryId(_unescape(joins)) if joins else None,
            combined=Half(_parse_upgrades(second)) if half else None,
            xp=int(xp) if _is_number(xp) else 0,
            traits=tuple(_unescape(word) for word in traits.split(" ")) if traits else (),
            notes=_unescape(notes) or None,
            called=_unescape(called) or None,
        )


def _parse_pairs(words: str) -> dict[str, str]:
    texts = [_unescape(word) for word in words.split(" ")] if words else []
    return dict(zip(texts[::2], texts[1::2], strict=False))


def _parse_upgrades(text: str) -> tuple[Upgrade, ...]:
    parsed: list[Upgrade] = []
    for word in text.split(" ") if text else []:
        option, star, count = word.partition("*")
        parsed.append(Upgrade(_unescape(option), int(count) if star and _is_number(count) else 1))
    return tuple(parsed)


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= len("1000000000")


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda match: _UNESCAPES.get(match[1], match[1]), text)


def _split_fields(line: str) -> list[str]:
    return [*line.split("\t"), *[""] * _MAX_FIELDS][:_MAX_FIELDS]


_PREFIX = f"lb{LIST_FORMAT}."
_SHARE_STRING = re.compile(r"lb(\d{1,4})\.([A-Za-z0-9_-]+)")
_MAX_TEXT_LENGTH = 200_000
_MAX_UNPACKED_BYTES = 1_000_000
_CRC_BYTES = 4


def encode_share_string(army: ArmyList) -> str:
    """Encode a list as a share string."""
    plain = format_compact(army).encode("utf-8", "replace")
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _dictionary())
    packed = packer.compress(plain) + packer.flush()
    checked = zlib.crc32(plain).to_bytes(_CRC_BYTES, "big") + packed
    return _PREFIX + base64.urlsafe_b64encode(checked).decode().rstrip("=")


@cache
def _dictionary() -> bytes:
    # a checkout may have changed the line endings
    return (Path(__file__).parent / "share_words.txt").read_bytes().replace(b"\r\n", b"\n")


def is_share_string(text: str) -> bool:
    """Return whether a text is a share string, perhaps at the end of a link or broken over lines."""
    return _match_share_string(text) is not None


def decode_share_string(text: str) -> ArmyList:
    """Decode a share string, perhaps at the end of a link or broken over lines.

    Raises:
        UnreadableError: The text is not a share string, is damaged or has a newer version.
    """
    match = _match_share_string(text)
    if match is None:
        raise _unreadable("share.no-share")
    if int(match[1]) != LIST_FORMAT:
        raise _unreadable("share.newer")
    form = _unpack(match[2])
    army = parse_compact(form) if form is not None else None
    if army is None:
        raise _unreadable("share.damaged")
    return army


def _match_share_string(text: str) -> re.Match[str] | None:
    """Match a share string without what chats and mails add to it: line breaks, and a link in front."""
    if len(text) > _MAX_TEXT_LENGTH:
        return None
    joined = "".join(text.split())
    return _SHARE_STRING.fullmatch(joined, max(map(joined.rfind, "#=/")) + 1)


def _unpack(body: str) -> str | None:
    try:
        checked = base64.b64decode(body + "=" * (-len(body) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS, _dictionary())
        plain = unpacker.decompress(checked[_CRC_BYTES:], _MAX_UNPACKED_BYTES)
        is_complete = unpacker.eof and not unpacker.unused_data
        is_intact = zlib.crc32(plain).to_bytes(_CRC_BYTES, "big") == checked[:_CRC_BYTES]
        return plain.decode() if is_complete and is_intact else None
    except (zlib.error, ValueError):  # invalid base64 is a ValueError
        return None


def _unreadable(reason: str) -> UnreadableError:
    return UnreadableError([Diagnostic("IMP001", None, {"reason": build_catalogue_text(reason)})])
