"""The units of a sheet: stats, weapons, items, upgrades, tick boxes and expected results.

The two halves of a combined unit are merged, and attached heroes are part of their unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from listbuilder.diagnostics import Report
from listbuilder.i18n import format_number, translate
from listbuilder.model import Entry, FactionId, Moves, Roster, RosterEntry, RuleRef, System, Weapon
from listbuilder.odds.benchmark_targets import GLANCE_DEFENSE, GLANCE_MODELS, Glance, glance
from listbuilder.odds.roster_combatants import listed_party
from listbuilder.rules.casting import caster_spells, is_caster
from listbuilder.rules.labels import unknown_pick, unknown_remark, unknown_title
from listbuilder.rules.moves import companions, format_moves, weapon_reach, worked_moves
from listbuilder.rules.roster import merged_items, merged_rules, merged_weapons
from listbuilder.rules.trackers import Band, BandKind, ModelGroup, Strip, model_groups, strips, total_wounds
from listbuilder.sheet.glossary import Lexicon, build_texts
from listbuilder.sheet.model import (
    Boxes,
    ItemRow,
    KnownSpells,
    Price,
    SheetUnit,
    Stat,
    UpgradeRow,
    WeaponColumn,
    WeaponRow,
)
from listbuilder.sheet.options import PrintOptions
from listbuilder.textutil.sanitize import DASH, TIMES, counted, plain_line, plain_note


def build_columns(labeller: Lexicon, *, reach: bool = False) -> tuple[WeaponColumn, ...]:
    """Return the columns of the weapon tables of a system; the threat range follows the range."""
    ids = _column_ids(labeller.system, reach=reach)
    headings = ("sheet.column", "sheet.column-short")
    return tuple(
        WeaponColumn(name, *(translate(labeller.language, f"{key}.{name}") for key in headings)) for name in ids
    )


def build_card(labeller: Lexicon) -> tuple[WeaponColumn, ...]:
    """Return the fields of a unit card, or an empty tuple if the rulebook has no card."""
    names = {extra.id: extra.name.to(labeller.language) for extra in labeller.system.fields}
    ids = labeller.system.card
    return tuple(
        WeaponColumn(name, names.get(name) or translate(labeller.language, f"sheet.stat.{name}")) for name in ids
    )


def _column_ids(system: System, *, reach: bool) -> tuple[str, ...]:
    ids = system.weapon_columns
    index = ids.index("range") + 1 if "range" in ids else 0
    return (*ids[:index], "reach", *ids[index:]) if reach else ids


def _build_weapons(entry: RosterEntry, labeller: Lexicon, moves: Moves | None, *, reach: bool) -> tuple[WeaponRow, ...]:
    """Return the weapons of the whole unit with their counts, and with their threat range if asked for."""
    columns = _column_ids(labeller.system, reach=reach)
    faction = entry.unit.faction
    return tuple(
        _weapon_row(count, weapon, faction, labeller, columns, moves) for weapon, count in merged_weapons(entry).items()
    )


def _weapon_row(  # noqa: PLR0917 - all different
    count: int, weapon: Weapon, faction: FactionId, labeller: Lexicon, columns: tuple[str, ...], moves: Moves | None
) -> WeaponRow:
    measure = labeller.system.measure
    piercing_id = labeller.system.roles.armour_piercing if "armour_piercing" in columns else None
    piercing = next((rule for rule in weapon.rules if rule.id == piercing_id), None)
    labels = labeller.labels(faction, (rule for rule in weapon.rules if rule.id != piercing_id))
    reach = f"{weapon_reach(weapon, moves)}{measure}" if moves is not None else DASH
    values = {
        "reach": reach,
        "range": f"{weapon.range}{measure}" if weapon.range else DASH,
        "attacks": f"A{weapon.attacks}" if count == 1 else f"{count} {TIMES} A{weapon.attacks}",
        "armour_piercing": str(piercing.rating) if piercing is not None else DASH,
        "rules": ", ".join(label.text for label in labels),
    }
    labelled = dict(values)
    if piercing is not None:
        labelled["armour_piercing"] = labeller.label(faction, piercing).text
    if moves is not None:
        labelled["reach"] = translate(labeller.language, "sheet.reach", reach=reach)
    cells, labelled_cells = (tuple(texts.get(column, DASH) for column in columns) for texts in (values, labelled))
    return WeaponRow(count, labeller.term(faction, weapon.name), cells, labels, labelled_cells)


def _build_items(entry: RosterEntry, labeller: Lexicon) -> tuple[ItemRow, ...]:
    """Return the items with what they grant."""
    faction = entry.unit.faction
    return tuple(
        ItemRow(
            count,
            labeller.term(faction, item.name),
            labeller.labels(faction, item.rules),
            tuple(counted(stack.count, labeller.profile(faction, stack.thing)) for stack in item.weapons),
        )
        for item, count in merged_items(entry).items()
    )


def _build_upgrades(entry: RosterEntry, labeller: Lexicon, points: bool) -> tuple[UpgradeRow, ...]:
    """Return the upgrades with their costs; an upgrade of both halves is one row."""
    sums: dict[str, tuple[int, int]] = {}
    for half in entry.halves:
        for upgrade in half.taken:
            name = labeller.option(entry.unit.faction, upgrade.option)
            count, cost = sums.get(name, (0, 0))
            sums[name] = (count + upgrade.count, cost + upgrade.cost)
    return tuple(
        UpgradeRow(count, name, format_number(labeller.language, cost) if points else "")
        for name, (count, cost) in sums.items()
    )


_MAX_BOXES = 120
"""More than any unit in the books needs; a larger unit gets no tick boxes."""
_BOX_LABELS = {"models": "sheet.box.models", "tough": "sheet.box.wounds", "wounds": "sheet.box.wounds"}


def build_boxes(entry: RosterEntry, strip: Strip, labeller: Lexicon) -> tuple[Boxes, ...]:
    """Return the tick boxes of one entry. Rounds and states belong to the unit, wounds and tokens to each entry."""
    shared = tuple(_shared_boxes(strip, labeller)) if strip.entry == entry.id else ()
    return (*shared, *_wound_boxes(entry, strip, labeller), *_token_boxes(entry, strip, labeller))


def _shared_boxes(strip: Strip, labeller: Lexicon) -> Iterator[Boxes]:
    if strip.rounds:
        numbers = tuple(str(number) for number in range(1, strip.rounds + 1))
        yield Boxes("rounds", translate(labeller.language, "sheet.box.rounds"), (numbers,))
    for state in strip.states:
        yield Boxes(f"state:{state.id}", state.name.to(labeller.language), (("",),))


def _wound_boxes(entry: RosterEntry, strip: Strip, labeller: Lexicon) -> tuple[Boxes, ...]:
    """Return a box for each wound of the entry's models; bands of the same kind are merged."""
    rows: dict[str, Boxes] = {}
    boxes = sum(band.boxes for band in strip.bands if band.entry == entry.id)
    if boxes > _MAX_BOXES:
        return ()
    boxes_before = 0
    for band in strip.bands:
        if band.entry == entry.id:
            kind = _box_kind(band, alone=boxes == 1)
            row = rows.get(kind) or Boxes(kind, translate(labeller.language, _BOX_LABELS[kind]), ())
            half = strip.half - boxes_before if boxes_before < strip.half <= boxes_before + band.boxes else 0
            groups = (*row.groups, *(("",) * run for run in band.runs))
            rows[kind] = replace(row, groups=groups, half=row.count + half if half else row.half)
        boxes_before += band.boxes
    return tuple(rows.values())


