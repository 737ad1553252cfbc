"""Reads hostile files of maximum size with a memory limit.

Each file contains as many objects as possible for its size. A reader may reject or read it, but must not exceed the
limit, which the operating system enforces with a MemoryError.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from listbuilder.datafiles.reader import MAX_FILE_SIZE, read_document
from listbuilder.importers.containers import MAX_ARCHIVE_BYTES
from listbuilder.importers.importer import MAX_TEXT_BYTES
from listbuilder.listfiles.files import MAX_YAML_BYTES
from listbuilder.tournament.email_files import is_email, read_emails
from listbuilder.tournament.registrations import parse_registrations
from proof.fuzzing.targets import Target, attempt, judge, library

MAX_MEMORY = 256_000_000
"""The memory limit of the process in bytes."""
_HEAD = b"format: 1\nsystem: aof-3.5\nunits:"
_SHARED = b"++ A - B (v3) [AOF 5pts] ++\n"
_MAIL = b"From: a@b.example\nSubject: x\n"
_MEGABYTE = 1_000_000


@dataclass(frozen=True)
class MemoryResults:
    """The results for the hostile files."""

    files: int
    failures: list[str]
    peak: int
    """The peak of memory in bytes."""


def filled(part: bytes, *, head: bytes = b"", tail: bytes = b"", size: int = MAX_FILE_SIZE) -> bytes:
    """Return a file of maximum size: head, repeated part and tail."""
    return head + part * ((size - len(head) - len(tail)) // len(part)) + tail


def _json_keys() -> bytes:
    keys = b",".join(b'"%x":0' % number for number in range(MAX_FILE_SIZE // 11))
    return b"{" + keys[: MAX_FILE_SIZE - 20].rpartition(b",")[0] + b"}"


def _billion_laughs() -> bytes:
    lines = [b"a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [b"a%d: &a%d [%s]" % (level, level, b", ".join([b"*a%d" % (level - 1)] * 9)) for level in range(1, 30)]
    return b"\n".join([*lines, _HEAD + b" *a29\n"])


def _archive(members: int, megabytes: int) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for number in range(members):
            with archive.open(f"{number}.json", "w") as member:
                member.write(b'{"list": {"units": [')
                for _ in range(megabytes):
                    member.write(b"{}," * (_MEGABYTE // 3))
    return packed.getvalue()


HOSTILE: Mapping[str, Callable[[], bytes]] = {
    "JSON full of empty lists": lambda: filled(b"[],", head=b'{"units":[', tail=b"[]]}"),
    "JSON full of empty objects": lambda: filled(b"{},", head=b'{"list":{"units":[', tail=b"{}]}}"),
    "JSON full of keys": _json_keys,
    "JSON full of fractions": lambda: filled(b"1.5,", head=b"[", tail=b"1]"),
    "JSON nested as deeply as possible": lambda: filled(b"["),
    "JSON with one long number": lambda: filled(b"9", head=b"[", tail=b"]"),
    "JSON full of wide characters": lambda: filled("\N{GRINNING FACE}".encode(), head=b'{"name":"', tail=b'"}'),
    "YAML full of entries": lambda: filled(b"- a\n", head=_HEAD + b"\n", size=MAX_YAML_BYTES),
    "YAML full of empty lists": lambda: filled(b"[],", head=_HEAD + b" [", tail=b"]\n", size=MAX_YAML_BYTES),
    "YAML full of anchors": lambda: filled(b"- &a b\n", head=_HEAD + b"\n", size=MAX_YAML_BYTES),
    "YAML with multiplying aliases": _billion_laughs,
    "YAML larger than a list": lambda: filled(b"- a\n", head=_HEAD + b"\n"),
    "share text full of units": lambda: filled(b"X [5] Q4+ D4+ | 5pts |\n", head=_SHARED, size=MAX_TEXT_BYTES),
    "share text full of rules": lambda: filled(b"a,", head=_SHARED + b"X [5] Q4+ D4+ | 5pts | ", size=MAX_TEXT_BYTES),
    "share strings": lambda: filled(b"lb1.AAAA"),
    "an archive above the size limit": lambda: _archive(1, MAX_ARCHIVE_BYTES // _MEGABYTE + 1),
    "an archive at the size limit": lambda: _archive(MAX_ARCHIVE_BYTES // (5 * _MEGABYTE) - 1, 4),
    "HTML": lambda: filled(b"<b>", head=b"<html>"),
    "a PDF": lambda: filled(b"<<>>", head=b"%PDF-1.7\n"),
    "a picture": lambda: filled(b"\0", head=b"\x89PNG\r\n\x1a\n"),
    "empty lines": lambda: filled(b"\n"),
    "an email full of headers": lambda: filled(b"A: b\n", head=_MAIL, tail=b"\n"),
    "an email with one long header": lambda: filled(b" a,\n", head=_MAIL, tail=b"\n"),
    "an email full of parts": lambda: filled(
        b"--b\n\n\n", head=_MAIL + b"Content-Type: multipart/mixed; boundary=b\n\n"
    ),
    "a mailbox of empty emails": lambda: filled(b"From x\n\n"),
    "a table full of rows": lambda: filled(b"a,b\n", head=b"name,mail\n"),
    "a table full of headings": lambda: filled(b",", head=b"name", tail=b"\n"),
    "a table with one long cell": lambda: filled(b"a\n", head=b'name\n"'),
}


READERS: Mapping[str, Callable[[bytes], object]] = {
    "list": judge,
    "YAML": lambda raw: read_document(raw, "data.yaml"),
    "JSON": lambda raw: read_document(raw, "data.json"),
    "mail": lambda raw: is_email(raw) and read_emails(raw),
    "registrations": parse_registrations,
}


def read_all(limit: int, readers: list[str]) -> MemoryResults:
    """Read every hostile file with some readers and a memory limit."""
    library().system("aof-3.5")
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    failures = []
    for name, make in HOSTILE.items():
        raw = make()
        for reader in readers:
            try:
                attempt(Target(READERS[reader], ()), raw)
            except Exception as error:  # noqa: BLE001  # any exception is what we are looking for
                failures.append(f"{name}, read as {reader}: {type(error).__name__} {error}"[:200])
    return MemoryResults(len(HOSTILE), failures, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)


def read_hostile_files(*readers: str, limit: int = MAX_MEMORY) -> MemoryResults:
    """Read the files in a new process, with the named readers or all of them."""
    command = [sys.executable, "-m", "proof.memory", str(limit), *(readers or READERS)]
    completed = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    return MemoryResults(**json.loads(completed.stdout))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(read_all(int(sys.argv[1]), sys.argv[2:]))))
