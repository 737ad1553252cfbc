"""Check data files and translations completely: syntax, schema and references; one file, or many in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from listbuilder.crash_guard import run_guarded, worker_died
from listbuilder.datafiles.checks import check_document
from listbuilder.datafiles.reader import Document, load_document
from listbuilder.diagnostics import Diagnostic, Place, Report, build_report
from listbuilder.errors import UnreadableError
from listbuilder.i18n import find_fields, load_bundled_sentences
from listbuilder.library.index import FILE_KINDS, detect_kind, find_data_files
from listbuilder.library.library import Library
from listbuilder.library.locations import LANGUAGE_FOLDER, bundled_data_folder
from listbuilder.model.text import build_catalogue_text
from listbuilder.validation.message_arguments import Message
from listbuilder.worker_pool import WorkerPool, count_processes

_MIN_PARALLEL_FILES = 8
"""With fewer files, starting processes is not worth it."""


def check_file(path: Path | str, library: Library) -> Report:
    """Check one data file and return its report."""
    try:
        findings = run_guarded(lambda: list(_check(path, library)), str(path))
    except UnreadableError as error:
        return build_report(list(error.diagnostics))
    return build_report([findings] if isinstance(findings, Diagnostic) else findings)


def _check(path: Path | str, library: Library) -> Iterator[Diagnostic]:
    if is_language_file(Path(path)):
        yield from check_language(Path(path))
        return
    document = load_document(path)
    yield from _check_overrides(document, library)
    kind = detect_kind(document.value, Path(path))
    if kind is None:
        yield from document.problems
        yield Diagnostic(
            "DAT017", None, {"kinds": () if document.value is None else FILE_KINDS}, place=Place(document.name, 1, 1)
        )
    else:
        yield from check_document(document, kind, library.loader)


def _check_overrides(document: Document, library: Library) -> Iterator[Diagnostic]:
    """Yield findings about files with the same id, in this folder or overridden by this file."""
    path = Path(document.name).resolve()
    for override in library.shadowed:
        file, replaced = override.file.resolve(), override.replaced.resolve()
        if override.same_folder and path in (file, replaced):
            other = override.replaced if path == file else override.file
            yield document.finding("REF051", ("id",), value=override.id, file=str(other))
        elif path == file != replaced:
            yield override.build_finding()


def is_language_file(path: Path) -> bool:
    """Return whether a file is part of a translation, such as `i18n/fr/words.json`."""
    return path.parent.parent.name == LANGUAGE_FOLDER and path.suffix.lower() == ".json"


def find_language_files(folder: Path) -> list[Path]:
    """Return the files of all translations in a data folder."""
    return sorted((folder / LANGUAGE_FOLDER).glob("*/*.json"))


def check_language(path: Path) -> Iterator[Diagnostic]:
    """Yield findings about a broken file, unknown sentences and unknown placeholders."""
    try:
        document = load_document(path)
    except UnreadableError as error:
        reason = {"reason": build_catalogue_text("language.not-json")}
        yield from (replace(finding, code="DAT036", params=reason) for finding in error.diagnostics[:1])
        return
    yield from document.problems
    if not isinstance(document.value, dict):
        yield document.finding("DAT036", (), reason=build_catalogue_text("language.not-mapping"))
        return
    bundled = load_bundled_sentences()
    for key, sentence in document.value.items():
        if not isinstance(sentence, str):
            yield document.finding("DAT036", (key,), key=True, reason=Message("language.not-text", {"key": key}))
        elif key not in bundled:
            yield from document.check_name("DAT037", (key,), key, bundled, key=True)
        else:
            known = find_fields(bundled[key])
            unknown = tuple(f"{{{name}}}" for name in find_fields(sentence) if name not in known)
            if unknown:
                names = tuple(f"{{{name}}}" for name in known)
                yield document.finding("DAT038", (key,), value=key, wrong=unknown, known=names or "–")


def check_all(
    paths: Iterable[Path | str],
    *,
    data_dirs: Sequence[Path | str] = (),
    jobs: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> dict[Path, Report]:
    """Check files and folders in several processes; `progress` is called with the number done and the total."""
    inputs = [Path(path) for path in paths]
    files: dict[Path, None] = {}
    for path in inputs:
        files |= dict.fromkeys([*find_data_files(path), *find_language_files(path)] if path.is_dir() else [path])
    bundled = bundled_data_folder().resolve()
    own = [path for path in inputs if path.is_dir() and not path.resolve().is_relative_to(bundled)]
    folders = tuple(str(folder) for folder in (*data_dirs, *own))
    reports: dict[Path, Report] = {}
    for path, report in _check_files(list(files), folders, jobs):
        reports[path] = report
        if progress is not None:
            progress(len(reports), len(files))
    return reports


def _check_files(files: Sequence[Path], folders: tuple[str, ...], jobs: int) -> Iterator[tuple[Path, Report]]:
    jobs = count_processes(jobs, len(files)) if len(files) >= _MIN_PARALLEL_FILES else 1
    if jobs == 1:
        library = Library.open(folders)  # not cached: files change between two checks
        yield from ((path, check_file(path, library)) for path in files)
        return
    file_jobs = [(path, folders) for path in files]
    yield from zip(files, WorkerPool(jobs, _run_job, _failed_report).run_all(file_jobs), strict=True)


def _run_job(job: tuple[Path, tuple[str, ...]]) -> Report:
    return check_file(job[0], _open_library(job[1]))


def _failed_report(job: tuple[Path, tuple[str, ...]]) -> Report:
    return build_report([worker_died(str(job[0]))])


@cache
def _open_library(folders: tuple[str, ...]) -> Library:
    """Open the library once in each worker process."""
    return Library.open(folders)
