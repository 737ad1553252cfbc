"""The units of a sheet: stats, weapons, items, upgrades, tick boxes and expected results.

The two halves of a combined unit are merged, and attached heroes are part of their unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from listbuilder.diagnostics import Report
from listbuilder.i18n import format_number, translate
from listbuilder.model import Entry, Moves, Roster, RosterEntry, RuleRef, System
from listbuilder.odds.army_damage import PLAIN_TARGET_DEFENSE, PLAIN_TARGET_MODELS, summarise_odds
from listbuilder.odds.combatant import entry_combatant
from listbuilder.rules.casting import caster_spells, is_caster
from listbuilder.rules.moves import companions, entry_moves, format_moves, threat_range
from listbuilder.rules.roster_builder import count_items, count_weapons, merge_half_rules
from listbuilder.rules.trackers import UnitTracker, WoundTrackKind, build_trackers, total_wounds, wound_groups
from listbuilder.rules.unit_labels import unresolved_label, unresolved_title, unresolved_upgrade_label
from listbuilder.sheet.model import (
    ItemRow,
    KnownSpells,
    Price,
    SheetColumn,
    SheetUnit,
    Stat,
    TickBoxes,
    UpgradeRow,
    WeaponRow,
)
from listbuilder.sheet.options import PrintOptions
from listbuilder.sheet.rules_glossary import RuleLabeller, build_unit_glossary
from listbuilder.textutil.sanitize import DASH, TIMES, format_count, sanitize_line, sanitize_note


def build_weapon_columns(labeller: RuleLabeller, *, reach: bool = False) -> tuple[SheetColumn, ...]:
    """Return the columns of the weapon tables of a system; the threat range follows the range."""
    ids = _column_ids(labeller.system, reach=reach)
    headings = ("sheet.column", "sheet.column-short")
    return tuple(
        SheetColumn(name, *(translate(labeller.language, f"{key}.{name}") for key in headings)) for name in ids
    )


def build_card_fields(labeller: RuleLabeller) -> tuple[SheetColumn, ...]:
    """Return the fields of a unit card, or an empty tuple if the rulebook has no card."""
    names = {extra.id: extra.name.to(labeller.language) for extra in labeller.system.unit_fields}
    ids = labeller.system.card_fields
    return tuple(
        SheetColumn(name, names.get(name) or translate(labeller.language, f"sheet.stat.{name}")) for name in ids
    )


def _column_ids(system: System, *, reach: bool) -> tuple[str, ...]:
    ids = system.weapon_columns
    index = ids.index("range") + 1 if "range" in ids else 0
    return (*ids[:index], "reach", *ids[index:]) if reach else ids


def _build_weapons(
    entry: RosterEntry, labeller: RuleLabeller, moves: Moves | None, *, reach: bool
) -> Iterator[WeaponRow]:
    """Yield the weapons of the whole unit with their counts, and with their threat range if asked for."""
    columns = _column_ids(labeller.system, reach=reach)
    faction, measure = entry.unit.faction, labeller.system.distance_mark
    piercing_id = labeller.system.roles.armour_piercing if "armour_piercing" in columns else None
    for weapon, count in count_weapons(entry).items():
        piercing = next((rule for rule in weapon.rules if rule.id == piercing_id), None)
        labels = labeller.rule_labels(faction, (rule for rule in weapon.rules if rule.id != piercing_id))
        values = {
            "reach": f"{threat_range(weapon, moves)}{measure}" if moves is not None else DASH,
            "range": f"{weapon.range}{measure}" if weapon.range else DASH,
            "attacks": f"A{weapon.attacks}" if count == 1 else f"{count} {TIMES} A{weapon.attacks}",
            "armour_piercing": str(piercing.rating) if piercing is not None else DASH,
            "rules": ", ".join(label.text for label in labels),
        }
        labelled = dict(values)
        if piercing is not None:
            labelled["armour_piercing"] = labeller.rule_label(faction, piercing).text
        if moves is not None:
            labelled["reach"] = translate(labeller.language, "sheet.reach", reach=values["reach"])
        cells, labelled_cells = (tuple(texts.get(column, DASH) for column in columns) for texts in (values, labelled))
        yield WeaponRow(count, labeller.translate_name(faction, weapon.name), cells, labels, labelled_cells)


def _build_items(entry: RosterEntry, labeller: RuleLabeller) -> Iterator[ItemRow]:
    """Yield the items with what they grant."""
    faction = entry.unit.faction
    for item, count in count_items(entry).items():
        stacks = ((stack.count, labeller.weapon_profile(faction, stack.equipment)) for stack in item.weapons)
        weapons = tuple(format_count(number, profile) for number, profile in stacks)
        name = labeller.translate_name(faction, item.name)
        yield ItemRow(count, name, labeller.rule_labels(faction, item.rules), weapons)


def _build_upgrades(entry: RosterEntry, labeller: RuleLabeller, points: bool) -> tuple[UpgradeRow, ...]:
    """Return the upgrades with their costs; an upgrade of both halves is one row."""
    sums: dict[str, tuple[int, int]] = {}
    for half in entry.halves:
        for upgrade in half.upgrades:
            name = labeller.option_name(entry.unit.faction, upgrade.option)
            count, cost = sums.get(name, (0, 0))
            sums[name] = (count + upgrade.count, cost + upgrade.cost)
    return tuple(
        UpgradeRow(count, name, format_number(labeller.language, cost) if points else "")
        for name, (count, cost) in sums.items()
    )


_MAX_BOXES = 120
"""More than any unit in the books needs; a larger unit gets no tick boxes."""


def build_tick_boxes(entry: RosterEntry, strip: UnitTracker, labeller: RuleLabeller) -> Iterator[TickBoxes]:
    """Yield the tick boxes of one entry. Rounds and states belong to the unit, wounds and tokens to each entry."""
    language = labeller.language
    if strip.entry == entry.id:
        if strip.rounds:
            numbers = tuple(str(number) for number in range(1, strip.rounds + 1))
            yield TickBoxes("rounds", translate(language, "sheet.box.rounds"), (numbers,))
        for state in strip.states:
            yield TickBoxes(f"state:{state.id}", state.name.to(language), (("",),))
    yield from _wound_boxes(entry, strip, language)
    for tokens in strip.tokens:
        if tokens.entry == entry.id:
            yield TickBoxes("tokens", translate(language, "sheet.box.tokens"), (("",) * tokens.maximum,))


def _wound_boxes(entry: RosterEntry, strip: UnitTracker, language: str) -> Iterable[TickBoxes]:
    """Return a box for each wound of the entry's models; bands of the same kind are merged."""
    rows: dict[str, TickBoxes] = {}
    boxes = sum(band.boxes for band in strip.wound_tracks if band.entry == entry.id)
    if boxes > _MAX_BOXES:
        return ()
    boxes_before = 0
    for band in strip.wound_tracks:
        if band.entry == entry.id:
            kind = "tough" if band.wounds > 1 else "models"
            if band.kind is WoundTrackKind.MARKERS or boxes == 1:
                kind = "wounds"
            label = translate(language, "sheet.box.models" if kind == "models" else "sheet.box.wounds")
            row = rows.get(kind) or TickBoxes(kind, label, ())
            half = strip.half_strength_at - boxes_before
            rows[kind] = replace(
                row,
                groups=(*row.groups, *(("",) * run for run in band.box_groups)),
                half_strength_box=row.count + half if 0 < half <= band.boxes else row.half_strength_box,
            )
        boxes_before += band.boxes
    return rows.values()


