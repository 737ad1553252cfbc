"""The Python API: `listbuilder.load` and what it returns. The names in `__all__` are stable; a test checks them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from listbuilder import diagnostics
from listbuilder.diagnostics import Diagnostic, Verdict
from listbuilder.diagnostics.messages import describe_finding, describe_source, format_fix
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.exporters.exporter import build_document, find_exporter
from listbuilder.i18n import languages, translate
from listbuilder.judging.edit import apply_edit, pin_used_books, with_book_totals
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged, Unreadable, require_single_list
from listbuilder.library import Library
from listbuilder.listfiles.files import save_list
from listbuilder.listfiles.hashes import format_printed_code
from listbuilder.model import ArmyList, Event, Roster, RosterEntry, System
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import Combatant, entry_combatant, find_entry, parse_profile
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import AttackMode, Situation
from listbuilder.rules.edits import AddEntry, Edit, apply_fix
from listbuilder.rules.upgrade_actions import Refusal, UpgradeSlot, add_one
from listbuilder.sheet import PrintOptions, default_layout
from listbuilder.validation.preview import EditPreview, EditPreviewer

__all__ = ["Choice", "Finding", "Fix", "JudgedList", "ListedUnit", "UnreadableListError", "load", "load_all"]

_LANGUAGE = "en"
"""Language of names in results."""
Opponent = tuple["JudgedList", str]
"""A unit of a different list: the list and the id or name of the unit."""
AnyEvent: TypeAlias = Event | Path | str
"""An event, its id or its file."""


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to fix a finding; it was tried before it is offered."""

    fix: diagnostics.Fix

    def text(self, language: str = "en") -> str:
        """Return what the fix does, in a sentence."""
        return format_fix(self.fix, language)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text()!r}>"

    @property
    def points(self) -> int:
        """The change to the points of the list; negative if it saves points."""
        outcome = self.fix.outcome
        return 0 if outcome is None else outcome.points_after - outcome.points_before

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the changed choices of a list. `JudgedList.apply` judges them too."""
        return apply_fix(army, self.fix)


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem of a list."""

    diagnostic: Diagnostic
    line: int | None = None
    """The line in the file, if it is known."""

    @property
    def code(self) -> str:
        """The code, such as ORG003; `listbuilder explain` describes it."""
        return self.diagnostic.code

    @property
    def name(self) -> str:
        """The kind of finding as a slug."""
        return self.diagnostic.name

    @property
    def severity(self) -> str:
        """Error, unchecked, warning or note."""
        return self.diagnostic.severity.value

    @property
    def unit(self) -> str | None:
        """The id of the unit in the list, or None if the finding is about the whole list."""
        return self.diagnostic.on

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """The fixes, smallest first. They are computed on access."""
        return tuple(Fix(fix) for fix in self.diagnostic.fixes)

    def text(self, language: str = "en") -> str:
        """Return the finding as a sentence."""
        return describe_finding(self.diagnostic, language)

    def source(self, language: str = "en") -> str | None:
        """Return what the finding is based on: a rulebook section, a book, an event or a ruling."""
        return describe_source(self.diagnostic, language)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.code} {self.severity}: {self.text()!r}>"


