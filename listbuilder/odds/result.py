"""What is known of an attack: the distribution of what it does, and how far the numbers can be trusted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

from listbuilder.model.effects import Lean
from listbuilder.odds.active_effects import Caveat, Ways
from listbuilder.odds.dice import Chances, mean
from listbuilder.odds.volleys import Volley

SIGNS = {None: "", Lean.MORE: "≥", Lean.LESS: "≤", Lean.UNSURE: "≈"}


@dataclass(frozen=True, slots=True)
class ChosenWay:
    """A way that was chosen, of those that a rule leaves open."""

    rule: str
    place: int
    """Which one, from 0 on."""
    verbs: tuple[tuple[str, int], ...] = ()
    """What it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The distribution of what one attack does to its target."""

    wounds: Chances
    """The chances of 0, 1, 2 … wounds taken, up to all that the target has."""
    models: Chances
    """The chances of 0, 1, 2 … models lost."""
    half: float
    """The chance that half of it or less is left."""
    standing: Chances
    """The chances of what a melee goes on with: as wounds, but the last of them says that nobody is left."""
    rolled: bool = False
    """Whether the last model rolls against its markers, so that wounds say little about who is left."""
    stunned: float = 0.0
    """The chance that its last model has rolled against its markers and is still there, in games with such a roll."""
    notes: frozenset[Caveat] = frozenset()
    chosen: tuple[ChosenWay, ...] = ()
    ways: Ways = ()
    """Which way each open choice and die went."""
    parts: tuple[tuple[float, Odds], ...] = ()
    """Where a die chooses for the whole unit: each way that it can fall, with its chance."""
    volleys: tuple[Volley, ...] = ()
    own_wounds: float = 0.0
    """Wounds that the attackers may expect to deal to themselves."""
    mean_wounds: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean_wounds", mean(self.wounds))

    @property
    def mean_models(self) -> float:
        """The expected number of models lost."""
        return mean(self.models)

    @property
    def spread(self) -> float:
        """The standard deviation of the wounds."""
        squares = sum(place * place * chance for place, chance in enumerate(self.wounds))
        return sqrt(max(0.0, squares - self.mean_wounds**2))

    @property
    def destroyed(self) -> float:
        """The chance that nobody is left."""
        return self.models[-1]

    @property
    def lost(self) -> float:
        """The part of the target that is lost on average: of its wounds, or of its models where they roll."""
        if self.rolled:
            return self.mean_models / (len(self.models) - 1)
        return self.mean_wounds / (len(self.wounds) - 1)

    @property
    def without(self) -> tuple[str, ...]:
        """The rules whose part is left out."""
        return tuple(sorted({note.label for note in self.notes if note.lean is not None}))

    @property
    def exact(self) -> bool:
        """Whether nothing is left out."""
        return not self.without

    @property
    def sign(self) -> str:
        """What stands before its numbers where something is left out."""
        return SIGNS[lean_of(self.notes)]

    @property
    def kill_curve(self) -> Chances:
        """The chances that at least 1, 2, 3 … models are lost."""
        return tuple(sum(self.models[place:]) for place in range(1, len(self.models)))


def lean_of(notes: Iterable[Caveat]) -> Lean | None:
    """Tell what would be if nothing were left out: more, less or nobody knows; None where nothing is."""
    leans = {note.lean for note in notes if note.lean is not None}
    if not leans:
        return None
    return leans.pop() if len(leans) == 1 else Lean.UNSURE
