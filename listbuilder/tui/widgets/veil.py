"""The screen behind a dialog, dimmed: each style of it is worked out once, however many pieces of text have it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen

_PLAIN = Style()


class Veil(BackgroundScreen):
    """What Textual lays behind a dialog; it blends the colours of every piece of text anew, at every paint."""

    @classmethod
    def process_segments(cls, segments: Iterable[Segment], color: Color) -> Iterable[Segment]:
        """Dim what is behind."""
        for text, style, control in segments:
            yield Segment(text, style if control else _dimmed(style or _PLAIN, color), control)


@lru_cache(maxsize=4096)
def _dimmed(style: Style, color: Color) -> Style | None:
    (dimmed,) = BackgroundScreen.process_segments([Segment("", style)], color)
    return dimmed.style
