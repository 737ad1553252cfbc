"""Export as Markdown for forums and chats: headings and bullets, no tables or tick boxes, which chats cannot show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from listbuilder.exporters.exporter import Exportable
from listbuilder.sheet import PrintOptions, Sheet, SheetUnit
from listbuilder.sheet.model import ReferenceChapter
from listbuilder.textutil.sanitize import format_count

_MARKUP = re.compile(r"([\\`*_\[\]<>|~&$@]|#(?=\w)|:(?=//)|(?<=www)\.)", re.IGNORECASE)
"""Markdown syntax, and what forums turn into links by themselves: mentions, issue numbers, addresses."""
_LINE_START = re.compile(r"^([#+=:-]|\d{1,9}(?=[.)]))")
_DOT = " \N{MIDDLE DOT} "


def export_markdown(documents: Sequence[Exportable], options: PrintOptions) -> bytes:  # noqa: ARG001 - the sheet already follows them
    """Return the lists, separated by horizontal rules."""
    return "\n---\n\n".join(format_markdown(document.sheet) for document in documents).encode()


def escape_markdown(text: str) -> str:
    """Escape a text so that Markdown shows it unchanged, even at the start of a line."""
    inner = _MARKUP.sub(r"\\\1", text)
    start = _LINE_START.match(inner)
    if start is None:
        return inner
    # a backslash in front of a digit would be visible, so it goes in front of the dot
    return "\\" + inner if not start[1].isdigit() else start[1] + "\\" + inner[start.end() :]


def format_markdown(sheet: Sheet) -> str:
    """Return one sheet as Markdown that ends with a line break."""
    units = (block for unit in sheet.units for block in _unit(sheet, unit))
    blocks = (*_header(sheet), *units, *_appendix(sheet))
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _header(sheet: Sheet) -> Iterator[list[str]]:
    header = sheet.header
    yield [f"# {_join((header.name, header.points))}"]
    yield [_join(header.facts)]
    yield [f"**{_join((*header.counts, header.verdict_text))}**"]
    hashes = ((sheet.labels.hash, header.hash), (sheet.labels.commitment, header.commitment))
    yield [f"- {escape_markdown(label)}: {escape_markdown(value)}" for label, value in hashes if value]
    yield _quote(header.notes)


def _unit(sheet: Sheet, unit: SheetUnit, depth: str = "##") -> Iterator[list[str]]:
    words, price = sheet.labels, unit.price
    warning = "\N{WARNING SIGN} " if unit.worst_severity not in ("", "note") else ""
    joined = f"{words.joined} " if depth != "##" else ""
    star = "\N{BLACK STAR} " if unit.hero else ""
    title = _join((format_count(unit.count, unit.title), unit.subtitle, unit.faction))
    yield [f"{depth} {warning}{joined}{star}{title}"]
    stats = [f"{stat.short} {stat.value}" for stat in unit.stats]
    if price is not None:
        stats.append(f"{price.displayed} {words.points} ({words.half} {price.half})")
    yield [f"**{_join(stats)}**"] if stats else []
    rules = _join((*(rule.text for rule in unit.rules), f"{words.base} {unit.base}" if unit.base else ""))
    lines = [f"- {rules}"] if rules else []
    if price is not None and price.total_with_heroes:
        total = escape_markdown(price.total_with_heroes)
        lines.append(f"- {total} {words.points} ({words.half} {price.half_with_heroes})")
    yield [*lines, *_equipment(sheet, unit)]
    yield _quote(unit.notes)
    for hero in unit.attached_heroes:
        yield from _unit(sheet, hero, depth + "#")


def _join(texts: Iterable[str]) -> str:
    """Escape texts that are not empty and separate them with dots."""
    return _DOT.join(escape_markdown(text) for text in texts if text)


def _equipment(sheet: Sheet, unit: SheetUnit) -> Iterator[str]:
    for row in unit.weapons:
        cells = ", ".join(escape_markdown(cell) for cell in row.labelled_cells if cell)
        yield f"- {row.count}\N{MULTIPLICATION SIGN} **{escape_markdown(row.name)}** {cells}"
    for item in unit.items:
        yield f"- {escape_markdown(format_count(item.count, item.name))}" + (
            f" ({escape_markdown(item.contents)})" if item.contents else ""
        )
    upgrades = [
        escape_markdown(format_count(row.count, row.name)) + (f" ({escape_markdown(row.cost)})" if row.cost else "")
        for row in unit.upgrades
    ]
    if upgrades:
        yield f"- {sheet.labels.upgrades}: {', '.join(upgrades)}"
    for known in unit.spells:
        yield f"- {known.label}: {', '.join(map(escape_markdown, known.spells))}"
    yield from (f"- {escape_markdown(line)}" for line in (unit.campaign, unit.odds) if line)


def _quote(notes: str) -> list[str]:
    return [f"> {escape_markdown(line)}" for line in notes.split("\n")] if notes else []


def _appendix(sheet: Sheet) -> Iterator[list[str]]:
    for book in sheet.spells:
        yield [f"## {sheet.labels.spells}{_DOT}{escape_markdown(book.faction)}"]
        yield [
            f"- **{escape_markdown(row.name)}** ({row.cost}) {escape_markdown(row.text)}".rstrip()
            for row in book.spells
        ]
    if sheet.glossary:
        yield [f"## {sheet.labels.rules}"]
        yield [
            f"- **{escape_markdown(row.label)}** {escape_markdown(row.text)}"
            + (f" ({escape_markdown(row.remark)})" if row.remark else "")
            for row in sheet.glossary
        ]
    if sheet.reference:
        yield [f"## {sheet.labels.reference}"]
        yield from chapter_blocks(sheet.reference, "###")
    lines = []
    for finding in sheet.findings:
        on = _DOT + escape_markdown(finding.unit_title) if finding.unit_title else ""
        fix = f" {sheet.labels.fix}: {escape_markdown(finding.fix)}" if finding.fix else ""
        source = f" ({escape_markdown(finding.source)})" if finding.source else ""
        message = " ".join(escape_markdown(line) for line in finding.message.split("\n"))
        lines.append(f"- **{escape_markdown(finding.severity_label)} {finding.code}**{on}: {message}{fix}{source}")
    if lines:
        yield [f"## {sheet.labels.findings}"]
        yield lines
    yield [f"## {sheet.labels.data}"]
    yield [f"- {escape_markdown(text)}" for text in (*(book.text for book in sheet.header.books), *sheet.credits)]
    # a code span is copied without changes
    yield [f"{sheet.labels.share}: `{sheet.header.share}`"] if sheet.header.share else []


def chapter_blocks(passages: Iterable[ReferenceChapter], depth: str) -> Iterator[list[str]]:
    """Yield chapters of the quick reference: a heading, then a bullet for each sentence."""
    for passage in passages:
        yield [f"{depth} {escape_markdown(passage.title)}"]
        yield [f"- {escape_markdown(' '.join(point.splitlines()))}" for point in passage.points]
