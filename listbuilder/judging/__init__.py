"""The one way from a source (a path, bytes, a list in memory) to a verdict; every face uses it and nothing else."""

from listbuilder.importers.partial_factions import settle
from listbuilder.judging.judge import armies_in, judge_army, judge_bytes, judge_file
from listbuilder.judging.results import Judged, Origin, Unread, only_one, origin_of

__all__ = [
    "Judged",
    "Origin",
    "Unread",
    "armies_in",
    "judge_army",
    "judge_bytes",
    "judge_file",
    "only_one",
    "origin_of",
    "settle",
]