def _box_kind(band: Band, *, alone: bool) -> str:
    if band.kind is BandKind.MARKERS or alone:
        return "wounds"
    return "tough" if band.wounds > 1 else "models"


def _token_boxes(entry: RosterEntry, strip: Strip, labeller: Lexicon) -> Iterator[Boxes]:
    for tokens in strip.tokens:
        if tokens.entry == entry.id:
            yield Boxes("tokens", translate(labeller.language, "sheet.box.tokens"), (("",) * tokens.most,))


_DOT = " \N{MIDDLE DOT} "
_DIGITS = 1


def number(language: str, value: float, digits: int = 2) -> str:
    """Return a number with the decimal point of the language."""
    return f"{value:.{digits}f}".replace(".", translate(language, "number.point"))


def defense_label(defense: int, language: str) -> str:
    """Return a Defense value as the sheet heads it: `D4+`."""
    return f"{translate(language, 'sheet.short.defense')}{defense}+"


def tough_label(tough: int, language: str) -> str:
    """Return a Tough value as the sheet heads it: `T3`."""
    return f"{translate(language, 'sheet.short.tough')}{tough}"


def glance_target(language: str) -> str:
    """Return the target that expected results are for: `10×D4+`."""
    return f"{GLANCE_MODELS}{TIMES}{defense_label(GLANCE_DEFENSE, language)}"


