"""Our own list files: read, write, migrate, save safely, and tell two lists apart."""

from importlib import import_module
from typing import TYPE_CHECKING

# at once, since a module that is called as a function in it would take the function's place here
from listbuilder.listfiles.hashes import army_hash, canonical_form, list_hash, parse_code, printed_code

if TYPE_CHECKING:
    from listbuilder.listfiles.book_versions import (
        VersionReport,
        compare_with_pins,
        migrate_list,
        pin_books,
        price_changes,
    )
    from listbuilder.listfiles.comments import Comments
    from listbuilder.listfiles.files import LoadedList, load_list, parse_list, read_list, save_list
    from listbuilder.listfiles.hashes import commitment, list_salt, new_secret, proves
    from listbuilder.listfiles.journal import Journal, Notes, Recovered
    from listbuilder.listfiles.open_file import Keeper, OpenElsewhereError, Outside
    from listbuilder.listfiles.serialization import FORMAT, list_mapping
    from listbuilder.listfiles.share_string import decode_share, encode_share, is_share
    from listbuilder.listfiles.writer import format_list, format_list_json

__all__ = [
    "FORMAT",
    "Comments",
    "Journal",
    "Keeper",
    "LoadedList",
    "Notes",
    "OpenElsewhereError",
    "Outside",
    "Recovered",
    "VersionReport",
    "army_hash",
    "canonical_form",
    "commitment",
    "compare_with_pins",
    "decode_share",
    "encode_share",
    "format_list",
    "format_list_json",
    "is_share",
    "list_hash",
    "list_mapping",
    "list_salt",
    "load_list",
    "migrate_list",
    "new_secret",
    "parse_code",
    "parse_list",
    "pin_books",
    "price_changes",
    "printed_code",
    "proves",
    "read_list",
    "save_list",
]

_LATE = {
    "comments": ("Comments",),
    "commitments": ("commitment", "list_salt", "new_secret", "proves"),
    "files": ("LoadedList", "load_list", "parse_list", "read_list", "save_list"),
    "journal": ("Journal", "Notes", "Recovered"),
    "json_style": ("format_list_json",),
    "keeper": ("Keeper", "OpenElsewhereError", "Outside"),
    "mapping": ("FORMAT", "list_mapping"),
    "pins": ("VersionReport", "compare_with_pins", "migrate_list", "pin_books", "price_changes"),
    "share": ("decode_share", "encode_share", "is_share"),
    "yaml_style": ("format_list",),
}
_HOMES = {name: module for module, names in _LATE.items() for name in names}


def __getattr__(name: str) -> object:
    """Import what is asked for then: start-up is measured, and nobody needs all of it."""
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
