"""The secret behind hidden lists: from a file or the environment, never from the command line, which others see."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from listbuilder.errors import ListbuilderError
from listbuilder.listfiles import list_salt, new_secret
from listbuilder.model import ArmyList

VARIABLE = "LISTBUILDER_SECRET"
_LONGEST = 4096


@dataclass(frozen=True, slots=True)
class Secret:
    """What the salts of many lists are made of."""

    text: str

    @classmethod
    def of(cls, file: str | None) -> Secret:
        """Read the secret from a file, else from the environment; where there is none, make one up."""
        return cls((read_secret(file) if file is not None else os.environ.get(VARIABLE)) or new_secret())

    def salt(self, army: ArmyList) -> str:
        """Give the salt of one list."""
        return list_salt(army, self.text)


def read_secret(file: str) -> str:
    """Read the one line of a secret file; raise ListbuilderError where there is none."""
    with Path(file).open("rb") as stream:
        text = stream.read(_LONGEST).decode("utf-8", "replace").strip()
    if not text:
        raise ListbuilderError(f"{file}: empty")
    return text
