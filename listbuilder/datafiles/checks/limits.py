"""Check limits: what they refer to, and that they limit something."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath
from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.library.loader import Loader
from listbuilder.model import Faction, Measure, Section, slugify, split_unit_ref
from listbuilder.textutil.fuzzy import find_closest
from listbuilder.validation.message_arguments import Message

_MAXIMUM_KEYS = frozenset({"base", "per", "percent", "most"})


def check_limit_meaning(
    document: Document, path: DataPath, limit: Mapping[str, Any], systems: Sequence[Mapping[str, Any]]
) -> Iterator[Diagnostic]:
    """Yield findings about a limit that contradicts itself or has no effect."""
    for reason in (*_check_bounds(limit), *_check_selection(limit, systems)):
        yield document.finding("REF053", path, key=True, reason=reason)


def _check_bounds(limit: Mapping[str, Any]) -> Iterator[Message]:
    maxima = [limit[key] for key in ("most", "base") if key in limit and (key == "most" or "per" not in limit)]
    for minimum, maximum in (
        (limit.get("least", 0), min(maxima, default=None)),
        (limit.get("least_percent", 0), limit.get("percent")),
    ):
        if maximum is not None and minimum > maximum:
            yield Message("sense.contradiction", {"least": minimum, "most": maximum})
    maximum_keys = {key: limit[key] for key in limit if key in _MAXIMUM_KEYS}
    if not maximum_keys and not limit.get("least", 0) and not limit.get("least_percent", 0):
        yield Message("sense.nothing-asked")
    if maximum_keys == {"percent": 100}:
        yield Message("sense.everything-allowed")


def _check_selection(limit: Mapping[str, Any], systems: Sequence[Mapping[str, Any]]) -> Iterator[Message]:
    selection = limit.get("of", {})
    if limit.get("counts") == Measure.HEROES.value and selection.get("hero") is False:
        yield Message("sense.no-heroes")
    faction, units = selection.get("faction"), selection.get("units", ())
    if faction is not None and units and all(split_unit_ref(unit)[0] != faction for unit in units):
        yield Message("sense.other-faction", {"faction": faction})
    if "over" in selection and _takes_no_number(slugify(selection["rule"]), systems):
        yield Message("sense.no-number", {"rule": selection["rule"]})


def _takes_no_number(rule: str, systems: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether no game that has the rule gives it a number."""
    entries = [system["rules"][rule] for system in systems if rule in system.get("rules", {})]
    return bool(entries) and all(entry.get("takes") != "number" for entry in entries)


_BOUND_KEYS = frozenset({"base", "per", "percent", "most", "least", "least_percent"})


def check_limits(
    document: Document,
    path: DataPath,
    limits: Mapping[str, Any],
    systems: Sequence[Mapping[str, Any]],
    loader: Loader,
) -> Iterator[Diagnostic]:
    """Yield findings about limits without a number or meaning, and selections with unknown ids."""
    known = _KnownIds(systems, loader)
    for name, limit in limits.items():
        if not _BOUND_KEYS & limit.keys():
            yield document.finding("DAT007", (*path, name, "most"), missing="most")
        else:
            yield from check_limit_meaning(document, (*path, name), limit, systems)
        for key, value in limit.get("of", {}).items():
            if key in _SELECTION_CHECKS:
                yield from _SELECTION_CHECKS[key](document, (*path, name, "of", key), value, known)


class _KnownIds:
    """The ids that a limit may name, collected when they are needed."""

    def __init__(self, systems: Sequence[Mapping[str, Any]], loader: Loader) -> None:
        self.systems = systems
        self.loader = loader

    def ids(self) -> tuple[str, ...]:
        return tuple(system.get("id", "") for system in self.systems)

    def groups(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(group["id"] for system in self.systems for group in system.get("groups", ())))

    def rules(self) -> Collection[str]:
        """Return the rules of the systems and of all their factions."""
        return self.own_rules() | self._collect_from_factions(
            lambda faction: {*faction.rules, *(rule for unit in faction.units.values() for rule in unit.rule_ids)}
        )

    def own_rules(self) -> set[str]:
        """Return the rules of the systems alone, which needs no faction."""
        return {key for system in self.systems for key in system.get("rules", {})}

    def options(self) -> Collection[str]:
        return self._collect_from_factions(
            lambda faction: {option.id for section in _iterate_sections(faction) for option in section.options}
        )

    def sections(self) -> Collection[str]:
        return self._collect_from_factions(lambda faction: {section.id for section in _iterate_sections(faction)})

    def _collect_from_factions(self, collect: Callable[[Faction], set[str]]) -> set[str]:
        ids: set[str] = set()
        for source in self.loader.registry.files("faction"):
            if not set(source.systems).isdisjoint(self.ids()):
                # broken factions, also those whose check is running, are reported elsewhere
                with suppress(UnreadableError, LookupError, ValueError):
                    ids |= collect(self.loader.load_faction(source))
        return ids


def _iterate_sections(faction: Faction) -> Iterator[Section]:
    return (section for unit in faction.units.values() for section in unit.sections)


def _check_rule(document: Document, path: DataPath, value: str, known: _KnownIds) -> Iterator[Diagnostic]:
    if slugify(value) in known.own_rules():
        return
    rules = known.rules()
    if slugify(value) not in rules:
        close = find_closest(slugify(value), rules) or ""
        yield document.finding("REF001", path, rule=value, suggestion=close, systems=known.ids(), uses=1)


def _check_group(document: Document, path: DataPath, value: str, known: _KnownIds) -> Iterator[Diagnostic]:
    groups = known.groups()
    if value not in groups:
        close = find_closest(value, groups) or ""
        yield document.finding("REF012", path, value=value, system=known.ids(), suggestion=close, known=groups)


def _check_units(document: Document, path: DataPath, value: Sequence[str], known: _KnownIds) -> Iterator[Diagnostic]:
    for index, ref in enumerate(value):
        faction, unit = split_unit_ref(ref)
        units = known.loader.unit_ids(faction, known.ids())
        if unit not in units:
            close = find_closest(ref, [f"{faction}/{name}" for name in units]) or ""
            yield document.finding("REF007", (*path, index), value=ref, suggestion=close)


_SelectionCheck: TypeAlias = Callable[[Document, DataPath, Any, _KnownIds], Iterator[Diagnostic]]


def _check_id(code: str, get_ids: Callable[[_KnownIds], Collection[str]]) -> _SelectionCheck:
    def check(document: Document, path: DataPath, value: str, known: _KnownIds) -> Iterator[Diagnostic]:
        ids = get_ids(known)
        if value not in ids:
            yield document.finding(code, path, value=value, suggestion=find_closest(value, ids) or "")

    return check


_SELECTION_CHECKS: Mapping[str, _SelectionCheck] = {
    "rule": _check_rule,
    "group": _check_group,
    "units": _check_units,
    "faction": _check_id("REF011", lambda known: known.loader.registry.ids("faction")),
    "option": _check_id("EVT014", _KnownIds.options),
    "section": _check_id("REF058", _KnownIds.sections),
}
