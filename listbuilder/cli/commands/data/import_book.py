"""The command `data import`: convert Army Forge books into faction files."""

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
    """Add the arguments of the command."""
    parser.add_argument("books", nargs="+", metavar="BOOK.json")
    parser.add_argument("--previous", metavar="FILE")
    parser.add_argument("--output", metavar="FILE")
    parser.add_argument("--force", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write a faction file for every book; a broken book does not stop the others."""
    previous = load_document(arguments.previous).value if arguments.previous else None
    known = previous if isinstance(previous, dict) else None
    worst = Exit.LEGAL
    for book in arguments.books:
        result = _import_book(book, known, context)
        if isinstance(result, Exit):
            worst = max(worst, result)
            continue
        text, report, texts = result
        for diagnostic in report:
            talk("\n".join(data_lines(diagnostic, book, context)))
        _print_text_count(texts, context)
        target = book_target(arguments.output, text, many=len(arguments.books) > 1)
        text = relinked(text, "faction", target)
        if target == STDOUT and book != arguments.books[0]:
            text = f"---\n{text}"
        if _is_unchanged(target, text):
            context.mention("cli.is-there", path=target)
            continue
        worst = max(worst, write_output(text, target, context, inputs=arguments.books, force=arguments.force))
    return worst


def _is_unchanged(target: str, text: str) -> bool:
    """Return whether the target already has this text."""
    try:
        return Path(target).is_file() and Path(target).read_bytes() == text.encode()
    except OSError:
        return False


def _import_book(
    book: str, previous: Mapping[str, object] | None, context: Context
) -> tuple[str, Report, TextCount] | Exit:
    """Import a book; if that fails, print why and return the exit code."""
    try:
        result = guarded(partial(import_book, book, library=context.library, previous=previous), book)
    except UnreadableError as error:
        findings = list(error.diagnostics)
    else:
        if not isinstance(result, Diagnostic):
            return result
        findings = [result]
    tell(context, UnreadableError(findings))
    return Exit.INTERNAL if any(is_internal(finding.code) for finding in findings) else Exit.UNUSABLE


def _print_text_count(texts: TextCount, context: Context) -> None:
    """Print how many rules have a text, and the names of those without."""
    counts = {"ours": len(texts.ours), "reworded": len(texts.reworded), "without": len(texts.without)}
    talk(context.say("book.texts", **counts))
    if texts.without:
        talk(context.terminal.plain(context.say("book.texts-without", names=texts.without)))
