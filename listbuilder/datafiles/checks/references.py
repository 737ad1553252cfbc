"""Check that the systems, rules, units and other ids that a data file names exist, and that effects do something."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from listbuilder.datafiles.checks.faction import check_faction, find_duplicates
from listbuilder.datafiles.checks.limits import check_limits, check_unit_references
from listbuilder.datafiles.positions import DataPath
from listbuilder.datafiles.reader import Document
from listbuilder.diagnostics import CODES, Diagnostic
from listbuilder.library.build_faction import MAX_TRAIT_VALUE, VERBS
from listbuilder.library.build_system import find_value_markers, merge_raw, parse_deadline, reference_values
from listbuilder.library.loader import Loader
from listbuilder.library.rule_wordings import RULE_SLOT, english_text, find_mentions, strip_rating
from listbuilder.model import slugify
from listbuilder.model.effects import RATING_PLACEHOLDER
from listbuilder.textutil.fuzzy import find_closest

CARD_FIELDS = ("models", "cost", "skills", "quality", "defense")
"""What a unit card can show besides the system's own fields."""

_DEADLINE_SCORES = ("on_time", "each_day_late")
"""Scores that depend on when a list was submitted."""
_MEANINGFUL_KEYS = frozenset(
    {*VERBS, "ignore", "grants", "instead", "every_way", "choose", "roll", "order", "without", "once"}
    - {"each", "uncapped"}
)
_CHOICE_KEYS = frozenset({"choose", "roll"})


def _check_own_fields(
    document: Document, raw: Mapping[str, Any], merged: Mapping[str, Any], loader: Loader
) -> Iterator[Diagnostic]:
    """Yield findings about unknown fields in a system, and about a system without factions."""
    own = tuple(field["id"] for field in merged.get("fields", ()))
    for index, value in enumerate(raw.get("card", ())):
        yield from document.check_name("REF052", ("card", index), value, (*CARD_FIELDS, *own), listed=True)
    for key in ("moves", "wounds"):
        value = (raw.get(key) or {}).get("field")
        if value is not None:
            yield from document.check_name("REF052", (key, "field"), value, own, listed=True)
    source = loader.registry.find("system", raw["id"])
    if source is not None and not source.bundled and not any(loader.registry.factions_for(raw["id"])):
        yield document.finding("REF057", ("id",), system=raw["id"])


def _check_quick_reference(
    document: Document, raw: Mapping[str, Any], merged: Mapping[str, Any]
) -> Iterator[Diagnostic]:
    """Yield findings about incomplete chapters and unknown markers in the quick reference."""
    rules, values = merged.get("rules", {}), reference_values(merged)
    for key, chapter in raw.get("reference", {}).items():
        whole = merged.get("reference", {}).get(key, {})
        for part in ("title", "points"):
            if chapter is not None and part not in whole:
                yield document.finding("DAT007", ("reference", key, part), missing=part)
        for index, point in enumerate((chapter or {}).get("points", ())):
            path = ("reference", key, "points", index)
            for rule in find_mentions(point):
                yield from document.check_name("REF031", path, rule, rules)
            for value in dict.fromkeys(find_value_markers(point)):
                yield from document.check_name("REF036", path, value, values, listed=True)


def check_references(document: Document, kind: str, loader: Loader) -> list[Diagnostic]:
    """Return the findings about all references of a valid document; those of a list are checked when it is judged."""
    checks = {
        "system": _check_system,
        "faction": _check_faction,
        "collection": _check_collection,
        "event": _check_event,
    }
    assert isinstance(document.value, dict)
    return list(checks[kind](document, document.value, loader)) if kind in checks else []


