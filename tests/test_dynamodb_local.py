"""DynamoDB Local as the tests start it: it answers, to this machine alone, and leaves nothing behind."""

import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import boto3
import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from tests.dynamodb_local import PORT_INSIDE, DynamoDBLocal


def client_of(local: DynamoDBLocal) -> DynamoDBClient:
    return boto3.client(
        "dynamodb",
        endpoint_url=local.endpoint_url,
        region_name="eu-central-1",
        aws_access_key_id="ada",
        aws_secret_access_key="secret",
    )


def test_it_answers(dynamodb_local: DynamoDBLocal) -> None:
    answer = client_of(dynamodb_local).list_tables()
    assert isinstance(answer["TableNames"], list)


def addresses_of_this_machine() -> set[str]:
    """Every IPv4 address of an interface that is up."""
    get_address = 0x8915
    addresses = set()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(any_socket, get_address, struct.pack("16s24x", name.encode()))
            except OSError:  # it has none
                continue
            addresses.add(socket.inet_ntoa(answer[20:24]))
    return addresses


def answers_at(address: str, port: int | None) -> bool:
    try:
        socket.create_connection((address, port), timeout=5).close()
    except ConnectionRefusedError:
        return False
    return True


def test_it_answers_beyond_127_0_0_1_only_where_no_network_namespace_can_be_made(
    dynamodb_local: DynamoDBLocal,
) -> None:
    port = urlsplit(dynamodb_local.endpoint_url).port
    # All of 127/8 is this machine: a server on all interfaces would answer at 127.0.0.2 too.
    elsewhere = addresses_of_this_machine() - {"127.0.0.1"} | {"127.0.0.2"}
    for address in elsewhere:
        assert answers_at(address, port) is not dynamodb_local.private
        assert not (dynamodb_local.private and answers_at(address, PORT_INSIDE))


def test_a_folder_keeps_its_tables(tmp_path: Path) -> None:
    with DynamoDBLocal(tmp_path) as local:
        client_of(local).create_table(
            TableName="Stones",
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
    with DynamoDBLocal(tmp_path) as local:
        assert client_of(local).list_tables()["TableNames"] == ["Stones"]


def gone(pid: int) -> bool:
    """Whether a process has ended, if only as a zombie that no one has asked about yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_it_ends_with_the_block() -> None:
    with DynamoDBLocal() as local:
        assert not gone(local.pid)
    assert gone(local.pid)


STARTS_ONE_AND_WAITS = """
import json, sys, time
from tests.dynamodb_local import DynamoDBLocal
with DynamoDBLocal() as local:
    print(json.dumps([local.pid, local._launcher.pid]), flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("victim", ["owner", "launcher"])
def test_nothing_is_left_after_kill_9(victim: str) -> None:
    root = Path(__file__).parents[1]
    with subprocess.Popen(
        [sys.executable, "-c", STARTS_ONE_AND_WAITS], stdout=subprocess.PIPE, cwd=root
    ) as owner:
        assert owner.stdout is not None
        java, launcher = json.loads(owner.stdout.readline())
        os.kill(owner.pid if victim == "owner" else launcher, signal.SIGKILL)
        for _ in range(100):
            if gone(java) and gone(launcher):
                break
            time.sleep(0.1)
        else:
            pytest.fail("DynamoDB Local outlived its owner by ten seconds")
        owner.kill()
