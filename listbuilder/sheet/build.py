"""Roster + Report + language -> Sheet."""

from __future__ import annotations

from listbuilder.diagnostics import Report
from listbuilder.i18n import format_number, translate
from listbuilder.model import Roster
from listbuilder.rules.unresolved import missing_books
from listbuilder.sheet.equipment import build_card, build_columns
from listbuilder.sheet.findings import build_findings
from listbuilder.sheet.glossary import build_glossary, build_spells, has_foreign_texts
from listbuilder.sheet.header import BookLine, SheetHeader
from listbuilder.sheet.lexicon import Lexicon
from listbuilder.sheet.model import Sheet
from listbuilder.sheet.options import PrintOptions
from listbuilder.sheet.reference import build_reference
from listbuilder.sheet.sums import build_sums
from listbuilder.sheet.units import build_units
from listbuilder.sheet.words import build_words
from listbuilder.textutil.sanitize import plain_line, plain_note

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
