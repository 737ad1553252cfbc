"""The selected unit: what it is, what it carries, and every section of upgrades."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.i18n import translate
from listbuilder.model import Loadout, Option, RosterEntry, Section
from listbuilder.rules.capacity import Capacity, section_capacity
from listbuilder.rules.picking import picks_in, picks_of, touched_halves
from listbuilder.sheet import PrintOptions, SheetUnit
from listbuilder.sheet.equipment import build_columns
from listbuilder.sheet.glossary import build_texts
from listbuilder.sheet.lexicon import Lexicon
from listbuilder.sheet.model import WeaponRow
from listbuilder.sheet.plain import DASH, TIMES, plain_line, plain_note
from listbuilder.sheet.units import build_units
from listbuilder.tui.view.row import BLANK, Part, Row, heading, info, row
from listbuilder.tui.view.words import full_option, gained_rules, price, reason, rule_text, section_label
from listbuilder.tui.workspace import Workspace
from listbuilder.values import dataclass

RULES = "rules"
_PLAIN = PrintOptions(boxes=False, rule_texts=False)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row of upgrades belongs: which half, section and option; no option stands for none of them."""

    half: int
    section: Section
    option: Option | None

    @property
    def key(self) -> str:
        """The key of its row."""
        return f"pick:{self.half}:{self.section.id}:{self.option.id if self.option is not None else ''}"


def lexicon_of(workspace: Workspace, language: str) -> Lexicon:
    """Give the words of the open list's rules."""
    return Lexicon(workspace.system, workspace.roster.factions, language)


def places(worked: RosterEntry) -> Iterator[Place]:
    """Give every row of upgrades that is shown now, in order."""
    for section, half in _shown_sections(worked):
        if section_capacity(section, worked.unit).one_of and len(section.options) > 1:
            yield Place(half, section, None)
        for option in section.options:
            yield Place(half, section, option)


def find_place(worked: RosterEntry, key: str | None) -> Place | None:
    """Find what a row stands for."""
    return next((place for place in places(worked) if place.key == key), None)


def detail_rows(workspace: Workspace, worked: RosterEntry, language: str, *, texts: bool = False) -> list[Row]:
    """Show a unit: stat line, rules, weapons, items, notes, and the sections of upgrades."""
    lexicon = lexicon_of(workspace, language)
    alone = replace(workspace.roster, entries=(worked,), unresolved=(), joined={})
    unit = build_units(alone, workspace.report, lexicon, _PLAIN)[0]
    rows = list(_head_rows(unit, worked, lexicon, texts=texts))
    last: tuple[int, Section] | None = None
    for place in places(worked):
        if last != (place.half, place.section):
            rows += [BLANK, _section_row(worked, place.section, place.half, language)]
            last = (place.half, place.section)
        rows.append(_place_row(workspace, worked, place, lexicon))
    if worked.unit.sections and last is None:
        rows += [BLANK, info(translate(language, "tui.detail.no-sections"), "dim")]
    return rows


def explain(workspace: Workspace, worked: RosterEntry, key: str | None, language: str) -> str:
    """Say why the row under the cursor cannot be taken, or else what it brings; empty where there is nothing to say."""
    place = find_place(worked, key)
    if place is None or place.option is None:
        return translate(language, "tui.detail.rules-hint") if key == RULES else ""
    taken = picks_of(worked, place.section, place.option, place.half)
    why = workspace.option_offer(worked, place.section, place.option, place.half)
    if why is not None and not taken:
        return translate(language, "tui.would", why=reason(why, language))
    lexicon = lexicon_of(workspace, language)
    rules = gained_rules(place.option)
    return "  ".join(rule_text(lexicon, worked.unit.faction, rule) for rule in rules)


