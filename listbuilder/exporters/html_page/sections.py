"""The parts of the HTML page: units, then spells, rules, quick reference, findings and data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from listbuilder.exporters.html_page.markup import Html, element, fragment, with_line_breaks
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.sheet.model import (
    GlossaryRow,
    ItemRow,
    ReferenceChapter,
    RuleLabel,
    SheetColumn,
    SheetFinding,
    TickBoxes,
    WeaponRow,
)
from listbuilder.textutil.sanitize import format_count

_SEVERITY_SYMBOLS = {"error": "!", "unchecked": "~", "warning": "!", "note": "i"}


@dataclass(frozen=True, slots=True)
class UnitWriter:
    """Writes the units of one sheet."""

    sheet: Sheet
    popover_ids: Mapping[GlossaryRow, str]
    """The popover id of each rule text."""

    def unit(self, unit: SheetUnit, name: str, *, joined: bool = False) -> Html:
        """Return a unit; `name` is its anchor and the prefix of its tick boxes."""
        heroes = (self.unit(hero, f"{name}-{number}", joined=True) for number, hero in enumerate(unit.attached_heroes))
        body = (
            self._head(unit, name, joined),
            self._rules(unit),
            self._total_with_heroes(unit),
            self._boxes(unit, name),
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
        heading = element("h3" if joined else "h2", title, id=f"{name}-title")
        return element(
            "header",
            element("div", heading, element("p", subtitle, class_="kind") if subtitle else "", class_="titles"),
            self._stats(unit),
            self._price(unit),
        )

    def _stats(self, unit: SheetUnit) -> Html:
        pairs = (
            element("div", element("dt", element("abbr", stat.short, title=stat.name)), element("dd", stat.value))
            for stat in unit.stats
        )
        return element("dl", pairs, class_="stats") if unit.stats else Html("")

    def _price(self, unit: SheetUnit) -> Html:
        if unit.price is None:
            return Html("")
        words = self.sheet.labels
        half = element("small", f"{words.half} {unit.price.half}")
        return element("p", element("b", unit.price.displayed), f" {words.points} ", half, class_="price")

    def _total_with_heroes(self, unit: SheetUnit) -> Html:
        """Return the total of a unit and its heroes."""
        if unit.price is None or not unit.price.total_with_heroes:
            return Html("")
        words = self.sheet.labels
        half = element("small", f"{words.half} {unit.price.half_with_heroes}")
        return element("p", f"{unit.price.total_with_heroes} {words.points} ", half, class_="company")

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

    def _boxes(self, unit: SheetUnit, name: str) -> Html:
        rows = (self._box_row(boxes, f"{name}.{boxes.id}") for boxes in unit.tick_boxes)
        return element("div", rows, class_="boxes") if unit.tick_boxes else Html("")

    def _box_row(self, boxes: TickBoxes, name: str) -> Html:
        if boxes.count == 1:
            return element("label", self._box(name, boxes.label), " ", boxes.label, class_="state")
        runs, before = [], 0
        for run, group in enumerate(boxes.groups):
            half = boxes.half_strength_box - before - 1
            inputs = (self._numbered_box(boxes, name, run, box, half=box == half) for box in range(len(group)))
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

    def _numbered_box(self, boxes: TickBoxes, name: str, run: int, box: int, *, half: bool) -> Html:
        """Return one box of a run; the label of the box at half strength says so."""
        number = f"{run + 1}.{box + 1}" if len(boxes.groups) > 1 else str(box + 1)
        label = f"{boxes.label} {number}" + (f", {self.sheet.labels.half}" if half else "")
        return self._box(f"{name}.{run}.{box}", label, boxes.groups[run][box], half=half)

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
        if not unit.weapons:
            return Html("")
        words = self.sheet.labels
        heads = [element("th", words.count, scope="col", class_="n"), element("th", words.weapon, scope="col")]
        heads += [self._heading(column) for column in self.sheet.columns]
        rows = (self._weapon(unit, row) for row in unit.weapons)
        return element("table", element("thead", element("tr", heads)), element("tbody", rows))

    def _heading(self, column: SheetColumn) -> Html:
        """Return a column heading. On a phone the style sheet shows the short one instead."""
        return element(
            "th", element("span", column.heading), scope="col", class_=column.id, data_short=column.short_heading
        )

    def _weapon(self, unit: SheetUnit, row: WeaponRow) -> Html:
        cells = [element("td", str(row.count), class_="n"), element("th", row.name, scope="row")]
        for column, cell in zip(self.sheet.columns, row.cells, strict=True):
            content = self._rule_list(unit, row.rules) if column.id == "rules" else cell
            cells.append(element("td", content, class_=column.id))
        return element("tr", cells)

    def _rule_list(self, unit: SheetUnit, rules: tuple[RuleLabel, ...]) -> Html:
        return fragment(fragment(", " if number else "", self._rule(unit, rule)) for number, rule in enumerate(rules))

    def _equipment(self, unit: SheetUnit) -> Html:
        words = self.sheet.labels
        blocks = []
        if unit.items:
            items = (element("li", self._item(row)) for row in unit.items)
            blocks.append((element("dt", words.items), element("dd", element("ul", items))))
        if unit.upgrades:
            upgrades = (
                element(
                    "li", format_count(row.count, row.name), element("small", f" {row.signed_cost}") if row.cost else ""
                )
                for row in unit.upgrades
            )
            blocks.append((element("dt", words.upgrades), element("dd", element("ul", upgrades))))
        for known in unit.spells:
            spells = element("ul", (element("li", spell) for spell in known.spells))
            blocks.append((element("dt", known.label), element("dd", spells)))
        return element("dl", *blocks, class_="gear") if blocks else Html("")

    def _item(self, row: ItemRow) -> Html:
        gives = f" ({row.contents})" if row.contents else ""
        return fragment(format_count(row.count, row.name), element("small", gives))


def assign_popover_ids(sheet: Sheet, prefix: str) -> dict[GlossaryRow, str]:
    """Return the popover id of each rule text; identical texts share one popover."""
    units = (each for unit in sheet.units for each in (unit, *unit.attached_heroes))
    rows = dict.fromkeys(row for unit in units for row in unit.rule_texts)
    return {row: f"{prefix}-r{number}" for number, row in enumerate(rows)}


def rule_popovers(sheet: Sheet, prefix: str) -> Html:
    """Return the rule texts that open when a rule is tapped, without JavaScript."""
    return fragment(
        element("div", element("b", row.label), element("p", with_line_breaks(row.text)), popover=True, id=name)
        for row, name in assign_popover_ids(sheet, prefix).items()
    )


def spells_section(sheet: Sheet, prefix: str) -> Html:
    """Return the spells of every faction that has a caster."""
    books = (
        element(
            "section",
            element("h2", f"{sheet.labels.spells} ", element("span", book.faction)),
            element(
                "dl",
                (
                    element(
                        "div",
                        element("dt", row.name, " ", element("span", row.cost, class_="cost")),
                        element("dd", with_line_breaks(row.text)),
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


def glossary_section(sheet: Sheet, prefix: str) -> Html:
    """Return the rules in use with their texts."""
    if not sheet.glossary:
        return Html("")
    rows = element("dl", (_rule(row) for row in sheet.glossary), class_="texts")
    return element("section", element("h2", sheet.labels.rules), rows, class_="reference", id=f"{prefix}-rules")


def _rule(row: GlossaryRow) -> Html:
    remark = element("p", row.remark, class_="remark") if row.remark else ""
    return element("div", element("dt", row.label), element("dd", with_line_breaks(row.text), remark))


def reference_section(sheet: Sheet, prefix: str) -> Html:
    """Return the quick reference, collapsed so that a phone shows the units first."""
    if not sheet.reference:
        return Html("")
    summary = element("summary", element("h2", f"{sheet.labels.reference} ", element("span", sheet.header.system)))
    chapters = element("div", (_passage(passage) for passage in sheet.reference), class_="texts")
    return element("details", summary, chapters, class_="reference game", id=f"{prefix}-game")


def _passage(passage: ReferenceChapter) -> Html:
    points = element("ul", (element("li", with_line_breaks(point)) for point in passage.points))
    return element("section", element("h3", passage.title), points)


def findings_section(sheet: Sheet, prefix: str) -> Html:
    """Return the findings."""
    if not sheet.findings:
        return Html("")
    rows = element("ul", (_finding(finding, sheet) for finding in sheet.findings))
    heading = element("h2", sheet.labels.findings)
    return element("section", heading, rows, class_="reference findings", id=f"{prefix}-findings")


def _finding(finding: SheetFinding, sheet: Sheet) -> Html:
    return element(
        "li",
        element(
            "p",
            element("b", finding.severity_label),
            " ",
            element("code", finding.code),
            " ",
            element("bdi", finding.unit_title),
        ),
        element("p", with_line_breaks(finding.message)),
        element("p", f"{sheet.labels.fix}: {finding.fix}", class_="fix") if finding.fix else "",
        element("p", finding.source, class_="remark") if finding.source else "",
        class_=finding.severity,
    )


def data_section(sheet: Sheet) -> Html:
    """Return the data that was used, and the credits."""
    books = element("ul", (element("li", book.text) for book in sheet.header.books))
    notes = (element("p", credit) for credit in sheet.credits)
    return element("footer", element("h2", sheet.labels.data), books, notes)