@dataclass(frozen=True, slots=True)
class Choice:
    """A unit that can be added or an upgrade that can be taken; `JudgedList.apply` applies it."""

    edit: Edit
    preview: EditPreview
    """The list as it would be with the choice."""
    unit: str | None = None
    """The id of the unit that gets the upgrade, or None for a unit to add."""

    @property
    def ghost(self) -> EditPreview:
        """The same as `preview`, its name in version 1.0."""
        return self.preview

    @property
    def points(self) -> int:
        """The change to the points of the list."""
        return self.preview.points_after - self.preview.points_before

    @property
    def verdict(self) -> str:
        """The verdict after the choice: legal, illegal or unchecked."""
        return self.preview.verdict.value

    @property
    def legal(self) -> bool:
        """Whether the list would be legal."""
        return self.preview.verdict is Verdict.LEGAL

    @property
    def against(self) -> tuple[Finding, ...]:
        """Findings that the choice would cause."""
        return tuple(Finding(finding) for finding in self.preview.new_findings)

    def text(self, language: str = "en") -> str:
        """Return what the choice does, in a sentence."""
        return translate(language, self.edit.label, subject=self.edit.subject)

    def __str__(self) -> str:
        return f"{self.text()} ({self.points:+})"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self)!r}: {self.verdict}>"

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the changed choices of a list."""
        return self.edit(army)


def find_choices(judged: Judged) -> Iterator[Choice]:
    """Yield every unit that can be added from the loaded books, then every upgrade that can be taken."""
    roster = judged.roster
    previewer = EditPreviewer(roster, judged.report)
    for entry_id, edit in _edits(roster):
        preview = previewer.preview(lambda army, edit=edit: pin_used_books(edit(army), roster.factions))  # type: ignore[misc]
        if preview is not None:
            yield Choice(edit, preview, entry_id)


def _edits(roster: Roster) -> Iterator[tuple[str | None, Edit]]:
    for faction in roster.factions.values():
        for unit in faction.units.values():
            yield None, AddEntry(unit.ref, subject=unit.name)
    for entry in roster.entries:
        for half in range(len(entry.halves)):
            for section in entry.unit.sections:
                for option in section.options:
                    edit = add_one(roster, UpgradeSlot(entry.id, section, option, half))
                    if not isinstance(edit, Refusal):
                        yield entry.id, edit


def parse_print_options(system: System, options: Mapping[str, object]) -> PrintOptions:
    """Return print options from plain values, such as `layout="cards"` for `Layout.CARDS`.

    Raise UnknownIdError for an unknown option or value.
    """
    defaults = PrintOptions(layout=default_layout([system]))
    known = tuple(field.name for field in fields(defaults))
    parsed: dict[str, Any] = dict(options)
    for name, value in options.items():
        if name not in known:
            raise UnknownIdError("option", name, known)
        default = getattr(defaults, name)
        if isinstance(default, Enum) and not isinstance(value, type(default)):
            members = {member.value: member for member in type(default)}
            if value not in members:
                raise UnknownIdError(name, str(value), tuple(members))
            parsed[name] = members[value]
    return replace(defaults, **parsed)


@dataclass(frozen=True, slots=True)
class ListedUnit:
    """One unit of a list."""

    roster_entry: RosterEntry
    """All details."""

    @property
    def worked(self) -> RosterEntry:
        """The same as `roster_entry`, its name in version 1.0."""
        return self.roster_entry

    @property
    def id(self) -> str:
        """The id in the list."""
        return self.roster_entry.id

    @property
    def name(self) -> str:
        """The player's name for the unit, or the name in the book."""
        return self.roster_entry.title

    @property
    def points(self) -> int:
        """The points with all upgrades."""
        return self.roster_entry.cost

    @property
    def models(self) -> int:
        """The number of models."""
        return self.roster_entry.models

    def __str__(self) -> str:
        return f"{self.name} ({self.points})"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id!r}: {self}>"


