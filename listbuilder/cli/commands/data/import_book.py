"""Convert Army Forge books into faction files: names and numbers are imported, rule texts are not."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from listbuilder.cli.commands.data.check import data_lines
from listbuilder.cli.context import Context, tell
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.inputs import book_target
from listbuilder.cli.outputs import STDOUT, write_output
from listbuilder.cli.streams import talk
from listbuilder.crash_guard import guarded, is_internal
from listbuilder.datafiles.reader import load_document
from listbuilder.datafiles.templates import relinked
from listbuilder.diagnostics import Diagnostic, Report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.importer import import_book
from listbuilder.importers.army_forge.book.rule_glossary import TextCount


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments it takes."""
    parser.add_argument("books", nargs="+", metavar="BOOK.json", help="a book exported from Army Forge")
    parser.add_argument("--previous", metavar="FILE", help="faction file of an earlier version, whose ids are kept")
    parser.add_argument(
        "--output", metavar="FILE", help="a file, a data folder, or - for standard output (default: your data folder)"
    )
    parser.add_argument("--force", action="store_true", help="replace an existing file (a backup is kept)")


def run(arguments: Namespace, context: Context) -> int:
    """Import them one by one."""
    previous = load_document(arguments.previous).value if arguments.previous else None
    known = previous if isinstance(previous, dict) else None
    worst = Exit.LEGAL
    for book in arguments.books:
        made = _read_book(book, known, context)
        if isinstance(made, Exit):
            worst = max(worst, made)
            continue
        text, report, texts = made
        for diagnostic in report:
            talk("\n".join(data_lines(diagnostic, book, context)))
        _count(texts, context)
        target = book_target(arguments.output, text, many=len(arguments.books) > 1)
        text = relinked(text, "faction", target)
        if target == STDOUT and book != arguments.books[0]:
            text = f"---\n{text}"
        if _is_there(target, text):
            context.mention("cli.is-there", path=target)
            continue
        worst = max(worst, write_output(text, target, context, inputs=arguments.books, force=arguments.force))
    return worst


def _is_there(target: str, text: str) -> bool:
    """Tell whether a book was imported before, as it is now: who does so twice has what they want."""
    try:
        return Path(target).is_file() and Path(target).read_bytes() == text.encode()
    except OSError:
        return False


def _read_book(
    book: str, previous: Mapping[str, object] | None, context: Context
) -> tuple[str, Report, TextCount] | Exit:
    """Import one book; where that fails, say why and give the exit code: the others are imported all the same."""
    try:
        made = guarded(partial(import_book, book, library=context.library, previous=previous), book)
    except UnreadableError as error:
        found = list(error.diagnostics)
    else:
        if not isinstance(made, Diagnostic):
            return made
        found = [made]
    tell(context, UnreadableError(found))
    return Exit.INTERNAL if any(is_internal(one.code) for one in found) else Exit.UNUSABLE


def _count(texts: TextCount, context: Context) -> None:
    """Tell how many rules read in our words, and name those that have no text."""
    counts = {"ours": len(texts.ours), "reworded": len(texts.reworded), "without": len(texts.without)}
    talk(context.say("book.texts", **counts))
    if texts.without:
        talk(context.terminal.plain(context.say("book.texts-without", names=texts.without)))
