"""Share text taken apart: the header, and one block for each unit, however a PDF or a chat has broken the lines.

++ <list> - <book> (v3.5.3), <book> (v3.5.3) [AOF 1000pts] [6 Units] ++
[<n>x ]<name> [<models>] Q<q>+ D<d>+ | <pts>pts[ | <xp>XP] | <rules>
[<n>x ]<weapon> ([<range>", ]A<a>[, <rules>]), …
| Joined to:

Share text made plain again: what chats, mails and word processors do to quotation marks, blanks and lines.

Lines stay lines, so that findings can name them.

Rules and weapons of a unit's block, as text, made things; a unit's own words help where nothing parts two names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from listbuilder.model import Faction, Item, RuleRef, Stack, Thing, Weapon, by_kind, kinds_of, target_key
from listbuilder.model.army_list import MOST_ENTRIES
from listbuilder.model.notation import NotationError, parse_rule, parse_thing

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_BLANKS = re.compile(r"[^\S\n]+")
_INCHES = re.compile("[\u201c\u201d\u201e\u2033]|''|\u2019\u2019")
_APOSTROPHES = re.compile("[\u2018\u2019\u2032]")
_FRONT = re.compile(r"^[ >]*(?:(?:[\u2022\u00b7\u25aa\u25cf\u25e6\u2023*\u2013-]|\d{1,2}\.) +)?", re.MULTILINE)
_EMPHASIS = re.compile(r"\*\*|__|`+")
_COUNT = re.compile(r"(?<![\w.])(\d{1,3}) ?[x\u00d7] ?(?!p\b)(?=[^\W\d_])", re.IGNORECASE)
_COMMA = re.compile(r",(?=[^\s\d])")
_ATTACKS = re.compile(r"(?<=[(, ])a(?=\d{1,3} ?[,)])")


@lru_cache(maxsize=2)  # it is asked for when a text is recognised and when it is read
def clean_text(text: str) -> str:
    """Give a share text as the other program wrote it, as far as that can be told."""
    if "&" in text:
        text = unescape(text)
    text = _INVISIBLE.sub("", text)
    text = _BLANKS.sub(" ", text)
    text = _FRONT.sub("", _EMPHASIS.sub("", text))
    text = _APOSTROPHES.sub("'", _INCHES.sub('"', text))
    return _ATTACKS.sub("A", _COMMA.sub(", ", _COUNT.sub(r"\1x ", text)))


MOST_LISTS = 50
LONGEST_BODY = 10_000
_HEADER = re.compile(r"\+\+(.{0,600}?)\+\+", re.DOTALL)
_TAIL = re.compile(r"\[\s*(?:(?P<game>[A-Za-z]+)\s+)?(?P<points>\d+)\s*p(?:ts?|oints)\s*\]", re.IGNORECASE)
_BOOK = re.compile(r"(?P<name>[^,()\[\]]+?)\s*\(v(?P<version>[\d.\s]+)\)")
_OWN = re.compile(r"(?P<name>.+) [-\N{EN DASH}\N{EM DASH}] (?P<book>[^,()\[\]]+?) ?\(v[\d. ]")
_STATS = re.compile(
    r"\[\s*(?P<models>\d{1,3})\s*\]\s*Q\s*(?P<quality>\d)\+\s*D\s*(?P<defense>\d)\+"
    r"(?:\s*\|\s*(?P<points>\d{1,6})\s*p(?:ts?|oints)\b)?(?:\s*\|\s*(?P<xp>\d{1,6})\s*XP)?",
    re.IGNORECASE,
)
_COUNT_LINES = re.compile(r"^(\d{1,3})x\s+")
_JOINED = re.compile(r"[|#]?[ \t]*Joined[ \t]+to:?[ \t]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TextBook:
    """A book as the header names it."""

    name: str
    version: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextHead:
    """What the header says."""

    name: str
    books: tuple[TextBook, ...]
    game: str | None
    points: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextUnit:
    """A unit's block: its numbers, and its rules and weapons still as text."""

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
    """A share text taken apart; `lost` are lines that belong to nothing, `aside` such as stand outside of the list."""

    head: TextHead
    units: tuple[TextUnit, ...]
    lost: tuple[tuple[int, str], ...]
    aside: tuple[tuple[int, str], ...] = ()


def looks_like_share_text(text: str) -> bool:
    """Tell whether a text has at least one unit of this kind."""
    return _STATS.search(clean_text(text)) is not None


def split_share_texts(text: str) -> list[str]:
    """Part a text with several lists in it at their headers; blank lines in front keep the numbers of lines."""
    text = clean_text(text)
    headers = [match.start() for match in _HEADER.finditer(text) if _TAIL.search(match[1])][:MOST_LISTS]
    starts = [0, *headers[1:]]
    ends = [*headers[1:], len(text)]
    return ["\n" * text.count("\n", 0, start) + text[start:end] for start, end in zip(starts, ends, strict=True)]


