"""The table of a desk as one page: sortable, filterable, with findings and sheets; nothing is fetched."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from listbuilder.diagnostics.messages import FindingRecord, describe
from listbuilder.exporters.html_page.markup import Html, element, raw
from listbuilder.i18n import format_number, translate
from listbuilder.model import Event
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tournament.overview import Overview, PlayerStanding
from listbuilder.tournament.player_status import Status

_FOLDER = Path(__file__).parent
_COLUMNS = ("name", "team", "faction", "points", "status", "findings")
_LONGEST = 4000
_WIDE = ("team",)
"""Columns that a phone has no room for."""


def format_desk_page(table: Overview, event: Event, language: str) -> str:
    """Write the page."""
    style = (_FOLDER / "overview_page.css").read_text(encoding="utf-8")
    script = (_FOLDER / "overview_page.js").read_text(encoding="utf-8")
    policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; base-uri 'none'"
    title = plain_line(event.name.to(language))
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("title", title),
        element("style", raw(style)),
    )
    parts = (element("h1", title), _tools(language), _table(table, language), _rest(table, language))
    page = element("html", head, element("body", *parts, element("script", raw(script))), lang=language)
    return f"<!DOCTYPE html>\n{page}\n"


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _tools(language: str) -> Html:
    every = element("option", translate(language, "desk.page.every"), value="")
    options = [element("option", translate(language, f"desk.status.{one.value}"), value=one.value) for one in Status]
    find = translate(language, "desk.page.find")
    return element(
        "div",
        element("input", type="search", id="find", placeholder=find, aria_label=find),
        element("select", every, *options, id="status", aria_label=translate(language, "desk.column.status")),
        element("output", id="shown"),
        class_="tools",
    )


def _table(table: Overview, language: str) -> Html:
    heads = (
        element(
            "th",
            element("button", translate(language, f"desk.column.{name}"), type="button"),
            class_="wide" if name in _WIDE else "",
        )
        for name in _COLUMNS
    )
    rows = (_row(row, language) for row in table.rows)
    return element("table", element("thead", element("tr", *heads)), element("tbody", *rows))


def _row(row: PlayerStanding, language: str) -> Html:
    factions, name, team = plain_line(row.factions), plain_line(row.player.name), plain_line(row.player.team)
    status = translate(language, f"desk.status.{row.status.value}")
    points = row.read[0]["points"] if row.read else None
    found = row.findings
    text = " ".join((name, team, factions, status, row.player.id, *(one["code"] for one in found))).lower()
    return element(
        "tr",
        element("td", element("bdi", name)),
        element("td", element("bdi", team), class_="wide"),
        element("td", factions),
        element(
            "td", "" if points is None else format_number(language, points), class_="number", data_key=str(points or 0)
        ),
        element("td", status, class_=f"status {row.status.value}", data_key=str(list(Status).index(row.status))),
        element("td", *_details(row, found, language), data_key=str(len(found))),
        data_status=" ".join(one.value for one in row.statuses),
        data_text=text,
    )


def _details(row: PlayerStanding, found: list[FindingRecord], language: str) -> Iterator[Html]:
    """Give what was found, and each list as a sheet, folded away; why it was turned down stands above."""
    if row.rejected:
        yield element("p", translate(language, "desk.turned-down", reason=plain_line(row.rejected, _LONGEST)))
    if found:
        title = translate(language, "desk.page.findings", n=len(found))
        yield element("details", element("summary", title), element("dl", *_findings(found, language)))
    for one, sheet in zip(row.read, row.sheets, strict=False):
        yield element("details", element("summary", plain_line(one["name"] or "")), element("pre", sheet))


def _findings(found: list[FindingRecord], language: str) -> Iterator[Html]:
    for one in found:
        yield element("dt", one["code"])
        fix = f" {translate(language, 'cli.fix', fix=one['fix'])}" if one["fix"] else ""
        yield element("dd", plain_line(one["message"] + fix, _LONGEST))


def _rest(table: Overview, language: str) -> Html:
    lines = [translate(language, "desk.unmatched", file=plain_line(one.file)) for one in table.unmatched]
    lines += [f"{one.code} {plain_line(describe(one, language))}" for one in table.found]
    return element("ul", *(element("li", line) for line in lines)) if lines else raw("")
