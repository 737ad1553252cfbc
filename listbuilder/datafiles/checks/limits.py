"""What a limit refers to, and whether it limits anything: one that could never hold is refused, not passed over.

Limits without meaning: bounds that contradict each other or bind nobody, choices that nothing can ever fit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath
from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.library.loader import Loader
from listbuilder.model import Faction, Measure, Section, slug, split_ref
from listbuilder.textutil.fuzzy import closest
from listbuilder.validation.message_arguments import Word

_UPPER = frozenset({"base", "per", "percent", "most"})


def check_sense(
    document: Document, path: DataPath, limit: Mapping[str, Any], systems: Sequence[Mapping[str, Any]]
) -> Iterator[Diagnostic]:
    """Find what a limit says that cannot be meant, at the limit's own place."""
    for reason in (*_bounds(limit), *_choices(limit, systems)):
        yield document.finding("REF053", path, key=True, reason=reason)


def _bounds(limit: Mapping[str, Any]) -> Iterator[Word]:
    flat = [limit[key] for key in ("most", "base") if key in limit and (key == "most" or "per" not in limit)]
    for least, most in (
        (limit.get("least", 0), min(flat, default=None)),
        (limit.get("least_percent", 0), limit.get("percent")),
    ):
        if most is not None and least > most:
            yield Word("sense.contradiction", {"least": least, "most": most})
    upper = {key: limit[key] for key in limit if key in _UPPER}
    if not upper and not limit.get("least", 0) and not limit.get("least_percent", 0):
        yield Word("sense.nothing-asked")
    if upper == {"percent": 100}:
        yield Word("sense.everything-allowed")


def _choices(limit: Mapping[str, Any], systems: Sequence[Mapping[str, Any]]) -> Iterator[Word]:
    wanted = limit.get("of", {})
    if limit.get("counts") == Measure.HEROES.value and wanted.get("hero") is False:
        yield Word("sense.no-heroes")
    faction, units = wanted.get("faction"), wanted.get("units", ())
    if faction is not None and units and all(split_ref(unit)[0] != faction for unit in units):
        yield Word("sense.other-faction", {"faction": faction})
    if "over" in wanted and _numberless(slug(wanted["rule"]), systems):
        yield Word("sense.no-number", {"rule": wanted["rule"]})


def _numberless(rule: str, systems: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether a rule takes a number in none of the games that know it."""
    entries = [system["rules"][rule] for system in systems if rule in system.get("rules", {})]
    return bool(entries) and all(entry.get("takes") != "number" for entry in entries)


_BOUNDS = frozenset({"base", "per", "percent", "most", "least", "least_percent"})


def check_limits(
    document: Document,
    path: DataPath,
    limits: Mapping[str, Any],
    systems: Sequence[Mapping[str, Any]],
    loader: Loader,
) -> Iterator[Diagnostic]:
    """Find limits without a number or a meaning, and selections that name something nobody has."""
    known = _Known(systems, loader)
    for name, limit in limits.items():
        if not _BOUNDS & limit.keys():
            yield document.finding("DAT007", (*path, name, "most"), missing="most")
        else:
            yield from check_sense(document, (*path, name), limit, systems)
        for key, value in limit.get("of", {}).items():
            if key in _FOLLOWED:
                yield from _FOLLOWED[key](document, (*path, name, "of", key), value, known)


class _Known:
    """What there is for a limit to name, looked up only when one does."""

    def __init__(self, systems: Sequence[Mapping[str, Any]], loader: Loader) -> None:
        self.systems = systems
        self.loader = loader

    def ids(self) -> tuple[str, ...]:
        return tuple(system.get("id", "") for system in self.systems)

    def groups(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(group["id"] for system in self.systems for group in system.get("groups", ())))

    def rules(self) -> Collection[str]:
        """Give the rules of the systems and of every faction that is written for one of them."""
        return self.own_rules() | self._of_factions(
            lambda faction: {*faction.rules, *(rule for unit in faction.units.values() for rule in unit.rule_ids)}
        )

    def own_rules(self) -> set[str]:
        """Give the rules of the systems alone, which costs nothing."""
        return {key for system in self.systems for key in system.get("rules", {})}

    def options(self) -> Collection[str]:
        return self._of_factions(lambda faction: {option.id for one in _sections(faction) for option in one.options})

    def sections(self) -> Collection[str]:
        return self._of_factions(lambda faction: {section.id for section in _sections(faction)})

    def _of_factions(self, give: Callable[[Faction], set[str]]) -> set[str]:
        found: set[str] = set()
        for source in self.loader.shelf.all("faction"):
            if not set(source.systems).isdisjoint(self.ids()):
                # one that is broken, or found to be so just now while it is looked up
                with suppress(UnreadableError, LookupError, ValueError):
                    found |= give(self.loader.faction(source))
        return found


def _sections(faction: Faction) -> Iterator[Section]:
    return (section for unit in faction.units.values() for section in unit.sections)


def _rule(document: Document, path: DataPath, value: str, known: _Known) -> Iterator[Diagnostic]:
    if slug(value) in known.own_rules():
        return
    rules = known.rules()
    if slug(value) not in rules:
        close = closest(slug(value), rules) or ""
        yield document.finding("REF001", path, rule=value, suggestion=close, systems=known.ids(), uses=1)


def _group(document: Document, path: DataPath, value: str, known: _Known) -> Iterator[Diagnostic]:
    groups = known.groups()
    if value not in groups:
        close = closest(value, groups) or ""
        yield document.finding("REF012", path, value=value, system=known.ids(), suggestion=close, known=groups)


def _units(document: Document, path: DataPath, value: Sequence[str], known: _Known) -> Iterator[Diagnostic]:
    for index, ref in enumerate(value):
        faction, unit = split_ref(ref)
        units = known.loader.unit_ids(faction, known.ids())
        if unit not in units:
            close = closest(ref, [f"{faction}/{name}" for name in units]) or ""
            yield document.finding("REF007", (*path, index), value=ref, suggestion=close)


def _faction(document: Document, path: DataPath, value: str, known: _Known) -> Iterator[Diagnostic]:
    factions = known.loader.shelf.ids("faction")
    if value not in factions:
        yield document.finding("REF011", path, value=value, suggestion=closest(value, factions) or "")


def _option(document: Document, path: DataPath, value: str, known: _Known) -> Iterator[Diagnostic]:
    options = known.options()
    if value not in options:
        yield document.finding("EVT014", path, value=value, suggestion=closest(value, options) or "")


def _section(document: Document, path: DataPath, value: str, known: _Known) -> Iterator[Diagnostic]:
    sections = known.sections()
    if value not in sections:
        yield document.finding("REF058", path, value=value, suggestion=closest(value, sections) or "")


_FOLLOWED: Mapping[str, Callable[[Document, DataPath, Any, _Known], Iterator[Diagnostic]]] = {
    "rule": _rule,
    "group": _group,
    "units": _units,
    "faction": _faction,
    "option": _option,
    "section": _section,
}
