"""All writing to disk: files are written completely or not at all, and never overwrite unseen changes."""

from listbuilder.disk.atomic import (
    ChangedOnDiskError,
    Stamp,
    UnsavedError,
    backup_of,
    is_running,
    make_folder,
    move,
    stamp_of,
    sweep,
    sweep_once,
    unsaved,
    write_atomically,
    write_through,
)
from listbuilder.disk.locks import LockFile, is_held, take_lock

__all__ = [
    "ChangedOnDiskError",
    "LockFile",
    "Stamp",
    "UnsavedError",
    "backup_of",
    "is_held",
    "is_running",
    "make_folder",
    "move",
    "stamp_of",
    "sweep",
    "sweep_once",
    "take_lock",
    "unsaved",
    "write_atomically",
    "write_through",
]
