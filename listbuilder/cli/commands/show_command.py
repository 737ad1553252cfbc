"""Print a list as a roster, with its verdict."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from typing import Any

from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit
from listbuilder.cli.findings import finding_record
from listbuilder.cli.lists import Judged, load_one
from listbuilder.cli.printing import build_document
from listbuilder.cli.tables import add_format, write_json
from listbuilder.exporters.registry import find_exporter
from listbuilder.listfiles import list_hash
from listbuilder.model import Roster, RosterEntry
from listbuilder.sheet import PrintOptions


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("list", metavar="LIST", help="a list in any format we read; - reads standard input")
    parser.add_argument("--no-texts", action="store_true", help="leave the rule texts out")
    add_format(parser)


def run(arguments: Namespace, context: Context) -> int:
    """Print the roster."""
    judged = load_one(arguments.list, context.library)
    assert judged.roster is not None
    if arguments.format == "json":
        write_json(roster_record(judged, judged.roster, context.language))
    else:
        show(judged, context, texts=not arguments.no_texts)
    return Exit.LEGAL if judged.report.legal else Exit.ILLEGAL


def show(judged: Judged, context: Context, *, texts: bool = True) -> None:
    """Print a worked-out list as text."""
    terminal = context.terminal
    options = PrintOptions(width=terminal.width, ascii=not terminal.symbols, rule_texts=texts, boxes=False)
    document = build_document(judged, context.language, options)
    sys.stdout.write(find_exporter("txt").export([document], options).decode("utf-8"))


def roster_record(judged: Judged, roster: Roster, language: str) -> dict[str, Any]:
    """Give a worked-out list as plain values."""
    army = roster.army
    return {
        "name": army.name,
        "player": army.player,
        "system": army.system,
        "points": roster.cost,
        "limit": army.points,
        "units": roster.activations,
        "models": roster.models,
        "hash": list_hash(army),
        "verdict": judged.verdict,
        "books": {
            faction: {"version": book.version, "sha256": book.sha256} for faction, book in roster.factions.items()
        },
        "entries": [_entry_record(worked, language) for worked in roster.entries],
        "diagnostics": [finding_record(diagnostic, language) for diagnostic in judged.report],
    }


def _entry_record(worked: RosterEntry, language: str) -> dict[str, Any]:
    weapons: Counter[str] = Counter()
    items: Counter[str] = Counter()
    rules: dict[str, None] = {}
    for half in worked.halves:
        for carried in half.weapons:
            weapons[carried.weapon.name] += carried.count
        for gear in half.items:
            items[gear.item.name] += gear.count
        rules.update(dict.fromkeys(rule.label for rule in half.rules))
    return {
        "id": worked.id,
        "unit": worked.entry.unit,
        "name": worked.entry.name or worked.unit.name.to(language),
        "models": worked.models,
        "quality": worked.unit.quality,
        "defense": worked.unit.defense,
        "cost": worked.cost,
        "combined": len(worked.halves) > 1,
        "joins": worked.entry.joins,
        "weapons": dict(weapons),
        "items": dict(items),
        "rules": list(rules),
        "upgrades": [
            {"option": taken.pick.option, "count": taken.count, "cost": taken.cost, "half": number}
            for number, half in enumerate(worked.halves, 1)
            for taken in half.taken
        ],
    }
