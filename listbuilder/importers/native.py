"""Importers for our own formats: list files, JSON exports and share strings, even inside exported text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice

from listbuilder.datafiles.document import Document
from listbuilder.diagnostics import Report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.json_access import as_object, as_objects
from listbuilder.importers.importer import MAX_TEXT_BYTES, ImportedList, SourceFile, unreadable_error
from listbuilder.importers.partial_factions import with_partial_factions
from listbuilder.library import Library
from listbuilder.listfiles.files import parse_list, read_list
from listbuilder.listfiles.share_string import decode_share_string, is_share_string
from listbuilder.model import ArmyList

_LIST_KEY = re.compile(r"^(format|name|player|system|points|limit|book|units|force_org|books)[ \t]*:", re.MULTILINE)
_MIN_KEYS = 2
_TELLING_KEYS = ("system", "units", "format")
"""Every list has at least one of these keys."""
_SHARE_STRING = re.compile(r"lb\d{1,4}\.[A-Za-z0-9_-]+")
_CONTINUATION = re.compile(r"[\s>|]*([A-Za-z0-9_-]+)")
_MAX_LINES = 60
_MAX_SHARE_STRINGS = 100
_MAX_EXPORTED_LISTS = 1_000


class ListFileImporter:
    """Reads list files."""

    id = "listbuilder"

    def recognises(self, source: SourceFile) -> bool:
        """Return whether the file has the keys of a list."""
        if isinstance(source.json_value, dict):
            return "units" in source.json_value and "system" in source.json_value
        keys: set[str] = set()
        for match in _LIST_KEY.finditer(source.text):
            keys.add(match[1])
            if len(keys) >= _MIN_KEYS and not keys.isdisjoint(_TELLING_KEYS):
                return True
        return False

    def read(self, source: SourceFile, library: Library) -> list[ImportedList]:
        """Return the list in the file."""
        value = source.json_value
        known = Document(source.name, source.text, value, "json", source.duplicate_keys) if as_object(value) else None
        loaded = read_list(source.raw, source.name, comments=False, parsed=known)
        imported = ImportedList(army=loaded.army, report=loaded.report, loaded=loaded)
        return [with_partial_factions(imported, library, source.name)]


class JsonExportImporter:
    """Reads the choices in our JSON exports; the roster is built again."""

    id = "listbuilder-export"

    def recognises(self, source: SourceFile) -> bool:
        """Return whether the file states the kind of our exports."""
        return isinstance(source.json_value, dict) and source.json_value.get("kind") == self.id

    def read(self, source: SourceFile, library: Library) -> list[ImportedList]:
        """Return every list in the export."""
        lists: list[ImportedList] = []
        for exported in as_objects(as_object(source.json_value).get("lists")):
            choices, points = exported.get("choices"), as_object(exported.get("roster")).get("points")
            if isinstance(choices, Mapping):
                loaded = parse_list(choices)
                stated = points if isinstance(points, int) and not isinstance(points, bool) else None
                lists.append(ImportedList(army=loaded.army, report=loaded.report, stated_points=stated))
            if len(lists) > _MAX_EXPORTED_LISTS:
                raise unreadable_error("import.too-large", source.name)
        if not lists:
            raise unreadable_error("import.no-choices", source.name)
        return [with_partial_factions(imported, library, source.name) for imported in lists]


class ShareStringImporter:
    """Reads share strings, alone or at the end of our text and Markdown exports."""

    id = "listbuilder-share"

    def recognises(self, source: SourceFile) -> bool:
        """Return whether the text holds a share string; in JSON of other programs it is only a note."""
        if isinstance(source.json_value, dict):
            return False
        return is_share_string(source.text) or _SHARE_STRING.search(source.text) is not None

    def read(self, source: SourceFile, library: Library) -> list[ImportedList]:
        """Return every list that the text has a share string for."""
        if is_share_string(source.text):
            armies = [decode_share_string(source.text)]
        else:
            matches = islice(_SHARE_STRING.finditer(source.text[:MAX_TEXT_BYTES]), _MAX_SHARE_STRINGS)
            armies = [army for match in matches if (army := _decode_wrapped(source.text, match)) is not None]
        if not armies:
            raise unreadable_error("share.damaged", source.name)
        lists = [ImportedList(army=army, report=Report()) for army in armies]
        return [with_partial_factions(imported, library, source.name) for imported in lists]


def _decode_wrapped(text: str, match: re.Match[str]) -> ArmyList | None:
    """Decode a share string, adding text from the following lines until its checksum fits."""
    word, end = match[0], match.end()
    for _ in range(_MAX_LINES):
        try:
            return decode_share_string(word)
        except UnreadableError:
            more = _CONTINUATION.match(text, end)
            if more is None:
                return None
            word, end = word + more[1], more.end()
    return None
