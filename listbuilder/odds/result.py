"""The result of an attack: the distributions of wounds and losses, with caveats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

from listbuilder.model.effects import Bias
from listbuilder.odds.active_effects import Caveat, ChosenWays
from listbuilder.odds.dice import Chances, mean
from listbuilder.odds.volleys import Volley

BIAS_SIGNS = {None: "", Bias.MORE: "≥", Bias.LESS: "≤", Bias.UNKNOWN: "≈"}


@dataclass(frozen=True, slots=True)
class ChosenWay:
    """The option that was chosen for an open choice of a rule."""

    rule: str
    index: int
    """Its index, starting at 0."""
    verbs: tuple[tuple[str, int], ...] = ()
    """Its effects, as verbs with amounts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The distributions of what one attack does to its target."""

    wounds: Chances
    """The chances of 0, 1, 2 … wounds, up to all that the target has."""
    models: Chances
    """The chances of 0, 1, 2 … models lost."""
    half: float
    """The chance that at most half of the target is left."""
    standing: Chances
    """The chances of the states a melee continues with: like wounds, but the last one means destroyed."""
    rolled: bool = False
    """Whether the last model makes a wound roll, so that wounds alone do not decide what is left."""
    stunned: float = 0.0
    """The chance that the last model made a wound roll and survived."""
    notes: frozenset[Caveat] = frozenset()
    chosen: tuple[ChosenWay, ...] = ()
    ways: ChosenWays = ()
    """The chosen way of each open choice and die."""
    parts: tuple[tuple[float, Odds], ...] = ()
    """If a die chooses for the whole unit: the odds for each result, with its chance."""
    volleys: tuple[Volley, ...] = ()
    own_wounds: float = 0.0
    """The mean wounds that the attacker deals to itself."""
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
        squares = sum(number * number * chance for number, chance in enumerate(self.wounds))
        return sqrt(max(0.0, squares - self.mean_wounds**2))

    @property
    def destroyed(self) -> float:
        """The chance that the target is destroyed."""
        return self.models[-1]

    @property
    def lost(self) -> float:
        """The mean share of the target that is lost: of its wounds, or of its models if there is a wound roll."""
        if self.rolled:
            return self.mean_models / (len(self.models) - 1)
        return self.mean_wounds / (len(self.wounds) - 1)

    @property
    def without(self) -> tuple[str, ...]:
        """The rules that are left out."""
        return tuple(sorted({caveat.label for caveat in self.notes if caveat.bias is not None}))

    @property
    def exact(self) -> bool:
        """Whether nothing is left out."""
        return not self.without

    @property
    def sign(self) -> str:
        """The sign in front of the numbers if something is left out."""
        return BIAS_SIGNS[combined_bias(self.notes)]

    @property
    def kill_curve(self) -> Chances:
        """The chances that at least 1, 2, 3 … models are lost."""
        return tuple(sum(self.models[number:]) for number in range(1, len(self.models)))


def combined_bias(caveats: Iterable[Caveat]) -> Bias | None:
    """Return whether the true numbers are higher, lower or unknown; None if nothing is left out."""
    biases = {caveat.bias for caveat in caveats if caveat.bias is not None}
    if not biases:
        return None
    return biases.pop() if len(biases) == 1 else Bias.UNKNOWN
