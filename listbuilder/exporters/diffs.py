"""Differences between two lists, or between two versions of an army book, as text, Markdown and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from listbuilder.diff.books import BookDiff, Change, UnitDiff
from listbuilder.diff.lists import EntryDiff, FieldDiff, ListDiff
from listbuilder.exporters.markdown import escape_markdown
from listbuilder.i18n import format_value, translate
from listbuilder.textutil.sanitize import sanitize_line


def format_list_diff_text(diff: ListDiff, language: str = "en") -> str:
    """Return a comparison of lists as plain text that ends with a line break."""
    lines = [_list_title(diff, language), _format_total(diff, language)]
    lines += (f"    {line}" if is_change else line for line, is_change in _list_lines(diff, language))
    if not diff.fields and not diff.entries:
        lines.append(translate(language, "diff.same"))
    return "\n".join(lines) + "\n"


def format_list_diff_markdown(diff: ListDiff, language: str = "en") -> str:
    """Return a comparison of lists as Markdown that ends with a line break."""
    title, total = _list_title(diff, language), _format_total(diff, language)
    lines = [f"# {escape_markdown(title)}", "", f"**{escape_markdown(total)}**", ""]
    for line, is_change in _list_lines(diff, language):
        lines.append(("  - " if is_change else "- ") + escape_markdown(line))
    if not diff.fields and not diff.entries:
        lines.append(translate(language, "diff.same"))
    return "\n".join(lines) + "\n"


def _list_lines(diff: ListDiff, language: str) -> Iterator[tuple[str, bool]]:
    """Yield a line for each field, entry and change, and whether it is a change of the entry above it."""
    for field in diff.fields:
        yield _format_field(field, language), False
    for entry in diff.entries:
        yield _format_entry(entry, language), False
        for change in entry.changes:
            yield _format_change(change, language), True


def format_list_diff_json(diff: ListDiff, language: str = "en") -> str:
    """Return a comparison of lists as JSON, with values and sentences."""
    data = {
        "differs": diff.differs,
        "old": {"name": diff.old.army.name, "points": diff.old.cost},
        "new": {"name": diff.new.army.name, "points": diff.new.cost},
        "fields": [
            {"field": field.field, "old": field.old, "new": field.new, "message": _format_field(field, language)}
            for field in diff.fields
        ],
        "entries": [
            {
                "status": entry.status,
                "unit": entry.latest.entry.unit,
                "old_id": entry.old.entry.id if entry.old is not None else None,
                "new_id": entry.new.entry.id if entry.new is not None else None,
                "old_points": entry.old.cost if entry.old is not None else None,
                "new_points": entry.new.cost if entry.new is not None else None,
                "message": _format_entry(entry, language),
                "changes": [
                    {"kind": change.kind, "message": _format_change(change, language)} for change in entry.changes
                ],
            }
            for entry in diff.entries
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _list_title(diff: ListDiff, language: str) -> str:
    old, new = sanitize_line(diff.old.army.name), sanitize_line(diff.new.army.name)
    return new if old == new else translate(language, "diff.title", old=old, new=new)


def _format_total(diff: ListDiff, language: str) -> str:
    old, new = diff.old.cost, diff.new.cost
    if old == new:
        return translate(language, "diff.total.same", new=new)
    sign = "+" if new > old else "-"
    return translate(language, "diff.total", old=old, new=new, sign=sign, change=abs(new - old))


def _format_field(field: FieldDiff, language: str) -> str:
    name = translate(language, f"diff.field.{field.field}")
    old, new = _format_value(field.old, language), _format_value(field.new, language)
    return sanitize_line(translate(language, "diff.field", field=name, old=old, new=new))


def _format_value(value: object, language: str) -> str:
    if isinstance(value, bool):
        return translate(language, "diff.yes" if value else "diff.no")
    if value is None or value == "":
        return translate(language, "diff.none")
    return format_value(language, value)


def _format_entry(entry: EntryDiff, language: str) -> str:
    side = entry.latest
    if entry.old is None or entry.new is None:
        return sanitize_line(translate(language, f"diff.{entry.status}", unit=side.title, points=side.cost))
    key = "diff.changed" if entry.old.cost != entry.new.cost else "diff.changed.same"
    return sanitize_line(translate(language, key, unit=side.title, old=entry.old.cost, new=entry.new.cost))


def _format_change(change: Change, language: str) -> str:
    nothing = translate(language, "diff.none")
    values = {name: nothing if value == () else value for name, value in change.values.items()}
    return sanitize_line(translate(language, f"diff.{change.kind}", **values))


_MAX_SENTENCE_LENGTH = 1_000


def format_book_diff_text(diff: BookDiff, language: str) -> str:
    """Return a comparison of army books as plain text."""
    lines = [_book_title(diff, language), _format_summary(diff, language)]
    for heading, changes in _sections(diff, language):
        lines += ["", heading, *(f"  - {line}" for line in changes)]
    return "\n".join(lines) + "\n"


def format_book_diff_markdown(diff: BookDiff, language: str) -> str:
    """Return a comparison of army books as Markdown."""
    lines = [f"# {escape_markdown(_book_title(diff, language))}", "", escape_markdown(_format_summary(diff, language))]
    for heading, changes in _sections(diff, language):
        lines += ["", f"## {escape_markdown(heading)}", "", *(f"- {escape_markdown(line)}" for line in changes)]
    return "\n".join(lines) + "\n"


def format_book_diff_json(diff: BookDiff) -> str:
    """Return a comparison of army books as JSON, without sentences and with English names."""
    editions = {
        side: {"id": faction.id, "name": faction.name.en, "version": faction.version, "sha256": faction.sha256}
        for side, faction in (("old", diff.old), ("new", diff.new))
    }
    data = {
        **editions,
        "summary": {**_count_statuses(diff), "changes": diff.count_by_kind()},
        "units": [_unit_data(unit) for unit in diff.units],
        "spells": [_change_data(change) for change in diff.spells],
        "rules": [_change_data(change) for change in diff.rules],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _count_statuses(diff: BookDiff) -> dict[str, int]:
    statuses = ("added", "removed", "changed")
    return {status: sum(unit.status == status for unit in diff.units) for status in statuses}


def _unit_data(unit: UnitDiff) -> dict[str, object]:
    data: dict[str, object] = {"id": unit.latest.id, "name": unit.latest.name.en, "status": unit.status}
    if unit.old is not None and unit.old.id != unit.latest.id:
        data["old_id"] = unit.old.id
    return {**data, "changes": [_change_data(change) for change in unit.changes]}


def _change_data(change: Change) -> dict[str, object]:
    return {"kind": change.kind, **{name: _json_value(value) for name, value in change.values.items()}}


def _json_value(value: object) -> object:
    if isinstance(value, tuple):
        return [_json_value(item) for item in value]
    return value if isinstance(value, int | str) else format_value("en", value)


def _book_title(diff: BookDiff, language: str) -> str:
    old, new = diff.old.version, diff.new.version
    return sanitize_line(translate(language, "bookdiff.title", name=diff.new.name, old=old, new=new))


def _format_summary(diff: BookDiff, language: str) -> str:
    if not diff.differs:
        return translate(language, "bookdiff.nothing")
    return translate(language, "bookdiff.summary", **_count_statuses(diff))


def _sections(diff: BookDiff, language: str) -> Iterator[tuple[str, list[str]]]:
    """Yield a heading and its lines for each unit, then for spells and rules."""
    sections = [(sanitize_line(unit.latest.name.to(language)), unit.changes) for unit in diff.units]
    if diff.spells:
        sections.append((translate(language, "bookdiff.spells"), diff.spells))
    if diff.rules:
        sections.append((translate(language, "bookdiff.rules"), diff.rules))
    for heading, changes in sections:
        sentences = (translate(language, f"bookdiff.{change.kind}", **change.values) for change in changes)
        yield heading, [sanitize_line(sentence, _MAX_SENTENCE_LENGTH) for sentence in sentences]
