"""The user's comments in a list file, kept over an edit.

What survives: the block at the top, comments above or behind a key of the list (where its value takes several lines
they move above it), comments above, inside or behind an entry (those inside move above it), and the block at the end.
What does not: blank lines between entries, and comments on a key or an entry that was taken out of the list. Comments
inside the mapping of books move above `books`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_INDENT = "  "
Anchor = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comments:
    """Comments by what they stand at: `("key", name)` or `("entry", id)`."""

    header: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()
    above: Mapping[Anchor, tuple[str, ...]] = field(default_factory=dict)
    behind: Mapping[Anchor, str] = field(default_factory=dict)

    def before_key(self, key: str) -> tuple[str, ...]:
        """Give the lines above one of the list's keys."""
        return self.above.get(("key", key), ())

    def before_entry(self, entry: str) -> tuple[str, ...]:
        """Give the lines above an entry."""
        return tuple(_INDENT + line for line in self.above.get(("entry", entry), ()))

    def behind_key(self, key: str) -> str:
        """Give what stands behind a key's line."""
        return self._behind(("key", key))

    def behind_entry(self, entry: str) -> str:
        """Give what stands behind an entry."""
        return self._behind(("entry", entry))

    def _behind(self, anchor: Anchor) -> str:
        text = self.behind.get(anchor)
        return f"  {text}" if text else ""


NO_COMMENTS = Comments()
