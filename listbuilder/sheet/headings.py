"""The fixed labels of a sheet in its language."""

from __future__ import annotations

from dataclasses import dataclass, fields

from listbuilder.i18n import translate


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLabels:
    """Headings and other fixed words. Each field is a key below `sheet.word` in the catalogue."""

    points: str
    half: str
    count: str
    weapon: str
    items: str
    upgrades: str
    notes: str
    joined: str
    """The word in front of an attached hero: with."""
    spells: str
    rules: str
    command: str
    findings: str
    fix: str
    data: str
    illegal: str
    """The stamp on every page of an illegal list."""
    unchecked: str
    """The stamp on every page of a list that could not be checked completely."""
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
    """What the QR code is, followed by the command that checks it."""
    share: str
    """The label of the share string in text formats."""


def load_labels(language: str) -> SheetLabels:
    """Look up all labels in the catalogue of a language."""
    return SheetLabels(**{field.name: translate(language, f"sheet.word.{field.name}") for field in fields(SheetLabels)})
