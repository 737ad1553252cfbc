"""Frozen dataclasses that are quick to make: start-up makes a hundred of them, and that was a third of its time.

`dataclass` here is the standard one to a type checker, and to everything that asks for `fields` or `replace`. It
differs in how the methods come about: the standard decorator compiles six functions for a frozen class with slots, one
by one; here three are compiled at once when the first of them is called, and the others are shared by all classes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, FrozenInstanceError
from typing import TYPE_CHECKING, Any

__all__ = ["cached_property", "dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
    from functools import cached_property
else:

    class cached_property:  # noqa: N801  # the name that it has in the standard library
        """A property worked out once for each value, without the lock that Python 3.11 takes for it each time.

        Two threads may work it out at once; what is frozen gives the same to both.
        """

        def __init__(self, work: Callable[[Any], Any]) -> None:
            self._work = work
            self.__doc__ = work.__doc__

        def __set_name__(self, _owner: type, name: str) -> None:
            self._name = name

        def __get__(self, value: Any, _owner: type | None = None) -> Any:
            if value is None:
                return self
            found = value.__dict__[self._name] = self._work(value)
            return found

    def dataclass(
        *, frozen: bool, slots: bool = False, eq: bool = True, kw_only: bool = False
    ) -> Callable[[type], type]:
        """Make a class a frozen dataclass, which has to be asked for, so that it reads as what it is.

        It has slots where it can: what is worked out late and kept (`cached_property`) needs a class without.
        """
        if not frozen:
            raise TypeError("only frozen classes are made here")
        plain = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
        return lambda cls: _complete(plain(cls), eq=eq)


def _complete(cls: Any, *, eq: bool) -> Any:
    shared = {"__setattr__": _refuse, "__delattr__": _refuse, "__getstate__": _state, "__setstate__": _restore}
    if cls.__repr__ is object.__repr__:
        shared["__repr__"] = _repr
    for name in ("__init__", *(("__hash__", "__eq__") if eq else ())):
        shared[name] = _late(cls, name, eq)
    for name, method in shared.items():
        setattr(cls, name, method)
    return cls


def _late(cls: Any, name: str, eq: bool) -> Any:
    """Give a method that compiles itself and its likes when it is first called: most classes of a start never are."""

    def late(self: Any, *given: Any, **named: Any) -> Any:
        _compile(cls, eq=eq)
        return getattr(cls, name)(self, *given, **named)

    return late


def _compile(cls: Any, *, eq: bool) -> None:
    fields = dataclasses.fields(cls)
    scope: dict[str, Any] = {"_MISSING": MISSING}
    source = [*_init(cls, fields, scope), *(_comparison(fields) if eq else ())]
    methods: dict[str, Any] = {}
    exec("\n".join(source), scope, methods)  # noqa: S102  # of names of fields only, as the standard decorator does
    for name, method in methods.items():
        setattr(cls, name, method)


def _init(cls: Any, fields: tuple[Field[Any], ...], scope: dict[str, Any]) -> Iterator[str]:
    taken = [field for field in fields if field.init]
    first = [_parameter(field, scope) for field in taken if not field.kw_only]
    by_name = [_parameter(field, scope) for field in taken if field.kw_only]
    yield f"def __init__({', '.join(['self', *first, *(['*', *by_name] if by_name else [])])}):"
    for field in taken:
        fresh = field.default_factory is not MISSING
        value = f"_new_{field.name}() if {field.name} is _MISSING else {field.name}" if fresh else field.name
        if "__slots__" in vars(cls):
            scope[f"_set_{field.name}"] = getattr(cls, field.name).__set__
            yield f"  _set_{field.name}(self, {value})"
        else:
            yield f"  self.__dict__[{field.name!r}] = {value}"
    yield "  self.__post_init__()" if hasattr(cls, "__post_init__") else "  return"


def _parameter(field: Field[Any], scope: dict[str, Any]) -> str:
    if field.default_factory is not MISSING:
        scope[f"_new_{field.name}"] = field.default_factory
        return f"{field.name}=_MISSING"
    if field.default is not MISSING:
        scope[f"_default_{field.name}"] = field.default
        return f"{field.name}=_default_{field.name}"
    return field.name


def _comparison(fields: tuple[Field[Any], ...]) -> Iterator[str]:
    mine, theirs = ("".join(f"{one}.{field.name}, " for field in fields if field.compare) for one in ("self", "other"))
    yield f"def __hash__(self): return hash(({mine}))"
    yield "def __eq__(self, other):"
    yield f"  return ({mine}) == ({theirs}) if other.__class__ is self.__class__ else NotImplemented"


def _refuse(_self: object, name: str, *_: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"
