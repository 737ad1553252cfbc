"""A list as one short word: URL-safe, versioned, checksummed; fits into a QR code.

`lb1.` and the base64url of a CRC-32 and a deflated compact form (see `share_form`). `share_words.txt` is what deflate
knows beforehand (ids of bundled factions, common ones last). It is part of version 1: a change of it is a new version.
Ids, picks, names, notes, experience, traits and partial factions are carried, of the books the version but no hash.

The compact form inside a share string: lines of fields with tabs between, everything usual left out.

    system, name, points, force_org, player, event, notes, books, factions, titles
    (books: id version id version …; factions: those that a list carries with it, as JSON;
    titles: id name id name … of books that were not at hand)
    unit, picks, id, name, joins, half, xp, traits, notes, called         one line for each entry

Picks have blanks between, `*3` behind one that is taken three times. A unit of the same faction as the one before is
written without it; an id that follows from the place is left out; empty fields at the end of a line are, too.
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
from listbuilder.listfiles.field_reader import MOST_POINTS
from listbuilder.listfiles.serialization import FACTIONS, FORMAT
from listbuilder.model import ArmyList, Book, Entry, EntryId, FactionId, Half, Pick, SystemId, UnitRef, split_ref
from listbuilder.model.text import phrase
from listbuilder.rules.entry_ids import letters

_HEAD, _ENTRY = 10, 10
_BARE = "//"
"""Before a unit that names no faction."""
_SAME = "="
"""A half with the same picks as the other."""
_NOTHING = "-"
"""A half without picks."""
_MARKS = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", " ": "\\s", "*": "\\a"}
_MEANING = {mark[1]: letter for letter, mark in _MARKS.items()}


def shared_form(army: ArmyList) -> str:
    """Give a list in its compact form."""
    books = [part for book_id, book in army.books.items() for part in (book_id, book.version)]
    points = "" if army.points is None else str(army.points)
    head = [_text(army.system), _text(army.name), points, "1" if army.force_org else ""]
    head += [_text(army.player), _text(army.event), _text(army.notes), _words(books), _text(_carried(army))]
    head.append(_words(part for book_id, book in army.books.items() if book.name for part in (book_id, book.name)))
    lines = [_line(head)]
    faction = ""
    for index, entry in enumerate(army.entries):
        lines.append(_line(_fields(entry, index, faction)))
        faction = split_ref(entry.unit)[0]
    return "\n".join(lines)


def _carried(army: ArmyList) -> str:
    """Write the partial factions of a list: without them nobody else could open it."""
    factions = army.extra.get(FACTIONS)
    return json.dumps(factions, ensure_ascii=False, separators=(",", ":")) if isinstance(factions, list) else ""


def _fields(entry: Entry, index: int, faction: str) -> list[str]:
    own, unit = split_ref(entry.unit)
    name: str = unit if own and own == faction else entry.unit
    half = ""
    if entry.combined is not None:
        same = entry.combined.upgrades == entry.upgrades
        half = _SAME if same else _picks(entry.combined.upgrades) or _NOTHING
    return [
        _text(name if "/" in entry.unit else _BARE + entry.unit),
        _picks(entry.upgrades),
        "" if entry.id == letters(index) else _text(entry.id),
        _text(entry.name),
        _text(entry.joins),
        half,
        str(entry.xp or ""),
        _words(entry.traits),
        _text(entry.notes),
        _text(entry.called),
    ]


def _picks(picks: Iterable[Pick]) -> str:
    return " ".join(_word(pick.option) + (f"*{pick.count}" if pick.count != 1 else "") for pick in picks)


def _words(texts: Iterable[str]) -> str:
    return " ".join(_word(text) for text in texts)


def _word(text: str) -> str:
    """Write a text so that it holds no mark of ours; one that looks like a whole half gets a backslash in front."""
    written = "".join(_MARKS.get(letter, letter) for letter in text)
    return f"\\e{written}" if written in ("", _SAME, _NOTHING) else written


def _text(text: str | None) -> str:
    """Write a text that has a field for itself: blanks and stars may stay."""
    return "".join(letter if letter in " *" else _MARKS.get(letter, letter) for letter in text or "")


def _line(fields: list[str]) -> str:
    return "\t".join(fields).rstrip("\t")


def build_shared(form: str) -> ArmyList | None:
    """Build a list from its compact form; None where it is not one, UnreadableError where its factions are none."""
    head, *lines = form.split("\n")
    system, name, points, force_org, player, event, notes, books, factions, titles = _padded(head, _HEAD)
    versions, names = _pairs(books), _pairs(titles)
    if points and (not _is_number(points) or not 1 <= int(points) <= MOST_POINTS):
        return None
    return ArmyList(
        name=_plain(name),
        system=SystemId(_plain(system)),
        points=int(points) if points else None,
        force_org=force_org == "1",
        books={FactionId(book): Book(version, name=names.get(book)) for book, version in versions.items()},
        entries=tuple(_entries(lines)),
        player=_plain(player) or None,
        event=_plain(event) or None,
        notes=_plain(notes) or None,
        extra={FACTIONS: parse_json(_plain(factions), "")[0]} if factions else {},
    )


def _entries(lines: Sequence[str]) -> Iterable[Entry]:
    faction = ""
    for index, line in enumerate(lines):
        unit, picks, entry_id, name, joins, half, xp, traits, notes, called = _padded(line, _ENTRY)
        ref = _plain(unit)
        ref = ref if "/" in ref else f"{faction}/{ref}"
        ref = ref.removeprefix(_BARE)
        faction = split_ref(ref)[0]
        yield Entry(
            id=EntryId(_plain(entry_id) or letters(index)),
            unit=UnitRef(ref),
            upgrades=_built(picks),
            name=_plain(name) or None,
            joins=EntryId(_plain(joins)) if joins else None,
            combined=_half(half, picks),
            xp=int(xp) if _is_number(xp) else 0,
            traits=tuple(_plain(word) for word in traits.split(" ")) if traits else (),
            notes=_plain(notes) or None,
            called=_plain(called) or None,
        )


def _pairs(words: str) -> dict[str, str]:
    found = [_plain(word) for word in words.split(" ")] if words else []
    return dict(zip(found[::2], found[1::2], strict=False))


def _half(half: str, picks: str) -> Half | None:
    if not half:
        return None
    return Half(_built(picks if half == _SAME else "" if half == _NOTHING else half))


def _built(picks: str) -> tuple[Pick, ...]:
    found: list[Pick] = []
    for word in picks.split(" ") if picks else []:
        option, star, count = word.partition("*")
        found.append(Pick(_plain(option), int(count) if star and _is_number(count) else 1))
    return tuple(found)


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= len("1000000000")


def _plain(text: str) -> str:
    """Take our marks off a text."""
    if "\\" not in text:
        return text
    letters_found: list[str] = []
    marked = False
    for letter in text:
        if marked:
            letters_found.append("" if letter == "e" else _MEANING.get(letter, letter))
            marked = False
        elif letter == "\\":
            marked = True
        else:
            letters_found.append(letter)
    return "".join(letters_found)


def _padded(line: str, length: int) -> list[str]:
    fields = line.split("\t")[:length]
    return [*fields, *([""] * (length - len(fields)))]


PREFIX = f"lb{FORMAT}."
_SHARED = re.compile(r"lb(\d{1,4})\.([A-Za-z0-9_-]+)")
_LONGEST = 200_000
_LARGEST = 1_000_000
_CRC = 4


def encode_share(army: ArmyList) -> str:
    """Write a list as a share string."""
    plain = shared_form(army).encode("utf-8", "replace")
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _words_share())
    packed = packer.compress(plain) + packer.flush()
    checked = zlib.crc32(plain).to_bytes(_CRC, "big") + packed
    return PREFIX + base64.urlsafe_b64encode(checked).decode().rstrip("=")


@cache
def _words_share() -> bytes:
    # a checkout may have changed the ends of lines
    return (Path(__file__).parent / "share_words.txt").read_bytes().replace(b"\r\n", b"\n")


def is_share(text: str) -> bool:
    """Tell whether a text is, or holds, a share string and nothing else."""
    return len(text) <= _LONGEST and _SHARED.fullmatch(_bare(text)) is not None


def decode_share(text: str) -> ArmyList:
    """Read a share string, also at the end of a link and broken over lines; raise UnreadableError where it is none."""
    match = _SHARED.fullmatch(_bare(text)) if len(text) <= _LONGEST else None
    if match is None:
        raise _unreadable("share.no-share")
    if int(match[1]) != FORMAT:
        raise _unreadable("share.newer")
    raw = _unpacked(match[2])
    if raw is None:
        raise _unreadable("share.damaged")
    army = build_shared(raw)
    if army is None:
        raise _unreadable("share.damaged")
    return army


def _bare(text: str) -> str:
    """Take away what chats and mails put around a share string: line breaks, and the front of a link."""
    joined = "".join(text.split())
    place = max(joined.rfind("#"), joined.rfind("="), joined.rfind("/"))
    return joined[place + 1 :]


def _unpacked(body: str) -> str | None:
    try:
        checked = base64.b64decode(body + "=" * (-len(body) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS, _words_share())
        plain = unpacker.decompress(checked[_CRC:], _LARGEST)
        whole = unpacker.eof and not unpacker.unused_data
        right = zlib.crc32(plain).to_bytes(_CRC, "big") == checked[:_CRC]
        return plain.decode() if whole and right else None
    except (zlib.error, ValueError):  # what is no base64 is a ValueError
        return None


def _unreadable(reason: str) -> UnreadableError:
    return UnreadableError([Diagnostic("IMP001", None, {"reason": phrase(reason)})])
