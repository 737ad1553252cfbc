"""Check the lists of players as jobs, here or in worker processes, and cache the results.

Jobs and results are plain values, because they are sent between processes and stored. The cache is sealed, and its keys
cover everything that a verdict depends on.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import NamedTuple, TypedDict

from listbuilder.crash_guard import cpu_timer, run_guarded, worker_died
from listbuilder.datafiles.reader import load_bytes
from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.diagnostics.messages import FindingRecord, build_finding_record
from listbuilder.errors import UnreadableError
from listbuilder.exporters.exporter import build_document, find_exporter
from listbuilder.i18n import FALLBACK_LANGUAGE, load_catalogue
from listbuilder.judging.book_guess import NO_AFFINITY, guess_affinity
from listbuilder.judging.results import Judged, ListRecord, RecordDetail, Unreadable, build_list_record
from listbuilder.library import Library
from listbuilder.library.cache import cache_key
from listbuilder.sheet import PrintOptions
from listbuilder.tournament.tournament import Tournament
from listbuilder.validation.checks.list_sets import check_lists
from listbuilder.worker_pool import JobAffinity, WorkerPool, count_processes


class CheckJob(NamedTuple):
    """The lists of one player to check, and the language of the results."""

    root: str
    data: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    """Path in the inbox and time of receipt of each file."""
    language: str
    sheets: bool = False
    """Whether each list is also wanted as a text sheet."""
    fixes: bool = True
    """Whether fixes and line numbers are wanted; finding them takes as long as the check."""


class CheckResult(TypedDict):
    """The result of one job."""

    lists: list[ListRecord]
    found: list[FindingRecord]
    """Findings about the lists as a set."""
    sheets: list[str]
    """The sheets of the readable lists, in order."""


_OPEN_TOURNAMENTS: dict[str, Tournament] = {}
"""Tournaments that this process has opened; forked processes start with them."""


def run_job(job: CheckJob) -> CheckResult:
    """Check the lists of one player; a failure becomes a finding about that list."""
    tournament = _OPEN_TOURNAMENTS.get(job.root)
    if tournament is None:  # this process was not forked
        tournament = _OPEN_TOURNAMENTS[job.root] = Tournament(Path(job.root), Library.open(job.data), job.data)
    lists = [result for file, received in job.files for result in tournament.judge(file, received)]
    judged = [result for result in lists if isinstance(result, Judged)]
    different = {result.list_hash for result in judged}  # one file may contain a list twice
    several = (tournament.event.list_set.number > 1 and bool(job.files)) or len(different) > 1
    detail, options = RecordDetail(fixes=job.fixes, lines=job.fixes), PrintOptions()
    findings = check_lists([result.roster for result in judged], tournament.event) if several else ()
    return {
        "lists": [_build_record(result, job.language, detail) for result in lists],
        "found": [build_finding_record(finding, job.language) for finding in findings],
        "sheets": [
            find_exporter("txt").export([build_document(result, job.language, options)], options).decode()
            for result in (judged if job.sheets else ())
        ],
    }


def failed_result(job: CheckJob) -> CheckResult:
    """Return the result for a job whose process died."""
    paths = [str(Path(job.root) / "inbox" / file) for file, _ in job.files]
    return {
        "lists": [_failed_record(path, worker_died(path), job.language) for path in paths],
        "found": [],
        "sheets": [],
    }


def _build_record(result: Judged | Unreadable, language: str, detail: RecordDetail) -> ListRecord:
    record = run_guarded(lambda: build_list_record(result, language, detail), result.path)  # computes the fixes
    return _failed_record(result.path, record, language) if isinstance(record, Diagnostic) else record


def _failed_record(path: str, finding: Diagnostic, language: str) -> ListRecord:
    return build_list_record(Unreadable(path, build_report([finding])), language)


_FIRST_JOBS = 8
"""Jobs to run before processes start, so that those inherit the loaded books and modules."""
_MIN_PLAYERS_PER_PROCESS = 24
"""With fewer players, a second process does not pay off."""


def run_jobs(tournament: Tournament, check_jobs: list[CheckJob], jobs: int = 0) -> Iterator[CheckResult]:
    """Run jobs without the cache, in several processes if there are many or if `jobs` says how many."""
    _OPEN_TOURNAMENTS[str(tournament.paths.root)] = tournament
    processes_wanted = jobs or len(check_jobs) // _MIN_PLAYERS_PER_PROCESS
    if processes_wanted <= 1:
        yield from _run_here(check_jobs)
        return
    first = _choose_varied(check_jobs)
    results = dict(zip(first, _run_here(check_jobs[index] for index in first), strict=True))
    rest = [job for index, job in enumerate(check_jobs) if index not in results]
    processes = count_processes(processes_wanted, len(rest))
    others: Iterator[CheckResult] = map(run_job, rest)
    if processes > 1:
        others = WorkerPool(processes, run_job, failed_result, _find_affinity, use_this_process=True).run_all(rest)
    with cpu_timer():
        for index in range(len(check_jobs)):
            yield results.pop(index) if index in results else next(others)


def _choose_varied(check_jobs: list[CheckJob]) -> list[int]:
    """Return the indexes of a few jobs that cover as many file formats as possible, without unreadable files."""
    by_suffix: dict[str, list[int]] = {}
    for index, job in enumerate(check_jobs):
        for file, _ in job.files[:1]:
            by_suffix.setdefault(file.rpartition(".")[2], []).append(index)
    turns = (index for turn in zip_longest(*by_suffix.values()) for index in turn if index is not None)
    return [*islice((index for index in turns if _find_affinity(check_jobs[index]).group), _FIRST_JOBS)]


def _find_affinity(job: CheckJob) -> JobAffinity:
    """Return the book of a job's first list, so that one process gets all lists of a book."""
    return guess_affinity(f"{job.root}/inbox/{job.files[0][0]}") if job.files else NO_AFFINITY


