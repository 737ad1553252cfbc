"""Markdown for forums and chat: headings and bullets, no tables, since chats show none, and no boxes to tick."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from listbuilder.exporters.base import Exportable
from listbuilder.sheet import PrintOptions, Sheet, SheetUnit
from listbuilder.sheet.header import SheetHeader
from listbuilder.sheet.model import Passage
from listbuilder.textutil.sanitize import counted

_MARKUP = re.compile(r"([\\`*_\[\]<>|~&$@]|#(?=\w)|:(?=//)|(?<=www)\.)", re.IGNORECASE)
"""What formats, and what forums make live by themselves: mentions, numbers of issues, addresses."""
_OPENING = re.compile(r"^([#+=:-]|\d{1,9}(?=[.)]))")
_DOT = " \N{MIDDLE DOT} "


class MarkdownExporter:
    """Writes rosters as Markdown."""

    id = "md"
    suffix = ".md"
    hides = True

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:  # noqa: ARG002 - the sheet obeyed them
        """Write the lists one under the other."""
        return "\n---\n\n".join(format_markdown(document.sheet) for document in documents).encode()


EXPORTER = MarkdownExporter()


def escape(text: str) -> str:
    """Make a text stand for itself in Markdown, also at the beginning of a line."""
    inner = _MARKUP.sub(r"\\\1", text)
    opening = _OPENING.match(inner)
    if opening is None:
        return inner
    # a backslash before a digit would show: a number that opens a list is stopped at its dot
    return "\\" + inner if not opening[1].isdigit() else opening[1] + "\\" + inner[opening.end() :]


def format_markdown(sheet: Sheet) -> str:
    """Write one roster; it ends with a line break."""
    blocks = (*_header(sheet), *(block for unit in sheet.units for block in _unit(sheet, unit)), *_end(sheet))
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _header(sheet: Sheet) -> Iterator[list[str]]:
    header: SheetHeader = sheet.header
    yield [f"# {_DOT.join(escape(part) for part in (header.name, header.points) if part)}"]
    yield [_DOT.join(escape(part) for part in header.facts)]
    yield [f"**{_DOT.join(escape(part) for part in (*header.counts, header.verdict))}**"]
    marks = ((sheet.words.hash, header.hash), (sheet.words.commitment, header.commitment))
    yield [f"- {escape(word)}: {escape(mark)}" for word, mark in marks if mark]
    yield _quoted(header.notes)


def _unit(sheet: Sheet, unit: SheetUnit, depth: str = "##") -> Iterator[list[str]]:
    yield [f"{depth} {_title(sheet, unit, depth)}"]
    stats = [f"{stat.short} {stat.value}" for stat in unit.stats]
    if unit.price is not None:
        stats.append(f"{unit.price.shown} {sheet.words.points} ({sheet.words.half} {unit.price.half})")
    yield [f"**{_DOT.join(escape(stat) for stat in stats)}**"] if stats else []
    yield [*_rules(sheet, unit), *_equipment(sheet, unit)]
    yield _quoted(unit.notes)
    for hero in unit.joined:
        yield from _unit(sheet, hero, depth + "#")


def _title(sheet: Sheet, unit: SheetUnit, depth: str) -> str:
    mark = "\N{WARNING SIGN} " if unit.mark not in ("", "note") else ""
    joined = f"{sheet.words.joined} " if depth != "##" else ""
    star = "\N{BLACK STAR} " if unit.hero else ""
    parts = (counted(unit.count, unit.title), unit.subtitle, unit.faction)
    return mark + joined + star + _DOT.join(escape(part) for part in parts if part)


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
    taken = [
        escape(counted(row.count, row.name)) + (f" ({escape(row.cost)})" if row.cost else "") for row in unit.upgrades
    ]
    if taken:
        yield f"- {sheet.words.upgrades}: {', '.join(taken)}"
    for known in unit.spells:
        yield f"- {known.label}: {', '.join(map(escape, known.spells))}"
    yield from (f"- {escape(line)}" for line in (unit.campaign, unit.odds) if line)


def _quoted(notes: str) -> list[str]:
    return [f"> {escape(line)}" for line in notes.split("\n")] if notes else []


def _end(sheet: Sheet) -> Iterator[list[str]]:
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
    # in a code span it is copied as it stands
    yield [f"{sheet.words.share}: `{sheet.header.share}`"] if sheet.header.share else []


def passage_blocks(passages: Iterable[Passage], depth: str) -> Iterator[list[str]]:
    """Write chapters of the quick reference: a heading, then a bullet for each sentence."""
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
