"""Effects of rules: whether each says something, and whether the rules that it names are there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath
from listbuilder.diagnostics import Diagnostic
from listbuilder.library.build_effects import MOST, VERBS
from listbuilder.library.rule_wordings import without_rating
from listbuilder.model import slug
from listbuilder.model.effects import RATING
from listbuilder.textutil.fuzzy import closest

_SAYING = frozenset(
    {*VERBS, "ignore", "grants", "instead", "every_way", "choose", "roll", "order", "without", "once"}
    - {"each", "uncapped"}
)
_WAYS = frozenset({"choose", "roll"})
_SLOT = "{rule}"


def check_effects(
    document: Document,
    raw: Mapping[str, Any],
    known: Collection[str],
    inherited: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[Diagnostic]:
    """Find effects that do nothing, that lean on rules which there are not, or on a number that the rule lacks."""
    rules = raw.get("rules", {})
    numbered = {
        key for key, entry in rules.items() if {**inherited.get(key, {}), **(entry or {})}.get("takes") == "number"
    }
    for index, target in enumerate(raw.get("combat", {}).get("field", ())):
        for place, rule in _named(target):
            yield from _unknown(document, ("combat", "field", index, *place), rule, known)
    for path, effect in _all(raw):
        if _is_idle(effect, within=path[-2] in _WAYS):
            yield document.finding("DAT026", path)
        if not _has_its_faces(effect.get("roll", ())):
            yield document.finding("DAT039", (*path, "roll"))
        for place, rule in _named(effect):
            yield from _unknown(document, (*path, *place), rule, known)
        own = path[0] == "rules" and "instead" not in path
        if own and RATING in effect.values() and path[1] not in numbered:
            yield document.finding("REF038", path, rule=str(path[1]))


def _is_idle(effect: Mapping[str, Any], *, within: bool) -> bool:
    """Tell whether an effect can never do anything; one way of a choice has no room for another choice."""
    if not _SAYING & effect.keys() or (within and not _WAYS.isdisjoint(effect)):
        return True
    if "dice" in effect and not {"hits", "wounds"} & effect.keys():
        return True
    return any(span.get("least", 0) > span.get("most", MOST) for span in effect.get("against", {}).values())


def _has_its_faces(ways: Iterable[Mapping[str, Any]]) -> bool:
    """Tell whether each way of a die says by which faces it is taken, and no face leads two ways."""
    spans = [str(way.get("on")).partition("-") for way in ways]
    if not all(least.isdecimal() for least, _, _ in spans):
        return False
    faces = [face for least, _, most in spans for face in range(int(least), int(most or least) + 1)]
    return len(set(faces)) == len(faces)


def _unknown(document: Document, path: DataPath, rule: str, known: Collection[str]) -> Iterator[Diagnostic]:
    wanted = slug(without_rating(rule))
    if _SLOT not in rule and wanted not in known:
        yield document.finding("REF037", path, value=rule, suggestion=closest(wanted, known) or "")


def _all(raw: Mapping[str, Any]) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    """Give every effect of a file with its place, those inside of others too."""
    for key, entry in raw.get("rules", {}).items():
        yield from _within(("rules", key, "effects"), (entry or {}).get("effects", ()))
    for index, entry in enumerate(raw.get("patterns", ())):
        yield from _within(("patterns", index, "effects"), entry.get("effects", ()))
    yield from _within(("combat", "effects"), raw.get("combat", {}).get("effects", ()))


def _within(path: DataPath, effects: Any) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    for index, effect in enumerate(effects):
        yield (*path, index), effect
        for part in ("instead", "choose", "roll"):
            yield from _within((*path, index, part), effect.get(part, ()))


def _named(effect: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    for key in ("grants", "improves"):
        if key in effect:
            yield (key,), effect[key]
    for index, rule in enumerate(effect.get("rules", ())):
        yield ("rules", index), rule
