"""UpdateTimeToLive and DescribeTimeToLive."""

from typing import Any

import pytest

from tests.dynamo.embedded.shapes.asking import breaks, listed, null, refusal_of


def test_time_to_live_has_an_attribute_and_a_switch() -> None:
    specification = {"Enabled": False, "AttributeName": "expiresAt"}
    assert (
        refusal_of("UpdateTimeToLive", {"TableName": "Goals", "TimeToLiveSpecification": specification})
        is None
    )
    assert refusal_of("DescribeTimeToLive", {"TableName": "Goals"}) is None


@pytest.mark.parametrize(
    ("specification", "faults"),
    [
        (None, [null("timeToLiveSpecification")]),
        ({}, [null("timeToLiveSpecification.enabled"), null("timeToLiveSpecification.attributeName")]),
        (
            {"Enabled": True, "AttributeName": ""},
            [breaks("", "timeToLiveSpecification.attributeName", "have length greater than or equal to 1")],
        ),
        (
            {"Enabled": True, "AttributeName": "x" * 256},
            [
                breaks(
                    "x" * 256,
                    "timeToLiveSpecification.attributeName",
                    "have length less than or equal to 255",
                )
            ],
        ),
    ],
)
def test_faults_of_the_specification_are_listed(specification: Any, faults: list[str]) -> None:
    request = {"TableName": "Goals", "TimeToLiveSpecification": specification}
    assert refusal_of("UpdateTimeToLive", request) == listed(*faults)
