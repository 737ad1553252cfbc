"""Runs example commands in the sample world, without the user's own data."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from listbuilder.cli.streams import ExitCode
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import compute_commitment

ROOT = Path(__file__).parents[2]
Program = Callable[[Path, list[str]], str]
"""Runs the program in a folder with arguments and returns its output."""
_SALT = "salt"
_PLAYER = "p1,Your Name,,,\n"
"""A registration for the lists that the examples submit to a new event folder."""

_SURROUNDINGS = {"LISTBUILDER_LANG": "en", "COLUMNS": "82", "NO_COLOR": "1", "LOGNAME": "you"}


class FailedExampleError(Exception):
    """An example command failed."""


class World:
    """The sample world, with a salt, a commitment and a player for the examples."""

    def __init__(self, folder: Path, program: Program) -> None:
        self._home = folder
        self._folder = folder / "world"
        self._program = program
        program(folder, ["sample", str(self._folder)])
        (self._folder / "salt.txt").write_text(_SALT, encoding="utf-8")
        self._committed = compute_commitment(load_list(self._folder / "lists" / "iron-vale.yaml").army, _SALT)

    def run(self, line: str) -> str:
        """Run a command line (without the name of the program) and return its output."""
        words = shlex.split(self.spell(line))
        printed = self._program(self._folder, words)
        if words[:2] == ["desk", "init"]:
            with (self._folder / words[-1] / "players.csv").open("a", encoding="utf-8") as players:
                players.write(_PLAYER)
        return printed.replace(str(self._home), "~").replace(str(ROOT), "~/listbuilder")

    def spell(self, line: str) -> str:
        """Return a command line with its placeholders filled in."""
        return line.replace("COMMITMENT", self._committed)


def run_program(folder: Path, words: list[str]) -> str:
    """Run the program in a new process, with cache, data and settings next to the world.

    Raises:
        FailedExampleError: The exit code is neither 0 nor 1; an illegal list is not a failure.
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
    if done.returncode not in (ExitCode.SUCCESS, ExitCode.PROBLEMS):
        raise FailedExampleError(f"{' '.join(words)}\n{done.stdout}")
    return done.stdout
