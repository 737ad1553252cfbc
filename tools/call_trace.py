"""List the files of the package in which a function is entered: `python -m tools.call_trace WORKFLOW`.

The workflows are `validate` (a save of Army Forge), `add` (a unit in the builder, until the screen is idle) and `pdf`
(a list file to a PDF). Module bodies, class bodies and comprehensions are left out: only functions count.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import inspect
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = f"{ROOT / 'listbuilder'}{os.sep}"
WORKFLOWS = {
    "validate": ["validate", "friends/save.json"],
    "add": [],
    "pdf": ["export", "lists/iron-vale.yaml", "--output", "list.pdf", "--quiet"],
}
"""The arguments of the command line; without arguments, keys are pressed in the builder."""
RESULT = "files.txt"
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
SCREEN = (120, 40)
IDLE_SECONDS = 3.0
"""The screen counts as idle if no new file was entered for this long."""


class Trace:
    """The files entered while the trace is running."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.changed = monotonic()

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Record calls in all threads."""
        threading.setprofile(self._record)
        sys.setprofile(self._record)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    async def wait_until_idle(self) -> None:
        """Wait until no new file is entered any more."""
        self.changed = monotonic()
        rest = IDLE_SECONDS
        while rest > 0:
            await asyncio.sleep(rest)
            rest = self.changed + IDLE_SECONDS - monotonic()

    def _record(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event != "call" or code.co_filename in self.files or not code.co_filename.startswith(PACKAGE):
            return
        if code.co_flags & inspect.CO_OPTIMIZED and code.co_name not in COMPREHENSIONS:
            self.files.add(code.co_filename)
            self.changed = monotonic()


def list_files(workflow: str) -> list[str]:
    """Return the files of a workflow, relative to the package, with a warm cache.

    Raises:
        subprocess.CalledProcessError: The workflow failed.
    """
    with TemporaryDirectory() as folder:
        own = {
            f"LISTBUILDER_{name}": f"{folder}/{name.lower()}" for name in ("CACHE", "DATA", "STATE", "CONFIG", "LISTS")
        }
        environment = {**os.environ, **own, "LISTBUILDER_LANG": "en", "PYTHONPATH": str(ROOT)}
        world = Path(folder) / "world"
        for module, arguments, start in (
            ("listbuilder", ["sample", "world", "--quiet"], folder),
            ("listbuilder", ["validate", "friends", "lists/iron-vale.yaml", "--quiet"], world),
            ("tools.call_trace", [workflow, "--trace"], world),
        ):
            subprocess.run(  # noqa: S603  # our own program
                [sys.executable, "-m", module, *arguments], cwd=start, env=environment, capture_output=True, check=True
            )
        return (world / RESULT).read_text(encoding="utf-8").split()


def _trace_workflow(workflow: str) -> None:
    """Run a workflow in this process and folder, and write the names of the files there."""
    trace = Trace()
    if arguments := WORKFLOWS[workflow]:
        main: Any = importlib.import_module("listbuilder.__main__").main
        with trace.running():
            assert main(arguments) == 0
    else:
        asyncio.run(_add_unit(trace))
    Path(RESULT).write_text("\n".join(sorted(path.removeprefix(PACKAGE) for path in trace.files)), encoding="utf-8")


async def _add_unit(trace: Trace) -> None:
    """Press `a` to go to the units, then trace the `a` that adds the unit under the cursor."""
    from textual.app import App  # noqa: PLC0415  # commands are traced without Textual

    module = importlib.import_module("listbuilder.tui.app")
    classes: list[Any] = [member for member in vars(module).values() if isinstance(member, type)]
    (builder,) = (member for member in classes if issubclass(member, App) and member.__module__ == module.__name__)
    app = builder("lists/iron-vale.yaml")
    async with app.run_test(size=SCREEN) as pilot:
        await trace.wait_until_idle()
        await pilot.press("a")
        await trace.wait_until_idle()
        with trace.running():
            await pilot.press("a")
            await trace.wait_until_idle()


if __name__ == "__main__":
    if "--trace" in sys.argv:
        _trace_workflow(sys.argv[1])
    else:
        names = list_files(sys.argv[1])
        print(*names, f"{len(names)} files", sep="\n")
