"""A parsed data file: plain values, and the line and column of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from listbuilder.datafiles.json_reader import locate_json
from listbuilder.datafiles.positions import DataPath, Positions, format_path
from listbuilder.datafiles.yaml_reader import locate_yaml
from listbuilder.diagnostics import Diagnostic, Place


@dataclass(frozen=True)
class Document:
    """The content of a data file; positions are computed when the first one is needed."""

    name: str
    text: str = field(repr=False)
    value: object = field(repr=False)
    syntax: str = "yaml"
    """`json` or `yaml`."""
    problems: tuple[Diagnostic, ...] = ()
    """Findings about the syntax of a readable file: duplicate keys and tags."""

    @cached_property
    def positions(self) -> Positions:
        """The positions of all values and keys."""
        if self.syntax == "json":
            return locate_json(self.text)
        return locate_yaml(self.text)

    def value_at(self, path: DataPath) -> object:
        """Return the value at a path; None if there is none."""
        value: Any = self.value
        for part in path:
            try:
                value = value[part]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def place_of(self, path: DataPath, *, key: bool = False) -> Place:
        """Return the place of a value or its key; if it does not exist, of the nearest value around it."""
        if key and path in self.positions.keys:
            return Place(self.name, *self.positions.keys[path])
        while path and path not in self.positions.values:
            path = path[:-1]
        return Place(self.name, *self.positions.values.get(path, (1, 1)))

    def line_of_item(self, key: str, number: int) -> int | None:
        """Return the line of an item in the list under a key."""
        return self.place_of((key, number)).line

    def finding(self, code: str, path: DataPath, *, key: bool = False, **params: object) -> Diagnostic:
        """Build a finding about one place in this file."""
        return Diagnostic(code, format_path(path) or None, params, place=self.place_of(path, key=key))
