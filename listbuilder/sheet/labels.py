"""The small words of a sheet."""

from __future__ import annotations

from dataclasses import dataclass, fields

from listbuilder.i18n import translate


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Headings and small words in the sheet's language."""

    points: str
    half: str
    count: str
    weapon: str
    items: str
    upgrades: str
    notes: str
    joined: str
    """The word before a hero in a unit: with."""
    spells: str
    rules: str
    command: str
    findings: str
    fix: str
    data: str
    illegal: str
    """The mark on every page of an illegal list."""
    unchecked: str
    """The mark on every page of a list that could not be checked in full."""
    hash: str
    commitment: str
    base: str
    contents: str
    reference: str
    player: str
    opponent: str
    table: str
    game: str
    signatures: str
    checking: str
    """What the code beside it is, before the command that checks it."""
    share: str
    """What stands before the share string, where a text carries it."""


def build_words(language: str) -> Words:
    """Look up the headings and small words of a sheet."""
    return Words(**{field.name: translate(language, f"sheet.word.{field.name}") for field in fields(Words)})
