"""Fuzzing targets: every reader with valid files to damage."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from listbuilder.datafiles.checks import check_document
from listbuilder.datafiles.reader import read_document
from listbuilder.diagnostics.messages import describe_finding, describe_fix
from listbuilder.errors import ListbuilderError
from listbuilder.importers.army_forge.book.book_importer import parse_book
from listbuilder.importers.army_forge.book.faction_mapping import format_faction_yaml
from listbuilder.importers.army_forge.book.import_context import BookContext, load_book_context
from listbuilder.judging.judge import judge_bytes
from listbuilder.library import Library
from listbuilder.library.index import detect_kind
from listbuilder.library.locations import bundled_data_folder
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.tui.user_settings import build_settings
from proof.fuzzing.samples import book, saved_list, share_text
from proof.fuzzing.tournament_targets import tournament_readers

LANGUAGES = ("en", "de")
UNEXPECTED = "INT001"


class UnexpectedError(Exception):
    """Judging reported an internal error as a finding."""


@dataclass(frozen=True)
class Target:
    """A reader and valid files for it."""

    read: Callable[[bytes], object]
    seeds: Sequence[bytes]


@cache
def library() -> Library:
    """Open the bundled data once."""
    return Library.open(user=False)


@cache
def _book_context() -> BookContext:
    return load_book_context(library())


def _lists(pattern: str = "*.yaml") -> list[Path]:
    return sorted((bundled_data_folder() / "lists").glob(pattern))


def judge(raw: bytes) -> None:
    """Judge the lists of a file and format all findings in both languages."""
    for judged in judge_bytes(raw, "fuzzed", library()):
        for finding in judged.report:
            if finding.code == UNEXPECTED:
                raise UnexpectedError(describe_finding(finding, "en"))
            for language in LANGUAGES:
                describe_finding(finding, language)
                describe_fix(finding, language)


def _data(raw: bytes) -> None:
    document = read_document(raw, "fuzzed.yaml")
    kind = detect_kind(document.value, Path("factions/x/fuzzed.yaml"))
    if kind is not None:
        for finding in check_document(document, kind, library().loader):
            describe_finding(finding, "de")


def _book(raw: bytes) -> None:
    book = parse_book(read_document(raw, "book.json").value, source="book.json", context=_book_context())
    format_faction_yaml(book.faction)


def _settings(raw: bytes) -> None:
    try:
        build_settings(json.loads(raw))
    except (ValueError, RecursionError):
        return


def _archive() -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as packed:
        for path in _lists()[:3]:
            packed.writestr(path.name, path.read_bytes())
    return file.getvalue()


@cache
def targets() -> Mapping[str, Target]:
    """Return the readers by name."""
    own = [path.read_bytes() for path in _lists()]
    shared = [encode_share_string(load_list(path).army).encode() for path in _lists()]
    data = [
        path.read_bytes()
        for folder in ("systems", "events")
        for path in (bundled_data_folder() / folder).glob("*.yaml")
    ]
    data += [path.read_bytes() for path in sorted((bundled_data_folder() / "factions" / "original").glob("*.yaml"))[:3]]
    return {
        "list files": Target(judge, own),
        "saved lists": Target(judge, [json.dumps(saved_list(library())).encode()]),
        "share text": Target(judge, [share_text(library()).encode()]),
        "share strings": Target(judge, shared),
        "archives": Target(judge, [_archive()]),
        "data files": Target(_data, data),
        "books": Target(_book, [json.dumps(book()).encode()]),
        "settings": Target(_settings, [b'{"theme": "dark", "language": "de", "keys": {"add": "a"}}']),
        **{name: Target(read, seeds) for name, read, seeds in tournament_readers(library())},
    }


def attempt(target: Target, raw: bytes) -> None:
    """Read a file. Our own errors are allowed, other exceptions are not."""
    try:
        target.read(raw)
    except ListbuilderError:
        return
