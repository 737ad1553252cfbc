"""A data file that was read: plain values, and the way back to line and column."""

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
    """What stands in a file. Positions are worked out when the first one is asked for: clean files never pay."""

    name: str
    text: str = field(repr=False)
    value: object = field(repr=False)
    syntax: str = "yaml"
    """`json` or `yaml`."""
    problems: tuple[Diagnostic, ...] = ()
    """What was wrong with the writing although it could be read: duplicate keys, tags."""

    @cached_property
    def positions(self) -> Positions:
        """Every position in the file."""
        if self.syntax == "json":
            return locate_json(self.text)
        return locate_yaml(self.text)

    def at(self, path: DataPath) -> object:
        """Give what stands at a path; None where nothing does."""
        value: Any = self.value
        for part in path:
            try:
                value = value[part]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def place(self, path: DataPath, *, key: bool = False) -> Place:
        """Give the place of a value, or of the key before it; of what is around it where it stands nowhere."""
        if key and path in self.positions.keys:
            return Place(self.name, *self.positions.keys[path])
        while path and path not in self.positions.values:
            path = path[:-1]
        return Place(self.name, *self.positions.values.get(path, (1, 1)))

    def line_of_item(self, key: str, number: int) -> int | None:
        """Return the line of an item in the list below a key."""
        return self.place((key, number)).line

    def finding(self, code: str, path: DataPath, *, key: bool = False, **params: object) -> Diagnostic:
        """Build a finding about one place in this file."""
        return Diagnostic(code, format_path(path) or None, params, place=self.place(path, key=key))
