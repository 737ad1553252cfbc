"""Ids that an earlier version of a faction file gave to things, by their Army Forge ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from listbuilder.importers.army_forge.book.naming import Kept
from listbuilder.importers.army_forge.book.reading import mapping


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
