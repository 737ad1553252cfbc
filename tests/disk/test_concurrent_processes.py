"""Real processes: killed while they save, and racing for one file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from listbuilder.listfiles.files import load_list, parse_list, save_list

HERE = Path(__file__).parent
KILLS = int(os.environ.get("LISTBUILDER_KILLS", "25"))
"""How many processes are killed; use a thousand for a long run."""


def test_kill_never_corrupts_files(tmp_path):
    command = [sys.executable, str(HERE / "kill_loop.py"), str(tmp_path), str(KILLS)]
    data = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert {name: number for name, number in data.items() if name not in ("temporary", "journal")} == {
        "whole": 2 * KILLS,
        "opened": KILLS,
        "left": 0,
    }


def test_racing_saves_report_correctly(tmp_path):
    path = tmp_path / "list.yaml"
    save_list(parse_list("format: 1\nname: One\nsystem: s\nunits: []\n").army, path)
    racers = [
        subprocess.Popen(
            [sys.executable, str(HERE / "racer.py"), str(path), mark, "60"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for mark in "abc"
    ]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("\n")
        racer.stdin.flush()
    saves = [int(racer.communicate()[0]) for racer in racers]
    changes = (load_list(path).army.notes or "").split()
    assert len(changes) == len(set(changes)) == sum(saves) > 0


LIMITED = """
import resource, sys
from pathlib import Path
from listbuilder.disk import UnsavedError, write_atomically
path = Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_atomically(path, b"new" * 1000)
except UnsavedError as error:
    print(error.key)
"""


def test_file_size_limit_counts_as_full_disk(tmp_path):
    path = tmp_path / "list.yaml"
    path.write_bytes(b"old")
    ran = subprocess.run([sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "save.full"
    assert path.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["list.yaml"]
