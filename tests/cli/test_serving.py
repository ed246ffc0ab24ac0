"""The command line as a person or a script uses it: real processes, what they say and how they exit."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from tests.cli.command import CAIRN, ENVIRONMENT, cairn

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ADA = {"CAIRN_DYNAMO_ACCESS_KEY": "AKIDADA", "CAIRN_DYNAMO_SECRET_KEY": "wJalrXUtnFEMI"}


@dataclass
class Serving:
    """A `cairn` that serves, what it said when it was ready, and where it is."""

    process: subprocess.Popen[str]
    said: str
    url: str

    def stopped(self, number: signal.Signals) -> tuple[int, str, str]:
        """How it ended after a signal: its exit code and what else it said."""
        self.process.send_signal(number)
        output, errors = self.process.communicate(timeout=30)
        return self.process.returncode, output, errors

    @contextmanager
    def client(self, keys: tuple[str, str] = ("any", "keys")) -> Iterator["DynamoDBClient"]:
        access_key, secret_key = keys
        session = boto3.Session(access_key, secret_key, region_name="eu-west-1")
        config = Config(retries={"total_max_attempts": 1})
        client = session.client("dynamodb", endpoint_url=self.url, config=config)
        try:
            yield client
        finally:
            client.close()


@contextmanager
def serving(*arguments: str | Path, **environment: str) -> Iterator[Serving]:
    with subprocess.Popen(
        [CAIRN, *arguments, "--port", "0"],
        env={**ENVIRONMENT, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            if arguments[0] == "dynamo":  # which says how to look inside as well
                said += process.stdout.readline()
            url = re.search(r"http://\S+", said)
            assert url, process.communicate()
            yield Serving(process, said, url.group())
        finally:
            process.kill()


def make_table(client: "DynamoDBClient") -> None:
    client.create_table(
        TableName="Goals",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )


def get(cairn: Serving, path: str) -> tuple[int, bytes]:
    connection = HTTPConnection(cairn.url.removeprefix("http://"))
    connection.request("GET", path)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, content


def test_serving_says_where_cairn_is_and_where_its_data(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    with serving("serve", "--data", data) as cairn:
        assert cairn.said == f"Cairn is at {cairn.url} and keeps its data in {data}. Ctrl-C stops it.\n"
        assert get(cairn, "/healthz") == (200, b'{"status":"ok"}')
        assert get(cairn, "/readyz") == (200, b'{"status":"ok"}')
        code, output, errors = cairn.stopped(signal.SIGTERM)
        assert (code, output) == (0, "")
        assert "path=/readyz" in errors
        assert "Traceback" not in errors


def test_settings_say_how_to_serve_and_the_command_goes_before(tmp_path: Path) -> None:
    with serving("serve", "--data", tmp_path, CAIRN_PORT="70", CAIRN_LOG_LEVEL="error") as cairn:
        assert get(cairn, "/healthz") == (200, b'{"status":"ok"}')
        assert cairn.stopped(signal.SIGINT) == (0, "", "")


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"CAIRN_APPS": "gardening"}, "CAIRN_APPS: 'gardening' is no app"),
        ({"CAIRN_PROT": "80"}, "CAIRN_PROT is no setting; did you mean CAIRN_PORT?"),
        ({"CAIRN_TRUSTED_PROXIES": "nginx"}, "CAIRN_TRUSTED_PROXIES: 'nginx' does not appear to be"),
    ],
)
def test_a_setting_that_is_wrong_stops_the_start(
    tmp_path: Path, environment: dict[str, str], message: str
) -> None:
    refused = cairn("serve", "--data", tmp_path, "--port", "0", **environment)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"cairn: {message}")


def test_serving_dynamodb_says_where_from_what_and_how_to_look_inside(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    with serving("dynamo", "serve", "--data", data) as cairn:
        assert cairn.said == (
            f"Cairn serves DynamoDB's API at {cairn.url} from {data}. Ctrl-C stops it. To look inside:\n"
            "  AWS_ACCESS_KEY_ID=cairn AWS_SECRET_ACCESS_KEY=cairn AWS_DEFAULT_REGION=us-east-1 "
            f"aws --endpoint-url {cairn.url} dynamodb list-tables\n"
        )
        with cairn.client() as client:
            assert client.list_tables()["TableNames"] == []
        command = cairn.said.splitlines()[1].replace(" aws ", f" {CAIRN.with_name('aws')} --output text ")
        listed = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
        assert (listed.returncode, listed.stdout, listed.stderr) == (0, "", "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_was_written_is_there_after_a_stop(tmp_path: Path, number: signal.Signals) -> None:
    with serving("dynamo", "serve", "--data", tmp_path) as cairn, cairn.client() as client:
        make_table(client)
        client.put_item(TableName="Goals", Item={"id": {"S": "1"}})
        assert cairn.stopped(number) == (0, "", "")
    with serving("dynamo", "serve", "--data", tmp_path) as cairn, cairn.client() as client:
        assert client.get_item(TableName="Goals", Key={"id": {"S": "1"}})["Item"] == {"id": {"S": "1"}}


def test_with_keys_in_the_environment_only_signed_requests_are_answered(tmp_path: Path) -> None:
    with serving("dynamo", "serve", "--data", tmp_path, **ADA) as cairn:
        assert "AWS_ACCESS_KEY_ID=AKIDADA AWS_SECRET_ACCESS_KEY=... " in cairn.said
        with cairn.client(("AKIDADA", "wJalrXUtnFEMI")) as client:
            assert client.list_tables()["TableNames"] == []
        with cairn.client(("AKIDADA", "guessed")) as client:
            with pytest.raises(ClientError) as refused:
                client.list_tables()
            assert refused.value.response["Error"]["Code"] == "InvalidSignatureException"
        connection = HTTPConnection(cairn.url.removeprefix("http://"))
        target = {"X-Amz-Target": "DynamoDB_20120810.ListTables"}
        connection.request("POST", "/", b"{}", {**target, "Content-Type": "application/x-amz-json-1.0"})
        assert b"MissingAuthenticationTokenException" in connection.getresponse().read()
        connection.close()


def test_keys_may_be_arguments_too(tmp_path: Path) -> None:
    keys = ("--access-key", "ada", "--secret-key", "secret")
    with (
        serving("dynamo", "serve", "--data", tmp_path, *keys) as cairn,
        cairn.client(("ada", "secret")) as client,
    ):
        assert client.list_tables()["TableNames"] == []


def test_an_address_that_others_reach_needs_keys_for_dynamodb(tmp_path: Path) -> None:
    everywhere = "0.0.0.0"  # noqa: S104
    refused = cairn("dynamo", "serve", "--data", tmp_path, "--host", everywhere, "--port", "0")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        "cairn: 0.0.0.0 can be reached from other machines, and without an access key everyone there could read "
        "and change everything. Listen on 127.0.0.1, or configure an access key and a secret key.\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = cairn("serve", "--data", tmp_path, "--port", port)
    assert (refused.returncode, refused.stderr) == (
        1,
        f"cairn: can't listen on 127.0.0.1:{port}: Address already in use\n",
    )


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("something")
    refused = cairn("serve", "--data", tmp_path / "file" / "data", "--port", "0")
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
    assert refused.stderr.startswith("cairn: ")
    assert str(tmp_path / "file") in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "environment", "message"),
    [
        (("serve", "--port", "70000"), {}, "Input should be less than or equal to 65535"),
        (("serve", "--zork"), {}, "No such option: --zork"),
        (("sevre",), {}, "No such command 'sevre'."),
        (("dynamo", "serve", "--access-key", "ada"), {}, "an access key and a secret key go together"),
        (
            ("dynamo", "serve"),
            {"CAIRN_DYNAMO_SECRET_KEY": "secret"},
            "an access key and a secret key go together",
        ),
        (
            ("dynamo", "serve"),
            {**ADA, "CAIRN_DYNAMO_ACCESS_KEY": "a/b"},
            "an access key consists of letters, digits",
        ),
    ],
    ids=["port", "option", "command", "no secret", "no access key", "bad access key"],
)
def test_wrong_usage_exits_with_two(
    arguments: tuple[str, ...], environment: dict[str, str], message: str
) -> None:
    refused = cairn(*arguments, **environment)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert message in " ".join(refused.stderr.split())
    assert "Traceback" not in refused.stderr


def test_help_lists_the_commands() -> None:
    shown = cairn("--help")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert re.findall(r"^  (\w+) ", shown.stdout.partition("Commands:")[2], re.MULTILINE) == [
        "serve",
        "worker",
        "demo",
        "backup",
        "restore",
        "doctor",
        "settings",
        "dynamo",
        "tables",
        "account",
        "token",
    ]


def test_help_loads_nothing_heavy() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import cairn.cli, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    heavy = {
        "aiobotocore",
        "apsw",
        "asyncio",
        "botocore",
        "cairn.dynamo.embedded",
        "msgspec",
        "rich",
        "uvicorn",
    }
    assert heavy & set(loaded) == set()