def _head_rows(unit: SheetUnit, worked: RosterEntry, lexicon: Lexicon, *, texts: bool) -> Iterator[Row]:
    stats = "  ".join(f"{stat.short} {stat.value}" for stat in unit.stats)
    kind = plain_line(worked.unit.name.to(lexicon.language))
    size = f" {TIMES}{worked.models}" if worked.models > 1 else ""
    remark = f", {unit.remark}" if unit.remark else ""
    yield row("head", (Part(kind, "bold"), Part(size + remark)), (Part(stats, "bold"),), pickable=False)
    if unit.rules:
        words = " · ".join(rule.text for rule in unit.rules)
        yield row(RULES, (Part("▾ " if texts else "▸ ", "dim"), Part(words)), wrap=True, hang=2)
    if texts:
        for text in build_texts(worked, lexicon, PrintOptions()):
            yield info(f"  {text.label}: {plain_line(text.text, 600)}", "dim", hang=4)
    for weapon in unit.weapons:
        left = (Part(f"{weapon.count:>3} ", "dim"), Part(weapon.name), Part(f"  {_profile(weapon, lexicon)}", "dim"))
        yield row(f"weapon:{weapon.name}:{weapon.cells}", left, pickable=False, wrap=True, hang=4)
    for item in unit.items:
        left = (Part(f"{item.count:>3} ", "dim"), Part(item.name), Part(f"  {item.gives}", "dim"))
        yield row(f"item:{item.name}", left, pickable=False, wrap=True, hang=4)
    for line in plain_note(worked.entry.notes or "").splitlines():
        yield info(f"  ✎ {line}", "accent", hang=4)


def _profile(weapon: WeaponRow, lexicon: Lexicon) -> str:
    """Write the numbers of a weapon; one that does not say itself what it is gets its column's heading."""
    cells = [
        f"{column.heading} {cell}" if column.id == "armour_piercing" else cell
        for column, cell in zip(build_columns(lexicon), weapon.cells, strict=True)
        if cell and not (column.id == "armour_piercing" and cell == DASH)
    ]
    return " ".join(cells)


def _shown_sections(worked: RosterEntry) -> Iterator[tuple[Section, int]]:
    """Give the sections that concern the unit as it is: their targets are there, or something is picked."""
    for section in worked.unit.sections:
        halves = (0,) if len(touched_halves(worked, section)) > 1 else range(len(worked.halves))
        for half in halves:
            if picks_in(worked, section, half) or _has_targets(worked.halves[half], section):
                yield section, half


def _has_targets(loadout: Loadout, section: Section) -> bool:
    keys = {carried.weapon.key for carried in loadout.weapons} | {gear.item.key for gear in loadout.items}
    return all(target.key in keys for target in section.targets)


def _section_row(worked: RosterEntry, section: Section, half: int, language: str) -> Row:
    label = plain_line(section_label(section, language))
    hint = _hint(
        section_capacity(section, worked.unit), picks_in(worked, section, half), len(section.options), language
    )
    if len(worked.halves) > 1:
        both = len(touched_halves(worked, section)) > 1
        which = translate(language, "tui.detail.both" if both else f"tui.detail.half-{half + 1}")
        hint = f"{which}, {hint}" if hint else which
    return heading(label.upper(), hint, key=f"section:{half}:{section.id}")


def _hint(capacity: Capacity, taken: int, options: int, language: str) -> str:
    if capacity.one_of:
        return ""
    if capacity.total is None:
        return translate(language, "tui.detail.each-once") if capacity.each == 1 and options > 1 else ""
    return translate(language, "tui.detail.left", left=max(0, capacity.total - taken), total=capacity.total)


def _place_row(workspace: Workspace, worked: RosterEntry, place: Place, lexicon: Lexicon) -> Row:
    language, section, option, half = lexicon.language, place.section, place.option, place.half
    capacity = section_capacity(section, worked.unit)
    if option is None:
        mark = "( ) " if picks_in(worked, section, half) else "(•) "
        names = ", ".join(plain_line(target.to(language)) for target in section.targets)
        label = names or translate(language, "tui.detail.none")
        return row(place.key, (Part(f" {mark}"), Part(label)), (Part("–", "dim"),))
    taken = picks_of(worked, section, option, half)
    closed = not taken and workspace.known_offer(workspace.option_key(worked, section, option, half)) is not None
    role = "dim" if closed else "bold" if taken else ""
    twice = f" {TIMES}2" if len(touched_halves(worked, section)) > 1 else ""
    left = (
        Part(f" {_mark(capacity, taken, len(section.options))}", role),
        Part(full_option(lexicon, worked.unit.faction, option), role),
    )
    cost = price(option.cost_for(worked.unit.id), language) + twice
    return row(place.key, left, (Part(cost, role),), wrap=True, hang=5)


def _mark(capacity: Capacity, taken: int, options: int) -> str:
    if capacity.one_of and options > 1:
        return "(•) " if taken else "( ) "
    if capacity.each == 1:
        return "[x] " if taken else "[ ] "
    return f"[{taken or ' '}]".ljust(4)
