"""Read a book's spells as facts: targets, range, effect and numbers. The book's sentence is only used to check them.

The fields under `generation` are not scaled to the game, so the number of units and hits is taken from the sentence. A
spell whose sentence has other numbers than its facts is not understood.
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
    BookNotes,
    JsonObject,
    as_object,
    clean_name,
    parse_whole_number,
    read_objects,
    to_notation_name,
)
from listbuilder.library.rule_wordings import hash_wording
from listbuilder.model import slugify

_TABLE = Path(__file__).with_name("spell_effects.json")
_MAX_DIFFICULTY = 20
_MAX_SENTENCE_LENGTH = 2_000
_TARGET = re.compile(r"(?:up to )?(\w+) (friendly|enemy) (unit|model)s?\b.{0,20}?([0-9]{1,3})")
_HITS = re.compile(r"\b([0-9]{1,3}) hits?\b")
_NUMBER = re.compile(r"[0-9]{1,3}")
_WORD = re.compile(r"[a-z]+|[0-9]{1,3}")
_SINGLE_MODEL = "[1]"
"""The notation for a target that is treated as a unit of one model."""
_Facts = dict[str, Any]


class _UnknownPartError(Exception):
    """A part of a spell is not in the table."""


def format_spells(raw: JsonObject, notes: BookNotes) -> list[object]:
    """Return the spells in the form of a faction file: name, difficulty, facts and the hash of the sentence."""
    spells: dict[str, object] = {}
    for part in read_objects(raw, "spells", 60, notes, "spells"):
        name, cost = clean_name(part.get("name")), parse_whole_number(part.get("threshold"), 1, _MAX_DIFFICULTY)
        spell_id, sentence = slugify(name), part.get("effect")
        if not spell_id or cost is None or spell_id in spells:
            notes.add("bad-spell", "spells", name=name)
            continue
        spell: _Facts = {"id": spell_id, "name": name, "cost": cost}
        if isinstance(sentence, str) and sentence.strip():
            try:
                spell["effect"] = _parse_effect(part, sentence)
            except _UnknownPartError as unknown:
                notes.add_finding("IMP030", name, spell=name, part=str(unknown))
            spell["wording"] = [hash_wording(sentence)]
        spells[spell_id] = spell
    return list(spells.values())


def _parse_effect(part: JsonObject, sentence: str) -> _Facts:
    """Return the facts of a spell; raise _UnknownPartError for an unknown part or different numbers."""
    effect = as_object(as_object(part.get("generation")).get("effect"))
    kind = clean_name(effect.get("id"))
    row = _load_table()["effects"].get(kind)
    if row is None:
        raise _UnknownPartError(kind or "generation")
    listed = effect.get("parameters")
    objects = [as_object(item) for item in listed[:20]] if isinstance(listed, list) else []
    parameters = {clean_name(parameter.get("name")): parameter.get("value") for parameter in objects}
    plain = sentence[:_MAX_SENTENCE_LENGTH].lower()
    facts = {"does": row["does"], **_parse_target(plain), **row.get("fixed", {})}
    if row["does"] == "hits":
        hits = _HITS.search(plain)
        if hits is None:
            raise _UnknownPartError("hits")
        facts["hits"] = int(hits[1])
    for fact, names in row["takes"].items():
        facts |= _parse_fact(fact, [parameters.pop(name) for name in names if name in parameters])
    for name, value in parameters.items():
        expected = row["expects"].get(name)
        if expected is None or not str(value).startswith(expected):
            raise _UnknownPartError(f"{name} {clean_name(str(value))}")
    numbers = (_parse_number(word) for word in _WORD.findall(plain.replace(_SINGLE_MODEL, "")))
    stated = Counter(str(number) for number in numbers if number is not None)
    texts = [str(value) for key, value in facts.items() if key != "rules"] + facts.get("rules", [])
    understood = Counter(number for text in texts for number in _NUMBER.findall(text))
    if "most" not in facts:
        understood["1"] += 1
    if stated != understood:
        raise _UnknownPartError(", ".join(sorted((stated - understood) or ["?"])))
    return facts


@cache
def _load_table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads(_TABLE.read_text(encoding="utf-8"))
    return table


def _parse_target(sentence: str) -> _Facts:
    match = _TARGET.search(sentence)
    maximum = _parse_number(match[1]) if match else None
    if match is None or maximum is None:
        raise _UnknownPartError("target")
    target_kind = f"lone-{match[3]}" if _SINGLE_MODEL in sentence else match[3]
    facts: _Facts = {"side": match[2]} | ({"who": target_kind} if target_kind != "unit" else {})
    return facts | ({"most": maximum} if maximum > 1 else {}) | {"range": int(match[4])}


def _parse_fact(fact: str, values: list[object]) -> _Facts:
    """Return one fact; an empty parameter gives none."""
    if fact == "rules" and values:
        return {"rules": [_format_rule(value) for value in values]}
    if not values or values[0] == "":
        return {}
    if fact == "rule":
        return {fact: _format_rule(values[0])}
    text = str(values[0])
    if fact in ("when", "terrain"):
        word = _load_table()["words"].get(text.lower())
        if word is None:
            raise _UnknownPartError(clean_name(text))
        return {fact: word} if word else {}
    digits = _NUMBER.search(text)
    if digits is None:
        raise _UnknownPartError(clean_name(text))
    return {fact: int(digits[0]) * (-1 if text.startswith("-") else 1)}


def _format_rule(value: object) -> str:
    raw = as_object(value)
    name, rating = to_notation_name(raw.get("name"), allow_commas=False), raw.get("rating")
    if not name:
        raise _UnknownPartError("rule")
    if rating is None:
        return name
    number = parse_whole_number(rating, 0, 100)
    if number is None:
        raise _UnknownPartError(name)
    return f"{name}({number})" if raw.get("hideModifier") else f"{name}(+{number})"


def _parse_number(word: str) -> int | None:
    if _NUMBER.fullmatch(word):
        return int(word)
    number: int | None = _load_table()["numbers"].get(word)
    return number
