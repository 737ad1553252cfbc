"""The README's picture of the builder, made from the app: `python -m tools.screenshot docs/builder.svg`."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from listbuilder.tui.app import BuilderApp
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.user_settings import Settings

SIZE = (150, 42)
KEYS = ("end", "x", "home", "down", "down", "tab", "down", "down")


async def take_picture(app: BuilderApp) -> str:
    """Open the sample list, go to an upgrade, and give the screen as SVG."""
    async with app.run_test(size=SIZE) as pilot:
        while len(app.screen_stack) < 2 or not app.screen.query("#army"):  # noqa: PLR2004 - the editor is above the frame
            await pilot.pause(0.05)
        await pilot.pause(0.5)
        await pilot.press(*KEYS)
        while isinstance(app.screen, EditorScreen) and app.screen.idle_tasks.is_busy:
            await pilot.pause(0.05)
        await pilot.pause(0.5)
        return app.export_screenshot(title="listbuilder")


def main(path: str) -> None:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("STATE", "CONFIG", "LISTS"):
            os.environ[f"LISTBUILDER_{name}"] = str(Path(folder) / name.lower())
        picture = asyncio.run(take_picture(BuilderApp(sample=True, language="en", settings=Settings())))
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "docs/builder.svg")
