"""Every target of a section must be something that its units have or can get."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.army_forge.book.reading import notation_name
from listbuilder.importers.army_forge.book.units import BookUnit
from listbuilder.importers.army_forge.book.upgrades import BookPackage, BookSection
from listbuilder.model import Thing, Variant, target_key


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
