"""Names and values of an expression, each behind a placeholder.

Placeholders are numbered in the order of their use, so that requests of one shape have expressions of one text,
which the engine keeps parsed.
"""

from typing import Any

from cairn.dynamo.seam import AttributeValue


class Placeholders:
    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._values: dict[str, AttributeValue] = {}

    def name(self, name: str) -> str:
        placeholder = self._names.get(name)
        if placeholder is None:
            placeholder = self._names[name] = f"#{len(self._names)}"
        return placeholder

    def value(self, value: AttributeValue) -> str:
        placeholder = f":{len(self._values)}"
        self._values[placeholder] = value
        return placeholder

    def members(self) -> dict[str, Any]:
        """The members of a request that say what the placeholders stand for."""
        members: dict[str, Any] = {}
        if self._names:
            members["ExpressionAttributeNames"] = {
                placeholder: name for name, placeholder in self._names.items()
            }
        if self._values:
            members["ExpressionAttributeValues"] = self._values
        return members
