"""From key press to painted screen, and from start to first paint, against an empty Textual app in the same run.

    python -m benchmarks tui_latency

The list is a 2,000-point army of the largest faction. Keys walk through the panes, look ahead to what units and options
would lead to, pick and put back, add, remove, search, ask, undo and redo, on a small and on a large screen. The empty
app shows the last key; both run side by side and are pressed in turn, so that what disturbs one disturbs the other.

A key counts from its arrival to its first paint, with the ghost of what the cursor has come to and with what a terminal
is sent for it; the next one comes when all is worked out. Time is told by the processor, which on a quiet machine says
what the clock says; on a busy one the clock tells of the neighbours. It is shown too, and counts where the empty app
shows that the machine was quiet. An arrow is held down at the pace of a quick keyboard, among the units with their
ghosts: it outruns the builder where that works longer for a key than it takes for the next to come.
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

from benchmarks.measuring import goal, line, medians
from benchmarks.screens import Press, Stage
from listbuilder.__main__ import BUILDER_GC_THRESHOLD
from listbuilder.library import Library
from listbuilder.listfiles.files import save_list
from listbuilder.model import ArmyList, SystemId
from listbuilder.rules.edits import AddEntry
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.user_settings import Settings

MOST_MS, MOST_TIMES, MOST_START = 30, 5, 1.2
SIZES = ((80, 24), (140, 44))
ROUNDS, STARTS = 6, 9
HELD, PACE = 40, 1 / 40
_QUIET = 1.5
"""How many times what the processor says the clock may say where nothing else is running."""
WALK = (
    *(("an arrow in the army", key) for key in ("down", "down", "down", "up", "up")),
    ("the next pane", "tab"),
    *(("an arrow among options", "down") for _ in range(6)),
    *(("an option taken, undone, redone", key) for key in ("enter", "u", "ctrl+r", "u")),
    ("the next pane", "tab"),
    *(("an arrow among units", "down") for _ in range(6)),
    *(("a unit added, undone", key) for key in ("enter", "down", "enter", "u", "u")),
    ("the next pane", "tab"),
    *(("a unit removed, doubled, undone", key) for key in ("x", "u", "d", "u")),
    *(("something looked for", key) for key in ("slash", *"ghoul", "escape")),
    *(("a dialog", key) for key in ("r", "escape")),
)
START = """
import time
{imports}
app = {app}
inner = app._display
def display(screen, update):
    inner(screen, update)
    if update is not None and app._running and {there}:
        print(time.process_time())
        app.exit()
app._display = display
app.run(headless=True, size=(120, 40))
"""
EMPTY_START = START.format(imports="from textual.app import App", app="App()", there="True")
_BUILDER = "from listbuilder.tui.app import BuilderApp"
BUILDER_START = START.format(imports=_BUILDER, app="BuilderApp()", there="True")
HOME_START = START.format(imports=_BUILDER, app="BuilderApp()", there="type(screen).__name__ == 'HomeScreen'")


class Empty(App[None]):
    """An app that does nothing but show the last key."""

    def compose(self) -> ComposeResult:
        """Show one line."""
        yield Static("")

    def on_key(self, event: Key) -> None:
        """Show the key and when it came."""
        self.query_one(Static).update(f"{event.key} {event.time}")


def builder() -> Stage:
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

    def busy() -> bool:
        return isinstance(app.screen, EditorScreen) and app.screen.idle_tasks.is_busy

    def shows_ghost() -> bool:
        return isinstance(app.screen, EditorScreen) and any(row.key == "ghost" for row in app.screen.status.rows)

    return Stage(app, busy, shows_ghost)


async def walk(size: tuple[int, int]) -> tuple[list[Press], dict[str, list[Press]], float]:
    """Press keys in both apps in turn; give what they cost, by kind, and what an arrow costs that is held down."""
    empty, full = Stage(Empty()), builder()
    idle: list[Press] = []
    kinds: dict[str, list[Press]] = defaultdict(list)
    async with AsyncExitStack() as stack:
        for stage in (empty, full):
            await stack.enter_async_context(stage.app.run_test(size=size))
            await stage.rest()
        for turn in range(ROUNDS + 1):
            for kind, key in WALK:
                pressed = (await empty.press("a"), await full.press(key))
                if turn and pressed[0] is not None and pressed[1] is not None:  # what is imported once is no key's cost
                    idle.append(pressed[0])
                    kinds[kind].append(pressed[1])
        await full.press("1")
        held = await full.hold(["down"] * HELD + ["up"] * HELD, PACE)
    return idle, kinds, held


def report(size: tuple[int, int]) -> bool:
    """Measure and print what keys cost on a screen of some size; tell whether that is little enough."""
    idle, kinds, held = asyncio.run(walk(size))
    every = [press for presses in kinds.values() for press in presses]
    print(f"{size[0]} x {size[1]}: {len(every)} keys, {sum(press.told for press in every)} of them with a ghost")
    for kind, presses in kinds.items():
        worked, bare = (median(press.worked for press in some) for some in (presses, idle))
        line(f"  {kind} (median)", worked / 1000, worked / bare, "empty")
    line("  until all is worked out (95 of 100)", _p95(press.settled for press in every) / 1000)
    worked, bare = (_p95(press.worked for press in some) for some in (every, idle))
    clock, bare_clock = (_p95(press.painted for press in some) for some in (every, idle))
    quiet = bare_clock < bare * _QUIET
    ratio, share, slowest = worked / bare, held / 1000 / PACE, clock if quiet else worked
    line("  a key to its paint (95 of 100)", worked / 1000, ratio, f"empty {goal(ratio, MOST_TIMES)}")
    line("  by the clock", clock / 1000, clock / bare_clock, f"empty, the machine is {'quiet' if quiet else 'busy'}")
    print(f"  milliseconds {goal(slowest, MOST_MS)}, by the {'clock' if quiet else 'processor'}")
    line("  an arrow held down", held / 1000, share, f"the time to the next {goal(share, 1)}")
    return ratio <= MOST_TIMES and slowest <= MOST_MS and share <= 1


def _p95(values: Iterable[float]) -> float:
    ordered = sorted(values)
    return ordered[int(len(ordered) * 0.95)]


def seconds(code: str) -> float:
    """Start a process and give what it says."""
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def start() -> bool:
    """Measure and print how long it takes to the first paint; tell whether that is short enough."""
    codes = {"empty": EMPTY_START, "the builder": BUILDER_START, "the builder's home": HOME_START}
    found = medians({name: partial(seconds, code) for name, code in codes.items()}, STARTS)
    ratio = found["the builder"] / found["empty"]
    line("first paint, empty", found["empty"])
    line("first paint, the builder", found["the builder"], ratio, f"empty {goal(ratio, MOST_START)}")
    line("home is there", found["the builder's home"], found["the builder's home"] / found["empty"], "empty")
    return ratio <= MOST_START


def main() -> int:
    """Measure, print, and tell by the exit code whether the goals are reached."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("STATE", "CONFIG", "LISTS"):
            os.environ[f"LISTBUILDER_{name}"] = f"{folder}/{name.lower()}"
        gc.set_threshold(BUILDER_GC_THRESHOLD)  # as the program does it
        reached = [*map(report, SIZES), start()]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
