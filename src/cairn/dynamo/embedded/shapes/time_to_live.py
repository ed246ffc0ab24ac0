"""UpdateTimeToLive and DescribeTimeToLive."""

from cairn.dynamo.embedded.shapes.members import BOOLEAN, TABLE_NAME_TOLD_ALONE
from cairn.dynamo.embedded.shapes.shape import Required, String, structure

UPDATE_TIME_TO_LIVE = structure(
    "UpdateTimeToLiveInput",
    TableName=TABLE_NAME_TOLD_ALONE,
    TimeToLiveSpecification=Required(
        structure(
            "TimeToLiveSpecification",
            Enabled=Required(BOOLEAN),
            AttributeName=Required(String(shortest=1, longest=255)),
        )
    ),
)

DESCRIBE_TIME_TO_LIVE = structure("DescribeTimeToLiveInput", TableName=TABLE_NAME_TOLD_ALONE)
