"""The desk's own tables, which an organiser may mend and add to: what was added stays, and what is the same is left."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from listbuilder.desk.tables import format_table, read_table


def save_table(path: Path, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Save rows that their first cell names; a file in which nothing changes is not touched."""
    try:
        heads, there = read_table(path.read_bytes())
    except FileNotFoundError:
        heads, there = (), []
    if heads and [[row.get(column) for column in columns] for row in there] == [list(row) for row in rows]:
        return
    added = [head for head in heads if head not in columns]
    notes = {row.get(columns[0]): [row.get(head) for head in added] for row in there}
    nothing = [""] * len(added)
    made = format_table((*columns, *added), [[*row, *notes.get(row[0], nothing)] for row in rows])
    from listbuilder.disk import write_atomically  # noqa: PLC0415  # most that is looked at is not written

    write_atomically(path, made.encode())
