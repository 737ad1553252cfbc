"""A faction from wherever it is: by its id, from a faction file, or from an Army Forge book; and where one goes."""

from __future__ import annotations

from pathlib import Path

from listbuilder.cli.lists import is_there
from listbuilder.cli.saving import STDOUT
from listbuilder.datafiles.reader import read_document
from listbuilder.importers import faction_files
from listbuilder.library import Library
from listbuilder.library.locations import user_data
from listbuilder.model import Faction, slug


def load_two(old: str, new: str, library: Library, system: str | None = None) -> tuple[Faction, Faction]:
    """Load two factions to compare, each by its id or from a file: an id means the one of the other's game."""
    if system is None and _is_file(old) != _is_file(new):
        known = load_faction(old if _is_file(old) else new, library)
        system = known.systems[0]
    return load_faction(old, library, system), load_faction(new, library, system)


def load_faction(wanted: str, library: Library, system: str | None = None) -> Faction:
    """Load a faction by its id or from a file; raise UnreadableError where the file is none."""
    return faction_files.load_faction(wanted, library) if _is_file(wanted) else library.faction(wanted, system)


def book_target(output: str | None, text: str, *, many: bool) -> str:
    """Choose where a faction's text goes: in a data folder by game, id and version, each in its own place.

    Where nothing is asked for it goes into the user's own data: who imports a book wants to play with it.
    """
    folder = next(iter(user_data()), None) if output is None else Path(output)
    if folder is None or output == STDOUT:
        return STDOUT
    if output is not None and not (many or folder.is_dir()):
        return output
    faction = read_document(text.encode(), "").value
    assert isinstance(faction, dict)  # it was written by ourselves
    version = ".".join(filter(None, map(slug, faction["version"].split("."))))
    return str(folder / "factions" / faction["systems"][0] / f"{faction['id']}-{version}.yaml")


def _is_file(wanted: str) -> bool:
    return is_there(wanted) or bool(Path(wanted).suffix)  # an id has none
