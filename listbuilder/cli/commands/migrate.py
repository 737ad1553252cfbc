"""The command `migrate`: update a list to the current army books and file format."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from contextlib import suppress

from listbuilder.cli.context import Context, finding_lines
from listbuilder.cli.input_output import load_single_list, write_output
from listbuilder.cli.streams import ExitCode, print_line
from listbuilder.diagnostics import Diagnostic
from listbuilder.diagnostics.messages import build_finding_record
from listbuilder.errors import UnreadableError
from listbuilder.importers.partial_factions import resolve_units
from listbuilder.judging.results import find_import_info
from listbuilder.listfiles.book_versions import migrate_list
from listbuilder.listfiles.files import LoadedList, load_list, save_list
from listbuilder.listfiles.writer import format_list_yaml


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("--output", metavar="FILE")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--dry-run", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Print the changes, then write the updated list."""
    loaded = _load(arguments.list, context)
    if loaded is None:
        context.print_message("cli.foreign", path=arguments.list)
        return ExitCode.ERROR
    settled = resolve_units(loaded.army, context.library)
    army, changes = migrate_list(settled, context.library, find_import_info(settled, context.library).partial_factions)
    _print_findings(changes.report, arguments.list, context)
    if changes.new_errors:
        print_line(context.terminal.sanitize(context.translate("cli.newly-illegal")))
        _print_findings(changes.new_errors, arguments.list, context)
    if arguments.dry_run:
        return ExitCode.SUCCESS
    if arguments.output is not None:
        text = format_list_yaml(army, loaded.comments)
        return write_output(text, arguments.output, context, inputs=[arguments.list], force=arguments.force)
    if army == loaded.army and not loaded.migrated_from:
        context.print_info("cli.unchanged", path=arguments.list)
        return ExitCode.SUCCESS
    save_list(army, arguments.list, expected=loaded.stamp, comments=loaded.comments)
    context.print_info("cli.migrated", path=arguments.list, backup=f"{arguments.list}.bak")
    return ExitCode.SUCCESS


def _load(path: str, context: Context) -> LoadedList | None:
    """Load a list file; return None for a list from another program, raise UnreadableError for anything else."""
    with suppress(UnreadableError):
        loaded = load_list(path)
        if loaded.army.system:
            return loaded
    return load_single_list(path, context.library).import_info.loaded


def _print_findings(findings: Iterable[Diagnostic], path: str, context: Context) -> None:
    for diagnostic in findings:
        record = build_finding_record(diagnostic, context.language)
        print_line("\n".join(finding_lines(record, path, context.language, context.terminal)))
