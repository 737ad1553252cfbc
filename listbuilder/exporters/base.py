"""What an exporter is, and what it is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from listbuilder.diagnostics import Report
from listbuilder.model import Roster
from listbuilder.sheet import PrintOptions, Sheet


@dataclass(frozen=True, slots=True)
class Exportable:
    """A list to export: its Sheet, and Roster and Report for formats that programs read."""

    sheet: Sheet
    roster: Roster
    report: Report


class Exporter(Protocol):
    """Writes one or more lists as one file of its format."""

    @property
    def id(self) -> str:
        """The name by which people ask for it."""

    @property
    def suffix(self) -> str:
        """How its files end, with the dot."""

    @property
    def hides(self) -> bool:
        """Whether it can write a list without giving its upgrades away."""

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:
        """Write the lists; several become one book."""
