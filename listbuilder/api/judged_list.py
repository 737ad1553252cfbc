"""A list and all there is to say of it, for whoever writes Python.

How a list is to be printed, in the words of somebody who writes Python.

The units of a list, as a program asks about them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from pathlib import Path
from typing import Any

from listbuilder.api.findings import Choice, Finding, choices
from listbuilder.diagnostics import Verdict
from listbuilder.errors import UnknownIdError
from listbuilder.exporters.base import build_document, find_exporter
from listbuilder.i18n import languages
from listbuilder.judging.edit import change, to_save
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.listfiles.files import save_list
from listbuilder.listfiles.hashes import printed_code
from listbuilder.model import ArmyList, RosterEntry, System
from listbuilder.odds.attack import attack
from listbuilder.odds.combatant import Party, parse_profile
from listbuilder.odds.result import Odds
from listbuilder.odds.roster_combatants import listed_party, named_entry
from listbuilder.odds.situation import Mode, Situation
from listbuilder.sheet import PrintOptions, usual_layout


def print_options(system: System, given: Mapping[str, object]) -> PrintOptions:
    """Give the options of a print, where `layout="cards"` says what `Layout.CARDS` does.

    Raises UnknownIdError for an option or a value that there is not.
    """
    usual = PrintOptions(layout=usual_layout([system]))
    return replace(usual, **{name: _value(usual, name, value) for name, value in given.items()})


def _value(usual: PrintOptions, name: str, value: object) -> Any:
    known = tuple(field.name for field in fields(usual))
    if name not in known:
        raise UnknownIdError("option", name, known)
    default = getattr(usual, name)
    if not isinstance(default, Enum) or isinstance(value, type(default)):
        return value
    words = {one.value: one for one in type(default)}
    if value not in words:
        raise UnknownIdError(name, str(value), tuple(words))
    return words[value]


@dataclass(frozen=True, slots=True)
class ListedUnit:
    """One unit of a list, worked out."""

    worked: RosterEntry
    """All that is known of it, in the words of the model."""

    @property
    def id(self) -> str:
        """Its id in the list."""
        return self.worked.id

    @property
    def name(self) -> str:
        """The player's own name for it, or the unit's."""
        return self.worked.title

    @property
    def points(self) -> int:
        """What it costs with all its upgrades."""
        return self.worked.cost

    @property
    def models(self) -> int:
        """How many models it has."""
        return self.worked.models

    def __str__(self) -> str:
        return f"{self.name} ({self.points})"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id!r}: {self}>"


_LANGUAGE = "en"
"""Names in results, as a program prints them."""

Opponent = tuple["JudgedList", str]
"""A unit of another list: the list and the unit's id or name."""


@dataclass(frozen=True)
class JudgedList:
    """A list, worked out and judged; it never changes, `apply` gives another one."""

    judged: Judged
    """All that is known of it, in the words of the model."""
    library: Library
    """The data that it was judged by."""

    @property
    def name(self) -> str:
        """Its name."""
        return self.judged.army.name

    @property
    def player(self) -> str | None:
        """Whose list it is."""
        return self.judged.army.player

    @property
    def system(self) -> str:
        """The id of its game, such as aof-3.5."""
        return self.judged.army.system

    @property
    def points(self) -> int:
        """What it costs."""
        return self.judged.roster.cost

    @property
    def size(self) -> int | None:
        """The agreed size of the game; None where there is no limit."""
        return self.judged.roster.size

    @property
    def verdict(self) -> str:
        """In one word: legal, illegal or unchecked."""
        return self.judged.verdict.value

    @property
    def legal(self) -> bool:
        """Whether everything was checked and nothing is wrong."""
        return self.judged.verdict is Verdict.LEGAL

    @property
    def code(self) -> str:
        """The hash of the whole list, as it is printed."""
        return printed_code(self.judged.list_hash)

    @property
    def units(self) -> tuple[ListedUnit, ...]:
        """Its units, as they stand in the list."""
        return tuple(map(ListedUnit, self.judged.roster.entries))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All there is to say of it, the worst first."""
        return tuple(Finding(found, self.judged.line(found)) for found in self.judged.report)

    def choices(self) -> Iterator[Choice]:
        """Give what can be added or taken next, each with what would come of it."""
        return choices(self.judged)

    def apply(self, edit: Callable[[ArmyList], ArmyList]) -> JudgedList:
        """Give the list after a fix, a choice or an edit of `listbuilder.rules.edits`, judged anew."""
        return JudgedList(change(self.judged, edit, self.library), self.library)

    def odds(self, unit: str, against: str | Opponent, mode: str = "charge", **situation: Any) -> Odds:
        """Work out what a unit does to a target such as `10xD4+T1`, or to a unit of another list.

        `mode` is charge, shoot or strike-back; what else a `Situation` knows (cover, moved …) may be given by name.
        """
        attacker = self._party(unit)
        asked = Situation(mode=Mode(mode), **situation)
        return attack(attacker, _target(against, attacker), self.judged.roster.system, asked)

    def export(self, format: str = "pdf", *, language: str = "en", **options: Any) -> bytes:  # noqa: A002  # its word
        """Write it as pdf, html, md, txt, json, army-forge or share; options are those of `PrintOptions`."""
        wished = print_options(self.judged.roster.system, options)
        if language not in languages():
            raise UnknownIdError("language", language, tuple(languages()))
        return find_exporter(format).export([build_document(self.judged, language, wished)], wished)

    def save(self, path: Path | str) -> None:
        """Save it as YAML, or as JSON where the name ends so; what was there before stays as a backup."""
        save_list(to_save(self.judged.roster), path)

    def __str__(self) -> str:
        return self.export("txt", layout=PrintOptions().layout).decode()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}: {self.points} points, {self.verdict}>"

    def _party(self, wanted: str) -> Party:
        roster = self.judged.roster
        return listed_party(named_entry(roster, wanted, _LANGUAGE), roster, _LANGUAGE)


def _target(against: str | Opponent, attacker: Party) -> Party:
    if not isinstance(against, str):
        other, unit = against
        return other._party(unit)  # noqa: SLF001  # of the same class
    party = parse_profile(against, attacker.find)
    if party is None:
        raise UnknownIdError("target", against, ("10xD4+T1",))
    return party