def parse_share_text(text: str) -> TextList:
    """Take a share text apart."""
    text = clean_text(text)
    header = _HEADER.search(text)
    aside, start = ((0, header.start()), header.end()) if header is not None else ((0, 0), 0)
    units_end = len(text)
    if header is not None and _STATS.search(text, start) is None and _STATS.search(text, 0, header.start()):
        # a header that stands behind its units
        aside, start, units_end = (header.end(), len(text)), 0, header.start()
    stats = list(_STATS.finditer(text, start, units_end))[: MOST_ENTRIES + 1]
    starts = [
        _name_start(text, match.start(), previous) for match, previous in zip(stats, _ends(stats, start), strict=True)
    ]
    ends = [*starts[1:], units_end] if starts else []
    units = [_unit(text, begin, match, end) for begin, match, end in zip(starts, stats, ends, strict=True)]
    first = starts[0] if starts else units_end
    head = _head(header[1] if header is not None else "")
    lost, beside = _lost(text, start, first), _lost(text, *aside)
    if _STATS.search(text, *aside) is not None:  # units on both sides of the header: who knows which are meant
        return TextList(head, tuple(units), (*beside, *lost))
    return TextList(head, tuple(units), lost, beside)


def _ends(stats: list[re.Match[str]], start: int) -> list[int]:
    return [start, *(match.end() for match in stats[:-1])] if stats else []


def _name_start(text: str, stats: int, previous: int) -> int:
    """Find where the name before the numbers begins: on its line, or on the one before where that holds nothing."""
    line = text.rfind("\n", previous, stats) + 1
    begin = max(line, previous)
    if not text[begin:stats].strip() and begin > previous:
        begin = max(text.rfind("\n", previous, begin - 1) + 1, previous)
    joined = list(_JOINED.finditer(text, begin, stats))
    return joined[-1].end() if joined else begin


def _unit(text: str, begin: int, match: re.Match[str], end: int) -> TextUnit:
    name = _flat(text[begin : match.start()])
    counted = _COUNT_LINES.match(name)
    body = text[match.end() : end]
    joined = _JOINED.search(body)
    if joined is not None:
        body = body[: joined.start()]
    return TextUnit(
        line=text.count("\n", 0, begin) + 1,
        count=int(counted[1]) if counted else 1,
        name=name[counted.end() :] if counted else name,
        models=int(match["models"]),
        quality=int(match["quality"]),
        defense=int(match["defense"]),
        points=int(match["points"]) if match["points"] else None,
        xp=int(match["xp"] or 0),
        body=body[:LONGEST_BODY].strip().strip("|").strip(),
        joins_next=joined is not None,
    )


def _head(text: str) -> TextHead:
    flat = _flat(text)
    tail = _TAIL.search(flat)
    title = flat[: tail.start()].strip() if tail else re.sub(r"\[[^\]]*\]", "", flat).strip()
    found = list(_BOOK.finditer(title))
    books = [TextBook(match["name"].strip(), match["version"].replace(" ", "")) for match in found]
    name = books[0].name if books else title
    # "Bugs! - Alien Hives (v3.4.4)": the list's own name stands before the first book's
    if found and (own := _OWN.match(title[: found[0].end()])):
        name = own["name"]
        books[0] = TextBook(own["book"], books[0].version)
    elif not found and title:
        books = [TextBook(title, None)]
    points = int(tail["points"]) if tail else None
    return TextHead(name=name, books=tuple(books), game=tail["game"] if tail else None, points=points)


def _lost(text: str, start: int, end: int) -> tuple[tuple[int, str], ...]:
    lines = enumerate(text[start:end].split("\n"), text.count("\n", 0, start) + 1)
    return tuple((number, line.strip()) for number, line in lines if line.strip(" \t|#-=_*"))


def _flat(text: str) -> str:
    """Give a text on one line; a version that was broken over two lines grows together again."""
    return re.sub(r"(?<=\d\.) (?=\d)", "", " ".join(text.split()))


