"""The differences between two versions of a book, as text, Markdown and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from listbuilder.diff.books import BookDiff, Change, UnitDiff
from listbuilder.exporters.markdown import escape
from listbuilder.i18n import show_value, translate
from listbuilder.model import Faction
from listbuilder.textutil.sanitize import plain_line

_LONGEST = 1_000
_STATUSES = ("added", "removed", "changed")


def format_text(diff: BookDiff, language: str) -> str:
    """Write the differences for a terminal or a mail."""
    lines = [_title(diff, language), _summary(diff, language)]
    for heading, changes in _blocks(diff, language):
        lines += ["", heading, *(f"  - {line}" for line in changes)]
    return "\n".join(lines) + "\n"


def format_markdown(diff: BookDiff, language: str) -> str:
    """Write the differences for a forum or a repository."""
    lines = [f"# {escape(_title(diff, language))}", "", escape(_summary(diff, language))]
    for heading, changes in _blocks(diff, language):
        lines += ["", f"## {escape(heading)}", "", *(f"- {escape(line)}" for line in changes)]
    return "\n".join(lines) + "\n"


def format_json(diff: BookDiff) -> str:
    """Write the differences for a program; sentences are left to it, names are English."""
    return json.dumps(build_data(diff), ensure_ascii=False, indent=2) + "\n"


def build_data(diff: BookDiff) -> dict[str, object]:
    """Give the differences as plain data."""
    return {
        "old": _edition(diff.old),
        "new": _edition(diff.new),
        "summary": {**_statuses(diff), "changes": diff.counted()},
        "units": [_unit_data(unit) for unit in diff.units],
        "spells": [_change_data(change) for change in diff.spells],
        "rules": [_change_data(change) for change in diff.rules],
    }


def _edition(faction: Faction) -> dict[str, object]:
    return {"id": faction.id, "name": faction.name.en, "version": faction.version, "sha256": faction.sha256}


def _statuses(diff: BookDiff) -> dict[str, int]:
    return {status: sum(unit.status == status for unit in diff.units) for status in _STATUSES}


def _unit_data(unit: UnitDiff) -> dict[str, object]:
    data: dict[str, object] = {"id": unit.latest.id, "name": unit.latest.name.en, "status": unit.status}
    if unit.old is not None and unit.old.id != unit.latest.id:
        data["old_id"] = unit.old.id
    return {**data, "changes": [_change_data(change) for change in unit.changes]}


def _change_data(change: Change) -> dict[str, object]:
    return {"kind": change.kind, **{name: _plain_value(value) for name, value in change.values.items()}}


def _plain_value(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain_value(item) for item in value]
    return value if isinstance(value, int | str) else show_value("en", value)


def _title(diff: BookDiff, language: str) -> str:
    values: Mapping[str, object] = {"name": diff.new.name, "old": diff.old.version, "new": diff.new.version}
    return plain_line(translate(language, "bookdiff.title", **values))


def _summary(diff: BookDiff, language: str) -> str:
    counts = _statuses(diff)
    if not diff.differs:
        return translate(language, "bookdiff.nothing")
    return translate(language, "bookdiff.summary", **counts)


def _blocks(diff: BookDiff, language: str) -> Iterator[tuple[str, list[str]]]:
    """Give a heading with its lines for each unit, one for the spells and one for the rules."""
    for unit in diff.units:
        yield plain_line(unit.latest.name.to(language)), [_sentence(change, language) for change in unit.changes]
    if diff.spells:
        yield translate(language, "bookdiff.spells"), [_sentence(change, language) for change in diff.spells]
    if diff.rules:
        yield translate(language, "bookdiff.rules"), [_sentence(change, language) for change in diff.rules]


def _sentence(change: Change, language: str) -> str:
    return plain_line(translate(language, f"bookdiff.{change.kind}", **change.values), _LONGEST)
