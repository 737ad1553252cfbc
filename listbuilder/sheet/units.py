"""The units of a list as they stand on the table.

The tracking strip of a unit in words: boxes behind labels, as every face draws them.

What a unit may expect to do, in words for paper, and numbers as the reader writes them.

Weapons, items and upgrades of an entry as rows; the halves of a combined one are put together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from listbuilder.diagnostics import Report
from listbuilder.i18n import format_number, translate
from listbuilder.model import Entry, FactionId, Item, Moves, Roster, RosterEntry, RuleRef, System, Weapon
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


def build_columns(lexicon: Lexicon, *, reach: bool = False) -> tuple[WeaponColumn, ...]:
    """Head the columns of the weapons tables as the system has them; the reach stands behind the range."""
    ids = _columns(lexicon.system, reach=reach)
    headings = ("sheet.column", "sheet.column-short")
    return tuple(
        WeaponColumn(name, *(translate(lexicon.language, f"{key}.{name}") for key in headings)) for name in ids
    )


def build_card(lexicon: Lexicon) -> tuple[WeaponColumn, ...]:
    """Head the fields of a unit's card as the system's rulebook draws it, if it does."""
    names = {extra.id: extra.name.to(lexicon.language) for extra in lexicon.system.fields}
    ids = lexicon.system.card
    return tuple(
        WeaponColumn(name, names.get(name) or translate(lexicon.language, f"sheet.stat.{name}")) for name in ids
    )


def _columns(system: System, *, reach: bool) -> tuple[str, ...]:
    ids = system.weapon_columns
    place = ids.index("range") + 1 if "range" in ids else 0
    return (*ids[:place], "reach", *ids[place:]) if reach else ids


def build_weapons(entry: RosterEntry, lexicon: Lexicon, moves: Moves | None, *, reach: bool) -> tuple[WeaponRow, ...]:
    """List the weapons with their counts for the whole unit, and how far they threaten where that is asked for."""
    columns = _columns(lexicon.system, reach=reach)
    faction = entry.unit.faction
    return tuple(
        _weapon_row(count, weapon, faction, lexicon, columns, moves) for weapon, count in merged_weapons(entry).items()
    )


def _weapon_row(  # noqa: PLR0917 - all different
    count: int, weapon: Weapon, faction: FactionId, lexicon: Lexicon, columns: tuple[str, ...], moves: Moves | None
) -> WeaponRow:
    piercing = lexicon.system.roles.armour_piercing if "armour_piercing" in columns else None
    rules = tuple(rule for rule in weapon.rules if rule.id != piercing)
    labels = lexicon.labels(faction, rules)
    values: dict[str, Callable[[], str]] = {
        "reach": lambda: f"{weapon_reach(weapon, moves)}{lexicon.system.measure}" if moves is not None else DASH,
        "range": lambda: f"{weapon.range}{lexicon.system.measure}" if weapon.range else DASH,
        "attacks": lambda: f"A{weapon.attacks}" if count == 1 else f"{count} {TIMES} A{weapon.attacks}",
        "armour_piercing": lambda: next((str(rule.rating) for rule in weapon.rules if rule.id == piercing), DASH),
        "rules": lambda: ", ".join(label.text for label in labels),
    }
    cells = tuple(values[column]() if column in values else DASH for column in columns)
    pierces = next((lexicon.label(faction, rule).text for rule in weapon.rules if rule.id == piercing), DASH)
    shown = dict(zip(columns, cells, strict=True))
    labelled = {**shown, "armour_piercing": pierces, "reach": _labelled_reach(shown.get("reach", DASH), lexicon)}
    in_order = tuple(labelled[column] for column in columns)
    return WeaponRow(count, lexicon.term(faction, weapon.name), cells, labels, in_order)


def _labelled_reach(text: str, lexicon: Lexicon) -> str:
    return text if text == DASH else translate(lexicon.language, "sheet.reach", reach=text)


def build_items(entry: RosterEntry, lexicon: Lexicon) -> tuple[ItemRow, ...]:
    """List the items with what they give."""
    return tuple(_item_row(count, item, entry, lexicon) for item, count in merged_items(entry).items())


def _item_row(count: int, item: Item, entry: RosterEntry, lexicon: Lexicon) -> ItemRow:
    faction = entry.unit.faction
    weapons = tuple(counted(armed.count, lexicon.profile(faction, armed.thing)) for armed in item.weapons)
    return ItemRow(count, lexicon.term(faction, item.name), lexicon.labels(faction, item.rules), weapons)


def build_upgrades(entry: RosterEntry, lexicon: Lexicon, points: bool) -> tuple[UpgradeRow, ...]:
    """List the upgrades by full name with what they cost; one taken for both halves is one row."""
    sums: dict[str, tuple[int, int]] = {}
    for half in entry.halves:
        for taken in half.taken:
            name = lexicon.option(entry.unit.faction, taken.option)
            count, cost = sums.get(name, (0, 0))
            sums[name] = (count + taken.count, cost + taken.cost)
    return tuple(
        UpgradeRow(count, name, format_number(lexicon.language, cost) if points else "")
        for name, (count, cost) in sums.items()
    )


MOST_BOXES = 120
"""More than any unit of the books needs; a unit beyond it gets none rather than a page full of squares."""


def build_boxes(entry: RosterEntry, strip: Strip, lexicon: Lexicon) -> tuple[Boxes, ...]:
    """Give an entry's part of its unit's strip: rounds and states are the host's, wounds and tokens everybody's own."""
    shared = tuple(_shared(strip, lexicon)) if strip.entry == entry.id else ()
    return (*shared, *_losses(entry, strip, lexicon), *_tokens(entry, strip, lexicon))


def _shared(strip: Strip, lexicon: Lexicon) -> Iterator[Boxes]:
    if strip.rounds:
        numbers = tuple(str(number) for number in range(1, strip.rounds + 1))
        yield Boxes("rounds", translate(lexicon.language, "sheet.box.rounds"), (numbers,))
    for state in strip.states:
        yield Boxes(f"state:{state.id}", state.name.to(lexicon.language), (("",),))


def _losses(entry: RosterEntry, strip: Strip, lexicon: Lexicon) -> tuple[Boxes, ...]:
    """Give a box for each wound of the entry's models as they stand; bands of one kind follow one another."""
    found: dict[str, Boxes] = {}
    boxes = sum(band.boxes for band in strip.bands if band.entry == entry.id)
    if boxes > MOST_BOXES:
        return ()
    before = 0
    for band in strip.bands:
        if band.entry == entry.id:
            kind = _kind(band, alone=boxes == 1)
            known = found.get(kind) or Boxes(kind, _label(kind, lexicon), ())
            half = strip.half - before if before < strip.half <= before + band.boxes else 0
            groups = (*known.groups, *(("",) * run for run in band.runs))
            found[kind] = replace(known, groups=groups, half=known.count + half if half else known.half)
        before += band.boxes
    return tuple(found.values())


