"""Build a `Sheet` from a roster, its report and a language.

Also writes findings and the quick reference as plain sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.diagnostics import Diagnostic, Report
from listbuilder.diagnostics.messages import describe, describe_fix, describe_source
from listbuilder.i18n import format_number, translate
from listbuilder.model import Chapter, Roster, System
from listbuilder.rules.labels import missing_books, unknown_unit
from listbuilder.sheet.glossary import Lexicon, build_glossary, build_spells, has_foreign_texts
from listbuilder.sheet.header import BookLine, SheetHeader, build_sums
from listbuilder.sheet.labels import build_words
from listbuilder.sheet.model import FindingLines, Passage, Sheet
from listbuilder.sheet.options import PrintOptions
from listbuilder.sheet.units import build_card, build_columns, build_units
from listbuilder.textutil.sanitize import bare_of_ticks, plain_line, plain_note

_QUOTED_TEXT = re.compile(r'(?<!\w)"([^"\n]+)"(?!\w)')
"""Text between straight quotation marks. A mark after a digit means inches and is left alone."""


def build_findings(roster: Roster, report: Report, language: str) -> tuple[FindingLines, ...]:
    """Return every finding of a report as sentences, in the order of the report."""
    return tuple(_build_finding(diagnostic, roster, language) for diagnostic in report)


def _build_finding(diagnostic: Diagnostic, roster: Roster, language: str) -> FindingLines:
    severity = diagnostic.severity.value
    message = _typeset_sentence(describe(diagnostic, language), language)
    title = _unit_title(diagnostic.on, roster, language)
    return FindingLines(
        severity=severity,
        word=translate(language, f"sheet.severity.{severity}"),
        code=diagnostic.code,
        name=diagnostic.name,
        on="" if title in message else title,
        message=message,
        fix=_typeset_sentence(describe_fix(diagnostic, language) or "", language),
        source=plain_line(describe_source(diagnostic, language) or ""),
        key=plain_line(diagnostic.on or ""),
    )


def _typeset_sentence(text: str, language: str) -> str:
    """Remove backticks and put names between the quotation marks of the language."""
    bare = plain_note(bare_of_ticks(text))
    return _QUOTED_TEXT.sub(lambda match: translate(language, "sheet.quoted", text=match[1]), bare)


def _unit_title(on: str | None, roster: Roster, language: str) -> str:
    """Return the unit's own name, or its name in the book, or its id if the unit is unknown."""
    if on is None:
        return ""
    entry = roster.find(on)
    if entry is not None:
        return plain_line(entry.entry.name or "") or plain_line(entry.unit.name.to(language))
    unknown = roster.army.entry(on)
    return plain_line(unknown_unit(unknown).to(language) if unknown is not None else on)


def build_reference(system: System, language: str) -> tuple[Passage, ...]:
    """Return the quick reference of a system in one language."""
    return build_passages(system.reference.values(), language)


def build_passages(chapters: Iterable[Chapter], language: str) -> tuple[Passage, ...]:
    """Return chapters of the quick reference in one language."""
    return tuple(
        Passage(
            chapter.id,
            plain_line(chapter.title.to(language)),
            tuple(plain_note(point.to(language)) for point in chapter.points),
        )
        for chapter in chapters
    )


_SHORT_HASH_LENGTH = 8