_LONGEST = 600
_MOST_WORDS = 8
_SIGN = re.compile(r"[(),|]")
_COUNT_EQUIPMENT_PARSER = re.compile(r"^(\d{1,3})x\s+")
_INNER_COUNT = re.compile(r"\s(?=\d{1,3}x\s)")
_ATTACKS_EQUIPMENT_PARSER = re.compile(r"(?:^|,\s*)A\d+(?:\s*,|\s*$)")
_REPEATED = re.compile(r"(?:(?<=\()|(?<=, ))\d+x (?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the units of a book may have, by key: they tell where a name ends that a broken line or nothing ends."""

    weapons: frozenset[str]
    rules: frozenset[str]


@dataclass(frozen=True, slots=True)
class UnitBlock:
    """What a block says a unit has; `odd` is what could not be read."""

    rules: tuple[RuleRef, ...]
    weapons: tuple[tuple[int, Weapon], ...]
    odd: tuple[str, ...]


@lru_cache(maxsize=2048)  # the same units stand in text after text
def parse_block(text: str, words: Vocabulary) -> UnitBlock:
    """Read a block."""
    stacks: list[Stack] = []
    odd: list[str] = []
    for chunk in _chunks(text):
        for found in _read(chunk, words):
            if isinstance(found, str):
                odd.append(found)
            else:
                stacks.append(found)
    kinds = kinds_of(stacks)
    return UnitBlock(kinds.rules, tuple((armed.count, armed.thing) for armed in kinds.weapons), tuple(odd))


@lru_cache(maxsize=4096)  # the same weapons and rules stand in block after block
def _read(chunk: str, words: Vocabulary) -> tuple[Stack | str, ...]:
    """Give the things in a chunk, each with its count; what cannot be read as it stands."""
    return tuple([_thing(count, part) for count, part in _parts(chunk, words)])


def _thing(count: int, part: str) -> Stack | str:
    try:
        return Stack(count, by_kind(parse_thing(_REPEATED.sub("", part)), rule=_itself, weapon=_itself, item=_as_rule))
    except NotationError:
        return part


def _itself(thing: Thing) -> Thing:
    return thing


def _as_rule(item: Item) -> Thing:
    """Give an item that a text shows among the rules as a rule of its name."""
    return parse_rule(re.sub(r"[()]", " ", item.name))


def _parts(chunk: str, words: Vocabulary) -> Iterator[tuple[int, str]]:
    """Give the things in a chunk one by one, each with its count."""
    for part in _apart(chunk, words):
        counted = _COUNT_EQUIPMENT_PARSER.match(part)
        yield (int(counted[1]), part[counted.end() :]) if counted else (1, part)


def _chunks(text: str) -> Iterator[str]:
    """Split at commas outside of brackets, and at pipes; a bracket that never closes is closed at the end."""
    depth, start = 0, 0
    signs = [(sign.start(), sign[0]) for sign in _SIGN.finditer(text)]
    for place, letter in (*signs, (len(text), "")):
        while place - start > _LONGEST:
            yield from _filled(text[start : start + _LONGEST])
            start += _LONGEST
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        if letter in (",", "|") and depth == 0:
            yield from _filled(text[start:place])
            start = place + 1
    yield from _filled(text[start:])


def _filled(text: str) -> Iterator[str]:
    if text.strip():
        yield text.strip()


def _apart(chunk: str, words: Vocabulary) -> Iterator[str]:
    """Part things that stand in one chunk without a comma: behind a bracket, before a count, at a line's end."""
    rest = chunk
    while rest:
        opening = rest.find("(")
        if opening < 0:
            yield from _bare(rest, words)
            return
        closing = _closing(rest, opening)
        front, bracket = rest[:opening], rest[opening : closing + 1]
        yield from _named(front, bracket, words)
        rest = rest[closing + 1 :].strip(" \n,")


def _named(front: str, bracket: str, words: Vocabulary) -> Iterator[str]:
    """Give the thing a bracket belongs to, and before it whatever else stands in front."""
    if _ATTACKS_EQUIPMENT_PARSER.search(bracket[1:-1]) is None:
        *before, name = _lines(front, words) or [""]
        yield from before
        yield name + " ".join(bracket.split())
        return
    rules, weapon = _cut(front, words)
    yield from _bare(rules, words)
    yield f"{' '.join(weapon.split())} {' '.join(bracket.split())}"


def _cut(front: str, words: Vocabulary) -> tuple[str, str]:
    """Find where a weapon's name begins: at a count, at a word the unit knows, at the line's beginning."""
    inner = _INNER_COUNT.search(front)
    if inner is not None:
        return front[: inner.start()], front[inner.end() :]
    pieces = front.split()
    for place in range(max(0, len(pieces) - _MOST_WORDS), len(pieces)):
        name = _COUNT_EQUIPMENT_PARSER.sub("", " ".join(pieces[place:]))
        if target_key(name) in words.weapons:
            return _original(front, pieces, place)
    before, _, name = front.strip("\n").rpartition("\n")
    return before, name


def _original(front: str, pieces: list[str], place: int) -> tuple[str, str]:
    """Cut a text before its last words, with the lines of what stands in front as they are."""
    head = front.rstrip()
    for piece in reversed(pieces[place:]):
        head = head[: head.rindex(piece)]
    return head, " ".join(pieces[place:])


def _bare(text: str, words: Vocabulary) -> Iterator[str]:
    """Give names without brackets."""
    for name in _lines(text, words):
        yield from _filled(name)


def _lines(text: str, words: Vocabulary) -> list[str]:
    """Give the names in a text, one for each line; two lines that are one name together become one again."""
    lines = [" ".join(line.split()).strip(" |") for line in text.split("\n")]
    names: list[str] = []
    for line in filter(None, lines):
        whole = f"{names[-1]} {line}" if names else ""
        if target_key(whole) in words.rules:
            names[-1] = whole
        else:
            names.append(line)
    return names


def _closing(text: str, opening: int) -> int:
    depth = 0
    for place in range(opening, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    return len(text) - 1


@lru_cache(maxsize=256)  # text after text is of the same books
def words_of_books(factions: tuple[Faction, ...]) -> Vocabulary:
    """Give the words of all that units of some books may have."""
    nothing: frozenset[str] = frozenset()
    return Vocabulary(
        nothing.union(*[faction.weapon_keys for faction in factions]),
        nothing.union(*[faction.rule_keys for faction in factions]),
    )
