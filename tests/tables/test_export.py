"""What `cairn tables export` writes is valid to those who read it, and says all that is declared."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import hcl2
import pytest

from cairn.apps.declared import TABLES_BY_PART
from cairn.tables import Table
from cairn.tables.cloudformation import cloudformation, logical_id
from cairn.tables.creation import attribute_types, creation_request
from cairn.tables.terraform import terraform
from tests.tables.library import library

CFN_LINT: Final = Path(sys.executable).with_name("cfn-lint")
DECLARED: Final[dict[str, Sequence[Table]]] = {"library": [library]} | {
    app: tables for app, tables in TABLES_BY_PART.items() if tables
}


@pytest.fixture(params=DECLARED)
def tables(request: pytest.FixtureRequest) -> Sequence[Table]:
    return DECLARED[request.param]


def test_cfn_lint_finds_no_fault(tmp_path: Path) -> None:
    templates = []
    for app, tables in DECLARED.items():
        template = tmp_path / f"{app}.json"
        template.write_text(cloudformation(tables))
        templates.append(template)
    done = subprocess.run(
        [CFN_LINT, "--regions", "eu-central-1", "--", *templates], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_cfn_lint_would_find_a_fault(tmp_path: Path) -> None:
    template = tmp_path / "template.json"
    template.write_text(cloudformation([library]).replace('"KEYS_ONLY"', '"KEYS"'))
    done = subprocess.run([CFN_LINT, template], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "'KEYS' is not one of" in done.stdout


def test_cloudformation_asks_for_what_is_created(tables: Sequence[Table]) -> None:
    template = json.loads(cloudformation(tables))
    assert set(template["Resources"]) == {logical_id(table) for table in tables}
    for table in tables:
        properties = template["Resources"][logical_id(table)]["Properties"]
        name = properties["TableName"]
        staged = name["Fn::Sub"].replace("${Stage}", "dev") if isinstance(name, dict) else name
        created = creation_request(table, "dev")
        assert {name: properties[name] for name in created} | {"TableName": staged} == created
        assert properties.get("TimeToLiveSpecification") == (
            None if table.ttl is None else {"AttributeName": table.ttl, "Enabled": True}
        )


def test_terraform_says_the_same(tables: Sequence[Table]) -> None:
    document = hcl2.loads(terraform(tables))
    resources = [next(iter(each[_quoted("aws_dynamodb_table")].values())) for each in document["resource"]]
    assert [_from_terraform(resource) for resource in resources] == [_declared(table) for table in tables]


def test_the_stage_is_a_variable_where_a_name_has_one() -> None:
    plain = Table("Plain", pk="PK", sk="SK")
    assert "variable" not in hcl2.loads(terraform([plain]))
    assert "variable" in hcl2.loads(terraform([library]))
    assert "Parameters" not in json.loads(cloudformation([plain]))
    assert set(json.loads(cloudformation([library]))["Parameters"]) == {"Stage"}


def _declared(table: Table) -> dict[str, Any]:
    return {
        "name": table.name_at("${var.stage}"),
        "key": [table.pk, table.sk],
        "types": attribute_types(table),
        "indexes": [
            (index.name, index.pk, index.sk, index.projection, list(index.include)) for index in table.indexes
        ],
        "ttl": table.ttl,
    }


def _from_terraform(resource: dict[str, Any]) -> dict[str, Any]:
    indexes = resource.get("global_secondary_index", [])
    expiry = resource.get("ttl", [])
    return {
        "name": _plain(resource["name"]),
        "key": [_plain(resource["hash_key"]), _plain(resource["range_key"])],
        "types": {_plain(each["name"]): _plain(each["type"]) for each in resource["attribute"]},
        "indexes": [
            (
                *(_plain(index[name]) for name in ("name", "hash_key", "range_key", "projection_type")),
                [_plain(name) for name in index.get("non_key_attributes", [])],
            )
            for index in indexes
        ],
        "ttl": _plain(expiry[0]["attribute_name"]) if expiry else None,
    }


def _quoted(text: str) -> str:
    return f'"{text}"'


def _plain(text: str) -> str:
    return text.removeprefix('"').removesuffix('"')
