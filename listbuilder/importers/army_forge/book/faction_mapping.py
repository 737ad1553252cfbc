"""The parts of a book put together as a faction file.

A faction file written for people: short lists and maps on one line, quotation marks only where they are needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from listbuilder.importers.army_forge.book.context import BookGame
from listbuilder.importers.army_forge.book.equipment import format_equipment
from listbuilder.importers.army_forge.book.section_ids import Kept, option_ids, package_ids, section_ids
from listbuilder.importers.army_forge.book.units import BookUnit, format_unit, unit_ids
from listbuilder.importers.army_forge.book.upgrades import BookOption, BookPackage, BookSection
from listbuilder.importers.army_forge.json_access import ReadingNotes
from listbuilder.listfiles.writer import format_constant, is_bare, quote
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


WIDTH = 140
_HEADER = "# yaml-language-server: $schema=../../../schemas/faction.schema.json"
_PLAIN = re.compile(r"[^\W\d_][^:#,{}\[\]]*|\d+(?:x\d+)?mm")
_LINE = re.compile(r"[^\W\d_][^:#]*|\d+(?:x\d+)?mm")
_SPREAD = frozenset({"units", "packages", "options"})
"""Keys whose entries each stand on lines of their own, however short they are."""


def format_faction(faction: Mapping[str, object]) -> str:
    """Write a faction as YAML; the same faction always gives the same text."""
    lines = [_HEADER]
    for key, value in faction.items():
        block = list(_entry(key, value, 0))
        if len(block) > 1:
            lines.append("")
        lines += block
    return "\n".join(lines) + "\n"


def _entry(key: str, value: object, indent: int) -> Iterator[str]:
    """Write a key with its value: on one line if it fits there and may stand there."""
    start = f"{' ' * indent}{_scalar(key, flow=False)}:"
    if not isinstance(value, Mapping | list):
        yield from _wrapped(f"{start} {_scalar(value, flow=False)}", indent + 2)
        return
    line = f"{start} {_flow(value)}"
    if key not in _SPREAD and len(line) <= WIDTH:
        yield line
        return
    yield start
    yield from _block(value, indent + 2, spread=key in _SPREAD)


def _block(value: Mapping[str, object] | Sequence[object], indent: int, *, spread: bool) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            if spread and isinstance(item, list):
                yield f"{' ' * indent}{_scalar(key, flow=False)}:"
                yield from _block(item, indent + 2, spread=True)
            else:
                yield from _entry(key, item, indent)
        return
    for item in value:
        yield from _listed(item, indent, spread=spread)


def _listed(item: object, indent: int, *, spread: bool) -> Iterator[str]:
    """Write one entry of a list."""
    dash = f"{' ' * indent}- "
    if not isinstance(item, Mapping | list):
        yield from _wrapped(dash + _scalar(item, flow=False), indent + 2)
        return
    line = dash + _flow(item)
    if isinstance(item, list) or (not spread and len(line) <= WIDTH):
        yield line
        return
    first = True
    for key, value in item.items():
        for part in _entry(key, value, indent + 2):
            yield dash + part[len(dash) :] if first else part
            first = False


def _wrapped(line: str, indent: int) -> Iterator[str]:
    """Break a long line behind its commas: a single blank and a new line mean the same inside a YAML text."""
    while len(line) > WIDTH and (head := line[:WIDTH].rpartition(", ")[0]).strip("- "):
        yield f"{head},"
        line = " " * indent + line[len(head) + 2 :]
    yield line


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(key, flow=True)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return _scalar(value, flow=True)


def _scalar(value: object, *, flow: bool) -> str:
    """Write a single value, bare where no reader could take it for something else."""
    if value is None or isinstance(value, bool | int):
        return format_constant(value)
    text = str(value)
    if is_bare(text, _PLAIN if flow else _LINE):
        return text
    if text.isprintable() and ('"' in text or "\\" in text):
        return "'" + text.replace("'", "''") + "'"
    return quote(text)
