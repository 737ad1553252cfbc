"""Commands, run as a reader would: in the small world that `listbuilder sample` writes, with nothing else around."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from listbuilder.cli.exit_codes import Exit
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import commitment

ROOT = Path(__file__).parents[2]
Program = Callable[[Path, list[str]], str]
"""Runs the program in a folder with such arguments and gives what it prints."""
_SALT = "salt"
_PLAYER = "p1,Your Name,,,\n"
"""A registration for the lists that the examples hand in at a new desk."""

_SURROUNDINGS = {"LISTBUILDER_LANG": "en", "COLUMNS": "82", "NO_COLOR": "1", "LOGNAME": "you"}


class FailedExampleError(Exception):
    """An example of a command does not work."""


class World:
    """The small world, and what examples have to find there beyond it: a salt, a commitment, a player."""

    def __init__(self, folder: Path, program: Program) -> None:
        self._home = folder
        self._folder = folder / "world"
        self._program = program
        program(folder, ["sample", str(self._folder)])
        (self._folder / "salt.txt").write_text(_SALT, encoding="utf-8")
        self._committed = commitment(load_list(self._folder / "lists" / "iron-vale.yaml").army, _SALT)

    def run(self, line: str) -> str:
        """Run a command line (without the name of the program), and give what it prints."""
        words = shlex.split(self.spell(line))
        printed = self._program(self._folder, words)
        if words[:2] == ["desk", "init"]:
            with (self._folder / words[-1] / "players.csv").open("a", encoding="utf-8") as players:
                players.write(_PLAYER)
        return printed.replace(str(self._home), "~").replace(str(ROOT), "~/listbuilder")

    def spell(self, line: str) -> str:
        """Write a command line as it is typed here."""
        return line.replace("COMMITMENT", self._committed)


def run_program(folder: Path, words: list[str]) -> str:
    """Run the program as a process of its own, whose cache, data and settings lie beside the world.

    Raises:
        FailedExampleError: It could not do what was asked for; that a list is illegal is an answer.
    """
    names = ("CACHE", "DATA", "STATE", "CONFIG", "LISTS")
    places = {f"LISTBUILDER_{name}": str(folder.parent / name.lower()) for name in names}
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "listbuilder", *words],
        cwd=folder,
        env={**os.environ, **places, **_SURROUNDINGS},
        text=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode not in (Exit.LEGAL, Exit.ILLEGAL):
        raise FailedExampleError(f"{' '.join(words)}\n{done.stdout}")
    return done.stdout
