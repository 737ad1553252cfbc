"""Our own list files: read, write, migrate, save safely, and tell two lists apart."""

from listbuilder.listfiles.atomic import Stamp, stamp_of, write_atomically
from listbuilder.listfiles.autosave import Autosave, Recovered, state_folder
from listbuilder.listfiles.canonical import canonical_form, commitment, list_hash, new_salt, short_hash
from listbuilder.listfiles.comments import Comments
from listbuilder.listfiles.errors import ChangedOnDiskError, UnsavedError
from listbuilder.listfiles.files import LoadedList, load_list, parse_list, read_list, save_list
from listbuilder.listfiles.json_style import format_list_json
from listbuilder.listfiles.mapping import FORMAT, list_mapping
from listbuilder.listfiles.pins import VersionReport, compare_with_pins, migrate_list, pin_books, price_changes
from listbuilder.listfiles.share import decode_share, encode_share, is_share
from listbuilder.listfiles.yaml_style import format_list

__all__ = [
    "FORMAT",
    "Autosave",
    "ChangedOnDiskError",
    "Comments",
    "LoadedList",
    "Recovered",
    "Stamp",
    "UnsavedError",
    "VersionReport",
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
    "load_list",
    "migrate_list",
    "new_salt",
    "parse_list",
    "pin_books",
    "price_changes",
    "read_list",
    "save_list",
    "short_hash",
    "stamp_of",
    "state_folder",
    "write_atomically",
]
