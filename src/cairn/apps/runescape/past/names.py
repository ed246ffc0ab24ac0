"""Reading what Wise Old Man knows of changed names: who was called so, and is called otherwise now."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.past.snapshots import PastUnreadable


def names_url_of(base: str, name: str) -> str:
    """Where changes of a name are. `base` is the service's address, without a slash at its end."""
    return f"{base}/v2/names?username={quote(name, safe='')}&status=approved&limit=50"


def later_name_of(body: bytes, name: CharacterName) -> CharacterName | None:
    """What somebody of this name was called after the latest change that was approved. None where none is known."""
    try:
        answer = json.loads(body)
    except ValueError as fault:
        raise PastUnreadable("its answer is no JSON") from fault
    if not isinstance(answer, list):
        raise PastUnreadable("its answer is no list")
    changes = [
        (str(each.get("resolvedAt") or each.get("createdAt") or ""), later)
        for each in answer
        if isinstance(each, Mapping)
        and each.get("status") == "approved"
        and _name(each.get("oldName")) == name
        and (later := _name(each.get("newName"))) is not None
    ]
    return max(changes)[1] if changes else None


def _name(given: Any) -> CharacterName | None:
    try:
        return CharacterName(given) if isinstance(given, str) else None
    except ValueError:
        return None
