"""Split share text into a header and one block per unit, and parse the weapons and special rules of a block.

Broken lines and characters that PDF files, chats and word processors change are repaired. Line numbers stay the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from listbuilder.model import EquipmentCount, Faction, Item, RuleRef, Weapon, group_by_type, normalise_name
from listbuilder.model.army_list import MAX_ENTRIES
from listbuilder.model.notation import NotationError, parse_notation, parse_rule

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_SPACES = re.compile(r"[^\S\n]+")
_INCHES = re.compile("[\u201c\u201d\u201e\u2033]|''|\u2019\u2019")
_APOSTROPHES = re.compile("[\u2018\u2019\u2032]")
_BULLET = re.compile(r"^[ >]*(?:(?:[\u2022\u00b7\u25aa\u25cf\u25e6\u2023*\u2013-]|\d{1,2}\.) +)?", re.MULTILINE)
_EMPHASIS = re.compile(r"\*\*|__|`+")
_COUNT_ANYWHERE = re.compile(r"(?<![\w.])(\d{1,3}) ?[x\u00d7] ?(?!p\b)(?=[^\W\d_])", re.IGNORECASE)
_TIGHT_COMMA = re.compile(r",(?=[^\s\d])")
_ATTACKS = re.compile(r"(?<=[(, ])a(?=\d{1,3} ?[,)])")


@lru_cache(maxsize=2)  # recognising and reading a text both need it
def normalise_text(text: str) -> str:
    """Return a share text as Army Forge wrote it, as far as possible."""
    if "&" in text:
        text = unescape(text)
    text = _INVISIBLE.sub("", text)
    text = _SPACES.sub(" ", text)
    text = _BULLET.sub("", _EMPHASIS.sub("", text))
    text = _APOSTROPHES.sub("'", _INCHES.sub('"', text))
    return _ATTACKS.sub("A", _TIGHT_COMMA.sub(", ", _COUNT_ANYWHERE.sub(r"\1x ", text)))


MAX_LISTS = 50
MAX_BODY_LENGTH = 10_000
_HEADER = re.compile(r"\+\+(.{0,600}?)\+\+", re.DOTALL)
_POINTS_TAG = re.compile(r"\[\s*(?:(?P<game>[A-Za-z]+)\s+)?(?P<points>\d+)\s*p(?:ts?|oints)\s*\]", re.IGNORECASE)
_BOOK_VERSION = re.compile(r"(?P<name>[^,()\[\]]+?)\s*\(v(?P<version>[\d.\s]+)\)")
_NAME_AND_BOOK = re.compile(r"(?P<name>.+) [-\N{EN DASH}\N{EM DASH}] (?P<book>[^,()\[\]]+?) ?\(v[\d. ]")
_STATS = re.compile(
    r"\[\s*(?P<models>\d{1,3})\s*\]\s*Q\s*(?P<quality>\d)\+\s*D\s*(?P<defense>\d)\+"
    r"(?:\s*\|\s*(?P<points>\d{1,6})\s*p(?:ts?|oints)\b)?(?:\s*\|\s*(?P<xp>\d{1,6})\s*XP)?",
    re.IGNORECASE,
)
_LEADING_COUNT = re.compile(r"^(\d{1,3})x\s+")
_JOINED_TO = re.compile(r"[|#]?[ \t]*Joined[ \t]+to:?[ \t]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TextBook:
    """A book as the header names it."""

    name: str
    version: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextHeader:
    """The content of the header."""

    name: str
    books: tuple[TextBook, ...]
    game: str | None
    points: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextUnit:
    """The block of a unit: its numbers, and its rules and weapons still as text."""

    line: int
    count: int
    name: str
    models: int
    quality: int
    defense: int
    points: int | None
    xp: int
    body: str
    joins_next: bool


@dataclass(frozen=True, slots=True)
class TextList:
    """A share text split into header and units."""

    header: TextHeader
    units: tuple[TextUnit, ...]
    unread_lines: tuple[tuple[int, str], ...]
    """Lines that belong to no unit."""
    outside_lines: tuple[tuple[int, str], ...] = ()
    """Lines outside of the list."""


def is_share_text(text: str) -> bool:
    """Return whether a text has at least one unit."""
    return _STATS.search(normalise_text(text)) is not None


def split_share_texts(text: str) -> list[str]:
    """Split a text with several lists at their headers; leading blank lines keep the line numbers."""
    text = normalise_text(text)
    headers = [match.start() for match in _HEADER.finditer(text) if _POINTS_TAG.search(match[1])][:MAX_LISTS]
    starts = [0, *headers[1:]]
    ends = [*headers[1:], len(text)]
    return ["\n" * text.count("\n", 0, start) + text[start:end] for start, end in zip(starts, ends, strict=True)]


def parse_share_text(text: str) -> TextList:
    """Split a share text into header, units and other lines."""
    text = normalise_text(text)
    header = _HEADER.search(text)
    aside, start = ((0, header.start()), header.end()) if header is not None else ((0, 0), 0)
    units_end = len(text)
    if header is not None and _STATS.search(text, start) is None and _STATS.search(text, 0, header.start()):
        # the header comes after its units
        aside, start, units_end = (header.end(), len(text)), 0, header.start()
    stats = list(_STATS.finditer(text, start, units_end))[: MAX_ENTRIES + 1]
    previous_ends = [start, *(match.end() for match in stats)]
    starts = [_find_name_start(text, match.start(), end) for match, end in zip(stats, previous_ends, strict=False)]
    ends = [*starts[1:], units_end]
    units = [_parse_unit(text, begin, match, end) for begin, match, end in zip(starts, stats, ends, strict=False)]
    first = starts[0] if starts else units_end
    head = _parse_header(header[1] if header is not None else "")
    lost, outside = _numbered_lines(text, start, first), _numbered_lines(text, *aside)
    if _STATS.search(text, *aside) is not None:  # units on both sides of the header: either may be meant
        return TextList(head, tuple(units), (*outside, *lost))
    return TextList(head, tuple(units), lost, outside)


def _find_name_start(text: str, stats: int, previous: int) -> int:
    """Return where the name of a unit begins: on the line of its numbers, or on the line above if that has no name."""
    line = text.rfind("\n", previous, stats) + 1
    begin = max(line, previous)
    if not text[begin:stats].strip() and begin > previous:
        begin = max(text.rfind("\n", previous, begin - 1) + 1, previous)
    joined = list(_JOINED_TO.finditer(text, begin, stats))
    return joined[-1].end() if joined else begin


def _parse_unit(text: str, begin: int, match: re.Match[str], end: int) -> TextUnit:
    name = _to_one_line(text[begin : match.start()])
    count = _LEADING_COUNT.match(name)
    body = text[match.end() : end]
    joined_to = _JOINED_TO.search(body)
    if joined_to is not None:
        body = body[: joined_to.start()]
    return TextUnit(
        line=text.count("\n", 0, begin) + 1,
        count=int(count[1]) if count else 1,
        name=name[count.end() :] if count else name,
        models=int(match["models"]),
        quality=int(match["quality"]),
        defense=int(match["defense"]),
        points=int(match["points"]) if match["points"] else None,
        xp=int(match["xp"] or 0),
        body=body[:MAX_BODY_LENGTH].strip().strip("|").strip(),
        joins_next=joined_to is not None,
    )


def _parse_header(text: str) -> TextHeader:
    flat = _to_one_line(text)
    tail = _POINTS_TAG.search(flat)
    title = flat[: tail.start()].strip() if tail else re.sub(r"\[[^\]]*\]", "", flat).strip()
    matches = list(_BOOK_VERSION.finditer(title))
    books = [TextBook(match["name"].strip(), match["version"].replace(" ", "")) for match in matches]
    name = books[0].name if books else title
    # "Bugs! - Alien Hives (v3.4.4)": the name of the list comes before the first book
    if matches and (both := _NAME_AND_BOOK.match(title[: matches[0].end()])):
        name = both["name"]
        books[0] = TextBook(both["book"], books[0].version)
    elif not matches and title:
        books = [TextBook(title, None)]
    points = int(tail["points"]) if tail else None
    return TextHeader(name=name, books=tuple(books), game=tail["game"] if tail else None, points=points)


def _numbered_lines(text: str, start: int, end: int) -> tuple[tuple[int, str], ...]:
    lines = enumerate(text[start:end].split("\n"), text.count("\n", 0, start) + 1)
    return tuple((number, line.strip()) for number, line in lines if line.strip(" \t|#-=_*"))


def _to_one_line(text: str) -> str:
    """Return a text on one line; a version that was broken over two lines is joined."""
    return re.sub(r"(?<=\d\.) (?=\d)", "", " ".join(text.split()))


_MAX_CHUNK_LENGTH = 600
_MAX_NAME_WORDS = 8
_SEPARATOR = re.compile(r"[(),|]")
_INNER_COUNT = re.compile(r"\s(?=\d{1,3}x\s)")
_ATTACKS_FIELD = re.compile(r"(?:^|,\s*)A\d+(?:\s*,|\s*$)")
_REPEATED = re.compile(r"(?:(?<=\()|(?<=, ))\d+x (?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Keys of weapons and rules in the books; they show where a name ends if nothing else does."""

    weapons: frozenset[str]
    rules: frozenset[str]


