"""The builder: a Textual app over the engine."""

from __future__ import annotations

from collections.abc import Sequence


def run(path: str | None = None, *, sample: bool = False, data: Sequence[str] = (), language: str | None = None) -> int:
    """Run the builder until the player leaves; give the exit code."""
    from listbuilder.tui.app import BuilderApp  # noqa: PLC0415 - Textual is imported when the builder is wanted

    app = BuilderApp(path, sample=sample, data=data, language=language)
    app.run()
    return app.return_code or 0
