"""The command `data diff`: show what changed between two versions of a faction."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import ExitCode
from listbuilder.cli.inputs import file_exists
from listbuilder.cli.streams import ESCAPE, write_stdout
from listbuilder.diff.books import compare_books
from listbuilder.exporters import diffs
from listbuilder.importers.army_forge.book.book_importer import load_faction_file
from listbuilder.library import Library
from listbuilder.model import Faction


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--system", metavar="ID")
    parser.add_argument("--format", choices=["text", "markdown", "json"], default="text")


def run(arguments: Namespace, context: Context) -> int:
    """Print the differences and return 1 if there are any."""
    diff = compare_books(*_load_both(arguments.old, arguments.new, context.library, arguments.system))
    if arguments.format == "json":
        write_stdout(diffs.format_book_diff_json(diff), escape=ESCAPE)
    elif arguments.format == "markdown":
        write_stdout(diffs.format_book_diff_markdown(diff, context.language))
    else:
        write_stdout(context.terminal.sanitize(diffs.format_book_diff_text(diff, context.language)))
    return ExitCode.PROBLEMS if diff.differs else ExitCode.SUCCESS


def _load_both(old: str, new: str, library: Library, system: str | None) -> tuple[Faction, Faction]:
    """Load two factions by id or from files; next to a file, an id is looked up in the file's system."""
    if system is None and _is_file(old) != _is_file(new):
        system = load_faction_file(old if _is_file(old) else new, library).systems[0]
    first, second = (
        load_faction_file(one, library) if _is_file(one) else library.faction(one, system) for one in (old, new)
    )
    return first, second


def _is_file(wanted: str) -> bool:
    return file_exists(wanted) or bool(Path(wanted).suffix)  # an id has no suffix
