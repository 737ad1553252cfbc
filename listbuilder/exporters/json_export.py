"""Export as JSON: the player's choices, which can be imported again, and the computed roster.

The format is described by `schemas/export.schema.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from listbuilder.diagnostics.messages import build_fix_records
from listbuilder.exporters.exporter import Exportable
from listbuilder.listfiles.serialization import list_to_mapping
from listbuilder.model import EntryId, Roster, RosterEntry, RuleRef
from listbuilder.rules.moves import companions, entry_moves
from listbuilder.rules.roster_builder import count_items, count_weapons, merge_half_rules
from listbuilder.rules.trackers import total_wounds
from listbuilder.rules.unit_labels import option_label
from listbuilder.sheet import PrintOptions

JsonData = dict[str, object]


def roster_data(roster: Roster, *, public: bool = False) -> JsonData:
    """Return a roster as JSON data; `public` leaves out everything that depends on upgrades."""
    army = roster.army
    # entry ids may reveal hidden upgrades
    ids = {entry.id: str(number) if public else entry.id for number, entry in enumerate(army.entries, 1)}
    used = dict.fromkeys(entry.unit.faction for entry in roster.entries)
    books = {faction: roster.factions[faction] for faction in used}
    return {
        "name": army.name,
        "player": army.player,
        "system": {"id": roster.system.id, "name": roster.system.title, "sha256": roster.system.sha256},
        "books": {faction: {"version": book.version, "sha256": book.sha256} for faction, book in books.items()},
        "event": army.event,
        "force_org": roster.uses_force_organisation,
        "points": roster.cost,
        "limit": roster.points_limit,
        "units": roster.activations,
        "models": roster.models,
        "entries": [_public_entry(entry, ids) if public else _entry_data(entry, roster) for entry in roster.entries],
        "unknown": [
            {"id": ids[entry.id], "unit": entry.unit, "name": entry.name or entry.called} for entry in roster.unresolved
        ],
    }


def _public_entry(entry: RosterEntry, ids: Mapping[EntryId, str]) -> JsonData:
    joined = entry.entry.joins
    return _public_data(entry) | {"id": ids[entry.id], "joins": None if joined is None else ids.get(joined, "")}


def _public_data(entry: RosterEntry) -> JsonData:
    """Return the data that does not depend on the player's choices."""
    unit = entry.unit
    return {
        "id": entry.id,
        "unit": unit.ref,
        "name": entry.title,
        "models": entry.models,
        "quality": unit.quality,
        "defense": unit.defense,
        "fields": dict(unit.fields),
        "hero": entry.is_hero,
        "combined": len(entry.halves) > 1,
        "joins": entry.entry.joins,
    }


def _entry_data(entry: RosterEntry, roster: Roster) -> JsonData:
    """Return all data of one entry; counts are for both halves together."""
    system, faction = roster.system, roster.factions[entry.unit.faction]
    moves = entry_moves(entry, system, faction, companions(entry, roster))
    return _public_data(entry) | {
        "moves": None if moves is None else {"advance": moves.advance, "rush": moves.rush, "charge": moves.charge},
        "wounds": total_wounds(entry, system),
        "cost": entry.cost,
        "rules": _rule_labels(merge_half_rules(entry)),
        "weapons": [
            {
                "name": weapon.name,
                "count": count,
                "range": weapon.range,
                "attacks": weapon.attacks,
                "rules": _rule_labels(weapon.rules),
            }
            for weapon, count in count_weapons(entry).items()
        ],
        "items": [
            {"name": item.name, "count": count, "rules": _rule_labels(item.rules)}
            for item, count in count_items(entry).items()
        ],
        "upgrades": [
            {
                "half": number,
                "section": upgrade.section.id,
                "option": upgrade.option.id,
                "name": option_label(upgrade.option, "en", system.distance_mark),
                "count": upgrade.count,
                "cost": upgrade.cost,
            }
            for number, half in enumerate(entry.halves, 1)
            for upgrade in half.upgrades
        ],
        "xp": entry.entry.xp,
        "traits": list(entry.entry.traits),
        "notes": entry.entry.notes,
    }


def _rule_labels(rules: tuple[RuleRef, ...]) -> list[str]:
    return [rule.label for rule in rules]


def export_json(documents: Sequence[Exportable], options: PrintOptions) -> bytes:
    """Return the lists as JSON. Lone surrogates, which UTF-8 cannot encode, become JSON escapes."""
    lists = [export_data(document, options) for document in documents]
    data = {"format": 1, "kind": "listbuilder-export", "lists": lists}
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")


def export_data(document: Exportable, options: PrintOptions) -> JsonData:
    """Return one list as JSON data; a public one without its choices."""
    sheet, roster = document.sheet, document.roster
    # a public sheet has no findings, since they may reveal hidden upgrades
    findings = zip(sheet.findings, document.report, strict=True) if sheet.findings else ()
    return {
        "verdict": sheet.header.outcome.value,
        "hash": sheet.header.hash,
        "commitment": sheet.header.commitment,
        "share": sheet.header.share,
        "findings": [
            {
                "code": finding.code,
                "name": finding.name,
                "severity": finding.severity,
                "on": finding.entry_id or None,
                "message": finding.message,
                "fix": finding.fix or None,
                "fixes": build_fix_records(diagnostic.fixes, sheet.language),
            }
            for finding, diagnostic in findings
        ],
        **({} if options.public else {"choices": list_to_mapping(roster.army)}),
        "roster": roster_data(roster, public=options.public),
    }