def build_odds(entry: RosterEntry, roster: Roster, language: str) -> str:
    """Return the expected results of a unit with its heroes; empty for an attached hero."""
    if entry.id in roster.joined_ids:
        return ""
    glances = glance(listed_party(entry, roster, language), roster.system)
    if not glances:
        return ""
    key = "sheet.odds-together" if roster.joined.get(entry.id) else "sheet.odds"
    results = _DOT.join(_format_result(each, language) for each in glances)
    return translate(language, key, target=glance_target(language), said=results)


def _format_result(result: Glance, language: str) -> str:
    sign = result.odds.sign
    values = {"hits": number(language, result.hits, _DIGITS), "wounds": number(language, result.wounds, _DIGITS)}
    return translate(
        language, f"sheet.odds.{result.mode.value}", **{name: sign + text for name, text in values.items()}
    )


def build_units(roster: Roster, report: Report, labeller: Lexicon, options: PrintOptions) -> tuple[SheetUnit, ...]:
    """Return the units in the order of the list, each with its heroes, and unknown units last."""
    inside = roster.joined_ids
    builder = _UnitBuilder(roster, report, labeller, options)
    hosts = (entry for entry in roster.entries if entry.id not in inside)
    units = [builder.unit(entry, strip) for entry, strip in zip(hosts, strips(roster), strict=True)]
    units += [builder.unknown(entry) for entry in roster.unresolved]
    return _merge_units(units, labeller.language) if options.with_merging else tuple(units)


def build_unit(
    roster: Roster, report: Report, labeller: Lexicon, options: PrintOptions, entry: RosterEntry
) -> SheetUnit:
    """Return one entry without its heroes and tick boxes."""
    return replace(_UnitBuilder(roster, report, labeller, options).unit(entry, None), joined=())


def _merge_units(units: list[SheetUnit], language: str) -> tuple[SheetUnit, ...]:
    """Merge identical units into the first of them, with a count and the total of their prices."""
    identical: dict[SheetUnit, list[SheetUnit]] = {}
    for unit in units:
        identical.setdefault(_without_keys(unit), []).append(unit)
    return tuple(_with_count(group[0], len(group), language) for group in identical.values())


def _with_count(unit: SheetUnit, count: int, language: str) -> SheetUnit:
    """Set the count of a unit and of its heroes, with the total price."""
    if count == 1:
        return unit
    price = unit.price
    if price is not None:
        total = format_number(language, count * price.cost)
        price = replace(price, times=f"{count} {TIMES} {price.points} = {total}")
    heroes = tuple(_with_count(hero, count, language) for hero in unit.joined)
    return replace(unit, count=count, price=price, joined=heroes)


def _without_keys(unit: SheetUnit) -> SheetUnit:
    return replace(unit, key="", joined=tuple(_without_keys(hero) for hero in unit.joined))


def _format_model_wounds(groups: tuple[ModelGroup, ...]) -> str:
    """Return the wounds of each kind of model: `3/1`; a dash means 1."""
    return "/".join(DASH if group.wounds == 1 else str(group.wounds) for group in groups)


