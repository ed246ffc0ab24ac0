"""The page of the documentation that lists every setting, written from the sections themselves."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from pydantic import SecretStr

from cairn.services.settings.section import Section

_OPENING = """\
# Configuration

Cairn runs without any setting. What an operator wants otherwise is said in a variable of the environment, or in
`cairn.toml` in the data folder; where both say something, the variable counts. A name that is none stops the start, and
the nearest right one is told. Several values in one variable have commas between them; what has parts is written as JSON.

```toml
# cairn-data/cairn.toml
public_url = "https://cairn.example.org"
mail = "smtp://cairn:password@mail.example.org:587"

[[oidc]]
name = "Example"
issuer = "https://login.example.org"
client_id = "cairn"
```
"""


def settings_page(sections: Sequence[type[Section]]) -> str:
    """The page, as Markdown."""
    return "\n".join([_OPENING, *(line for section in sections for line in _section(section))])


def _section(section: type[Section]) -> Iterator[str]:
    table = section.table()
    yield f"## {section.title}{'' if table is None else f': [{table}]'}"
    yield ""
    yield "| in cairn.toml | variable | default | what it says |"
    yield "| --- | --- | --- | --- |"
    for name, info in section.model_fields.items():
        default = _shown(info.get_default(call_default_factory=True, validated_data={}))
        yield f"| `{name}` | `{section.variable(name)}` | {default} | {info.description} |"
    yield ""


def _shown(value: Any) -> str:
    match value:
        case None | () | "":
            return ""
        case bool():
            return f"`{str(value).lower()}`"
        case timedelta():
            return f"{value.total_seconds():g} seconds"
        case SecretStr():
            return "hidden"
        case tuple():
            return ", ".join(f"`{each}`" for each in value)
        case _:
            return f"`{value}`"
