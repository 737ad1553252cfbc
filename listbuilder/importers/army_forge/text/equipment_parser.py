"""Rules and weapons of a unit's block, as text, made things; a unit's own words help where nothing parts two names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from listbuilder.model import Faction, Item, RuleRef, Stack, Thing, Weapon, by_kind, kinds_of, target_key
from listbuilder.model.notation import NotationError, parse_rule, parse_thing

_LONGEST = 600
_MOST_WORDS = 8
_SIGN = re.compile(r"[(),|]")
_COUNT = re.compile(r"^(\d{1,3})x\s+")
_INNER_COUNT = re.compile(r"\s(?=\d{1,3}x\s)")
_ATTACKS = re.compile(r"(?:^|,\s*)A\d+(?:\s*,|\s*$)")
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
        counted = _COUNT.match(part)
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
    if _ATTACKS.search(bracket[1:-1]) is None:
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
        name = _COUNT.sub("", " ".join(pieces[place:]))
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
