"""The declaration of the Personal OS has what its document lists: kinds, keys, indexes, attributes, types and words."""

import re
from enum import Enum
from typing import get_args

import pytest

from cairn.apps.personal_os.schema import (
    SUB_CATEGORIES,
    TABLES,
    Area,
    Preferences,
    ProgressConfig,
    RecurrenceRule,
    SubCategory,
    SuccessCriterion,
    personal_os,
)
from cairn.tables import Embedded
from cairn.tables.parts import without_none
from tests.apps.personal_os.cast import ADA, everything_of
from tests.apps.personal_os.sections import (
    DOCUMENT,
    ENTITIES,
    EXAMPLES,
    common_attributes,
    rows_of,
    said_of,
)
from tests.documents.agreement import assert_agrees, attributes_of, snake_case, templates_of

LEFT_OUT = {"User Profile": {"userId"}}
"""What all entities are said to have and an example has not: the profile's user stands in its key."""
IDS = {
    "Task": "task_id",
    "Goal": "goal_id",
    "Metric": "metric_id",
    "Metric Milestone (Separate Items)": "milestone_id",
    "Habit": "habit_id",
    "Project": "project_id",
    "Reward": "reward_id",
}
"""What the document calls the attribute `id` in a key."""
TYPES = {"String": "S", "Number": "N", "Boolean": "BOOL", "Map": "M", "List[String]": "L", "List[Map]": "L"}
EMBEDDED: dict[str, tuple[type[Embedded], str]] = {
    "successCriteria": (SuccessCriterion, "Success Criterion (Embedded)"),
    "progressConfig": (ProgressConfig, "Progress Config (Embedded)"),
}


def test_each_kind_of_item_is_declared_in_the_documents_order() -> None:
    sections = [each.headings[-1] for each in DOCUMENT.tables_under("Entity Definitions")]
    assert sections == list(ENTITIES)
    assert personal_os.entities == list(ENTITIES.values())
    assert (personal_os,) == TABLES


def test_the_table_is_the_documents() -> None:
    assert "Table Name: personal-os-{stage}" in DOCUMENT.text.replace("*", "").replace("`", "")
    assert personal_os.name == "personal-os-{stage}"
    assert list(personal_os.key_names) == DOCUMENT.table("Primary Key").column("Attribute")
    assert personal_os.ttl == "ttl"


def test_the_indexes_are_the_documents() -> None:
    tables = DOCUMENT.tables_under("Global Secondary Indexes")
    documented = {
        each.headings[-1].split(":")[0]: (*each.column("Attribute"), *each.column("Type")) for each in tables
    }
    declared = {
        each.name: (each.pk, each.sk, "String", {"S": "String", "N": "Number"}[each.sk_type])
        for each in personal_os.indexes
    }
    assert declared == documented
    assert [each.projection for each in personal_os.indexes] == ["ALL", "ALL"]


@pytest.mark.parametrize("section", ENTITIES)
def test_keys_are_of_the_documents_form(section: str) -> None:
    declared = templates_of(ENTITIES[section])
    written = {
        name: template.replace("{id}", f"{{{IDS.get(section, 'id')}}}") for name, template in declared.items()
    }
    for attribute in ("pk", "sk"):
        assert written[attribute] == snake_case(said_of(section, attribute))


@pytest.mark.parametrize("section", ENTITIES)
def test_a_kind_with_a_status_or_an_area_is_in_the_index_for_it(section: str) -> None:
    rows = rows_of(section)
    kind = said_of(section, "entityType").strip('"')
    by_status = {"gsi1pk": kind, "gsi1sk": "{status}#{created_at}"} if "status" in rows else {}
    by_area = {"gsi2pk": "{area}", "gsi2sk": f"{kind}#{{created_at}}"} if "area" in rows else {}
    declared = templates_of(ENTITIES[section])
    in_indexes = {name: text for name, text in declared.items() if name not in personal_os.key_names}
    assert in_indexes == {**by_status, **by_area}


