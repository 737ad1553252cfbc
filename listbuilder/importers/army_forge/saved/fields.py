"""The records of a saved or resolved list, read without trust: what cannot be used is reported, never passed over.

What a foreign list says in a way that cannot be used: nothing is passed over without a word.

What saved and resolved lists say about the list as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.errors import UnreadableError
from listbuilder.i18n import languages, translate
from listbuilder.importers.army_forge.json_access import whole
from listbuilder.importers.base import FORCE_ORG, UNSTATED, assumed_force_org
from listbuilder.library import Library
from listbuilder.listfiles.field_reader import MOST_POINTS, shown, too_many_entries, too_many_picks
from listbuilder.model import ArmyList, Book, Entry, FactionId, Pick, SystemId, build_text, slug
from listbuilder.model.army_list import MOST_ENTRIES, MOST_PICKS_OF_ONE
from listbuilder.model.text import phrase
from listbuilder.validation.message_arguments import Word

MOST_FINDINGS = 200


class Oddities:
    """Collects findings about parts of a list, those that were left out and those that were read with a doubt."""

    def __init__(self) -> None:
        self.findings: list[Diagnostic] = []

    def lost(self, where: object, reason: str, value: object = None) -> None:
        """Report something that was left out and may cost points or change the verdict."""
        self._add("IMP014", where, reason, value)

    def odd(self, where: object, reason: str, value: object = None) -> None:
        """Report something without a price that was left out, or read as what it can only mean."""
        self._add("IMP015", where, reason, value)

    def add(self, finding: Diagnostic) -> None:
        """Report a finding of another kind."""
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(finding)

    def name(self, names: Mapping[str, object]) -> None:
        """Say of findings so far what their units are called; while records are read, only ids are known."""
        self.findings = [
            replace(found, params={**found.params, "where": names[where]})
            if isinstance(where := found.params.get("where"), str) and where in names
            else found
            for found in self.findings
        ]

    def settle(self, entries: Mapping[str | None, str], count: int) -> None:
        """Say of the first findings which entries they are about; while records are matched, only theirs are known."""
        early = [replace(found, on=entries.get(found.on)) for found in self.findings[:count]]
        self.findings = [*early, *self.findings[count:]]

    def _add(self, code: str, where: object, reason: str, value: object) -> None:
        found = shown(value)
        text = build_text({each: translate(each, f"odd.{reason}", value=found) for each in languages()})
        self.add(Diagnostic(code, None, {"where": where, "reason": text}))


_LONGEST_NAME = 200
_LONGEST_NOTE = 4_000
_MOST_XP = 1_000_000
_MOST_TRAITS = 100

_FIELDS = ("id", "armyId", "selectionId", "selectedUpgrades", "combined", "joinToUnit", "notes", "xp", "traits")
_fields = itemgetter(*_FIELDS)

Ids: TypeAlias = tuple[str, str]
"""Section and option of a pick, by foreign id."""
PickIds: TypeAlias = Callable[[Mapping[str, object]], Ids]
"""Reads the ids of one pick."""
KnownPicks: TypeAlias = Callable[[list[object]], tuple[Ids, ...] | None]
"""Gives the ids of all picks of a unit where each was read before; None where one needs a look."""


def none_known(_picks: list[object]) -> None:
    """Look at every pick."""


class Record(NamedTuple):
    """One unit of a foreign list: ids as the file has them."""

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


class PickReading(NamedTuple):
    """How a format writes picks."""

    ids: PickIds
    known: KnownPicks = none_known


def parse_records(units: object, book: str, reading: PickReading, oddities: Oddities) -> list[Record]:
    """Read the records of a list."""
    found = units if isinstance(units, list) else []
    if len(found) > 2 * MOST_ENTRIES:  # two of them may be one entry
        raise UnreadableError([too_many_entries(len(found))])
    records = []
    for number, unit in enumerate(found):
        if isinstance(unit, dict):
            records.append(_record(unit, book, reading, oddities))
        elif unit is None:
            oddities.odd(_place(number), "no-unit")
        else:
            oddities.lost(_place(number), "no-unit", unit)
    return records


def _place(number: int) -> Word:
    return Word("odd.entry", {"n": number + 1})


def _record(raw: Mapping[str, object], book: str, reading: PickReading, oddities: Oddities) -> Record:
    try:
        fields = _fields(raw)
    except KeyError:  # today's files state them all
        fields = tuple(map(raw.get, _FIELDS))
    unit, own_book, selection, picks, combined, joins, notes, xp, traits = fields
    named, own_name = raw.get("name"), raw.get("customName")
    unit = key_of(unit)
    name = (named is not None and text_of(named)) or unit or text_of(own_name) or "?"
    return Record(
        raw,
        key_of(selection),
        book if own_book == book else key_of(own_book) or book,
        unit,
        name,
        () if picks == [] else _picks(picks, name, reading, oddities),
        combined if isinstance(combined, bool) else _flag(combined, name, oddities),
        None if joins is None else _joins(joins, name, oddities),
        None if own_name is None else _text(own_name, _LONGEST_NAME, name, oddities),
        None if notes is None else _text(notes, _LONGEST_NOTE, name, oddities),
        _experience(xp, name, oddities) if xp else 0,
        _traits(traits, name, oddities) if traits else (),
    )


def _picks(value: object, name: str, reading: PickReading, oddities: Oddities) -> tuple[Ids, ...]:
    if not isinstance(value, list):
        if value is not None:
            oddities.lost(name, "picks-no-list", value)
        return ()
    if len(value) > MOST_PICKS_OF_ONE:
        raise UnreadableError([too_many_picks(len(value))])
    known = reading.known(value)
    if known is not None:
        return known
    picks: list[Ids] = []
    for pick in value:
        if not isinstance(pick, dict):
            (oddities.odd if pick is None else oddities.lost)(name, "no-pick", pick)
        elif (ids := reading.ids(pick))[1]:
            picks.append(ids)
        else:
            oddities.lost(name, "pick-without-option", ids[0] or pick)
    return tuple(picks)


def _flag(value: object, name: str, oddities: Oddities) -> bool:
    if value is None:
        return False
    oddities.odd(name, "combined", value)
    return value in (1, "true", "True")


def _joins(value: object, name: str, oddities: Oddities) -> str | None:
    found = key_of(value)
    if not found and value not in ("", False):
        oddities.lost(name, "join", value)
    return found or None


def _text(value: object, longest: int, name: str, oddities: Oddities) -> str | None:
    if not isinstance(value, str | int):
        oddities.odd(name, "no-text", value)
        return None
    return text_of(str(value), longest) or None


def _experience(value: object, name: str, oddities: Oddities) -> int:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) <= len(str(_MOST_XP)):
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_XP:
        return value
    oddities.lost(name, "experience", value)
    return 0


def _traits(value: object, name: str, oddities: Oddities) -> tuple[str, ...]:
    if not isinstance(value, list):
        oddities.odd(name, "traits", value)
        return ()
    named = [trait.get("name") if isinstance(trait, dict) else trait for trait in value[:_MOST_TRAITS]]
    found = tuple(text for trait in named if (text := text_of(trait)))
    if len(found) < len(value):
        oddities.odd(name, "traits", value)
    return found


def merge_picks(single: Sequence[Pick]) -> tuple[Pick, ...]:
    """Write single picks in order, runs of the same option as one with a count."""
    merged: list[Pick] = []
    for pick in single:
        if merged and merged[-1].option == pick.option:
            merged[-1] = Pick(pick.option, merged[-1].count + 1)
        else:
            merged.append(pick)
    return tuple(merged)


def key_of(value: object) -> str:
    """Give an id: a text, or a number that somebody wrote for one; empty where there is none."""
    if isinstance(value, str):
        return value.strip()[:_LONGEST_NAME]
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def text_of(value: object, longest: int = _LONGEST_NAME) -> str:
    """Give a text without its ends; empty where there is none."""
    return value.strip()[:longest] if isinstance(value, str) else ""


_LONGEST_NOTE_HEAD = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Name, game, sizes and switches of a foreign list."""

    name: str
    game: str
    limit: int | None
    points: int | None
    """The total that the file states."""
    force_org: bool | None
    """None where the file does not say."""
    notes: str | None

    @property
    def unstated(self) -> frozenset[str]:
        """The fields of a list that the file does not state."""
        return UNSTATED | {FORCE_ORG} if self.force_org is None else UNSTATED