def _kind(band: Band, *, alone: bool) -> str:
    if band.kind is BandKind.MARKERS or alone:
        return "wounds"
    return "tough" if band.wounds > 1 else "models"


def _label(kind: str, lexicon: Lexicon) -> str:
    return translate(lexicon.language, "sheet.box.models" if kind == "models" else "sheet.box.wounds")


def _tokens(entry: RosterEntry, strip: Strip, lexicon: Lexicon) -> Iterator[Boxes]:
    for tokens in strip.tokens:
        if tokens.entry == entry.id:
            yield Boxes("tokens", translate(lexicon.language, "sheet.box.tokens"), (("",) * tokens.most,))


_DOT = " \N{MIDDLE DOT} "
_DIGITS = 1


def number(language: str, value: float, digits: int = 2) -> str:
    """Write a number with the language's own point."""
    return f"{value:.{digits}f}".replace(".", translate(language, "number.point"))


def defense_label(defense: int, language: str) -> str:
    """Write a Defense as sheets head it: `D4+`."""
    return f"{translate(language, 'sheet.short.defense')}{defense}+"


def tough_label(tough: int, language: str) -> str:
    """Write a Tough as sheets head it: `T3`."""
    return f"{translate(language, 'sheet.short.tough')}{tough}"


def glance_target(language: str) -> str:
    """Write the plain target: `10×D4+`."""
    return f"{GLANCE_MODELS}{TIMES}{defense_label(GLANCE_DEFENSE, language)}"