@dataclass(frozen=True)
class JudgedList:
    """A list and its verdict. It never changes; `apply` returns a new one."""

    judged: Judged
    """The judged list with all details."""
    library: Library
    """The data that the list was judged by."""

    @property
    def name(self) -> str:
        """The name of the list."""
        return self.judged.army.name

    @property
    def player(self) -> str | None:
        """The player."""
        return self.judged.army.player

    @property
    def system(self) -> str:
        """The id of the system, such as aof-3.5."""
        return self.judged.army.system

    @property
    def points(self) -> int:
        """The points of the list."""
        return self.judged.roster.cost

    @property
    def size(self) -> int | None:
        """The points limit, or None."""
        return self.judged.roster.points_limit

    @property
    def verdict(self) -> str:
        """Legal, illegal or unchecked."""
        return self.judged.verdict.value

    @property
    def legal(self) -> bool:
        """Whether everything was checked and nothing is wrong."""
        return self.judged.verdict is Verdict.LEGAL

    @property
    def code(self) -> str:
        """The printed code of the list hash."""
        return format_printed_code(self.judged.list_hash)

    @property
    def units(self) -> tuple[ListedUnit, ...]:
        """The units in list order."""
        return tuple(map(ListedUnit, self.judged.roster.entries))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, worst first."""
        return tuple(Finding(finding, self.judged.find_line(finding)) for finding in self.judged.report)

    def choices(self) -> Iterator[Choice]:
        """Yield what can be added or taken next, each with its consequences."""
        return find_choices(self.judged)

    def apply(self, edit: Callable[[ArmyList], ArmyList]) -> JudgedList:
        """Return the list after a fix, a choice or an edit of `listbuilder.rules.edits`, judged again."""
        return JudgedList(apply_edit(self.judged, edit, self.library), self.library)

    def odds(self, unit: str, against: str | Opponent, mode: str = "charge", **situation: Any) -> Odds:
        """Compute the odds of a unit against a profile such as `10xD4+T1`, or a unit of a different list.

        `mode` is charge, shoot or strike-back. Other fields of `Situation` (cover, moved …) are keyword arguments.
        """
        attacker = self._find_combatant(unit)
        full_situation = Situation(mode=AttackMode(mode), **situation)
        return attack_odds(attacker, _find_target(against, attacker), self.judged.roster.system, full_situation)

    def export(self, format: str = "pdf", *, language: str = "en", **options: Any) -> bytes:  # noqa: A002  # the usual word
        """Return the list as pdf, html, md, txt, json, army-forge or share. Options are those of `PrintOptions`."""
        chosen = parse_print_options(self.judged.roster.system, options)
        if language not in languages():
            raise UnknownIdError("language", language, tuple(languages()))
        return find_exporter(format).export([build_document(self.judged, language, chosen)], chosen)

    def save(self, path: Path | str) -> None:
        """Save the list as YAML, or as JSON if the name ends in `.json`. The previous file is kept as a backup."""
        save_list(with_book_totals(self.judged.roster), path)

    def __str__(self) -> str:
        return self.export("txt", layout=PrintOptions().layout).decode()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}: {self.points} points, {self.verdict}>"

    def _find_combatant(self, name: str) -> Combatant:
        roster = self.judged.roster
        return entry_combatant(find_entry(roster, name, _LANGUAGE), roster, _LANGUAGE)


def _find_target(against: str | Opponent, attacker: Combatant) -> Combatant:
    if not isinstance(against, str):
        other, unit = against
        return other._find_combatant(unit)  # noqa: SLF001  # same class
    party = parse_profile(against, attacker.find_rule)
    if party is None:
        raise UnknownIdError("target", against, ("10xD4+T1",))
    return party


class UnreadableListError(UnreadableError):
    """A file without a readable list; printing the error prints why."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the file."""
        return tuple(map(Finding, self.diagnostics))

    def __str__(self) -> str:
        return " ".join(map(str, self.findings))


def load(
    path: Path | str,
    *,
    library: Library | None = None,
    event: AnyEvent | None = None,
    submitted: datetime | None = None,
) -> JudgedList:
    """Read and judge the list in a file of any supported format.

    Args:
        path: The file.
        library: The data to judge by; by default the bundled data and the user's own.
        event: An event, its id or its file; by default the event that the list names.
        submitted: When the list was submitted, for the deadline of the event. Without a time zone it is the deadline's.

    Returns:
        The judged list.

    Raises:
        UnreadableListError: The file contains no list, or more than one.
    """
    library = library or _default_library()
    try:
        judged = require_single_list(_judge(path, library, event, submitted), str(path))
    except UnreadableError as error:
        raise UnreadableListError(error.diagnostics) from None
    return JudgedList(judged, library)


def load_all(
    path: Path | str,
    *,
    library: Library | None = None,
    event: AnyEvent | None = None,
    submitted: datetime | None = None,
) -> list[JudgedList | UnreadableListError]:
    """Read and judge all lists in a file, such as an archive. Lists that cannot be read are returned as errors."""
    library = library or _default_library()
    return [
        JudgedList(judged, library) if isinstance(judged, Judged) else UnreadableListError(judged.report.diagnostics)
        for judged in _judge(path, library, event, submitted)
    ]


def _judge(
    path: Path | str, library: Library, event: AnyEvent | None, submitted: datetime | None
) -> list[Judged | Unreadable]:
    loaded_event = event if event is None or isinstance(event, Event) else library.find_event(event)
    return judge_file(path, library, loaded_event, None if submitted is None else submitted.isoformat())


@cache
def _default_library() -> Library:
    return Library.open()
