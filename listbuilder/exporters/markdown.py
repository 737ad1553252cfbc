"""Export as Markdown for forums and chats: headings and bullets, no tables or tick boxes, which chats cannot show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from listbuilder.exporters.base import Exportable
from listbuilder.sheet import PrintOptions, Sheet, SheetUnit
from listbuilder.sheet.model import Passage
from listbuilder.textutil.sanitize import counted

_MARKUP = re.compile(r"([\\`*_\[\]<>|~&$@]|#(?=\w)|:(?=//)|(?<=www)\.)", re.IGNORECASE)
"""Markdown syntax, and what forums turn into links by themselves: mentions, issue numbers, addresses."""
_LINE_START = re.compile(r"^([#+=:-]|\d{1,9}(?=[.)]))")
_DOT = " \N{MIDDLE DOT} "


class MarkdownExporter:
    """Exporter for Markdown."""

    id = "md"
    suffix = ".md"
    hides = True

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:  # noqa: ARG002 - the sheet already follows them
        """Return the lists, separated by horizontal rules."""
        return "\n---\n\n".join(format_markdown(document.sheet) for document in documents).encode()


EXPORTER = MarkdownExporter()


def escape(text: str) -> str:
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
    yield [f"# {_DOT.join(escape(part) for part in (header.name, header.points) if part)}"]
    yield [_DOT.join(escape(part) for part in header.facts)]
    yield [f"**{_DOT.join(escape(part) for part in (*header.counts, header.verdict))}**"]
    hashes = ((sheet.words.hash, header.hash), (sheet.words.commitment, header.commitment))
    yield [f"- {escape(label)}: {escape(value)}" for label, value in hashes if value]
    yield _quote(header.notes)


def _unit(sheet: Sheet, unit: SheetUnit, depth: str = "##") -> Iterator[list[str]]:
    yield [f"{depth} {_title(sheet, unit, depth)}"]
    stats = [f"{stat.short} {stat.value}" for stat in unit.stats]
    if unit.price is not None:
        stats.append(f"{unit.price.shown} {sheet.words.points} ({sheet.words.half} {unit.price.half})")
    yield [f"**{_DOT.join(escape(stat) for stat in stats)}**"] if stats else []
    yield [*_rules(sheet, unit), *_equipment(sheet, unit)]
    yield _quote(unit.notes)
    for hero in unit.joined:
        yield from _unit(sheet, hero, depth + "#")


def _title(sheet: Sheet, unit: SheetUnit, depth: str) -> str:
    warning = "\N{WARNING SIGN} " if unit.mark not in ("", "note") else ""
    joined = f"{sheet.words.joined} " if depth != "##" else ""
    star = "\N{BLACK STAR} " if unit.hero else ""
    parts = (counted(unit.count, unit.title), unit.subtitle, unit.faction)
    return warning + joined + star + _DOT.join(escape(part) for part in parts if part)


def _rules(sheet: Sheet, unit: SheetUnit) -> Iterator[str]:
    base = [f"{sheet.words.base} {unit.base}"] if unit.base else []
    if rules := _DOT.join(escape(text) for text in (*(rule.text for rule in unit.rules), *base)):
        yield f"- {rules}"
    if unit.price is not None and unit.price.company:
        words = sheet.words
        yield f"- {escape(unit.price.company)} {words.points} ({words.half} {unit.price.company_half})"


def _equipment(sheet: Sheet, unit: SheetUnit) -> Iterator[str]:
    for row in unit.weapons:
        cells = ", ".join(escape(cell) for cell in row.labelled if cell)
        yield f"- {row.count}\N{MULTIPLICATION SIGN} **{escape(row.name)}** {cells}"
    for item in unit.items:
        yield f"- {escape(counted(item.count, item.name))}" + (f" ({escape(item.gives)})" if item.gives else "")
    upgrades = [
        escape(counted(row.count, row.name)) + (f" ({escape(row.cost)})" if row.cost else "") for row in unit.upgrades
    ]
    if upgrades:
        yield f"- {sheet.words.upgrades}: {', '.join(upgrades)}"
    for known in unit.spells:
        yield f"- {known.label}: {', '.join(map(escape, known.spells))}"
    yield from (f"- {escape(line)}" for line in (unit.campaign, unit.odds) if line)


def _quote(notes: str) -> list[str]:
    return [f"> {escape(line)}" for line in notes.split("\n")] if notes else []


def _appendix(sheet: Sheet) -> Iterator[list[str]]:
    for book in sheet.spells:
        yield [f"## {sheet.words.spells}{_DOT}{escape(book.faction)}"]
        yield [f"- **{escape(row.name)}** ({row.cost}) {escape(row.text)}".rstrip() for row in book.spells]
    if sheet.glossary:
        yield [f"## {sheet.words.rules}"]
        yield [
            f"- **{escape(row.label)}** {escape(row.text)}" + (f" ({escape(row.remark)})" if row.remark else "")
            for row in sheet.glossary
        ]
    if sheet.reference:
        yield [f"## {sheet.words.reference}"]
        yield from passage_blocks(sheet.reference, "###")
    if sheet.findings:
        yield [f"## {sheet.words.findings}"]
        yield list(_findings(sheet))
    yield [f"## {sheet.words.data}"]
    yield [f"- {escape(text)}" for text in (*(book.text for book in sheet.header.books), *sheet.credits)]
    # a code span is copied without changes
    yield [f"{sheet.words.share}: `{sheet.header.share}`"] if sheet.header.share else []


def passage_blocks(passages: Iterable[Passage], depth: str) -> Iterator[list[str]]:
    """Yield chapters of the quick reference: a heading, then a bullet for each sentence."""
    for passage in passages:
        yield [f"{depth} {escape(passage.title)}"]
        yield [f"- {escape(' '.join(point.splitlines()))}" for point in passage.points]


def _findings(sheet: Sheet) -> Iterator[str]:
    for finding in sheet.findings:
        on = _DOT + escape(finding.on) if finding.on else ""
        fix = f" {sheet.words.fix}: {escape(finding.fix)}" if finding.fix else ""
        source = f" ({escape(finding.source)})" if finding.source else ""
        message = " ".join(escape(line) for line in finding.message.split("\n"))
        yield f"- **{escape(finding.word)} {finding.code}**{on}: {message}{fix}{source}"
