"""Show every player's status: missing, late, duplicate, wrong faction, illegal, unchecked, legal, accepted, changed."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

from listbuilder.cli.commands.desk.arguments import nobody
from listbuilder.cli.commands.desk.report_formats import FORMATS, UNFIXED, DeskRecord, PlayerRecord, desk_record
from listbuilder.cli.context import Context, tell
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.outputs import write_output
from listbuilder.cli.streams import ESCAPE, emit, finish, print_line
from listbuilder.diagnostics import Severity
from listbuilder.errors import ListbuilderError
from listbuilder.tournament.overview import Overview, View, build_table
from listbuilder.tournament.overview_page import format_desk_page
from listbuilder.tournament.paths import Places
from listbuilder.tournament.player_status import Status
from listbuilder.tournament.tournament import Desk

_HARM = [status.value for status in Status]
_ORDERS: Mapping[str, Callable[[PlayerRecord], tuple[object, ...]]] = {
    "name": lambda row: (row["name"].casefold(),),
    "team": lambda row: (row["team"].casefold(), row["name"].casefold()),
    "faction": lambda row: (row["faction"].casefold(), row["name"].casefold()),
    "status": lambda row: (_HARM.index(row["status"]), row["name"].casefold()),
    "points": lambda row: (-(row["points"] or 0), row["name"].casefold()),
}
_Told: TypeAlias = dict[str, tuple[object, ...]]
"""What was said last, by player or file."""
_EVERY = 1.0
"""Seconds between two looks at the folder."""


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments it takes."""
    parser.add_argument("folder", metavar="DIR", help="the event folder")
    parser.add_argument("--format", choices=[*FORMATS, "html"], default="text", help="report format (default: text)")
    parser.add_argument(
        "--status",
        action="append",
        choices=[one.value for one in Status],
        help="only show players with this status (repeatable)",
    )
    parser.add_argument("--sort", choices=list(_ORDERS), help="sort order (default: as registered)")
    parser.add_argument("--output", metavar="FILE", help="output file (default: standard output)")
    parser.add_argument("--force", action="store_true", help="replace an existing file (a backup is kept)")
    parser.add_argument("--watch", action="store_true", help="keep watching and print status changes")


def run(arguments: Namespace, context: Context) -> int:
    """Check, report, and tell by the exit code."""
    if arguments.watch:
        return _watch(arguments, context)
    desk = Desk(Path(arguments.folder), context.library, context.data)
    if not desk.register.players:
        nobody(desk, context)
    table = build_table(
        desk, View(language=context.language, sheets=arguments.format == "html", fixes=arguments.format not in UNFIXED)
    )
    record = _chosen(desk_record(table, desk.event.id, context.language), arguments, quiet=context.quiet)
    if arguments.format == "html":
        rows = {row.player.id: row for row in table.rows}
        shown = tuple(rows[player["id"]] for player in record["players"])
        made = format_desk_page(Overview(shown, table.unmatched, table.found), desk.event, context.language)
    else:
        made = "".join(FORMATS[arguments.format](record, context.language, context.terminal))
    if arguments.output is not None:
        code = write_output(made, arguments.output, context, inputs=map(str, desk.places.kept()), force=arguments.force)
        return code or _exit(table)
    emit(made, escape=ESCAPE if arguments.format == "json" else None)
    return _exit(table)


def _exit(table: Overview) -> Exit:
    sound = all(one.severity is not Severity.ERROR for one in table.found)
    good = sound and all(row.is_good for row in table.rows) and not table.unmatched
    return Exit.LEGAL if good and table.rows else Exit.ILLEGAL


def _chosen(record: DeskRecord, arguments: Namespace, *, quiet: bool) -> DeskRecord:
    """Keep who was asked for, in the order that was asked for."""
    rows = [row for row in record["players"] if _is_asked_for(arguments, row["statuses"])]
    if quiet:
        rows = [row for row in rows if row["rejected"] or not Status(row["status"]).is_good]
    if arguments.sort in _ORDERS:
        rows.sort(key=_ORDERS[arguments.sort])
    return {**record, "players": rows}


def _is_asked_for(arguments: Namespace, statuses: Iterable[str]) -> bool:
    """Who is late and illegal is found by both words."""
    return not arguments.status or not set(arguments.status).isdisjoint(statuses)


def _watch(arguments: Namespace, context: Context) -> int:
    """Look at the folder again and again, and tell whose standing changed, until somebody stops it."""
    if arguments.format != "text" or arguments.output is not None:
        context.talk("desk.watch-tells")
        return Exit.UNUSABLE
    places = Places(Path(arguments.folder))
    places.require()
    seen: _Told = {}
    stamp: object = None
    while True:
        now = places.stamp()
        if now != stamp:
            stamp = now
            try:
                _tell_changes(Desk(places.root, context.library, context.data), seen, arguments, context)
            except (ListbuilderError, OSError) as error:  # a file that is being written, most likely
                tell(context, error)
            finish()
        time.sleep(_EVERY)


def _tell_changes(desk: Desk, seen: _Told, arguments: Namespace, context: Context) -> None:
    """Tell who stands otherwise than at the last look, and which files are nobody's."""
    table = build_table(desk, View(language=context.language, fixes=False))
    for row in table.rows:
        told = (row.status, *(one.file for one in row.submissions), *(one["code"] for one in row.findings))
        before, asked = seen.get(row.player.id), _is_asked_for(arguments, [one.value for one in row.statuses])
        if not asked:
            told = ()
        if before != told and (asked or before):  # also told of who no longer is what was asked for
            seen[row.player.id] = told
            status = context.say(f"desk.status.{row.status.value}")
            print_line(context.terminal.line(f"{row.player.name}: {status}"))
    for one in table.unmatched:
        if one.file not in seen:
            seen[one.file] = ()
            print_line(context.terminal.line(context.say("desk.unmatched", file=one.file)))
