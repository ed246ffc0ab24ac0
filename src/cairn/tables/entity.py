"""Entities: one class for what is stored and what the program works with.

An entity is a frozen pydantic model. On its class, `Goal.status` stands for the attribute, so that conditions and
changes are written with it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self, dataclass_transform

from pydantic import BaseModel, ConfigDict, Field
from pydantic._internal._model_construction import ModelMetaclass

from cairn.tables.attributes import Attribute
from cairn.tables.keys import KeyDeclaration
from cairn.tables.layout import Layout
from cairn.tables.markers import KeyPart
from cairn.tables.origin import STORED
from cairn.tables.table import Table
from cairn.tables.versions import Upgrade

_NO_UPGRADES: Mapping[int, Upgrade] = {}


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(Field,))
class EntityType(ModelMetaclass):
    """The class of entities' classes."""

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        table: Table | None = None,
        version: int | None = None,
        upgrades: Mapping[int, Upgrade] = _NO_UPGRADES,
        **settings: Any,
    ) -> type:
        if table is not None:
            settings["alias_generator"] = table.naming
        entity: Any = super().__new__(mcs, name, bases, namespace, **settings)
        if table is not None:
            entity.__layout__ = Layout(entity, table, version, upgrades)
            entity.__attributes__ = {
                field: Attribute(entity.__layout__, field) for field in entity.model_fields
            }
            table.add(entity.__layout__)
        return entity  # type: ignore[no-any-return]  # what pydantic makes is Any to us

    if not TYPE_CHECKING:  # to a checker, `Goal.status` is of the type that was declared

        def __getattr__(cls, name: str) -> Any:  # noqa: N805 - a class is what this is asked of
            attributes = cls.__dict__.get("__attributes__")
            if attributes is not None and name in attributes:
                return attributes[name]
            return super().__getattr__(name)


class Entity(BaseModel, metaclass=EntityType):
    """Something that a table holds. `class Goal(Entity, table=goals): …`"""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_by_name=True,
        validate_by_alias=True,
        ignored_types=(KeyDeclaration, KeyPart),
    )
    __layout__: ClassVar[Layout]

    if TYPE_CHECKING:

        def __init_subclass__(
            cls,
            *,
            table: Table | None = None,
            version: int | None = None,
            upgrades: Mapping[int, Upgrade] = _NO_UPGRADES,
        ) -> None: ...

    def changed(self, **fields: Any) -> Self:
        """A copy with other values, checked like new ones. What it was read from is kept."""
        values = {name: getattr(self, name) for name in type(self).model_fields}
        copy = type(self)(**{**values, **fields})
        if STORED in self.__dict__:
            copy.__dict__[STORED] = self.__dict__[STORED]
        return copy