@dataclass(frozen=True, slots=True)
class BlockEquipment:
    """The equipment in a block."""

    rules: tuple[RuleRef, ...]
    weapons: tuple[tuple[int, Weapon], ...]
    unread: tuple[str, ...]
    """Text that could not be parsed."""


@lru_cache(maxsize=2048)  # many texts have the same units
def parse_block(text: str, words: Vocabulary) -> BlockEquipment:
    """Parse the weapons and special rules of a block."""
    parts = [part for chunk in _split_chunks(text) for part in _parse_chunk(chunk, words)]
    kinds = group_by_type([part for part in parts if not isinstance(part, str)])
    weapons = tuple((armed.count, armed.equipment) for armed in kinds.weapons)
    return BlockEquipment(kinds.rules, weapons, tuple(part for part in parts if isinstance(part, str)))


@lru_cache(maxsize=4096)  # many blocks have the same weapons and rules
def _parse_chunk(chunk: str, words: Vocabulary) -> tuple[EquipmentCount | str, ...]:
    """Return the equipment in a chunk with counts; text that cannot be parsed is returned as it is."""
    parsed: list[EquipmentCount | str] = []
    for count, part in _split_counts(chunk, words):
        try:
            equipment = parse_notation(_REPEATED.sub("", part))
            if isinstance(equipment, Item):  # a text lists items among the rules
                equipment = parse_rule(re.sub(r"[()]", " ", equipment.name))
            parsed.append(EquipmentCount(count, equipment))
        except NotationError:
            parsed.append(part)
    return tuple(parsed)


