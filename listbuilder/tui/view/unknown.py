"""A selected entry whose unit no data has: what the list itself knows of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.model import Entry
from listbuilder.sheet import PrintOptions
from listbuilder.sheet.rule_labels import Lexicon
from listbuilder.sheet.units import build_units
from listbuilder.textutil.sanitize import counted
from listbuilder.tui.view.row import BLANK, Row, info
from listbuilder.tui.workspace import Workspace

_PLAIN = PrintOptions(boxes=False, rule_texts=False)


def unknown_rows(workspace: Workspace, entry: Entry, language: str) -> Iterator[Row]:
    """Show the book and the id that it has, what was picked for it, and the player's notes."""
    lexicon = Lexicon(workspace.system, workspace.roster.factions, language)
    alone = replace(workspace.roster, entries=(), unresolved=(entry,), joined={})
    unit = build_units(alone, workspace.report, lexicon, _PLAIN)[0]
    yield info(unit.remark, "dim")
    if unit.upgrades:
        yield BLANK
        yield from (info(counted(row.count, row.name), hang=2) for row in unit.upgrades)
    for line in unit.notes.splitlines():
        yield info(f"✎ {line}", "accent", hang=2)
