"""The time from a key press to the painted screen, and from start to first paint, compared with an empty Textual app.

    python -m benchmarks tui_latency

Budgets: 30 ms and 5 times the empty app from a key to its paint (95th percentile), 1.2 times the empty app to the first
paint (measured: 1.16), and a held arrow key never outruns the builder.

The list is a 2,000-point army of the largest faction. The keys move through the panes, preview units and upgrades, add
and remove them, search, open dialogs, undo and redo, on a small and a large screen. Both apps run side by side and get
keys in turn. Processor time is measured; the time by the clock is shown too and counts if the machine is quiet.
"""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from statistics import median

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static

from benchmarks.measurement import format_budget, full_or_short, median_times, print_time
from benchmarks.screens import AppDriver, Press
from listbuilder.__main__ import BUILDER_GC_THRESHOLD
from listbuilder.library import Library
from listbuilder.listfiles.files import save_list
from listbuilder.model import ArmyList, SystemId
from listbuilder.rules.edits import AddEntry
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.user_settings import Settings

MAX_MILLISECONDS, MAX_RATIO, MAX_START_RATIO = 30, 5, 1.2
SIZES = full_or_short(((80, 24), (140, 44)), ((140, 44),))
ROUNDS, STARTS = full_or_short((6, 9), (1, 2))
HELD_KEYS, PACE = 40, 1 / 40
_QUIET_RATIO = 1.5
"""The highest ratio of clock time to processor time on a quiet machine."""
WALK = (
    *(("arrow in the army", key) for key in ("down", "down", "down", "up", "up")),
    ("next pane", "tab"),
    *(("arrow among options", "down") for _ in range(6)),
    *(("upgrade added, undone, redone", key) for key in ("enter", "u", "ctrl+r", "u")),
    ("next pane", "tab"),
    *(("arrow among units", "down") for _ in range(6)),
    *(("unit added, undone", key) for key in ("enter", "down", "enter", "u", "u")),
    ("next pane", "tab"),
    *(("unit removed, duplicated, undone", key) for key in ("x", "u", "d", "u")),
    *(("search", key) for key in ("slash", *"ghoul", "escape")),
    *(("dialog", key) for key in ("r", "escape")),
)
START = """
import time
{imports}
app = {app}
inner = app._display
def display(screen, update):
    inner(screen, update)
    if update is not None and app._running and {condition}:
        print(time.process_time())
        app.exit()
app._display = display
app.run(headless=True, size=(120, 40))
"""
EMPTY_START = START.format(imports="from textual.app import App", app="App()", condition="True")
_BUILDER = "from listbuilder.tui.app import BuilderApp"
BUILDER_START = START.format(imports=_BUILDER, app="BuilderApp()", condition="True")
HOME_START = START.format(imports=_BUILDER, app="BuilderApp()", condition="type(screen).__name__ == 'HomeScreen'")


class EmptyApp(App[None]):
    """An app that only shows the last key."""

    def compose(self) -> ComposeResult:
        """Build the only line."""
        yield Static("")

    def on_key(self, event: Key) -> None:
        """Show the key and its time."""
        self.query_one(Static).update(f"{event.key} {event.time}")


def open_builder() -> AppDriver:
    """Open a 2,000-point list of the largest faction."""
    library = Library.open()
    largest = max(library.factions("aof-3.5"), key=lambda header: header.units)
    session = EditorSession(library, ArmyList(name="Benchmark", system=SystemId("aof-3.5"), points=2000), [largest.id])
    units = [unit for unit in session.factions[0].units.values() if unit.sections]
    for unit in units * 3:
        if session.roster.cost + unit.cost <= 1900:
            session.apply(AddEntry(unit.ref))
    path = Path(os.environ["LISTBUILDER_LISTS"]) / "benchmark.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    save_list(session.army, path)
    app = BuilderApp(str(path), settings=Settings())

    def is_busy() -> bool:
        return isinstance(app.screen, EditorScreen) and app.screen.idle_tasks.is_busy

    def has_preview() -> bool:
        return isinstance(app.screen, EditorScreen) and any(row.key == "preview" for row in app.screen.status.rows)

    return AppDriver(app, is_busy, has_preview)


