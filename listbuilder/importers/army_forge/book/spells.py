"""A book's spells as facts: who, how far, what and how much. The book's sentence is only held against them.

The parts that a book keeps under `generation` are not scaled to the game: how many units and how many hits stand in the
sentence alone. So its numbers are read, and a spell whose sentence has other numbers than its facts is not understood.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from listbuilder.importers.army_forge.json_access import (
    Raw,
    ReadingNotes,
    clean,
    mapping,
    mappings,
    notation_name,
    whole,
)
from listbuilder.library.rule_wordings import wording_hash
from listbuilder.model import slug

_TABLE = Path(__file__).with_name("spell_effects.json")
_HARDEST = 20
_LONGEST = 2_000
_TARGET = re.compile(r"(?:up to )?(\w+) (friendly|enemy) (unit|model)s?\b.{0,20}?([0-9]{1,3})")
_HITS = re.compile(r"\b([0-9]{1,3}) hits?\b")
_NUMBER = re.compile(r"[0-9]{1,3}")
_WORD = re.compile(r"[a-z]+|[0-9]{1,3}")
_ALONE = "[1]"
"""A unit of one model, in the book's notation: the target is treated as such."""
_Facts = dict[str, Any]


class _UnknownPartError(Exception):
    """A part of a spell that the table does not know."""


def format_spells(raw: Raw, notes: ReadingNotes) -> list[object]:
    """Write the spells: name, difficulty, and what they do as facts; the sentence leaves its hash."""
    spells: dict[str, object] = {}
    for part in mappings(raw, "spells", 60, notes, "spells"):
        name, cost = clean(part.get("name")), whole(part.get("threshold"), 1, _HARDEST)
        if not slug(name) or cost is None or slug(name) in spells:
            notes.add("bad-spell", "spells", name=name)
        else:
            spells[slug(name)] = {"id": slug(name), "name": name, "cost": cost} | _content(part, name, notes)
    return list(spells.values())


def _content(part: Raw, name: str, notes: ReadingNotes) -> _Facts:
    sentence = part.get("effect")
    if not isinstance(sentence, str) or not sentence.strip():
        return {}
    hashed = {"wording": [wording_hash(sentence)]}
    try:
        return {"effect": read_effect(part, sentence)} | hashed
    except _UnknownPartError as unknown:
        notes.find("IMP030", name, spell=name, part=str(unknown))
        return hashed


def read_effect(part: Raw, sentence: str) -> _Facts:
    """Give the facts of a spell; raise where a part is unknown or the sentence has other numbers."""
    made = mapping(mapping(part.get("generation")).get("effect"))
    kind = clean(made.get("id"))
    row = _table()["effects"].get(kind)
    if row is None:
        raise _UnknownPartError(kind or "generation")
    given = _parameters(made)
    plain = sentence[:_LONGEST].lower()
    facts = {"does": row["does"], **_target(plain), **row.get("fixed", {})}
    if row["does"] == "hits":
        facts["hits"] = _hits(plain)
    for fact, names in row["takes"].items():
        facts |= _fact(fact, [given.pop(name) for name in names if name in given])
    for name, value in given.items():
        expected = row["expects"].get(name)
        if expected is None or not str(value).startswith(expected):
            raise _UnknownPartError(f"{name} {clean(str(value))}")
    if _numbers_in(plain) != _numbers_of(facts):
        raise _UnknownPartError(", ".join(sorted((_numbers_in(plain) - _numbers_of(facts)) or ["?"])))
    return facts


@cache
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads(_TABLE.read_text(encoding="utf-8"))
    return table


def _parameters(made: Raw) -> dict[str, object]:
    listed = made.get("parameters")
    found = [mapping(one) for one in listed[:20]] if isinstance(listed, list) else []
    return {clean(one.get("name")): one.get("value") for one in found}


def _target(sentence: str) -> _Facts:
    found = _TARGET.search(sentence)
    most = _number(found[1]) if found else None
    if found is None or most is None:
        raise _UnknownPartError("target")
    who = f"lone-{found[3]}" if _ALONE in sentence else found[3]
    facts: _Facts = {"side": found[2]} | ({"who": who} if who != "unit" else {})
    return facts | ({"most": most} if most > 1 else {}) | {"range": int(found[4])}


def _hits(sentence: str) -> int:
    found = _HITS.search(sentence)
    if found is None:
        raise _UnknownPartError("hits")
    return int(found[1])


def _fact(fact: str, values: list[object]) -> _Facts:
    """Give one fact; a parameter that is empty gives none."""
    if fact == "rules":
        rules = [_rule(value) for value in values]
        return {"rules": rules} if rules else {}
    if not values or values[0] == "":
        return {}
    return {fact: _rule(values[0])} if fact == "rule" else _worded(fact, str(values[0]))


def _worded(fact: str, text: str) -> _Facts:
    if fact in ("when", "terrain"):
        word = _table()["words"].get(text.lower())
        if word is None:
            raise _UnknownPartError(clean(text))
        return {fact: word} if word else {}
    digits = _NUMBER.search(text)
    if digits is None:
        raise _UnknownPartError(clean(text))
    return {fact: int(digits[0]) * (-1 if text.startswith("-") else 1)}


def _rule(value: object) -> str:
    raw = mapping(value)
    name, rating = notation_name(raw.get("name"), commas=False), raw.get("rating")
    if not name:
        raise _UnknownPartError("rule")
    if rating is None:
        return name
    number = whole(rating, 0, 100)
    if number is None:
        raise _UnknownPartError(name)
    return f"{name}({number})" if raw.get("hideModifier") else f"{name}(+{number})"


def _number(word: str) -> int | None:
    if _NUMBER.fullmatch(word):
        return int(word)
    found: int | None = _table()["numbers"].get(word)
    return found


def _numbers_in(sentence: str) -> Counter[str]:
    found = (_number(word) for word in _WORD.findall(sentence.replace(_ALONE, "")))
    return Counter(str(number) for number in found if number is not None)


def _numbers_of(facts: _Facts) -> Counter[str]:
    texts = [str(value) for key, value in facts.items() if key != "rules"] + facts.get("rules", [])
    found = Counter(number for text in texts for number in _NUMBER.findall(text))
    return found if "most" in facts else found + Counter(["1"])
