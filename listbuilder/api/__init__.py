"""The Python API: `listbuilder.load` and what it returns. These names are stable; a test checks them."""

from listbuilder.api.findings import Choice, Finding, Fix
from listbuilder.api.judged_list import JudgedList, ListedUnit, UnreadableListError, load, load_all

__all__ = ["Choice", "Finding", "Fix", "JudgedList", "ListedUnit", "UnreadableListError", "load", "load_all"]