async def measure_keys(size: tuple[int, int]) -> tuple[list[Press], dict[str, list[Press]], float]:
    """Press keys in both apps in turn. Return the times of the empty app, of the builder by kind, and of a held key."""
    empty, full = AppDriver(EmptyApp()), open_builder()
    idle: list[Press] = []
    kinds: dict[str, list[Press]] = defaultdict(list)
    async with AsyncExitStack() as stack:
        for driver in (empty, full):
            await stack.enter_async_context(driver.app.run_test(size=size))
            await driver.wait_until_idle()
        for turn in range(ROUNDS + 1):
            for kind, key in WALK:
                pressed = (await empty.press("a"), await full.press(key))
                if turn and pressed[0] is not None and pressed[1] is not None:  # the first round imports modules
                    idle.append(pressed[0])
                    kinds[kind].append(pressed[1])
        await full.press("1")
        held = await full.hold(["down"] * HELD_KEYS + ["up"] * HELD_KEYS, PACE)
    return idle, kinds, held


def report(size: tuple[int, int]) -> None:
    """Measure and print the keys on a screen of some size."""
    idle, kinds, held = asyncio.run(measure_keys(size))
    every = [press for presses in kinds.values() for press in presses]
    previews = sum(press.has_preview for press in every)
    print(f"{size[0]} x {size[1]}: {len(every)} keys, {previews} of them with a preview")
    for kind, presses in kinds.items():
        cpu, empty = (median(press.cpu for press in some) for some in (presses, idle))
        print_time(f"  {kind}, median", cpu / 1000, cpu / empty, "empty app")
    print_time("  until idle, 95th percentile", _p95(press.settled for press in every) / 1000)
    cpu, empty = (_p95(press.cpu for press in some) for some in (every, idle))
    clock, empty_clock = (_p95(press.painted for press in some) for some in (every, idle))
    is_quiet = empty_clock < empty * _QUIET_RATIO
    print_time(
        "  key to paint, 95th percentile", cpu / 1000, cpu / empty, f"empty app {format_budget(cpu / empty, MAX_RATIO)}"
    )
    machine = "quiet" if is_quiet else "busy"
    print_time("  the same by the clock", clock / 1000, clock / empty_clock, f"empty app, the machine is {machine}")
    counted, source = (clock, "clock") if is_quiet else (cpu, "processor time")
    print(f"  milliseconds by {source}: {counted:.1f} {format_budget(counted, MAX_MILLISECONDS)}")
    share = held / 1000 / PACE
    print_time("  held arrow key", held / 1000, share, f"the time to the next key {format_budget(share, 1)}")


def _p95(values: Iterable[float]) -> float:
    ordered = sorted(values)
    return ordered[int(len(ordered) * 0.95)]


def run_start(code: str) -> float:
    """Run code in a new process and return the time that it prints."""
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def report_start() -> None:
    """Measure and print the time to the first paint."""
    codes = {"empty": EMPTY_START, "builder": BUILDER_START, "home": HOME_START}
    times = median_times({name: partial(run_start, code) for name, code in codes.items()}, STARTS)
    ratio = times["builder"] / times["empty"]
    print_time("first paint, empty app", times["empty"])
    print_time("first paint, builder", times["builder"], ratio, f"empty app {format_budget(ratio, MAX_START_RATIO)}")
    print_time("home screen, builder", times["home"], times["home"] / times["empty"], "empty app")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("STATE", "CONFIG", "LISTS"):
            os.environ[f"LISTBUILDER_{name}"] = f"{folder}/{name.lower()}"
        gc.set_threshold(BUILDER_GC_THRESHOLD)  # as the program does
        for size in SIZES:
            report(size)
        report_start()


if __name__ == "__main__":
    main()
