"""Check that the systems, rules, units and other ids that a data file names exist."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from listbuilder.datafiles.checks.effects import check_effects
from listbuilder.datafiles.checks.faction import check_faction, find_duplicates
from listbuilder.datafiles.checks.language import find_missing_translations
from listbuilder.datafiles.checks.limits import check_limits
from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath
from listbuilder.diagnostics import CODES, Diagnostic
from listbuilder.library.build_system import find_value_markers, merge_raw, parse_deadline, reference_values
from listbuilder.library.loader import Loader
from listbuilder.library.rule_wordings import english_text, find_mentions
from listbuilder.model import slugify, split_unit_ref
from listbuilder.textutil.fuzzy import find_closest

CARD_FIELDS = ("models", "cost", "skills", "quality", "defense")
"""What a unit card can show besides the system's own fields."""


def check_own_fields(
    document: Document, raw: Mapping[str, Any], merged: Mapping[str, Any], loader: Loader
) -> Iterator[Diagnostic]:
    """Yield findings about unknown fields in a system, and about a system without factions."""
    own = tuple(field["id"] for field in merged.get("fields", ()))
    for path, value, known in _iterate_named_fields(raw, own):
        if value not in known:
            yield document.finding(
                "REF052", path, value=value, suggestion=find_closest(value, known) or "", known=known
            )
    source = loader.registry.find("system", raw["id"])
    if source is not None and not source.bundled and not any(loader.registry.factions_for(raw["id"])):
        yield document.finding("REF057", ("id",), system=raw["id"])


def _iterate_named_fields(
    raw: Mapping[str, Any], own: tuple[str, ...]
) -> Iterator[tuple[DataPath, str, tuple[str, ...]]]:
    for index, value in enumerate(raw.get("card", ())):
        yield ("card", index), value, (*CARD_FIELDS, *own)
    for key in ("moves", "wounds"):
        value = (raw.get(key) or {}).get("field")
        if value is not None:
            yield (key, "field"), value, own


