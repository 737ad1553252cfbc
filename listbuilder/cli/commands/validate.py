"""Validate lists in any supported format: files, folders or archives."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache, partial
from itertools import chain
from typing import NamedTuple

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit, RunOutcome
from listbuilder.cli.inputs import find_files, judge
from listbuilder.cli.parsers import count
from listbuilder.cli.reporters import ESCAPES, REPORTERS, find_reporter
from listbuilder.cli.streams import ESCAPE, emit
from listbuilder.crash_guard import died, guarded
from listbuilder.diagnostics import Diagnostic, Verdict, build_report
from listbuilder.judging.results import Judged, Unread
from listbuilder.judging.verdict_records import Detail, ListRecord, list_record
from listbuilder.library import Library
from listbuilder.model import Event
from listbuilder.timeouts import listening

_WORTH_A_PROCESS = 24
"""Fewer lists than this are judged sooner than a second process has started."""
_HASHED = ("json", "csv")
_WORST_FIRST = [one.value for one in (Verdict.UNREADABLE, Verdict.ILLEGAL, Verdict.UNCHECKED, Verdict.LEGAL)]
_ORDERS: Mapping[str, Callable[[ListRecord], tuple[object, ...]]] = {
    "path": lambda record: (record["path"],),
    "name": lambda record: ((record["name"] or "").casefold(),),
    "player": lambda record: ((record["player"] or "").casefold(),),
    "faction": lambda record: (", ".join(record["factions"]).casefold(),),
    "points": lambda record: (-(record["points"] or 0),),
    "verdict": lambda record: (_WORST_FIRST.index(record["verdict"]),),
}
"""What lists may be ordered by: of points the most, of verdicts the worst comes first."""


class Task(NamedTuple):
    """What a process needs to judge files, beside their paths."""

    data: tuple[str, ...]
    event: str | None
    submitted: str | None
    language: str
    detail: Detail


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="list files, folders or archives, or - for standard input"
    )
    parser.add_argument("--event", metavar="FILE", help="also check the rules of this event (id or file)")
    parser.add_argument(
        "--submitted",
        type=_moment,
        metavar="TIME",
        help="when the lists were submitted (2026-05-01T18:00), to check the deadline",
    )
    parser.add_argument("--format", choices=list(REPORTERS), default="text", help="report format (default: text)")
    parser.add_argument("--sort", choices=list(_ORDERS), help="sort order (default: as given)")
    parser.add_argument("--jobs", type=count, default=0, metavar="N", help="worker processes (default: automatic)")
    parser.add_argument("--bom", action="store_true", help="start CSV with a BOM, so that Excel reads it as UTF-8")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if there are warnings")


def run(arguments: Namespace, context: Context) -> int:
    """Judge, report, and tell by the exit code."""
    files = list(find_files(arguments.paths))
    if not files:
        context.talk("cli.nothing-found", paths=tuple(arguments.paths))
        return Exit.UNUSABLE
    if arguments.event is not None:
        context.event(arguments.event)
    if arguments.bom and arguments.format != "csv":
        context.talk("cli.bom")
        return Exit.UNUSABLE
    if arguments.bom:
        emit(BOM_UTF8)
    outcome = RunOutcome()
    records = outcome.noted(_judge_all(files, arguments, context))
    if arguments.sort is not None:
        records = iter(sorted(records, key=_ORDERS[arguments.sort]))
    report = find_reporter(arguments.format, quiet=context.quiet)
    for piece in report(records, context.language, context.terminal):
        _emit(piece, arguments)
    return outcome.exit(strict=arguments.strict)


def _emit(piece: str, arguments: Namespace) -> None:
    """Write a part of the report; with its mark it is UTF-8, whatever the output is."""
    if arguments.bom:
        emit(piece.encode("utf-8", ESCAPE))
    else:
        emit(piece, escape=ESCAPES.get(arguments.format))


def _judge_all(files: list[str], arguments: Namespace, context: Context) -> Iterator[ListRecord]:
    """Give the records in the order of the files, whoever judges them."""
    wanted = arguments.jobs or len(files) // _WORTH_A_PROCESS
    detail = _detail(arguments.format, single=len(files) == 1)
    task = Task(context.data, arguments.event, arguments.submitted, context.language, detail)
    jobs = _processes(wanted, len(files)) if wanted > 1 else 1
    library = context.library  # opened here whoever judges, since here is told what is odd about the user's own files
    return _judge_here(files, task, library) if jobs == 1 else _judge_apart(files, task, library, jobs)


def _processes(wanted: int, files: int) -> int:
    from listbuilder.worker_pool import processes  # noqa: PLC0415  # a single list needs none, and start-up is measured

    return processes(wanted, files)


def _judge_apart(files: list[str], task: Task, library: Library, jobs: int) -> Iterator[ListRecord]:
    from listbuilder.judging.book_guess import peek  # noqa: PLC0415  # the same
    from listbuilder.worker_pool import Workers  # noqa: PLC0415  # the same

    _OPEN[task.data] = library
    workers = Workers(jobs, partial(_records, task), partial(_lost, task), peek)
    return chain.from_iterable(workers.run_all(files))


def _judge_here(files: Iterable[str], task: Task, library: Library) -> Iterator[ListRecord]:
    with listening():
        for path in files:
            yield from _records(task, path, library)


def _detail(wanted: str, *, single: bool) -> Detail:
    """Tell what a format shows of a list: text about many lists has neither hashes nor notes."""
    if wanted == "text":
        return Detail(hashes=single, notes=single)
    return Detail(hashes=wanted in _HASHED, every_fix=wanted == "json")


def _records(task: Task, path: str, library: Library | None = None) -> list[ListRecord]:
    library = library or _OPEN.get(task.data) or _library(task.data)
    event = None if task.event is None else _event(library, task.event)
    return [_record(judged, task) for judged in judge(path, library, event, task.submitted)]


def _record(judged: Judged | Unread, task: Task) -> ListRecord:
    """Make the record of one list; that is where fixes are looked for, so it may fail as judging may."""
    made = guarded(lambda: list_record(judged, task.language, task.detail), judged.path)
    return made if not isinstance(made, Diagnostic) else _failed(judged.path, made, task)


def _failed(path: str, finding: Diagnostic, task: Task) -> ListRecord:
    return list_record(Unread(path, build_report([finding])), task.language, task.detail)


def _lost(task: Task, path: str) -> list[ListRecord]:
    """Tell of a file that its process did not survive."""
    return [_failed(path, died(path), task)]


def _moment(text: str) -> str:
    """Check a time as it is typed."""
    try:
        return datetime.fromisoformat(text).isoformat()
    except ValueError:
        raise ArgumentTypeError(f"usage.no-time {text}") from None


_OPEN: dict[tuple[str, ...], Library] = {}
"""What this process has opened; those that it starts begin with it where the system can do that."""


@cache
def _library(data: tuple[str, ...]) -> Library:
    """Open the data once in each process."""
    return Library.open(data)


@cache
def _event(library: Library, wanted: str) -> Event:
    return library.find_event(wanted)
