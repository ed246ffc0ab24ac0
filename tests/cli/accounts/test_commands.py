"""`cairn account` and `cairn token`, as a person or a script uses them, also while Cairn serves."""

import json
import re
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.cli.command import cairn
from tests.cli.test_serving import serving

ADA, BO = "ada@example.org", "bo@example.org"
PASSWORD = "no engine can originate"
OTHER_PASSWORD = "it does whatever we order"


@pytest.fixture
def data(tmp_path: Path) -> dict[str, str]:
    return {"CAIRN_DATA": str(tmp_path / "data")}


def said(*arguments: str, typed: str = "", **environment: str) -> str:
    """What a command says that goes well."""
    done = cairn(*arguments, typed=typed, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refused(*arguments: str, typed: str = "", **environment: str) -> tuple[int, str]:
    done = cairn(*arguments, typed=typed, **environment)
    assert done.stdout == ""
    return done.returncode, done.stderr


def answered(url: str, method: str, path: str, content: object = None, **headers: str) -> int:
    """With which status a Cairn that serves answers."""
    connection = HTTPConnection(url.removeprefix("http://"))
    try:
        body = json.dumps(content)
        connection.request(method, path, body, {"content-type": "application/json", **headers})
        return connection.getresponse().status
    finally:
        connection.close()


def test_accounts_are_made_and_listed(data: dict[str, str]) -> None:
    made = said("account", "create", "Ada@example.org", typed=f"{PASSWORD}\n", **data)
    assert made == f"{ADA} has an account, and looks after this installation.\n"
    closed = {**data, "CAIRN_SIGN_UP": "closed"}
    assert said("account", "create", BO, typed=PASSWORD, **closed) == f"{BO} has an account.\n"
    said("account", "create", "cy@example.org", "--operator", typed=PASSWORD, **data)

    lines = [json.loads(line) for line in said("account", "list", "--json", **data).splitlines()]
    assert [(line["email"], line["status"], line["operator"]) for line in lines] == [
        (ADA, "active", True),
        (BO, "active", False),
        ("cy@example.org", "active", True),
    ]
    table = said("account", "list", **data).splitlines()
    assert table[0].split() == ["email", "account", "status", "operator", "confirmed", "created"]
    assert [line.split()[0] for line in table[1:]] == [ADA, BO, "cy@example.org"]


def test_what_can_not_be_done_is_one_line_and_exits_with_one(data: dict[str, str]) -> None:
    said("account", "create", ADA, typed=PASSWORD, **data)
    for arguments, typed, message in (
        (("account", "create", ADA), PASSWORD, f"cairn: {ADA} has an account already\n"),
        (
            ("account", "create", "ada"),
            PASSWORD,
            "cairn: email: is no e-mail address: An email address must ",
        ),
        (("account", "create", BO), "short", "cairn: password: use at least 10 characters; "),
        (("account", "reset-password", BO), PASSWORD, f"cairn: No account has the address {BO}\n"),
        (("token", "list", BO), "", f"cairn: No account has the address {BO}\n"),
        (
            ("token", "create", ADA, "--name", "x", "--scope", "garden:read"),
            "",
            "cairn: scopes: 'garden:read' is none",
        ),
        (("token", "revoke", ADA, "nothing"), "", "cairn: There is no such token\n"),
    ):
        code, errors = refused(*arguments, typed=typed, **data)
        assert (code, errors.count("\n")) == (1, 1)
        assert errors.startswith(message)


def test_wrong_usage_exits_with_two(data: dict[str, str]) -> None:
    for arguments, message in (
        (("account", "create", ADA), "no password came in: pipe it, or run this at a terminal"),
        (("account", "list"), f"there is no folder {data['CAIRN_DATA']}"),
        (("token", "create", ADA, "--scope", "*:read"), "Missing option '--name'"),
        (("account", "create"), "Missing argument 'EMAIL'"),
    ):
        code, errors = refused(*arguments, **data)
        assert code == 2
        assert message in " ".join(re.sub(r"[│╭╮╰╯─]", " ", errors).split())


def test_tokens_are_made_listed_and_revoked_while_cairn_serves(data: dict[str, str]) -> None:
    said("account", "create", ADA, typed=PASSWORD, **data)
    with serving("serve", **data) as running:
        secret = said("token", "create", ADA, "--name", "backup", "--scope", "*:read", "--days", "30", **data)
        bearer = {"authorization": f"Bearer {secret.strip()}"}
        assert answered(running.url, "GET", "/api/v1/me", **bearer) == 200
        [token] = [json.loads(line) for line in said("token", "list", ADA, "--json", **data).splitlines()]
        assert (token["name"], token["scopes"], token["last used"]) == (
            "backup",
            ["*:read"],
            token["created"],
        )
        assert said("token", "revoke", ADA, token["token"], **data) == f"{token['token']} is revoked.\n"
        assert answered(running.url, "GET", "/api/v1/me", **bearer) == 401
        assert said("token", "list", ADA, **data) == ""


def test_a_password_is_reset_while_cairn_serves(data: dict[str, str]) -> None:
    said("account", "create", ADA, typed=PASSWORD, **data)
    with serving("serve", **data) as running:
        assert signed_in(running.url, PASSWORD) == 201
        told = said("account", "reset-password", ADA, typed=OTHER_PASSWORD, **data)
        assert told == f"{ADA} has a new password, and is signed out everywhere.\n"
        assert signed_in(running.url, PASSWORD) == 401
        assert signed_in(running.url, OTHER_PASSWORD) == 201


def signed_in(url: str, password: str) -> int:
    return answered(url, "POST", "/api/v1/session", {"email": ADA, "password": password})


def test_a_link_lets_the_owner_choose(data: dict[str, str]) -> None:
    public = {**data, "CAIRN_PUBLIC_URL": "https://cairn.example.org/"}
    for arguments in (("account", "create", ADA, "--link"), ("account", "reset-password", ADA, "--link")):
        link = said(*arguments, **public)
        assert re.fullmatch(r"https://cairn\.example\.org/reset-password\?link=[\w-]{64}\n", link)


@pytest.mark.parametrize(
    "command",
    [
        ("account", "create"),
        ("account", "reset-password"),
        ("account", "list"),
        ("token", "create"),
        ("token", "list"),
        ("token", "revoke"),
    ],
)
def test_help_has_an_example(command: tuple[str, ...]) -> None:
    assert f"Example: cairn {' '.join(command)}" in said(*command, "--help").replace("\n  ", " ")
