"""The whole HTML page: one file that loads nothing and can be read without JavaScript."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from listbuilder.diagnostics import Verdict
from listbuilder.exporters.exporter import Exportable
from listbuilder.exporters.html_page.markup import Html, element, fragment, trusted_html, with_line_breaks
from listbuilder.i18n import translate
from listbuilder.sheet import PrintOptions, Sheet, SheetUnit
from listbuilder.sheet.model import GlossaryRow, RuleLabel, TickBoxes
from listbuilder.textutil.sanitize import format_count

SHARE_META_NAME = "listbuilder-share"
"""The name of the meta element that holds a share string, from which the page can be imported again."""
_LIST_CODE = re.compile(r"[0-9A-Z-]*")
_VERDICT_SYMBOLS = {
    Verdict.LEGAL: "\N{HEAVY CHECK MARK} ",
    Verdict.ILLEGAL: "\N{HEAVY BALLOT X} ",
    Verdict.UNCHECKED: "~ ",
}
_SEVERITY_SYMBOLS = {"error": "!", "unchecked": "~", "warning": "!", "note": "i"}


def export_html(documents: Sequence[Exportable], options: PrintOptions) -> bytes:
    """Return the lists as one page."""
    return format_page([document.sheet for document in documents], options).encode()


def format_page(sheets: Sequence[Sheet], options: PrintOptions) -> str:
    """Return one or more lists as one page; several get a table of contents."""
    first = sheets[0]
    style, script = _asset("style.css") + _page_css(sheets, options), _asset("script.js")
    hashes = [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (style, script)]
    policy = "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'".format(*hashes)
    head = (
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light" if options.monochrome else "light dark"),
        *(element("meta", name=SHARE_META_NAME, content=sheet.header.share) for sheet in sheets if sheet.header.share),
        element("title", " \N{MIDDLE DOT} ".join(sheet.header.name for sheet in sheets[:3])),
        element("style", trusted_html(style)),
    )
    flags = {"large": options.large, "mono": options.monochrome}
    body = element(
        "body",
        element("a", translate(first.language, "sheet.page.skip"), href="#s0-units", class_="skip"),
        _book(sheets) if len(sheets) > 1 else _list(first, 0, alone=True),
        _toolbar(first),
        element("script", trusted_html(script)),
        class_=" ".join((options.layout.value, *(name for name, is_set in flags.items() if is_set))),
    )
    # the browser stores ticks under this name; it changes with the list, so that a changed list has no ticks
    storage_name = " ".join(sheet.header.hash or sheet.header.name for sheet in sheets)
    page = element("html", element("head", *head), body, lang=first.language, data_list=storage_name)
    return f"<!DOCTYPE html>\n{page}\n"


@cache
def _asset(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _page_css(sheets: Sequence[Sheet], options: PrintOptions) -> str:
    """Return the CSS for printed pages: paper, page number, list code and stamp. Names never get into it."""
    number = '@bottom-right{content:counter(page) " / " counter(pages);font:8pt sans-serif}'
    css = f"@page{{size:{options.paper.value} {options.orientation.value};{number}}}"
    for index, sheet in enumerate(sheets):
        code = sheet.header.hash if _LIST_CODE.fullmatch(sheet.header.hash) else ""
        stamp = "".join(letter if letter.isalnum() else " " for letter in sheet.stamp)
        boxes = f'@bottom-center{{content:"{code}";font:8pt sans-serif}}' if code else ""
        boxes += f'@bottom-left{{content:"{stamp}";font:bold 9pt sans-serif}}' if stamp else ""
        css += f"#s{index}{{page:s{index}}}@page s{index}{{{boxes}}}" if boxes else ""
    return css


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


def _book(sheets: Sequence[Sheet]) -> Html:
    """Return several lists below a table of contents."""
    entries = (
        element("li", element("a", element("bdi", sheet.header.name), href=f"#s{number}"), f" {sheet.header.points}")
        for number, sheet in enumerate(sheets)
    )
    contents = element("nav", element("h2", sheets[0].labels.contents), element("ol", entries), class_="contents")
    lists = (_list(sheet, number, alone=False) for number, sheet in enumerate(sheets))
    return fragment(contents, element("main", lists))


def _list(sheet: Sheet, number: int, *, alone: bool) -> Html:
    """Return one list; if it is alone, it uses the landmarks of the page."""
    prefix, header = f"s{number}", sheet.header
    # identical rule texts share one popover
    everyone = (each for unit in sheet.units for each in (unit, *unit.attached_heroes))
    rows = dict.fromkeys(row for unit in everyone for row in unit.rule_texts)
    popover_ids = {row: f"{prefix}-r{index}" for index, row in enumerate(rows)}
    writer = UnitWriter(sheet, popover_ids)
    units = (writer.unit(unit, f"{prefix}-u{number}") for number, unit in enumerate(sheet.units))
    main = fragment(
        element("div", units, class_="units", id=f"{prefix}-units"),
        _spells_section(sheet, prefix),
        _glossary_section(sheet, prefix),
        _reference_section(sheet, prefix),
        _findings_section(sheet, prefix),
    )
    data = element(
        "footer",
        element("h2", sheet.labels.data),
        element("ul", (element("li", book.text) for book in header.books)),
        (element("p", credit) for credit in sheet.credits),
    )
    # the rule texts open when a rule is tapped, without JavaScript
    popovers = (
        element("div", element("b", row.label), element("p", with_line_breaks(row.text)), popover=True, id=name)
        for row, name in popover_ids.items()
    )
    return element(
        "div" if alone else "section",
        _header(sheet, prefix),
        element("main", main) if alone else main,
        data,
        popovers,
        class_="list" if header.is_legal else f"list {header.outcome.value}",
        id=prefix,
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
    """Return a collapsed list of links to the units, and links to the sections."""
    words = sheet.labels
    units = (
        element("li", element("a", element("bdi", format_count(unit.count, unit.title)), href=f"#{prefix}-u{number}"))
        for number, unit in enumerate(sheet.units)
    )
    summary = element("summary", translate(sheet.language, "sheet.page.units"))
    parts = (
        (words.spells, "spells", sheet.spells),
        (words.rules, "rules", sheet.glossary),
        (words.reference, "game", sheet.reference),
        (words.findings, "findings", sheet.findings),
    )
    return element(
        "nav",
        element("details", summary, element("ol", units), class_="jumps") if sheet.units else "",
        element(
            "ul", (element("li", element("a", word, href=f"#{prefix}-{part}")) for word, part, rows in parts if rows)
        ),
        aria_label=translate(sheet.language, "sheet.page.sections"),
    )


@dataclass(frozen=True, slots=True)
class UnitWriter:
    """Writes the units of one sheet."""

    sheet: Sheet
    popover_ids: Mapping[GlossaryRow, str]
    """The popover id of each rule text."""

    def unit(self, unit: SheetUnit, name: str, *, joined: bool = False) -> Html:
        """Return a unit; `name` is its anchor and the prefix of its tick boxes."""
        heroes = (self.unit(hero, f"{name}-{number}", joined=True) for number, hero in enumerate(unit.attached_heroes))
        total, words, price = Html(""), self.sheet.labels, unit.price
        if price is not None and price.total_with_heroes:
            half = element("small", f"{words.half} {price.half_with_heroes}")
            total = element("p", f"{price.total_with_heroes} {words.points} ", half, class_="company")
        boxes = (self._box_row(boxes, f"{name}.{boxes.id}") for boxes in unit.tick_boxes)
        body = (
            self._head(unit, name, joined),
            self._rules(unit),
            total,
            element("div", boxes, class_="boxes") if unit.tick_boxes else "",
            self._weapons(unit),
            self._equipment(unit),
            element("p", unit.campaign, class_="campaign") if unit.campaign else "",
            element("p", unit.odds, class_="campaign") if unit.odds else "",
            element("p", with_line_breaks(unit.notes), class_="notes", dir="auto") if unit.notes else "",
            *heroes,
        )
        kind = "section" if joined else "article"
        classes = "joined" if joined else f"unit {unit.worst_severity}".rstrip()
        return element(kind, body, class_=classes, id=name, aria_labelledby=f"{name}-title")

    def _head(self, unit: SheetUnit, name: str, joined: bool) -> Html:
        words = self.sheet.labels
        title = fragment(
            element("span", f"{words.joined} ", class_="with") if joined else "",
            element("span", f"{_SEVERITY_SYMBOLS[unit.worst_severity]} ", class_="mark") if unit.worst_severity else "",
            element("span", "\N{BLACK STAR} ", class_="star", aria_hidden="true") if unit.hero else "",
            element("bdi", format_count(unit.count, unit.title)),
        )
        subtitle = " \N{MIDDLE DOT} ".join(part for part in (unit.subtitle, unit.faction) if part)
        stats = (
            element("div", element("dt", element("abbr", stat.short, title=stat.name)), element("dd", stat.value))
            for stat in unit.stats
        )
        price: Html | str = ""
        if unit.price is not None:
            half = element("small", f"{words.half} {unit.price.half}")
            price = element("p", element("b", unit.price.displayed), f" {words.points} ", half, class_="price")
        heading = element("h3" if joined else "h2", title, id=f"{name}-title")
        return element(
            "header",
            element("div", heading, element("p", subtitle, class_="kind") if subtitle else "", class_="titles"),
            element("dl", stats, class_="stats") if unit.stats else "",
            price,
        )

    def _rules(self, unit: SheetUnit) -> Html:
        words = self.sheet.labels
        parts = [element("li", self._rule(unit, rule)) for rule in unit.rules]
        if unit.base:
            parts.append(element("li", f"{words.base} {unit.base}", class_="base"))
        return element("ul", parts, class_="traits", aria_label=words.rules) if parts else Html("")

    def _rule(self, unit: SheetUnit, rule: RuleLabel) -> Html:
        text = next((row for row in unit.rule_texts if row.id == rule.id), None)
        if text is None:
            return element("span", rule.text)
        return element("button", rule.text, type="button", popovertarget=self.popover_ids[text])

    def _box_row(self, boxes: TickBoxes, name: str) -> Html:
        """Return labelled boxes in runs; the label of the box at half strength says so."""
        if boxes.count == 1:
            return element("label", self._box(name, boxes.label), " ", boxes.label, class_="state")
        runs, before = [], 0
        for run, group in enumerate(boxes.groups):
            inputs = []
            for box, caption in enumerate(group):
                half = before + box + 1 == boxes.half_strength_box
                number = f"{run + 1}.{box + 1}" if len(boxes.groups) > 1 else str(box + 1)
                label = f"{boxes.label} {number}" + (f", {self.sheet.labels.half}" if half else "")
                inputs.append(self._box(f"{name}.{run}.{box}", label, caption, half=half))
            runs.append(element("span", inputs, class_="run"))
            before += len(group)
        return element(
            "div",
            element("span", boxes.label, class_="label"),
            element("span", runs, class_="runs"),
            class_=f"row {boxes.id}",
            role="group",
            aria_label=boxes.label,
        )

    def _box(self, name: str, label: str, caption: str = "", *, half: bool = False) -> Html:
        return element(
            "input",
            type="checkbox",
            name=name,
            aria_label=label,
            data_caption=caption,
            data_half=half,
            autocomplete="off",
        )

    def _weapons(self, unit: SheetUnit) -> Html:
        """Return the weapon table. On a phone the style sheet shows the short headings instead."""
        if not unit.weapons:
            return Html("")
        words, columns = self.sheet.labels, self.sheet.columns
        heads = [element("th", words.count, scope="col", class_="n"), element("th", words.weapon, scope="col")]
        for column in columns:
            heading = element("span", column.heading)
            heads.append(element("th", heading, scope="col", class_=column.id, data_short=column.short_heading))
        rows = []
        for row in unit.weapons:
            cells = [element("td", str(row.count), class_="n"), element("th", row.name, scope="row")]
            rules = [fragment(", " if number else "", self._rule(unit, rule)) for number, rule in enumerate(row.rules)]
            for column, cell in zip(columns, row.cells, strict=True):
                cells.append(element("td", rules if column.id == "rules" else cell, class_=column.id))
            rows.append(element("tr", cells))
        return element("table", element("thead", element("tr", heads)), element("tbody", rows))

    def _equipment(self, unit: SheetUnit) -> Html:
        """Return items, upgrades and spells, each with a label."""
        items = [
            fragment(format_count(row.count, row.name), element("small", f" ({row.contents})" if row.contents else ""))
            for row in unit.items
        ]
        upgrades = [
            fragment(format_count(row.count, row.name), element("small", f" {row.signed_cost}") if row.cost else "")
            for row in unit.upgrades
        ]
        parts: list[tuple[str, Sequence[str]]] = [
            (self.sheet.labels.items, items),
            (self.sheet.labels.upgrades, upgrades),
        ]
        parts += ((known.label, known.spells) for known in unit.spells)
        blocks = [
            (element("dt", label), element("dd", element("ul", (element("li", row) for row in rows))))
            for label, rows in parts
            if rows
        ]
        return element("dl", *blocks, class_="gear") if blocks else Html("")


def _spells_section(sheet: Sheet, prefix: str) -> Html:
    """Return the spells of every faction that has a caster."""
    books = []
    for book in sheet.spells:
        rows = (
            element(
                "div",
                element("dt", row.name, " ", element("span", row.cost, class_="cost")),
                element("dd", with_line_breaks(row.text)),
            )
            for row in book.spells
        )
        heading = element("h2", f"{sheet.labels.spells} ", element("span", book.faction))
        books.append(element("section", heading, element("dl", rows, class_="texts"), class_="reference"))
    return element("div", books, id=f"{prefix}-spells") if books else Html("")


def _glossary_section(sheet: Sheet, prefix: str) -> Html:
    """Return the rules in use with their texts."""
    rows = []
    for row in sheet.glossary:
        remark = element("p", row.remark, class_="remark") if row.remark else ""
        rows.append(element("div", element("dt", row.label), element("dd", with_line_breaks(row.text), remark)))
    texts = element("dl", rows, class_="texts")
    heading = element("h2", sheet.labels.rules)
    return element("section", heading, texts, class_="reference", id=f"{prefix}-rules") if rows else Html("")


def _reference_section(sheet: Sheet, prefix: str) -> Html:
    """Return the quick reference, collapsed so that a phone shows the units first."""
    chapters = []
    for chapter in sheet.reference:
        points = element("ul", (element("li", with_line_breaks(point)) for point in chapter.points))
        chapters.append(element("section", element("h3", chapter.title), points))
    summary = element("summary", element("h2", f"{sheet.labels.reference} ", element("span", sheet.header.system)))
    texts = element("div", chapters, class_="texts")
    return element("details", summary, texts, class_="reference game", id=f"{prefix}-game") if chapters else Html("")


def _findings_section(sheet: Sheet, prefix: str) -> Html:
    rows = []
    for finding in sheet.findings:
        title = (element("b", finding.severity_label), " ", element("code", finding.code), " ")
        parts = (
            element("p", title, element("bdi", finding.unit_title)),
            element("p", with_line_breaks(finding.message)),
            element("p", f"{sheet.labels.fix}: {finding.fix}", class_="fix") if finding.fix else "",
            element("p", finding.source, class_="remark") if finding.source else "",
        )
        rows.append(element("li", parts, class_=finding.severity))
    if not rows:
        return Html("")
    heading = element("h2", sheet.labels.findings)
    return element("section", heading, element("ul", rows), class_="reference findings", id=f"{prefix}-findings")
