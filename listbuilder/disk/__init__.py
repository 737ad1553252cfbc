"""All writing to disk: files are written completely or not at all, and never overwrite unseen changes."""

from listbuilder.disk.atomic import (
    ChangedOnDiskError,
    Stamp,
    UnsavedError,
    backup_path,
    is_process_running,
    make_folder,
    move_file,
    read_stamp,
    remove_leftovers,
    remove_leftovers_once,
    to_unsaved_error,
    write_atomically,
    write_to_device,
)
from listbuilder.disk.locks import LockFile, acquire_lock, is_locked

__all__ = [
    "ChangedOnDiskError",
    "LockFile",
    "Stamp",
    "UnsavedError",
    "acquire_lock",
    "backup_path",
    "is_locked",
    "is_process_running",
    "make_folder",
    "move_file",
    "read_stamp",
    "remove_leftovers",
    "remove_leftovers_once",
    "to_unsaved_error",
    "write_atomically",
    "write_to_device",
]
