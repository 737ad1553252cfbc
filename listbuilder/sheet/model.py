"""The Sheet: a list as any face prints it, in the words of one language and in reading order.

Exporters lay these strings out and compute nothing. No string holds a control character or an unbounded name (see
`plain`), but all of them are text and never markup: each face escapes them its own way.
"""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.diagnostics import Verdict
from listbuilder.sheet.header import SheetHeader, Sum
from listbuilder.sheet.labels import Words
from listbuilder.textutil.sanitize import TIMES


@dataclass(frozen=True, slots=True)
class RuleLabel:
    """A rule as a unit or a weapon bears it: its glossary id and its words, `Tough(3)`."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Stat:
    """A number of the stat line: `Q 5+`."""

    id: str
    short: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class WeaponColumn:
    """A column of the weapons tables, after count and name."""

    id: str
    heading: str
    short: str = ""
    """The heading where there is little room."""


@dataclass(frozen=True, slots=True)
class WeaponRow:
    """So many of one weapon; `cells` stand under the sheet's columns."""

    count: int
    name: str
    cells: tuple[str, ...]
    rules: tuple[RuleLabel, ...] = ()
    labelled: tuple[str, ...] = ()
    """The cells as they read where no heading stands over them: `AP(1)`."""


@dataclass(frozen=True, slots=True)
class ItemRow:
    """So many of one item, and what it gives (rules and weapons, in words)."""

    count: int
    name: str
    rules: tuple[RuleLabel, ...] = ()
    weapons: tuple[str, ...] = ()

    @property
    def gives(self) -> str:
        """What stands in the item's brackets."""
        return ", ".join((*(rule.text for rule in self.rules), *self.weapons))


@dataclass(frozen=True, slots=True)
class UpgradeRow:
    """An upgrade by its full name, taken so often; `cost` is the sum for all of them, empty where prices are hidden."""

    count: int
    name: str
    cost: str

    @property
    def added(self) -> str:
        """What it adds to the price, with its sign: some make a unit cheaper."""
        return f"+{self.cost}" if self.cost and not self.cost.startswith("-") else self.cost


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes to tick behind a label; `groups` are runs (one a model) with a gap between, each box with its caption."""

    id: str
    """rounds | state:<id> | models | tough | wounds | tokens"""
    label: str
    groups: tuple[tuple[str, ...], ...]
    half: int = 0
    """When so many of them are ticked the unit is down to half strength; 0 where that is not among them."""

    @property
    def count(self) -> int:
        """How many boxes there are in all."""
        return sum(len(group) for group in self.groups)


@dataclass(frozen=True, slots=True)
class Price:
    """What a unit costs and half of it, rounded down; written as the language writes numbers."""

    cost: int
    points: str
    half: str
    times: str = ""
    """Twins that stand as one: how many, at what price, what together: `2 × 175 = 350`; empty for a single unit."""
    company: str = ""
    """A host and the heroes in it: `220 + 65 = 285`; empty without heroes."""
    company_half: str = ""
    """Half of what host and heroes cost together."""

    @property
    def shown(self) -> str:
        """What stands where prices stand: rows add up to what the list costs."""
        return self.times or self.points


@dataclass(frozen=True, slots=True)
class KnownSpells:
    """Spells of a caster that its tokens first pay for in the same round, each with its number: `Fire Ball (1)`."""

    label: str
    spells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GlossaryRow:
    """A rule in use: `AP(X)` and what it does; `remark`: why it differs from the print."""

    id: str
    label: str
    text: str
    remark: str = ""
    command: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetUnit:
    """A unit as it stands on the table: a combined one is one, heroes in it are `joined`."""

    key: str
    """The entry's id: for anchors and for what a browser remembers."""
    title: str
    """The player's own name for it, or the unit's."""
    kind: str
    """The unit's name where the title is another, else empty."""
    models: int
    remark: str = ""
    """combined, or why there is no profile."""
    count: int = 1
    """How many identical units this one stands for."""
    hero: bool = False
    faction: str = ""
    """The faction's name where a list has several."""
    group: str = ""
    base: str = ""
    stats: tuple[Stat, ...] = ()
    price: Price | None = None
    rules: tuple[RuleLabel, ...] = ()
    weapons: tuple[WeaponRow, ...] = ()
    items: tuple[ItemRow, ...] = ()
    upgrades: tuple[UpgradeRow, ...] = ()
    spells: tuple[KnownSpells, ...] = ()
    """What a caster may cast; their texts stand in the sheet's spells."""
    campaign: str = ""
    """Experience and traits in words."""
    odds: str = ""
    """What it may expect to do, where that is asked for."""
    notes: str = ""
    mark: str = ""
    """The worst severity among its findings: error | unchecked | warning | note, or empty."""
    boxes: tuple[Boxes, ...] = ()
    texts: tuple[GlossaryRow, ...] = ()
    """What its rules and those of its weapons mean, with its own numbers; empty where texts are off."""
    joined: tuple[SheetUnit, ...] = ()

    @property
    def subtitle(self) -> str:
        """Kind, size and remark in one line: name, count of models, how they stand."""
        front = f"{self.kind} {TIMES}{self.models}".strip() if self.models > 1 else self.kind
        return ", ".join(part for part in (front, self.remark) if part)


@dataclass(frozen=True, slots=True)
class SpellRow:
    """A spell, its number in brackets, and what it does (empty where texts are off)."""

    name: str
    cost: str
    text: str


@dataclass(frozen=True, slots=True)
class SpellBook:
    """The spells of a faction that has a caster in the list."""

    faction: str
    spells: tuple[SpellRow, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A chapter of the quick reference: its id, its heading, its sentences."""

    id: str
    title: str
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FindingLines:
    """A finding as sentences."""

    severity: str
    """error | unchecked | warning | note"""
    word: str
    """The severity in the language."""
    code: str
    name: str
    on: str
    """The unit's title, empty for the whole list and where the message names it."""
    message: str
    fix: str = ""
    source: str = ""
    key: str = ""
    """The entry's id, empty for the whole list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A list as it is printed."""

    language: str
    header: SheetHeader
    columns: tuple[WeaponColumn, ...]
    units: tuple[SheetUnit, ...]
    spells: tuple[SpellBook, ...]
    glossary: tuple[GlossaryRow, ...]
    """Alphabetical, each rule once; empty where texts are off."""
    findings: tuple[FindingLines, ...]
    credits: tuple[str, ...]
    words: Words
    card: tuple[WeaponColumn, ...] = ()
    """The labelled fields of a unit's card, where the rulebook draws one: models | cost | skills | a stat's id."""
    reference: tuple[Passage, ...] = ()
    """How the game is played; empty unless it was asked for."""
    sums: tuple[Sum, ...] = ()
    """What decides the verdict, for a judge to see at a glance."""

    @property
    def stamp(self) -> str:
        """The mark on every page of a list that is not legal, empty for one that is."""
        return {Verdict.ILLEGAL: self.words.illegal, Verdict.UNCHECKED: self.words.unchecked}.get(
            self.header.judged, ""
        )
