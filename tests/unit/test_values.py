"""Quickly made dataclasses behave as the standard ones do."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from functools import cached_property
from typing import Any, ClassVar

import pytest

from listbuilder.values import cached_property as lockless
from listbuilder.values import dataclass, field, field_names, replace


@dataclass(frozen=True, slots=True)
class Quick:
    """Made here."""

    label: ClassVar[str] = "q"
    name: str
    count: int = 1
    extra: Mapping[str, int] = field(default_factory=dict, compare=False)
    key: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", self.name.lower())


@dataclasses.dataclass(frozen=True, slots=True)
class Standard:
    """Made by the standard decorator."""

    label: ClassVar[str] = "q"
    name: str
    count: int = 1
    extra: Mapping[str, int] = dataclasses.field(default_factory=dict, compare=False)
    key: str = dataclasses.field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", self.name.lower())


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """With a field by name."""

    subject: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Derived(Base):
    """With a field by place in front of it."""

    entry: str


@dataclass(frozen=True, slots=True, eq=False)
class Lone:
    """Equal to itself alone."""

    name: str


@pytest.mark.parametrize("kind", [Quick, Standard])
def test_same_behaviour_as_dataclasses(kind: Any) -> None:
    one = kind("A", 2)
    assert (one.name, one.count, one.extra, one.key, one.label) == ("A", 2, {}, "a", "q")
    assert one == kind("A", count=2, extra={"x": 1})
    assert one != kind("B", 2)
    assert one != ("A", 2)
    assert hash(one) == hash(kind("A", 2))
    assert repr(one) == f"{kind.__name__}(name='A', count=2, extra={{}})"
    assert dataclasses.replace(one, name="C") == kind("C", 2)
    assert [item.name for item in dataclasses.fields(one)] == ["name", "count", "extra", "key"]
    assert kind.__match_args__ == ("name", "count", "extra")
    assert pickle.loads(pickle.dumps(one)) == one
    assert pickle.loads(pickle.dumps(one)).key == "a"
    assert kind("A").extra is not kind("A").extra
    with pytest.raises(FrozenInstanceError):
        one.name = "B"
    with pytest.raises(FrozenInstanceError):
        del one.name
    with pytest.raises(TypeError):
        kind()
    with pytest.raises(TypeError):
        kind("A", colour="red")
    assert not hasattr(one, "__dict__")


@pytest.mark.parametrize("kind", [Quick, Standard])
@pytest.mark.parametrize("change", [replace, dataclasses.replace])
def test_computed_fields_follow_replace(kind: Any, change: Any) -> None:
    one = kind("A", 2, {"x": 1})
    changed = change(one, name="B")
    assert (changed.name, changed.count, changed.extra, changed.key) == ("B", 2, {"x": 1}, "b")
    assert (one.name, one.key) == ("A", "a")
    with pytest.raises(ValueError, match="key"):
        change(one, key="c")
    with pytest.raises(TypeError):
        change(one, colour="red")


def test_dataclasses_module_sees_the_fields() -> None:
    def said(kind: Any) -> list[tuple[Any, ...]]:
        names = ("name", "type", "default", "default_factory", "init", "repr", "compare", "kw_only", "hash")
        return [tuple(getattr(one, name) for name in names) for one in dataclasses.fields(kind)]

    assert said(Quick) == said(Standard)
    assert said(Quick("A")) == said(Quick)
    assert dataclasses.is_dataclass(Quick)
    assert dataclasses.asdict(Quick("A")) == dataclasses.asdict(Standard("A"))
    assert [one.name for one in dataclasses.fields(Derived)] == ["subject", "entry"]
    assert [one.name for one in dataclasses.fields(Base)] == ["subject"]
    assert [[*field_names(kind)] for kind in (Quick, Derived)] == [
        ["name", "count", "extra", "key"],
        ["subject", "entry"],
    ]


def test_standard_field_objects_are_not_defaults() -> None:
    with pytest.raises(TypeError, match=r"listbuilder\.values"):

        @dataclass(frozen=True, slots=True)
        class Mistaken:
            extra: Mapping[str, int] = dataclasses.field(default_factory=dict)


def test_different_classes_are_never_equal() -> None:
    quick: object = Quick("A")
    assert quick != Standard("A")


def test_keyword_fields_follow_positional_ones() -> None:
    assert Derived("a", subject="x") == Derived("a")
    with pytest.raises(TypeError):
        Derived("a", "x")  # type: ignore[call-arg]


def test_identity_comparison_without_eq() -> None:
    one = Lone("a")
    assert one == one  # noqa: PLR0124  # this is the point
    assert one != Lone("a")
    assert len({one, Lone("a")}) == 2


def test_only_frozen_classes_are_supported() -> None:
    with pytest.raises(TypeError):
        dataclass(frozen=False, slots=True)


def test_cached_properties_work_without_slots() -> None:
    @dataclass(frozen=True)
    class Late:
        name: str
        times: int = 2

        @cached_property
        def long(self) -> list[str]:
            return [self.name] * self.times

    late = Late("a")
    assert late.long == ["a", "a"]
    assert late.long is late.long
    assert late == Late("a", times=2)
    assert replace(late, times=1).long == ["a"]
    with pytest.raises(FrozenInstanceError):
        late.name = "b"  # type: ignore[misc]


def test_methods_are_compiled_on_demand() -> None:
    @dataclass(frozen=True, slots=True)
    class Fresh:
        name: str

    late = Fresh.__init__
    one, other = Fresh("a"), Fresh("a")
    assert Fresh.__init__ is late
    assert one == other
    assert Fresh.__init__ is not late
    assert {Fresh("a"), Fresh("b"), Fresh("a")} == {Fresh("b"), Fresh("a")}
    one = object.__new__(Fresh)
    late(one, name="c")
    assert one == Fresh("c")


def test_first_instances_behave_like_later_ones() -> None:
    @dataclass(frozen=True, slots=True)
    class Many:
        name: str
        extra: Mapping[str, int] = field(default_factory=dict)
        key: str = field(init=False)
        count: int = field(default=1, kw_only=True)

        def __post_init__(self) -> None:
            object.__setattr__(self, "key", self.name.lower())

    first = Many("A", count=2)
    late, many = Many.__init__, [Many("A", count=2) for _ in range(50)]
    assert Many.__init__ is not late
    assert all(one == first and one.extra == {} and one.extra is not first.extra for one in many)


@pytest.mark.parametrize(
    ("given", "named"), [((), {}), (("a",), {}), (("a", 1, 2), {}), (("a", 1), {"name": "b"}), (("a", 1), {"other": 1})]
)
def test_first_instances_check_arguments(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    @dataclass(frozen=True, slots=True)
    class Wanting:
        name: str
        count: int

    @dataclasses.dataclass(frozen=True, slots=True)
    class Usual:
        name: str
        count: int

    with pytest.raises(TypeError) as complaint:
        Wanting(*given, **named)
    with pytest.raises(TypeError) as usual:
        Usual(*given, **named)
    assert str(complaint.value).split(".")[-1] == str(usual.value).split(".")[-1]


def test_cached_property_runs_once_per_value() -> None:
    worked: list[int] = []

    class Sum:
        def __init__(self, number: int) -> None:
            self.number = number

        @lockless
        def double(self) -> int:
            """Twice as much."""
            worked.append(self.number)
            return 2 * self.number

    one, two = Sum(1), Sum(2)
    assert (one.double, two.double, one.double) == (2, 4, 2)
    assert worked == [1, 2]
    assert Sum.double.__doc__ == "Twice as much."
