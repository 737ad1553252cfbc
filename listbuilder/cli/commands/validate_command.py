"""Judge lists: files, folders, archives, in any format we read."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit
from listbuilder.cli.lists import find_files, judge
from listbuilder.cli.output import ESCAPE, emit
from listbuilder.cli.record_types import ListRecord
from listbuilder.cli.records import Detail, Outcome, list_record
from listbuilder.cli.reporters import ESCAPES, REPORTERS, find_reporter
from listbuilder.library import Library
from listbuilder.model import Event

_WORTH_A_PROCESS = 24
"""Fewer lists than this are judged sooner than a second process has started."""
_MOST_AT_ONCE = 16
"""Lists that a process gets with one errand."""
_HASHED = ("json", "csv")


class Job(NamedTuple):
    """What a process needs to judge one file."""

    path: str
    data: tuple[str, ...]
    event: str | None
    submitted: str | None
    language: str
    detail: Detail


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="list files, folders or archives; - reads standard input"
    )
    parser.add_argument("--event", metavar="FILE", help="an event's id or file: judge by its rules too")
    parser.add_argument(
        "--submitted",
        type=_moment,
        metavar="TIME",
        help="when the lists were handed in (2026-05-01T18:00), for deadlines",
    )
    parser.add_argument("--format", choices=list(REPORTERS), default="text", help="how to report (default: text)")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="processes to use (default: as many as pay)")
    parser.add_argument("--bom", action="store_true", help="begin CSV with the mark that Excel knows UTF-8 by")
    parser.add_argument("--strict", action="store_true", help="warnings make the exit code 1 too")


def run(arguments: Namespace, context: Context) -> int:
    """Judge, report, and tell by the exit code."""
    files = list(find_files(arguments.paths))
    if not files:
        context.talk("cli.nothing-found", paths=tuple(arguments.paths))
        return Exit.UNUSABLE
    if arguments.event is not None:
        context.library.find_event(arguments.event)
    if arguments.bom and arguments.format != "csv":
        context.talk("cli.bom")
        return Exit.UNUSABLE
    if arguments.bom:
        emit(BOM_UTF8)
    outcome = Outcome()
    records = outcome.noted(_judge_all(files, arguments, context))
    for piece in find_reporter(arguments.format)(records, context.language, context.terminal):
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
    cores = os.cpu_count() or 1
    jobs = min(arguments.jobs or len(files) // _WORTH_A_PROCESS, cores, len(files))
    detail = _detail(arguments.format, single=len(files) == 1)
    work = (Job(path, context.data, arguments.event, arguments.submitted, context.language, detail) for path in files)
    if jobs < 2:  # noqa: PLR2004  # one process is this one
        for job in work:
            yield from _records(job, context.library)
    else:
        yield from _judge_apart(work, jobs, max(1, min(_MOST_AT_ONCE, len(files) // (jobs * 4))))


def _judge_apart(work: Iterator[Job], jobs: int, at_once: int) -> Iterator[ListRecord]:
    """Judge in other processes, a few lists ahead of the report and no more: memory stays as it is."""
    from concurrent.futures import Future, ProcessPoolExecutor  # noqa: PLC0415  # costs as much as judging twenty lists

    waiting: deque[Future[list[ListRecord]]] = deque()
    with ProcessPoolExecutor(jobs) as pool:
        while part := list(islice(work, at_once)):
            waiting.append(pool.submit(_all_records, part))
            if len(waiting) > jobs * 2:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _all_records(work: list[Job]) -> list[ListRecord]:
    return [record for job in work for record in _records(job)]


def _detail(wanted: str, *, single: bool) -> Detail:
    """Tell what a format shows of a list: text about many lists has neither hashes nor notes."""
    if wanted == "text":
        return Detail(hashes=single, notes=single)
    return Detail(hashes=wanted in _HASHED, every_fix=wanted == "json")


def _records(job: Job, library: Library | None = None) -> list[ListRecord]:
    library = library or _library(job.data)
    found = judge(job.path, library, _event(library, job.event), job.submitted)
    return [list_record(judged, job.language, job.detail) for judged in found]


def _moment(text: str) -> str:
    """Check a time as it is typed."""
    from datetime import datetime  # noqa: PLC0415  # few lists are for a deadline

    return datetime.fromisoformat(text).isoformat()


@cache
def _library(data: tuple[str, ...]) -> Library:
    """Open the data once in each process."""
    return Library.open(data)


@cache
def _event(library: Library, wanted: str | None) -> Event | None:
    return library.find_event(wanted) if wanted is not None else None
