"""A document is read as what stands in it: tables, code blocks and list lines, by the headings above them."""

import pytest

from tests.documents.reading import CodeBlock, ListLine, MarkdownTable, document, read

TEXT = """\
# Library

## Books

| Column `a` | B |
| :-- | - |
| `x\\|y` | **bold**
| z |

After | the table.

```python
# Example
{
    # a comment
    "author": None,
}
```

### Loans #

1. **Reader:** `READER#{reader}`
   - Sorted by `due`

   ```json
   {"copies": [1, 2.5]}
   ```

- Plain

```python
# A program
loans = ask(reader)
```
"""
LIBRARY = read("library", TEXT)
BOOKS = ("Library", "Books")
LOANS = ("Library", "Books", "Loans")


def test_tables_have_their_cells_by_column() -> None:
    rows = [{"Column a": "x|y", "B": "bold"}, {"Column a": "z", "B": ""}]
    assert LIBRARY.tables == [MarkdownTable(BOOKS, ("Column a", "B"), rows)]
    assert LIBRARY.table("Books").column("Column a") == ["x|y", "z"]


def test_code_blocks_denote_values_where_they_can() -> None:
    example, json, program = LIBRARY.blocks
    assert (example.headings, example.language, example.value) == (BOOKS, "python", {"author": None})
    assert (json.headings, json.value) == (LOANS, {"copies": [1, 2.5]})
    assert program == CodeBlock(LOANS, "python", "# A program\nloans = ask(reader)")


def test_list_lines_know_the_lists_around_them() -> None:
    reader = "Reader: READER#{reader}"
    assert LIBRARY.lines == [
        ListLine(LOANS, (), reader),
        ListLine(LOANS, (reader,), "Sorted by due"),
        ListLine(LOANS, (), "Plain"),
    ]


def test_what_stands_below_headings_is_found() -> None:
    assert LIBRARY.headings == [("Library",), BOOKS, LOANS]
    assert LIBRARY.blocks_under("Library", "Loans") == LIBRARY.blocks[1:]
    assert LIBRARY.block("Books") == LIBRARY.blocks[0]
    assert LIBRARY.lines_under("Books") == LIBRARY.lines
    with pytest.raises(LookupError, match=r"^library: 2 of a code block under Loans, not one$"):
        LIBRARY.block("Loans")
    with pytest.raises(LookupError, match=r"^library: 0 of a table under Library, not one$"):
        LIBRARY.table("Library")


@pytest.mark.parametrize(
    ("name", "tables", "blocks"),
    [
        ("checks", 2, 2),
        ("habit-tracker", 1, 0),
        ("personal-os", 25, 11),
        ("real", 1, 0),
        ("runescape-goals", 0, 7),
    ],
)
def test_the_documents_are_read_whole(name: str, tables: int, blocks: int) -> None:
    found = document(name)
    assert (len(found.tables), len(found.blocks)) == (tables, blocks)
