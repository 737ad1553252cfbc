"""Build a `Sheet` from a roster, its report and a language.

Also writes findings, limits and the quick reference as plain sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields

from listbuilder.diagnostics import Report
from listbuilder.diagnostics.messages import describe_finding, describe_fix, describe_source
from listbuilder.i18n import format_number, translate
from listbuilder.model import Chapter, Roster, System
from listbuilder.rules.limits import Derivation, LimitStatus, most_critical
from listbuilder.rules.unit_labels import missing_books, unresolved_unit
from listbuilder.sheet.model import BookRow, LimitRow, ReferenceChapter, Sheet, SheetFinding, SheetHeader, SheetLabels
from listbuilder.sheet.options import PrintOptions
from listbuilder.sheet.rules_glossary import RuleLabeller, build_glossary, build_spells, has_untranslated_texts
from listbuilder.sheet.unit_blocks import build_card_fields, build_units, build_weapon_columns
from listbuilder.textutil.sanitize import sanitize_line, sanitize_note, strip_backticks
from listbuilder.validation.check_registry import CheckContext

_QUOTED_TEXT = re.compile(r'(?<!\w)"([^"\n]+)"(?!\w)')
"""Text between straight quotation marks. A mark after a digit means inches and is left alone."""


def build_findings(roster: Roster, report: Report, language: str) -> tuple[SheetFinding, ...]:
    """Return every finding of a report as sentences, in the order of the report."""
    findings = []
    for diagnostic in report:
        severity = diagnostic.severity.value
        message = _typeset_sentence(describe_finding(diagnostic, language), language)
        title = _unit_title(diagnostic.on, roster, language)
        finding = SheetFinding(
            severity=severity,
            severity_label=translate(language, f"sheet.severity.{severity}"),
            code=diagnostic.code,
            name=diagnostic.name,
            unit_title="" if title in message else title,
            message=message,
            fix=_typeset_sentence(describe_fix(diagnostic, language) or "", language),
            source=sanitize_line(describe_source(diagnostic, language) or ""),
            entry_id=sanitize_line(diagnostic.on or ""),
        )
        findings.append(finding)
    return tuple(findings)


def _typeset_sentence(text: str, language: str) -> str:
    """Remove backticks and put names between the quotation marks of the language."""
    bare = sanitize_note(strip_backticks(text))
    return _QUOTED_TEXT.sub(lambda match: translate(language, "sheet.quoted", text=match[1]), bare)


def _unit_title(on: str | None, roster: Roster, language: str) -> str:
    """Return the unit's own name, or its name in the book, or its id if the unit is unknown."""
    if on is None:
        return ""
    entry = roster.find_entry(on)
    if entry is not None:
        return sanitize_line(entry.entry.name or "") or sanitize_line(entry.unit.name.to(language))
    unknown = roster.army.find_entry(on)
    return sanitize_line(unresolved_unit(unknown).to(language) if unknown is not None else on)


def build_quick_reference(system: System, language: str) -> tuple[ReferenceChapter, ...]:
    """Return the quick reference of a system in one language."""
    return build_chapters(system.reference.values(), language)


def build_chapters(chapters: Iterable[Chapter], language: str) -> tuple[ReferenceChapter, ...]:
    """Return chapters of the quick reference in one language."""
    return tuple(
        ReferenceChapter(
            chapter.id,
            sanitize_line(chapter.title.to(language)),
            tuple(sanitize_note(point.to(language)) for point in chapter.sentences),
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
    """Build the sheet of a list in one language, ready for any exporter.

    The commitment is the hash that proves a hidden list later.
    """
    options = options or PrintOptions()
    labeller = RuleLabeller(roster.system, roster.factions, language)
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
            event=sanitize_line(
                roster.event.name.to(language) if roster.event is not None else roster.army.event or ""
            ),
        ),
        columns=build_weapon_columns(labeller, reach=options.reach and not options.public),
        units=build_units(roster, report, labeller, options),
        spells=build_spells(roster, labeller, options),
        glossary=build_glossary(roster, labeller, options),
        # findings may reveal hidden upgrades
        findings=() if options.public else build_findings(roster, report, language),
        credits=_build_credits(roster, labeller, options),
        labels=SheetLabels(
            **{field.name: translate(language, f"sheet.word.{field.name}") for field in fields(SheetLabels)}
        ),
        card_fields=build_card_fields(labeller),
        limit_rows=build_limit_rows(roster, language, options),
        reference=build_quick_reference(roster.system, language) if options.reference else (),
    )


