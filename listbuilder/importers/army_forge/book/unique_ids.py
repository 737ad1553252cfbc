"""Choose readable and stable ids for the units, packages, sections and options of a book.

Ids are short names first, and longer ones only if two would share an id. They do not depend on the order in the book:
both of two that clash move on to a longer name. Ids of an earlier version of the faction file are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from listbuilder.importers.army_forge.book.unit_mapping import BookUnit
from listbuilder.importers.army_forge.book.upgrade_mapping import BookOption, BookPackage, BookSection
from listbuilder.importers.army_forge.json_access import JsonObject, as_object, as_objects
from listbuilder.model import Amount, Quantifier, Variant, group_by_type, slugify
from listbuilder.model.notation import format_equipment_count

_MAX_ID_LENGTH = 72
"""Leaves room for a number at the end."""


def short_slug(*names: str) -> str:
    """Return the slug of one or more names, cut at the end of a word."""
    whole = slugify(" ".join(names))
    if len(whole) <= _MAX_ID_LENGTH:
        return whole
    head, _, _ = whole[: _MAX_ID_LENGTH + 1].rpartition("-")
    return (head or whole[:_MAX_ID_LENGTH]).strip("-")


def choose_unique_ids(ladders: Sequence[Sequence[str]], scopes: Iterable[Iterable[int]], fallback: str) -> list[str]:
    """Choose an id for each item so that ids are unique in every scope.

    Args:
        ladders: The candidate names of each item, from short to long.
        scopes: The indexes of items whose ids must differ.
        fallback: The name of an item without candidates.
    """
    candidates = [list(dict.fromkeys(name for name in ladder if name)) or [fallback] for ladder in ladders]
    unique_scopes = [tuple(dict.fromkeys(scope)) for scope in scopes]
    ids = [names[0] for names in candidates]
    levels = [0] * len(candidates)
    while True:
        clashing: set[int] = set()
        for scope in unique_scopes:
            counts = Counter(ids[index] for index in scope)
            clashing.update(index for index in scope if counts[ids[index]] > 1)
        longer = [index for index in clashing if levels[index] + 1 < len(candidates[index])]
        if not longer:
            return _add_numbers(ids, unique_scopes)
        for index in longer:
            levels[index] += 1
            ids[index] = candidates[index][levels[index]]


def _add_numbers(ids: list[str], scopes: list[tuple[int, ...]]) -> list[str]:
    """Append numbers to ids that still clash, except the first."""
    if all(len({ids[index] for index in scope}) == len(scope) for scope in scopes):
        return ids
    scopes_of: list[list[tuple[int, ...]]] = [[] for _ in ids]
    for scope in scopes:
        for index in scope:
            scopes_of[index].append(scope)
    for index, own_scopes in enumerate(scopes_of):
        earlier = {ids[other] for scope in own_scopes for other in scope if other < index}
        later = {ids[other] for scope in own_scopes for other in scope if other > index}
        base, count = ids[index], 1
        while ids[index] in earlier or (count > 1 and ids[index] in later):
            count += 1
            ids[index] = f"{base}-{count}"
    return ids


def reuse_id(keys: Iterable[str], previous: Mapping[str, str], name: str, used_ids: Collection[str]) -> list[str]:
    """Return the id from the previous file (at most one), unless it is now the natural id of another item."""
    ids = [previous[key] for key in keys if key in previous]
    return [old for old in ids[:1] if old == name or old not in used_ids]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviousIds:
    """Ids in an earlier version of the faction file, by Army Forge id."""

    units: dict[str, str]
    sections: dict[str, str]
    options: dict[str, str]


NO_PREVIOUS_IDS = PreviousIds(units={}, sections={}, options={})
"""For a book that is imported for the first time."""


def collect_previous_ids(previous: JsonObject) -> PreviousIds:
    """Collect the ids of units, sections and options in an earlier faction file; invalid values are skipped."""
    sections = [section for package in as_object(previous.get("packages")).values() for section in as_objects(package)]
    options = [option for section in sections for option in as_objects(section.get("options"))]
    units = as_objects(previous.get("units"))
    return PreviousIds(units=_ids_by_key(units), sections=_ids_by_key(sections), options=_ids_by_key(options))


def _ids_by_key(objects: list[JsonObject]) -> dict[str, str]:
    ids: dict[str, str] = {}
    for raw in objects:
        keys, own_id = raw.get("keys"), raw.get("id")
        if isinstance(keys, list) and isinstance(own_id, str):
            ids |= {key: own_id for key in keys if isinstance(key, str)}
    return ids


def choose_unit_ids(units: Sequence[BookUnit], old_ids: PreviousIds) -> list[str]:
    """Choose unit ids from names."""
    names = [short_slug(unit.name) for unit in units]
    ladders = [
        reuse_id(unit.keys, old_ids.units, name, names)
        or [name, short_slug(unit.name, unit.generic_name), short_slug(unit.name, *unit.keys)]
        for unit, name in zip(units, names, strict=True)
    ]
    return choose_unique_ids(ladders, [range(len(units))], "unit")


def choose_package_ids(packages: Sequence[BookPackage], users: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Choose ids for packages from their hints or the units that use them; return them by the book's id."""
    ladders = []
    for package in packages:
        names = (package.hint, *users.get(package.uid, ())[:1])
        ladders.append([short_slug(package.hint), short_slug(*names), short_slug(*names, package.uid)])
    chosen = choose_unique_ids(ladders, [range(len(packages))], "package")
    return dict(zip((package.uid for package in packages), chosen, strict=True))


