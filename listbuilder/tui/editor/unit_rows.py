"""The selected unit: what it is, what it carries, and every section of upgrades.

A selected entry whose unit no data has: what the list itself knows of it.

A unit as one sheet, and as one running line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.i18n import translate
from listbuilder.model import Entry, EntryId, RosterEntry, Section
from listbuilder.rules.labels import section_label
from listbuilder.rules.moves import companions
from listbuilder.rules.roster import rework
from listbuilder.rules.section_capacity import Capacity, section_capacity
from listbuilder.rules.upgrade_actions import Refused, more, picks_in, touched_halves
from listbuilder.sheet import PrintOptions, SheetUnit
from listbuilder.sheet.glossary import Lexicon, build_texts
from listbuilder.sheet.model import WeaponRow
from listbuilder.sheet.units import build_columns, build_unit, build_units
from listbuilder.textutil.sanitize import DASH, TIMES, counted, plain_line, plain_note
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.upgrade_rows import OptionPlace, find_place, places
from listbuilder.tui.labels import full_option, gained_rules, price, rule_text, title_of
from listbuilder.tui.widgets.row import BLANK, Part, Row, heading, info, row

_KNOWN = ("quality", "defense")
"""Numbers that a unit's pane shows; in the army there is room for what differs from copy to copy."""
_PLAIN = PrintOptions(boxes=False, rule_texts=False)


def lexicon_of(session: EditorSession, language: str) -> Lexicon:
    """Give the words of the open list's rules."""
    return Lexicon(session.system, session.roster.factions, language)


def sheet_unit(session: EditorSession, worked: RosterEntry, lexicon: Lexicon) -> SheetUnit:
    """Give a unit as it would be printed; it need not be in the army yet."""
    return build_unit(session.roster, session.report, lexicon, _PLAIN, worked)


def weapon_text(weapon: WeaponRow, lexicon: Lexicon) -> str:
    """Write the numbers of a weapon; one that does not say itself what it is gets its column's heading."""
    cells = [
        f"{column.heading} {cell}" if column.id == "armour_piercing" else cell
        for column, cell in zip(build_columns(lexicon), weapon.cells, strict=True)
        if cell and not (column.id == "armour_piercing" and cell == DASH)
    ]
    return " ".join(cells)


def profile_row(session: EditorSession, worked: RosterEntry, language: str) -> Row:
    """Show a unit in one line: numbers, weapons, rules."""
    return row("profile", _profile(session, worked, language), (), "dim", pickable=False)


def profile_rows(session: EditorSession, entry: EntryId, language: str) -> list[Row]:
    """Show a unit and the heroes in it by name, each with all that is known at the table."""
    parts = [entry, *(hero.id for hero in session.roster.joined.get(entry, ()))]
    known = (worked for part in parts if (worked := session.roster.find(part)) is not None)
    return [
        row(
            f"profile:{worked.id}",
            (Part(f"{title_of(worked, language)}  ", "bold"), Part(_profile(session, worked, language))),
            pickable=False,
            wrap=True,
            hang=2,
        )
        for worked in known
    ]


def _profile(session: EditorSession, worked: RosterEntry, language: str) -> str:
    lexicon = lexicon_of(session, language)
    unit = sheet_unit(session, worked, lexicon)
    arms = (f"{weapon.count} {weapon.name} {weapon_text(weapon, lexicon)}" for weapon in unit.weapons)
    return " · ".join((_stats(unit), *arms, *(rule.text for rule in unit.rules)))


def gear_text(session: EditorSession, worked: RosterEntry, language: str) -> str:
    """Name in a few words what a unit carries, its moves and its wounds; worked out once for each state of the unit."""
    # what stands in one unit moves together; loadouts are the same ones as long as nothing about them changes
    together = tuple(one.halves for one in (worked, *companions(worked, session.roster)))
    known = session.gear_texts.get((worked.id, language))
    if known is None or known[0] != together:
        known = session.gear_texts[worked.id, language] = (together, _gear_text(session, worked, language))
    return known[1]


