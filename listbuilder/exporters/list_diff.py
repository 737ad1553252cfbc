"""What changed between two lists, in words: text, Markdown, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from listbuilder.diff.books import Change
from listbuilder.diff.lists import EntryDiff, FieldDiff, ListDiff
from listbuilder.exporters.markdown import escape
from listbuilder.i18n import show_value, translate
from listbuilder.textutil.sanitize import plain_line


def format_diff_text(diff: ListDiff, language: str = "en") -> str:
    """Write a comparison as plain text; it ends with a line break."""
    return "\n".join(_lines(diff, language)) + "\n"


def format_diff_markdown(diff: ListDiff, language: str = "en") -> str:
    """Write a comparison as Markdown; it ends with a line break."""
    lines = [f"# {escape(_title(diff, language))}", "", f"**{escape(_total(diff, language))}**", ""]
    lines += [f"- {escape(_field(field, language))}" for field in diff.fields]
    for entry in diff.entries:
        lines.append(f"- {escape(_entry(entry, language))}")
        lines += [f"  - {escape(_change(change, language))}" for change in entry.changes]
    if not diff.fields and not diff.entries:
        lines.append(translate(language, "diff.same"))
    return "\n".join(lines) + "\n"


def format_diff_json(diff: ListDiff, language: str = "en") -> str:
    """Write a comparison as JSON, facts and words."""
    return json.dumps(diff_data(diff, language), ensure_ascii=False, indent=2) + "\n"


def diff_data(diff: ListDiff, language: str = "en") -> dict[str, object]:
    """Give a comparison as plain data."""
    return {
        "differs": diff.differs,
        "old": {"name": diff.old.army.name, "points": diff.old.cost},
        "new": {"name": diff.new.army.name, "points": diff.new.cost},
        "fields": [
            {"field": field.field, "old": field.old, "new": field.new, "message": _field(field, language)}
            for field in diff.fields
        ],
        "entries": [_entry_data(entry, language) for entry in diff.entries],
    }


def _entry_data(entry: EntryDiff, language: str) -> dict[str, object]:
    side = entry.latest
    return {
        "status": entry.status,
        "unit": side.entry.unit,
        "old_id": entry.old.entry.id if entry.old is not None else None,
        "new_id": entry.new.entry.id if entry.new is not None else None,
        "old_points": entry.old.cost if entry.old is not None else None,
        "new_points": entry.new.cost if entry.new is not None else None,
        "message": _entry(entry, language),
        "changes": [{"kind": change.kind, "message": _change(change, language)} for change in entry.changes],
    }


def _lines(diff: ListDiff, language: str) -> Iterator[str]:
    yield _title(diff, language)
    yield _total(diff, language)
    if not diff.fields and not diff.entries:
        yield translate(language, "diff.same")
    for field in diff.fields:
        yield _field(field, language)
    for entry in diff.entries:
        yield _entry(entry, language)
        for change in entry.changes:
            yield f"    {_change(change, language)}"


def _title(diff: ListDiff, language: str) -> str:
    old, new = plain_line(diff.old.army.name), plain_line(diff.new.army.name)
    return new if old == new else translate(language, "diff.title", old=old, new=new)


def _total(diff: ListDiff, language: str) -> str:
    old, new = diff.old.cost, diff.new.cost
    if old == new:
        return translate(language, "diff.total.same", new=new)
    sign = "+" if new > old else "-"
    return translate(language, "diff.total", old=old, new=new, sign=sign, change=abs(new - old))


def _field(field: FieldDiff, language: str) -> str:
    name = translate(language, f"diff.field.{field.field}")
    old, new = _value(field.old, language), _value(field.new, language)
    return plain_line(translate(language, "diff.field", field=name, old=old, new=new))


def _value(value: object, language: str) -> str:
    if isinstance(value, bool):
        return translate(language, "diff.yes" if value else "diff.no")
    if value is None or value == "":
        return translate(language, "diff.none")
    return show_value(language, value)


def _entry(entry: EntryDiff, language: str) -> str:
    side = entry.latest
    if entry.old is None or entry.new is None:
        return plain_line(translate(language, f"diff.{entry.status}", unit=side.title, points=side.cost))
    key = "diff.changed" if entry.old.cost != entry.new.cost else "diff.changed.same"
    return plain_line(translate(language, key, unit=side.title, old=entry.old.cost, new=entry.new.cost))


def _change(change: Change, language: str) -> str:
    nothing = translate(language, "diff.none")
    values = {name: nothing if value == () else value for name, value in change.values.items()}
    return plain_line(translate(language, f"diff.{change.kind}", **values))
