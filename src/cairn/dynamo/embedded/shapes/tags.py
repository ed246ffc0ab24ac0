"""TagResource, UntagResource and ListTagsOfResource."""

from collections.abc import Mapping, Sequence
from typing import Any

from cairn.dynamo.embedded.shapes import names
from cairn.dynamo.embedded.shapes.members import TEXT
from cairn.dynamo.embedded.shapes.shape import ListOf, Required, String, structure
from cairn.dynamo.errors import ValidationException

MOST_TAGS = 50
RESERVED_PREFIX = "aws:"

_TAG_KEY = String(shortest=1, longest=128)

TAGS = ListOf(structure("Tag", Key=Required(_TAG_KEY), Value=Required(String(longest=256))))

# AWS tells what is missing in these in an order of its own, so that nothing is required by the shape.
TAG_RESOURCE = structure("TagResourceInput", ResourceArn=TEXT, Tags=TAGS)
UNTAG_RESOURCE = structure("UntagResourceInput", ResourceArn=TEXT, TagKeys=ListOf(_TAG_KEY))
LIST_TAGS_OF_RESOURCE = structure("ListTagsOfResourceInput", ResourceArn=TEXT, NextToken=TEXT)

_NULL = (
    "1 validation error detected: Value null at '{}' failed to satisfy constraint: Member must not be null"
)
_INVALID = "One or more parameter values were invalid: "


def tag_resource(request: Mapping[str, Any]) -> None:
    arn, tags = request.get("ResourceArn"), request.get("Tags")
    _refuse_no_arn(arn)
    if tags is None:
        raise ValidationException(_NULL.format("tags"))
    _refuse_arn_of_no_table(arn)
    if not tags:
        raise ValidationException("Atleast one Tag needs to be provided as Input.")
    refuse_unfit_tags(tags)


def untag_resource(request: Mapping[str, Any]) -> None:
    arn, keys = request.get("ResourceArn"), request.get("TagKeys")
    _refuse_no_arn(arn)
    if keys is None:
        raise ValidationException(_NULL.format("tagKeys"))
    _refuse_arn_of_no_table(arn)
    if not keys:
        raise ValidationException("Atleast one Tag Key needs to be provided as Input.")


def list_tags_of_resource(request: Mapping[str, Any]) -> None:
    _refuse_no_arn(request.get("ResourceArn"))
    _refuse_arn_of_no_table(request.get("ResourceArn"))


def refuse_unfit_tags(tags: Sequence[Mapping[str, Any]]) -> None:
    keys = [tag["Key"] for tag in tags]
    refuse_too_many_tags(len(keys))
    for key in keys:
        if key.startswith(RESERVED_PREFIX):
            raise ValidationException(
                f"{_INVALID}aws: prefixed tag key names are not allowed for external use."
            )
    if len(set(keys)) != len(keys):
        raise ValidationException(f"{_INVALID}Duplicate tag keys")


def refuse_too_many_tags(number: int) -> None:
    if number > MOST_TAGS:
        raise ValidationException(f"{_INVALID}Too many tags: tag limit is {MOST_TAGS}")


def _refuse_no_arn(arn: str | None) -> None:
    if not arn:
        raise ValidationException("Invalid TableArn")


def _refuse_arn_of_no_table(arn: str | None) -> None:
    if arn is not None and not names.table_arn.fullmatch(arn):
        raise ValidationException(f"Invalid TableArn: Invalid ResourceArn provided as input {arn}")