def _split_counts(chunk: str, words: Vocabulary) -> Iterator[tuple[int, str]]:
    """Yield the names in a chunk with their counts."""
    for part in _split_names(chunk, words):
        count = _LEADING_COUNT.match(part)
        yield (int(count[1]), part[count.end() :]) if count else (1, part)


def _split_chunks(text: str) -> list[str]:
    """Return the parts between pipes and commas outside of brackets; an open bracket ends with the text."""
    chunks: list[str] = []
    depth, start = 0, 0
    separators = [(match.start(), match[0]) for match in _SEPARATOR.finditer(text)]
    for end, letter in (*separators, (len(text), "")):
        while end - start > _MAX_CHUNK_LENGTH:
            chunks.append(text[start : start + _MAX_CHUNK_LENGTH])
            start += _MAX_CHUNK_LENGTH
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        if letter in (",", "|") and depth == 0:
            chunks.append(text[start:end])
            start = end + 1
    chunks.append(text[start:])
    return list(filter(None, map(str.strip, chunks)))


def _split_names(chunk: str, words: Vocabulary) -> Iterator[str]:
    """Split names without a comma between them: after a bracket, in front of a count or at a line end."""
    rest = chunk
    while (opening := rest.find("(")) >= 0:
        closing = _find_closing_bracket(rest, opening)
        front, bracket = rest[:opening], rest[opening : closing + 1]
        rest = rest[closing + 1 :].strip(" \n,")
        if _ATTACKS_FIELD.search(bracket[1:-1]) is None:
            *before, name = _join_names(front, words) or [""]
        else:
            rules, weapon = _find_weapon_name(front, words)
            before, name = _join_names(rules, words), f"{' '.join(weapon.split())} "
        yield from before
        yield name + " ".join(bracket.split())
    yield from _join_names(rest, words)


def _find_weapon_name(front: str, words: Vocabulary) -> tuple[str, str]:
    """Split off the name of a weapon: at a count, at a known name or at the start of a line."""
    inner = _INNER_COUNT.search(front)
    if inner is not None:
        return front[: inner.start()], front[inner.end() :]
    pieces = front.split()
    for index in range(max(0, len(pieces) - _MAX_NAME_WORDS), len(pieces)):
        name = " ".join(pieces[index:])
        if normalise_name(_LEADING_COUNT.sub("", name)) in words.weapons:
            head = front.rstrip()  # the lines in front of the name stay
            for piece in reversed(pieces[index:]):
                head = head[: head.rindex(piece)]
            return head, name
    before, _, name = front.strip("\n").rpartition("\n")
    return before, name


def _join_names(text: str, words: Vocabulary) -> list[str]:
    """Return one name per line; two lines that form a known rule are joined."""
    lines = [" ".join(line.split()).strip(" |") for line in text.split("\n")]
    names: list[str] = []
    for line in filter(None, lines):
        whole = f"{names[-1]} {line}" if names else ""
        if normalise_name(whole) in words.rules:
            names[-1] = whole
        else:
            names.append(line)
    return names


def _find_closing_bracket(text: str, opening: int) -> int:
    depth = 0
    for index in range(opening, len(text)):
        depth += (text[index] == "(") - (text[index] == ")")
        if depth == 0:
            return index
    return len(text) - 1


@lru_cache(maxsize=256)  # many texts are of the same books
def build_vocabulary(factions: tuple[Faction, ...]) -> Vocabulary:
    """Return the vocabulary of some books."""
    nothing: frozenset[str] = frozenset()
    return Vocabulary(
        nothing.union(*[faction.weapon_keys for faction in factions]),
        nothing.union(*[faction.rule_keys for faction in factions]),
    )