def choose_section_ids(
    packages: Sequence[BookPackage],
    units: Sequence[BookUnit],
    old_ids: PreviousIds,
    options: Mapping[int, Sequence[str]],
) -> dict[int, str]:
    """Choose section ids that are unique in every unit and package; return them by `id()` of the section."""
    numbers: dict[str, list[int]] = {}
    sections: list[BookSection] = []
    ladders: list[list[str]] = []
    for package in packages:
        for section in package.sections:
            numbers.setdefault(package.uid, []).append(len(sections))
            sections.append(section)
            heading = _compose_heading(section)
            # the option with the smallest Army Forge id, because their order differs between versions
            anchor = min(zip((option.keys for option in section.options), options[id(section)], strict=True))[1]
            longer = ((), (package.hint,), (anchor,), section.keys)
            candidates = [short_slug(heading, *names) for names in longer]
            ladders.append(reuse_id(section.keys, old_ids.sections, "", ()) or candidates)
    scopes = [[number for uid in unit.packages for number in numbers.get(uid, ())] for unit in units]
    chosen = choose_unique_ids(ladders, [*scopes, *numbers.values()], "section")
    return dict(zip(map(id, sections), chosen, strict=True))


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


def choose_option_ids(section: BookSection, old_ids: PreviousIds) -> list[str]:
    """Choose option ids from what they give; if that is the same, from what differs inside."""
    names: list[str] = []
    for option in section.options:
        stacks = ((stack.count, stack.equipment.name) for stack in option.gains)
        names.append(short_slug(" and ".join(f"{count}x {name}" if count > 1 else name for count, name in stacks)))
    counts = Counter(names)
    ladders = []
    for option, name in zip(section.options, names, strict=True):
        namesakes = [other for other, own in zip(section.options, names, strict=True) if own == name]
        shared = set.intersection(*(set(_names_inside(other)) for other in namesakes)) if len(namesakes) > 1 else set()
        longer = [
            [part for part in _names_inside(option) if part not in shared],
            [format_equipment_count(stack) for stack in option.gains],
            option.keys,
        ]
        previous = reuse_id(option.keys, old_ids.options, name, counts)
        ladders.append(previous or [name, *(short_slug(name, *parts) for parts in longer)])
    return choose_unique_ids(ladders, [range(len(ladders))], "option")


def _names_inside(option: BookOption) -> list[str]:
    """Return the names of weapons and rules inside the items of an option."""
    parts: list[str] = []
    for _, item in group_by_type(option.gains).items:
        parts += [weapon.name for weapon in item.all_weapons]
        parts += [rule.label for rule in item.rules]
    return parts
