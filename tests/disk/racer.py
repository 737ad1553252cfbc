"""Change a list in competition with other processes; print how many saves were reported as done."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from listbuilder.disk import ChangedOnDiskError
from listbuilder.listfiles.files import load_list, save_list


def race(path: Path, mark: str, tries: int) -> int:
    done = 0
    for number in range(tries):
        loaded = load_list(path)
        changed = replace(loaded.army, notes=f"{loaded.army.notes or ''} {mark}{number}".strip())
        try:
            save_list(changed, path, expected=loaded.stamp)
        except ChangedOnDiskError:
            continue
        done += 1
    return done


if __name__ == "__main__":
    sys.stdin.readline()  # all start together
    sys.stdout.write(str(race(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))
