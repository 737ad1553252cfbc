"""Roster + Report + language -> Sheet.

Findings as sentences.

The quick reference of a game in the reader's language.
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

_QUOTED = re.compile(r'(?<!\w)"([^"\n]+)"(?!\w)')
"""What stands between a typewriter's quotation marks; those behind a number are inches."""


def build_findings(roster: Roster, report: Report, language: str) -> tuple[FindingLines, ...]:
    """Word every finding of a report, worst first as the report has them."""
    return tuple(_finding(diagnostic, roster, language) for diagnostic in report)


def _finding(diagnostic: Diagnostic, roster: Roster, language: str) -> FindingLines:
    severity = diagnostic.severity.value
    message = _worded(describe(diagnostic, language), language)
    title = _title(diagnostic.on, roster, language)
    return FindingLines(
        severity=severity,
        word=translate(language, f"sheet.severity.{severity}"),
        code=diagnostic.code,
        name=diagnostic.name,
        on="" if title in message else title,
        message=message,
        fix=_worded(describe_fix(diagnostic, language) or "", language),
        source=plain_line(describe_source(diagnostic, language) or ""),
        key=plain_line(diagnostic.on or ""),
    )


def _worded(text: str, language: str) -> str:
    """Write a sentence as paper has it: no ticks, and names between the language's own quotation marks."""
    bare = plain_note(bare_of_ticks(text))
    return _QUOTED.sub(lambda found: translate(language, "sheet.quoted", text=found[1]), bare)


def _title(on: str | None, roster: Roster, language: str) -> str:
    """Name a unit as its player does."""
    if on is None:
        return ""
    entry = roster.find(on)
    if entry is not None:
        return plain_line(entry.entry.name or "") or plain_line(entry.unit.name.to(language))
    chosen = roster.army.entry(on)
    return plain_line(unknown_unit(chosen).to(language) if chosen is not None else on)


def build_reference(system: System, language: str) -> tuple[Passage, ...]:
    """Put the whole page into words."""
    return build_passages(system.reference.values(), language)


def build_passages(chapters: Iterable[Chapter], language: str) -> tuple[Passage, ...]:
    """Put chapters into words."""
    return tuple(
        Passage(
            part.id, plain_line(part.title.to(language)), tuple(plain_note(one.to(language)) for one in part.points)
        )
        for part in chapters
    )


SHORT_SHA = 8


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
    """Put a list into words, ready to be laid out by any exporter.

    `list_hash` is the short hash of the canonical list, `share` its share
    string, `commitment` the hash that proves a hidden list later.
    """
    options = options or PrintOptions()
    lexicon = Lexicon(roster.system, roster.factions, language)
    return Sheet(
        language=language,
        header=_header(
            roster,
            report,
            lexicon,
            options,
            # without salt it would let anybody try out what the hidden picks may be
            hash="" if options.public else list_hash,
            share=share if options.share and not options.public else "",
            commitment=commitment if options.public else "",
            event=_event(roster, language),
        ),
        columns=build_columns(lexicon, reach=options.reach and not options.public),
        units=build_units(roster, report, lexicon, options),
        spells=build_spells(roster, lexicon, options),
        glossary=build_glossary(roster, lexicon, options),
        # what is wrong with an upgrade would tell of the upgrade
        findings=() if options.public else build_findings(roster, report, language),
        credits=_credits(roster, lexicon, options),
        words=build_words(language),
        card=build_card(lexicon),
        sums=build_sums(roster, language, options),
        reference=build_reference(roster.system, language) if options.reference else (),
    )


def _header(roster: Roster, report: Report, lexicon: Lexicon, options: PrintOptions, **marks: str) -> SheetHeader:
    army, language = roster.army, lexicon.language
    system = plain_line(f"{roster.system.name.to(language)} {roster.system.edition}")
    return SheetHeader(
        name=plain_line(army.name) or translate(language, "sheet.unnamed"),
        player=plain_line(army.player or ""),
        factions=(
            *(f"{book.name} {book.version}".strip() for book in _books(roster, language)),
            *(plain_line(book.title(language)) for book in missing_books(roster)),
        ),
        system=system,
        force_org=_force_org(roster, language),
        points=_points(roster, language, options),
        limit=roster.size,
        activations=translate(language, "sheet.units", n=roster.activations),
        models=translate(language, "sheet.models", n=roster.models),
        judged=report.verdict,
        verdict=translate(language, f"verdict.{report.verdict.value}"),
        books=(*_books(roster, language), BookLine(system, "", roster.system.sha256[:SHORT_SHA])),
        notes=plain_note(army.notes or "") if options.with_notes else "",
        **marks,
    )


def _books(roster: Roster, language: str) -> tuple[BookLine, ...]:
    """Name the factions in the list, in the order they appear in it."""
    used = dict.fromkeys(entry.unit.faction for entry in roster.entries)
    factions = [roster.factions[faction] for faction in used if faction in roster.factions]
    return tuple(
        BookLine(plain_line(book.name.to(language)), plain_line(book.edition), book.sha256[:SHORT_SHA])
        for book in factions
    )


def _event(roster: Roster, language: str) -> str:
    """Name the event that the list was judged by; one that is not at hand by its id."""
    return plain_line(roster.event.name.to(language) if roster.event is not None else roster.army.event or "")


def _force_org(roster: Roster, language: str) -> str:
    if roster.system.force_organisation is None:
        return ""
    return translate(language, "sheet.force-org" if roster.organised else "sheet.no-force-org")


def _points(roster: Roster, language: str, options: PrintOptions) -> str:
    used, limit = format_number(language, roster.cost), roster.size
    if not options.points:
        return translate(language, "sheet.points", points=format_number(language, limit)) if limit is not None else ""
    if limit is None:
        return translate(language, "sheet.points", points=used)
    return translate(language, "sheet.points-of", points=used, limit=format_number(language, limit))


def _credits(roster: Roster, lexicon: Lexicon, options: PrintOptions) -> tuple[str, ...]:
    """Say where the numbers come from and whose the words are."""
    language = lexicon.language
    used = {entry.unit.faction for entry in roster.entries}
    books = [roster.factions[faction].source for faction in sorted(used) if faction in roster.factions]
    texts = [roster.system.citation.document, *(source for source in books if source is not None)]
    sources = dict.fromkeys(text.to(language) for text in texts)
    return (
        translate(language, "sheet.sources", sources=plain_line("; ".join(sources), 400)),
        translate(language, "sheet.own-words"),
        *((translate(language, "sheet.foreign-texts"),) if has_foreign_texts(roster, lexicon, options) else ()),
    )
