"""Our own list files: read, write, migrate, hash, journal and versions."""

from listbuilder.listfiles.book_versions import (
    VersionReport,
    compare_with_pins,
    migrate_list,
    pin_books,
    price_changes,
)
from listbuilder.listfiles.files import LoadedList, load_list, parse_list, read_list, save_list
from listbuilder.listfiles.hashes import (
    army_hash,
    canonical_form,
    commitment,
    list_hash,
    list_salt,
    new_secret,
    parse_code,
    printed_code,
    proves,
)
from listbuilder.listfiles.journal import Journal, Notes, Recovered
from listbuilder.listfiles.open_file import Keeper, OpenElsewhereError, Outside
from listbuilder.listfiles.serialization import FORMAT, list_mapping
from listbuilder.listfiles.share_string import decode_share, encode_share, is_share
from listbuilder.listfiles.writer import Comments, format_list, format_list_json

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
