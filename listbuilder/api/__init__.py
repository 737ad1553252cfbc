"""What other programs use: `listbuilder.load` and what it gives. Names here stay as they are; a test holds them."""

from listbuilder.api.choices import Choice
from listbuilder.api.findings import Finding, Fix
from listbuilder.api.judged_list import JudgedList, ListedUnit
from listbuilder.api.loading import UnreadableListError, load, load_all

__all__ = ["Choice", "Finding", "Fix", "JudgedList", "ListedUnit", "UnreadableListError", "load", "load_all"]
