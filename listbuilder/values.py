"""Frozen dataclasses that are quick to make: start-up makes a hundred of them, and that was a third of its time.

`dataclass`, `field` and `replace` here are the standard ones to a type checker, and what they make is a dataclass to
whoever asks the standard module. They differ in how a class comes about: the standard decorator looks at each name and
annotation in several ways and compiles six functions for a frozen class with slots, one by one; here the fields are
taken as they stand, three functions are compiled at once when they are called often enough, and the others are shared
by all classes. The standard module itself is imported when somebody asks it: it takes a tenth of a start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

__all__ = ["cached_property", "dataclass", "field", "field_names", "replace"]

_OWN = "__value_fields__"
"""Where a class keeps its fields."""
_STANDARD = "__dataclass_fields__"
"""Where the standard module looks for them."""
_MISSING = object()
"""What stands for a default that there is not."""
_FEW = 16
"""Values of a class that are filled by hand before its methods are compiled."""
_OF_ANY_VALUE = ("__dict__", "__weakref__")
"""What values of a class without slots have."""

if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
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
        return lambda cls: _made(cls, _fields(cls, kw_only=kw_only), slots=slots, eq=eq)

    def field(**said: Any) -> Any:
        """Say more of a field than its default, in the words of the standard module."""
        return _Field(**said)

    def replace(value: Any, /, **changes: Any) -> Any:
        """Give a value with some fields changed; what is worked out from the others is worked out anew."""
        fields: Mapping[str, _Field] | None = getattr(type(value), _OWN, None)
        if fields is None:
            import dataclasses  # noqa: PLC0415  # few values are made by the standard module

            return dataclasses.replace(value, **changes)
        for name in changes:
            if name in fields and not fields[name].init:
                raise ValueError(f"field {name} is worked out and cannot be replaced")
        return type(value)(**{name: getattr(value, name) for name, one in fields.items() if one.init} | changes)


def field_names(kind: type) -> Iterable[str]:
    """Name the fields of a class that was made here."""
    return dict(getattr(kind, _OWN))


class _Field:
    """What is said of one field."""

    __slots__ = ("compare", "default", "default_factory", "init", "kind", "kw_only", "name", "repr")

    def __init__(
        self,
        *,
        default: Any = _MISSING,
        default_factory: Any = _MISSING,
        init: bool = True,
        repr: bool = True,  # noqa: A002  # as the standard module calls it
        compare: bool = True,
        kw_only: bool | None = None,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare
        self.kw_only = kw_only
        self.name = self.kind = ""


class _StandardFields:
    """The fields of a class as the standard module knows them, made when it looks for them."""

    def __get__(self, _value: object, owner: type) -> Mapping[str, Any]:
        import dataclasses  # noqa: PLC0415  # see above

        made = {name: _standard(one, dataclasses) for name, one in getattr(owner, _OWN).items()}
        setattr(owner, _STANDARD, made)
        return made


def _standard(one: _Field, module: Any) -> Any:
    said = {"default": one.default, "default_factory": one.default_factory}
    defaults = {name: value for name, value in said.items() if value is not _MISSING}
    made = module.field(**defaults, init=one.init, repr=one.repr, compare=one.compare, kw_only=one.kw_only)
    made.name, made.type, made._field_type = one.name, one.kind, module._FIELD  # noqa: SLF001  # no other name gives it
    return made


def _fields(cls: type, *, kw_only: bool) -> dict[str, _Field]:
    """Give the fields of a class as the standard decorator would: inherited ones first, what a class shares is none."""
    fields: dict[str, _Field] = {}
    for base in cls.__mro__[:0:-1]:
        fields |= base.__dict__.get(_OWN, {})
    for name, kind in vars(cls).get("__annotations__", {}).items():
        if not kind.startswith("ClassVar["):  # annotations are texts: every module postpones them
            said = cls.__dict__.get(name, _MISSING)
            if type(said).__module__ == "dataclasses":
                raise TypeError(f"{cls.__name__}.{name}: `field` is to be taken from listbuilder.values")
            made = said if isinstance(said, _Field) else _Field(default=said)
            made.name, made.kind = name, kind
            made.kw_only = kw_only if made.kw_only is None else made.kw_only
            fields[name] = made
    return fields


def _made(cls: Any, fields: dict[str, _Field], *, slots: bool, eq: bool) -> Any:
    inside: dict[str, Any] = {
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__getstate__": _state,
        "__setstate__": _restore,
        "__match_args__": tuple(name for name, field in fields.items() if field.init and not field.kw_only),
        _OWN: fields,
        _STANDARD: _StandardFields(),
    }
    if cls.__repr__ is object.__repr__:
        inside["__repr__"] = _repr
    made = _slotted(cls, fields) if slots else _unslotted(cls, fields)
    inside["__init__"] = _late_init(made, eq)
    for name in ("__hash__", "__eq__") if eq else ():
        inside[name] = _late(made, name, eq)
    for name, value in inside.items():
        setattr(made, name, value)
    return made


def _slotted(cls: Any, fields: dict[str, _Field]) -> Any:
    """Make a class anew with slots, which no class can be given later."""
    inside = {name: value for name, value in vars(cls).items() if name not in fields and name not in _OF_ANY_VALUE}
    inherited = {name for base in cls.__mro__[1:-1] for name in base.__dict__.get("__slots__", ())}
    inside["__slots__"] = tuple(name for name in fields if name not in inherited)
    made = type(cls)(cls.__name__, cls.__bases__, inside)
    made.__qualname__ = cls.__qualname__
    return made


def _unslotted(cls: Any, fields: dict[str, _Field]) -> Any:
    for name, field in fields.items():
        if isinstance(cls.__dict__.get(name), _Field):
            if field.default is _MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, field.default)
    return cls


def _late_init(cls: Any, eq: bool) -> Any:
    """Give an `__init__` that compiles itself and its likes once that pays: most classes have few values."""
    left = _FEW

    def late(self: Any, *given: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0 or not _filled(self, getattr(cls, _OWN).values(), given, named):
            _compile(cls, eq=eq)
            cls.__init__(self, *given, **named)

    return late


def _filled(self: Any, fields: Iterable[_Field], given: tuple[Any, ...], named: dict[str, Any]) -> bool:
    """Fill a value; False where the arguments do not fit, which the compiled method complains of as any other does."""
    taken = [field for field in fields if field.init]
    values = dict(zip([field.name for field in taken if not field.kw_only], given, strict=False)) | named
    if len(values) < len(given) + len(named) or not values.keys() <= {field.name for field in taken}:
        return False
    for field in taken:
        if field.name in values:
            value = values[field.name]
        elif field.default_factory is not _MISSING:
            value = field.default_factory()
        elif field.default is not _MISSING:
            value = field.default
        else:
            return False
        object.__setattr__(self, field.name, value)
    if hasattr(self, "__post_init__"):
        self.__post_init__()
    return True


def _late(cls: Any, name: str, eq: bool) -> Any:
    """Give a method that compiles itself and its likes when it is first called: most classes of a start never are."""

    def late(self: Any, *given: Any, **named: Any) -> Any:
        _compile(cls, eq=eq)
        return getattr(cls, name)(self, *given, **named)

    return late


def _compile(cls: Any, *, eq: bool) -> None:
    """Compile the methods of a class, which takes as long as to fill fifty values by hand."""
    fields = tuple(getattr(cls, _OWN).values())
    scope: dict[str, Any] = {"_MISSING": _MISSING}
    source = [*_init(cls, fields, scope), *(_comparison(fields) if eq else ())]
    methods: dict[str, Any] = {}
    exec("\n".join(source), scope, methods)  # noqa: S102  # of names of fields only, as the standard decorator does
    for name, method in methods.items():
        setattr(cls, name, method)


def _init(cls: Any, fields: tuple[_Field, ...], scope: dict[str, Any]) -> Iterator[str]:
    taken = [field for field in fields if field.init]
    first = [_parameter(field, scope) for field in taken if not field.kw_only]
    by_name = [_parameter(field, scope) for field in taken if field.kw_only]
    yield f"def __init__({', '.join(['self', *first, *(['*', *by_name] if by_name else [])])}):"
    slotted = "__slots__" in vars(cls)
    if not slotted:
        yield "  _values = self.__dict__"
    for field in taken:
        fresh = field.default_factory is not _MISSING
        value = f"_new_{field.name}() if {field.name} is _MISSING else {field.name}" if fresh else field.name
        if slotted:
            scope[f"_set_{field.name}"] = getattr(cls, field.name).__set__
            yield f"  _set_{field.name}(self, {value})"
        else:
            yield f"  _values[{field.name!r}] = {value}"
    yield "  self.__post_init__()" if hasattr(cls, "__post_init__") else "  return"


def _parameter(field: _Field, scope: dict[str, Any]) -> str:
    if field.default_factory is not _MISSING:
        scope[f"_new_{field.name}"] = field.default_factory
        return f"{field.name}=_MISSING"
    if field.default is not _MISSING:
        scope[f"_default_{field.name}"] = field.default
        return f"{field.name}=_default_{field.name}"
    return field.name


def _comparison(fields: tuple[_Field, ...]) -> Iterator[str]:
    mine, theirs = ("".join(f"{one}.{field.name}, " for field in fields if field.compare) for one in ("self", "other"))
    yield f"def __hash__(self): return hash(({mine}))"
    yield "def __eq__(self, other):"
    yield f"  return ({mine}) == ({theirs}) if other.__class__ is self.__class__ else NotImplemented"


def _refuse(_self: object, name: str, *_: object) -> None:
    from dataclasses import FrozenInstanceError  # noqa: PLC0415  # see above

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _fields_of(value: Any) -> Iterable[_Field]:
    fields: Mapping[str, _Field] = getattr(type(value), _OWN)
    return fields.values()


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in _fields_of(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(_fields_of(self), state, strict=True):
        object.__setattr__(self, field.name, value)


def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in _fields_of(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"
