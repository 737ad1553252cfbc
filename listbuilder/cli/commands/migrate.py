"""The command `migrate`: update a list to the current army books and file format."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import suppress

from listbuilder.cli.context import Context
from listbuilder.cli.input_output import load_single_list, write_output
from listbuilder.cli.streams import ExitCode, print_line
from listbuilder.errors import UnreadableError
from listbuilder.importers.partial_factions import resolve_units
from listbuilder.judging.results import find_import_info
from listbuilder.listfiles.book_versions import migrate_list
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.writer import format_list_yaml


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("--output", metavar="FILE")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--dry-run", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Print the changes, then write the updated list."""
    loaded = None
    with suppress(UnreadableError):
        loaded = load_list(arguments.list)
    if loaded is None or not loaded.army.system:  # perhaps a list from another program
        loaded = load_single_list(arguments.list, context.library).import_info.loaded
    if loaded is None:
        context.print_message("cli.foreign", path=arguments.list)
        return ExitCode.ERROR
    settled = resolve_units(loaded.army, context.library)
    army, changes = migrate_list(settled, context.library, find_import_info(settled, context.library).partial_factions)
    for finding in changes.report:
        print_line(context.format_finding(finding, arguments.list))
    if changes.new_errors:
        context.print_result("cli.newly-illegal")
    for finding in changes.new_errors:
        print_line(context.format_finding(finding, arguments.list))
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
