"""The overview as a single HTML page: sortable, filterable, with findings and sheets; it loads nothing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from listbuilder.diagnostics.messages import FindingRecord, describe_finding
from listbuilder.exporters.html_page.markup import Html, element, trusted_html
from listbuilder.i18n import format_number, translate
from listbuilder.model import Event
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tournament.overview import Overview, PlayerRow
from listbuilder.tournament.player_status import PlayerStatus

_FOLDER = Path(__file__).parent
_COLUMNS = ("name", "team", "faction", "points", "status", "findings")
_MAX_TEXT_LENGTH = 4000
_WIDE_COLUMNS = ("team",)
"""Columns that are hidden on a phone."""


def format_overview_page(table: Overview, event: Event, language: str) -> str:
    """Return the HTML page."""
    style = (_FOLDER / "overview_page.css").read_text(encoding="utf-8")
    script = (_FOLDER / "overview_page.js").read_text(encoding="utf-8")
    policy = (
        f"default-src 'none'; style-src '{_hash_source(style)}'; script-src '{_hash_source(script)}'; base-uri 'none'"
    )
    title = sanitize_line(event.name.to(language))
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("title", title),
        element("style", trusted_html(style)),
    )
    remarks = [translate(language, "desk.unmatched", file=sanitize_line(each.file)) for each in table.unmatched]
    remarks += [f"{each.code} {sanitize_line(describe_finding(each, language))}" for each in table.findings]
    heads = (
        element(
            "th",
            element("button", translate(language, f"desk.column.{name}"), type="button"),
            class_="wide" if name in _WIDE_COLUMNS else "",
        )
        for name in _COLUMNS
    )
    rows = (_build_row(row, language) for row in table.rows)
    body = element(
        "body",
        element("h1", title),
        _build_tools(language),
        element("table", element("thead", element("tr", *heads)), element("tbody", *rows)),
        element("ul", *(element("li", remark) for remark in remarks)) if remarks else trusted_html(""),
        element("script", trusted_html(script)),
    )
    page = element("html", head, body, lang=language)
    return f"<!DOCTYPE html>\n{page}\n"


def _hash_source(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _build_tools(language: str) -> Html:
    every = element("option", translate(language, "desk.page.every"), value="")
    options = [
        element("option", translate(language, f"desk.status.{status.value}"), value=status.value)
        for status in PlayerStatus
    ]
    find = translate(language, "desk.page.find")
    return element(
        "div",
        element("input", type="search", id="find", placeholder=find, aria_label=find),
        element("select", every, *options, id="status", aria_label=translate(language, "desk.column.status")),
        element("output", id="shown"),
        class_="tools",
    )


def _build_row(row: PlayerRow, language: str) -> Html:
    factions, name, team = sanitize_line(row.factions), sanitize_line(row.player.name), sanitize_line(row.player.team)
    status = translate(language, f"desk.status.{row.status.value}")
    points = row.readable_lists[0]["points"] if row.readable_lists else None
    findings = row.findings
    text = " ".join((name, team, factions, status, row.player.id, *(finding["code"] for finding in findings))).lower()
    return element(
        "tr",
        element("td", element("bdi", name)),
        element("td", element("bdi", team), class_="wide"),
        element("td", factions),
        element(
            "td", "" if points is None else format_number(language, points), class_="number", data_key=str(points or 0)
        ),
        element("td", status, class_=f"status {row.status.value}", data_key=str(list(PlayerStatus).index(row.status))),
        element("td", *_iterate_details(row, findings, language), data_key=str(len(findings))),
        data_status=" ".join(each.value for each in row.statuses),
        data_text=text,
    )


def _iterate_details(row: PlayerRow, findings: list[FindingRecord], language: str) -> Iterator[Html]:
    """Yield the findings and the sheet of each list, folded; the reason of a rejection comes first."""
    if row.rejection_reason:
        yield element(
            "p", translate(language, "desk.turned-down", reason=sanitize_line(row.rejection_reason, _MAX_TEXT_LENGTH))
        )
    if findings:
        title = translate(language, "desk.page.findings", n=len(findings))
        yield element("details", element("summary", title), element("dl", *_iterate_findings(findings, language)))
    for record, sheet in zip(row.readable_lists, row.sheets, strict=False):
        yield element("details", element("summary", sanitize_line(record["name"] or "")), element("pre", sheet))


def _iterate_findings(findings: list[FindingRecord], language: str) -> Iterator[Html]:
    for finding in findings:
        yield element("dt", finding["code"])
        fix = f" {translate(language, 'cli.fix', fix=finding['fix'])}" if finding["fix"] else ""
        yield element("dd", sanitize_line(finding["message"] + fix, _MAX_TEXT_LENGTH))
