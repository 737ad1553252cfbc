"""A book's upgrades, looked through: packages of sections, sections of options.

Every target of a section must be something that its units have or can get.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.army_forge.book.equipment import MOST_PARTS, parse_stack_of
from listbuilder.importers.army_forge.book.units import BookUnit
from listbuilder.importers.army_forge.json_access import (
    Raw,
    ReadingNotes,
    clean,
    key_of,
    mapping,
    mappings,
    notation_name,
    texts,
    whole,
)
from listbuilder.model import Amount, Extent, Stack, Thing, Variant, target_key

MOST_PACKAGES = 500
MOST_SECTIONS = 60
MOST_OPTIONS = 100
MOST_TARGETS = 20
_DEAREST = 100_000
_COUNTED = re.compile(r"^([1-9]\d{0,2})x\s+")
_REACHES = {"all": Extent.ALL, "any": Extent.ANY, "exactly": Extent.EXACTLY, "up to": Extent.UP_TO}
_NUMBERED = (Extent.EXACTLY, Extent.UP_TO)


@dataclass(frozen=True, slots=True, kw_only=True)
class BookOption:
    """An option: what it gives, and its price for each unit by the book's own id."""

    gains: tuple[Stack, ...]
    prices: Mapping[str, int]
    leftover: int | None
    """The option's own price, which the book no longer keeps up; only where a unit has none."""
    keys: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSection:
    """A section: the four fields of its algebra, and its options."""

    label: str
    variant: Variant
    affects: Amount | None
    select: Amount | None
    targets: tuple[str, ...]
    """As the book spells them: plural or singular, `2x ` in front where one pick needs two."""
    keys: tuple[str, ...]
    options: tuple[BookOption, ...]
    model: bool = False
    """Whether each model may choose for itself what happens to its target."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPackage:
    """A package: sections that one or more units may choose from."""

    uid: str
    hint: str
    sections: tuple[BookSection, ...]


def parse_packages(raw: Raw, notes: ReadingNotes) -> tuple[BookPackage, ...]:
    """Read the packages; empty ones and empty sections are left out and noted."""
    found: dict[str, BookPackage] = {}
    for part in mappings(raw, "upgradePackages", MOST_PACKAGES, notes, "upgradePackages"):
        uid, hint = clean(part.get("uid")), clean(part.get("hint"))
        on = hint or uid or "upgradePackages"
        sections = tuple(_sections(part, notes, on))
        if not uid or uid in found:
            notes.add("package-without-id", on)
        elif not sections:
            notes.add("empty-package", on)
        else:
            found[uid] = BookPackage(uid=uid, hint=hint, sections=sections)
    return tuple(found.values())


def _sections(raw: Raw, notes: ReadingNotes, on: str) -> Iterator[BookSection]:
    for part in mappings(raw, "sections", MOST_SECTIONS, notes, on):
        label = clean(part.get("label"))
        place = f"{on}: {label}" if label else on
        options = tuple(_options(part, notes, place))
        if not options:
            notes.add("empty-section", place)
            continue
        variant = _variant(part, notes, place)
        targets = tuple(target for target in map(_target, texts(part, "targets", MOST_TARGETS)) if target)
        yield BookSection(
            label=label,
            variant=variant,
            affects=_amount(part.get("affects"), notes, place),
            select=_amount(part.get("select"), notes, place),
            targets=targets,
            keys=tuple(key_of(part, "uid")),
            options=options,
            # "all models" without a target says nothing new; with one, the choice is each model's own
            model=part.get("model") is True and bool(targets) and variant is not Variant.UPGRADE,
        )


def _variant(raw: Raw, notes: ReadingNotes, on: str) -> Variant:
    given = clean(raw.get("variant"))
    if given not in {variant.value for variant in Variant}:
        notes.add("other-variant", on, variant=given)
        return Variant.UPGRADE
    return Variant(given)


def _amount(value: object, notes: ReadingNotes, on: str) -> Amount | None:
    """Read an amount: `{type: up to, value: 2}`."""
    if value is None:
        return None
    raw = mapping(value)
    reach = _REACHES.get(clean(raw.get("type")))
    number = whole(raw.get("value"), 1, 100)
    if reach is None or (reach in _NUMBERED and number is None):
        notes.add("bad-amount", on, amount=clean(raw.get("type")) or type(value).__name__)
        return None
    return Amount(reach, (number or 0) if reach in _NUMBERED else 0)


def _target(text: str) -> str:
    counted = _COUNTED.match(text)
    name = notation_name(text)
    return f"{counted[1]}x {name}" if counted and name and counted[1] != "1" else name


def _options(raw: Raw, notes: ReadingNotes, on: str) -> Iterator[BookOption]:
    for part in mappings(raw, "options", MOST_OPTIONS, notes, on):
        label = clean(part.get("label"))
        place = f"{on}, {label}" if label else on
        found = (parse_stack_of(gain, notes, place) for gain in mappings(part, "gains", MOST_PARTS, notes, place))
        gains = tuple(stack for stack in found if stack is not None)
        if not gains:
            notes.add("empty-option", place)
            continue
        yield BookOption(
            gains=gains,
            prices=_prices(part, notes, place),
            leftover=whole(part.get("cost"), -_DEAREST, _DEAREST),
            keys=tuple(key_of(part, "uid", "id")),
            label=label,
        )


def _prices(raw: Raw, notes: ReadingNotes, on: str) -> dict[str, int]:
    prices: dict[str, int] = {}
    for part in mappings(raw, "costs", 500, notes, on):
        unit, cost = clean(part.get("unitId")), whole(part.get("cost"), -_DEAREST, _DEAREST)
        if not unit or cost is None:
            notes.add("bad-price", on)
        else:
            prices[unit] = cost
    return prices


def unresolved_targets(units: Sequence[BookUnit], packages: Mapping[str, BookPackage]) -> Iterator[Diagnostic]:
    """Report each section with a target that a unit using it neither has nor can get."""
    offered = {uid: _supplied(_gains(package)) for uid, package in packages.items()}
    missing: dict[tuple[str, str, str], list[str]] = {}
    for unit in units:
        known = _supplied(unit.things()).union(*(offered[uid] for uid in unit.packages if uid in offered))
        for uid in unit.packages:
            for section in packages[uid].sections if uid in packages else ():
                for target in _missing(section, known):
                    missing.setdefault((packages[uid].hint, section.label, target), []).append(unit.name)
    for (hint, label, target), names in missing.items():
        params = {"section": label, "package": hint, "target": target, "units": tuple(names[:5])}
        yield Diagnostic("IMP010", f"{hint}: {label}", params)


def _missing(section: BookSection, known: frozenset[str]) -> Iterator[str]:
    if not section.targets and section.variant is not Variant.UPGRADE:
        yield "?"
    for target in section.targets:
        if target_key(notation_name(target)) not in known:
            yield target


def _gains(package: BookPackage) -> Iterator[Thing]:
    for section in package.sections:
        for option in section.options:
            for stack in option.gains:
                yield stack.thing


def _supplied(things: Iterable[Thing]) -> frozenset[str]:
    """Give the keys of weapons and items, those inside of items too."""
    return frozenset(gear.key for thing in things for gear in thing.gear)
