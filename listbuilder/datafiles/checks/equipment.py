"""A faction's notation, read to be checked: what cannot be read, which rules it names, what a unit can come to have.

Rules that a faction names: known to each of its systems, and with a whole number where they need one.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from listbuilder.datafiles.correction_hints import (
    Slip,
    counted,
    in_quotes,
    notation_kind,
    notation_slip,
    slip_finding,
    written_text,
)
from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath
from listbuilder.diagnostics import Diagnostic
from listbuilder.library.build_faction import parse_equipment, parse_gain
from listbuilder.library.glossary import Glossary
from listbuilder.library.loader import Loader
from listbuilder.library.rule_wordings import Entry
from listbuilder.model import Item, RuleRef, Stack, Weapon, target_key
from listbuilder.model.notation import NotationError, parse_rule
from listbuilder.model.text import phrase
from listbuilder.textutil.fuzzy import closest


@dataclass(frozen=True, slots=True)
class Use:
    """A rule where it stands."""

    path: DataPath
    rule: RuleRef


@dataclasses.dataclass
class Equipment:
    """All that a faction's notation says."""

    problems: list[Diagnostic] = dataclasses.field(default_factory=list)
    rules: list[Use] = dataclasses.field(default_factory=list)
    of_unit: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)
    """Names of a unit's equipment, by the key that targets match."""
    of_all: dict[str, set[str]] = dataclasses.field(default_factory=dict)
    """The keys of what every model of a unit has."""
    of_package: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)
    counts: dict[str, Counter[str]] = dataclasses.field(default_factory=dict)
    """How many of each thing a whole unit has from the start, by the same key."""


def read_equipment(document: Document, raw: Mapping[str, Any]) -> Equipment:
    """Read all notation of a faction file."""
    return _Reader(document).read(raw)


class _Reader:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.found = Equipment()

    def read(self, raw: Mapping[str, Any]) -> Equipment:
        for index, unit in enumerate(raw["units"]):
            names = self.found.of_unit.setdefault(unit["id"], {})
            every = self.found.of_all.setdefault(unit["id"], set())
            counts = self.found.counts.setdefault(unit["id"], Counter())
            path: DataPath = ("units", index)
            for place, text in enumerate(unit.get("rules", ())):
                self._rule((*path, "rules", place), text)
            for place, weapon in enumerate(unit.get("weapons", ())):
                read = partial(parse_equipment, weapon, Weapon, unit["size"])
                keys = self._thing((*path, "weapons", place), read, names, counts)
                every.update(() if isinstance(weapon, dict) and "total" in weapon else keys)
            for place, item in enumerate(unit.get("items", ())):
                read = partial(parse_equipment, item, Item, unit["size"])
                keys = self._thing((*path, "items", place), read, names, counts)
                every.update(() if isinstance(item, dict) and "total" in item else keys)
        for name, package in raw.get("packages", {}).items():
            names = self.found.of_package.setdefault(name, {})
            for index, section in enumerate(package):
                for place, option in enumerate(section["options"]):
                    for number, gain in enumerate(option["gain"]):
                        path = ("packages", name, index, "options", place, "gain", number)
                        self._thing(path, partial(parse_gain, gain), names)
        return self.found

    def _rule(self, path: DataPath, text: str) -> None:
        try:
            self.found.rules.append(Use(path, parse_rule(text)))
        except NotationError:
            self._malformed(path, text)

    def _thing(
        self, path: DataPath, parse: Callable[[], Stack], names: dict[str, str], counts: Counter[str] | None = None
    ) -> set[str]:
        """Note what a thing is called and which rules it has; give the keys under which sections ask for it."""
        try:
            stack = parse()
            thing = stack.thing
        except NotationError as error:
            self._malformed(path, str(error))
            return set()
        self.found.rules += [Use(path, rule) for rule in thing.every_rule]
        called = {gear.key: gear.name for gear in thing.gear}
        if any(map(counted, called.values())):
            self._miscounted(path)
        names.update(called)
        if counts is not None:
            counts[target_key(thing.name)] += stack.count
            held = thing.weapons if isinstance(thing, Item) else ()
            counts.update(Counter({target_key(armed.thing.name): armed.count * stack.count for armed in held}))
        return set(called)

    def _miscounted(self, path: DataPath) -> None:
        """Say how a count is written that would else be part of the name."""
        text = written_text(self.document, path)
        slip = notation_slip(text, notation_kind(path))
        if slip is not None:
            self.found.problems.append(slip_finding(self.document, path, text, slip))

    def _malformed(self, path: DataPath, text: str) -> None:
        self.found.problems.append(self.document.finding("DAT010", path, value=text, example="Pike (A1, Phalanx)"))


def check_rules(
    document: Document, raw: Mapping[str, Any], uses: Sequence[Use], loader: Loader
) -> Iterator[Diagnostic]:
    """Find unknown rules (once each, at the first place), missing numbers and needless ones."""
    whole = loader.glossary(raw)
    sights = {
        system: whole.only(entries)
        for system, entries in zip(raw["systems"], whole.systems, strict=True)
        if loader.merged_system(system) is not None
    }
    by_name: dict[str, list[Use]] = {}
    for use in uses:
        by_name.setdefault(use.rule.name, []).append(use)
    for name, places in by_name.items():
        lacking = tuple(system for system, glossary in sights.items() if glossary.find(name) is None)
        entry = whole.find(name)
        if lacking:
            yield _unknown(document, places, whole, lacking)
        elif entry is not None:
            yield from _numbers(document, entry, places)


def _unknown(document: Document, places: Sequence[Use], glossary: Glossary, systems: tuple[str, ...]) -> Diagnostic:
    """Say of an unknown rule what was most likely meant: a slip, another language, a misspelling, a plain item."""
    path, rule = places[0].path, places[0].rule
    text, kind = written_text(document, path), notation_kind(path)
    slip = notation_slip(text, kind, glossary.numbered())
    if slip is not None:
        return slip_finding(document, path, text, slip)
    english = glossary.translated().get(rule.name.casefold())
    if english is not None:
        bracket = "" if rule.rating is None else f"({rule.rating})"
        return document.finding("REF050", path, rule=rule.name, name=f"{english}{bracket}")
    close = closest(rule.name, glossary.known() - {rule.name}) or ""
    if kind == "gain" and text == rule.name and not close:
        return document.finding(
            "REF049", path, value=rule.name, systems=systems, instead=f"{{item: {in_quotes(text)}}}"
        )
    return document.finding("REF001", path, rule=rule.name, suggestion=close, systems=systems, uses=len(places))


def _numbers(document: Document, entry: Entry, places: Sequence[Use]) -> Iterator[Diagnostic]:
    takes = entry.get("takes", "nothing")
    for use in places:
        rating = use.rule.rating
        if takes == "nothing":
            if rating is not None:
                yield document.finding("REF009", use.path, rule=use.rule.name, rating=rating)
        elif takes == "number" and isinstance(rating, str) and rating.strip("+ ").isdecimal():
            slip = Slip((phrase("slip.plus"),), f"{use.rule.name}({rating.strip('+ ')})")
            yield slip_finding(document, use.path, use.rule.label, slip)
        elif rating is None or (takes == "number" and isinstance(rating, str)):
            yield document.finding("REF005", use.path, rule=use.rule.name)
