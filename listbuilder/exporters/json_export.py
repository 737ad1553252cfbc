"""JSON: the choices, which import again, and the roster worked out from them (`schemas/export.schema.json`).

A worked-out roster as plain data, for programs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from listbuilder.diagnostics.messages import fix_records
from listbuilder.exporters.base import Exportable
from listbuilder.listfiles.serialization import list_mapping
from listbuilder.model import EntryId, Moves, Roster, RosterEntry, RuleRef
from listbuilder.rules.labels import option_label
from listbuilder.rules.moves import companions, worked_moves
from listbuilder.rules.roster import merged_items, merged_rules, merged_weapons
from listbuilder.rules.trackers import total_wounds
from listbuilder.sheet import PrintOptions

Plain = dict[str, object]


def roster_data(roster: Roster, *, public: bool = False) -> Plain:
    """Give entries and totals; `public` leaves out all that the player chose for a unit."""
    army = roster.army
    # a player's own ids tell much: who is called "crossbows" has them
    ids = {entry.id: str(number) if public else entry.id for number, entry in enumerate(army.entries, 1)}
    used = dict.fromkeys(entry.unit.faction for entry in roster.entries)
    books = {faction: roster.factions[faction] for faction in used}
    return {
        "name": army.name,
        "player": army.player,
        "system": {"id": roster.system.id, "name": roster.system.title, "sha256": roster.system.sha256},
        "books": {faction: {"version": book.version, "sha256": book.sha256} for faction, book in books.items()},
        "event": army.event,
        "force_org": roster.organised,
        "points": roster.cost,
        "limit": roster.size,
        "units": roster.activations,
        "models": roster.models,
        "entries": [_public_entry(entry, ids) if public else entry_data(entry, roster) for entry in roster.entries],
        "unknown": [
            {"id": ids[entry.id], "unit": entry.unit, "name": entry.name or entry.called} for entry in roster.unresolved
        ],
    }


def _public_entry(entry: RosterEntry, ids: Mapping[EntryId, str]) -> Plain:
    joined = entry.entry.joins
    return _bare_entry(entry) | {"id": ids[entry.id], "joins": None if joined is None else ids.get(joined, "")}


def _bare_entry(entry: RosterEntry) -> Plain:
    """Give what is the same whatever the player chose."""
    unit = entry.unit
    return {
        "id": entry.id,
        "unit": unit.ref,
        "name": entry.title,
        "models": entry.models,
        "quality": unit.quality,
        "defense": unit.defense,
        "fields": dict(unit.fields),
        "hero": entry.hero,
        "combined": len(entry.halves) > 1,
        "joins": entry.entry.joins,
    }


def entry_data(entry: RosterEntry, roster: Roster) -> Plain:
    """Give one entry in full; counts are for the whole unit, both halves together."""
    system, faction = roster.system, roster.factions[entry.unit.faction]
    return _bare_entry(entry) | {
        "moves": _moves(worked_moves(entry, system, faction, companions(entry, roster))),
        "wounds": total_wounds(entry, system),
        "cost": entry.cost,
        "rules": [rule.label for rule in merged_rules(entry)],
        "weapons": _weapons(entry),
        "items": _items(entry),
        "upgrades": _upgrades(entry, system.measure),
        "xp": entry.entry.xp,
        "traits": list(entry.entry.traits),
        "notes": entry.entry.notes,
    }


def _moves(moves: Moves | None) -> Plain | None:
    return None if moves is None else {"advance": moves.advance, "rush": moves.rush, "charge": moves.charge}


def _weapons(entry: RosterEntry) -> list[Plain]:
    return [
        {
            "name": weapon.name,
            "count": count,
            "range": weapon.range,
            "attacks": weapon.attacks,
            "rules": _labels(weapon.rules),
        }
        for weapon, count in merged_weapons(entry).items()
    ]


def _items(entry: RosterEntry) -> list[Plain]:
    counts = merged_items(entry)
    return [{"name": item.name, "count": count, "rules": _labels(item.rules)} for item, count in counts.items()]


def _upgrades(entry: RosterEntry, measure: str) -> list[Plain]:
    return [
        {
            "half": number,
            "section": taken.section.id,
            "option": taken.option.id,
            "name": option_label(taken.option, "en", measure),
            "count": taken.count,
            "cost": taken.cost,
        }
        for number, half in enumerate(entry.halves, 1)
        for taken in half.taken
    ]


def _labels(rules: tuple[RuleRef, ...]) -> list[str]:
    return [rule.label for rule in rules]


FORMAT = 1


class JsonExporter:
    """Writes lists as JSON."""

    id = "json"
    suffix = ".json"
    hides = True

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:
        """Write the lists; half a surrogate pair, which UTF-8 cannot hold, becomes the escape that JSON has for it."""
        lists = [export_data(document, options) for document in documents]
        text = json.dumps(
            {"format": FORMAT, "kind": "listbuilder-export", "lists": lists}, ensure_ascii=False, indent=2
        )
        return (text + "\n").encode("utf-8", "backslashreplace")


EXPORTER = JsonExporter()


def export_data(document: Exportable, options: PrintOptions) -> Plain:
    """Give one list as plain data; a public one without its choices."""
    header = document.sheet.header
    marks: Plain = {
        "verdict": header.judged.value,
        "hash": header.hash,
        "commitment": header.commitment,
        "share": header.share,
        "findings": _findings(document),
    }
    roster = roster_data(document.roster, public=options.public)
    if options.public:
        return {**marks, "roster": roster}
    return {**marks, "choices": list_mapping(document.roster.army), "roster": roster}


def _findings(document: Exportable) -> list[Plain]:
    sheet, report = document.sheet, document.report
    # a public sheet has no findings: what is wrong with an upgrade would tell of the upgrade
    pairs = zip(sheet.findings, report, strict=True) if sheet.findings else ()
    return [
        {
            "code": finding.code,
            "name": finding.name,
            "severity": finding.severity,
            "on": finding.key or None,
            "message": finding.message,
            "fix": finding.fix or None,
            "fixes": fix_records(found.fixes, sheet.language),
        }
        for finding, found in pairs
    ]
