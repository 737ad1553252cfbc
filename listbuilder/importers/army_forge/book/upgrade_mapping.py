"""Read a book's upgrade packages with their sections and options, and find targets that no unit has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.army_forge.book.equipment_mapping import MAX_PARTS, parse_book_stack
from listbuilder.importers.army_forge.book.unit_mapping import BookUnit
from listbuilder.importers.army_forge.json_access import (
    BookNotes,
    JsonObject,
    as_object,
    clean_name,
    collect_ids,
    parse_whole_number,
    read_objects,
    read_texts,
    to_notation_name,
)
from listbuilder.model import Amount, Equipment, EquipmentCount, Quantifier, Variant, normalise_name

_MAX_PACKAGES = 500
_MAX_SECTIONS = 60
_MAX_OPTIONS = 100
_MAX_TARGETS = 20
_MAX_PRICE = 100_000
_LEADING_COUNT = re.compile(r"^([1-9]\d{0,2})x\s+")
_VARIANTS = {variant.value: variant for variant in Variant}
_EXTENTS = {"all": Quantifier.ALL, "any": Quantifier.ANY, "exactly": Quantifier.EXACTLY, "up to": Quantifier.UP_TO}
_NUMBERED_EXTENTS = (Quantifier.EXACTLY, Quantifier.UP_TO)


@dataclass(frozen=True, slots=True, kw_only=True)
class BookOption:
    """An option: what it gives, and its price for each unit by Army Forge id."""

    gains: tuple[EquipmentCount, ...]
    prices: Mapping[str, int]
    fallback_price: int | None
    """The option's own price, which the book no longer maintains; used only if a unit has no price."""
    keys: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSection:
    """A section: what it affects, how many options may be taken, and the options."""

    label: str
    variant: Variant
    affects: Amount | None
    select: Amount | None
    targets: tuple[str, ...]
    """As the book spells them, plural or singular; `2x ` in front if one upgrade needs two."""
    keys: tuple[str, ...]
    options: tuple[BookOption, ...]
    per_model: bool = False
    """Whether each model chooses for itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPackage:
    """An upgrade package: sections that one or more units use."""

    uid: str
    hint: str
    sections: tuple[BookSection, ...]

    def all_gains(self) -> Iterator[Equipment]:
        """Yield everything that its options give."""
        return (stack.equipment for section in self.sections for option in section.options for stack in option.gains)


def parse_book_packages(raw: JsonObject, notes: BookNotes) -> tuple[BookPackage, ...]:
    """Parse the packages; empty packages and sections are left out and noted."""
    packages: dict[str, BookPackage] = {}
    for part in read_objects(raw, "upgradePackages", _MAX_PACKAGES, notes, "upgradePackages"):
        uid, hint = clean_name(part.get("uid")), clean_name(part.get("hint"))
        on = hint or uid or "upgradePackages"
        sections = tuple(_parse_sections(part, notes, on))
        if not uid or uid in packages:
            notes.add("package-without-id", on)
        elif not sections:
            notes.add("empty-package", on)
        else:
            packages[uid] = BookPackage(uid=uid, hint=hint, sections=sections)
    return tuple(packages.values())


def _parse_sections(raw: JsonObject, notes: BookNotes, on: str) -> Iterator[BookSection]:
    for part in read_objects(raw, "sections", _MAX_SECTIONS, notes, on):
        label = clean_name(part.get("label"))
        where = f"{on}: {label}" if label else on
        options = tuple(_parse_options(part, notes, where))
        if not options:
            notes.add("empty-section", where)
            continue
        kind = clean_name(part.get("variant"))
        variant = _VARIANTS.get(kind, Variant.UPGRADE)
        if kind not in _VARIANTS:
            notes.add("other-variant", where, variant=kind)
        targets = tuple(target for target in map(_parse_target, read_texts(part, "targets", _MAX_TARGETS)) if target)
        yield BookSection(
            label=label,
            variant=variant,
            affects=_parse_amount(part.get("affects"), notes, where),
            select=_parse_amount(part.get("select"), notes, where),
            targets=targets,
            keys=tuple(collect_ids(part, "uid")),
            options=options,
            # only a replaced target can be chosen model by model
            per_model=part.get("model") is True and bool(targets) and variant is not Variant.UPGRADE,
        )


def _parse_amount(value: object, notes: BookNotes, on: str) -> Amount | None:
    """Parse an amount such as `{type: up to, value: 2}`."""
    if value is None:
        return None
    raw = as_object(value)
    extent = _EXTENTS.get(clean_name(raw.get("type")))
    number = parse_whole_number(raw.get("value"), 1, 100)
    if extent is None or (extent in _NUMBERED_EXTENTS and number is None):
        notes.add("bad-amount", on, amount=clean_name(raw.get("type")) or type(value).__name__)
        return None
    return Amount(extent, (number or 0) if extent in _NUMBERED_EXTENTS else 0)


def _parse_target(text: str) -> str:
    count = _LEADING_COUNT.match(text)
    name = to_notation_name(text)
    return f"{count[1]}x {name}" if count and name and count[1] != "1" else name


def _parse_options(raw: JsonObject, notes: BookNotes, on: str) -> Iterator[BookOption]:
    for part in read_objects(raw, "options", _MAX_OPTIONS, notes, on):
        label = clean_name(part.get("label"))
        where = f"{on}, {label}" if label else on
        stacks = (parse_book_stack(gain, notes, where) for gain in read_objects(part, "gains", MAX_PARTS, notes, where))
        gains = tuple(stack for stack in stacks if stack is not None)
        if not gains:
            notes.add("empty-option", where)
            continue
        prices: dict[str, int] = {}
        for price in read_objects(part, "costs", 500, notes, where):
            unit, cost = clean_name(price.get("unitId")), parse_whole_number(price.get("cost"), -_MAX_PRICE, _MAX_PRICE)
            if not unit or cost is None:
                notes.add("bad-price", where)
            else:
                prices[unit] = cost
        yield BookOption(
            gains=gains,
            prices=prices,
            fallback_price=parse_whole_number(part.get("cost"), -_MAX_PRICE, _MAX_PRICE),
            keys=tuple(collect_ids(part, "uid", "id")),
            label=label,
        )


def find_unresolved_targets(units: Sequence[BookUnit], packages: Mapping[str, BookPackage]) -> Iterator[Diagnostic]:
    """Yield a finding for each section whose target a unit neither has nor can get."""
    offered = {uid: _gear_keys(package.all_gains()) for uid, package in packages.items()}
    missing: dict[tuple[str, str, str], list[str]] = {}
    for unit in units:
        known = _gear_keys(unit.all_equipment()).union(*(offered[uid] for uid in unit.packages))
        for package in (packages[uid] for uid in unit.packages):
            for section in package.sections:
                targets = [name for name in section.targets if normalise_name(to_notation_name(name)) not in known]
                if not section.targets and section.variant is not Variant.UPGRADE:
                    targets = ["?"]
                for target in targets:
                    missing.setdefault((package.hint, section.label, target), []).append(unit.name)
    for (hint, label, target), names in missing.items():
        params = {"section": label, "package": hint, "target": target, "units": tuple(names[:5])}
        yield Diagnostic("IMP010", f"{hint}: {label}", params)


def _gear_keys(things: Iterable[Equipment]) -> frozenset[str]:
    """Return the keys of weapons and items, including those inside items."""
    return frozenset(gear.key for equipment in things for gear in equipment.all_gear)
