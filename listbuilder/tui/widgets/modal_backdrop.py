"""The screen behind a dialog, dimmed: each style of it is worked out once, however many pieces of text have it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen
from textual.strip import Strip
from textual.visual import Visual

if TYPE_CHECKING:
    from textual.css.styles import RulesMap
    from textual.visual import RenderOptions

_PLAIN = Style()


class Veil(Visual):
    """What stands in for Textual's own, which puts every line through Rich and blends every piece of text anew."""

    def __init__(self, behind: BackgroundScreen) -> None:
        self._screen = behind.screen
        self._color = behind.color

    def render_strips(
        self,
        width: int,  # noqa: ARG002  # a screen is as large as the one behind it
        height: int | None,  # noqa: ARG002
        style: object,  # noqa: ARG002  # it has styles of its own
        options: RenderOptions,  # noqa: ARG002
    ) -> list[Strip]:
        """Give the lines of the screen behind, dimmed."""
        return [self._dim(strip) for strip in self._screen._compositor.render_strips()]  # noqa: SLF001  # as Textual

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:  # noqa: ARG002  # as wide as its screen
        """Take all the width there is."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:  # noqa: ARG002  # as high as its screen
        """Take the height of the screen behind."""
        return self._screen.size.height

    def _dim(self, strip: Strip) -> Strip:
        pieces = [Segment(text, _dimmed(style or _PLAIN, self._color), control) for text, style, control in strip]
        return Strip(pieces, strip.cell_length)


@lru_cache(maxsize=4096)
def _dimmed(style: Style, color: Color) -> Style | None:
    (dimmed,) = BackgroundScreen.process_segments([Segment("", style)], color)
    return dimmed.style
