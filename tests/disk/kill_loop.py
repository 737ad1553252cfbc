"""Kill a process that saves in a tight loop and inspect what it leaves: `kill_loop.py FOLDER TIMES`.

A test runs it with a few kills; prints the results as JSON.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path

from listbuilder.disk import remove_leftovers
from listbuilder.errors import ListbuilderError
from listbuilder.listfiles.files import load_list, parse_list, save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile

ARMY = parse_list("format: 1\nname: Nobody\nsystem: aof-3.5\npoints: 500\nunits: []\n").army
LONGEST = 0.02


def save_for_ever(path: Path, pipe: int) -> None:
    """Journal and save one version after another; signal when the first is done."""
    list_file = OpenListFile.load(path, Journal())
    for number in count(1):
        army = replace(ARMY, name=f"Version {number}", notes="x" * 2000)
        list_file.write_journal(army)
        list_file.save(army)
        if number == 1:
            os.write(pipe, b".")


def kill_once(path: Path, chance: random.Random) -> None:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        save_for_ever(path, writer)
    os.read(reader, 1)
    time.sleep(chance.random() * LONGEST)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reader)
    os.close(writer)


def count_files(path: Path, counts: Counter[str]) -> None:
    """Count what is wrong after a kill."""
    for name in (path, path.with_name(path.name + ".bak")):
        try:
            counts["whole"] += load_list(name).army.name.startswith("Version")
        except ListbuilderError:
            counts[f"broken {name.name}"] += 1
    counts["temporary"] += len([*path.parent.glob(".*.tmp")])
    remove_leftovers(path.parent)
    try:
        OpenListFile.load(path, Journal()).close()
        counts["opened"] += 1
    except ListbuilderError as error:
        counts[f"not opened: {error}"] += 1
    journal = Journal()
    journal.clean_up()
    counts["journal"] += len(journal.find_recoverable())
    for lost in journal.find_recoverable():
        journal.discard(lost)


def main(folder: Path, times: int) -> None:
    os.environ["LISTBUILDER_STATE"] = str(folder / "state")
    path = folder / "list.yaml"
    save_list(replace(ARMY, name="Version 0"), path)
    chance = random.Random(11)
    counts: Counter[str] = Counter()
    for _ in range(times):
        kill_once(path, chance)
        count_files(path, counts)
    for where in (folder, *(folder / "state").iterdir()):  # as the next writer would
        remove_leftovers(where)
    counts["left"] = len([*folder.rglob("*.tmp"), *folder.rglob("*.lock")])
    sys.stdout.write(json.dumps(counts))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
