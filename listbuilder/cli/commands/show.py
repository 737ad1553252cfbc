"""The command `show`: print a list as a roster."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.input_output import load_lists
from listbuilder.cli.streams import ExitCode, write_stdout
from listbuilder.cli.tables import add_format_option, print_json
from listbuilder.diagnostics.messages import build_finding_record
from listbuilder.exporters.exporter import build_document, find_exporter
from listbuilder.exporters.json_export import roster_data
from listbuilder.judging.results import Judged
from listbuilder.sheet import PrintOptions
from listbuilder.textutil.escaping import escape_commands


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("--no-texts", action="store_true")
    add_format_option(parser)


def run(arguments: Namespace, context: Context) -> int:
    """Print the roster of every list in the file."""
    usable, unread = load_lists(arguments.list, context.library)
    for result in unread:
        context.print_findings(result.report, result.path)
    if arguments.format == "json":
        records = [roster_record(judged, context.language) for judged in usable]
        if records:
            print_json(records[0] if len(records) == 1 else records)
    else:
        for judged in usable:
            print_roster(judged, context, texts=not arguments.no_texts)
    if unread:
        return ExitCode.ERROR
    return ExitCode.SUCCESS if all(judged.report.legal for judged in usable) else ExitCode.PROBLEMS


def print_roster(judged: Judged, context: Context, *, texts: bool = True) -> None:
    """Print a judged list as text."""
    terminal = context.terminal
    options = PrintOptions(width=terminal.width, ascii=not terminal.symbols, rule_texts=texts, boxes=False)
    document = build_document(judged, context.language, options, share=False)
    write_stdout(escape_commands(find_exporter("txt").export([document], options).decode("utf-8")))


def roster_record(judged: Judged, language: str) -> dict[str, object]:
    """Return the record of a judged list, with its verdict."""
    return {
        **roster_data(judged.roster),
        "hash": judged.list_hash,
        "verdict": judged.verdict.value,
        "diagnostics": [
            build_finding_record(diagnostic, language, judged.find_line(diagnostic)) for diagnostic in judged.report
        ],
    }
