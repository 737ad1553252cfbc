"""Exporters by id. Each is imported when it is asked for: nobody waits for a library they do not use."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from listbuilder.errors import UnknownIdError
from listbuilder.exporters.base import Exporter

_PLACES: Mapping[str, str] = {
    "pdf": "listbuilder.exporters.pdf",
    "html": "listbuilder.exporters.html_page",
    "md": "listbuilder.exporters.markdown",
    "txt": "listbuilder.exporters.text",
    "json": "listbuilder.exporters.json_export",
    "army-forge": "listbuilder.exporters.army_forge_text",
    "share": "listbuilder.exporters.share_string",
}


def exporter_ids() -> tuple[str, ...]:
    """List the formats there are."""
    return tuple(_PLACES)


def find_exporter(wanted: str) -> Exporter:
    """Give the exporter for a format; its module names it EXPORTER."""
    if wanted not in _PLACES:
        raise UnknownIdError("format", wanted, exporter_ids())
    exporter: Exporter = import_module(_PLACES[wanted]).EXPORTER
    return exporter
