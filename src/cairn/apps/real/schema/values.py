"""What many of REAL's items are made of. Document: Types, and Notes.

Ids are UUIDs unless said otherwise, times are datetimes. What has no type in the document and ends neither with
`At`, `Count` nor `Id` is text there; where that can't be meant (`height`, `keywords`), the type is decided beside it.
"""

from decimal import Decimal
from typing import Annotated

from pydantic import Field, StringConstraints

from cairn.tables import Embedded

_REGION = "[a-z]{2}(?:-[a-z]+)+-[0-9]"
_UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

UserId = Annotated[str, StringConstraints(pattern=f"^{_REGION}:{_UUID}$")]
"""`{aws-region}:{uuid}`, for instance `us-east-1:8f9e0b1a-0c2d-4e3f-9a4b-5c6d7e8f9a0b`."""

Count = Annotated[int, Field(ge=0)]
"""A non-negative integer. One that is not stored is zero."""

Number = int | Decimal
"""A number, exactly as it is stored."""


class TextTag(Embedded):
    """Someone named in a text. The tag is as it was typed, the user whoever had that name then."""

    tag: str
    user_id: UserId
