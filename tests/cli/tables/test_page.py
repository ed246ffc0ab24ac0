"""`cairn tables page` writes docs/tables.md, and what is committed there is what it writes."""

from pathlib import Path

from tests.cli.command import cairn

DOCS = Path(__file__).parents[3] / "docs"


def contents(docs: Path) -> dict[str, str]:
    paths = [docs / "tables.md", *(docs / "images/tables").iterdir()]
    return {str(path.relative_to(docs)): path.read_text() for path in paths}


def test_the_page_and_its_pictures_are_current(tmp_path: Path) -> None:
    written = cairn("tables", "page", tmp_path)
    assert (written.returncode, written.stderr) == (0, "")
    stale = [name for name, text in contents(tmp_path).items() if contents(DOCS).get(name) != text]
    assert stale == [], "write them anew: cairn tables page docs"
    assert contents(DOCS).keys() == contents(tmp_path).keys()


def test_a_picture_of_a_table_that_is_no_more_is_removed(tmp_path: Path) -> None:
    (tmp_path / "images/tables").mkdir(parents=True)
    old = tmp_path / "images/tables/old.svg"
    old.write_text("<svg/>")
    cairn("tables", "page", tmp_path)
    assert not old.exists()
