"""The table of a desk in every format: for people, programs, spreadsheets, mails and CI servers.

How everybody stands, as plain records for every format.

The table of a desk for CI servers.

The table of a desk for mails and forums.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import TypeAlias, TypedDict

from listbuilder.cli.render import COLOURS, indented
from listbuilder.cli.reporters.junit import xml_attribute, xml_text
from listbuilder.cli.streams import Terminal
from listbuilder.diagnostics.messages import FindingRecord, finding_record
from listbuilder.exporters import markdown
from listbuilder.i18n import format_number, translate
from listbuilder.listfiles.hashes import printed_code
from listbuilder.textutil.escaping import escape_hidden, harmless_cells, json_text
from listbuilder.tournament.csv_tables import format_table
from listbuilder.tournament.overview import Overview, PlayerStanding
from listbuilder.tournament.player_status import Status


class PlayerRecord(TypedDict):
    """One player."""

    id: str
    name: str
    team: str
    status: str
    statuses: list[str]
    file: str | None
    received: str | None
    list: str | None
    faction: str
    points: int | None
    limit: int | None
    bonus: int
    army: str | None
    hash: str | None
    code: str | None
    """The code that is printed on the sheet."""
    rejected: str
    diagnostics: list[FindingRecord]


class DeskRecord(TypedDict):
    """Everybody."""

    event: str
    players: list[PlayerRecord]
    unmatched: list[str]
    summary: dict[str, int]
    diagnostics: list[FindingRecord]


def desk_record(table: Overview, event: str, language: str) -> DeskRecord:
    """Make the record of a whole desk."""
    players = [player_record(row) for row in table.rows]
    counts = Counter([player["status"] for player in players])
    return {
        "event": event,
        "players": players,
        "unmatched": [one.file for one in table.unmatched],
        "summary": {status.value: counts[status.value] for status in Status if counts[status.value]},
        "diagnostics": [finding_record(one, language) for one in table.found],
    }


def player_record(row: PlayerStanding) -> PlayerRecord:
    """Make the record of one player."""
    read = row.read
    first = read[0] if read else None
    submission = row.submissions[0] if row.submissions else None
    statuses = [status.value for status in row.statuses]
    return {
        "id": row.player.id,
        "name": row.player.name,
        "team": row.player.team,
        "status": statuses[0],
        "statuses": statuses,
        "file": submission.file if submission is not None else None,
        "received": (submission.received or None) if submission is not None else None,
        "list": first["name"] if first is not None else None,
        "faction": row.factions,
        "points": first["points"] if first is not None else None,
        "limit": first["limit"] if first is not None else None,
        "bonus": row.bonus,
        "army": first["army"] if first is not None else None,
        "hash": first["hash"] if first is not None else None,
        "code": printed_code(first["hash"] or "") if first is not None else None,
        "rejected": row.rejected,
        "diagnostics": row.findings,
    }


def as_junit(record: DeskRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """Write one test case for each player, and one for the desk itself where something is wrong with it."""
    cases = [(player["name"], player["status"], _told(player, language)) for player in record["players"]]
    odd = [f"{one['code']} {one['message']}" for one in record["diagnostics"] if one["severity"] == "error"]
    odd += [translate(language, "desk.unmatched", file=name) for name in record["unmatched"]]
    cases += [("desk", "desk", "\n".join(odd))] if odd else []
    failures = sum(bool(told) for _, _, told in cases)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuite name="listbuilder desk" tests="{len(cases)}" failures="{failures}" errors="0">\n'
    for name, kind, told in cases:
        yield f"  <testcase classname={xml_attribute(record['event'])} name={xml_attribute(name)}>\n"
        if told:
            yield f'    <failure type="{kind}">{xml_text(told)}</failure>\n'
        yield "  </testcase>\n"
    yield "</testsuite>\n"


def _told(player: PlayerRecord, language: str) -> str:
    """Say why a player fails; nothing where all is well."""
    rejected = player["rejected"]
    if Status(player["status"]).is_good and not rejected:
        return ""
    told = [translate(language, "desk.turned-down", reason=rejected)] if rejected else []
    told += [f"{one['code']} {one['message']}" for one in player["diagnostics"] if one["severity"] != "note"]
    return "\n".join(told) or player["status"]


def as_markdown(record: DeskRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """Write a table of everybody, then what was found of each, and of the desk itself."""
    heads = [translate(language, f"desk.column.{name}") for name in ("name", "team", "faction", "points", "status")]
    yield "| " + " | ".join(heads) + " |\n|---|---|---|--:|---|\n"
    for player in record["players"]:
        status = translate(language, f"desk.status.{player['status']}")
        points = "" if player["points"] is None else str(player["points"])
        cells = [_marked(player["name"]), _marked(player["team"]), _marked(player["faction"]), points, status]
        yield "| " + " | ".join(cells) + " |\n"
    for player in record["players"]:
        findings = [one for one in player["diagnostics"] if one["severity"] != "note"]
        rejected = player["rejected"]
        if findings or rejected:
            yield f"\n## {_marked(player['name'])}\n\n"
        if rejected:
            yield f"- {_marked(translate(language, 'desk.turned-down', reason=rejected))}\n"
        for one in findings:
            fix = " " + _marked(translate(language, "cli.fix", fix=one["fix"])) if one["fix"] else ""
            yield f"- **{one['code']}** {_marked(one['message'])}{fix}\n"
    rest = [_marked(translate(language, "desk.unmatched", file=name)) for name in record["unmatched"]]
    rest += [f"**{one['code']}** {_marked(one['message'])}" for one in record["diagnostics"]]
    yield "\n" * bool(rest) + "".join(f"- {line}\n" for line in rest)


def _marked(text: str) -> str:
    return markdown.escape(" ".join(escape_hidden(text).split()))


Format: TypeAlias = Callable[[DeskRecord, str, Terminal], Iterator[str]]
_COLUMNS = ("id", "name", "team", "status", "faction", "points", "bonus", "received", "file", "code")
_MARKS: Mapping[str, tuple[str, str]] = {
    "missing": ("?", "yellow"),
    "late": ("!", "yellow"),
    "double": ("!", "yellow"),
    "wrong-faction": ("✘", "red"),
    "illegal": ("✘", "red"),
    "unchecked": ("~", "magenta"),
    "legal": ("✔", "green"),
    "accepted": ("★", "green"),
    "changed": ("!", "red"),
}


def as_text(record: DeskRecord, language: str, terminal: Terminal) -> Iterator[str]:
    """One line for each player, then what was found, then the sums."""
    words = {status: translate(language, f"desk.status.{status}") for status in _MARKS}
    width = max(map(len, words.values()))
    for player in record["players"]:
        yield _line(player, words[player["status"]].ljust(width), language, terminal)
    for player in record["players"]:
        yield from _told_formats(player, language, terminal)
    for name in record["unmatched"]:
        yield terminal.line(translate(language, "desk.unmatched", file=name)) + "\n"
    for finding in record["diagnostics"]:
        yield "\n".join(indented(f"{finding['code']} {finding['message']}", terminal)) + "\n"
    yield f"\n{_totals(record, words, language)}\n"


def _totals(record: DeskRecord, words: Mapping[str, str], language: str) -> str:
    """Say how many stand how; all of them, also where only some are shown."""
    counts = ", ".join(f"{count} {words[status]}" for status, count in record["summary"].items())
    shown, total = len(record["players"]), sum(record["summary"].values())
    key = "desk.totals" if shown == total else "desk.totals.some"
    return translate(language, key if total else "desk.totals.none", n=total, shown=shown, counts=counts)


def _line(player: PlayerRecord, status: str, language: str, terminal: Terminal) -> str:
    mark, colour = _MARKS[player["status"]]
    points = "" if player["points"] is None else format_number(language, player["points"])
    right = f"{points:>7}  {status}"
    room = max(10, terminal.width - len(right) - 4)
    left = terminal.line("  ".join(part for part in (player["name"], player["team"], player["faction"]) if part))
    left = left if len(left) <= room else left[: room - 1] + terminal.symbol("…")
    parts = (
        terminal.style(terminal.symbol(mark), colour),
        left.ljust(room),
        "",
        terminal.style(right.rstrip(), colour),
    )
    return f"{' '.join(parts)}\n"


def _told_formats(player: PlayerRecord, language: str, terminal: Terminal) -> Iterator[str]:
    findings = [one for one in player["diagnostics"] if one["severity"] != "note"]
    if not findings and not player["rejected"]:
        return
    yield "\n" + terminal.style(terminal.line(f"{player['name']}  {player['file'] or ''}".strip()), "bold") + "\n"
    if player["rejected"]:
        said = translate(language, "desk.turned-down", reason=player["rejected"])
        yield "\n".join(indented(said, terminal)) + "\n"
    for one in findings:
        where = f":{one['line']}" if one["line"] else ""
        head = terminal.style(f"{one['code']}{where}", COLOURS[one["severity"]])
        fix = " " + translate(language, "cli.fix", fix=one["fix"]) if one["fix"] else ""
        lines = indented(f"{one['message']}{fix}", terminal)
        yield "\n".join([f"  {head}", *lines]) + "\n"


def as_json(record: DeskRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """For programs."""
    yield json_text(record) + "\n"


def as_csv(record: DeskRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """For spreadsheets."""
    rows = [[*_cells(player), _codes(player), player["rejected"]] for player in record["players"]]
    yield format_table([*_COLUMNS, "codes", "rejected"], harmless_cells(rows))


_cells: Callable[[PlayerRecord], tuple[object, ...]] = itemgetter(*_COLUMNS)


def _codes(player: PlayerRecord) -> str:
    return " ".join([one["code"] for one in player["diagnostics"] if one["severity"] != "note"])


FORMATS: Mapping[str, Format] = {
    "text": as_text,
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
    "junit": as_junit,
}
UNFIXED = ("csv", "junit")
"""Formats that do not tell how to mend what was found."""
