"""Records matched to a faction by foreign ids; what is not found is kept and reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.army_forge.saved.records import Record, build_entries, merge_picks
from listbuilder.model import Entry, Faction, Option, Pick, Section, Unit, UnitRef, slug, unit_ref

MOST_FINDINGS = 200


@dataclass
class Matcher:
    """Finds units and options of factions by the ids that another program has for them."""

    factions: Mapping[str, Faction]
    """By the foreign id of their book."""
    findings: list[Diagnostic] = field(default_factory=list)
    _units: dict[str, dict[str, Unit]] = field(default_factory=dict)
    _options: dict[str, dict[str, list[tuple[Section, Option]]]] = field(default_factory=dict)

    def entries(self, records: Sequence[Record]) -> tuple[Entry, ...]:
        """Give the entries that records amount to."""
        units = [self.unit(record) for record in records]
        refs = [
            unit.ref if unit is not None else UnitRef(unit_ref(_faction_name(record, self.factions), _id(record)))
            for record, unit in zip(records, units, strict=True)
        ]
        picks = [self._picks(record, unit) for record, unit in zip(records, units, strict=True)]
        return build_entries(records, refs, picks)

    def unit(self, record: Record) -> Unit | None:
        """Find a record's unit by its id, or by its name where a later version gave it another id."""
        faction = self.factions.get(record.book)
        if faction is None:
            return None
        if record.book not in self._units:
            self._units[record.book] = {key: unit for unit in faction.units.values() for key in unit.keys}
        unit = self._units[record.book].get(record.unit)
        if unit is None and record.name != record.unit:
            named = [unit for unit in faction.units.values() if unit.name.en.casefold() == record.name.casefold()]
            unit = named[0] if len(named) == 1 else None
        if unit is None:
            self._unknown(record.name, faction.name)
        return unit

    def _picks(self, record: Record, unit: Unit | None) -> tuple[Pick, ...]:
        return merge_picks([self._pick(record, unit, section, option) for section, option in record.picks])

    def _pick(self, record: Record, unit: Unit | None, section_key: str, option_key: str) -> str:
        """Give the name of an option in our list; an unknown one keeps its foreign ids, so that nothing is lost."""
        foreign = f"{section_key}/{option_key}"
        if unit is None:
            return foreign
        found = self._choices(unit).get(option_key, [])
        exact = [(section, option) for section, option in found if section_key in section.keys]
        if exact or len(found) == 1:
            section, option = (exact or found)[0]
            return unit.reference(section.id, option.id)
        if len(self.findings) < MOST_FINDINGS:
            self._unknown(_label(record, section_key, option_key), unit.name)
        return foreign

    def _choices(self, unit: Unit) -> dict[str, list[tuple[Section, Option]]]:
        """Give the options of a unit by foreign id."""
        if unit.ref not in self._options:
            found: dict[str, list[tuple[Section, Option]]] = {}
            for section in unit.sections:
                for option in section.options:
                    for key in option.keys:
                        found.setdefault(key, []).append((section, option))
            self._options[unit.ref] = found
        return self._options[unit.ref]

    def _unknown(self, what: str, where: object) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Diagnostic("IMP002", None, {"what": what, "where": where, "suggestion": ""}))


def _faction_name(record: Record, factions: Mapping[str, Faction]) -> str:
    faction = factions.get(record.book)
    return faction.id if faction is not None else record.book.replace("/", "") or "unknown"


def _id(record: Record) -> str:
    """Give an unknown unit the foreign id it has: a later import of the book can still find it."""
    return record.unit.replace("/", "") or slug(record.name) or "unknown"


def _label(record: Record, section_key: str, option_key: str) -> str:
    """Name a pick by the label that a resolved list has for it, else by its ids."""
    picks = record.raw.get("selectedUpgrades")
    for pick in picks if isinstance(picks, list) else []:
        option = pick.get("option") if isinstance(pick, Mapping) else None
        if isinstance(option, Mapping) and option_key in (option.get("uid"), option.get("id")):
            return str(option.get("label"))
    return f"{section_key}/{option_key}"
