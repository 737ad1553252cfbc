"""Check limits: what they refer to, and that they limit something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from listbuilder.datafiles.positions import DataPath
from listbuilder.datafiles.reader import Document
from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.library.loader import Loader
from listbuilder.model import Faction, Measure, slugify, split_unit_ref
from listbuilder.textutil.fuzzy import find_closest
from listbuilder.validation.message_arguments import Message

_MAXIMUM_KEYS = frozenset({"base", "per", "percent", "most"})


def check_limits(
    document: Document, path: DataPath, limits: Mapping[str, Any], systems: Sequence[Mapping[str, Any]], loader: Loader
) -> Iterator[Diagnostic]:
    """Yield findings about limits without a number or meaning, and selections with unknown ids."""
    for name, limit in limits.items():
        if not (_MAXIMUM_KEYS | {"least", "least_percent"}) & limit.keys():
            yield document.finding("DAT007", (*path, name, "most"), missing="most")
        else:
            for reason in (*_check_bounds(limit), *_check_selection(limit, systems)):
                yield document.finding("REF053", (*path, name), key=True, reason=reason)
        for key, value in limit.get("of", {}).items():
            yield from _check_ids(document, (*path, name, "of", key), value, systems, loader)


def _check_bounds(limit: Mapping[str, Any]) -> Iterator[Message]:
    maxima = [limit[key] for key in ("most", "base") if key in limit and (key == "most" or "per" not in limit)]
    for minimum, maximum in (
        (limit.get("least", 0), min(maxima, default=None)),
        (limit.get("least_percent", 0), limit.get("percent")),
    ):
        if maximum is not None and minimum > maximum:
            yield Message("limit-problem.contradiction", {"least": minimum, "most": maximum})
    maximum_keys = {key: limit[key] for key in limit if key in _MAXIMUM_KEYS}
    if not maximum_keys and not limit.get("least", 0) and not limit.get("least_percent", 0):
        yield Message("limit-problem.nothing-asked")
    if maximum_keys == {"percent": 100}:
        yield Message("limit-problem.everything-allowed")


def _check_selection(limit: Mapping[str, Any], systems: Sequence[Mapping[str, Any]]) -> Iterator[Message]:
    selection = limit.get("of", {})
    if limit.get("counts") == Measure.HEROES.value and selection.get("hero") is False:
        yield Message("limit-problem.no-heroes")
    faction, units = selection.get("faction"), selection.get("units", ())
    if faction is not None and units and all(split_unit_ref(unit)[0] != faction for unit in units):
        yield Message("limit-problem.other-faction", {"faction": faction})
    if "over" in selection and _takes_no_number(slugify(selection["rule"]), systems):
        yield Message("limit-problem.no-number", {"rule": selection["rule"]})


def _takes_no_number(rule: str, systems: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether no game that has the rule gives it a number."""
    entries = [system["rules"][rule] for system in systems if rule in system.get("rules", {})]
    return bool(entries) and all(entry.get("takes") != "number" for entry in entries)


def _check_ids(
    document: Document, path: DataPath, value: Any, systems: Sequence[Mapping[str, Any]], loader: Loader
) -> Iterator[Diagnostic]:
    """Yield findings about unknown ids in one part of a selection."""
    ids = tuple(system.get("id", "") for system in systems)
    key = path[-1]
    if key == "rule":
        own_rules = {rule for system in systems for rule in system.get("rules", {})}
        rule = slugify(value)
        # most rules are those of a system, which needs no faction
        rules = own_rules if rule in own_rules else own_rules | _collect_from_factions(_list_rules, ids, loader)
        if rule not in rules:
            close = find_closest(rule, rules) or ""
            yield document.finding("REF001", path, rule=value, suggestion=close, systems=ids, uses=1)
    elif key == "group":
        groups = tuple(dict.fromkeys(group["id"] for system in systems for group in system.get("groups", ())))
        yield from document.check_name("REF012", path, value, groups, listed=True, system=ids)
    elif key == "units":
        units = [((*path, index), ref) for index, ref in enumerate(value)]
        yield from check_unit_references(document, units, ids, loader)
    elif key == "faction":
        yield from document.check_name("REF011", path, value, loader.registry.ids("faction"))
    elif key == "option":
        yield from document.check_name("EVT014", path, value, _collect_from_factions(_list_options, ids, loader))
    elif key == "section":
        yield from document.check_name("REF058", path, value, _collect_from_factions(_list_sections, ids, loader))


def check_unit_references(
    document: Document, references: Iterable[tuple[DataPath, str]], systems: Sequence[str], loader: Loader
) -> Iterator[Diagnostic]:
    """Yield findings about unknown units."""
    for path, reference in references:
        faction, _ = split_unit_ref(reference)
        known = [f"{faction}/{name}" for name in loader.unit_ids(faction, systems)]
        yield from document.check_name("REF007", path, reference, known)


def _collect_from_factions(
    list_ids: Callable[[Faction], Iterable[str]], systems: Sequence[str], loader: Loader
) -> set[str]:
    ids: set[str] = set()
    for source in loader.registry.files("faction"):
        if not set(source.systems).isdisjoint(systems):
            # broken factions, also those whose check is running, are reported elsewhere
            with suppress(UnreadableError, LookupError, ValueError):
                ids |= set(list_ids(loader.load_faction(source)))
    return ids


def _list_rules(faction: Faction) -> Iterable[str]:
    return {*faction.rules, *(rule for unit in faction.units.values() for rule in unit.rule_ids)}


def _list_sections(faction: Faction) -> Iterable[str]:
    return (section.id for unit in faction.units.values() for section in unit.sections)


def _list_options(faction: Faction) -> Iterable[str]:
    sections = (section for unit in faction.units.values() for section in unit.sections)
    return (option.id for section in sections for option in section.options)
