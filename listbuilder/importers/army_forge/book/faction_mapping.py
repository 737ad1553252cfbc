"""Build the mapping of a faction file from the parts of a book, and format it as YAML for people.

Short lists and mappings are on one line, and quotation marks are used only if needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from listbuilder.importers.army_forge.book.equipment_mapping import format_equipment
from listbuilder.importers.army_forge.book.import_context import BookSystem
from listbuilder.importers.army_forge.book.unique_ids import (
    PreviousIds,
    choose_option_ids,
    choose_package_ids,
    choose_section_ids,
    choose_unit_ids,
)
from listbuilder.importers.army_forge.book.unit_mapping import BookUnit, format_book_unit
from listbuilder.importers.army_forge.book.upgrade_mapping import BookPackage, BookSection
from listbuilder.importers.army_forge.json_access import BookNotes
from listbuilder.listfiles.writer import format_literal, is_plain_scalar, quote_scalar
from listbuilder.model import Amount, Equipment, Quantifier, Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class BookParts:
    """The units of a book and the upgrade packages that they use."""

    units: tuple[BookUnit, ...]
    packages: tuple[BookPackage, ...]

    def all_equipment(self) -> Iterator[Equipment]:
        """Yield all equipment and special rules that a unit has or can get."""
        for unit in self.units:
            yield from unit.all_equipment()
        for package in self.packages:
            yield from package.all_gains()


def format_book_parts(
    parts: BookParts, games: tuple[BookSystem, ...], old_ids: PreviousIds, notes: BookNotes
) -> dict[str, object]:
    """Return units and packages in the form of a faction file."""
    payers: dict[str, list[tuple[BookUnit, str]]] = {package.uid: [] for package in parts.packages}
    units = list(zip(parts.units, choose_unit_ids(parts.units, old_ids), strict=True))
    for unit, unit_id in units:
        for uid in unit.packages:
            payers[uid].append((unit, unit_id))
    users = {uid: [unit.name for unit, _ in paying] for uid, paying in payers.items()}
    packages = choose_package_ids(parts.packages, users)
    options = {
        id(section): choose_option_ids(section, old_ids) for package in parts.packages for section in package.sections
    }
    sections = choose_section_ids(parts.packages, parts.units, old_ids, options)
    formatted: dict[str, object] = {
        "units": [
            format_book_unit(unit, unit_id, [packages[uid] for uid in unit.packages], games) for unit, unit_id in units
        ]
    }
    if parts.packages:
        formatted["packages"] = {
            packages[package.uid]: [
                _format_section(section, sections[id(section)], options[id(section)], payers[package.uid], notes)
                for section in package.sections
            ]
            for package in parts.packages
        }
    return formatted


def _format_section(
    section: BookSection, section_id: str, options: Sequence[str], payers: list[tuple[BookUnit, str]], notes: BookNotes
) -> dict[str, object]:
    fields: dict[str, object] = {"id": section_id, "keys": list(section.keys)}
    if section.targets:
        fields[section.variant.value] = list(section.targets)
    affects = section.affects
    if affects is None and section.targets and section.variant is Variant.UPGRADE:
        # a weapon upgrade without a number affects all models
        affects = Amount(Quantifier.ALL, 0) if any(unit.size > 1 for unit, _ in payers) else None
    fields["model"] = section.per_model or None
    fields["affects"] = _format_amount(affects)
    fields["select"] = _format_amount(section.select)
    formatted_options: list[dict[str, object]] = []
    for option, option_id in zip(section.options, options, strict=True):
        prices: dict[str, int] = {}
        for unit, unit_id in payers:
            stated = [option.prices[key] for key in unit.keys if key in option.prices]
            if not stated:
                notes.add("missing-price", section.label, option=option.label, unit=unit.name)
            prices[unit_id] = stated[0] if stated else option.fallback_price or 0
        # one number if every unit pays the same
        cost: object = next(iter(prices.values())) if len(set(prices.values())) == 1 else prices
        gains = [format_equipment(stack) for stack in option.gains]
        formatted_options.append({"id": option_id, "keys": list(option.keys), "gain": gains, "cost": cost})
    fields["options"] = formatted_options
    return {key: value for key, value in fields.items() if value is not None and value != []}


def _format_amount(amount: Amount | None) -> object:
    if amount is None:
        return None
    if amount.quantifier in (Quantifier.ALL, Quantifier.ANY):
        return amount.quantifier.value
    return {amount.quantifier.value: amount.number}


MAX_LINE_WIDTH = 140
_HEADER = "# yaml-language-server: $schema=../../../schemas/faction.schema.json"
_PLAIN_IN_FLOW = re.compile(r"[^\W\d_][^:#,{}\[\]]*|\d+(?:x\d+)?mm")
_PLAIN_IN_BLOCK = re.compile(r"[^\W\d_][^:#]*|\d+(?:x\d+)?mm")
_SPREAD_KEYS = frozenset({"units", "packages", "options"})
"""Keys whose entries always get lines of their own."""


def format_faction_yaml(faction: Mapping[str, object]) -> str:
    """Format a faction mapping as YAML; the output is deterministic."""
    lines = [_HEADER]
    for key, value in faction.items():
        block = list(_format_entry(key, value, 0))
        if len(block) > 1:
            lines.append("")
        lines += block
    return "\n".join(lines) + "\n"


def _format_entry(key: str, value: object, indent: int) -> Iterator[str]:
    """Yield the lines of a key with its value; one line if it fits and may be on one."""
    start = f"{' ' * indent}{_format_scalar(key, flow=False)}:"
    if not isinstance(value, Mapping | list):
        yield from _wrap_line(f"{start} {_format_scalar(value, flow=False)}", indent + 2)
        return
    line = f"{start} {_format_flow(value)}"
    if key not in _SPREAD_KEYS and len(line) <= MAX_LINE_WIDTH:
        yield line
        return
    yield start
    yield from _format_block(value, indent + 2, spread=key in _SPREAD_KEYS)


def _format_block(value: Mapping[str, object] | Sequence[object], indent: int, *, spread: bool) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            if spread and isinstance(item, list):
                yield f"{' ' * indent}{_format_scalar(key, flow=False)}:"
                yield from _format_block(item, indent + 2, spread=True)
            else:
                yield from _format_entry(key, item, indent)
        return
    dash = f"{' ' * indent}- "
    for item in value:
        if not isinstance(item, Mapping | list):
            yield from _wrap_line(dash + _format_scalar(item, flow=False), indent + 2)
        elif isinstance(item, list) or (not spread and len(dash + _format_flow(item)) <= MAX_LINE_WIDTH):
            yield dash + _format_flow(item)
        else:
            lines = (line for key, inner in item.items() for line in _format_entry(key, inner, indent + 2))
            for number, line in enumerate(lines):
                yield line if number else dash + line[len(dash) :]


def _wrap_line(line: str, indent: int) -> Iterator[str]:
    """Break a long line after commas; a line break equals a space inside a plain YAML scalar."""
    while len(line) > MAX_LINE_WIDTH and (head := line[:MAX_LINE_WIDTH].rpartition(", ")[0]).strip("- "):
        yield f"{head},"
        line = " " * indent + line[len(head) + 2 :]
    yield line


def _format_flow(value: object) -> str:
    if isinstance(value, Mapping):
        pairs = (f"{_format_scalar(key, flow=True)}: {_format_flow(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_format_flow(item) for item in value) + "]"
    return _format_scalar(value, flow=True)


def _format_scalar(value: object, *, flow: bool) -> str:
    """Format a single value, with quotation marks only if YAML needs them."""
    if value is None or isinstance(value, bool | int):
        return format_literal(value)
    text = str(value)
    if is_plain_scalar(text, _PLAIN_IN_FLOW if flow else _PLAIN_IN_BLOCK):
        return text
    if text.isprintable() and ('"' in text or "\\" in text):
        return "'" + text.replace("'", "''") + "'"
    return quote_scalar(text)
