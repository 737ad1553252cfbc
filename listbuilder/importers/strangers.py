"""What a file is that is no list: a print, a picture, a document, a book, data. Asked only where none could be read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from listbuilder.datafiles.reader import read_document
from listbuilder.errors import UnreadableError
from listbuilder.importers.archive import is_document
from listbuilder.importers.army_forge.book.reading import is_book
from listbuilder.importers.base import Source
from listbuilder.library.headers import kind_of

_BEGINNINGS: Mapping[bytes, str] = {
    b"%PDF-": "import.print",
    b"\x89PNG": "import.picture",
    b"\xff\xd8\xff": "import.picture",
    b"GIF8": "import.picture",
    b"RIFF": "import.picture",
    b"<!doctype html": "import.page",
    b"<html": "import.page",
    b"\xd0\xcf\x11\xe0": "import.document",  # .doc and .xls of old, and Outlook's .msg
    b"\x78\x9f\x3e\x22": "import.document",  # winmail.dat
}
_ZIP = b"PK\x03\x04"
_HEIC = b"ftyp"
"""What pictures of telephones have after four bytes."""
_DATA: Mapping[str, str] = {"faction": "import.faction", "system": "import.system", "event": "import.event"}


def recognise_stranger(source: Source) -> str | None:
    """Give the key of the sentence about what a file is, if it is something that people take for a list."""
    begun = source.raw[:64].lstrip().lower()
    told = next((key for start, key in _BEGINNINGS.items() if begun.startswith(start.lower())), None)
    if told is not None:
        return told
    if source.raw.startswith(_ZIP):
        return "import.document" if is_document(source.raw) else None
    return "import.picture" if source.raw[4:8] == _HEIC else _data(source)


def _data(source: Source) -> str | None:
    """Tell data by its keys: it has an id, which a list has not, however broken it is."""
    if is_book(source.value):
        return "import.book"
    try:
        value = source.value or read_document(source.raw, source.name).value
    except UnreadableError:
        return None
    if not isinstance(value, dict) or "id" not in value:
        return None
    return _DATA.get(kind_of(value, PurePath()) or "")