def _run_here(check_jobs: Iterable[CheckJob]) -> Iterator[CheckResult]:
    with cpu_timer():
        for job in check_jobs:
            yield run_job(job)


_CACHE_KIND = "desk"
_MAX_SEPARATE_SHARE = 10
"""New results are stored separately until they exceed this share (1 / n) of all."""


def run_cached_jobs(tournament: Tournament, check_jobs: list[CheckJob], jobs: int = 0) -> list[CheckResult]:
    """Run jobs, and reuse results for the same files, event, data and program.

    The results are in one large file and a small one with newer results: writing everything again for one change would
    take longer than checking it.
    """
    paths, cache = tournament.paths, tournament.library.cache
    event = sha256(paths.event.read_bytes()).hexdigest()
    words = map(hash_catalogue, sorted({FALLBACK_LANGUAGE, *(job.language for job in check_jobs)}))
    key = cache_key([tournament.library.fingerprint, str(paths.root), event, *words])
    name = sha256(str(paths.root.resolve()).encode()).hexdigest()[:16]
    stored: Mapping[str, CheckResult] = cache.load(_CACHE_KIND, name, key) or {}
    newer: Mapping[str, CheckResult] = cache.load(_CACHE_KIND, f"{name}+", key) or {}
    known = {**stored, **newer}
    job_keys = [_job_key(job, str(paths.inbox), known) for job in check_jobs]
    new = [job for job, job_key in zip(check_jobs, job_keys, strict=True) if job_key not in known]
    answers = run_jobs(tournament, new, jobs)
    results = {job_key: known.get(job_key) or next(answers) for job_key in job_keys}
    later = {job_key: result for job_key, result in results.items() if job_key not in stored}
    if len(later) > len(stored) // _MAX_SEPARATE_SHARE:  # this drops unused results
        cache.save(_CACHE_KIND, name, key, results)
    elif later.keys() != newer.keys():
        cache.save(_CACHE_KIND, f"{name}+", key, later)
    return [results[job_key] for job_key in job_keys]


def _job_key(job: CheckJob, inbox: str, known: Container[str]) -> str:
    """Return a key for the content and the times of a job's files; a result with fixes also answers a job without."""
    contents = [f"{file} {received} {_hash_file(f'{inbox}/{file}')}" for file, received in job.files]
    key = cache_key([job.language, str(job.sheets), *contents])
    return f"{key} fixed" if job.fixes or f"{key} fixed" in known else key


def hash_catalogue(language: str) -> str:
    """Return the hash of a language's sentences, because users can change them."""
    return cache_key(chain.from_iterable(load_catalogue(language).items()))


def _hash_file(path: str) -> str:
    """Return the hash of a file, or why it cannot be read."""
    try:
        return sha256(load_bytes(path)).hexdigest()
    except UnreadableError as error:
        return str(error)
