"""Read the header and the unit records of saved lists and tabletop exports without trusting them.

Values that cannot be used are reported, never dropped silently.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.errors import UnreadableError
from listbuilder.i18n import languages, translate
from listbuilder.importers.army_forge.json_access import whole
from listbuilder.importers.base import FORCE_ORG, UNSTATED, assumed_force_org
from listbuilder.library import Library
from listbuilder.listfiles.field_reader import MOST_POINTS, shown, too_many_entries, too_many_picks
from listbuilder.model import ArmyList, Book, Entry, FactionId, Pick, SystemId, build_text, slug
from listbuilder.model.army_list import (
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_NOTES,
    MOST_ENTRIES,
    MOST_PICKS_OF_ONE,
)
from listbuilder.model.text import phrase
from listbuilder.validation.message_arguments import Word

MOST_FINDINGS = 200


class Oddities:
    """Collects findings about values of a list that were dropped or are doubtful."""

    def __init__(self) -> None:
        self.findings: list[Diagnostic] = []

    def lost(self, where: object, reason: str, value: object = None) -> None:
        """Report a dropped value that may change points or the verdict."""
        self._add("IMP014", where, reason, value)

    def odd(self, where: object, reason: str, value: object = None) -> None:
        """Report a value without a price that was dropped, or read in its only possible meaning."""
        self._add("IMP015", where, reason, value)

    def add(self, finding: Diagnostic) -> None:
        """Add a finding of another kind."""
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(finding)

    def name(self, names: Mapping[str, object]) -> None:
        """Replace unit ids by names in the findings so far; while records are read, only ids are known."""
        self.findings = [
            replace(finding, params={**finding.params, "where": names[where]})
            if isinstance(where := finding.params.get("where"), str) and where in names
            else finding
            for finding in self.findings
        ]

    def settle(self, entries: Mapping[str | None, str], count: int) -> None:
        """Assign entries to the first findings; while records are matched, only record ids are known."""
        self.findings[:count] = [replace(finding, on=entries.get(finding.on)) for finding in self.findings[:count]]

    def _add(self, code: str, where: object, reason: str, value: object) -> None:
        texts = {language: translate(language, f"odd.{reason}", value=shown(value)) for language in languages()}
        self.add(Diagnostic(code, None, {"where": where, "reason": build_text(texts)}))


_MAX_XP = 1_000_000
_MAX_TRAITS = 100

Ids: TypeAlias = tuple[str, str]
"""The Army Forge ids of the section and the option of an upgrade."""
_IdReader: TypeAlias = Callable[[Mapping[str, object]], Ids]
"""Reads the ids of one upgrade; formats differ in where they are."""


class Record(NamedTuple):
    """One unit of an Army Forge list, with ids as in the file."""

    raw: Mapping[str, object]
    selection: str
    book: str
    unit: str
    name: str
    """What the file calls the unit, for messages."""
    picks: tuple[Ids, ...]
    """In order."""
    combined: bool
    joins: str | None
    own_name: str | None
    notes: str | None
    xp: int
    traits: tuple[str, ...]


def parse_records(units: object, book: str, read_ids: _IdReader, collector: Oddities) -> list[Record]:
    """Parse the unit records of a list; raise UnreadableError if there are too many.

    Args:
        units: The records as in the file.
        book: The Army Forge id of the book, for records that do not state one.
        read_ids: Reads the section and option id of one upgrade.
        collector: Collects the findings.
    """
    listed = units if isinstance(units, list) else []
    if len(listed) > 2 * MOST_ENTRIES:  # a combined unit has two records
        raise UnreadableError([too_many_entries(len(listed))])
    records = []
    for number, unit in enumerate(listed, 1):
        if isinstance(unit, dict):
            records.append(_parse_record(unit, book, read_ids, collector))
        else:
            report = collector.odd if unit is None else collector.lost
            report(Word("odd.entry", {"n": number}), "no-unit", unit)
    return records


def _parse_record(raw: Mapping[str, object], book: str, read_ids: _IdReader, collector: Oddities) -> Record:
    unit = key_of(raw.get("id"))
    name = text_of(raw.get("name")) or unit or text_of(raw.get("customName")) or "?"
    return Record(
        raw=raw,
        selection=key_of(raw.get("selectionId")),
        book=key_of(raw.get("armyId")) or book,
        unit=unit,
        name=name,
        picks=_parse_upgrades(raw.get("selectedUpgrades"), name, read_ids, collector),
        combined=_parse_flag(raw.get("combined"), name, collector),
        joins=_parse_join(raw.get("joinToUnit"), name, collector),
        own_name=_parse_note(raw.get("customName"), LONGEST_NAME, name, collector),
        notes=_parse_note(raw.get("notes"), LONGEST_NOTE, name, collector),
        xp=_parse_experience(raw.get("xp"), name, collector),
        traits=_parse_traits(raw.get("traits"), name, collector),
    )


def _parse_upgrades(value: object, name: str, read_ids: _IdReader, collector: Oddities) -> tuple[Ids, ...]:
    if not isinstance(value, list):
        if value is not None:
            collector.lost(name, "picks-no-list", value)
        return ()
    if len(value) > MOST_PICKS_OF_ONE:
        raise UnreadableError([too_many_picks(len(value))])
    upgrades: list[Ids] = []
    for upgrade in value:
        if not isinstance(upgrade, dict):
            (collector.odd if upgrade is None else collector.lost)(name, "no-pick", upgrade)
        elif (ids := read_ids(upgrade))[1]:
            upgrades.append(ids)
        else:
            collector.lost(name, "pick-without-option", ids[0] or upgrade)
    return tuple(upgrades)


def _parse_flag(value: object, name: str, collector: Oddities) -> bool:
    if value is None or isinstance(value, bool):
        return bool(value)
    collector.odd(name, "combined", value)
    return value in (1, "true", "True")


def _parse_join(value: object, name: str, collector: Oddities) -> str | None:
    selection = key_of(value)
    if not selection and value not in (None, "", False):
        collector.lost(name, "join", value)
    return selection or None


def _parse_note(value: object, max_length: int, name: str, collector: Oddities) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str | int):
        collector.odd(name, "no-text", value)
        return None
    return text_of(str(value), max_length) or None


def _parse_experience(value: object, name: str, collector: Oddities) -> int:
    if not value:
        return 0
    if isinstance(value, str) and value.strip().isdecimal() and len(value) <= len(str(_MAX_XP)):
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MAX_XP:
        return value
    collector.lost(name, "experience", value)
    return 0


def _parse_traits(value: object, name: str, collector: Oddities) -> tuple[str, ...]:
    if not value:
        return ()
    if not isinstance(value, list):
        collector.odd(name, "traits", value)
        return ()
    names = [trait.get("name") if isinstance(trait, dict) else trait for trait in value[:_MAX_TRAITS]]
    traits = tuple(text for trait in names if (text := text_of(trait)))
    if len(traits) < len(value):
        collector.odd(name, "traits", value)
    return traits


def merge_picks(single: Sequence[Pick]) -> tuple[Pick, ...]:
    """Merge runs of the same option into one upgrade with a count."""
    merged: list[Pick] = []
    for upgrade in single:
        if merged and merged[-1].option == upgrade.option:
            merged[-1] = Pick(upgrade.option, merged[-1].count + 1)
        else:
            merged.append(upgrade)
    return tuple(merged)


def key_of(value: object) -> str:
    """Return an id from a text or number; empty if there is none."""
    if isinstance(value, str):
        return value.strip()[:LONGEST_NAME]
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def text_of(value: object, max_length: int = LONGEST_NAME) -> str:
    """Return a text without surrounding spaces; empty if there is none."""
    return value.strip()[:max_length] if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Name, system, points and switches of an Army Forge list."""

    name: str
    game: str
    limit: int | None
    points: int | None
    """The total that the file states."""
    force_org: bool | None
    """None if the file does not state it."""
    notes: str | None

    @property
    def unstated(self) -> frozenset[str]:
        """The fields of a list that the file does not state."""
        return UNSTATED | {FORCE_ORG} if self.force_org is None else UNSTATED


