"""A file made smaller: its dictionaries are compressed together.

ReportLab writes every object by itself and as plain text. That was small enough as long as a file was pages and fonts;
a tree that names every cell and paragraph is a thousand dictionaries. PDF 1.5 has object streams for them, and a table
of objects that is compressed as well (ISO 32000-1, 7.5.7 and 7.5.8).
"""

from __future__ import annotations

import re
import zlib
from struct import Struct

_ENTRY = Struct(">BIH")
"""An entry of the table: its kind, the place or the number of the stream it is in, and its place in the stream."""
_FREE, _ALONE, _PACKED = 0, 1, 2
_NO_NEXT = 0xFFFF
_OBJECT = re.compile(rb"\d+ 0 obj\n(.*)\nendobj\n", re.DOTALL)
_KEPT = re.compile(rb"/(?:Root|Info) \d+ 0 R|/ID\s*\[[^]]*\]")
"""What the new table says as the old one did."""


def pack(written: bytes) -> bytes:
    """Give a file that ReportLab wrote with all objects but streams in one stream of objects."""
    table = int(written.rpartition(b"startxref\n")[2].split()[0])
    starts = _starts(written[table:])
    packer = _Packer(written[: starts[0]], len(starts))
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], table], strict=True), 1):
        packer.add(number, written[start:end])
    return packer.finish(_KEPT.findall(written, table))


class _Packer:
    """A file being written anew: its objects, and the table that says where they are."""

    def __init__(self, head: bytes, objects: int) -> None:
        self.written = [head]
        self.size = len(head)
        self.stream = objects + 1
        """The number of the stream of objects; that of the table follows."""
        self.packed: list[tuple[int, bytes]] = []
        self.entries = [_ENTRY.pack(_FREE, 0, _NO_NEXT)]

    def add(self, number: int, written: bytes) -> None:
        """Add the object that is next in order: streams cannot stand in a stream."""
        if written.endswith(b"endstream\nendobj\n"):
            self._append(written)
        else:
            self.entries.append(_ENTRY.pack(_PACKED, self.stream, len(self.packed)))
            self.packed.append((number, _body(written)))

    def finish(self, kept: list[bytes]) -> bytes:
        """Add the stream of objects and the table, which says so much of the old one, and give the file."""
        self._append(_objects(self.stream, self.packed))
        place = self.size
        about = b"/Type/XRef/W[1 4 2]/Size %d%s" % (self.stream + 2, b"".join(kept))
        self.entries.append(_ENTRY.pack(_ALONE, place, 0))
        table = _stream(self.stream + 1, about, b"".join(self.entries))
        return b"".join((*self.written, table, b"startxref\n%d\n%%%%EOF\n" % place))

    def _append(self, written: bytes) -> None:
        self.entries.append(_ENTRY.pack(_ALONE, self.size, 0))
        self.written.append(written)
        self.size += len(written)


def _starts(table: bytes) -> list[int]:
    """Read where the objects start, from a table of all of them in their order, the free one first."""
    _, count, *entries = table.partition(b"trailer")[0].splitlines()
    return [int(entry[:10]) for entry in entries[1 : int(count.split()[1])]]


def _body(written: bytes) -> bytes:
    found = _OBJECT.fullmatch(written)
    assert found is not None
    return found[1]


def _objects(number: int, objects: list[tuple[int, bytes]]) -> bytes:
    places, size = list[str](), 0
    for one, body in objects:
        places.append(f"{one} {size}")
        size += len(body) + 1
    index = " ".join(places).encode("ascii") + b"\n"
    about = b"/Type/ObjStm/N %d/First %d" % (len(objects), len(index))
    return _stream(number, about, index + b"\n".join(body for _, body in objects))


def _stream(number: int, about: bytes, content: bytes) -> bytes:
    small = zlib.compress(content)
    head = b"%d 0 obj\n<<%s/Filter/FlateDecode/Length %d>>\nstream\n" % (number, about, len(small))
    return b"".join((head, small, b"\nendstream\nendobj\n"))
