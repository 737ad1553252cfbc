"""Check the effects of rules: that each does something and that the rules it names exist."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath
from listbuilder.diagnostics import Diagnostic
from listbuilder.library.build_faction import MAX_TRAIT_VALUE, VERBS
from listbuilder.library.rule_wordings import RULE_SLOT, strip_rating
from listbuilder.model import slugify
from listbuilder.model.effects import RATING_PLACEHOLDER
from listbuilder.textutil.fuzzy import find_closest

_MEANINGFUL_KEYS = frozenset(
    {*VERBS, "ignore", "grants", "instead", "every_way", "choose", "roll", "order", "without", "once"}
    - {"each", "uncapped"}
)
_CHOICE_KEYS = frozenset({"choose", "roll"})


def check_effects(
    document: Document,
    raw: Mapping[str, Any],
    known: Collection[str],
    inherited: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[Diagnostic]:
    """Yield findings about effects without result, with unknown rules, or with a number that the rule lacks."""
    rules = raw.get("rules", {})
    numbered = {
        key for key, entry in rules.items() if {**inherited.get(key, {}), **(entry or {})}.get("takes") == "number"
    }
    for index, target in enumerate(raw.get("combat", {}).get("field", ())):
        for part, rule in _iterate_named_rules(target):
            yield from _check_rule(document, ("combat", "field", index, *part), rule, known)
    for path, effect in _iterate_effects(raw):
        if _is_idle(effect, within=path[-2] in _CHOICE_KEYS):
            yield document.finding("DAT026", path)
        if not _has_distinct_faces(effect.get("roll", ())):
            yield document.finding("DAT039", (*path, "roll"))
        for part, rule in _iterate_named_rules(effect):
            yield from _check_rule(document, (*path, *part), rule, known)
        is_own = path[0] == "rules" and "instead" not in path
        if is_own and RATING_PLACEHOLDER in effect.values() and path[1] not in numbered:
            yield document.finding("REF038", path, rule=str(path[1]))


def _is_idle(effect: Mapping[str, Any], *, within: bool) -> bool:
    """Return whether an effect can never do anything; a way of a choice cannot contain another choice."""
    if not _MEANINGFUL_KEYS & effect.keys() or (within and not _CHOICE_KEYS.isdisjoint(effect)):
        return True
    if "dice" in effect and not {"hits", "wounds"} & effect.keys():
        return True
    return any(span.get("least", 0) > span.get("most", MAX_TRAIT_VALUE) for span in effect.get("against", {}).values())


def _has_distinct_faces(ways: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether each way of a die roll has its faces, and no face belongs to two ways."""
    spans = [str(way.get("on")).partition("-") for way in ways]
    if not all(least.isdecimal() for least, _, _ in spans):
        return False
    faces = [face for least, _, most in spans for face in range(int(least), int(most or least) + 1)]
    return len(set(faces)) == len(faces)


def _check_rule(document: Document, path: DataPath, rule: str, known: Collection[str]) -> Iterator[Diagnostic]:
    rule_id = slugify(strip_rating(rule))
    if RULE_SLOT not in rule and rule_id not in known:
        yield document.finding("REF037", path, value=rule, suggestion=find_closest(rule_id, known) or "")


def _iterate_effects(raw: Mapping[str, Any]) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    """Yield every effect of a file with its path, including nested ones."""
    for key, entry in raw.get("rules", {}).items():
        yield from _iterate_nested(("rules", key, "effects"), (entry or {}).get("effects", ()))
    for index, entry in enumerate(raw.get("patterns", ())):
        yield from _iterate_nested(("patterns", index, "effects"), entry.get("effects", ()))
    yield from _iterate_nested(("combat", "effects"), raw.get("combat", {}).get("effects", ()))


def _iterate_nested(path: DataPath, effects: Any) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    for index, effect in enumerate(effects):
        yield (*path, index), effect
        for part in ("instead", "choose", "roll"):
            yield from _iterate_nested((*path, index, part), effect.get(part, ()))


def _iterate_named_rules(effect: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    for key in ("grants", "improves"):
        if key in effect:
            yield (key,), effect[key]
    for index, rule in enumerate(effect.get("rules", ())):
        yield ("rules", index), rule
