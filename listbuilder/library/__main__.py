"""`python -m listbuilder.library` writes index and schema files anew, and names what the index could not take up."""

from __future__ import annotations

import sys

from listbuilder.library.index import data_files, load_index, save_index
from listbuilder.library.locations import bundled_data, bundled_schemas
from listbuilder.library.schema_files import save_schemas


def main() -> int:
    """Write them; tell which files are not in the index."""
    folder = bundled_data()
    save_index(folder)
    save_schemas(bundled_schemas())
    known = {row["path"] for row in load_index(folder)}
    left = [name for path in data_files(folder) if (name := path.relative_to(folder).as_posix()) not in known]
    for name in left:
        sys.stderr.write(f"{name} is no data file as it stands; `listbuilder data check` says why.\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
