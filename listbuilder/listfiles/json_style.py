"""Lists as JSON: the same data as in YAML, a line for each entry."""

from __future__ import annotations

import json

from listbuilder.listfiles.mapping import list_mapping
from listbuilder.model import ArmyList


def format_list_json(army: ArmyList) -> str:
    """Write a list as JSON that a person can still read."""
    plain = list_mapping(army)
    units = plain["units"]
    lines = []
    for key, value in plain.items():
        if value is units and isinstance(units, list) and units:
            entries = ",\n".join(f"    {json.dumps(entry, ensure_ascii=False)}" for entry in units)
            lines.append(f'  "units": [\n{entries}\n  ]')
        else:
            lines.append(f"  {json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
