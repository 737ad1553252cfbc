"""The command `data diff`: show what changed between two versions of a faction."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.input_output import file_exists
from listbuilder.cli.streams import ESCAPE, ExitCode, write_stdout
from listbuilder.diff.books import compare_books
from listbuilder.exporters import diffs
from listbuilder.importers.army_forge.book.book_importer import load_faction_file


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--system", metavar="ID")
    parser.add_argument("--format", choices=["text", "markdown", "json"], default="text")


def run(arguments: Namespace, context: Context) -> int:
    """Print the differences and return 1 if there are any."""
    names, system, library = (arguments.old, arguments.new), arguments.system, context.library
    files = [name for name in names if _is_file(name)]
    if system is None and len(files) == 1:  # the id is looked up in the file's system
        system = load_faction_file(files[0], library).systems[0]
    old, new = (load_faction_file(name, library) if name in files else library.faction(name, system) for name in names)
    diff = compare_books(old, new)
    if arguments.format == "json":
        write_stdout(diffs.format_book_diff_json(diff), escape=ESCAPE)
    elif arguments.format == "markdown":
        write_stdout(diffs.format_book_diff_markdown(diff, context.language))
    else:
        write_stdout(context.terminal.sanitize(diffs.format_book_diff_text(diff, context.language)))
    return ExitCode.PROBLEMS if diff.differs else ExitCode.SUCCESS


def _is_file(id_or_path: str) -> bool:
    return file_exists(id_or_path) or bool(Path(id_or_path).suffix)  # an id has no suffix
