"""docs/tables-modelling.md is run from top to bottom: its declarations, and its sessions with what they show."""

import ast
import contextlib
import doctest
import inspect
import io
import re
import traceback
import types
from pathlib import Path
from typing import Any

from cairn.tables import access_patterns

PAGE = Path(__file__).parents[2] / "docs" / "tables-modelling.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)\)")


async def done(code: str, mode: str, names: dict[str, Any]) -> None:
    """Runs code that may await where it stands, as `python -m asyncio` does."""
    compiled = compile(code, str(PAGE), mode, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    outcome = types.FunctionType(compiled, names)()
    if inspect.iscoroutine(outcome):
        await outcome


async def told(example: doctest.Example, names: dict[str, Any]) -> str:
    """What an example prints; of an error, its last line."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            await done(example.source, "single", names)
        except Exception as fault:  # noqa: BLE001 - the page shows which
            return "".join(traceback.format_exception_only(fault))
    return output.getvalue()


async def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    names: dict[str, Any] = {"__name__": "page", "folder": tmp_path / "data"}
    try:
        for block in BLOCK.findall(PAGE.read_text()):
            examples = doctest.DocTestParser().get_examples(block)
            if not examples:
                await done(block, "exec", names)
            for example in examples:
                wanted = example.want if example.exc_msg is None else example.exc_msg
                assert (example.source, await told(example, names)) == (example.source, wanted)
    finally:
        await names["dynamo"].close()
    assert [each.title for each in access_patterns(names["library"])] == [
        "List a reader's loans",
        "Loans due in a branch",
    ]


def test_the_page_leads_to_what_is_there() -> None:
    links = set(LINK.findall(PAGE.read_text()))
    assert [link for link in links if not (PAGE.parent / link).exists()] == []
