"""The command `migrate`: update a list to the current army books and file format."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from contextlib import suppress

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.inputs import load_one
from listbuilder.cli.outputs import write_output
from listbuilder.cli.render import finding_lines
from listbuilder.cli.streams import print_line
from listbuilder.diagnostics import Diagnostic
from listbuilder.diagnostics.messages import finding_record
from listbuilder.errors import UnreadableError
from listbuilder.importers.partial_factions import settle
from listbuilder.judging.results import origin_of
from listbuilder.listfiles.book_versions import migrate_list
from listbuilder.listfiles.files import LoadedList, load_list, save_list
from listbuilder.listfiles.writer import format_list


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
        context.talk("cli.foreign", path=arguments.list)
        return Exit.UNUSABLE
    settled = settle(loaded.army, context.library)
    army, changes = migrate_list(settled, context.library, origin_of(settled, context.library).carried)
    _print_findings(changes.report, arguments.list, context)
    if changes.newly_illegal:
        print_line(context.terminal.plain(context.say("cli.newly-illegal")))
        _print_findings(changes.newly_illegal, arguments.list, context)
    if arguments.dry_run:
        return Exit.LEGAL
    if arguments.output is not None:
        text = format_list(army, loaded.comments)
        return write_output(text, arguments.output, context, inputs=[arguments.list], force=arguments.force)
    if army == loaded.army and not loaded.migrated:
        context.mention("cli.unchanged", path=arguments.list)
        return Exit.LEGAL
    save_list(army, arguments.list, expected=loaded.stamp, comments=loaded.comments)
    context.mention("cli.migrated", path=arguments.list, backup=f"{arguments.list}.bak")
    return Exit.LEGAL


def _load(path: str, context: Context) -> LoadedList | None:
    """Load a list file; return None for a list from another program, raise UnreadableError for anything else."""
    with suppress(UnreadableError):
        loaded = load_list(path)
        if loaded.army.system:
            return loaded
    return load_one(path, context.library).origin.loaded


def _print_findings(findings: Iterable[Diagnostic], path: str, context: Context) -> None:
    for diagnostic in findings:
        record = finding_record(diagnostic, context.language)
        print_line("\n".join(finding_lines(record, path, context.language, context.terminal)))