class _UnitBuilder:
    """Builds the units of one sheet."""

    def __init__(self, roster: Roster, report: Report, labeller: Lexicon, options: PrintOptions) -> None:
        self.roster = roster
        self.report = report
        self.labeller = labeller
        self.options = options
        self.language = labeller.language
        self.several = len({entry.unit.faction for entry in roster.entries}) > 1

    def unit(self, entry: RosterEntry, strip: Strip | None) -> SheetUnit:
        """Return a unit with its heroes, which share its tracker. Without a tracker there are no tick boxes."""
        unit, options = entry.unit, self.options
        name = plain_line(unit.name.to(self.language))
        title = plain_line(entry.entry.name or "") or name
        with_boxes = options.with_boxes and not options.public
        sheet_unit = SheetUnit(
            key=plain_line(entry.id),
            title=title,
            kind=name if title != name else "",
            models=entry.models,
            remark=translate(self.language, "sheet.combined") if len(entry.halves) > 1 else "",
            hero=entry.hero,
            faction=self._faction_name(unit.faction) if self.several else "",
            group=self._group_name(unit.group),
            stats=tuple(self._stats(entry)),
            boxes=build_boxes(entry, strip, self.labeller) if strip is not None and with_boxes else (),
            texts=build_texts(entry, self.labeller, options),
            joined=tuple(self.unit(hero, strip) for hero in self.roster.joined.get(entry.id, ())),
        )
        return self._add_choices(sheet_unit, entry) if not options.public else self._add_public_facts(sheet_unit, entry)

    def _add_choices(self, sheet_unit: SheetUnit, entry: RosterEntry) -> SheetUnit:
        """Add everything that depends on the player's choices."""
        worst, reach = self.report.worst_on(entry.id), self.options.reach
        base = entry.halves[0].base or entry.unit.base
        return replace(
            sheet_unit,
            price=self._price(entry) if self.options.points else None,
            base=(base.shaped(self.labeller.system.base) or "") if base is not None else "",
            rules=self.labeller.labels(entry.unit.faction, self._rules(entry)),
            spells=self._spells(entry),
            weapons=_build_weapons(entry, self.labeller, self._moves(entry) if reach else None, reach=reach),
            items=_build_items(entry, self.labeller),
            upgrades=_build_upgrades(entry, self.labeller, self.options.points),
            campaign=self._format_campaign(entry.entry),
            odds=build_odds(entry, self.roster, self.language) if self.options.odds else "",
            notes=plain_note(entry.entry.notes or "") if self.options.with_notes else "",
            mark=worst.value if worst is not None else "",
        )

    def _add_public_facts(self, sheet_unit: SheetUnit, entry: RosterEntry) -> SheetUnit:
        """Add only what does not depend on the player's choices."""
        base = entry.unit.base
        return replace(
            sheet_unit,
            base=(base.shaped(self.labeller.system.base) or "") if base is not None else "",
            rules=self.labeller.labels(entry.unit.faction, entry.unit.rules),
        )

    def unknown(self, entry: Entry) -> SheetUnit:
        """Return an entry whose unit is unknown, so that no entry is missing on paper."""
        worst, public = self.report.worst_on(entry.id), self.options.public
        return SheetUnit(
            key=plain_line(entry.id),
            title=plain_line(unknown_title(entry, self.language)),
            kind="",
            models=0,
            remark=plain_line(unknown_remark(entry, self.roster, self.language)),
            upgrades=() if public else self._unknown_upgrades(entry),
            notes=plain_note(entry.notes or "") if self.options.with_notes else "",
            mark=worst.value if worst is not None else "",
        )

    def _unknown_upgrades(self, entry: Entry) -> tuple[UpgradeRow, ...]:
        """Return the upgrades of an unknown unit, both halves together and without prices."""
        counts: Counter[str] = Counter()
        for half in (entry, entry.combined) if entry.combined is not None else (entry,):
            for pick in half.upgrades:
                counts[plain_line(unknown_pick(pick, self.language))] += pick.count
        return tuple(UpgradeRow(count, name, "") for name, count in counts.items())

    def _stats(self, entry: RosterEntry) -> Iterator[Stat]:
        language = self.language
        for name, value in (("quality", entry.unit.quality), ("defense", entry.unit.defense)):
            yield self._stat(name, f"{value}+")
        system = self.labeller.system
        own_wounds = not self.options.public and system.wounds_field is None
        if own_wounds and system.roles.tough is not None:
            yield self._stat("tough", _format_model_wounds(model_groups(entry, system)))
        moves = None if self.options.public else self._moves(entry)
        for extra in system.fields:
            number = entry.unit.fields.get(extra.id, extra.default)
            if moves is not None and extra is system.speed:
                number = moves.advance
            if number is not None:
                yield Stat(extra.id, extra.short.to(language), extra.name.to(language), str(number))
        if moves is not None and system.speed is None:
            yield self._stat("move", format_moves(moves, system.measure))
        if own_wounds:
            yield self._stat("wounds", str(total_wounds(entry, system)))

    def _moves(self, entry: RosterEntry) -> Moves | None:
        roster = self.roster
        faction = roster.factions[entry.unit.faction]
        return worked_moves(entry, roster.system, faction, companions(entry, roster))

    def _stat(self, name: str, value: str) -> Stat:
        short, full = (translate(self.language, f"sheet.{kind}.{name}") for kind in ("short", "stat"))
        return Stat(name, short, full, value)

    def _rules(self, entry: RosterEntry) -> tuple[RuleRef, ...]:
        """Return the rules of the unit. Tough of a single model is left out, since its item shows it."""
        tough = self.labeller.system.roles.tough
        mixed = len(model_groups(entry, self.labeller.system)) > 1
        return tuple(rule for rule in merged_rules(entry) if not (mixed and rule.id == tough))

    def _spells(self, entry: RosterEntry) -> tuple[KnownSpells, ...]:
        """Return the spells of a caster by the first round in which it can pay for them."""
        faction = self.roster.factions[entry.unit.faction]
        by_label: dict[str, list[str]] = {}
        if not faction.spells and is_caster(entry, self.roster.system, faction):
            label, remark = (translate(self.language, key) for key in ("sheet.word.spells", "sheet.no-spells"))
            return (KnownSpells(label, (remark,)),)
        castable = caster_spells(entry, self.roster.system, faction)
        for known in sorted(castable, key=lambda known: known.payable_in or 0):
            key = "sheet.spells-from" if known.payable_in is not None else "sheet.word.spells"
            label = translate(self.language, key, round=known.payable_in)
            by_label.setdefault(label, []).append(
                plain_line(f"{known.spell.name.to(self.language)} ({known.spell.cost})")
            )
        return tuple(KnownSpells(label, tuple(spells)) for label, spells in by_label.items())

    def _price(self, entry: RosterEntry) -> Price:
        costs = [entry.cost, *(hero.cost for hero in self.roster.joined.get(entry.id, ()))]
        total = sum(costs)
        format_points = partial(format_number, self.language)
        price = Price(entry.cost, format_points(entry.cost), format_points(entry.cost // 2))
        if len(costs) == 1:
            return price
        return replace(
            price,
            company=f"{' + '.join(map(format_points, costs))} = {format_points(total)}",
            company_half=format_points(total // 2),
        )

    def _faction_name(self, faction_id: FactionId) -> str:
        faction = self.roster.factions.get(faction_id)
        return plain_line(faction.name.to(self.language) if faction is not None else faction_id)

    def _group_name(self, group_id: str | None) -> str:
        return next((group.name.to(self.language) for group in self.labeller.system.groups if group.id == group_id), "")

    def _format_campaign(self, entry: Entry) -> str:
        parts = [translate(self.language, "sheet.experience", xp=entry.xp)] if entry.xp else []
        return ", ".join((*parts, *(plain_line(trait) for trait in entry.traits)))
