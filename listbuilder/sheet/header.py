"""What stands on top of a printed list and in the judge's stub."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.diagnostics import Verdict


@dataclass(frozen=True, slots=True)
class Sum:
    """What decides a verdict: `Heroes`, `3 of 5`."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class BookLine:
    """Which data a list was worked out with."""

    name: str
    version: str
    sha: str

    @property
    def text(self) -> str:
        """Name, version and short hash in one line."""
        return " ".join(part for part in (self.name, self.version, f"({self.sha})" if self.sha else "") if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHeader:
    """What stands on top of a list; every string may be empty where the list says nothing."""

    name: str
    player: str
    factions: tuple[str, ...]
    """Names with versions: `Human Empire 3.5.3`."""
    system: str
    event: str
    force_org: str
    points: str
    """`1,845 / 2,000 pts`; only the limit where prices are hidden."""
    limit: int | None
    activations: str
    models: str
    judged: Verdict
    verdict: str
    """The verdict in the language."""
    books: tuple[BookLine, ...]
    notes: str = ""
    hash: str = ""
    """The short hash of the list; empty where upgrades are hidden."""
    share: str = ""
    """The share string, for a QR code; empty where upgrades are hidden."""
    commitment: str = ""
    """The hash that proves a hidden list later; empty unless upgrades are hidden."""

    @property
    def legal(self) -> bool:
        """Whether everything was checked and nothing is wrong."""
        return self.judged is Verdict.LEGAL

    @property
    def facts(self) -> tuple[str, ...]:
        """Who, what and by which rules: the first line under the name."""
        return tuple(part for part in (self.player, *self.factions, self.system, self.event, self.force_org) if part)

    @property
    def counts(self) -> tuple[str, ...]:
        """Units and models: the end of that line."""
        return (self.activations, self.models)
