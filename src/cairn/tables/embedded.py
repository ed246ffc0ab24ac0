"""Maps within an item that have a form of their own: `class Address(Embedded): …`, and `address: Address`."""

from pydantic import BaseModel, ConfigDict

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
