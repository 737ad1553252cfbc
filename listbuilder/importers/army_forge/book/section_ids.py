"""Ids for packages, sections and options.

Ids that an earlier version of a faction file gave to things, by their Army Forge ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from listbuilder.importers.army_forge.book.ids import choose_ids, kept_id, short_slug
from listbuilder.importers.army_forge.book.units import BookUnit
from listbuilder.importers.army_forge.book.upgrades import BookOption, BookPackage, BookSection
from listbuilder.importers.army_forge.json_access import mapping
from listbuilder.model import Amount, Extent, Stack, Variant, kinds_of
from listbuilder.model.notation import format_stack


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """Ids of an earlier version of the book, by the book's own ids."""

    units: dict[str, str]
    sections: dict[str, str]
    options: dict[str, str]


NOTHING_KEPT = Kept(units={}, sections={}, options={})
"""For a book that is imported for the first time."""


def package_ids(packages: Sequence[BookPackage], users: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Choose the packages' ids from the book's hints, or from the units that use them; by the book's own id."""
    ladders = []
    for package in packages:
        names = list(users.get(package.uid, ()))[:1]
        hint = short_slug(package.hint)
        ladders.append([hint, short_slug(package.hint, *names), short_slug(package.hint, *names, package.uid)])
    chosen = choose_ids(ladders, [range(len(packages))], "package")
    return dict(zip((package.uid for package in packages), chosen, strict=True))


def section_ids(
    packages: Sequence[BookPackage], units: Sequence[BookUnit], kept: Kept, options: Mapping[int, Sequence[str]]
) -> dict[int, str]:
    """Choose the sections' ids, by `id()` of the section: unique in every unit and every package that has them."""
    numbered = [(package, section) for package in packages for section in package.sections]
    numbers: dict[str, list[int]] = {}
    for number, (package, _) in enumerate(numbered):
        numbers.setdefault(package.uid, []).append(number)
    ladders = [_section_ladder(package, section, kept, options[id(section)]) for package, section in numbered]
    scopes = [[number for uid in unit.packages for number in numbers.get(uid, ())] for unit in units]
    chosen = choose_ids(ladders, [*scopes, *numbers.values()], "section")
    return {id(section): found for (_, section), found in zip(numbered, chosen, strict=True)}


def _section_ladder(package: BookPackage, section: BookSection, kept: Kept, options: Sequence[str]) -> list[str]:
    before = kept_id(section.keys, kept.sections, "", ())
    if before:
        return before
    heading = _heading(section)
    # the option with the smallest foreign id stands for the section: their order changes from version to version
    anchor = min(zip((option.keys for option in section.options), options, strict=True))[1]
    return [
        short_slug(heading),
        short_slug(heading, package.hint),
        short_slug(heading, anchor),
        short_slug(heading, *section.keys),
    ]


def _heading(section: BookSection) -> str:
    """Compose the words of a section's id; no catalogue has a say in it, ids outlive wordings."""
    words = [section.variant.value, _amount(section.affects)]
    if section.targets:
        words.append(" and ".join(section.targets))
    elif section.affects is not None:
        words.append("model" if section.affects == Amount(Extent.EXACTLY, 1) else "models")
    if section.variant is Variant.UPGRADE:
        words += ["with", _amount(section.select)]
    return " ".join(word for word in words if word)


def _amount(amount: Amount | None) -> str:
    if amount is None:
        return ""
    if amount.reach in (Extent.ALL, Extent.ANY):
        return str(amount.reach.value)
    number = "one" if amount.number == 1 else str(amount.number)
    return number if amount.reach is Extent.EXACTLY else f"up to {number}"


def option_ids(section: BookSection, kept: Kept) -> list[str]:
    """Choose the options' ids: what they give, by name; where that is the same, by what differs inside."""
    names = [_gain_names(option) for option in section.options]
    counted = Counter(names)
    shared = {name: _shared_parts(section, names, name) for name, count in counted.items() if count > 1}
    ladders = []
    for option, name in zip(section.options, names, strict=True):
        before = kept_id(option.keys, kept.options, name, counted)
        ladders.append(before or [name, *_longer(option, name, shared.get(name, frozenset()))])
    return choose_ids(ladders, [range(len(ladders))], "option")


def _gain_names(option: BookOption) -> str:
    return short_slug(" and ".join(_stack_name(stack) for stack in option.gains))


def _stack_name(stack: Stack) -> str:
    return f"{stack.count}x {stack.thing.name}" if stack.count > 1 else stack.thing.name


def _longer(option: BookOption, name: str, shared: frozenset[str]) -> Iterator[str]:
    yield short_slug(name, *(part for part in _parts(option) if part not in shared))
    yield short_slug(name, *(format_stack(stack) for stack in option.gains))
    yield short_slug(name, *option.keys)


def _shared_parts(section: BookSection, names: Sequence[str], name: str) -> frozenset[str]:
    groups = [set(_parts(option)) for option, found in zip(section.options, names, strict=True) if found == name]
    return frozenset(set.intersection(*groups))


def _parts(option: BookOption) -> list[str]:
    """Name what is inside the items of an option."""
    parts: list[str] = []
    for _, item in kinds_of(option.gains).items:
        parts += [weapon.name for weapon in item.arms]
        parts += [rule.label for rule in item.rules]
    return parts


def kept_ids(previous: Mapping[str, object]) -> Kept:
    """Collect the ids of units, sections and options; anything that is not as it should be is passed over."""
    sections = [section for package in mapping(previous.get("packages")).values() for section in _objects(package)]
    options = [option for section in sections for option in _objects(section.get("options"))]
    return Kept(units=_by_key(_objects(previous.get("units"))), sections=_by_key(sections), options=_by_key(options))


def _objects(value: object) -> list[Mapping[str, object]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _by_key(things: list[Mapping[str, object]]) -> dict[str, str]:
    return dict(pair for thing in things for pair in _pairs(thing))


def _pairs(thing: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    keys, name = thing.get("keys"), thing.get("id")
    if isinstance(keys, list) and isinstance(name, str):
        yield from ((key, name) for key in keys if isinstance(key, str))