def parse_head(raw: Mapping[str, object], collector: Oddities) -> Head:
    """Parse the header of a list."""
    points = _parse_points(raw.get("listPoints"), collector)
    return Head(
        name=text_of(raw.get("name")),
        game=text_of(raw.get("gameSystem")),
        limit=_parse_limit(raw.get("pointsLimit"), collector),
        points=points if points is not None else _parse_points(raw.get("points"), collector),
        force_org=_parse_force_org(raw, collector),
        notes=text_of(raw.get("description"), LONGEST_NOTES) or None,
    )


def _parse_limit(value: object, collector: Oddities) -> int | None:
    """Return the points limit; Army Forge writes 0 if there is none."""
    if value is None or value == 0:
        return None
    limit = whole(value, 1, MOST_POINTS)
    if limit is None:
        collector.lost(phrase("odd.whole-list"), "limit", value)
    return limit


def _parse_points(value: object, collector: Oddities) -> int | None:
    points = whole(value, 0, MOST_POINTS)
    if points is None and value is not None:
        collector.odd(phrase("odd.whole-list"), "total", value)
    return points


def _parse_force_org(raw: Mapping[str, object], collector: Oddities) -> bool | None:
    """Return whether force organisation is used; until 2023 the key was `competitive`."""
    stated = [raw[key] for key in ("forceOrg", "competitive") if raw.get(key) is not None]
    switches = [value for value in stated if isinstance(value, bool)]
    if len(switches) < len(stated):
        collector.odd(phrase("odd.whole-list"), "force-org", stated[0])
    return any(switches) if switches else None


def build_army(
    head: Head,
    system: SystemId | None,
    entries: tuple[Entry, ...],
    books: Mapping[FactionId, Book],
    *,
    library: Library,
    findings: list[Diagnostic],
) -> ArmyList:
    """Build the list; fields that the header does not state get defaults, which are added to `findings`."""
    force_org = head.force_org
    if system is None and head.game:
        findings.append(not_at_hand(head.game, "where.systems"))
    elif system is None:
        findings.append(Diagnostic("DAT007", None, {"missing": "gameSystem"}))
    elif force_org is None:
        force_org = assumed_force_org(library.system(system), findings)
    return ArmyList(
        name=head.name,
        system=system or SystemId(slug(head.game)),
        points=head.limit,
        force_org=force_org or False,
        notes=head.notes,
        books=books,
        entries=entries,
    )


def not_at_hand(what: object, where: str) -> Diagnostic:
    """Return the finding that a book or system is not installed, so that the list cannot be checked in full."""
    params = {"what": what, "where": phrase(where), "suggestion": ""}
    return Diagnostic("IMP002", None, params, severity_override=Severity.UNCHECKED)
