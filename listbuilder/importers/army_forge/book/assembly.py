"""The parts of a book put together as a faction file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from listbuilder.importers.army_forge.book.background import BookGame
from listbuilder.importers.army_forge.book.equipment import format_equipment
from listbuilder.importers.army_forge.book.naming import Kept, option_ids, package_ids, section_ids
from listbuilder.importers.army_forge.book.reading import ReadingNotes
from listbuilder.importers.army_forge.book.units import BookUnit, format_unit, unit_ids
from listbuilder.importers.army_forge.book.upgrades import BookOption, BookPackage, BookSection
from listbuilder.model import Amount, Extent, Thing, Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """A book looked through: its units, and the packages that they use."""

    units: tuple[BookUnit, ...]
    packages: tuple[BookPackage, ...]

    def users(self) -> Mapping[str, list[BookUnit]]:
        """Give the units that use each package."""
        found: dict[str, list[BookUnit]] = {package.uid: [] for package in self.packages}
        for unit in self.units:
            for uid in unit.packages:
                found[uid].append(unit)
        return found

    def things(self) -> Iterator[Thing]:
        """Give everything that a unit has or can get."""
        for unit in self.units:
            yield from unit.things()
        for package in self.packages:
            for section in package.sections:
                for option in section.options:
                    yield from (stack.thing for stack in option.gains)


def format_parts(parts: Parts, games: tuple[BookGame, ...], kept: Kept, notes: ReadingNotes) -> dict[str, object]:
    """Write units and packages as a faction file does."""
    users = parts.users()
    units = unit_ids(parts.units, kept.units)
    packages = package_ids(parts.packages, {uid: [unit.name for unit in found] for uid, found in users.items()})
    names = {id(unit): name for unit, name in zip(parts.units, units, strict=True)}
    options = {id(section): option_ids(section, kept) for package in parts.packages for section in package.sections}
    sections = section_ids(parts.packages, parts.units, kept, options)
    written = []
    for unit, unit_id in zip(parts.units, units, strict=True):
        written.append(format_unit(unit, unit_id, [packages[uid] for uid in unit.packages], games))
    groups: dict[str, object] = {}
    for package in parts.packages:
        payers = [(unit, names[id(unit)]) for unit in users[package.uid]]
        groups[packages[package.uid]] = [
            _section(section, sections[id(section)], options[id(section)], payers, notes)
            for section in package.sections
        ]
    return {"units": written, "packages": groups} if groups else {"units": written}


def _section(
    section: BookSection,
    section_id: str,
    options: Sequence[str],
    payers: list[tuple[BookUnit, str]],
    notes: ReadingNotes,
) -> dict[str, object]:
    written: dict[str, object] = {"id": section_id, "keys": list(section.keys)}
    if section.targets:
        written[section.variant.value] = list(section.targets)
    written["model"] = section.model or None
    written["affects"] = _amount(_reach(section, payers))
    written["select"] = _amount(section.select)
    written["options"] = [
        {
            "id": option_id,
            "keys": list(option.keys),
            "gain": [format_equipment(stack) for stack in option.gains],
            "cost": _cost(option, payers, notes, section.label),
        }
        for option, option_id in zip(section.options, options, strict=True)
    ]
    return {key: value for key, value in written.items() if value is not None and value != []}


def _reach(section: BookSection, payers: list[tuple[BookUnit, str]]) -> Amount | None:
    """Say for how many models a section is; one that improves a weapon and says nothing improves all of them."""
    unsaid = section.affects is None and section.targets and section.variant is Variant.UPGRADE
    return Amount(Extent.ALL, 0) if unsaid and any(unit.size > 1 for unit, _ in payers) else section.affects


def _amount(amount: Amount | None) -> object:
    if amount is None:
        return None
    if amount.reach in (Extent.ALL, Extent.ANY):
        return amount.reach.value
    return {amount.reach.value: amount.number}


def _cost(option: BookOption, payers: list[tuple[BookUnit, str]], notes: ReadingNotes, on: str) -> object:
    """Write the price: one number where every unit pays the same."""
    prices: dict[str, int] = {}
    for unit, unit_id in payers:
        found = [option.prices[key] for key in unit.keys if key in option.prices]
        if not found:
            notes.add("missing-price", on, option=option.label, unit=unit.name)
        prices[unit_id] = found[0] if found else option.leftover or 0
    values = set(prices.values())
    return values.pop() if len(values) == 1 else prices
