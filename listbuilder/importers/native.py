"""Our own formats as imports: list files, JSON exports, share strings, and text or Markdown that ends with one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from listbuilder.datafiles.document import Document
from listbuilder.diagnostics import Report
from listbuilder.errors import UnreadableError
from listbuilder.importers.base import LARGEST_TEXT, Imported, Source, unreadable
from listbuilder.importers.partial_factions import with_carried
from listbuilder.library import Library
from listbuilder.listfiles.files import LoadedList, parse_list, read_list
from listbuilder.listfiles.share_string import decode_share, is_share
from listbuilder.model import ArmyList

_KEYS = re.compile(r"^(format|name|player|system|points|limit|book|units|force_org|books)[ \t]*:", re.MULTILINE)
_LEAST_KEYS = 2
_TELLING = ("system", "units", "format")
"""Keys of which a list has one."""
_TOKEN = r"lb\d{1,4}\.[A-Za-z0-9_-]+"  # noqa: S105  # a pattern, compiled when a text is no list file
_MORE = r"[\s>|]*([A-Za-z0-9_-]+)"
_MOST_LINES = 60
_MOST_LISTS = 100
_MOST_EXPORTED = 1_000


class ListFileImporter:
    """Reads our own list files."""

    id = "listbuilder"

    def recognises(self, source: Source) -> bool:
        """Tell by the keys of a list."""
        if isinstance(source.value, dict):
            return "units" in source.value and "system" in source.value
        keys: set[str] = set()
        for match in _KEYS.finditer(source.text):
            keys.add(match[1])
            if len(keys) >= _LEAST_KEYS and not keys.isdisjoint(_TELLING):
                return True
        return False

    def read(self, source: Source, library: Library) -> list[Imported]:
        """Read the one list in the file."""
        is_json = isinstance(source.value, dict)
        known = Document(source.name, source.text, source.value, "json", source.doubled) if is_json else None
        loaded = read_list(source.raw, source.name, comments=False, known=known)
        found = Imported(army=loaded.army, report=loaded.report, loaded=loaded)
        return [with_carried(found, library, source.name)]


class ExportImporter:
    """Reads our own JSON exports: the choices in them; the roster is worked out again."""

    id = "listbuilder-export"

    def recognises(self, source: Source) -> bool:
        """Tell by the kind that the file names."""
        return isinstance(source.value, dict) and source.value.get("kind") == self.id

    def read(self, source: Source, library: Library) -> list[Imported]:
        """Read every list of the export."""
        found = list(islice(self._choices(source.value), _MOST_EXPORTED + 1))
        if len(found) > _MOST_EXPORTED:
            raise unreadable("import.too-large", source.name)
        if not found:
            raise unreadable("import.no-choices", source.name)
        lists = [
            Imported(
                army=loaded.army,
                report=loaded.report,
                stated_points=points if isinstance(points, int) and not isinstance(points, bool) else None,
            )
            for loaded, points in found
        ]
        return [with_carried(one, library, source.name) for one in lists]

    def _choices(self, value: object) -> Iterator[tuple[LoadedList, object]]:
        lists = value.get("lists") if isinstance(value, Mapping) else None
        for one in lists if isinstance(lists, list) else ():
            if isinstance(one, Mapping) and isinstance(one.get("choices"), Mapping):
                roster = one.get("roster")
                yield parse_list(one["choices"]), roster.get("points") if isinstance(roster, Mapping) else None


class ShareImporter:
    """Reads share strings, alone or at the end of our text and Markdown exports."""

    id = "listbuilder-share"

    def recognises(self, source: Source) -> bool:
        """Tell by a share string in the text; in a list of another program it is only somebody's note."""
        if isinstance(source.value, dict):
            return False
        return is_share(source.text) or re.search(_TOKEN, source.text) is not None

    def read(self, source: Source, library: Library) -> list[Imported]:
        """Read every list that the text has a share string for."""
        if is_share(source.text):
            armies = [decode_share(source.text)]
        else:
            tokens = islice(re.finditer(_TOKEN, source.text[:LARGEST_TEXT]), _MOST_LISTS)
            armies = [army for token in tokens if (army := _decoded(source.text, token)) is not None]
        if not armies:
            raise unreadable("share.damaged", source.name)
        found = [Imported(army=army, report=Report()) for army in armies]
        return [with_carried(one, library, source.name) for one in found]


def _decoded(text: str, token: re.Match[str]) -> ArmyList | None:
    """Read a share string in a text; one that goes on in the next lines is put together until its checksum fits."""
    word, end = token[0], token.end()
    for _ in range(_MOST_LINES):
        try:
            return decode_share(word)
        except UnreadableError:
            more = re.compile(_MORE).match(text, end)
            if more is None:
                return None
            word, end = word + more[1], more.end()
    return None
