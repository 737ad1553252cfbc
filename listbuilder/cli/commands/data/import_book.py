"""The command `data import`: convert Army Forge books into faction files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from listbuilder.cli.context import Context, report_error
from listbuilder.cli.input_output import STDOUT, faction_file_path, write_output
from listbuilder.cli.streams import ExitCode, write_stderr
from listbuilder.crash_guard import is_internal, run_guarded
from listbuilder.datafiles.reader import load_document
from listbuilder.datafiles.templates import update_schema_link
from listbuilder.diagnostics import Diagnostic, Report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.book_importer import import_book
from listbuilder.importers.army_forge.book.rule_glossary import RuleTextCount


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
    worst = ExitCode.SUCCESS
    for book in arguments.books:
        result = _import_book(book, known, context)
        if isinstance(result, ExitCode):
            worst = max(worst, result)
            continue
        text, report, texts = result
        for diagnostic in report:
            write_stderr(context.format_finding(diagnostic, book))
        counts = {"ours": len(texts.ours), "reworded": len(texts.reworded), "without": len(texts.without)}
        write_stderr(context.translate("book.texts", **counts))
        if texts.without:
            context.print_message("book.texts-without", names=texts.without)
        target = faction_file_path(arguments.output, text, many=len(arguments.books) > 1)
        text = update_schema_link(text, "faction", target)
        if target == STDOUT and book != arguments.books[0]:
            text = f"---\n{text}"
        if _is_unchanged(target, text):
            context.print_info("cli.is-there", path=target)
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
) -> tuple[str, Report, RuleTextCount] | ExitCode:
    """Import a book; if that fails, print why and return the exit code."""
    try:
        result = run_guarded(partial(import_book, book, library=context.library, previous=previous), book)
    except UnreadableError as error:
        findings = list(error.diagnostics)
    else:
        if not isinstance(result, Diagnostic):
            return result
        findings = [result]
    report_error(context, UnreadableError(findings))
    return ExitCode.INTERNAL_ERROR if any(is_internal(finding.code) for finding in findings) else ExitCode.ERROR
