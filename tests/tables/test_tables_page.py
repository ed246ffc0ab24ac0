"""The page and the pictures say all that is declared."""

import re
from xml.etree import ElementTree as ET

import pytest

from cairn.apps.declared import TABLES_BY_PART
from cairn.tables import Table, access_patterns
from cairn.tables.collections_picture import collections_picture
from cairn.tables.tables_page import picture_name, tables_page
from tests.tables.library import library

TABLES = [library, *(table for tables in TABLES_BY_PART.values() for table in tables)]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_picture_shows_each_kind_of_item_with_its_key_in_the_table_and_in_each_index(table: Table) -> None:
    picture = ET.fromstring(collections_picture(table))  # noqa: S314 - our own
    assert picture.tag == f"{SVG}svg"
    texts = [each.text for each in picture.iter(f"{SVG}text")]
    plans = [(layout, plan) for layout in table.layouts for plan in (layout.key, *layout.index_keys)]
    kinds = [each.text for each in picture.iter(f"{SVG}text") if each.get("class") == "kind"]
    assert sorted(filter(None, kinds)) == sorted(layout.entity.__name__ for layout, _ in plans)
    assert {plan.sk.template.text for _, plan in plans} <= set(texts)
    assert {table.name, *(f"Index {index.name}" for index in table.indexes)} <= set(texts)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_nothing_in_a_picture_lies_beyond_its_edge_or_on_something_else(table: Table) -> None:
    picture = ET.fromstring(collections_picture(table))  # noqa: S314
    width, height = int(picture.attrib["width"]), int(picture.attrib["height"])
    for text in picture.iter(f"{SVG}text"):
        assert int(text.attrib["x"]) + 7.3 * len(text.text or "") <= width
        assert int(text.attrib["y"]) <= height
    boxes = [
        tuple(float(box.attrib[side]) for side in ("x", "y", "width", "height"))
        for box in picture.iter(f"{SVG}rect")
        if box.get("class") != "paper"
    ]
    for place, (x, y, wide, high) in enumerate(boxes):
        for other_x, other_y, other_wide, other_high in boxes[place + 1 :]:
            assert (
                x + wide <= other_x
                or other_x + other_wide <= x
                or y + high <= other_y
                or other_y + other_high <= y
            )


def test_kinds_that_share_a_partition_lie_together() -> None:
    picture = ET.fromstring(collections_picture(library))  # noqa: S314
    texts = [
        each.text for each in picture.iter(f"{SVG}text") if each.get("class") not in {"note", "attributes"}
    ]
    assert texts[:7] == [
        *("library-{stage}", "READER#{reader_id}"),
        *("LOAN#{since}#{book_id}", "Loan", "PROFILE", "Reader"),
        "{book_id}",
    ]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_the_page_tells_every_key_attribute_index_and_question(table: Table) -> None:
    page = tables_page({"part": [table]})
    said = set(re.findall("`([^`]+)`", page))
    for layout in table.layouts:
        assert f"\n### {layout.entity.__name__}" in page
        assert {each.attribute for each in layout.fields.values()} <= said
        keys = {half.template.text for plan in layout.plans.values() for half in (plan.pk, plan.sk)}
        assert keys <= said
    assert {str(pattern) for pattern in access_patterns(table)} <= said
    assert {name for index in table.indexes for name in index.key_names} <= said
    assert f"(images/tables/{picture_name(table)})" in page


def test_links_lead_to_their_table() -> None:
    page = tables_page(TABLES_BY_PART)
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    anchors = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
    links = re.findall(r"\]\(#([^)]+)\)", page)
    assert len(links) == sum(map(len, TABLES_BY_PART.values()))
    assert [anchors.count(link) for link in links] == [1] * len(links)


def test_each_row_has_as_many_cells_as_the_head_of_its_table() -> None:
    blocks = re.findall(r"(?:^\|.*\n)+", tables_page(TABLES_BY_PART), re.MULTILINE)
    for block in blocks:
        head, *rows = [len(re.findall(r"(?<!\\)\|", row)) for row in block.splitlines()]
        assert set(rows) == {head}