def parse_head(raw: Mapping[str, object], oddities: Oddities) -> Head:
    """Read the head of a list."""
    points = _points(raw.get("listPoints"), oddities)
    return Head(
        name=text_of(raw.get("name")),
        game=text_of(raw.get("gameSystem")),
        limit=_limit(raw.get("pointsLimit"), oddities),
        points=points if points is not None else _points(raw.get("points"), oddities),
        force_org=_force_org(raw, oddities),
        notes=text_of(raw.get("description"), _LONGEST_NOTE_HEAD) or None,
    )


def _limit(value: object, oddities: Oddities) -> int | None:
    """Give the size of the game; nought is how the other program says that none was agreed."""
    if value is None or value == 0:
        return None
    found = whole(value, 1, MOST_POINTS)
    if found is None:
        oddities.lost(phrase("odd.whole-list"), "limit", value)
    return found


def _points(value: object, oddities: Oddities) -> int | None:
    found = whole(value, 0, MOST_POINTS)
    if found is None and value is not None:
        oddities.odd(phrase("odd.whole-list"), "total", value)
    return found


def _force_org(raw: Mapping[str, object], oddities: Oddities) -> bool | None:
    """Tell whether force organisation is used; it was called competitive until 2023."""
    stated = [raw[key] for key in ("forceOrg", "competitive") if raw.get(key) is not None]
    switches = [value for value in stated if isinstance(value, bool)]
    if len(switches) < len(stated):
        oddities.odd(phrase("odd.whole-list"), "force-org", stated[0])
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
    """Put a list together; what the head does not say is assumed, and `findings` says so."""
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
    """Say that a book or a game is missing, so that the list cannot be checked in full."""
    params = {"what": what, "where": phrase(where), "suggestion": ""}
    return Diagnostic("IMP002", None, params, severity_override=Severity.UNCHECKED)