def build_odds(entry: RosterEntry, roster: Roster, language: str) -> str:
    """Say what a unit, with the heroes in it, may expect to do to the plain target; a hero in a unit has no line."""
    if entry.id in roster.joined_ids:
        return ""
    found = glance(listed_party(entry, roster, language), roster.system)
    if not found:
        return ""
    key = "sheet.odds-together" if roster.joined.get(entry.id) else "sheet.odds"
    said = _DOT.join(_expected(one, language) for one in found)
    return translate(language, key, target=glance_target(language), said=said)


def _expected(one: Glance, language: str) -> str:
    sign = one.odds.sign
    values = {"hits": number(language, one.hits, _DIGITS), "wounds": number(language, one.wounds, _DIGITS)}
    return translate(language, f"sheet.odds.{one.mode.value}", **{name: sign + text for name, text in values.items()})


def build_units(roster: Roster, report: Report, lexicon: Lexicon, options: PrintOptions) -> tuple[SheetUnit, ...]:
    """List the units in the list's order, heroes under the unit they are in, unknown ones last."""
    inside = roster.joined_ids
    builder = _Builder(roster, report, lexicon, options)
    hosts = (entry for entry in roster.entries if entry.id not in inside)
    units = [builder.unit(entry, strip) for entry, strip in zip(hosts, strips(roster), strict=True)]
    units += [builder.unknown(entry) for entry in roster.unresolved]
    return merge_units(units, lexicon.language) if options.with_merging else tuple(units)


def build_unit(
    roster: Roster, report: Report, lexicon: Lexicon, options: PrintOptions, entry: RosterEntry
) -> SheetUnit:
    """Show one entry by itself, without the heroes in it."""
    return replace(_Builder(roster, report, lexicon, options).unit(entry, None), joined=())


def merge_units(units: list[SheetUnit], language: str) -> tuple[SheetUnit, ...]:
    """Make identical units one with a count and the sum of their prices, in the place of the first."""
    twins: dict[SheetUnit, list[SheetUnit]] = {}
    for unit in units:
        twins.setdefault(_anonymous(unit), []).append(unit)
    return tuple(_counted(same[0], len(same), language) for same in twins.values())


def _counted(unit: SheetUnit, count: int, language: str) -> SheetUnit:
    """Let a unit stand for several, and the heroes in it for as many."""
    if count == 1:
        return unit
    price = unit.price
    if price is not None:
        total = format_number(language, count * price.cost)
        price = replace(price, times=f"{count} {TIMES} {price.points} = {total}")
    heroes = tuple(_counted(hero, count, language) for hero in unit.joined)
    return replace(unit, count=count, price=price, joined=heroes)


def _anonymous(unit: SheetUnit) -> SheetUnit:
    return replace(unit, key="", joined=tuple(_anonymous(hero) for hero in unit.joined))


def _toughness(groups: tuple[ModelGroup, ...]) -> str:
    """Write the wounds that each model takes; a unit of plain models has none worth a number."""
    return "/".join(DASH if group.wounds == 1 else str(group.wounds) for group in groups)


