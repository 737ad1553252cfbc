"""What stands after the units: spells, rules, findings, data."""

from __future__ import annotations

from listbuilder.exporters.html_page.markup import Html, element, fragment, lines
from listbuilder.sheet import Sheet
from listbuilder.sheet.model import FindingLines, GlossaryRow, Passage


def explained(sheet: Sheet, prefix: str) -> dict[GlossaryRow, str]:
    """Name the popover of each text that a unit needs; units whose texts say the same share it."""
    units = (each for unit in sheet.units for each in (unit, *unit.joined))
    rows = dict.fromkeys(row for unit in units for row in unit.texts)
    return {row: f"{prefix}-r{number}" for number, row in enumerate(rows)}


def popovers(sheet: Sheet, prefix: str) -> Html:
    """Write the texts that appear when a rule is tapped; no script is needed for it."""
    return fragment(
        element("div", element("b", row.label), element("p", lines(row.text)), popover=True, id=name)
        for row, name in explained(sheet, prefix).items()
    )


def spells(sheet: Sheet, prefix: str) -> Html:
    """Write the spells of every faction that casts."""
    books = (
        element(
            "section",
            element("h2", f"{sheet.words.spells} ", element("span", book.faction)),
            element(
                "dl",
                (
                    element(
                        "div",
                        element("dt", row.name, " ", element("span", row.cost, class_="cost")),
                        element("dd", lines(row.text)),
                    )
                    for row in book.spells
                ),
                class_="texts",
            ),
            class_="reference",
        )
        for book in sheet.spells
    )
    return element("div", books, id=f"{prefix}-spells") if sheet.spells else Html("")


def glossary(sheet: Sheet, prefix: str) -> Html:
    """Write the rules in use with their texts."""
    if not sheet.glossary:
        return Html("")
    rows = element("dl", (_rule(row) for row in sheet.glossary), class_="texts")
    return element("section", element("h2", sheet.words.rules), rows, class_="reference", id=f"{prefix}-rules")


def _rule(row: GlossaryRow) -> Html:
    remark = element("p", row.remark, class_="remark") if row.remark else ""
    return element("div", element("dt", row.label), element("dd", lines(row.text), remark))


def game(sheet: Sheet, prefix: str) -> Html:
    """Write how the game is played; it opens when it is tapped, so that a phone shows the units first."""
    if not sheet.reference:
        return Html("")
    summary = element("summary", element("h2", f"{sheet.words.reference} ", element("span", sheet.header.system)))
    chapters = element("div", (_passage(passage) for passage in sheet.reference), class_="texts")
    return element("details", summary, chapters, class_="reference game", id=f"{prefix}-game")


def _passage(passage: Passage) -> Html:
    points = element("ul", (element("li", lines(point)) for point in passage.points))
    return element("section", element("h3", passage.title), points)


def findings(sheet: Sheet, prefix: str) -> Html:
    """Write what the checks say."""
    if not sheet.findings:
        return Html("")
    rows = element("ul", (_finding(finding, sheet) for finding in sheet.findings))
    heading = element("h2", sheet.words.findings)
    return element("section", heading, rows, class_="reference findings", id=f"{prefix}-findings")


def _finding(finding: FindingLines, sheet: Sheet) -> Html:
    return element(
        "li",
        element("p", element("b", finding.word), " ", element("code", finding.code), " ", element("bdi", finding.on)),
        element("p", lines(finding.message)),
        element("p", f"{sheet.words.fix}: {finding.fix}", class_="fix") if finding.fix else "",
        element("p", finding.source, class_="remark") if finding.source else "",
        class_=finding.severity,
    )


def data(sheet: Sheet) -> Html:
    """Write which data was used, and the credits."""
    books = element("ul", (element("li", book.text) for book in sheet.header.books))
    notes = (element("p", credit) for credit in sheet.credits)
    return element("footer", element("h2", sheet.words.data), books, notes)
