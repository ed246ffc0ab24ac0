"""Declared tables as Terraform resources."""

import json
import re
from collections.abc import Iterable, Iterator

from cairn.tables.creation import attribute_types
from cairn.tables.table import STAGE, Index, Table


def terraform(tables: Iterable[Table]) -> str:
    """The resources, in HCL. A table's stage is a variable, where a name has one."""
    wanted = list(tables)
    blocks = ["\n".join(_resource(table)) for table in wanted]
    if any(STAGE in table.name for table in wanted):
        blocks.insert(0, 'variable "stage" {\n  type    = string\n  default = "prod"\n}')
    return "\n\n".join(blocks) + "\n"


def _resource(table: Table) -> Iterator[str]:
    label = "_".join(re.findall(r"[a-z0-9]+", table.name_at("").lower()))
    yield f'resource "aws_dynamodb_table" "{label}" {{'
    yield f"  name                        = {_text(table.name_at('${var.stage}'))}"
    yield '  billing_mode                = "PAY_PER_REQUEST"'
    yield f"  hash_key                    = {_text(table.pk)}"
    yield f"  range_key                   = {_text(table.sk)}"
    yield "  deletion_protection_enabled = true"
    for name, kind in attribute_types(table).items():
        yield from ("", "  attribute {", f"    name = {_text(name)}", f"    type = {_text(kind)}", "  }")
    for index in table.indexes:
        yield from _index(index)
    if table.ttl is not None:
        yield from (
            "",
            "  ttl {",
            f"    attribute_name = {_text(table.ttl)}",
            "    enabled        = true",
            "  }",
        )
    yield from ("", "  point_in_time_recovery {", "    enabled = true", "  }")
    yield from ("", "  lifecycle {", "    prevent_destroy = true", "  }", "}")


def _index(index: Index) -> Iterator[str]:
    yield from (
        "",
        "  global_secondary_index {",
        f"    name            = {_text(index.name)}",
        f"    hash_key        = {_text(index.pk)}",
        f"    range_key       = {_text(index.sk)}",
        f"    projection_type = {_text(index.projection)}",
    )
    if index.include:
        yield f"    non_key_attributes = [{', '.join(map(_text, index.include))}]"
    yield "  }"


def _text(text: str) -> str:
    return json.dumps(text)