def _gear_text(session: EditorSession, worked: RosterEntry, language: str) -> str:
    unit = sheet_unit(session, worked, lexicon_of(session, language))
    carried = [f"{weapon.count} {weapon.name}" for weapon in unit.weapons] + [item.name for item in unit.items]
    numbers = [f"{stat.short} {stat.value}" for stat in unit.stats if stat.id not in _KNOWN and stat.value != DASH]
    return " · ".join((*numbers, *carried))


def _stats(unit: SheetUnit) -> str:
    return " ".join(f"{stat.short} {stat.value}" for stat in unit.stats if stat.value != DASH)


RULES = "rules"


def detail_rows(session: EditorSession, worked: RosterEntry, language: str, *, texts: bool = False) -> list[Row]:
    """Show a unit: stat line, rules, weapons, items, notes, and the sections of upgrades."""
    lexicon = lexicon_of(session, language)
    unit = sheet_unit(session, worked, lexicon)
    rows = list(_head_rows(unit, worked, lexicon, texts=texts))
    last: Section | None = None
    for place in places(worked):
        if place.section is not last:
            rows += [BLANK, _section_row(worked, place, language)]
            last = place.section
        rows.append(_place_row(session, worked, place, lexicon))
    if worked.unit.sections and last is None:
        rows += [BLANK, info(translate(language, "tui.detail.no-sections"), "dim")]
    return rows


def explain(session: EditorSession, worked: RosterEntry, key: str | None, language: str) -> str:
    """Say what the row under the cursor brings; empty where there is nothing to say."""
    place = find_place(worked, key)
    if place is None or place.option is None:
        return translate(language, "tui.detail.rules-hint") if key == RULES else ""
    lexicon = lexicon_of(session, language)
    then = _with_option(session, worked, place).halves[place.halves[0]]
    borne = {rule for stack in place.option.gains for rule in stack.thing.borne}
    ratings = {rule: then.rating(rule.id) for rule in borne} if not place.section.targets else {}
    faction, rules = worked.unit.faction, gained_rules(place.option)
    return "  ".join(rule_text(lexicon, faction, rule, ratings.get(rule) or rule.rating) for rule in rules)


def _with_option(session: EditorSession, worked: RosterEntry, place: OptionPlace) -> RosterEntry:
    """Give a unit as it would be with an option in its first half; as it is, where that has it or cannot have it."""
    if place.taken(worked)[0]:
        return worked
    deed = more(session.roster, place.choice(worked, place.halves[0]))
    if isinstance(deed, Refused):
        return worked
    return rework(session.roster, deed(session.roster.army)).find(worked.id) or worked


def _head_rows(unit: SheetUnit, worked: RosterEntry, lexicon: Lexicon, *, texts: bool) -> Iterator[Row]:
    stats = "  ".join(f"{stat.short} {stat.value}" for stat in unit.stats)
    kind = plain_line(worked.unit.name.to(lexicon.language))
    size = f" {TIMES}{worked.models}" if worked.models > 1 else ""
    remark = f", {unit.remark}" if unit.remark else ""
    yield row("head", (Part(kind, "bold"), Part(size + remark)), (Part(stats, "bold"),), pickable=False, wrap=True)
    if unit.rules:
        words = " · ".join(rule.text for rule in unit.rules)
        yield row(RULES, (Part("▾ " if texts else "▸ ", "dim"), Part(words)), wrap=True, hang=2)
    if texts:
        for text in build_texts(worked, lexicon, PrintOptions()):
            yield info(f"  {text.label}: {plain_line(text.text, 600)}", "dim", hang=4)
    for weapon in unit.weapons:
        left = (Part(f"{weapon.count:>3} ", "dim"), Part(weapon.name), Part(f"  {weapon_text(weapon, lexicon)}", "dim"))
        yield row(f"weapon:{weapon.name}:{weapon.cells}", left, pickable=False, wrap=True, hang=4)
    for item in unit.items:
        left = (Part(f"{item.count:>3} ", "dim"), Part(item.name), Part(f"  {item.gives}", "dim"))
        yield row(f"item:{item.name}", left, pickable=False, wrap=True, hang=4)
    for line in plain_note(worked.entry.notes or "").splitlines():
        yield info(f"  ✎ {line}", "accent", hang=4)