class _Builder:
    """What every unit of one sheet is built with."""

    def __init__(self, roster: Roster, report: Report, lexicon: Lexicon, options: PrintOptions) -> None:
        self.roster = roster
        self.report = report
        self.lexicon = lexicon
        self.options = options
        self.language = lexicon.language
        self.several = len({entry.unit.faction for entry in roster.entries}) > 1

    def unit(self, entry: RosterEntry, strip: Strip | None) -> SheetUnit:
        """Build a unit, with the heroes in it; all of them share one strip, and without one there are no boxes."""
        unit, options = entry.unit, self.options
        name = plain_line(unit.name.to(self.language))
        title = plain_line(entry.entry.name or "") or name
        boxed = options.with_boxes and not options.public
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
            boxes=build_boxes(entry, strip, self.lexicon) if strip is not None and boxed else (),
            texts=build_texts(entry, self.lexicon, options),
            joined=tuple(self.unit(hero, strip) for hero in self.roster.joined.get(entry.id, ())),
        )
        return self._open(built, entry) if not options.public else self._hidden(built, entry)

    def _open(self, built: SheetUnit, entry: RosterEntry) -> SheetUnit:
        """Add all that the player chose."""
        worst, reach = self.report.worst_on(entry.id), self.options.reach
        base = entry.halves[0].base or entry.unit.base
        return replace(
            built,
            price=self._price(entry) if self.options.points else None,
            base=(base.shaped(self.lexicon.system.base) or "") if base is not None else "",
            rules=self.lexicon.labels(entry.unit.faction, self._rules(entry)),
            spells=self._spells(entry),
            weapons=build_weapons(entry, self.lexicon, self._moves(entry) if reach else None, reach=reach),
            items=build_items(entry, self.lexicon),
            upgrades=build_upgrades(entry, self.lexicon, self.options.points),
            campaign=self._campaign(entry.entry),
            odds=build_odds(entry, self.roster, self.language) if self.options.odds else "",
            notes=plain_note(entry.entry.notes or "") if self.options.with_notes else "",
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
            notes=plain_note(entry.notes or "") if self.options.with_notes else "",
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
        system = self.lexicon.system
        own_wounds = not self.options.public and system.wounds_field is None
        if own_wounds and system.roles.tough is not None:
            yield self._stat("tough", _toughness(model_groups(entry, system)))
        worked = None if self.options.public else self._moves(entry)
        for extra in system.fields:
            number = entry.unit.fields.get(extra.id, extra.default)
            if worked is not None and extra is system.speed:
                number = worked.advance
            if number is not None:
                yield Stat(extra.id, extra.short.to(language), extra.name.to(language), str(number))
        if worked is not None and system.speed is None:
            yield self._stat("move", format_moves(worked, system.measure))
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
        """Give the rules of the unit; one model's Tough is not the unit's, and stands with the gear that brings it."""
        tough = self.lexicon.system.roles.tough
        mixed = len(model_groups(entry, self.lexicon.system)) > 1
        return tuple(rule for rule in merged_rules(entry) if not (mixed and rule.id == tough))

    def _spells(self, entry: RosterEntry) -> tuple[KnownSpells, ...]:
        """Name the spells of a caster by the round in which it can first pay for them."""
        faction = self.roster.factions[entry.unit.faction]
        found: dict[str, list[str]] = {}
        if not faction.spells and is_caster(entry, self.roster.system, faction):
            label, hint = (translate(self.language, key) for key in ("sheet.word.spells", "sheet.no-spells"))
            return (KnownSpells(label, (hint,)),)
        known = caster_spells(entry, self.roster.system, faction)
        for one in sorted(known, key=lambda spell: spell.payable_in or 0):
            key = "sheet.spells-from" if one.payable_in is not None else "sheet.word.spells"
            label = translate(self.language, key, round=one.payable_in)
            found.setdefault(label, []).append(plain_line(f"{one.spell.name.to(self.language)} ({one.spell.cost})"))
        return tuple(KnownSpells(label, tuple(spells)) for label, spells in found.items())

    def _price(self, entry: RosterEntry) -> Price:
        costs = [entry.cost, *(hero.cost for hero in self.roster.joined.get(entry.id, ()))]
        whole = sum(costs)
        number = partial(format_number, self.language)
        price = Price(entry.cost, number(entry.cost), number(entry.cost // 2))
        if len(costs) == 1:
            return price
        return replace(
            price, company=f"{' + '.join(map(number, costs))} = {number(whole)}", company_half=number(whole // 2)
        )

    def _faction(self, wanted: FactionId) -> str:
        faction = self.roster.factions.get(wanted)
        return plain_line(faction.name.to(self.language) if faction is not None else wanted)

    def _group(self, wanted: str | None) -> str:
        return next((group.name.to(self.language) for group in self.lexicon.system.groups if group.id == wanted), "")

    def _campaign(self, entry: Entry) -> str:
        parts = [translate(self.language, "sheet.experience", xp=entry.xp)] if entry.xp else []
        return ", ".join((*parts, *(plain_line(trait) for trait in entry.traits)))
