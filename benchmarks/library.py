"""How long data takes to be there, as ratios to plain JSON.

    python -m benchmarks.library

Budgets: the factions from the index within 2 ms after start, a faction from a warm cache within 3 times plain
`json.loads` of its compiled form, the largest faction cold within 0.25 s, all bundled data checked within 15 s.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.measuring import best, line
from listbuilder.datafiles.check_files import check_all
from listbuilder.library import Library
from listbuilder.library.locations import bundled_data_folder


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"LISTBUILDER_CACHE": folder, "LISTBUILDER_DATA": ""}
        library = Library.open()
        line("names of all factions", best(lambda: Library.open().factions(), 50))
        found = max(library.factions(), key=lambda header: header.file.stat().st_size)
        largest, system = found.id, found.systems[0]
        cold = perf_counter()
        units = library.faction(largest, system).units
        for unit in units:
            units[unit]
        line(f"{largest}, cold, every unit built", perf_counter() - cold)
        compiled = max(Path(folder).rglob("*.json"), key=lambda path: path.stat().st_size)
        _checksum, *lines = compiled.read_bytes().splitlines()
        plain = best(lambda: [json.loads(text) for text in lines], 100)
        line("plain json.loads of the largest compiled form", plain)
        fresh = iter([Library.open() for _ in range(50)])  # each opens the faction for the first time
        warm = best(lambda: next(fresh).faction(largest, system), 50)
        line(f"{largest}, warm", warm, warm / plain, "json.loads (budget 3)")
        start = perf_counter()
        reports = check_all([bundled_data_folder()], jobs=2)
        line(f"{len(reports)} bundled files checked", perf_counter() - start)


if __name__ == "__main__":
    main()