def build_sheet(
    roster: Roster,
    report: Report,
    language: str,
    options: PrintOptions | None = None,
    /,
    *,
    list_hash: str = "",
    share: str = "",
    commitment: str = "",
) -> Sheet:
    """Build the sheet of a list, ready for any exporter.

    Args:
        roster: The computed list.
        report: Its findings and verdict.
        language: The language of all texts.
        options: What to show; the defaults if None.
        list_hash: The short hash of the canonical list.
        share: The share string of the list.
        commitment: The hash that proves a hidden list later.
    """
    options = options or PrintOptions()
    labeller = Lexicon(roster.system, roster.factions, language)
    return Sheet(
        language=language,
        header=_build_header(
            roster,
            report,
            labeller,
            options,
            # the unsalted hash would let an opponent guess the hidden upgrades by trying them out
            hash="" if options.public else list_hash,
            share=share if options.share and not options.public else "",
            commitment=commitment if options.public else "",
            event=plain_line(roster.event.name.to(language) if roster.event is not None else roster.army.event or ""),
        ),
        columns=build_columns(labeller, reach=options.reach and not options.public),
        units=build_units(roster, report, labeller, options),
        spells=build_spells(roster, labeller, options),
        glossary=build_glossary(roster, labeller, options),
        # findings may reveal hidden upgrades
        findings=() if options.public else build_findings(roster, report, language),
        credits=_build_credits(roster, labeller, options),
        words=build_words(language),
        card=build_card(labeller),
        sums=build_sums(roster, language, options),
        reference=build_reference(roster.system, language) if options.reference else (),
    )


def _build_header(
    roster: Roster, report: Report, labeller: Lexicon, options: PrintOptions, **identifiers: str
) -> SheetHeader:
    army, language = roster.army, labeller.language
    system = plain_line(f"{roster.system.name.to(language)} {roster.system.edition}")
    return SheetHeader(
        name=plain_line(army.name) or translate(language, "sheet.unnamed"),
        player=plain_line(army.player or ""),
        factions=(
            *(f"{book.name} {book.version}".strip() for book in _book_rows(roster, language)),
            *(plain_line(book.title(language)) for book in missing_books(roster)),
        ),
        system=system,
        force_org=_format_force_org(roster, language),
        points=_format_points(roster, language, options),
        limit=roster.size,
        activations=translate(language, "sheet.units", n=roster.activations),
        models=translate(language, "sheet.models", n=roster.models),
        judged=report.verdict,
        verdict=translate(language, f"verdict.{report.verdict.value}"),
        books=(*_book_rows(roster, language), BookLine(system, "", roster.system.sha256[:_SHORT_HASH_LENGTH])),
        notes=plain_note(army.notes or "") if options.with_notes else "",
        **identifiers,
    )


def _book_rows(roster: Roster, language: str) -> tuple[BookLine, ...]:
    """Return the army books of the list, in the order in which they appear in it."""
    used = dict.fromkeys(entry.unit.faction for entry in roster.entries)
    factions = [roster.factions[faction] for faction in used if faction in roster.factions]
    return tuple(
        BookLine(plain_line(book.name.to(language)), plain_line(book.edition), book.sha256[:_SHORT_HASH_LENGTH])
        for book in factions
    )


def _format_force_org(roster: Roster, language: str) -> str:
    if roster.system.force_organisation is None:
        return ""
    return translate(language, "sheet.force-org" if roster.organised else "sheet.no-force-org")


def _format_points(roster: Roster, language: str, options: PrintOptions) -> str:
    used, limit = format_number(language, roster.cost), roster.size
    if not options.points:
        return translate(language, "sheet.points", points=format_number(language, limit)) if limit is not None else ""
    if limit is None:
        return translate(language, "sheet.points", points=used)
    return translate(language, "sheet.points-of", points=used, limit=format_number(language, limit))


def _build_credits(roster: Roster, labeller: Lexicon, options: PrintOptions) -> tuple[str, ...]:
    """Return the sources of the numbers and the credits for the texts."""
    language = labeller.language
    used = {entry.unit.faction for entry in roster.entries}
    books = [roster.factions[faction].source for faction in sorted(used) if faction in roster.factions]
    documents = [roster.system.citation.document, *(source for source in books if source is not None)]
    sources = dict.fromkeys(document.to(language) for document in documents)
    return (
        translate(language, "sheet.sources", sources=plain_line("; ".join(sources), 400)),
        translate(language, "sheet.own-words"),
        *((translate(language, "sheet.foreign-texts"),) if has_foreign_texts(roster, labeller, options) else ()),
    )
