"""A faction made of what a resolved list knows: the units in it, and of their sections the options that were taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from listbuilder.importers.army_forge.book.faction_mapping import Parts, format_parts
from listbuilder.importers.army_forge.book.rule_glossary import settle_rules
from listbuilder.importers.army_forge.book.section_ids import NOTHING_KEPT
from listbuilder.importers.army_forge.book.units import parse_units
from listbuilder.importers.army_forge.book.upgrades import parse_packages
from listbuilder.importers.army_forge.json_access import ReadingNotes
from listbuilder.importers.army_forge.saved.fields import Record, text_of
from listbuilder.importers.partial_factions import digest_of, unnamed_book
from listbuilder.library import Library
from listbuilder.model import SystemId, slug

_PACKAGE = "taken-{unit}"
_LONGEST_RULE, _MOST_RULES = 1_000, 2_000
_BRACES = str.maketrans("{}", "()")


def format_partial(  # noqa: PLR0917 - all different
    records: list[Record],
    said: Mapping[str, str],
    key: str,
    name: str,
    system: SystemId | None,
    library: Library,
) -> dict[str, object] | None:
    """Write a faction from the records of one book, as a faction file does; None where they hold no unit."""
    units: dict[str, dict[str, object]] = {}
    sections: dict[str, dict[str, dict[str, object]]] = {}
    for record in records:
        package = _PACKAGE.format(unit=record.unit)
        units.setdefault(record.unit, {**record.raw, "upgrades": [package]})
        _note_sections(record, sections.setdefault(package, {}))
    packages = [{"uid": uid, "hint": uid, "sections": list(found.values())} for uid, found in sections.items()]
    book = {"units": list(units.values()), "upgradePackages": packages}
    return _written(book, said, key, name, system, library)


def read_descriptions(raw: Mapping[str, object], records: list[Record]) -> dict[str, str]:
    """Gather what the player's own file says about its rules; braces would mean something to a glossary."""
    weapons = (weapon for record in records for weapon in _parts(record.raw.get("weapons")))
    bearers = [raw.get("specialRules"), *(record.raw.get("rules") for record in records)]
    bearers += (weapon.get("specialRules") for weapon in weapons)
    found: dict[str, str] = {}
    for rule in (rule for rules in bearers for rule in _parts(rules)[:_MOST_RULES]):
        if said := text_of(rule.get("description"), _LONGEST_RULE):
            found.setdefault(slug(text_of(rule.get("name"))), " ".join(said.translate(_BRACES).split()))
    return found


def _parts(value: object) -> list[Mapping[str, object]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _note_sections(record: Record, sections: dict[str, dict[str, object]]) -> None:
    """Gather the sections and options that a record's picks name."""
    picks = record.raw.get("selectedUpgrades")
    for pick in picks if isinstance(picks, list) else []:
        section = pick.get("upgrade") if isinstance(pick, dict) else None
        option = pick.get("option") if isinstance(pick, dict) else None
        if not isinstance(section, dict) or not isinstance(option, dict):
            continue
        uid = text_of(section.get("uid")) or text_of(section.get("id"))
        known = sections.setdefault(uid, {**section, "uid": uid, "options": []})
        options = known["options"]
        assert isinstance(options, list)
        if all(option.get("id") != other.get("id") for other in options):
            options.append(option)


def _written(  # noqa: PLR0917 - all different
    book: Mapping[str, object],
    said: Mapping[str, str],
    key: str,
    name: str,
    system: SystemId | None,
    library: Library,
) -> dict[str, object] | None:
    notes = ReadingNotes()
    units = parse_units(book, notes)
    packages = parse_packages(book, notes)
    known = {package.uid for package in packages}
    units = tuple(replace(unit, packages=tuple(uid for uid in unit.packages if uid in known)) for unit in units)
    if not units:
        return None
    digest = digest_of(book)[:8]
    head: dict[str, object] = {
        "format": 1,
        "id": f"{slug(name)[:40] or 'unknown-book'}-{digest}",
        "systems": [system] if system is not None else [],
        "version": digest,
        "name": name or unnamed_book(),
        "keys": [key],
    }
    settled = settle_rules(book, Parts(units=units, packages=packages), library.loader.glossary(head), notes)
    own = {rule: _told(entry, said.get(rule, "")) for rule, entry in settled.rules.items()}
    rules = {"rules": own} if own else {}
    return {**head, **rules, **format_parts(settled.parts, (), NOTHING_KEPT, notes)}


def _told(entry: object, said: str) -> object:
    """Give a rule that no glossary explains the text that the player's own file has for it."""
    return {**entry, "text": {"en": said}} if said and isinstance(entry, dict) else entry
