"""Data files: check them, start one, import an Army Forge book, compare two versions of a faction."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.cli.common_arguments import common_arguments
from listbuilder.cli.context import Context, tell
from listbuilder.cli.exits import Exit
from listbuilder.cli.findings import finding_lines
from listbuilder.cli.output import ESCAPE, emit, print_line, talk
from listbuilder.cli.progress import Bar
from listbuilder.cli.saving import STDOUT, write_output
from listbuilder.cli.tables import write_json
from listbuilder.diagnostics import Diagnostic, Report, Severity
from listbuilder.errors import UnreadableError
from listbuilder.library.locations import bundled_data, bundled_schemas, is_folder, user_data
from listbuilder.rules.records import finding_record
from listbuilder.unexpected import guarded, is_internal

if TYPE_CHECKING:
    from listbuilder.importers.army_forge.book.texts import TextCount


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    added = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)
    common = [common_arguments(again=True)]
    check = added.add_parser("check", help="check data files: writing, shape and references", parents=common)
    check.add_argument("paths", nargs="*", metavar="PATH", help="files or folders (default: all bundled and own data)")
    check.add_argument("--format", choices=["text", "json"], default="text")
    check.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes to use")
    check.set_defaults(what=_check)
    new = added.add_parser("new", help="write a commented template of a faction", parents=common)
    new.add_argument("--system", default=None, metavar="ID", help="the system it is for (default: the first there is)")
    new.add_argument("--output", metavar="FILE", help="where to write (default: standard output)")
    new.add_argument("--force", action="store_true", help="replace an existing file, of which a backup is kept")
    new.set_defaults(what=_new)
    book = added.add_parser("import", help="add Army Forge books to your data, as faction files", parents=common)
    book.add_argument("books", nargs="+", metavar="BOOK.json", help="a book as Army Forge gives it")
    book.add_argument("--previous", metavar="FILE", help="the faction file of an earlier version: its ids are kept")
    book.add_argument(
        "--output", metavar="FILE", help="where to write: a file, a data folder or - (default: your own data folder)"
    )
    book.add_argument("--force", action="store_true", help="replace an existing file, of which a backup is kept")
    book.set_defaults(what=_import)
    diff = added.add_parser("diff", help="tell what changed between two versions of a faction", parents=common)
    diff.add_argument("old", metavar="OLD", help="a faction file, an Army Forge book, or a faction's id")
    diff.add_argument("new", metavar="NEW", help="the same")
    diff.add_argument("--system", metavar="ID", help="the game to compare an id in, where several have it")
    diff.add_argument("--format", choices=["text", "markdown", "json"], default="text")
    diff.set_defaults(what=_diff)
    where = added.add_parser("where", help="name the folders that data is read from", parents=common)
    where.set_defaults(what=_where)


def run(arguments: Namespace, context: Context) -> int:
    """Do what was asked for."""
    return int(arguments.what(arguments, context))


def _check(arguments: Namespace, context: Context) -> int:
    from listbuilder.library.check import check_all  # noqa: PLC0415  # schemas are for checking only

    folders = [folder for folder in (bundled_data(), *user_data(), *map(Path, context.data)) if is_folder(folder)]
    paths = [Path(path) for path in arguments.paths] or folders
    reports = check_all(paths, data_dirs=context.data, jobs=arguments.jobs, progress=Bar(context).draw)
    if not reports:
        context.talk("cli.nothing-checked", paths=tuple(arguments.paths))
        return Exit.UNUSABLE
    if arguments.format == "json":
        language = context.language
        write_json({str(path): [finding_record(one, language) for one in report] for path, report in reports.items()})
    else:
        _tell(reports, context)
    if any(is_internal(one.code) for report in reports.values() for one in report):
        return Exit.INTERNAL
    return Exit.LEGAL if all(report.legal for report in reports.values()) else Exit.UNUSABLE


def _tell(reports: dict[Path, Report], context: Context) -> None:
    counts = dict.fromkeys(Severity, 0)
    for path, report in reports.items():
        for diagnostic in report:
            counts[diagnostic.severity] += 1
            print_line("\n".join(_lines(diagnostic, str(path), context)))
    errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
    if not context.quiet:
        print_line(context.say("cli.checked", n=len(reports), errors=errors, warnings=warnings))


def _lines(diagnostic: Diagnostic, path: str, context: Context) -> list[str]:
    return finding_lines(finding_record(diagnostic, context.language), path, context.language, context.terminal)


def _new(arguments: Namespace, context: Context) -> int:
    from listbuilder.library.template import starter_faction  # noqa: PLC0415  # one command in many needs it

    wanted = arguments.system or context.library.systems()[0].id
    schema = bundled_schemas() / "faction.schema.json"
    text = starter_faction(context.library.system(wanted), schema=schema.as_uri())
    return write_output(text, arguments.output, context, force=arguments.force)


def _import(arguments: Namespace, context: Context) -> int:
    from listbuilder.cli.books import book_target  # noqa: PLC0415  # one command in many needs it
    from listbuilder.library.reader import load_document  # noqa: PLC0415

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
            talk("\n".join(_lines(diagnostic, book, context)))
        _count(texts, context)
        target = book_target(arguments.output, text, many=len(arguments.books) > 1)
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
    from listbuilder.importers.army_forge.book.importing import import_book  # noqa: PLC0415  # the same

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


def _diff(arguments: Namespace, context: Context) -> int:
    from listbuilder.cli.books import load_two  # noqa: PLC0415  # one command in many needs it
    from listbuilder.exporters import book_diff  # noqa: PLC0415
    from listbuilder.rules.book_diff import compare_books  # noqa: PLC0415

    old, new = load_two(arguments.old, arguments.new, context.library, arguments.system)
    found = compare_books(old, new)
    if arguments.format == "json":
        emit(book_diff.format_json(found), escape=ESCAPE)
    elif arguments.format == "markdown":
        emit(book_diff.format_markdown(found, context.language))
    else:
        emit(context.terminal.plain(book_diff.format_text(found, context.language)))
    return Exit.ILLEGAL if found.differs else Exit.LEGAL


def _where(arguments: Namespace, context: Context) -> int:  # noqa: ARG001  # every command takes the same
    for folder in (bundled_data(), *user_data(), *map(Path, context.data)):
        print_line(folder)
    return Exit.UNUSABLE if context.library.problems else Exit.LEGAL
