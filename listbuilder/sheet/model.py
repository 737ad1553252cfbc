"""The `Sheet`: a list as plain strings of one language, in reading order. Exporters only lay them out.

The strings contain no control characters and no markup; each exporter escapes them for its format.
"""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.diagnostics import Verdict
from listbuilder.textutil.sanitize import TIMES


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLabels:
    """Headings and other fixed words. Each field is a key below `sheet.word` in the catalogue."""

    points: str
    half: str
    count: str
    weapon: str
    items: str
    upgrades: str
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


@dataclass(frozen=True, slots=True)
class LimitRow:
    """A limit and how much of it is used: `Heroes`, `3 of 5`."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class BookRow:
    """An army book or system that the list was built with."""

    name: str
    version: str
    short_hash: str

    @property
    def text(self) -> str:
        """Name, version and short hash in one line."""
        return " ".join(
            part for part in (self.name, self.version, f"({self.short_hash})" if self.short_hash else "") if part
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHeader:
    """What is printed above the units; a string is empty if the list does not have it."""

    name: str
    player: str
    factions: tuple[str, ...]
    """Names with versions: `Human Empire 3.5.3`."""
    system: str
    event: str
    force_org: str
    points: str
    """`1,845 / 2,000 pts`; only the limit if points are hidden."""
    activations: str
    models: str
    outcome: Verdict
    verdict_text: str
    """The verdict in the sheet's language."""
    books: tuple[BookRow, ...]
    notes: str = ""
    hash: str = ""
    """The short hash of the list; empty if upgrades are hidden."""
    share: str = ""
    """The share string, for a QR code; empty if upgrades are hidden."""
    commitment: str = ""
    """The hash that proves a hidden list later; empty unless upgrades are hidden."""

    @property
    def is_legal(self) -> bool:
        """Whether everything was checked and no error was found."""
        return self.outcome is Verdict.LEGAL

    @property
    def facts(self) -> tuple[str, ...]:
        """Player, factions, system, event and force organisation: the first line below the name."""
        return tuple(part for part in (self.player, *self.factions, self.system, self.event, self.force_org) if part)

    @property
    def counts(self) -> tuple[str, ...]:
        """Units and models: the end of that line."""
        return (self.activations, self.models)


@dataclass(frozen=True, slots=True)
class RuleLabel:
    """A special rule of a unit or weapon: its id in the glossary and its label, `Tough(3)`."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Stat:
    """One value of the stat line: `Q 5+`."""

    id: str
    short: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of the weapon tables after count and name, or a field of a unit card."""

    id: str
    heading: str
    short_heading: str = ""
    """The heading if there is little room."""


