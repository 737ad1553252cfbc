"""The hand-written documents as pages of the site, and the files that they link to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from docs.site.links import move_links
from docs.site.page import Page, block, plain

_TOP = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "docs/adr/README.md": "adr/index.md",
    "docs/codes/README.md": "codes/index.md",
    "NOTICE": "credits.md",
    "LICENSE": "credits.md",
    "docs/adr": "adr/index.md",
    "docs/codes": "codes/index.md",
    "docs/guide": "guide/players.md",
}
"""Documents and folders whose page has a different name."""


class Documents:
    """The documents of a repository as pages; `files` collects the other files that they link to."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.files: dict[str, Path] = {}

    def pages(self) -> Iterator[Page]:
        """Return a page for each document."""
        for document in self._written():
            text = (self._root / document).read_text(encoding="utf-8")
            page = self._place(document)
            assert page is not None
            yield Page(page, move_links(text, document, page, self._place))
        yield self._credits()

    def _written(self) -> Iterator[str]:
        yield from (name for name in _TOP if name.endswith(".md") and "/" not in name)
        for path in sorted((self._root / "docs").rglob("*.md")):
            if "site" not in path.relative_to(self._root).parts:
                yield path.relative_to(self._root).as_posix()

    def _place(self, wanted: str) -> str | None:
        """Return the path of a file in the site, or None if it has none; other files are copied into the site."""
        path = self._root / wanted
        if not path.exists():
            return None
        if wanted in _TOP:
            return _TOP[wanted]
        inside = PurePosixPath(wanted)
        if inside.suffix == ".md":
            return inside.relative_to("docs").as_posix()
        if path.is_dir():
            return None
        there = inside.relative_to("docs") if inside.is_relative_to("docs") else PurePosixPath("files") / inside
        self.files[there.as_posix()] = path
        return there.as_posix()

    def _credits(self) -> Page:
        notice = (self._root / "NOTICE").read_text(encoding="utf-8")
        licence = (self._root / "LICENSE").read_text(encoding="utf-8")
        told = "\n\n".join(plain(part) for part in notice.split("\n\n")[1:])
        return Page("credits.md", f"# Credits\n\n{told}\n\n## Licence of the program\n\n{block(licence)}")