def format_decimal(language: str, value: float, digits: int = 2) -> str:
    """Return a number with the decimal point of the language."""
    return f"{value:.{digits}f}".replace(".", translate(language, "number.point"))


def format_defense(defense: int, language: str) -> str:
    """Return a Defense value as the sheet heads it: `D4+`."""
    return f"{translate(language, 'sheet.short.defense')}{defense}+"


def format_tough(tough: int, language: str) -> str:
    """Return a Tough value as the sheet heads it: `T3`."""
    return f"{translate(language, 'sheet.short.tough')}{tough}"


def format_benchmark_target(language: str) -> str:
    """Return the target that expected results are for: `10×D4+`."""
    return f"{PLAIN_TARGET_MODELS}{TIMES}{format_defense(PLAIN_TARGET_DEFENSE, language)}"


def build_odds_line(entry: RosterEntry, roster: Roster, language: str) -> str:
    """Return the expected results of a unit with its heroes; empty for an attached hero."""
    if entry.id in roster.attached_ids:
        return ""
    glances = summarise_odds(entry_combatant(entry, roster, language), roster.system)
    if not glances:
        return ""
    results = []
    for glance in glances:
        hits, wounds = (glance.odds.sign + format_decimal(language, value, 1) for value in (glance.hits, glance.wounds))
        results.append(translate(language, f"sheet.odds.{glance.mode.value}", hits=hits, wounds=wounds))
    key = "sheet.odds-together" if roster.attached_heroes.get(entry.id) else "sheet.odds"
    return translate(language, key, target=format_benchmark_target(language), said=" \N{MIDDLE DOT} ".join(results))