def check_quick_reference(
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
                if rule not in rules:
                    yield document.finding("REF031", path, value=rule, suggestion=find_closest(rule, rules) or "")
            for value in dict.fromkeys(find_value_markers(point)):
                if value not in values:
                    close = find_closest(value, values) or ""
                    yield document.finding("REF036", path, value=value, suggestion=close, known=tuple(values))


def check_references(document: Document, kind: str, loader: Loader) -> list[Diagnostic]:
    """Return the findings about all references of a valid document; those of a list are checked when it is judged."""
    checks = {
        "system": _check_system,
        "faction": _check_faction,
        "collection": _check_collection,
        "event": _check_event,
    }
    assert isinstance(document.value, dict)
    check = checks.get(kind)
    return [] if check is None else list(check(document, document.value, loader))


def find_misnamed_rules(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield findings about rules whose key differs from their English name, so that lookups fail."""
    for key, entry in raw.get("rules", {}).items():
        if entry and "name" in entry and slugify(english_text(entry["name"])) != key:
            expected = slugify(english_text(entry["name"]))
            yield document.finding("REF019", ("rules", key), key=True, value=key, expected=expected)


def find_unknown_mentions(document: Document, raw: Mapping[str, Any], known: Collection[str]) -> Iterator[Diagnostic]:
    """Yield findings about unknown rules that are given by a rule or mentioned in a text."""
    rules = raw.get("rules", {})
    texts: list[tuple[DataPath, Any]] = [(("rules", key, "text"), entry) for key, entry in rules.items()]
    for kind in ("patterns", "spells"):
        texts += [((kind, index, "text"), entry) for index, entry in enumerate(raw.get(kind, ()))]
    for key, entry in rules.items():
        bestowed = (entry or {}).get("bestows")
        if bestowed is not None and bestowed not in known:
            yield document.finding(
                "REF031", ("rules", key, "bestows"), value=bestowed, suggestion=find_closest(bestowed, known) or ""
            )
    for path, entry in texts:
        for rule in find_mentions((entry or {}).get("text", "")):
            if rule not in known and (path[0], rule) != ("patterns", "rule"):
                yield document.finding("REF031", path, value=rule, suggestion=find_closest(rule, known) or "")


def find_unknown_systems(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Yield findings about unknown systems."""
    known = loader.registry.ids("system")
    for index, system in enumerate(raw.get("systems", ())):
        if system not in known:
            close = find_closest(system, known) or ""
            yield document.finding("REF008", ("systems", index), system=system, suggestion=close, known=known)


def _check_faction(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    yield from find_unknown_systems(document, raw, loader)
    yield from find_misnamed_rules(document, raw)
    yield from find_duplicates(document, [(("units", i, "id"), unit["id"]) for i, unit in enumerate(raw["units"])])
    yield from find_duplicates(
        document, [(("spells", i, "id"), spell["id"]) for i, spell in enumerate(raw.get("spells", ()))]
    )
    yield from check_faction(document, raw, loader)
    known = loader.build_glossary(raw).ids()
    yield from find_unknown_mentions(document, raw, known)
    yield from check_effects(document, raw, known)
    yield from find_missing_translations(document, raw)


def _check_system(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    base = raw.get("based_on")
    circle = _find_circle(raw["id"], base, loader)
    if base is not None and base != raw["id"] and loader.registry.find("system", base) is None:
        known = loader.registry.ids("system")
        suggestion = find_closest(base, known) or ""
        yield document.finding("REF008", ("based_on",), system=base, suggestion=suggestion, known=known)
    elif circle:
        yield document.finding("REF014", ("based_on",), circle=circle)
    else:
        yield from _check_system_rules(document, raw, loader)
        merged = merge_raw((loader.merged_system(base) or {}) if base else {}, raw)
        limits = (raw.get("force_organisation") or {}).get("limits", {})
        yield from check_limits(document, ("force_organisation", "limits"), limits, [merged], loader)
        yield from check_quick_reference(document, raw, merged)
        yield from check_own_fields(document, raw, merged, loader)
    yield from find_misnamed_rules(document, raw)
    for name in ("groups", "fields"):
        yield from find_duplicates(
            document, [((name, i, "id"), item["id"]) for i, item in enumerate(raw.get(name, ()))]
        )
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
    yield from find_unknown_mentions(document, raw, known)
    yield from check_effects(document, raw, known, inherited)


def _check_collection(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    yield from find_misnamed_rules(document, raw)
    known = {*raw["rules"], *loader.bundled_rule_ids()}
    systems = [loader.merged_system(system) or {} for system in loader.registry.ids("system")]
    known = known.union(*(system.get("rules", {}) for system in systems))
    yield from find_unknown_mentions(document, raw, known)
    yield from check_effects(document, raw, known)
    yield from find_duplicates(
        document, [(("patterns", i, "match"), p["match"]) for i, p in enumerate(raw.get("patterns", ()))]
    )
    yield from find_missing_translations(document, raw)


_DEADLINE_SCORES = ("on_time", "each_day_late")
"""Scores that depend on when a list was submitted."""


def _check_event(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    yield from find_unknown_systems(document, raw, loader)
    yield from _check_deadline(document, raw.get("deadline"))
    yield from _check_event_settings(document, raw)
    known = loader.registry.ids("faction")
    for key in ("factions", "banned_factions", "versions"):
        for index, faction in enumerate(raw.get(key, ())):
            if faction not in known:
                path: DataPath = (key, faction if key == "versions" else index)
                close = find_closest(faction, known) or ""
                yield document.finding("REF011", path, value=faction, suggestion=close)
    systems = [loader.merged_system(system) or {} for system in raw.get("systems", loader.registry.ids("system"))]
    yield from check_limits(document, ("limits",), raw.get("limits", {}), systems, loader)
    yield from _check_event_ids(document, raw, loader)
    for path, ref in _iterate_unit_references(raw):
        faction, unit = split_unit_ref(ref)
        units = loader.unit_ids(faction, raw.get("systems", ()))
        if unit not in units:
            close = find_closest(ref, [f"{faction}/{name}" for name in units]) or ""
            yield document.finding("REF007", path, value=ref, suggestion=close)
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


def _check_event_ids(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Yield findings about unknown collections and codes."""
    collections = loader.registry.ids("collection")
    for index, value in enumerate(raw.get("collections", ())):
        if value not in collections:
            close = find_closest(value, collections) or ""
            yield document.finding("REF015", ("collections", index), value=value, suggestion=close)
    for value in raw.get("scoring", {}).get("codes", {}):
        if value not in CODES:
            close = find_closest(value, CODES) or ""
            yield document.finding("EVT022", ("scoring", "codes", value), value=value, suggestion=close)


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


def _iterate_unit_references(raw: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    for index, ref in enumerate(raw.get("banned_units", ())):
        yield ("banned_units", index), ref
    for ref in raw.get("unit_limits", {}):
        yield ("unit_limits", ref), ref
