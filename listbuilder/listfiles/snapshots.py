"""Earlier versions of a list, kept in the state folder whenever saving replaces one, or by name when a player says so.

Snapshots(folder).keep(path, army)          # what the file had before; a disk that refuses costs nobody his save
Snapshots(folder).store(path, army, "Cup")  # stays for good; of those without a name the oldest go first
Snapshots(folder).of(path)                  # the latest first
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import time_ns

from listbuilder.datafiles.reader import load_document
from listbuilder.disk import UnsavedError, make_folder, syscalls, write_atomically
from listbuilder.errors import UnreadableError
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.journal import Journal, mark_of, name_of
from listbuilder.listfiles.mapping import list_mapping
from listbuilder.model import ArmyList

MOST = 20
"""So many versions of one list are kept beside those that have a name."""
_NAMED = "-named"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A version of a list, when it was kept, and what the player called it."""

    when: datetime
    army: ArmyList
    record: Path
    name: str = ""


class Snapshots:
    """The folder of earlier versions, of all lists."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else state_folder() / "snapshots"

    @classmethod
    def beside(cls, journal: Journal) -> Snapshots:
        """Give the folder that belongs to a journal."""
        return cls(journal.folder.parent / "snapshots")

    def keep(self, of: Path, army: ArmyList) -> None:
        """Keep a version of a list if that is possible."""
        with contextlib.suppress(UnsavedError):
            self.store(of, army)

    def store(self, of: Path, army: ArmyList, name: str = "") -> None:
        """Keep a version of a list, unless the last one is the same; raise UnsavedError where that is not possible."""
        text = json.dumps({"of": name_of(of), "name": name, "list": list_mapping(army)}, ensure_ascii=False)
        content, found = mark_of(text), self._records(of)
        if found and found[-1].stem.removesuffix(_NAMED).endswith(content):
            return
        record = self.folder / f"{mark_of(name_of(of))}-{time_ns():020d}-{content}{_NAMED if name else ''}.json"
        make_folder(self.folder)
        write_atomically(record, text.encode("utf-8", "replace"), backup=False)
        passing = [*(old for old in found if not old.stem.endswith(_NAMED)), *([] if name else [record])]
        with contextlib.suppress(OSError):
            for old in passing[:-MOST]:
                syscalls.unlink(old)

    def of(self, path: Path) -> list[Snapshot]:
        """Give the versions of a list that were kept, the latest first; what cannot be read is passed over."""
        found = (_read(record) for record in reversed(self._records(path)))
        return [snapshot for snapshot in found if snapshot is not None]

    def _records(self, of: Path) -> list[Path]:
        return sorted(self.folder.glob(f"{mark_of(name_of(of))}-*.json")) if self.folder.is_dir() else []


def _read(record: Path) -> Snapshot | None:
    try:
        value = load_document(record).value
        if not isinstance(value, Mapping) or not isinstance(value.get("list"), Mapping):
            return None
        when = datetime.fromtimestamp(int(record.stem.split("-")[1]) / 1e9, UTC)
        return Snapshot(when, parse_list(value["list"]).army, record, str(value.get("name", "")))
    except (UnreadableError, ValueError, IndexError, OverflowError):
        return None
