"""Random programs of operations have the same answers from the engine and from DynamoDB Local.

How to run more of them than the suite does stands in CONTRIBUTING.md.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from cairn.dynamo.aws import AwsDynamo
from cairn.dynamo.embedded import open_folder
from tests.dynamo.contract.engines import Engine
from tests.dynamo.programs.machine import Pair, Programs
from tests.dynamodb_local import DynamoDBLocal

STEPS = 30


@pytest.fixture
def pair(tmp_path: Path, dynamodb_local: DynamoDBLocal) -> Iterator[Pair]:
    aws = AwsDynamo(
        endpoint_url=dynamodb_local.endpoint_url,
        region="eu-west-1",
        access_key="AKIDADA",
        secret_key="secret",
    )
    with asyncio.Runner() as runner:
        ours = Engine("embedded", open_folder(tmp_path / "data"))
        local = Engine("dynamodb-local", aws)
        yield Pair(ours, local, runner)
        runner.run(ours.close())
        runner.run(local.close())


@pytest.mark.timeout(300)
def test_both_engines_answer_a_program_alike(pair: Pair) -> None:
    is_thorough = settings().max_examples > settings.get_profile("default").max_examples
    run_state_machine_as_test(
        lambda: Programs(pair),  # type: ignore[arg-type]  # a factory will do
        settings=settings(
            stateful_step_count=STEPS,
            # Shrinking takes minutes, since each step is two requests.
            phases=list(Phase) if is_thorough else [Phase.explicit, Phase.reuse, Phase.generate],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
            report_multiple_bugs=False,
        ),
    )
