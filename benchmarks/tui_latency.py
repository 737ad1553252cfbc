"""From key press to painted screen, and from start to first paint, against an empty Textual app in the same run.

    python benchmarks/tui_latency.py [--json]

The list is the 2,000-point sample, rebuilt with the largest faction; keys walk through the panes, pick and put back
upgrades, add and remove units, undo and redo. "painted" is the first paint after the key, with the ghost of what the
cursor has come to; "settled" the last one, when what else may be picked and what units do have been worked out as well.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual import events
    from textual.app import App

BUDGET_MS = 30
BUDGET_RATIO = 5
BUDGET_START = 1.2
ROUNDS = 8
"""So many that a twentieth of the keys is more than one key's luck."""
KEYS = (
    *("down", "down", "up", "tab", "down", "down", "down", "enter", "u", "ctrl+r", "u"),
    *("tab", "down", "down", "enter", "down", "enter", "u", "u", "tab", "x", "u", "d", "u", "down", "c", "escape"),
)
FIRST_PAINT = """
import sys, time
begun = float(sys.argv[1])
sys.argv = sys.argv[:1]
{imports}
app = {app}
inner = app._display
def display(screen, renderable):
    inner(screen, renderable)
    if renderable is not None and app._running:
        print(time.time() - begun)
        app.exit()
app._display = display
app.run(headless=True, size=(120, 40))
"""


class Probe:
    """Notes when an app paints."""

    def __init__(self, app: App[Any]) -> None:
        self.paints: list[float] = []
        inner = app._display

        def display(screen: Any, renderable: Any) -> None:
            inner(screen, renderable)
            self.paints.append(time.perf_counter())

        app._display = display  # type: ignore[method-assign]  # where every paint passes


async def measure(app: App[Any], keys: Sequence[str], rounds: int) -> tuple[list[float], list[float]]:
    """Press keys and give the times to the first and to the last paint of each, in milliseconds."""
    from textual import events

    probe = Probe(app)
    painted: list[float] = []
    settled: list[float] = []
    async with app.run_test(size=(140, 44)) as pilot:
        await pilot.pause(1.0)
        for _ in range(rounds):
            for key in keys:
                probe.paints.clear()
                character = key if len(key) == 1 else None
                begun = time.perf_counter()
                assert app._driver is not None
                app._driver.send_message(events.Key(key, character))
                await asyncio.sleep(0.12)
                if probe.paints:
                    painted.append((probe.paints[0] - begun) * 1000)
                    settled.append((probe.paints[-1] - begun) * 1000)
    return painted, settled


def empty_app() -> App[Any]:
    """An app that does nothing but show the last key."""
    from textual.app import App, ComposeResult
    from textual.widgets import Static

    class Empty(App[None]):
        def compose(self) -> ComposeResult:
            yield Static("")

        def on_key(self, event: events.Key) -> None:
            self.query_one(Static).update(f"{event.key} {time.perf_counter()}")

    return Empty()


def builder() -> App[Any]:
    """The builder with a 2,000-point list of the largest faction."""
    from listbuilder.__main__ import RUBBISH_OF_A_SCREEN
    from listbuilder.library import Library
    from listbuilder.model import ArmyList, SystemId
    from listbuilder.rules.edits import Add
    from listbuilder.tui.app import BuilderApp
    from listbuilder.tui.settings import Settings
    from listbuilder.tui.workspace import Workspace

    gc.set_threshold(RUBBISH_OF_A_SCREEN)  # as the program does it
    library = Library.open()
    largest = max(library.factions("aof-3.5"), key=lambda header: header.units)
    workspace = Workspace(library, ArmyList(name="Benchmark", system=SystemId("aof-3.5"), points=2000), [largest.id])
    units = [unit for unit in workspace.factions[0].units.values() if unit.sections]
    for unit in units * 3:
        if workspace.roster.cost + unit.cost <= 1900:
            workspace.do(Add(unit.ref))
    path = Path(os.environ["LISTBUILDER_LISTS"]) / "benchmark.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    from listbuilder.listfiles import save_list

    save_list(workspace.army, path)
    return BuilderApp(str(path), settings=Settings())


def first_paint(imports: str, app: str) -> float:
    """Give the least time of several starts to the first paint, in milliseconds."""
    code = FIRST_PAINT.format(imports=imports, app=app)
    times = []
    for _ in range(9):
        done = subprocess.run(
            [sys.executable, "-c", code, str(time.time())], capture_output=True, text=True, check=True
        )
        times.append(float(done.stdout.split()[0]) * 1000)
    return statistics.median(times)


def percentile(values: Sequence[float], share: float) -> float:
    """Give the value below which a share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main() -> int:
    """Measure, print, and tell by the exit code whether the budgets are met."""
    folder = tempfile.mkdtemp()
    for name in ("STATE", "CONFIG", "LISTS"):
        os.environ[f"LISTBUILDER_{name}"] = f"{folder}/{name.lower()}"
    empty, _ = asyncio.run(measure(empty_app(), ("a", "b", "c", "d") * 8, ROUNDS))
    painted, settled = asyncio.run(measure(builder(), KEYS, ROUNDS))
    start_empty = first_paint("from textual.app import App", "App()")
    start = first_paint("from listbuilder.tui.app import BuilderApp", "BuilderApp()")
    found = {
        "keys": len(painted),
        "empty_p95_ms": round(percentile(empty, 0.95), 1),
        "painted_p50_ms": round(percentile(painted, 0.5), 1),
        "painted_p95_ms": round(percentile(painted, 0.95), 1),
        "painted_ratio": round(percentile(painted, 0.95) / percentile(empty, 0.95), 1),
        "settled_p95_ms": round(percentile(settled, 0.95), 1),
        "start_empty_ms": round(start_empty),
        "start_ms": round(start),
        "start_ratio": round(start / start_empty, 2),
    }
    if "--json" in sys.argv:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:18} {value}")
    quick = found["painted_p95_ms"] <= BUDGET_MS and found["painted_ratio"] <= BUDGET_RATIO
    return 0 if quick and found["start_ratio"] <= BUDGET_START else 1


if __name__ == "__main__":
    sys.exit(main())
