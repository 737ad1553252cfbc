"""Data files checked from end to end: writing, schema, cross-references; one, or all in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from listbuilder.diagnostics import Diagnostic, Place, Report, build_report
from listbuilder.errors import UnreadableError
from listbuilder.library.document_check import check_document
from listbuilder.library.headers import KINDS, kind_of
from listbuilder.library.index import data_files
from listbuilder.library.library import Library
from listbuilder.library.locations import bundled_data
from listbuilder.library.reader import load_document

_FEW = 8
"""Fewer files than it takes processes to be worth starting."""


def check_file(path: Path | str, library: Library) -> Report:
    """Check one data file: what is wrong with its writing, its shape and what it refers to."""
    try:
        document = load_document(path)
    except UnreadableError as error:
        return build_report(list(error.diagnostics))
    kind = kind_of(document.value, Path(path))
    if kind is None:
        found = Diagnostic("DAT017", None, {"kinds": KINDS}, place=Place(document.name, 1, 1))
        return build_report([*document.problems, found])
    return build_report(check_document(document, kind, library.loader))


def check_all(
    paths: Iterable[Path | str],
    *,
    data_dirs: Sequence[Path | str] = (),
    jobs: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> dict[Path, Report]:
    """Check files and whole folders, in several processes; `progress` hears how many are done, of how many."""
    given = [Path(path) for path in paths]
    files = list(dict.fromkeys(file for path in given for file in (data_files(path) if path.is_dir() else (path,))))
    shipped = bundled_data().resolve()
    own = [path for path in given if path.is_dir() and not path.resolve().is_relative_to(shipped)]
    folders = tuple(str(folder) for folder in (*data_dirs, *own))
    reports: dict[Path, Report] = {}
    for path, report in _run(files, folders, jobs):
        reports[path] = report
        if progress is not None:
            progress(len(reports), len(files))
    return reports


def _run(files: Sequence[Path], folders: tuple[str, ...], jobs: int) -> Iterator[tuple[Path, Report]]:
    if jobs < 2 or len(files) < _FEW:  # noqa: PLR2004 - one job is no parallel work
        library = Library.open(folders)
        for path in files:
            yield path, check_file(path, library)
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - start-up is measured

    with ProcessPoolExecutor(jobs, initializer=_open, initargs=(folders,)) as pool:
        yield from zip(files, pool.map(_check, files, chunksize=4), strict=True)


_opened: list[Library] = []
"""In a process of a pool: the library that all its checks look things up in."""


def _open(folders: tuple[str, ...]) -> None:
    _opened[:] = [Library.open(folders)]


def _check(path: Path) -> Report:
    return check_file(path, _opened[0])
