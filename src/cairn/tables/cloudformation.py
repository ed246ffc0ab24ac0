"""Declared tables as a CloudFormation template."""

import json
import re
from collections.abc import Iterable
from typing import Any

from cairn.tables.creation import creation_request
from cairn.tables.table import STAGE, Table


def cloudformation(tables: Iterable[Table]) -> str:
    """The template, as JSON. A table's stage is a parameter, where a name has one."""
    resources = {logical_id(table): _resource(table) for table in tables}
    template: dict[str, Any] = {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Description": "The tables of Cairn.",
        "Resources": resources,
        "Outputs": {f"{name}Arn": {"Value": {"Fn::GetAtt": [name, "Arn"]}} for name in resources},
    }
    if any("Fn::Sub" in str(resource["Properties"]["TableName"]) for resource in resources.values()):
        template["Parameters"] = {
            "Stage": {"Type": "String", "Default": "prod", "AllowedPattern": "[A-Za-z0-9_.-]+"}
        }
    return json.dumps(template, indent=2) + "\n"


def logical_id(table: Table) -> str:
    """`PersonalOsTable` for `personal-os-{stage}`."""
    words = re.findall(r"[A-Za-z0-9]+", table.name_at(""))
    return "".join(word[:1].upper() + word[1:] for word in words) + "Table"


def _resource(table: Table) -> dict[str, Any]:
    properties = creation_request(table, "${Stage}")
    if STAGE in table.name:
        properties["TableName"] = {"Fn::Sub": properties["TableName"]}
    if table.ttl is not None:
        properties["TimeToLiveSpecification"] = {"AttributeName": table.ttl, "Enabled": True}
    properties["PointInTimeRecoverySpecification"] = {"PointInTimeRecoveryEnabled": True}
    properties["DeletionProtectionEnabled"] = True
    # Data outlives a template that is taken away, or a table that has to be made anew.
    return {
        "Type": "AWS::DynamoDB::Table",
        "DeletionPolicy": "Retain",
        "UpdateReplacePolicy": "Retain",
        "Properties": properties,
    }
