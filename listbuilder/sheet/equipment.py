"""Weapons, items and upgrades of an entry as rows; the halves of a combined one are put together."""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.i18n import format_number, translate
from listbuilder.model import FactionId, Item, Moves, RosterEntry, System, Weapon
from listbuilder.rules.moves import weapon_reach
from listbuilder.rules.roster import merged_items, merged_weapons
from listbuilder.sheet.model import ItemRow, UpgradeRow, WeaponColumn, WeaponRow
from listbuilder.sheet.rule_labels import Lexicon
from listbuilder.textutil.sanitize import DASH, TIMES, counted


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
