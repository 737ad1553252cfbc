"""Choose ids for packages, sections and options, and keep those of an earlier version of the faction file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from listbuilder.importers.army_forge.book.unique_ids import choose_unique_ids, reuse_id, short_slug
from listbuilder.importers.army_forge.book.unit_mapping import BookUnit
from listbuilder.importers.army_forge.book.upgrade_mapping import BookOption, BookPackage, BookSection
from listbuilder.importers.army_forge.json_access import as_object
from listbuilder.model import Amount, Quantifier, Variant, group_by_type
from listbuilder.model.notation import format_equipment_count


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviousIds:
    """Ids in an earlier version of the faction file, by Army Forge id."""

    units: dict[str, str]
    sections: dict[str, str]
    options: dict[str, str]


NO_PREVIOUS_IDS = PreviousIds(units={}, sections={}, options={})
"""For a book that is imported for the first time."""


def choose_package_ids(packages: Sequence[BookPackage], users: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Choose ids for packages from their hints or the units that use them; return them by the book's id."""
    ladders = []
    for package in packages:
        names = list(users.get(package.uid, ()))[:1]
        hint = short_slug(package.hint)
        ladders.append([hint, short_slug(package.hint, *names), short_slug(package.hint, *names, package.uid)])
    chosen = choose_unique_ids(ladders, [range(len(packages))], "package")
    return dict(zip((package.uid for package in packages), chosen, strict=True))


def choose_section_ids(
    packages: Sequence[BookPackage], units: Sequence[BookUnit], kept: PreviousIds, options: Mapping[int, Sequence[str]]
) -> dict[int, str]:
    """Choose section ids that are unique in every unit and package; return them by `id()` of the section."""
    numbered = [(package, section) for package in packages for section in package.sections]
    numbers: dict[str, list[int]] = {}
    for number, (package, _) in enumerate(numbered):
        numbers.setdefault(package.uid, []).append(number)
    ladders = [_section_candidates(package, section, kept, options[id(section)]) for package, section in numbered]
    scopes = [[number for uid in unit.packages for number in numbers.get(uid, ())] for unit in units]
    chosen = choose_unique_ids(ladders, [*scopes, *numbers.values()], "section")
    return {id(section): section_id for (_, section), section_id in zip(numbered, chosen, strict=True)}


def _section_candidates(
    package: BookPackage, section: BookSection, kept: PreviousIds, options: Sequence[str]
) -> list[str]:
    previous = reuse_id(section.keys, kept.sections, "", ())
    if previous:
        return previous
    heading = _compose_heading(section)
    # the option with the smallest Army Forge id, because their order differs between versions
    anchor = min(zip((option.keys for option in section.options), options, strict=True))[1]
    return [
        short_slug(heading),
        short_slug(heading, package.hint),
        short_slug(heading, anchor),
        short_slug(heading, *section.keys),
    ]


def _compose_heading(section: BookSection) -> str:
    """Return the words of a section id; they are not translated, because ids must stay the same."""
    words = [section.variant.value, _amount_words(section.affects)]
    if section.targets:
        words.append(" and ".join(section.targets))
    elif section.affects is not None:
        words.append("model" if section.affects == Amount(Quantifier.EXACTLY, 1) else "models")
    if section.variant is Variant.UPGRADE:
        words += ["with", _amount_words(section.select)]
    return " ".join(word for word in words if word)


def _amount_words(amount: Amount | None) -> str:
    if amount is None:
        return ""
    if amount.quantifier in (Quantifier.ALL, Quantifier.ANY):
        return str(amount.quantifier.value)
    number = "one" if amount.number == 1 else str(amount.number)
    return number if amount.quantifier is Quantifier.EXACTLY else f"up to {number}"


def choose_option_ids(section: BookSection, kept: PreviousIds) -> list[str]:
    """Choose option ids from what they give; if that is the same, from what differs inside."""
    names = [_gains_slug(option) for option in section.options]
    counts = Counter(names)
    shared = {name: _find_shared_names(section, names, name) for name, count in counts.items() if count > 1}
    ladders = []
    for option, name in zip(section.options, names, strict=True):
        previous = reuse_id(option.keys, kept.options, name, counts)
        ladders.append(previous or [name, *_longer_names(option, name, shared.get(name, frozenset()))])
    return choose_unique_ids(ladders, [range(len(ladders))], "option")


def _gains_slug(option: BookOption) -> str:
    names = (
        f"{stack.count}x {stack.equipment.name}" if stack.count > 1 else stack.equipment.name for stack in option.gains
    )
    return short_slug(" and ".join(names))


def _longer_names(option: BookOption, name: str, shared: frozenset[str]) -> Iterator[str]:
    yield short_slug(name, *(part for part in _names_inside(option) if part not in shared))
    yield short_slug(name, *(format_equipment_count(stack) for stack in option.gains))
    yield short_slug(name, *option.keys)


def _find_shared_names(section: BookSection, names: Sequence[str], name: str) -> frozenset[str]:
    groups = [set(_names_inside(option)) for option, own in zip(section.options, names, strict=True) if own == name]
    return frozenset(set.intersection(*groups))


def _names_inside(option: BookOption) -> list[str]:
    """Return the names of weapons and rules inside the items of an option."""
    parts: list[str] = []
    for _, item in group_by_type(option.gains).items:
        parts += [weapon.name for weapon in item.all_weapons]
        parts += [rule.label for rule in item.rules]
    return parts


def collect_previous_ids(previous: Mapping[str, object]) -> PreviousIds:
    """Collect the ids of units, sections and options in an earlier faction file; invalid values are skipped."""
    sections = [section for package in as_object(previous.get("packages")).values() for section in _as_objects(package)]
    options = [option for section in sections for option in _as_objects(section.get("options"))]
    return PreviousIds(
        units=_ids_by_key(_as_objects(previous.get("units"))),
        sections=_ids_by_key(sections),
        options=_ids_by_key(options),
    )


def _as_objects(value: object) -> list[Mapping[str, object]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _ids_by_key(objects: list[Mapping[str, object]]) -> dict[str, str]:
    ids: dict[str, str] = {}
    for raw in objects:
        keys, own_id = raw.get("keys"), raw.get("id")
        if isinstance(keys, list) and isinstance(own_id, str):
            ids |= {key: own_id for key in keys if isinstance(key, str)}
    return ids