def build_units(roster: Roster, report: Report, labeller: RuleLabeller, options: PrintOptions) -> tuple[SheetUnit, ...]:
    """Return the units in the order of the list, each with its heroes, and unknown units last.

    If the options say so, identical units are merged into the first of them.
    """
    inside = roster.attached_ids
    builder = _UnitBuilder(roster, report, labeller, options)
    hosts = (entry for entry in roster.entries if entry.id not in inside)
    units = [builder.unit(entry, strip) for entry, strip in zip(hosts, build_trackers(roster), strict=True)]
    units += [builder.unknown(entry) for entry in roster.unresolved]
    if not options.merges_units:
        return tuple(units)
    identical: dict[SheetUnit, list[SheetUnit]] = {}
    for unit in units:
        identical.setdefault(_without_keys(unit), []).append(unit)
    return tuple(_with_count(group[0], len(group), labeller.language) for group in identical.values())


def build_unit(
    roster: Roster, report: Report, labeller: RuleLabeller, options: PrintOptions, entry: RosterEntry
) -> SheetUnit:
    """Return one entry without its heroes and tick boxes."""
    return replace(_UnitBuilder(roster, report, labeller, options).unit(entry, None), attached_heroes=())


def _with_count(unit: SheetUnit, count: int, language: str) -> SheetUnit:
    """Set the count of a unit and of its heroes, with the total price."""
    if count == 1:
        return unit
    price = unit.price
    if price is not None:
        total = format_number(language, count * price.cost)
        price = replace(price, merged_total=f"{count} {TIMES} {price.points} = {total}")
    heroes = tuple(_with_count(hero, count, language) for hero in unit.attached_heroes)
    return replace(unit, count=count, price=price, attached_heroes=heroes)


def _without_keys(unit: SheetUnit) -> SheetUnit:
    return replace(unit, entry_id="", attached_heroes=tuple(_without_keys(hero) for hero in unit.attached_heroes))


