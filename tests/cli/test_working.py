"""`cairn worker`, and the worker within `cairn serve`."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from cairn.services.jobs import Counts
from tests.cli.command import CAIRN, ENVIRONMENT
from tests.services.jobs.cast import GREET, Greeting
from tests.services.worker.cast import has_counts, opened_house


@contextmanager
def started(*arguments: str | Path, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A `cairn`, and the first line that it said."""
    with subprocess.Popen(
        [CAIRN, *arguments],
        env={**ENVIRONMENT, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline()
        finally:
            process.kill()


@pytest.mark.parametrize("command", [("worker",), ("serve", "--port", "0")])
async def test_what_was_enqueued_is_seen_to(tmp_path: Path, command: tuple[str, ...]) -> None:
    async with opened_house(tmp_path) as services:
        await services.tables.write(services.jobs.enqueue(GREET, Greeting(to="Ada"), key="Ada"))
        with started(*command, "--data", tmp_path) as (process, said):
            assert str(tmp_path) in said
            await has_counts(services, Counts(0, 0, 1))
            process.send_signal(signal.SIGTERM)
            output, errors = process.communicate(timeout=30)
            assert (process.returncode, output) == (0, "")
            assert "nobody here does jobs of the kind tests.greet" in errors
            assert "Traceback" not in errors


async def test_a_worker_shows_monitors_how_it_is_and_what_it_did(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as services:
        await services.tables.write(services.jobs.enqueue(GREET, Greeting(to="Ada"), key="Ada"))
        with started("worker", "--port", "0", "--data", tmp_path) as (process, said):
            await has_counts(services, Counts(0, 0, 1))
            found = re.search(r"127\.0\.0\.1:(\d+)$", said.strip())
            assert found is not None
            answers = {
                path: asked(int(found[1]), path) for path in ("/readyz", "/metrics", "/api/v1/problems")
            }
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=30)
            assert process.returncode == 0
    assert {path: status for path, (status, _) in answers.items()} == {
        "/readyz": 200,
        "/metrics": 200,
        "/api/v1/problems": 404,
    }
    assert 'cairn_job_seconds_count{kind="tests.greet",outcome="dead"} 1.0' in answers["/metrics"][1]


def asked(port: int, path: str) -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


async def test_a_server_that_is_told_so_leaves_the_work_to_others(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as services:
        await services.tables.write(services.jobs.enqueue(GREET, Greeting(to="Ada"), key="Ada"))
        with started("serve", "--port", "0", "--data", tmp_path, CAIRN_WORKER="false") as (server, _):
            with started("worker", "--data", tmp_path):
                await has_counts(services, Counts(0, 0, 1))
            await services.jobs.retry(GREET.name, "Ada")
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=30)
        assert await services.jobs.counts() == Counts(1, 0, 0)
