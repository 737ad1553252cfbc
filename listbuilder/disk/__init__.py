"""All writing to disk: files are written completely or not at all, and never overwrite unseen changes."""

from listbuilder.disk.atomic import ChangedOnDiskError as ChangedOnDiskError
from listbuilder.disk.atomic import Stamp as Stamp
from listbuilder.disk.atomic import UnsavedError as UnsavedError
from listbuilder.disk.atomic import backup_path as backup_path
from listbuilder.disk.atomic import is_process_running as is_process_running
from listbuilder.disk.atomic import make_folder as make_folder
from listbuilder.disk.atomic import move_file as move_file
from listbuilder.disk.atomic import read_stamp as read_stamp
from listbuilder.disk.atomic import remove_leftovers as remove_leftovers
from listbuilder.disk.atomic import remove_leftovers_once as remove_leftovers_once
from listbuilder.disk.atomic import to_unsaved_error as to_unsaved_error
from listbuilder.disk.atomic import write_atomically as write_atomically
from listbuilder.disk.atomic import write_to_device as write_to_device
from listbuilder.disk.locks import LockFile as LockFile
from listbuilder.disk.locks import acquire_lock as acquire_lock
from listbuilder.disk.locks import is_locked as is_locked
