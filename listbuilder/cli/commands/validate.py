"""The command `validate`: judge lists and report the findings."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache, partial
from itertools import chain
from typing import NamedTuple

from listbuilder.cli.context import Context
from listbuilder.cli.input_output import find_files, judge_path
from listbuilder.cli.parsers import positive_int
from listbuilder.cli.reporters import ESCAPES, REPORTERS, find_reporter
from listbuilder.cli.streams import ESCAPE, ExitCode, write_stdout
from listbuilder.crash_guard import cpu_timer, is_internal, run_guarded, worker_died
from listbuilder.diagnostics import Diagnostic, Verdict, build_report
from listbuilder.judging.results import Judged, ListRecord, RecordDetail, Unreadable, build_list_record
from listbuilder.library import Library
from listbuilder.model import Event

_LISTS_PER_PROCESS = 24
"""Fewer lists are judged faster than another process starts."""
_FORMATS_WITH_HASHES = ("json", "csv")
_WORST_FIRST = [verdict.value for verdict in (Verdict.UNREADABLE, Verdict.ILLEGAL, Verdict.UNCHECKED, Verdict.LEGAL)]
_ORDERS: Mapping[str, Callable[[ListRecord], tuple[object, ...]]] = {
    "path": lambda record: (record["path"],),
    "name": lambda record: ((record["name"] or "").casefold(),),
    "player": lambda record: ((record["player"] or "").casefold(),),
    "faction": lambda record: (", ".join(record["factions"]).casefold(),),
    "points": lambda record: (-(record["points"] or 0),),
    "verdict": lambda record: (_WORST_FIRST.index(record["verdict"]),),
}
"""Sort keys: the most points and the worst verdict come first."""


class ValidationTask(NamedTuple):
    """What a worker process needs to judge files, besides their paths."""

    data: tuple[str, ...]
    event: str | None
    submitted: str | None
    language: str
    detail: RecordDetail


class RunOutcome:
    """The outcome of a run, collected from the records as they are reported."""

    def __init__(self) -> None:
        self._verdicts: set[str] = set()
        self._internal = False
        self._warned = False

    def track(self, records: Iterable[ListRecord]) -> Iterator[ListRecord]:
        """Yield the records and track their verdicts and findings."""
        for record in records:
            self._verdicts.add(record["verdict"])
            for finding in record["diagnostics"]:
                self._internal = self._internal or is_internal(finding["code"])
                self._warned = self._warned or finding["severity"] == "warning"
            yield record

    def exit_code(self, *, strict: bool) -> ExitCode:
        """Return the exit code for all records; if `strict`, warnings count as illegal."""
        if self._internal:
            return ExitCode.INTERNAL_ERROR
        if "unreadable" in self._verdicts:
            return ExitCode.ERROR
        return ExitCode.PROBLEMS if self._verdicts != {"legal"} or (strict and self._warned) else ExitCode.SUCCESS


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--event", metavar="FILE")
    parser.add_argument("--submitted", type=_parse_time, metavar="TIME")
    parser.add_argument("--format", choices=list(REPORTERS), default="text")
    parser.add_argument("--sort", choices=list(_ORDERS))
    parser.add_argument("--jobs", type=positive_int, default=0, metavar="N")
    parser.add_argument("--bom", action="store_true")
    parser.add_argument("--strict", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Print the report and return the exit code of all lists."""
    files = list(find_files(arguments.paths))
    if not files:
        context.print_message("cli.nothing-found", paths=tuple(arguments.paths))
        return ExitCode.ERROR
    if arguments.event is not None:
        context.find_event(arguments.event)
    if arguments.bom and arguments.format != "csv":
        context.print_message("cli.bom")
        return ExitCode.ERROR
    if arguments.bom:
        write_stdout(BOM_UTF8)
    outcome = RunOutcome()
    detail = _choose_detail(arguments.format, single=len(files) == 1)
    task = ValidationTask(context.data, arguments.event, arguments.submitted, context.language, detail)
    # the library is opened in this process, which prints problems in the user's own files
    records = outcome.track(_judge_all(files, task, context.library, arguments.jobs))
    if arguments.sort is not None:
        records = iter(sorted(records, key=_ORDERS[arguments.sort]))
    report = find_reporter(arguments.format, quiet=context.quiet)
    for text in report(records, context.language, context.terminal):
        if arguments.bom:
            write_stdout(text.encode("utf-8", ESCAPE))  # UTF-8 after a BOM, whatever the encoding of the stream
        else:
            write_stdout(text, escape=ESCAPES.get(arguments.format))
    return outcome.exit_code(strict=arguments.strict)


def _judge_all(files: list[str], task: ValidationTask, library: Library, jobs: int) -> Iterator[ListRecord]:
    """Return the records in the order of the files, judged here or in worker processes."""
    _OPEN_LIBRARIES[task.data] = library
    process_count = jobs or len(files) // _LISTS_PER_PROCESS
    if process_count > 1:
        from listbuilder.judging.book_guess import guess_affinity  # noqa: PLC0415  # imports `worker_pool`
        from listbuilder.worker_pool import WorkerPool, count_processes  # noqa: PLC0415  # imports `multiprocessing`

        count = count_processes(process_count, len(files))
        if count > 1:
            workers = WorkerPool(count, partial(_judge_records, task), partial(_failed_records, task), guess_affinity)
            return chain.from_iterable(workers.run_all(files))
    return _judge_here(files, task)


def _judge_here(files: Iterable[str], task: ValidationTask) -> Iterator[ListRecord]:
    with cpu_timer():
        for path in files:
            yield from _judge_records(task, path)


def _choose_detail(report_format: str, *, single: bool) -> RecordDetail:
    """Return what a format shows of a list: text about many lists has neither hashes nor notes."""
    if report_format == "text":
        return RecordDetail(hashes=single, notes=single)
    return RecordDetail(hashes=report_format in _FORMATS_WITH_HASHES, every_fix=report_format == "json")


def _judge_records(task: ValidationTask, path: str) -> list[ListRecord]:
    library = _OPEN_LIBRARIES.get(task.data)
    if library is None:  # this process was not forked
        library = _OPEN_LIBRARIES[task.data] = Library.open(task.data)
    event = None if task.event is None else _find_event(library, task.event)
    return [_build_record(judged, task) for judged in judge_path(path, library, event, task.submitted)]


def _build_record(judged: Judged | Unreadable, task: ValidationTask) -> ListRecord:
    """Return the record of a list; this searches for fixes, so it is guarded like judging."""
    record = run_guarded(lambda: build_list_record(judged, task.language, task.detail), judged.path)
    return record if not isinstance(record, Diagnostic) else _failed_records(task, judged.path, record)[0]


def _failed_records(task: ValidationTask, path: str, finding: Diagnostic | None = None) -> list[ListRecord]:
    """Return the record of a file that could not be judged, by default because its worker process died."""
    report = build_report([finding or worker_died(path)])
    return [build_list_record(Unreadable(path, report), task.language, task.detail)]


def _parse_time(text: str) -> str:
    try:
        return datetime.fromisoformat(text).isoformat()
    except ValueError:
        raise ArgumentTypeError(f"usage.no-time {text}") from None


_OPEN_LIBRARIES: dict[tuple[str, ...], Library] = {}
"""Libraries by their data folders; forked worker processes inherit them."""


@cache
def _find_event(library: Library, event: str) -> Event:
    return library.find_event(event)