def _build_header(
    roster: Roster, report: Report, labeller: RuleLabeller, options: PrintOptions, **identifiers: str
) -> SheetHeader:
    army, language = roster.army, labeller.language
    system = sanitize_line(f"{roster.system.name.to(language)} {roster.system.edition}")
    used = dict.fromkeys(entry.unit.faction for entry in roster.entries)
    books = [
        BookRow(
            sanitize_line(book.name.to(language)),
            sanitize_line(book.published_version),
            book.sha256[:_SHORT_HASH_LENGTH],
        )
        for book in (roster.factions[faction] for faction in used if faction in roster.factions)
    ]
    force_org = "sheet.force-org" if roster.uses_force_organisation else "sheet.no-force-org"
    return SheetHeader(
        name=sanitize_line(army.name) or translate(language, "sheet.unnamed"),
        player=sanitize_line(army.player or ""),
        factions=(
            *(f"{book.name} {book.version}".strip() for book in books),
            *(sanitize_line(book.title(language)) for book in missing_books(roster)),
        ),
        system=system,
        force_org=translate(language, force_org) if roster.system.force_organisation is not None else "",
        points=_format_points(roster, language, options),
        activations=translate(language, "sheet.units", n=roster.activations),
        models=translate(language, "sheet.models", n=roster.models),
        outcome=report.verdict,
        verdict_text=translate(language, f"verdict.{report.verdict.value}"),
        books=(*books, BookRow(system, "", roster.system.sha256[:_SHORT_HASH_LENGTH])),
        notes=sanitize_note(army.notes or "") if options.shows_notes else "",
        **identifiers,
    )


def _format_points(roster: Roster, language: str, options: PrintOptions) -> str:
    used, limit = format_number(language, roster.cost), roster.points_limit
    if not options.points:
        return translate(language, "sheet.points", points=format_number(language, limit)) if limit is not None else ""
    if limit is None:
        return translate(language, "sheet.points", points=used)
    return translate(language, "sheet.points-of", points=used, limit=format_number(language, limit))


def build_limit_rows(roster: Roster, language: str, options: PrintOptions) -> tuple[LimitRow, ...]:
    """Return points and the limits of system and event; empty on a public sheet."""
    if options.public:
        return ()
    rows = []
    if options.points:
        used, limit = format_number(language, roster.cost), roster.points_limit
        text = used if limit is None else _format_of(language, used, format_number(language, limit))
        rows.append(LimitRow(translate(language, "sheet.sum.points"), text))
    for standing in most_critical(CheckContext(roster).limit_statuses):
        limit_name, measure = standing.limit.name, standing.limit.measure.value
        if (text := _format_limit(standing, language)) and (options.points or measure not in {"share", "points"}):
            name = limit_name.to(language) if limit_name is not None else translate(language, f"sheet.sum.{measure}")
            rows.append(LimitRow(sanitize_line(name), text))
    return tuple(rows)


def _format_limit(standing: LimitStatus, language: str) -> str:
    """Return the count and its maximum or minimum; empty if the limit has neither."""
    most, number = standing.maximum, standing.number
    if most is not None and most.derivation is Derivation.PERCENT and standing.points:
        # rounded up, so that a share just over the limit is not shown as equal to it
        share = -(-100 * number // standing.points)
        return translate(language, "preview.percent", n=share, most=most.percent)
    used = format_number(language, number)
    if most is not None:
        return _format_of(language, used, format_number(language, most.number))
    if standing.minimum is None:
        return ""
    return translate(language, "sheet.sum.least", n=used, least=standing.minimum.number)


def _format_of(language: str, number: str, most: str) -> str:
    return translate(language, "sheet.sum.of", n=number, most=most)


def _build_credits(roster: Roster, labeller: RuleLabeller, options: PrintOptions) -> tuple[str, ...]:
    """Return the sources of the numbers and the credits for the texts."""
    language = labeller.language
    used = {entry.unit.faction for entry in roster.entries}
    books = [roster.factions[faction].source for faction in sorted(used) if faction in roster.factions]
    documents = [roster.system.citation.document, *(source for source in books if source is not None)]
    sources = dict.fromkeys(document.to(language) for document in documents)
    return (
        translate(language, "sheet.sources", sources=sanitize_line("; ".join(sources), 400)),
        translate(language, "sheet.own-words"),
        *((translate(language, "sheet.foreign-texts"),) if has_untranslated_texts(roster, labeller, options) else ()),
    )