def _section_row(worked: RosterEntry, place: OptionPlace, language: str) -> Row:
    section = place.section
    taken = sum(picks_in(worked, section, half) for half in place.halves)
    hint = _hint(section_capacity(section, worked.unit), taken, len(section.options), len(place.halves), language)
    if len(touched_halves(worked, section)) > 1:
        both = translate(language, "tui.detail.both")
        hint = f"{both}, {hint}" if hint else both
    return heading(plain_line(section_label(section, language)).upper(), hint, key=f"section:{section.id}")


def _hint(capacity: Capacity, taken: int, options: int, halves: int, language: str) -> str:
    if capacity.one_of:
        return ""
    if capacity.total is None:
        return translate(language, "tui.detail.each-once") if capacity.each == 1 and options > 1 else ""
    total = capacity.total * halves
    return translate(language, "tui.detail.left", left=max(0, total - taken), total=total)


def _place_row(session: EditorSession, worked: RosterEntry, place: OptionPlace, lexicon: Lexicon) -> Row:
    language, section, option = lexicon.language, place.section, place.option
    capacity, taken = section_capacity(section, worked.unit), place.taken(worked)
    marks = "".join(_mark(capacity, count, len(section.options)) for count in taken)
    if option is None:
        names = ", ".join(plain_line(target.to(language)) for target in section.targets)
        label = names or translate(language, "tui.detail.none")
        return row(place.key, (Part(f" {marks} "), Part(label)), (Part("–", "dim"),))
    closed = not any(taken) and all(_is_closed(session, worked, place, half) for half in place.halves)
    role = "dim" if closed else "bold" if any(taken) else ""
    twice = f" {TIMES}2" if len(touched_halves(worked, section)) > 1 else ""
    left = (Part(f" {marks} ", role), Part(_option_text(session, worked, place, lexicon), role))
    cost = price(option.cost_for(worked.unit.id), language) + twice
    return row(place.key, left, (Part(cost, role),), wrap=True, hang=len(marks) + 2)


def _option_text(session: EditorSession, worked: RosterEntry, place: OptionPlace, lexicon: Lexicon) -> str:
    """Write an option; written once, since all options are shown anew after every edit."""
    assert place.option is not None
    key = (worked.unit.ref, place.key, lexicon.language)
    known = session.option_texts.get(key)
    if known is None:
        known = session.option_texts[key] = full_option(lexicon, worked.unit.faction, place.option)
    return known


def _is_closed(session: EditorSession, worked: RosterEntry, place: OptionPlace, half: int) -> bool:
    assert place.option is not None
    return session.known_error(session.option_key(worked, place.section, place.option, half)) is not None


def _mark(capacity: Capacity, taken: int, options: int) -> str:
    if capacity.one_of and options > 1:
        return "(•)" if taken else "( )"
    if capacity.each == 1:
        return "[x]" if taken else "[ ]"
    return f"[{taken or ' '}]"


def unknown_rows(session: EditorSession, entry: Entry, language: str) -> Iterator[Row]:
    """Show the book and the id that it has, what was picked for it, and the player's notes."""
    lexicon = Lexicon(session.system, session.roster.factions, language)
    alone = replace(session.roster, entries=(), unresolved=(entry,), joined={})
    unit = build_units(alone, session.report, lexicon, _PLAIN)[0]
    yield info(unit.remark, "dim")
    if unit.upgrades:
        yield BLANK
        yield from (info(counted(row.count, row.name), hang=2) for row in unit.upgrades)
    for line in unit.notes.splitlines():
        yield info(f"✎ {line}", "accent", hang=2)
