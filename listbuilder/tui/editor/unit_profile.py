"""A unit as one sheet, and as one running line."""

from __future__ import annotations

from listbuilder.model import EntryId, RosterEntry
from listbuilder.rules.moves import companions
from listbuilder.sheet import PrintOptions, SheetUnit
from listbuilder.sheet.equipment import build_columns
from listbuilder.sheet.model import WeaponRow
from listbuilder.sheet.rule_labels import Lexicon
from listbuilder.sheet.units import build_unit
from listbuilder.textutil.sanitize import DASH
from listbuilder.tui.editor.session import Workspace
from listbuilder.tui.labels import title_of
from listbuilder.tui.widgets.row import Part, Row, row

_KNOWN = ("quality", "defense")
"""Numbers that a unit's pane shows; in the army there is room for what differs from copy to copy."""
_PLAIN = PrintOptions(boxes=False, rule_texts=False)


def lexicon_of(workspace: Workspace, language: str) -> Lexicon:
    """Give the words of the open list's rules."""
    return Lexicon(workspace.system, workspace.roster.factions, language)


def sheet_unit(workspace: Workspace, worked: RosterEntry, lexicon: Lexicon) -> SheetUnit:
    """Give a unit as it would be printed; it need not be in the army yet."""
    return build_unit(workspace.roster, workspace.report, lexicon, _PLAIN, worked)


def weapon_text(weapon: WeaponRow, lexicon: Lexicon) -> str:
    """Write the numbers of a weapon; one that does not say itself what it is gets its column's heading."""
    cells = [
        f"{column.heading} {cell}" if column.id == "armour_piercing" else cell
        for column, cell in zip(build_columns(lexicon), weapon.cells, strict=True)
        if cell and not (column.id == "armour_piercing" and cell == DASH)
    ]
    return " ".join(cells)


def profile_row(workspace: Workspace, worked: RosterEntry, language: str) -> Row:
    """Show a unit in one line: numbers, weapons, rules."""
    return row("profile", _profile(workspace, worked, language), (), "dim", pickable=False)


def profile_rows(workspace: Workspace, entry: EntryId, language: str) -> list[Row]:
    """Show a unit and the heroes in it by name, each with all that is known at the table."""
    parts = [entry, *(hero.id for hero in workspace.roster.joined.get(entry, ()))]
    known = (worked for part in parts if (worked := workspace.roster.find(part)) is not None)
    return [
        row(
            f"profile:{worked.id}",
            (Part(f"{title_of(worked, language)}  ", "bold"), Part(_profile(workspace, worked, language))),
            pickable=False,
            wrap=True,
            hang=2,
        )
        for worked in known
    ]


def _profile(workspace: Workspace, worked: RosterEntry, language: str) -> str:
    lexicon = lexicon_of(workspace, language)
    unit = sheet_unit(workspace, worked, lexicon)
    arms = (f"{weapon.count} {weapon.name} {weapon_text(weapon, lexicon)}" for weapon in unit.weapons)
    return " · ".join((_stats(unit), *arms, *(rule.text for rule in unit.rules)))


def gear_text(workspace: Workspace, worked: RosterEntry, language: str) -> str:
    """Name in a few words what a unit carries, its moves and its wounds; worked out once for each state of the unit."""
    # what stands in one unit moves together; loadouts are the same ones as long as nothing about them changes
    together = tuple(one.halves for one in (worked, *companions(worked, workspace.roster)))
    known = workspace.gear.get((worked.id, language))
    if known is None or known[0] != together:
        known = workspace.gear[worked.id, language] = (together, _gear_text(workspace, worked, language))
    return known[1]


def _gear_text(workspace: Workspace, worked: RosterEntry, language: str) -> str:
    unit = sheet_unit(workspace, worked, lexicon_of(workspace, language))
    carried = [f"{weapon.count} {weapon.name}" for weapon in unit.weapons] + [item.name for item in unit.items]
    numbers = [f"{stat.short} {stat.value}" for stat in unit.stats if stat.id not in _KNOWN and stat.value != DASH]
    return " · ".join((*numbers, *carried))


def _stats(unit: SheetUnit) -> str:
    return " ".join(f"{stat.short} {stat.value}" for stat in unit.stats if stat.value != DASH)