class _UnitBuilder:
    """Builds the units of one sheet."""

    def __init__(self, roster: Roster, report: Report, labeller: RuleLabeller, options: PrintOptions) -> None:
        self.roster = roster
        self.report = report
        self.labeller = labeller
        self.options = options
        self.language = labeller.language
        self.several = len({entry.unit.faction for entry in roster.entries}) > 1

    def unit(self, entry: RosterEntry, strip: UnitTracker | None) -> SheetUnit:
        """Return a unit with its heroes, which share its tracker. Without a tracker there are no tick boxes."""
        unit, options, system = entry.unit, self.options, self.labeller.system
        name = sanitize_line(unit.name.to(self.language))
        title = sanitize_line(entry.entry.name or "") or name
        with_boxes = options.shows_boxes and not options.public
        base = unit.base if options.public else entry.halves[0].base or unit.base
        faction = self.roster.factions.get(unit.faction)
        sheet_unit = SheetUnit(
            entry_id=sanitize_line(entry.id),
            title=title,
            book_name=name if title != name else "",
            models=entry.models,
            remark=translate(self.language, "sheet.combined") if len(entry.halves) > 1 else "",
            hero=entry.is_hero,
            faction=sanitize_line(faction.name.to(self.language) if faction else unit.faction) if self.several else "",
            base=(base.for_shape(system.base_shape) or "") if base is not None else "",
            stats=tuple(self._stats(entry)),
            rules=self.labeller.rule_labels(unit.faction, unit.rules if options.public else self._rules(entry)),
            tick_boxes=tuple(build_tick_boxes(entry, strip, self.labeller)) if strip and with_boxes else (),
            rule_texts=build_unit_glossary(entry, self.labeller, options),
            attached_heroes=tuple(self.unit(hero, strip) for hero in self.roster.attached_heroes.get(entry.id, ())),
        )
        return sheet_unit if options.public else self._add_choices(sheet_unit, entry)

    def _add_choices(self, sheet_unit: SheetUnit, entry: RosterEntry) -> SheetUnit:
        """Add what only depends on the player's choices, which a public sheet hides."""
        worst, reach = self.report.worst_severity_on(entry.id), self.options.reach
        campaign = [translate(self.language, "sheet.experience", xp=entry.entry.xp)] if entry.entry.xp else []
        return replace(
            sheet_unit,
            price=self._price(entry) if self.options.points else None,
            spells=self._spells(entry),
            weapons=tuple(_build_weapons(entry, self.labeller, self._moves(entry) if reach else None, reach=reach)),
            items=tuple(_build_items(entry, self.labeller)),
            upgrades=_build_upgrades(entry, self.labeller, self.options.points),
            campaign=", ".join((*campaign, *map(sanitize_line, entry.entry.traits))),
            odds=build_odds_line(entry, self.roster, self.language) if self.options.odds else "",
            notes=sanitize_note(entry.entry.notes or "") if self.options.shows_notes else "",
            worst_severity=worst.value if worst is not None else "",
        )

    def unknown(self, entry: Entry) -> SheetUnit:
        """Return an entry whose unit is unknown, so that no entry is missing on paper."""
        worst = self.report.worst_severity_on(entry.id)
        upgrades: Counter[str] = Counter()
        halves = (entry,) if entry.combined is None else (entry, entry.combined)
        for half in halves if not self.options.public else ():
            for pick in half.upgrades:
                upgrades[sanitize_line(unresolved_upgrade_label(pick, self.language))] += pick.count
        return SheetUnit(
            entry_id=sanitize_line(entry.id),
            title=sanitize_line(unresolved_title(entry, self.language)),
            book_name="",
            models=0,
            remark=sanitize_line(unresolved_label(entry, self.roster, self.language)),
            upgrades=tuple(UpgradeRow(count, name, "") for name, count in upgrades.items()),
            notes=sanitize_note(entry.notes or "") if self.options.shows_notes else "",
            worst_severity=worst.value if worst is not None else "",
        )

    def _stats(self, entry: RosterEntry) -> Iterator[Stat]:
        language = self.language
        for name, value in (("quality", entry.unit.quality), ("defense", entry.unit.defense)):
            yield self._stat(name, f"{value}+")
        system = self.labeller.system
        own_wounds = not self.options.public and system.wounds_field is None
        if own_wounds and system.roles.tough is not None:
            # the wounds of each kind of model: `3/1`; a dash means 1
            wounds = [DASH if group.wounds == 1 else str(group.wounds) for group in wound_groups(entry, system)]
            yield self._stat("tough", "/".join(wounds))
        moves = None if self.options.public else self._moves(entry)
        for extra in system.unit_fields:
            number = entry.unit.fields.get(extra.id, extra.default)
            if moves is not None and extra is system.speed_field:
                number = moves.advance
            if number is not None:
                yield Stat(extra.id, extra.short.to(language), extra.name.to(language), str(number))
        if moves is not None and system.speed_field is None:
            yield self._stat("move", format_moves(moves, system.distance_mark))
        if own_wounds:
            yield self._stat("wounds", str(total_wounds(entry, system)))

    def _moves(self, entry: RosterEntry) -> Moves | None:
        roster = self.roster
        faction = roster.factions[entry.unit.faction]
        return entry_moves(entry, roster.system, faction, companions(entry, roster))

    def _stat(self, name: str, value: str) -> Stat:
        short, full = (translate(self.language, f"sheet.{kind}.{name}") for kind in ("short", "stat"))
        return Stat(name, short, full, value)

    def _rules(self, entry: RosterEntry) -> tuple[RuleRef, ...]:
        """Return the rules of the unit. Tough of a single model is left out, since its item shows it."""
        tough = self.labeller.system.roles.tough
        mixed = len(wound_groups(entry, self.labeller.system)) > 1
        return tuple(rule for rule in merge_half_rules(entry) if not (mixed and rule.id == tough))

    def _spells(self, entry: RosterEntry) -> tuple[KnownSpells, ...]:
        """Return the spells of a caster by the first round in which it can pay for them."""
        faction = self.roster.factions[entry.unit.faction]
        by_label: dict[str, list[str]] = {}
        if not faction.spells and is_caster(entry, self.roster.system, faction):
            label, remark = (translate(self.language, key) for key in ("sheet.word.spells", "sheet.no-spells"))
            return (KnownSpells(label, (remark,)),)
        castable = caster_spells(entry, self.roster.system, faction)
        for known in sorted(castable, key=lambda known: known.first_round or 0):
            key = "sheet.spells-from" if known.first_round is not None else "sheet.word.spells"
            label = translate(self.language, key, round=known.first_round)
            by_label.setdefault(label, []).append(
                sanitize_line(f"{known.spell.name.to(self.language)} ({known.spell.cost})")
            )
        return tuple(KnownSpells(label, tuple(spells)) for label, spells in by_label.items())

    def _price(self, entry: RosterEntry) -> Price:
        costs = [entry.cost, *(hero.cost for hero in self.roster.attached_heroes.get(entry.id, ()))]
        total = sum(costs)
        format_points = partial(format_number, self.language)
        price = Price(entry.cost, format_points(entry.cost), format_points(entry.cost // 2))
        if len(costs) == 1:
            return price
        return replace(
            price,
            total_with_heroes=f"{' + '.join(map(format_points, costs))} = {format_points(total)}",
            half_with_heroes=format_points(total // 2),
        )
