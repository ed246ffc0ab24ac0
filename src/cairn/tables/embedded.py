"""Maps within an item that have a form of their own: `class Address(Embedded): …`, and `address: Address`."""

import json
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, model_validator

from cairn.tables.table import camel_case


class Embedded(BaseModel):
    """A map within an entity. Its fields are stored as an entity's are, under the names that `camel_case` gives.

    Members that it does not know survive. Other names: `class Address(Embedded, alias_generator=as_written)`.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="allow",
        alias_generator=camel_case,
        validate_by_name=True,
        validate_by_alias=True,
    )


class AsText(Embedded):
    """One that is stored as a text of JSON, and not as a map. For what is always read and written whole, and often:
    nothing looks into it, and no expression can.
    """

    is_stored_as_text: ClassVar[bool] = True

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value