@pytest.mark.parametrize("attribute", ["gsi1pk", "gsi1sk", "gsi2pk", "gsi2sk"])
def test_a_tasks_index_keys_are_written_as_the_document_shows_them(attribute: str) -> None:
    assert templates_of(ENTITIES["Task"])[attribute] == snake_case(said_of("Task", attribute)).strip('"')


@pytest.mark.parametrize("section", ENTITIES)
def test_attributes_are_those_of_the_document(section: str) -> None:
    declared = attributes_of(ENTITIES[section])
    as_used = {*rows_of(section), *(common_attributes(optional=True) & declared)}
    left_out = LEFT_OUT.get(section, set())
    assert_agrees(section, (common_attributes(optional=False) | as_used) - left_out, declared)
    assert not left_out & set(EXAMPLES[section].value if section in EXAMPLES else ())


def test_only_what_is_cached_expires() -> None:
    expiring = {section for section in ENTITIES if "ttl" in rows_of(section)}
    declared = {section for section, entity in ENTITIES.items() if "ttl" in attributes_of(entity)}
    assert declared == expiring == {"Metric Insight (Cached AI Results)"}


@pytest.mark.parametrize("section", ENTITIES)
def test_attributes_are_stored_in_the_documents_types(section: str) -> None:
    entity = ENTITIES[section]
    item = entity.__layout__.item_of(everything_of(ADA)[entity])
    types = {name: TYPES[row["Type"]] for name, row in rows_of(section).items()}
    assert {name: next(iter(item[name])) for name in types} == types
    assert item["entityType"] == {"S": said_of(section, "entityType").strip('"')}


def _words() -> dict[tuple[str, str], type[Enum]]:
    """The attributes of enumerated values whose words the document lists: section, attribute, and type."""
    return {
        (section, field.alias or name): kind
        for section, entity in ENTITIES.items()
        for name, field in entity.model_fields.items()
        if isinstance(kind := without_none(field.annotation), type)
        and issubclass(kind, Enum)
        and kind not in {Area, SubCategory}
    }


@pytest.mark.parametrize(("section", "attribute"), _words())
def test_values_are_the_documents_words(section: str, attribute: str) -> None:
    said = re.sub(r" \(.*\)$", "", said_of(section, attribute)).replace("P1-P4", "P1, P2, P3, P4")
    words = [str(member.value) for member in _words()[section, attribute]]
    listed = said.removesuffix(", etc.").split(", ")
    if said.endswith("etc."):
        assert [each for each in words if each in listed] == listed
    else:
        assert words == listed


def test_areas_and_their_parts_hold_what_the_document_shows() -> None:
    shown = re.findall(r'"(\w+)"', DOCUMENT.table("GSI2: Area + Entity Type").rows[0]["Description"])
    assert [area.value for area in Area][: len(shown)] == shown
    example = EXAMPLES["Task"].value
    assert SubCategory(example["subCategory"]) in SUB_CATEGORIES[Area(example["area"])]
    assert [part for area in Area for part in SUB_CATEGORIES[area]] == list(SubCategory)


@pytest.mark.parametrize("attribute", EMBEDDED)
def test_an_embedded_map_has_the_members_of_its_example(attribute: str) -> None:
    embedded, heading = EMBEDDED[attribute]
    assert_agrees(heading, DOCUMENT.block(heading).value, _members(embedded))
    [holder] = [field for field in ENTITIES["Goal"].model_fields.values() if field.alias == attribute]
    assert embedded in {holder.annotation, *get_args(holder.annotation)}


def test_maps_without_a_section_have_the_members_that_are_named() -> None:
    named = re.findall(r"\w+", said_of("Task", "recurrenceRule"))
    assert_agrees("recurrenceRule", named, _members(RecurrenceRule))
    shown = {*EXAMPLES["User Profile"].value["preferences"], "notifications"}
    assert said_of("User Profile", "preferences") == "User preferences (theme, notifications)"
    assert_agrees(
        "preferences",
        shown,
        _members(Preferences),
        besides={"timeZone": "a day is a day in the user's time zone"},
    )


def _members(embedded: type[Embedded]) -> list[str]:
    return [field.alias or name for name, field in embedded.model_fields.items()]
