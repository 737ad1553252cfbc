"""Why a file was not written: a sentence of the catalogues and its values, so that each face can say it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from listbuilder.errors import SaveError
from listbuilder.i18n import translate

_REASONS = {
    errno.ENOSPC: "save.full",
    errno.EDQUOT: "save.full",
    errno.EROFS: "save.read-only",
    errno.EACCES: "save.forbidden",
    errno.EPERM: "save.forbidden",
    errno.ENOENT: "save.no-folder",
    errno.ENOTDIR: "save.no-folder",
    errno.EISDIR: "save.folder",
    errno.ENAMETOOLONG: "save.name",
    errno.EEXIST: "save.exists",
    errno.EDEADLK: "save.busy",
    errno.EFBIG: "save.full",
}


class UnsavedError(SaveError):
    """A file could not be written; `to` says why in a language."""

    def __init__(self, key: str, path: Path, problem: str = "") -> None:
        self.key = key
        self.path = path
        self.problem = problem
        super().__init__(self.to("en"))

    def to(self, language: str) -> str:
        """Say in a language what happened and what can be done."""
        return translate(language, self.key, path=os.fspath(self.path), problem=self.problem)


class ChangedOnDiskError(UnsavedError):
    """The file was changed by somebody else since it was loaded."""

    def __init__(self, path: Path) -> None:
        super().__init__("save.changed", path)


def unsaved(path: Path, error: OSError | ValueError) -> UnsavedError:
    """Say why the system refused to write a file; a ValueError is a name that no file can have."""
    if isinstance(error, ValueError):
        return UnsavedError("save.other", path, str(error))
    return UnsavedError(_REASONS.get(error.errno or 0, "save.other"), path, error.strerror or str(error))