def _find_misnamed_rules(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield findings about rules whose key differs from their English name, so that lookups fail."""
    for key, entry in raw.get("rules", {}).items():
        if entry and "name" in entry and (expected := slugify(english_text(entry["name"]))) != key:
            yield document.finding("REF019", ("rules", key), key=True, value=key, expected=expected)


def _find_unknown_mentions(document: Document, raw: Mapping[str, Any], known: Collection[str]) -> Iterator[Diagnostic]:
    """Yield findings about unknown rules that are given by a rule or mentioned in a text."""
    rules = raw.get("rules", {})
    texts: list[tuple[DataPath, Any]] = [(("rules", key, "text"), entry) for key, entry in rules.items()]
    for kind in ("patterns", "spells"):
        texts += [((kind, index, "text"), entry) for index, entry in enumerate(raw.get(kind, ()))]
    for key, entry in rules.items():
        bestowed = (entry or {}).get("bestows")
        if bestowed is not None:
            yield from document.check_name("REF031", ("rules", key, "bestows"), bestowed, known)
    for path, entry in texts:
        for rule in find_mentions((entry or {}).get("text", "")):
            if (path[0], rule) != ("patterns", "rule"):
                yield from document.check_name("REF031", path, rule, known)


def _find_unknown_systems(
    document: Document, systems: Iterable[tuple[DataPath, str]], loader: Loader
) -> Iterator[Diagnostic]:
    known = loader.registry.ids("system")
    for path, system in systems:
        if system not in known:
            close = find_closest(system, known) or ""
            yield document.finding("REF008", path, system=system, suggestion=close, known=known)


def _find_repeats(document: Document, raw: Mapping[str, Any], name: str, key: str = "id") -> Iterator[Diagnostic]:
    items = [((name, index, key), item[key]) for index, item in enumerate(raw.get(name, ()))]
    yield from find_duplicates(document, items)


def _check_faction(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    systems = [(("systems", index), system) for index, system in enumerate(raw["systems"])]
    yield from _find_unknown_systems(document, systems, loader)
    yield from _find_misnamed_rules(document, raw)
    yield from _find_repeats(document, raw, "units")
    yield from _find_repeats(document, raw, "spells")
    yield from check_faction(document, raw, loader)
    known = loader.build_glossary(raw).ids()
    yield from _find_unknown_mentions(document, raw, known)
    yield from _check_effects(document, raw, known)
    yield from find_missing_translations(document, raw)


def _check_system(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    base = raw.get("based_on")
    circle = _find_circle(raw["id"], base, loader)
    if base is not None and base != raw["id"] and loader.registry.find("system", base) is None:
        yield from _find_unknown_systems(document, [(("based_on",), base)], loader)
    elif circle:
        yield document.finding("REF014", ("based_on",), circle=circle)
    else:
        yield from _check_system_rules(document, raw, loader)
        merged = merge_raw((loader.merged_system(base) or {}) if base else {}, raw)
        limits = (raw.get("force_organisation") or {}).get("limits", {})
        yield from check_limits(document, ("force_organisation", "limits"), limits, [merged], loader)
        yield from _check_quick_reference(document, raw, merged)
        yield from _check_own_fields(document, raw, merged, loader)
    yield from _find_misnamed_rules(document, raw)
    yield from _find_repeats(document, raw, "groups")
    yield from _find_repeats(document, raw, "fields")
    yield from find_missing_translations(document, raw)


def _find_circle(own: str, base: str | None, loader: Loader) -> tuple[str, ...]:
    """Return the circle of systems that are based on each other; empty if there is none."""
    names = [own]
    while base is not None:
        if base in names:
            return (*names, base)
        names.append(base)
        source = loader.registry.find("system", base)
        base = None if source is None else source.row.get("based_on")
    return ()


def _check_system_rules(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Yield findings about unknown roles and command upgrades, and about rules without a name."""
    base = raw.get("based_on")
    inherited = (loader.merged_system(base) or {}).get("rules", {}) if base else {}
    own = raw.get("rules", {})
    known = {key for key in {*inherited, *own} if own.get(key, inherited.get(key)) is not None}
    references: list[tuple[DataPath, str]] = [
        (("roles", role), name) for role, name in raw.get("roles", {}).items() if name
    ]
    references += [
        (("command_group", "rules", i), name) for i, name in enumerate(raw.get("command_group", {}).get("rules", ()))
    ]
    for path, name in references:
        if slugify(name) not in known:
            close = find_closest(slugify(name), known) or ""
            yield document.finding("REF001", path, rule=name, suggestion=close, systems=(raw["id"],), uses=1)
    for key, entry in own.items():
        if entry is not None and "name" not in entry and key not in inherited:
            yield document.finding("DAT007", ("rules", key, "name"), missing="name")
    yield from _find_unknown_mentions(document, raw, known)
    yield from _check_effects(document, raw, known, inherited)


def _check_collection(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    yield from _find_misnamed_rules(document, raw)
    known = {*raw["rules"], *loader.bundled_rule_ids()}
    systems = [loader.merged_system(system) or {} for system in loader.registry.ids("system")]
    known = known.union(*(system.get("rules", {}) for system in systems))
    yield from _find_unknown_mentions(document, raw, known)
    yield from _check_effects(document, raw, known)
    yield from _find_repeats(document, raw, "patterns", "match")
    yield from find_missing_translations(document, raw)


def _check_event(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    named = [(("systems", index), system) for index, system in enumerate(raw.get("systems", ()))]
    yield from _find_unknown_systems(document, named, loader)
    yield from _check_deadline(document, raw.get("deadline"))
    yield from _check_event_settings(document, raw)
    known = loader.registry.ids("faction")
    for key in ("factions", "banned_factions", "versions"):
        for index, faction in enumerate(raw.get(key, ())):
            path: DataPath = (key, faction if key == "versions" else index)
            yield from document.check_name("REF011", path, faction, known)
    systems = [loader.merged_system(system) or {} for system in raw.get("systems", loader.registry.ids("system"))]
    yield from check_limits(document, ("limits",), raw.get("limits", {}), systems, loader)
    collections = loader.registry.ids("collection")
    for index, collection in enumerate(raw.get("collections", ())):
        yield from document.check_name("REF015", ("collections", index), collection, collections)
    for code in raw.get("scoring", {}).get("codes", {}):
        yield from document.check_name("EVT022", ("scoring", "codes", code), code, CODES)
    units: list[tuple[DataPath, str]] = [
        (("banned_units", index), unit) for index, unit in enumerate(raw.get("banned_units", ()))
    ]
    units += [(("unit_limits", unit), unit) for unit in raw.get("unit_limits", {})]
    yield from check_unit_references(document, units, raw.get("systems", ()), loader)
    yield from find_missing_translations(document, raw)


def _check_event_settings(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield findings about limits that no list can meet and settings that have no effect."""
    lists, scoring, points = raw.get("lists", {}), raw.get("scoring", {}), raw.get("points")
    for path, minimum in ((("least_points",), raw.get("least_points")), (("lists", "core"), lists.get("core"))):
        if points is not None and minimum is not None and minimum > points:
            yield document.finding("REF055", path, least=minimum, points=points, name=path[-1])
    several = lists.get("number", 1) > 1
    requirements = {("lists", key): (several, "lists: {number: 2}") for key in lists if key != "number"}
    requirements |= {("scoring", key): ("deadline" in raw, "deadline") for key in _DEADLINE_SCORES if key in scoring}
    for path, (is_met, requirement) in requirements.items():
        if not is_met:
            yield document.finding("EVT041", path, name=path[-1], needs=requirement)


def _check_deadline(document: Document, deadline: str | None) -> Iterator[Diagnostic]:
    """Yield findings about an invalid deadline or one without a time zone."""
    if deadline is None:
        return
    try:
        moment = parse_deadline(deadline)
    except ValueError:
        yield document.finding("DAT010", ("deadline",), value=deadline, example="2026-05-01T20:00+02:00")
        return
    if datetime.fromisoformat(deadline).tzinfo is None:
        example = f"{moment.isoformat(timespec='minutes').partition('+')[0]}+02:00"
        yield document.finding("EVT040", ("deadline",), meant=moment.isoformat(), instead=example)


def _check_effects(
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


_TEXT_KEYS = frozenset({"name", "short", "title", "text", "correction", "label", "note"})
_TEXT_LIST_KEY = "points"
"""The key of a list of texts."""


def find_missing_translations(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield findings about texts that lack a language of the file's own name."""
    name = raw.get("name")
    languages = [language for language in name if language != "en"] if isinstance(name, dict) else []
    for path, text in _iterate_texts(raw, ()) if languages else ():
        for language in languages:
            if isinstance(text, str) or language not in text:
                yield document.finding("REF006", path, language=language)


def _iterate_texts(value: object, path: DataPath) -> Iterator[tuple[DataPath, str | Mapping[str, str]]]:
    """Yield every text of a file that is shown to users."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _TEXT_KEYS and isinstance(inner, (str, dict)) and not (key == "short" and not path):
                if path != ("measure",):  # the name of a measure is a keyword, not a text
                    yield (*path, key), inner
            elif key == _TEXT_LIST_KEY and isinstance(inner, list):
                yield from (((*path, key, index), text) for index, text in enumerate(inner))
            else:
                yield from _iterate_texts(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _iterate_texts(inner, (*path, index))
