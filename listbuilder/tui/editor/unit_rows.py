"""Rows and texts that describe a unit: profile, equipment, upgrades, and what keys do to an upgrade."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from listbuilder.i18n import translate
from listbuilder.model import Entry, EntryId, Loadout, Option, Roster, RosterEntry, Section
from listbuilder.rules import upgrade_actions
from listbuilder.rules.loadout import SectionCapacity, section_capacity
from listbuilder.rules.moves import companions
from listbuilder.rules.roster_builder import rebuild_roster
from listbuilder.rules.unit_labels import section_label
from listbuilder.rules.upgrade_actions import EditOrRefusal, Refusal, UpgradeSlot, affected_halves, count_section
from listbuilder.sheet import PrintOptions, SheetUnit
from listbuilder.sheet.model import WeaponRow
from listbuilder.sheet.rules_glossary import RuleLabeller, build_unit_glossary
from listbuilder.sheet.unit_blocks import build_unit, build_units, build_weapon_columns
from listbuilder.textutil.sanitize import DASH, TIMES, format_count, sanitize_line, sanitize_note
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.labels import entry_title, format_option, format_price, format_rule, option_rules
from listbuilder.tui.widgets.row import BLANK_ROW, Part, Row, heading, info, row

_BOOK_STATS = ("quality", "defense")
"""Stats that the army pane leaves out, because all copies of a unit have the same."""
RULES_KEY = "rules"
_PRINT_OPTIONS = PrintOptions(boxes=False, rule_texts=False)


@dataclass(frozen=True, slots=True)
class UpgradeRow:
    """A row of upgrades: a section and an option, or none of its options, with a mark for each half."""

    section: Section
    option: Option | None
    halves: tuple[int, ...] = (0,)

    @property
    def key(self) -> str:
        """The key of the row."""
        return f"pick:{self.section.id}:{self.option.id if self.option is not None else ''}"

    def counts(self, entry: RosterEntry) -> tuple[int, ...]:
        """Return how often the option is taken in each half of the row."""
        if self.option is None:
            return tuple(int(not count_section(entry, self.section, half)) for half in self.halves)
        return tuple(upgrade_actions.count_option(entry, self.section, self.option, half) for half in self.halves)

    def slot(self, entry: RosterEntry, half: int) -> UpgradeSlot:
        """Return the slot of the row in one half."""
        return UpgradeSlot(entry.id, self.section, self.option, half)


def list_upgrade_rows(entry: RosterEntry) -> Iterator[UpgradeRow]:
    """Yield the visible rows of upgrades in order; the halves of a combined unit share their rows."""
    for section in entry.unit.sections:
        halves = (0,) if len(affected_halves(entry, section)) > 1 else tuple(range(len(entry.halves)))
        # a section applies if the unit has its targets, or if an option is taken
        if any(count_section(entry, section, half) or _has_targets(entry.halves[half], section) for half in halves):
            if section_capacity(section, entry.unit).is_exclusive and len(section.options) > 1:
                yield UpgradeRow(section, None, halves)
            for option in section.options:
                yield UpgradeRow(section, option, halves)


def _has_targets(loadout: Loadout, section: Section) -> bool:
    keys = {carried.weapon.key for carried in loadout.weapons} | {gear.item.key for gear in loadout.items}
    return all(target.key in keys for target in section.targets)


def find_upgrade_row(entry: RosterEntry, key: str | None) -> UpgradeRow | None:
    """Return the row with this key, or None."""
    return next((upgrade_row for upgrade_row in list_upgrade_rows(entry) if upgrade_row.key == key), None)


def toggle_upgrade(roster: Roster, entry: RosterEntry, upgrade_row: UpgradeRow, half: int = 0) -> EditOrRefusal:
    """Take or remove the option, in the first or second half that the row has marks for."""
    return upgrade_actions.toggle_option(roster, upgrade_row.slot(entry, upgrade_row.halves[half]))


def add_upgrade(roster: Roster, entry: RosterEntry, upgrade_row: UpgradeRow) -> EditOrRefusal:
    """Take the option once more, in the first half with room for it."""
    max_total = section_capacity(upgrade_row.section, entry.unit).max_total
    for half in upgrade_row.halves:
        edit = upgrade_actions.add_one(roster, upgrade_row.slot(entry, half))
        is_full = max_total is not None and count_section(entry, upgrade_row.section, half) >= max_total
        if not is_full and not isinstance(edit, Refusal):
            return edit
    return upgrade_actions.add_one(roster, upgrade_row.slot(entry, upgrade_row.halves[0]))


def remove_upgrade(roster: Roster, entry: RosterEntry, upgrade_row: UpgradeRow) -> EditOrRefusal:
    """Remove the option once, in the last half that has it."""
    halves = [half for half, count in zip(upgrade_row.halves, upgrade_row.counts(entry), strict=True) if count]
    return upgrade_actions.remove_one(roster, upgrade_row.slot(entry, halves[-1] if halves else upgrade_row.halves[0]))


def session_glossary(session: EditorSession, language: str) -> RuleLabeller:
    """Return the rules glossary of the open list."""
    return RuleLabeller(session.system, session.roster.factions, language)


def build_sheet_unit(session: EditorSession, entry: RosterEntry, lexicon: RuleLabeller) -> SheetUnit:
    """Return a unit as it would be printed; it need not be in the army."""
    return build_unit(session.roster, session.report, lexicon, _PRINT_OPTIONS, entry)


def format_weapon(weapon: WeaponRow, lexicon: RuleLabeller) -> str:
    """Return the stats of a weapon."""
    return " ".join(
        f"{column.heading} {cell}" if column.id == "armour_piercing" else cell
        for column, cell in zip(build_weapon_columns(lexicon), weapon.cells, strict=True)
        if cell and not (column.id == "armour_piercing" and cell == DASH)
    )


def profile_row(session: EditorSession, entry: RosterEntry, language: str) -> Row:
    """Return a unit in one line: stats, weapons and rules."""
    return row("profile", _profile_text(session, entry, language), (), "dim", selectable=False)


def profile_rows(session: EditorSession, entry: EntryId, language: str) -> list[Row]:
    """Return a row for a unit and for each attached hero, with everything needed at the table."""
    rows = []
    for entry_id in (entry, *(hero.id for hero in session.roster.attached_heroes.get(entry, ()))):
        unit = session.roster.find_entry(entry_id)
        if unit is not None:
            title = Part(f"{entry_title(unit, language)}  ", "bold")
            parts = (title, Part(_profile_text(session, unit, language)))
            rows.append(row(f"profile:{unit.id}", parts, selectable=False, wrap=True, hang=2))
    return rows


def _profile_text(session: EditorSession, entry: RosterEntry, language: str) -> str:
    lexicon = session_glossary(session, language)
    unit = build_sheet_unit(session, entry, lexicon)
    weapons = (f"{weapon.count} {weapon.name} {format_weapon(weapon, lexicon)}" for weapon in unit.weapons)
    stats = " ".join(f"{stat.short} {stat.value}" for stat in unit.stats if stat.value != DASH)
    return " · ".join((stats, *weapons, *(rule.text for rule in unit.rules)))


def equipment_text(session: EditorSession, entry: RosterEntry, language: str) -> str:
    """Return equipment, moves and wounds of a unit in short; computed once for each loadout."""
    # attached heroes affect the moves; a loadout stays the same object until something about it changes
    loadouts = tuple(member.halves for member in (entry, *companions(entry, session.roster)))
    cached = session.equipment_texts.get((entry.id, language))
    if cached is None or cached[0] != loadouts:
        unit = build_sheet_unit(session, entry, session_glossary(session, language))
        stats = (stat for stat in unit.stats if stat.id not in _BOOK_STATS and stat.value != DASH)
        texts = [f"{stat.short} {stat.value}" for stat in stats]
        texts += [f"{weapon.count} {weapon.name}" for weapon in unit.weapons] + [item.name for item in unit.items]
        cached = session.equipment_texts[entry.id, language] = (loadouts, " · ".join(texts))
    return cached[1]


def unit_detail_rows(
    session: EditorSession, entry: RosterEntry, language: str, *, rule_texts: bool = False
) -> list[Row]:
    """Return the rows of a unit: stats, rules, weapons, items, notes and upgrade sections."""
    lexicon = session_glossary(session, language)
    unit = build_sheet_unit(session, entry, lexicon)
    rows = list(_head_rows(unit, entry, lexicon, texts=rule_texts))
    last_section: Section | None = None
    for upgrade_row in list_upgrade_rows(entry):
        if upgrade_row.section is not last_section:
            rows += [BLANK_ROW, _section_row(entry, upgrade_row, language)]
            last_section = upgrade_row.section
        rows.append(_upgrade_row(session, entry, upgrade_row, lexicon))
    if entry.unit.sections and last_section is None:
        rows += [BLANK_ROW, info(translate(language, "tui.detail.no-sections"), "dim")]
    return rows


def explain_row(session: EditorSession, entry: RosterEntry, key: str | None, language: str) -> str:
    """Return what the row under the cursor gives; empty if there is nothing to explain."""
    upgrade_row = find_upgrade_row(entry, key)
    if upgrade_row is None or upgrade_row.option is None:
        return translate(language, "tui.detail.rules-hint") if key == RULES_KEY else ""
    lexicon = session_glossary(session, language)
    loadout = _with_option(session, entry, upgrade_row).halves[upgrade_row.halves[0]]
    granted = {rule for stack in upgrade_row.option.gains for rule in stack.equipment.granted_rules}
    ratings = {rule: loadout.rating(rule.id) for rule in granted} if not upgrade_row.section.targets else {}
    faction, rules = entry.unit.faction, option_rules(upgrade_row.option)
    return "  ".join(format_rule(lexicon, faction, rule, ratings.get(rule) or rule.rating) for rule in rules)


def _with_option(session: EditorSession, entry: RosterEntry, upgrade_row: UpgradeRow) -> RosterEntry:
    """Return the unit with an option in its first half; unchanged if it has it or cannot have it."""
    if upgrade_row.counts(entry)[0]:
        return entry
    edit = upgrade_actions.add_one(session.roster, upgrade_row.slot(entry, upgrade_row.halves[0]))
    if isinstance(edit, Refusal):
        return entry
    return rebuild_roster(session.roster, edit(session.roster.army)).find_entry(entry.id) or entry


def _head_rows(unit: SheetUnit, entry: RosterEntry, lexicon: RuleLabeller, *, texts: bool) -> Iterator[Row]:
    stats = "  ".join(f"{stat.short} {stat.value}" for stat in unit.stats)
    kind = sanitize_line(entry.unit.name.to(lexicon.language))
    size = f" {TIMES}{entry.models}" if entry.models > 1 else ""
    remark = f", {unit.remark}" if unit.remark else ""
    yield row("head", (Part(kind, "bold"), Part(size + remark)), (Part(stats, "bold"),), selectable=False, wrap=True)
    if unit.rules:
        names = " · ".join(rule.text for rule in unit.rules)
        yield row(RULES_KEY, (Part("▾ " if texts else "▸ ", "dim"), Part(names)), wrap=True, hang=2)
    if texts:
        for text in build_unit_glossary(entry, lexicon, PrintOptions()):
            yield info(f"  {text.label}: {sanitize_line(text.text, 600)}", "dim", hang=4)
    gear = [(f"weapon:{it.name}:{it.cells}", it.count, it.name, format_weapon(it, lexicon)) for it in unit.weapons]
    gear += [(f"item:{item.name}", item.count, item.name, item.contents) for item in unit.items]
    for key, count, name, contents in gear:
        left = (Part(f"{count:>3} ", "dim"), Part(name), Part(f"  {contents}", "dim"))
        yield row(key, left, selectable=False, wrap=True, hang=4)
    for line in sanitize_note(entry.entry.notes or "").splitlines():
        yield info(f"  ✎ {line}", "accent", hang=4)


def _section_row(entry: RosterEntry, upgrade_row: UpgradeRow, language: str) -> Row:
    section = upgrade_row.section
    count = sum(count_section(entry, section, half) for half in upgrade_row.halves)
    hint = _hint(section_capacity(section, entry.unit), count, len(section.options), len(upgrade_row.halves), language)
    if len(affected_halves(entry, section)) > 1:
        both = translate(language, "tui.detail.both")
        hint = f"{both}, {hint}" if hint else both
    return heading(sanitize_line(section_label(section, language)).upper(), hint, key=f"section:{section.id}")


def _hint(capacity: SectionCapacity, count: int, options: int, halves: int, language: str) -> str:
    if capacity.is_exclusive:
        return ""
    if capacity.max_total is None:
        return translate(language, "tui.detail.each-once") if capacity.max_each == 1 and options > 1 else ""
    total = capacity.max_total * halves
    return translate(language, "tui.detail.left", left=max(0, total - count), total=total)


def _upgrade_row(session: EditorSession, entry: RosterEntry, upgrade_row: UpgradeRow, lexicon: RuleLabeller) -> Row:
    language, section, option = lexicon.language, upgrade_row.section, upgrade_row.option
    capacity, counts = section_capacity(section, entry.unit), upgrade_row.counts(entry)
    marks = "".join(_mark(capacity, count, len(section.options)) for count in counts)
    if option is None:
        names = ", ".join(sanitize_line(target.to(language)) for target in section.targets)
        label = names or translate(language, "tui.detail.none")
        return row(upgrade_row.key, (Part(f" {marks} "), Part(label)), (Part("–", "dim"),))
    keys = [session.option_key(entry, section, option, half) for half in upgrade_row.halves]
    is_blocked = not any(counts) and all(session.known_error(key) is not None for key in keys)
    role = "dim" if is_blocked else "bold" if any(counts) else ""
    twice = f" {TIMES}2" if len(affected_halves(entry, section)) > 1 else ""
    text_key = (entry.unit.ref, upgrade_row.key, language)
    if text_key not in session.option_texts:  # all options are shown again after every edit
        session.option_texts[text_key] = format_option(lexicon, entry.unit.faction, option)
    left = (Part(f" {marks} ", role), Part(session.option_texts[text_key], role))
    cost = format_price(option.cost_for(entry.unit.id), language) + twice
    return row(upgrade_row.key, left, (Part(cost, role),), wrap=True, hang=len(marks) + 2)


def _mark(capacity: SectionCapacity, count: int, options: int) -> str:
    if capacity.is_exclusive and options > 1:
        return "(•)" if count else "( )"
    if capacity.max_each == 1:
        return "[x]" if count else "[ ]"
    return f"[{count or ' '}]"


def unknown_unit_rows(session: EditorSession, entry: Entry, language: str) -> Iterator[Row]:
    """Yield the rows of an entry whose unit is not installed: book and id, upgrades and notes."""
    lexicon = session_glossary(session, language)
    roster = replace(session.roster, entries=(), unresolved=(entry,), attached_heroes={})
    unit = build_units(roster, session.report, lexicon, _PRINT_OPTIONS)[0]
    yield info(unit.remark, "dim")
    if unit.upgrades:
        yield BLANK_ROW
        yield from (info(format_count(row.count, row.name), hang=2) for row in unit.upgrades)
    for line in unit.notes.splitlines():
        yield info(f"✎ {line}", "accent", hang=2)
