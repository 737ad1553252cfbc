"""The command `show`: print a list as a roster."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.inputs import load_all
from listbuilder.cli.streams import emit
from listbuilder.cli.tables import add_format, write_json
from listbuilder.diagnostics.messages import finding_record
from listbuilder.exporters.base import build_document, find_exporter
from listbuilder.exporters.json_export import roster_data
from listbuilder.judging.results import Judged
from listbuilder.sheet import PrintOptions
from listbuilder.textutil.escaping import defuse_commands


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("--no-texts", action="store_true")
    add_format(parser)


def run(arguments: Namespace, context: Context) -> int:
    """Print the roster of every list in the file."""
    usable, unread = load_all(arguments.list, context.library)
    for result in unread:
        context.tell_findings(result.report, result.path)
    if arguments.format == "json":
        records = [roster_record(judged, context.language) for judged in usable]
        if records:
            write_json(records[0] if len(records) == 1 else records)
    else:
        for judged in usable:
            show(judged, context, texts=not arguments.no_texts)
    if unread:
        return Exit.UNUSABLE
    return Exit.LEGAL if all(judged.report.legal for judged in usable) else Exit.ILLEGAL


def show(judged: Judged, context: Context, *, texts: bool = True) -> None:
    """Print a judged list as text."""
    terminal = context.terminal
    options = PrintOptions(width=terminal.width, ascii=not terminal.symbols, rule_texts=texts, boxes=False)
    document = build_document(judged, context.language, options, share=False)
    emit(defuse_commands(find_exporter("txt").export([document], options).decode("utf-8")))


def roster_record(judged: Judged, language: str) -> dict[str, object]:
    """Return the record of a judged list, with its verdict."""
    return {
        **roster_data(judged.roster),
        "hash": judged.list_hash,
        "verdict": judged.verdict.value,
        "diagnostics": [finding_record(diagnostic, language, judged.line(diagnostic)) for diagnostic in judged.report],
    }
