"""The little query behind `/`: loose words, and comparisons such as `ap>1 range>=24`, over anything with a name.

found = find(parse_query("hgm <120", "en"), (unit_subject(unit, book, system, "en") for unit in book.units.values()))
[(one.key, one.spans(shown_name)) for one in found]     # the best first, with the parts to highlight"""

from listbuilder.query.matching import Span
from listbuilder.query.parser import Key, Number, Query, parse_query
from listbuilder.query.search import Found, Match, find
from listbuilder.query.subjects import Field, Subject, entry_subject, plain_subject, unit_subject

__all__ = [
    "Field",
    "Found",
    "Key",
    "Match",
    "Number",
    "Query",
    "Span",
    "Subject",
    "entry_subject",
    "find",
    "parse_query",
    "plain_subject",
    "unit_subject",
]
