"""What all shapes of this API share. The names of attributes are those of the document: `targetValue`."""

import csv
import io
from collections.abc import Iterable
from typing import Annotated, Any, Final

from fastapi import Path, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from cairn.apps.base import Given

CSV: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"text/csv": {"schema": {"type": "string"}}}, "description": "A table"}
}
CharacterInPath = Annotated[
    str, Path(max_length=30, description="In any spelling of it.", examples=["iron_man"])
]


class Shown(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, from_attributes=True)


class Asked(Given):
    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=False, validate_by_alias=True)


ChannelIds = Annotated[
    tuple[Annotated[str, Field(pattern="^[0-9a-zA-Z-]{1,64}$")], ...],
    Field(max_length=20, description="Channels of the account to which word is sent as well."),
]


def csv_of(rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def csv_answer(text: str, name: str) -> Response:
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/csv", headers=disposition)
