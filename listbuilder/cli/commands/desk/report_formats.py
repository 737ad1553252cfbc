"""The report of `desk check` as text, JSON, CSV, Markdown and JUnit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import TypeAlias, TypedDict

from listbuilder.cli.context import SEVERITY_COLOURS, wrap_indented
from listbuilder.cli.reporters.junit import xml_attribute, xml_text
from listbuilder.cli.reporters.markdown_report import escape_text
from listbuilder.cli.streams import Terminal
from listbuilder.diagnostics.messages import FindingRecord, build_finding_record
from listbuilder.i18n import format_number, translate
from listbuilder.listfiles.hashes import format_printed_code
from listbuilder.textutil.escaping import escape_cells
from listbuilder.textutil.escaping import format_json as dump_json
from listbuilder.tournament.csv_tables import format_table
from listbuilder.tournament.overview import Overview, PlayerRow
from listbuilder.tournament.player_status import PlayerStatus


class PlayerRecord(TypedDict):
    """A player with status and list."""

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
    """The list code on the printed sheet."""
    rejected: str
    diagnostics: list[FindingRecord]


class TournamentRecord(TypedDict):
    """All players of an event."""

    event: str
    players: list[PlayerRecord]
    unmatched: list[str]
    summary: dict[str, int]
    diagnostics: list[FindingRecord]


def tournament_record(table: Overview, event: str, language: str) -> TournamentRecord:
    """Return the record of all players."""
    players = [player_record(row) for row in table.rows]
    counts = Counter([player["status"] for player in players])
    return {
        "event": event,
        "players": players,
        "unmatched": [submission.file for submission in table.unmatched],
        "summary": {status.value: counts[status.value] for status in PlayerStatus if counts[status.value]},
        "diagnostics": [build_finding_record(finding, language) for finding in table.findings],
    }


def player_record(row: PlayerRow) -> PlayerRecord:
    """Return the record of a player."""
    first = next(iter(row.readable_lists), None)
    submission = next(iter(row.submissions), None)
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
        "code": format_printed_code(first["hash"] or "") if first is not None else None,
        "rejected": row.rejection_reason,
        "diagnostics": row.findings,
    }


def format_junit(record: TournamentRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """Yield a test case for each player, and one for the event folder if it has problems."""
    cases = [(player["name"], player["status"], _failure_text(player, language)) for player in record["players"]]
    problems = [_code_and_message(finding) for finding in record["diagnostics"] if finding["severity"] == "error"]
    problems += [translate(language, "desk.unmatched", file=name) for name in record["unmatched"]]
    cases += [("desk", "desk", "\n".join(problems))] if problems else []
    failures = sum(bool(failure) for _, _, failure in cases)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuite name="listbuilder desk" tests="{len(cases)}" failures="{failures}" errors="0">\n'
    for name, kind, failure in cases:
        yield f"  <testcase classname={xml_attribute(record['event'])} name={xml_attribute(name)}>\n"
        if failure:
            yield f'    <failure type="{kind}">{xml_text(failure)}</failure>\n'
        yield "  </testcase>\n"
    yield "</testsuite>\n"


def _failure_text(player: PlayerRecord, language: str) -> str:
    """Return why a player fails, or an empty string."""
    rejected = player["rejected"]
    if PlayerStatus(player["status"]).is_good and not rejected:
        return ""
    lines = [translate(language, "desk.turned-down", reason=rejected)] if rejected else []
    return "\n".join([*lines, *map(_code_and_message, _problems_of(player))]) or player["status"]


def _code_and_message(finding: FindingRecord) -> str:
    return f"{finding['code']} {finding['message']}"


def _problems_of(player: PlayerRecord) -> list[FindingRecord]:
    return [finding for finding in player["diagnostics"] if finding["severity"] != "note"]


def format_markdown(record: TournamentRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """Yield a table of all players, then the problems of each and of the event folder."""
    heads = [translate(language, f"desk.column.{name}") for name in ("name", "team", "faction", "points", "status")]
    yield "| " + " | ".join(heads) + " |\n|---|---|---|--:|---|\n"
    for player in record["players"]:
        status = translate(language, f"desk.status.{player['status']}")
        points = "" if player["points"] is None else str(player["points"])
        cells = [*map(escape_text, (player["name"], player["team"], player["faction"])), points, status]
        yield "| " + " | ".join(cells) + " |\n"
    for player in record["players"]:
        findings = _problems_of(player)
        rejected = player["rejected"]
        if findings or rejected:
            yield f"\n## {escape_text(player['name'])}\n\n"
        if rejected:
            yield f"- {escape_text(translate(language, 'desk.turned-down', reason=rejected))}\n"
        for finding in findings:
            fix = " " + escape_text(translate(language, "cli.fix", fix=finding["fix"])) if finding["fix"] else ""
            yield f"- **{finding['code']}** {escape_text(finding['message'])}{fix}\n"
    lines = [escape_text(translate(language, "desk.unmatched", file=name)) for name in record["unmatched"]]
    lines += [f"**{finding['code']}** {escape_text(finding['message'])}" for finding in record["diagnostics"]]
    yield "\n" * bool(lines) + "".join(f"- {line}\n" for line in lines)


_MIN_NAME_WIDTH = 10
ReportFormat: TypeAlias = Callable[[TournamentRecord, str, Terminal], Iterator[str]]
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


def format_text(record: TournamentRecord, language: str, terminal: Terminal) -> Iterator[str]:
    """Yield one line for each player, then the problems, then the totals."""
    words = {status: translate(language, f"desk.status.{status}") for status in _MARKS}
    width = max(map(len, words.values()))
    for player in record["players"]:
        yield _player_line(player, words[player["status"]].ljust(width), language, terminal)
    for player in record["players"]:
        yield from _problem_lines(player, language, terminal)
    for name in record["unmatched"]:
        yield terminal.sanitize_line(translate(language, "desk.unmatched", file=name)) + "\n"
    for finding in record["diagnostics"]:
        yield "\n".join(wrap_indented(_code_and_message(finding), terminal)) + "\n"
    counts = ", ".join(f"{count} {words[status]}" for status, count in record["summary"].items())
    shown, total = len(record["players"]), sum(record["summary"].values())
    key = "desk.totals.none" if not total else "desk.totals" if shown == total else "desk.totals.some"
    yield f"\n{translate(language, key, n=total, shown=shown, counts=counts)}\n"


def _player_line(player: PlayerRecord, status: str, language: str, terminal: Terminal) -> str:
    mark, colour = _MARKS[player["status"]]
    points = "" if player["points"] is None else format_number(language, player["points"])
    right = f"{points:>7}  {status}"
    room = max(_MIN_NAME_WIDTH, terminal.width - len(right) - 4)
    left = terminal.sanitize_line("  ".join(filter(None, (player["name"], player["team"], player["faction"]))))
    left = left if len(left) <= room else left[: room - 1] + terminal.symbol("…")
    symbol = terminal.style(terminal.symbol(mark), colour)
    return f"{symbol} {left.ljust(room)}  {terminal.style(right.rstrip(), colour)}\n"


def _problem_lines(player: PlayerRecord, language: str, terminal: Terminal) -> Iterator[str]:
    findings = _problems_of(player)
    if not findings and not player["rejected"]:
        return
    title = terminal.sanitize_line(f"{player['name']}  {player['file'] or ''}".strip())
    yield f"\n{terminal.style(title, 'bold')}\n"
    if player["rejected"]:
        text = translate(language, "desk.turned-down", reason=player["rejected"])
        yield "\n".join(wrap_indented(text, terminal)) + "\n"
    for finding in findings:
        where = f":{finding['line']}" if finding["line"] else ""
        head = terminal.style(f"{finding['code']}{where}", SEVERITY_COLOURS[finding["severity"]])
        fix = " " + translate(language, "cli.fix", fix=finding["fix"]) if finding["fix"] else ""
        lines = wrap_indented(f"{finding['message']}{fix}", terminal)
        yield "\n".join([f"  {head}", *lines]) + "\n"


def format_json(record: TournamentRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """Yield the record as JSON."""
    yield dump_json(record) + "\n"


def format_csv(record: TournamentRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """Yield one row for each player."""
    cells: Callable[[PlayerRecord], tuple[object, ...]] = itemgetter(*_COLUMNS)
    rows = [
        [*cells(player), " ".join(finding["code"] for finding in _problems_of(player)), player["rejected"]]
        for player in record["players"]
    ]
    yield format_table([*_COLUMNS, "codes", "rejected"], escape_cells(rows))


FORMATS: Mapping[str, ReportFormat] = {
    "text": format_text,
    "json": format_json,
    "csv": format_csv,
    "markdown": format_markdown,
    "junit": format_junit,
}
FORMATS_WITHOUT_FIXES = ("csv", "junit")
"""Formats that do not show fixes."""
