"""Check the lists of players as jobs, here or in worker processes, and cache the results.

Jobs and results are plain values, because they are sent between processes and stored. The cache is sealed, and its keys
cover everything that a verdict depends on.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
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
from listbuilder.library.cache import Cache, cache_key
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


def share_open_tournament(tournament: Tournament) -> None:
    """Let jobs in this process, and in those that it starts, use an open tournament."""
    _OPEN_TOURNAMENTS[str(tournament.paths.root)] = tournament


def run_job(job: CheckJob) -> CheckResult:
    """Check the lists of one player; a failure becomes a finding about that list."""
    tournament = _OPEN_TOURNAMENTS.get(job.root) or _open_tournament(job.root, job.data)
    lists = [result for file, received in job.files for result in tournament.judge(file, received)]
    judged = [result for result in lists if isinstance(result, Judged)]
    different = {result.list_hash for result in judged}  # one file may contain a list twice
    several = (tournament.event.list_set.number > 1 and bool(job.files)) or len(different) > 1
    detail = RecordDetail(fixes=job.fixes, lines=job.fixes)
    findings = check_lists([result.roster for result in judged], tournament.event) if several else ()
    return {
        "lists": [_build_record(result, job.language, detail) for result in lists],
        "found": [build_finding_record(finding, job.language) for finding in findings],
        "sheets": [_format_sheet(result, job.language) for result in judged] if job.sheets else [],
    }


def failed_result(job: CheckJob) -> CheckResult:
    """Return the result for a job whose process died."""
    paths = [str(Path(job.root) / "inbox" / file) for file, _ in job.files]
    return {
        "lists": [_failed_record(path, worker_died(path), job.language) for path in paths],
        "found": [],
        "sheets": [],
    }


@cache
def _open_tournament(root: str, data: tuple[str, ...]) -> Tournament:
    return Tournament(Path(root), Library.open(data), data)


def _build_record(result: Judged | Unreadable, language: str, detail: RecordDetail) -> ListRecord:
    record = run_guarded(lambda: build_list_record(result, language, detail), result.path)  # computes the fixes
    return _failed_record(result.path, record, language) if isinstance(record, Diagnostic) else record


def _failed_record(path: str, finding: Diagnostic, language: str) -> ListRecord:
    return build_list_record(Unreadable(path, build_report([finding])), language)


def _format_sheet(judged: Judged, language: str) -> str:
    document = build_document(judged, language, PrintOptions())
    return find_exporter("txt").export([document], PrintOptions()).decode()


_FIRST_JOBS = 8
"""Jobs to run before processes start, so that those inherit the loaded books and modules."""
_MIN_PLAYERS_PER_PROCESS = 24
"""With fewer players, a second process does not pay off."""


def run_jobs(tournament: Tournament, check_jobs: list[CheckJob], jobs: int = 0) -> Iterator[CheckResult]:
    """Run jobs without the cache, in several processes if there are many."""
    share_open_tournament(tournament)
    processes_wanted = jobs or len(check_jobs) // _MIN_PLAYERS_PER_PROCESS
    if processes_wanted <= 1:
        return _run_here(check_jobs)
    return _run_shared(check_jobs, processes_wanted)


def _run_shared(check_jobs: list[CheckJob], processes_wanted: int) -> Iterator[CheckResult]:
    first = _choose_varied(check_jobs)
    results = dict(zip(first, _run_here(check_jobs[index] for index in first), strict=True))
    others = _run_in_processes([job for index, job in enumerate(check_jobs) if index not in results], processes_wanted)
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


def _run_in_processes(check_jobs: list[CheckJob], processes_wanted: int) -> Iterator[CheckResult]:
    jobs = count_processes(processes_wanted, len(check_jobs))
    if jobs <= 1:
        yield from _run_here(check_jobs)
        return
    with cpu_timer():
        yield from WorkerPool(jobs, run_job, failed_result, _find_affinity, use_this_process=True).run_all(check_jobs)


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


class CheckCache:
    """Runs jobs and reuses results for the same files, event, data and program."""

    def __init__(self, tournament: Tournament, *, jobs: int = 0) -> None:
        self._tournament = tournament
        self._jobs = jobs
        """Worker processes to use; 0 is automatic."""
        self._inbox = str(tournament.paths.inbox)

    def check(self, check_jobs: list[CheckJob]) -> list[CheckResult]:
        """Return the result of each job."""
        store = _ResultStore(
            self._tournament.library.cache, self._name(), self._key({job.language for job in check_jobs})
        )
        known = store.results
        keys = [self._job_key(job, known) for job in check_jobs]
        new = [job for job, key in zip(check_jobs, keys, strict=True) if key not in known]
        answers = run_jobs(self._tournament, new, self._jobs) if new else iter(())
        results = {key: known.get(key) or next(answers) for key in keys}
        store.save(results)
        return [results[key] for key in keys]

    def _name(self) -> str:
        return sha256(str(self._tournament.paths.root.resolve()).encode()).hexdigest()[:16]

    def _key(self, languages: Iterable[str]) -> str:
        """Return a key for everything that all verdicts depend on: program, data, event and translations."""
        event = sha256(self._tournament.paths.event.read_bytes()).hexdigest()
        words = [hash_catalogue(language) for language in sorted({FALLBACK_LANGUAGE, *languages})]
        return cache_key([self._tournament.library.fingerprint, str(self._tournament.paths.root), event, *words])

    def _job_key(self, job: CheckJob, known: Container[str]) -> str:
        """Return a key for the content and the times of a job's files.

        A result with fixes also answers a job without.
        """
        contents = [f"{file} {received} {_hash_file(f'{self._inbox}/{file}')}" for file, received in job.files]
        key = cache_key([job.language, str(job.sheets), *contents])
        return f"{key} fixed" if job.fixes or f"{key} fixed" in known else key


class _ResultStore:
    """The stored results of a tournament: one large file, and a small one with newer results.

    Writing everything again for one change would take longer than checking it.
    """

    def __init__(self, cache: Cache, name: str, key: str) -> None:
        self._cache = cache
        self._name, self._new_name = (_CACHE_KIND, name, key), (_CACHE_KIND, f"{name}+", key)
        self._all_results = cache.load(*self._name) or {}
        self._new_results = cache.load(*self._new_name) or {}

    @property
    def results(self) -> Mapping[str, CheckResult]:
        """All stored results."""
        return {**self._all_results, **self._new_results}

    def save(self, results: Mapping[str, CheckResult]) -> None:
        """Store the results; unused ones are dropped when the large file is rewritten."""
        later = {key: result for key, result in results.items() if key not in self._all_results}
        if len(later) > len(self._all_results) // _MAX_SEPARATE_SHARE:
            self._cache.save(*self._name, results)
        elif later.keys() != self._new_results.keys():
            self._cache.save(*self._new_name, later)


def hash_catalogue(language: str) -> str:
    """Return the hash of a language's sentences, because users can change them."""
    return cache_key(chain.from_iterable(load_catalogue(language).items()))


def _hash_file(path: str) -> str:
    """Return the hash of a file, or why it cannot be read."""
    try:
        return sha256(load_bytes(path)).hexdigest()
    except UnreadableError as error:
        return str(error)
