"""The units of a list as they stand on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from listbuilder.diagnostics import Report
from listbuilder.i18n import format_number, translate
from listbuilder.model import Entry, FactionId, Moves, Roster, RosterEntry
from listbuilder.rules.merging import merged_rules
from listbuilder.rules.moves import format_moves, worked_moves
from listbuilder.rules.unknown import unknown_pick, unknown_remark, unknown_title
from listbuilder.rules.wounds import total_wounds
from listbuilder.sheet.boxes import build_boxes
from listbuilder.sheet.equipment import build_items, build_upgrades, build_weapons
from listbuilder.sheet.glossary import build_texts
from listbuilder.sheet.lexicon import Lexicon
from listbuilder.sheet.model import Price, SheetUnit, Stat, UpgradeRow
from listbuilder.sheet.options import PrintOptions
from listbuilder.sheet.plain import plain_line, plain_note


def build_units(roster: Roster, report: Report, lexicon: Lexicon, options: PrintOptions) -> tuple[SheetUnit, ...]:
    """List the units in the list's order, heroes under the unit they are in, unknown ones last."""
    inside = roster.joined_ids
    builder = _Builder(roster, report, lexicon, options)
    units = [builder.unit(entry) for entry in roster.entries if entry.id not in inside]
    units += [builder.unknown(entry) for entry in roster.unresolved]
    return merge_units(units) if options.with_merging else tuple(units)


def merge_units(units: list[SheetUnit]) -> tuple[SheetUnit, ...]:
    """Make identical units one with a count, in the place of the first."""
    merged: dict[SheetUnit, SheetUnit] = {}
    for unit in units:
        same = _anonymous(unit)
        before = merged.get(same)
        merged[same] = unit if before is None else replace(before, count=before.count + 1)
    return tuple(merged.values())


def _anonymous(unit: SheetUnit) -> SheetUnit:
    return replace(unit, key="", joined=tuple(_anonymous(hero) for hero in unit.joined))


class _Builder:
    """What every unit of one sheet is built with."""

    def __init__(self, roster: Roster, report: Report, lexicon: Lexicon, options: PrintOptions) -> None:
        self.roster = roster
        self.report = report
        self.lexicon = lexicon
        self.options = options
        self.language = lexicon.language
        self.several = len({entry.unit.faction for entry in roster.entries}) > 1

    def unit(self, entry: RosterEntry, *, joined: bool = False) -> SheetUnit:
        """Build a unit, with the heroes in it."""
        unit, options = entry.unit, self.options
        name = plain_line(unit.name.to(self.language))
        title = plain_line(entry.entry.name or "") or name
        built = SheetUnit(
            key=plain_line(entry.id),
            title=title,
            kind=name if title != name else "",
            models=entry.models,
            remark=translate(self.language, "sheet.combined") if len(entry.halves) > 1 else "",
            hero=entry.hero,
            faction=self._faction(unit.faction) if self.several else "",
            group=self._group(unit.group),
            stats=tuple(self._stats(entry)),
            boxes=build_boxes(entry, self.lexicon, joined) if options.with_boxes and not options.public else (),
            texts=build_texts(entry, self.lexicon, options),
            joined=tuple(self.unit(hero, joined=True) for hero in self.roster.joined.get(entry.id, ())),
        )
        return self._open(built, entry) if not options.public else self._hidden(built, entry)

    def _open(self, built: SheetUnit, entry: RosterEntry) -> SheetUnit:
        """Add all that the player chose."""
        worst = self.report.worst_on(entry.id)
        base = entry.halves[0].base or entry.unit.base
        return replace(
            built,
            price=self._price(entry.cost) if self.options.points else None,
            base=(base.shaped(self.lexicon.system.base) or "") if base is not None else "",
            rules=self.lexicon.labels(entry.unit.faction, merged_rules(entry)),
            weapons=build_weapons(entry, self.lexicon),
            items=build_items(entry, self.lexicon),
            upgrades=build_upgrades(entry, self.lexicon, self.options.points),
            campaign=self._campaign(entry.entry),
            notes=plain_note(entry.entry.notes or ""),
            mark=worst.value if worst is not None else "",
        )

    def _hidden(self, built: SheetUnit, entry: RosterEntry) -> SheetUnit:
        """Add only what is the same whatever the player chose."""
        base = entry.unit.base
        return replace(
            built,
            base=(base.shaped(self.lexicon.system.base) or "") if base is not None else "",
            rules=self.lexicon.labels(entry.unit.faction, entry.unit.rules),
        )

    def unknown(self, entry: Entry) -> SheetUnit:
        """Show an entry whose unit no data has: it is never dropped from paper."""
        worst, public = self.report.worst_on(entry.id), self.options.public
        return SheetUnit(
            key=plain_line(entry.id),
            title=plain_line(unknown_title(entry, self.language)),
            kind="",
            models=0,
            remark=plain_line(unknown_remark(entry, self.roster, self.language)),
            upgrades=() if public else self._unknown_upgrades(entry),
            notes="" if public else plain_note(entry.notes or ""),
            mark=worst.value if worst is not None else "",
        )

    def _unknown_upgrades(self, entry: Entry) -> tuple[UpgradeRow, ...]:
        """List what was picked for a unit that no data has, both halves together; what it costs nobody knows."""
        counts: Counter[str] = Counter()
        for half in (entry, entry.combined) if entry.combined is not None else (entry,):
            for pick in half.upgrades:
                counts[plain_line(unknown_pick(pick, self.language))] += pick.count
        return tuple(UpgradeRow(count, name, "") for name, count in counts.items())

    def _stats(self, entry: RosterEntry) -> Iterator[Stat]:
        language = self.language
        for name, value in (("quality", entry.unit.quality), ("defense", entry.unit.defense)):
            yield self._stat(name, f"{value}+")
        worked = None if self.options.public else self._moves(entry)
        for extra in self.lexicon.system.fields:
            number = entry.unit.fields.get(extra.id, extra.default)
            if worked is not None and extra is self.lexicon.system.speed:
                number = worked.advance
            if number is not None:
                yield Stat(extra.id, extra.short.to(language), extra.name.to(language), str(number))
        if worked is not None and self.lexicon.system.speed is None:
            yield self._stat("move", format_moves(worked, self.lexicon.system.measure))
        if not self.options.public and self.lexicon.system.wounds_field is None:
            yield self._stat("wounds", str(total_wounds(entry, self.lexicon.system)))

    def _moves(self, entry: RosterEntry) -> Moves | None:
        return worked_moves(entry, self.lexicon.system, self.roster.factions[entry.unit.faction])

    def _stat(self, name: str, value: str) -> Stat:
        short, full = (translate(self.language, f"sheet.{kind}.{name}") for kind in ("short", "stat"))
        return Stat(name, short, full, value)

    def _price(self, cost: int) -> Price:
        return Price(format_number(self.language, cost), format_number(self.language, cost // 2))

    def _faction(self, wanted: FactionId) -> str:
        faction = self.roster.factions.get(wanted)
        return plain_line(faction.name.to(self.language) if faction is not None else wanted)

    def _group(self, wanted: str | None) -> str:
        return next((group.name.to(self.language) for group in self.lexicon.system.groups if group.id == wanted), "")

    def _campaign(self, entry: Entry) -> str:
        parts = [translate(self.language, "sheet.experience", xp=entry.xp)] if entry.xp else []
        return ", ".join((*parts, *(plain_line(trait) for trait in entry.traits)))
