"""What was being edited, written down every moment, so that a crash loses nothing.

The journal is a folder with one small file per open list: in the user's state folder, or in the folder that
LISTBUILDER_STATE names.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from listbuilder.errors import UnreadableError
from listbuilder.library.locations import state_folder
from listbuilder.library.reader import load_document
from listbuilder.listfiles.atomic import write_atomically
from listbuilder.listfiles.errors import unsaved
from listbuilder.listfiles.files import load_list, parse_list
from listbuilder.listfiles.mapping import list_mapping
from listbuilder.model import ArmyList
from listbuilder.values import dataclass


@dataclass(frozen=True, slots=True)
class Recovered:
    """A list that was being edited and not saved: what it belongs to, when it was written, and the list."""

    of: str
    """The path of the list file, or the id of one that never had a file."""
    saved: datetime
    army: ArmyList


class Autosave:
    """The journal of lists being edited."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else state_folder() / "autosave"

    def write(self, of: Path | str, army: ArmyList) -> None:
        """Write down how a list looks now; `of` is its path, or an id where it has none yet."""
        name = _name(of)
        record = {"of": name, "saved": datetime.now(UTC).isoformat(), "list": list_mapping(army)}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unsaved(self.folder, error) from error
        data = json.dumps(record, ensure_ascii=False).encode("utf-8", "replace")
        write_atomically(self._file(name), data, backup=False)

    def discard(self, of: Path | str) -> None:
        """Forget a list: it was saved, or the user does not want it back."""
        self._file(_name(of)).unlink(missing_ok=True)

    def pending(self) -> list[Recovered]:
        """Give the lists that were being edited and differ from what is on disk, the latest first."""
        files = sorted(self.folder.glob("*.json")) if self.folder.is_dir() else []
        found = [record for file in files if (record := _read(file)) is not None and not _on_disk(record)]
        return sorted(found, key=lambda record: record.saved, reverse=True)

    def _file(self, name: str) -> Path:
        return self.folder / f"{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:24]}.json"


def _name(of: Path | str) -> str:
    return str(of.resolve()) if isinstance(of, Path) else of


def _read(file: Path) -> Recovered | None:
    """Read one record; one that cannot be read stays where it is and is passed over."""
    try:
        record = load_document(file).value
        if not isinstance(record, Mapping) or not isinstance(record.get("list"), Mapping):
            return None
        army = parse_list(record["list"]).army
        return Recovered(str(record.get("of", "")), datetime.fromisoformat(str(record.get("saved"))), army)
    except (UnreadableError, ValueError):
        return None


def _on_disk(record: Recovered) -> bool:
    """Tell whether the file already holds the list as it was being edited."""
    try:
        return load_list(record.of).army == record.army
    except UnreadableError:
        return False
