"""The whole HTML page: one file that loads nothing and can be read without JavaScript."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from listbuilder.diagnostics import Verdict
from listbuilder.exporters.exporter import Exportable
from listbuilder.exporters.html_page import sections
from listbuilder.exporters.html_page.markup import Html, element, fragment, trusted_html, with_line_breaks
from listbuilder.exporters.html_page.sections import UnitWriter
from listbuilder.i18n import translate
from listbuilder.sheet import PrintOptions, Sheet
from listbuilder.textutil.sanitize import format_count


def _toolbar(sheet: Sheet) -> Html:
    """Return the toolbar at the bottom. It is hidden until the script shows it."""

    def label(key: str) -> str:
        return translate(sheet.language, f"sheet.page.{key}")

    rounds = next((boxes.groups[0] for unit in sheet.units for boxes in unit.tick_boxes if boxes.id == "rounds"), ())
    counter = (
        _button("\N{MINUS SIGN}", "less", label("last-round")),
        element("b", f"{label('round')} ", element("span", "1", class_="round"), role="status"),
        _button("+", "more", label("next-round")),
    )
    buttons = (
        element("span", counter, class_="counter", data_rounds=str(len(rounds))) if rounds else "",
        _button("\N{CIRCLE WITH RIGHT HALF BLACK}", "theme", label("theme")),
        element("button", label("undo"), type="button", class_="undo", hidden=True),
        element("button", label("clear"), type="button", class_="clear", hidden=True),
    )
    return element("div", buttons, class_="tools", hidden=True)


def _button(sign: str, kind: str, label: str) -> Html:
    return element("button", sign, type="button", class_=kind, aria_label=label, title=label)


SHARE_META_NAME = "listbuilder-share"
"""The name of the meta element that holds a share string, from which the page can be imported again."""
_LIST_CODE = re.compile(r"[0-9A-Z-]*")
_FOLDER = Path(__file__).parent
_VERDICT_SYMBOLS = {
    Verdict.LEGAL: "\N{HEAVY CHECK MARK} ",
    Verdict.ILLEGAL: "\N{HEAVY BALLOT X} ",
    Verdict.UNCHECKED: "~ ",
}


def export_html(documents: Sequence[Exportable], options: PrintOptions) -> bytes:
    """Return the lists as one page."""
    return format_page([document.sheet for document in documents], options).encode()


def format_page(sheets: Sequence[Sheet], options: PrintOptions) -> str:
    """Return one or more lists as one page; several get a table of contents."""
    first = sheets[0]
    style = _asset("style.css") + _page_css(sheets, options)
    script = _asset("script.js")
    title = " \N{MIDDLE DOT} ".join(sheet.header.name for sheet in sheets[:3])
    head = (
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=_policy(style, script)),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light" if options.monochrome else "light dark"),
        *(element("meta", name=SHARE_META_NAME, content=sheet.header.share) for sheet in sheets if sheet.header.share),
        element("title", title),
        element("style", trusted_html(style)),
    )
    skip = element("a", translate(first.language, "sheet.page.skip"), href="#s0-units", class_="skip")
    content = _book(sheets) if len(sheets) > 1 else _single(first)
    body = element(
        "body", skip, content, _toolbar(first), element("script", trusted_html(script)), class_=_body_classes(options)
    )
    page = element("html", element("head", *head), body, lang=first.language, data_list=_storage_name(sheets))
    return f"<!DOCTYPE html>\n{page}\n"


def _page_css(sheets: Sequence[Sheet], options: PrintOptions) -> str:
    """Return the CSS for printed pages: paper, page number, list code and stamp."""
    number = '@bottom-right{content:counter(page) " / " counter(pages);font:8pt sans-serif}'
    paper = f"@page{{size:{options.paper.value} {options.orientation.value};{number}}}"
    return paper + "".join(_footer_css(sheet, f"s{number}") for number, sheet in enumerate(sheets))


def _footer_css(sheet: Sheet, name: str) -> str:
    """Return the CSS for the footer of one list. Only letters and digits get into it."""
    code = sheet.header.hash if _LIST_CODE.fullmatch(sheet.header.hash) else ""
    stamp = "".join(letter if letter.isalnum() else " " for letter in sheet.stamp)
    boxes = f'@bottom-center{{content:"{code}";font:8pt sans-serif}}' if code else ""
    boxes += f'@bottom-left{{content:"{stamp}";font:bold 9pt sans-serif}}' if stamp else ""
    return f"#{name}{{page:{name}}}@page {name}{{{boxes}}}" if boxes else ""


def _body_classes(options: PrintOptions) -> str:
    flags = {"large": options.large, "mono": options.monochrome}
    return " ".join((options.layout.value, *(name for name, is_set in flags.items() if is_set)))


def _storage_name(sheets: Sequence[Sheet]) -> str:
    """Return the browser storage key. It changes with the list, so that a changed list has no ticks."""
    return " ".join(sheet.header.hash or sheet.header.name for sheet in sheets)


@cache
def _asset(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _table_of_contents(sheets: Sequence[Sheet]) -> Html:
    entries = (
        element("li", element("a", element("bdi", sheet.header.name), href=f"#s{number}"), f" {sheet.header.points}")
        for number, sheet in enumerate(sheets)
    )
    words = sheets[0].labels
    return element("nav", element("h2", words.contents), element("ol", entries), class_="contents")


def _single(sheet: Sheet) -> Html:
    """Return one list that uses the landmarks of the page."""
    parts = (
        _header(sheet, "s0"),
        element("main", _main(sheet, "s0")),
        sections.data_section(sheet),
        sections.rule_popovers(sheet, "s0"),
    )
    return element("div", *parts, class_=_list_class(sheet), id="s0")


def _book(sheets: Sequence[Sheet]) -> Html:
    """Return several lists below a table of contents."""
    lists = (
        element(
            "section",
            _header(sheet, f"s{number}"),
            _main(sheet, f"s{number}"),
            sections.data_section(sheet),
            sections.rule_popovers(sheet, f"s{number}"),
            class_=_list_class(sheet),
            id=f"s{number}",
        )
        for number, sheet in enumerate(sheets)
    )
    return fragment(_table_of_contents(sheets), element("main", lists))


def _list_class(sheet: Sheet) -> str:
    return "list" if sheet.header.is_legal else f"list {sheet.header.outcome.value}"


def _main(sheet: Sheet, prefix: str) -> Html:
    writer = UnitWriter(sheet, sections.assign_popover_ids(sheet, prefix))
    units = (writer.unit(unit, f"{prefix}-u{number}") for number, unit in enumerate(sheet.units))
    return fragment(
        element("div", units, class_="units", id=f"{prefix}-units"),
        sections.spells_section(sheet, prefix),
        sections.glossary_section(sheet, prefix),
        sections.reference_section(sheet, prefix),
        sections.findings_section(sheet, prefix),
    )


def _header(sheet: Sheet, prefix: str) -> Html:
    header, words = sheet.header, sheet.labels
    dot = trusted_html('<span class="dot" aria-hidden="true"> \N{MIDDLE DOT} </span>')
    facts = fragment(fragment(dot if number else "", element("bdi", fact)) for number, fact in enumerate(header.facts))
    verdict = fragment(element("span", _VERDICT_SYMBOLS[header.outcome], aria_hidden="true"), header.verdict_text)
    counts = (
        *(element("li", count) for count in header.counts),
        element("li", verdict, class_="verdict"),
        *(element("li", f"{row.label} {row.text}") for row in sheet.limit_rows),
    )
    values = ((words.hash, header.hash), (words.commitment, header.commitment))
    hashes = (element("p", f"{label} ", element("code", value)) for label, value in values if value)
    name = element("h1", element("bdi", header.name))
    return element(
        "header",
        element("div", name, element("p", header.points, class_="points"), class_="top"),
        element("p", facts, class_="facts"),
        element("ul", counts, class_="counts"),
        element("div", hashes, class_="hashes"),
        element("p", with_line_breaks(header.notes), class_="notes", dir="auto") if header.notes else "",
        _navigation(sheet, prefix),
        class_="head",
    )


def _navigation(sheet: Sheet, prefix: str) -> Html:
    words = sheet.labels
    parts = (
        (words.spells, "spells", bool(sheet.spells)),
        (words.rules, "rules", bool(sheet.glossary)),
        (words.reference, "game", bool(sheet.reference)),
        (words.findings, "findings", bool(sheet.findings)),
    )
    links = [element("li", element("a", word, href=f"#{prefix}-{part}")) for word, part, exists in parts if exists]
    label = translate(sheet.language, "sheet.page.sections")
    return element("nav", _unit_links(sheet, prefix), element("ul", links), aria_label=label)


def _unit_links(sheet: Sheet, prefix: str) -> Html:
    """Return a collapsed list of links to the units."""
    if not sheet.units:
        return Html("")
    links = (
        element("li", element("a", element("bdi", format_count(unit.count, unit.title)), href=f"#{prefix}-u{number}"))
        for number, unit in enumerate(sheet.units)
    )
    summary = element("summary", translate(sheet.language, "sheet.page.units"))
    return element("details", summary, element("ol", links), class_="jumps")
