"""The builder in a real terminal (tmux): the README's first minute, and recovery after a kill.

LISTBUILDER_KILLS=all pytest tests/tui/test_real_terminal.py        a kill after every kind of edit, not after a few
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.journal import Journal
from listbuilder.model import ArmyList
from tests.sentences import sentence
from tests.tui.screen_helpers import beginning
from tests.tui.test_recovery import EDITS

TMUX = shutil.which("tmux")
pytestmark = pytest.mark.skipif(TMUX is None, reason="needs tmux")
SAMPLE = next(header.file for header in Library.open(user=False).sample_lists() if "iron-vale" in header.file.name)
PATIENCE = 60.0
EVERY = os.environ.get("LISTBUILDER_KILLS") == "all"
KINDS = list(EDITS) if EVERY else ["option", "leave", "campaign"]
SETTLED = 1.5
"""Seconds without a journal change after which the last key is handled."""
EDIT = f"⏎ {sentence('key.open-unit')}"
NAMES = {"slash": "/", "shift+down": "S-Down", "ctrl+r": "C-r"}


class Terminal:
    """A tmux terminal that runs one program."""

    def __init__(self, name: str, size: tuple[int, int]) -> None:
        self._name = name
        self._size = size

    def tmux(self, *arguments: str) -> str:
        assert TMUX is not None
        done = subprocess.run([TMUX, "-L", self._name, *arguments], capture_output=True, text=True, check=False)
        return done.stdout

    def start(self, *command: str) -> None:
        width, height = (str(number) for number in self._size)
        variables = [f"{name}={value}" for name, value in os.environ.items() if name.startswith("LISTBUILDER_")]
        # use the size of this terminal, not that of the test runner
        plain = ["env", "-u", "COLUMNS", "-u", "LINES", "LANG=C.UTF-8", *variables]
        for _ in range(50):  # a tmux server that is shutting down accepts no session
            self.tmux("new-session", "-d", "-s", "one", "-x", width, "-y", height, *plain, *command)
            if self.tmux("list-sessions"):
                return
            time.sleep(0.2)

    @property
    def screen(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", "one")

    @property
    def process(self) -> int:
        return int(self.tmux("display-message", "-p", "-t", "one", "#{pane_pid}"))

    def press(self, *keys: str) -> None:
        """Press keys as fast as the terminal takes them."""
        self.tmux("send-keys", "-t", "one", *keys)

    def wait(self, happened: Callable[[str], bool]) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = self.screen
            if happened(screen):
                return screen
            time.sleep(0.1)
        pytest.fail(f"it did not happen:\n{self.screen}")

    def close(self) -> None:
        self.tmux("kill-server")


@pytest.fixture(params=[(80, 24), (120, 35)], ids=["narrow", "wide"])
def terminal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Terminal]:
    session = Terminal(f"lb-{os.getpid()}-{tmp_path.name}", request.param)
    yield session
    session.close()


def builder(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "listbuilder", *arguments)


def test_readme_first_minute_works(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start(*builder("run-sample", str(SAMPLE)))
    terminal.wait(lambda screen: "2,000 / 2,000" in screen and "Vale Regiment" in screen)
    terminal.press("x")
    terminal.wait(lambda screen: "1,780 / 2,000" in screen)
    terminal.press("u")
    terminal.wait(lambda screen: "2,000 / 2,000" in screen)
    terminal.press("x", "a", "/", "w", "a", "r")
    terminal.wait(lambda screen: "War Wagon of Earth" in screen and sentence("tui.would", why="+100") in screen)
    terminal.press("Enter")
    terminal.wait(lambda screen: "1,880 / 2,000" in screen)
    terminal.press("Escape")
    terminal.wait(lambda screen: "Guard Knights" in screen and "War Wagon of Earth" in screen)
    terminal.press("Escape")
    terminal.wait(lambda screen: EDIT in screen and "War Wagon of Earth" in screen)
    terminal.press("Home", "Tab")
    terminal.wait(lambda screen: sentence("section.replace.plain", targets="Hand Weapon").upper() in screen)
    terminal.press("Down", "Space")
    terminal.wait(lambda screen: sentence("key.undo") in screen)
    terminal.press("p")
    terminal.wait(lambda screen: sentence("tui.export.write") in screen)
    terminal.press("e")
    terminal.wait(lambda screen: sentence("tui.export.written", path="").strip() in screen)
    written = tmp_path / "lists" / "exports" / "the-iron-vale.pdf"
    terminal.wait(lambda _: written.exists())
    assert written.read_bytes().startswith(b"%PDF")


def test_killed_session_is_offered_for_recovery(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    path.write_bytes(SAMPLE.read_bytes())
    before = len(load_list(path).army.entries)
    terminal.start(*builder(str(path)))
    terminal.wait(lambda screen: "Vale Regiment" in screen)
    terminal.press("x", "x", "x")
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not any(len(record.army.entries) == before - 3 for record in Journal().records()):
        time.sleep(0.1)
    os.kill(terminal.process, signal.SIGKILL)
    terminal.close()
    terminal.start(*builder(str(path)))
    unsaved = sentence("history.unsaved.counted", edits=3)
    terminal.wait(lambda screen: unsaved in " ".join(screen.split()) and beginning("tui.history.unsaved") in screen)
    terminal.press("Enter")
    terminal.wait(lambda screen: "Marksmen" in screen and "Vale Regiment" not in screen)
    assert len(load_list(path).army.entries) == before, "nothing is written before it is saved"
    terminal.press("Escape")
    terminal.wait(lambda screen: sentence("tui.home.title") in screen)
    assert len(load_list(path).army.entries) == before - 3
    assert not Journal().records()


def in_tmux(keys: str) -> list[str]:
    return [NAMES.get(key, key.capitalize() if len(key) > 1 else key) for key in keys.split()]


def kill_builder(terminal: Terminal) -> ArmyList:
    """Wait for a stable journal, kill the builder, and return the journalled list."""
    end, since, armies = time.monotonic() + PATIENCE, time.monotonic(), list[ArmyList]()
    while not armies or time.monotonic() - since < SETTLED:
        assert time.monotonic() < end, f"nothing was written down:\n{terminal.screen}"
        now = [record.army for record in Journal().records()]
        if now != armies:
            since, armies = time.monotonic(), now
        time.sleep(0.1)
    os.kill(terminal.process, signal.SIGKILL)
    terminal.close()
    [record] = Journal().records()
    return record.army


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Terminal]:
    session = Terminal(f"lb-{os.getpid()}-{tmp_path.name}", (80, 24))
    yield session
    session.close()


@pytest.mark.parametrize("kind", KINDS)
def test_kill_after_an_edit_loses_nothing(small: Terminal, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "my.yaml"
    path.write_bytes(SAMPLE.read_bytes())
    small.start(*builder(str(path)))
    small.wait(lambda screen: "Vale Regiment" in screen and EDIT in screen)
    keys = {"combine": "c c enter", "join": "home down j home enter j end enter", "undo": "x d u"}.get(
        kind, EDITS[kind]
    )
    small.press(*in_tmux(keys))
    done = kill_builder(small)
    small.start(*builder(str(path)))
    small.wait(lambda screen: sentence("history.unsaved") in screen and beginning("tui.history.unsaved") in screen)
    small.press("Enter")
    small.wait(lambda screen: EDIT in screen)
    small.press("Escape")
    small.wait(lambda screen: sentence("tui.home.title") in screen)
    saved = load_list(path).army
    assert (saved.name, saved.entries) == (done.name, done.entries)
    assert not Journal().records()


def test_kill_before_first_save_loses_nothing(small: Terminal) -> None:
    small.start(*builder())
    lost = sentence("tui.home.lost").upper()
    small.wait(lambda screen: sentence("tui.home.new") in screen)
    small.press("n", "Enter")
    small.wait(lambda screen: sentence("tui.new.faction") in screen)
    small.press("Enter", "5", "0", "0", "Enter")
    small.wait(lambda screen: "0 / 500" in screen and f"⏎ {sentence('key.add-this')}" in screen)
    small.press("Enter", "Enter")
    assert len(kill_builder(small).entries) == 2
    small.start(*builder())
    small.wait(lambda screen: lost in screen)
    small.press("Enter")
    small.wait(lambda screen: sentence("sheet.units", n=2) in screen and EDIT in screen)
    small.press("Escape")
    small.wait(lambda screen: sentence("tui.home.title") in screen and lost not in screen)
    assert not Journal().records()


NEEDS_PGREP = pytest.mark.skipif(shutil.which("pgrep") is None, reason="needs pgrep")


def child_of(process: int) -> int:
    result = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=True)
    return int(result.stdout)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def until_it_ends(process: int) -> None:
    end = time.monotonic() + PATIENCE
    while is_alive(process):
        assert time.monotonic() < end, "it goes on without a terminal"
        time.sleep(0.1)


@NEEDS_PGREP
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM], ids=["hang-up", "terminate"])
def test_termination_signal_journals_the_last_edit(small: Terminal, tmp_path: Path, number: int) -> None:
    path, code = tmp_path / "my.yaml", tmp_path / "code"
    path.write_bytes(SAMPLE.read_bytes())
    before = len(load_list(path).army.entries)
    small.start("sh", "-c", f"{shlex.join(builder(str(path)))}; echo $? > {code}; sleep 60")
    small.wait(lambda screen: "Vale Regiment" in screen and EDIT in screen)
    process = child_of(small.process)
    small.press("x")
    small.wait(lambda screen: "1,780 / 2,000" in screen)
    os.kill(process, number)
    small.wait(lambda _: code.exists() and bool(code.read_text("utf-8")))
    assert code.read_text("utf-8").strip() == str(128 + number)
    [record] = Journal().records()
    assert len(record.army.entries) == before - 1
    assert "Traceback" not in small.screen


@NEEDS_PGREP
def test_builder_ends_with_its_terminal(small: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    path.write_bytes(SAMPLE.read_bytes())
    before = len(load_list(path).army.entries)
    # the parent shell ignores the hang-up and does not pass it on, as `make` does
    small.start("sh", "-c", f"trap '' HUP; {shlex.join(builder(str(path)))}; true")
    small.wait(lambda screen: "Vale Regiment" in screen and EDIT in screen)
    process = child_of(small.process)
    small.press("x")
    small.wait(lambda screen: "1,780 / 2,000" in screen)
    small.close()
    until_it_ends(process)
    [record] = Journal().records()
    assert len(record.army.entries) == before - 1
