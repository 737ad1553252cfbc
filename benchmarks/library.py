"""The time to load data.

    python -m benchmarks library

Budgets: 2 ms for the list of factions, 3 times `json.loads` of the compiled faction for a faction in the cache, 0.25 s
for the largest faction without a cache, 15 s to check all bundled data.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.measurement import best_time, print_time
from listbuilder.datafiles.check_files import check_all
from listbuilder.library import Library
from listbuilder.library.locations import bundled_data_folder


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"LISTBUILDER_CACHE": folder, "LISTBUILDER_DATA": ""}
        library = Library.open()
        print_time("list of all factions", best_time(lambda: Library.open().factions(), 50))
        header = max(library.factions(), key=lambda faction: faction.file.stat().st_size)
        largest, system = header.id, header.systems[0]
        cold = perf_counter()
        units = library.faction(largest, system).units
        for unit in units:
            units[unit]
        print_time(f"{largest} without a cache, all units", perf_counter() - cold)
        compiled = max(Path(folder).rglob("*.json"), key=lambda path: path.stat().st_size)
        _checksum, *lines = compiled.read_bytes().splitlines()
        plain = best_time(lambda: [json.loads(text) for text in lines], 100)
        print_time("json.loads of the compiled faction", plain)
        fresh = iter([Library.open() for _ in range(50)])  # each loads the faction for the first time
        warm = best_time(lambda: next(fresh).faction(largest, system), 50)
        print_time(f"{largest} from the cache", warm, warm / plain, "json.loads (budget 3)")
        start = perf_counter()
        reports = check_all([bundled_data_folder()], jobs=2)
        print_time(f"{len(reports)} bundled files checked", perf_counter() - start)


if __name__ == "__main__":
    main()
