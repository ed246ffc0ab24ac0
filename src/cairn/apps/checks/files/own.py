"""Our own file: one JSON with all that checks are. It comes back as it went."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from cairn.apps.checks.files.found import FoundCheck, UnreadableFile
from cairn.apps.checks.schema import CheckType

FORMAT: Final = "cairn-checks"


class _Written(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Check(_Written):
    id: str = ""
    url: str
    checkType: CheckType  # noqa: N815 - the document's name
    name: str = ""
    tags: tuple[str, ...] = ()
    delayMs: int | None = None  # noqa: N815 - the document's name
    paused: bool = False
    attributes: dict[str, Any] = {}
    dependsOn: str = ""  # noqa: N815 - as the API calls it


class _File(_Written):
    format: Literal["cairn-checks"] = FORMAT
    version: Literal[1] = 1
    checks: tuple[_Check, ...]


def read(document: Any) -> Iterator[FoundCheck]:
    """The checks of a file of ours."""
    try:
        file = _File.model_validate(document)
    except ValidationError as refusal:
        fault = refusal.errors()[0]
        raise UnreadableFile(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}") from refusal
    for each in file.checks:
        yield FoundCheck(
            each.url,
            each.checkType,
            name=each.name,
            tags=frozenset(each.tags),
            delay_ms=each.delayMs,
            attributes=each.attributes,
            is_paused=each.paused,
            source_id=each.id,
            depends_on=each.dependsOn,
        )


def written(checks: Sequence[FoundCheck]) -> str:
    file = _File(
        checks=tuple(
            _Check(
                id=each.source_id,
                url=each.url,
                checkType=each.check_type,
                name=each.name,
                tags=tuple(sorted(each.tags)),
                delayMs=each.delay_ms,
                paused=each.is_paused,
                attributes=dict(each.attributes),
                dependsOn=each.depends_on,
            )
            for each in checks
        )
    )
    return json.dumps(file.model_dump(mode="json"), ensure_ascii=False, indent=1)
