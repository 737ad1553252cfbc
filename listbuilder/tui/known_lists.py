"""Lists to choose another one from: the player's own, then those that come along."""

from __future__ import annotations

from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.face import Face
from listbuilder.tui.memory import memory_of
from listbuilder.tui.shelf import list_files
from listbuilder.tui.view.row import Part, Row, row


def list_rows(app: Face, system: str | None = None) -> list[Row]:
    """Give a row for each list, by the path of its file; of those that come along, only those for one game."""
    known = memory_of(app).cards
    rows = []
    for path in list_files(app.settings):
        name = known[path].name if path in known else path.stem
        rows.append(row(str(path), plain_line(name), (Part(plain_line(path.name), "dim"),)))
    sample = app.tr("tui.home.bundled")
    samples = [header for header in app.library.sample_lists() if system in (None, header.system)]
    return [*rows, *(row(str(header.file), plain_line(header.name), (Part(sample, "dim"),)) for header in samples)]
