"""This version compared with version 1.0: Army Forge save to verdict, key to paint, and roster PDF.

    LISTBUILDER_BASELINE=/path/to/checkout python -m benchmarks baseline

Budget: at most 1.15 times the processor time of version 1.0 for each. The variable names a checkout of the tag
`baseline-1.0` with its own `.venv`. Both versions run the same code in alternating processes. It only uses what both
have in common: the public API and `BuilderApp`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.measurement import format_budget, full_or_short, median_times, print_time
from benchmarks.processes import isolated_environment

VARIABLE = "LISTBUILDER_BASELINE"
ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "data" / "lists" / "aof-3.5-the-iron-vale.yaml"
MAX_RATIO = 1.15
ROUNDS = full_or_short(7, 1)
REPEATS = full_or_short(300, 60)

_USAGE = f"""Skipped. To compare with version 1.0:
  git worktree add ../baseline baseline-1.0
  make -C ../baseline .venv/.ready
  {VARIABLE}=../baseline make bench"""

_LOOP = """
import sys, time
import listbuilder
path, repeats = sys.argv[1], int(sys.argv[2])
def mean_time(run, repeats):
    run()
    start = time.process_time()  # too coarse on some systems to time a single run
    for _ in range(repeats):
        run()
    return (time.process_time() - start) / repeats
"""
_VERDICT = (
    _LOOP
    + """
library = listbuilder.Library.open(user=False)
print(mean_time(lambda: listbuilder.load(path, library=library).verdict, repeats))
"""
)
_PDF = (
    _LOOP
    + """
army = listbuilder.load(path)
print(mean_time(lambda: army.export("pdf"), max(1, repeats // 10)))
"""
)
_KEY = """
import asyncio, sys, time
from textual import events
from listbuilder.tui.app import BuilderApp
try:
    from listbuilder.tui.user_settings import Settings
except ImportError:  # version 1.0
    from listbuilder.tui.settings import Settings
path, repeats = sys.argv[1], int(sys.argv[2])
KEYS = ["down", "down", "up", "tab", "down", "down", "enter", "u", "tab", "down", "down", "enter", "u", "tab"]
app = BuilderApp(path, settings=Settings())
paints = []
display = app._display
def record(screen, update):
    display(screen, update)
    if update is not None:
        update.render_segments(app.console)
        paints.append(time.thread_time())
app._display = record
async def wait_until_idle():
    quiet = 0
    while quiet < 6:
        count = len(paints)
        await asyncio.sleep(0.01)
        quiet = quiet + 1 if len(paints) == count else 0
async def main():
    times = []
    async with app.run_test(size=(140, 44)):
        await wait_until_idle()
        for turn in range(1 + max(1, repeats // 60)):
            for key in KEYS:
                paints.clear()
                start = time.thread_time()
                app._driver.send_message(events.Key(key, key if len(key) == 1 else None))
                await wait_until_idle()
                if paints and turn:
                    times.append(paints[0] - start)
    print(sum(times) / len(times))
asyncio.run(main())
"""


def _run(code: str, python: Path, root: Path, path: Path, environment: dict[str, str]) -> float:
    command = [str(python), "-c", code, str(path), str(REPEATS)]
    completed = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    if completed.returncode:
        raise RuntimeError(completed.stderr)
    return float(completed.stdout)


def _write_save(folder: Path) -> Path:
    from listbuilder.library import Library  # slow to import, not needed without a baseline
    from proof.army_forge_saves import army_forge_save, can_be_saved
    from proof.generated_lists import legal_lists, list_sources

    imported = tuple(
        table
        for table in list_sources(Library.open(user=False))
        if table.system.foreign_ids and table.faction.foreign_ids
    )
    rosters = (table.build_roster(army) for table, army in legal_lists(imported, 20, 9))
    save = folder / "save.json"
    save.write_text(json.dumps(army_forge_save(next(filter(can_be_saved, rosters)))), encoding="utf-8")
    return save


def main() -> None:
    """Measure and print the three ratios, or print how to name the baseline."""
    if not os.environ.get(VARIABLE):
        print(_USAGE)
        return
    baseline = Path(os.environ[VARIABLE]).resolve()
    versions = {"baseline": (baseline / ".venv" / "bin" / "python", baseline), "now": (Path(sys.executable), ROOT)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        save = _write_save(folder)
        army = folder / "list.yaml"
        army.write_bytes(SAMPLE.read_bytes())
        environments = {}
        for version, (_, root) in versions.items():
            environments[version] = isolated_environment(folder / version) | {"PYTHONPATH": str(root)}
            for variable in ("CONFIG", "LISTS"):
                environments[version][f"LISTBUILDER_{variable}"] = str(folder / version / variable.lower())
        for label, code, path in (
            ("save to verdict", _VERDICT, save),
            ("key to paint, mean", _KEY, army),
            ("roster PDF", _PDF, army),
        ):
            runs = {
                version: partial(_run, code, python, root, path, environments[version])
                for version, (python, root) in versions.items()
            }
            for run in runs.values():
                run()  # fills bytecode and cache
            times = median_times(runs, ROUNDS)
            ratio = times["now"] / max(times["baseline"], 1e-6)
            print_time(label, times["now"], ratio, f"version 1.0 {format_budget(ratio, MAX_RATIO)}")


if __name__ == "__main__":
    main()
