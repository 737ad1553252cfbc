"""`python -m listbuilder.library` writes the index of the bundled data anew, and names what it could not take up."""

from __future__ import annotations

import sys

from listbuilder.library.index import data_files, load_index, save_index
from listbuilder.library.locations import bundled_data


def main() -> int:
    """Write the index; tell which files are not in it."""
    folder = bundled_data()
    save_index(folder)
    known = {row["path"] for row in load_index(folder)}
    left = [name for path in data_files(folder) if (name := path.relative_to(folder).as_posix()) not in known]
    for name in left:
        sys.stderr.write(f"{name} is no data file as it stands; `listbuilder data check` says why.\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
