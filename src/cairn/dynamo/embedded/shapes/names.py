"""Names of tables and indexes, and the ARNs that may stand for a table's name."""

import re

PATTERN = "[a-zA-Z0-9_.-]+"
SHORTEST = 3
LONGEST = 255

ARN_FAULT = (
    "Valid ARN format is 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', "
    "where Resource name must have length less than or equal to 255, Resource name must have length greater than "
    "or equal to 3, Resource name must satisfyregular expression pattern: [a-zA-Z0-9_.-]+"
)

_ARN = r"arn:[^:/]+:dynamodb:[^:/]*:\d*:table/"
_NAME = "[a-zA-Z0-9_.-]{3,255}"

name = re.compile(_NAME)
table_arn = re.compile(_ARN + _NAME)
table_name_or_arn = re.compile(f"(?:{_NAME}|{_ARN}{_NAME})")


def is_arn(text: str) -> bool:
    # A name has no colon, so the two can't be confused.
    return text.startswith("arn:")


def table_name(text: str) -> str:
    """The table's name, where a request may give its name or its ARN."""
    return text[text.rindex("/") + 1 :] if is_arn(text) and "/" in text else text
