"""TagResource, UntagResource and ListTagsOfResource, which DynamoDB Local does not have."""

from typing import Any

import pytest

from cairn.dynamo.seam import Operation, Response
from tests.dynamo.contract.engines import Engine, Refusal, Tables
from tests.dynamo.contract.schemas import invalid, unfit
from tests.dynamo.differences import TAGS

NO_TAGS = Refusal("UnknownOperationException", "Tagging is not currently supported in DynamoDB Local.")
NOWHERE = "arn:aws:dynamodb:local:000000000000:table/Nowhere"


def tags(*keys: str) -> list[dict[str, str]]:
    return [{"Key": key, "Value": f"value of {key}"} for key in keys]


async def arn_of(dynamo: Engine, name: str) -> str:
    arn: str = (await dynamo.call("DescribeTable", {"TableName": name}))["Table"]["TableArn"]
    return arn


async def asked(
    dynamo: Engine, operation: Operation, request: dict[str, Any], aws: Response | Refusal
) -> None:
    """The answer is AWS's, or DynamoDB Local's that it has no tags."""
    outcome = await dynamo.outcome(operation, request)
    if not isinstance(outcome, Refusal) and "Tags" in outcome:
        outcome["Tags"].sort(key=lambda tag: tag["Key"])
    assert outcome == TAGS.answer(dynamo, aws=aws, dynamodb_local=NO_TAGS)


async def test_tags_are_added_changed_and_removed(dynamo: Engine, table: Tables) -> None:
    arn = await arn_of(dynamo, await table())
    resource = {"ResourceArn": arn}
    await asked(dynamo, "ListTagsOfResource", resource, {"Tags": []})
    await asked(dynamo, "TagResource", {**resource, "Tags": tags("a", "b")}, {})
    changed = [{"Key": "b", "Value": ""}, *tags("c")]
    await asked(dynamo, "TagResource", {**resource, "Tags": changed}, {})
    await asked(dynamo, "ListTagsOfResource", resource, {"Tags": [*tags("a"), *changed]})
    await asked(dynamo, "UntagResource", {**resource, "TagKeys": ["a", "nothing"]}, {})
    await asked(dynamo, "ListTagsOfResource", resource, {"Tags": changed})


async def test_a_table_is_made_with_tags(dynamo: Engine, table: Tables) -> None:
    arn = await arn_of(dynamo, await table(Tags=tags("a", "b")))
    await asked(dynamo, "ListTagsOfResource", {"ResourceArn": arn}, {"Tags": tags("a", "b")})


async def test_a_table_has_fifty_tags(dynamo: Engine, table: Tables) -> None:
    resource = {"ResourceArn": await arn_of(dynamo, await table())}
    too_many = Refusal("ValidationException", unfit("Too many tags: tag limit is 50"))
    fifty = [f"tag{number:02}" for number in range(50)]
    await asked(dynamo, "TagResource", {**resource, "Tags": tags(*fifty, "more")}, too_many)
    await asked(dynamo, "TagResource", {**resource, "Tags": tags(*fifty)}, {})
    await asked(dynamo, "TagResource", {**resource, "Tags": tags("more")}, too_many)
    await asked(dynamo, "TagResource", {**resource, "Tags": tags(fifty[0])}, {})
    await asked(dynamo, "ListTagsOfResource", resource, {"Tags": tags(*fifty)})


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (tags("aws:x"), unfit("aws: prefixed tag key names are not allowed for external use.")),
        (tags("a", "a"), unfit("Duplicate tag keys")),
        ([], "Atleast one Tag needs to be provided as Input."),
        (None, invalid("null", "tags", "not be null")),
        (tags(""), invalid("''", "tags.1.member.key", "have length greater than or equal to 1")),
        (
            tags("k" * 129),
            invalid(f"'{'k' * 129}'", "tags.1.member.key", "have length less than or equal to 128"),
        ),
        (
            [{"Key": "k", "Value": "v" * 257}],
            invalid(f"'{'v' * 257}'", "tags.1.member.value", "have length less than or equal to 256"),
        ),
    ],
    ids=["of AWS", "twice", "empty", "none", "empty key", "long key", "long value"],
)
async def test_what_is_no_tag_is_refused(
    dynamo: Engine, table: Tables, given: list[dict[str, str]] | None, fault: str
) -> None:
    arn = await arn_of(dynamo, await table())
    request = {"ResourceArn": arn} | ({} if given is None else {"Tags": given})
    await asked(dynamo, "TagResource", request, Refusal("ValidationException", fault))
    await asked(dynamo, "ListTagsOfResource", {"ResourceArn": arn}, {"Tags": []})


@pytest.mark.parametrize(
    ("operation", "rest"),
    [("TagResource", {"Tags": tags("a")}), ("UntagResource", {"TagKeys": ["a"]}), ("ListTagsOfResource", {})],
)
async def test_what_is_tagged_is_a_table_that_exists(
    dynamo: Engine, operation: Operation, rest: dict[str, Any]
) -> None:
    missing = f"Requested resource not found: ResourceArn: {NOWHERE} not found"
    await asked(
        dynamo, operation, {"ResourceArn": NOWHERE, **rest}, Refusal("ResourceNotFoundException", missing)
    )
    no_table = "Invalid TableArn: Invalid ResourceArn provided as input x"
    await asked(dynamo, operation, {"ResourceArn": "x", **rest}, Refusal("ValidationException", no_table))