@dataclass(frozen=True, slots=True)
class WeaponRow:
    """A weapon and its count; `cells` match the columns of the sheet."""

    count: int
    name: str
    cells: tuple[str, ...]
    rules: tuple[RuleLabel, ...] = ()
    labelled_cells: tuple[str, ...] = ()
    """The cells as they read without a heading: `AP(1)`."""


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item, its count, and the rules and weapons it grants."""

    count: int
    name: str
    rules: tuple[RuleLabel, ...] = ()
    weapons: tuple[str, ...] = ()

    @property
    def contents(self) -> str:
        """The text in brackets after the item."""
        return ", ".join((*(rule.text for rule in self.rules), *self.weapons))


@dataclass(frozen=True, slots=True)
class UpgradeRow:
    """An upgrade and how often it was taken; `cost` is for all of them, empty if points are hidden."""

    count: int
    name: str
    cost: str

    @property
    def signed_cost(self) -> str:
        """The cost with its sign; some upgrades make a unit cheaper."""
        return f"+{self.cost}" if self.cost and not self.cost.startswith("-") else self.cost


@dataclass(frozen=True, slots=True)
class TickBoxes:
    """Labelled tick boxes; each group is a run, usually one per model, and each string the caption of a box."""

    id: str
    """rounds | state:<id> | models | tough | wounds | tokens"""
    label: str
    groups: tuple[tuple[str, ...], ...]
    half_strength_box: int = 0
    """The number of the box at which the unit is at half strength; 0 if it is not one of these."""

    @property
    def count(self) -> int:
        """The number of boxes in all groups."""
        return sum(len(group) for group in self.groups)


@dataclass(frozen=True, slots=True)
class Price:
    """The cost of a unit and half of it, rounded down, formatted for the language."""

    cost: int
    points: str
    half: str
    merged_total: str = ""
    """The total of identical units: `2 × 175 = 350`; empty for a single unit."""
    total_with_heroes: str = ""
    """The total of a unit and its heroes: `220 + 65 = 285`; empty without heroes."""
    half_with_heroes: str = ""
    """Half of the total of a unit and its heroes."""

    @property
    def displayed(self) -> str:
        """The cost as printed in the price column: the total if several units were merged."""
        return self.merged_total or self.points


@dataclass(frozen=True, slots=True)
class KnownSpells:
    """The spells that a caster can first pay for in the same round, with their cost: `Fire Ball (1)`."""

    label: str
    spells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GlossaryRow:
    """A rule in use and its text; `remark` says why it differs from the rulebook."""

    id: str
    label: str
    text: str
    remark: str = ""
    command: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetUnit:
    """A unit on the table; a combined unit is one, and attached heroes are part of it."""

    entry_id: str
    """The id of the entry, for anchors and for what a browser stores."""
    title: str
    """The player's name for the unit, or else the name in the book."""
    book_name: str
    """The name in the book if the title differs from it, else empty."""
    models: int
    remark: str = ""
    """That it is combined, or why it has no profile."""
    count: int = 1
    """The number of identical units that this one represents."""
    hero: bool = False
    faction: str = ""
    """The name of the faction if the list has several."""
    base: str = ""
    stats: tuple[Stat, ...] = ()
    price: Price | None = None
    rules: tuple[RuleLabel, ...] = ()
    weapons: tuple[WeaponRow, ...] = ()
    items: tuple[ItemRow, ...] = ()
    upgrades: tuple[UpgradeRow, ...] = ()
    spells: tuple[KnownSpells, ...] = ()
    """The spells of a caster; their texts are in the spells of the sheet."""
    campaign: str = ""
    """Experience and traits."""
    odds: str = ""
    """Expected hits and wounds, if asked for."""
    notes: str = ""
    worst_severity: str = ""
    """The worst severity of its findings: error, unchecked, warning or note; empty without findings."""
    tick_boxes: tuple[TickBoxes, ...] = ()
    rule_texts: tuple[GlossaryRow, ...] = ()
    """The rules of the unit and its weapons, with its own ratings; empty if texts are off."""
    attached_heroes: tuple[SheetUnit, ...] = ()

    @property
    def subtitle(self) -> str:
        """Name in the book, number of models and remark in one line."""
        name = f"{self.book_name} {TIMES}{self.models}".strip() if self.models > 1 else self.book_name
        return ", ".join(part for part in (name, self.remark) if part)


@dataclass(frozen=True, slots=True)
class SpellRow:
    """A spell, its cost, and its text; the text is empty if texts are off."""

    name: str
    cost: str
    text: str


@dataclass(frozen=True, slots=True)
class SpellBook:
    """The spells of a faction that has a caster in the list."""

    faction: str
    spells: tuple[SpellRow, ...]


@dataclass(frozen=True, slots=True)
class ReferenceChapter:
    """A chapter of the quick reference."""

    id: str
    title: str
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetFinding:
    """A finding as sentences."""

    severity: str
    """error, unchecked, warning or note"""
    severity_label: str
    """The severity in the sheet's language."""
    code: str
    name: str
    unit_title: str
    """The title of the unit; empty for the whole list or if the message names it."""
    message: str
    fix: str = ""
    source: str = ""
    entry_id: str = ""
    """The id of the entry; empty for the whole list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A list as it is printed."""

    language: str
    header: SheetHeader
    columns: tuple[SheetColumn, ...]
    units: tuple[SheetUnit, ...]
    spells: tuple[SpellBook, ...]
    glossary: tuple[GlossaryRow, ...]
    """Sorted by name, each rule once; empty if texts are off."""
    findings: tuple[SheetFinding, ...]
    credits: tuple[str, ...]
    labels: SheetLabels
    card_fields: tuple[SheetColumn, ...] = ()
    """The fields of a unit card if the rulebook has one: models, cost, skills or the id of a stat."""
    reference: tuple[ReferenceChapter, ...] = ()
    """The quick reference; empty unless asked for."""
    limit_rows: tuple[LimitRow, ...] = ()
    """Points and limits, for a judge to check at a glance."""

    @property
    def stamp(self) -> str:
        """The stamp on every page of a list that is not legal; empty for a legal one."""
        return {Verdict.ILLEGAL: self.labels.illegal, Verdict.UNCHECKED: self.labels.unchecked}.get(
            self.header.outcome, ""
        )
