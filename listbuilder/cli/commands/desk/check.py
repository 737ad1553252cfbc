"""The command `desk check`: print the status of every player."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from listbuilder.cli.commands.desk.arguments import open_tournament, report_no_players
from listbuilder.cli.commands.desk.report_formats import (
    FORMATS,
    FORMATS_WITHOUT_FIXES,
    PlayerRecord,
    TournamentRecord,
    tournament_record,
)
from listbuilder.cli.context import Context, report_error
from listbuilder.cli.input_output import write_output
from listbuilder.cli.streams import ESCAPE, ExitCode, flush_streams, print_line, write_stdout
from listbuilder.diagnostics import Severity
from listbuilder.errors import ListbuilderError
from listbuilder.tournament.overview import OverviewOptions, build_overview
from listbuilder.tournament.overview_page import format_overview_page
from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tournament.player_status import PlayerStatus
from listbuilder.tournament.tournament import Tournament

_WORST_FIRST = [status.value for status in PlayerStatus]
_ORDERS: Mapping[str, Callable[[PlayerRecord], tuple[object, ...]]] = {
    "name": lambda row: (row["name"].casefold(),),
    "team": lambda row: (row["team"].casefold(), row["name"].casefold()),
    "faction": lambda row: (row["faction"].casefold(), row["name"].casefold()),
    "status": lambda row: (_WORST_FIRST.index(row["status"]), row["name"].casefold()),
    "points": lambda row: (-(row["points"] or 0), row["name"].casefold()),
}
_Printed: TypeAlias = dict[str, tuple[object, ...]]
"""What was printed last, by player or file."""
_SECONDS_BETWEEN_CHECKS = 1.0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--format", choices=[*FORMATS, "html"], default="text")
    parser.add_argument("--status", action="append", choices=_WORST_FIRST)
    parser.add_argument("--sort", choices=list(_ORDERS))
    parser.add_argument("--output", metavar="FILE")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--watch", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Print or write the report; return 1 if a player has no legal list."""
    if arguments.watch:
        return _watch(arguments, context)
    tournament = open_tournament(arguments, context)
    if not tournament.registrations.players:
        report_no_players(tournament, context)
    html, fixes = arguments.format == "html", arguments.format not in FORMATS_WITHOUT_FIXES
    table = build_overview(tournament, OverviewOptions(language=context.language, sheets=html, fixes=fixes))
    record = tournament_record(table, tournament.event.id, context.language)
    record = _select_players(record, arguments, quiet=context.quiet)
    if html:
        rows = {row.player.id: row for row in table.rows}
        shown = replace(table, rows=tuple(rows[player["id"]] for player in record["players"]))
        text = format_overview_page(shown, tournament.event, context.language)
    else:
        text = "".join(FORMATS[arguments.format](record, context.language, context.terminal))
    code = ExitCode.SUCCESS
    if arguments.output is None:
        write_stdout(text, escape=ESCAPE if arguments.format == "json" else None)
    else:
        protected = map(str, tournament.paths.protected_files())
        code = write_output(text, arguments.output, context, inputs=protected, force=arguments.force)
    sound = all(finding.severity is not Severity.ERROR for finding in table.findings)
    good = sound and all(row.is_good for row in table.rows) and not table.unmatched
    return code or (ExitCode.SUCCESS if good and table.rows else ExitCode.PROBLEMS)


def _select_players(record: TournamentRecord, arguments: Namespace, *, quiet: bool) -> TournamentRecord:
    """Return the record with the players that the user asked for, in the order that they asked for."""
    rows = [row for row in record["players"] if _has_wanted_status(arguments, row["statuses"])]
    if quiet:
        rows = [row for row in rows if row["rejected"] or not PlayerStatus(row["status"]).is_good]
    if arguments.sort in _ORDERS:
        rows.sort(key=_ORDERS[arguments.sort])
    return {**record, "players": rows}


def _has_wanted_status(arguments: Namespace, statuses: Iterable[str]) -> bool:
    return not arguments.status or not set(arguments.status).isdisjoint(statuses)


def _watch(arguments: Namespace, context: Context) -> int:
    """Print status changes until the user stops the command."""
    if arguments.format != "text" or arguments.output is not None:
        context.print_message("desk.watch-tells")
        return ExitCode.ERROR
    places = TournamentPaths(Path(arguments.folder))
    places.require()
    printed: _Printed = {}
    stamp: object = None
    while True:
        now = places.fingerprint()
        if now != stamp:
            stamp = now
            try:
                _print_changes(Tournament(places.root, context.library, context.data), printed, arguments, context)
            except (ListbuilderError, OSError) as error:  # most likely a file that is being written
                report_error(context, error)
            flush_streams()
        time.sleep(_SECONDS_BETWEEN_CHECKS)


def _print_changes(tournament: Tournament, printed: _Printed, arguments: Namespace, context: Context) -> None:
    """Print the players whose status has changed, and new files that are not matched to a player."""
    table = build_overview(tournament, OverviewOptions(language=context.language, fixes=False))
    for row in table.rows:
        is_selected = _has_wanted_status(arguments, [status.value for status in row.statuses])
        files, codes = [sent_file.file for sent_file in row.submissions], [finding["code"] for finding in row.findings]
        state = (row.status, *files, *codes) if is_selected else ()
        before = printed.get(row.player.id)
        if before != state and (is_selected or before):  # also print that a player no longer has a wanted status
            printed[row.player.id] = state
            status = context.translate(f"desk.status.{row.status.value}")
            print_line(context.terminal.sanitize_line(f"{row.player.name}: {status}"))
    for submission in table.unmatched:
        if submission.file not in printed:
            printed[submission.file] = ()
            context.print_result("desk.unmatched", file=submission.file)
