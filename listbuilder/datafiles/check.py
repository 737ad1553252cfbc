"""Data files checked from end to end: writing, schema, cross-references; one, or all in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from listbuilder.crash_guard import died, guarded
from listbuilder.datafiles.checks import check_document
from listbuilder.datafiles.checks.language import check_language, is_language_file, language_files
from listbuilder.datafiles.document import Document
from listbuilder.datafiles.reader import load_document
from listbuilder.diagnostics import Diagnostic, Place, Report, build_report
from listbuilder.errors import UnreadableError
from listbuilder.library.headers import KINDS, kind_of
from listbuilder.library.index import data_files
from listbuilder.library.library import Library
from listbuilder.library.locations import bundled_data
from listbuilder.worker_pool import Workers, processes

_FEW = 8
"""Fewer files than it takes processes to be worth starting."""


def check_file(path: Path | str, library: Library) -> Report:
    """Check one data file: what is wrong with its writing, its shape and what it refers to, in bounded time."""
    try:
        found = guarded(lambda: list(_check(path, library)), str(path))
    except UnreadableError as error:
        return build_report(list(error.diagnostics))
    return build_report([found] if isinstance(found, Diagnostic) else found)


def _check(path: Path | str, library: Library) -> Iterator[Diagnostic]:
    if is_language_file(Path(path)):
        yield from check_language(Path(path))
        return
    document = load_document(path)
    yield from _doubles(document, library)
    kind = kind_of(document.value, Path(path))
    if kind is None:
        yield from document.problems
        yield Diagnostic(
            "DAT017", None, {"kinds": () if document.value is None else KINDS}, place=Place(document.name, 1, 1)
        )
    else:
        yield from check_document(document, kind, library.loader)


def _doubles(document: Document, library: Library) -> Iterator[Diagnostic]:
    """Find another file of the same folder that has the same id, and one of another folder that this file hides."""
    here = Path(document.name).resolve()
    for shadow in library.shadowed:
        file, hidden = shadow.file.resolve(), shadow.hidden.resolve()
        if shadow.together and here in (file, hidden):
            other = shadow.hidden if here == file else shadow.file
            yield document.finding("REF051", ("id",), value=shadow.id, file=str(other))
        elif here == file != hidden:
            yield shadow.finding()


def check_all(
    paths: Iterable[Path | str],
    *,
    data_dirs: Sequence[Path | str] = (),
    jobs: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> dict[Path, Report]:
    """Check files and whole folders, in several processes; `progress` hears how many are done, of how many."""
    given = [Path(path) for path in paths]
    files = list(dict.fromkeys(file for path in given for file in _files(path)))
    shipped = bundled_data().resolve()
    own = [path for path in given if path.is_dir() and not path.resolve().is_relative_to(shipped)]
    folders = tuple(str(folder) for folder in (*data_dirs, *own))
    reports: dict[Path, Report] = {}
    for path, report in _run(files, folders, jobs):
        reports[path] = report
        if progress is not None:
            progress(len(reports), len(files))
    return reports


def _files(path: Path) -> Iterator[Path]:
    """Give the data files of a folder and those of its languages, or the one file."""
    if path.is_dir():
        yield from data_files(path)
        yield from language_files(path)
    else:
        yield path


def _run(files: Sequence[Path], folders: tuple[str, ...], jobs: int) -> Iterator[tuple[Path, Report]]:
    jobs = processes(jobs, len(files)) if len(files) >= _FEW else 1
    if jobs == 1:
        library = Library.open(folders)  # anew each time: what lies in a folder changes between two checks
        yield from ((path, check_file(path, library)) for path in files)
        return
    errands = [_Errand(path, folders) for path in files]
    yield from zip(files, Workers(jobs, _run_errand, _lost).run_all(errands), strict=True)


class _Errand(NamedTuple):
    """What a process needs to check one file."""

    path: Path
    folders: tuple[str, ...]


def _run_errand(errand: _Errand) -> Report:
    return check_file(errand.path, _library(errand.folders))


def _lost(errand: _Errand) -> Report:
    return build_report([died(str(errand.path))])


@cache
def _library(folders: tuple[str, ...]) -> Library:
    """Open the data once in each process that was started to check."""
    return Library.open(folders)
