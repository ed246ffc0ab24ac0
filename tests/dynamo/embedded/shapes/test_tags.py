"""TagResource, UntagResource and ListTagsOfResource."""

from typing import Any

import pytest

from tests.dynamo.embedded.shapes.asking import breaks, invalid, listed, null, refusal_of

ARN = "arn:aws:dynamodb:eu-central-1:123456789012:table/Goals"
WRONG = "One or more parameter values were invalid: "
REST: dict[str, dict[str, Any]] = {
    "TagResource": {"Tags": [{"Key": "room", "Value": "attic"}]},
    "UntagResource": {"TagKeys": ["room"]},
    "ListTagsOfResource": {},
}


@pytest.mark.parametrize("operation", REST)
def test_tags_of_a_table_pass(operation: str) -> None:
    assert refusal_of(operation, {"ResourceArn": ARN, **REST[operation]}) is None


@pytest.mark.parametrize("operation", REST)
def test_the_arn_is_told_first_when_there_is_none(operation: str) -> None:
    assert refusal_of(operation, {}) == invalid("Invalid TableArn")
    assert refusal_of(operation, {"ResourceArn": ""}) == invalid("Invalid TableArn")


@pytest.mark.parametrize("operation", REST)
@pytest.mark.parametrize("arn", ["Goals", ARN[:-3], f"{ARN}/index/Reminders", ARN.replace("dynamodb", "s3")])
def test_what_is_tagged_is_a_table(operation: str, arn: str) -> None:
    assert refusal_of(operation, {"ResourceArn": arn, **REST[operation]}) == invalid(
        f"Invalid TableArn: Invalid ResourceArn provided as input {arn}"
    )


def test_tags_are_told_after_a_missing_arn_and_before_a_wrong_one() -> None:
    assert refusal_of("TagResource", {"ResourceArn": "Goals"}) == listed(null("tags"))
    assert refusal_of("UntagResource", {"ResourceArn": "Goals"}) == listed(null("tagKeys"))


def test_at_least_one_tag_is_given() -> None:
    assert refusal_of("TagResource", {"ResourceArn": ARN, "Tags": []}) == invalid(
        "Atleast one Tag needs to be provided as Input."
    )
    assert refusal_of("UntagResource", {"ResourceArn": ARN, "TagKeys": []}) == invalid(
        "Atleast one Tag Key needs to be provided as Input."
    )


def test_faults_of_tags_are_listed() -> None:
    tags = [{}, {"Key": "", "Value": "v" * 257}, {"Key": "k" * 129, "Value": ""}]
    assert refusal_of("TagResource", {"ResourceArn": ARN, "Tags": tags}) == listed(
        null("tags.1.member.key"),
        null("tags.1.member.value"),
        breaks("", "tags.2.member.key", "have length greater than or equal to 1"),
        breaks("v" * 257, "tags.2.member.value", "have length less than or equal to 256"),
        breaks("k" * 129, "tags.3.member.key", "have length less than or equal to 128"),
    )
    assert refusal_of("UntagResource", {"ResourceArn": ARN, "TagKeys": [""]}) == listed(
        breaks("", "tagKeys.1.member", "have length greater than or equal to 1")
    )


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (["room", "room"], "Duplicate tag keys"),
        (["aws:room"], "aws: prefixed tag key names are not allowed for external use."),
        ([f"key{n}" for n in range(51)], "Too many tags: tag limit is 50"),
    ],
)
def test_fifty_keys_of_ones_own_are_taken(keys: list[str], message: str) -> None:
    tags = [{"Key": key, "Value": "v"} for key in keys]
    assert refusal_of("TagResource", {"ResourceArn": ARN, "Tags": tags}) == invalid(WRONG + message)
