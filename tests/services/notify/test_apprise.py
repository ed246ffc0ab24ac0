"""Apprise speaks to whatever an address names, and reaches nothing that requests on behalf of people may not reach."""

import json
from pathlib import Path

import pytest

from cairn.services.notify import AppriseTarget
from cairn.services.notify.couriers import Means, Parcel, apprise
from cairn.services.notify.failures import DeliveryFailed
from cairn.services.outbound import AddressPolicy, Outbound
from tests.services.notify.cast import HELLO, NOON, opened_office
from tests.services.outbound.servers import FORBIDDEN, PUBLIC, answer, listening, redirect


async def told(folder: Path, url: str) -> list[tuple[str, str, str]]:
    """What stands in the log after a message through a channel."""
    async with opened_office(folder) as office:
        await office.add(AppriseTarget(url=url))
        await office.send()
        return await office.outcomes()


async def refusal(url: str) -> str:
    """Why a message is not sent, by the courier alone."""
    policy = AddressPolicy.allowing([f"{PUBLIC}/32"])
    outbound = Outbound(policy=policy)
    parcel = Parcel(message=HELLO, delivery_id="one", now=NOON)
    with pytest.raises(DeliveryFailed) as failed:
        await apprise.deliver(AppriseTarget(url=url), parcel, Means(outbound=outbound, policy=policy))
    await outbound.close()
    return failed.value.detail


async def test_apprise_sends(tmp_path: Path) -> None:
    async with listening(answer("200 OK")) as server:
        assert await told(tmp_path, f"json://{PUBLIC}:{server.port}/path") == [
            ("mine", "SENT", "The service took it")
        ]
        [asked] = server.asked
        content = json.loads(asked.body)
        assert (content["title"], content["message"]) == (HELLO.title, f"{HELLO.text}\n\n{HELLO.link}")


async def test_what_a_service_says_is_told(tmp_path: Path) -> None:
    async with listening(answer("404 Not Found")) as server:
        [(_, outcome, detail)] = await told(tmp_path, f"json://{PUBLIC}:{server.port}/")
        assert outcome == "FAILED"
        assert detail.startswith("JSON: Failed to send JSON")
    async with listening(answer("503 Busy")) as server:
        [(_, outcome, _)] = await told(tmp_path / "other", f"json://{PUBLIC}:{server.port}/")
        assert outcome == "RETRYING"


@pytest.mark.parametrize("host", [FORBIDDEN, "localhost", "2130706433"])
async def test_this_machine_is_not_reached(host: str) -> None:
    async with listening(answer("200 OK"), host=FORBIDDEN) as server:
        detail = await refusal(f"json://{host}:{server.port}/")
        assert server.connections == 0
        assert detail == "JSON: 127.0.0.1 is this machine; only public addresses can be reached from here"


async def test_this_machine_is_not_reached_by_a_redirect() -> None:
    async with (
        listening(answer("200 OK"), host=FORBIDDEN) as inside,
        listening(redirect(f"{inside.url}/", "307 Temporary Redirect")) as server,
    ):
        detail = await refusal(f"json://{PUBLIC}:{server.port}/")
        assert len(server.asked) == 1
        assert inside.connections == 0
        assert "is this machine" in detail


@pytest.mark.parametrize(
    ("url", "why"),
    [
        (
            f"mailtos://user:password@{FORBIDDEN}:{{port}}?from=a@example.org&to=b@example.org",
            "is this machine",
        ),
        (f"rsyslog://{FORBIDDEN}:{{port}}", "is this machine"),
        ("rsyslog://localhost:{port}", "it would send to a name and not to an address"),
        (f"gotify://{FORBIDDEN}:{{port}}/token123456789", "is this machine"),
        (f"matrix://user:password@{FORBIDDEN}:{{port}}/#room", "is this machine"),
    ],
)
async def test_other_protocols_do_not_reach_it_either(url: str, why: str) -> None:
    async with listening(answer("200 OK"), host=FORBIDDEN) as server:
        detail = await refusal(url.format(port=server.port))
        assert server.connections == 0
        assert why in detail


async def test_no_file_of_this_machine_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text('{"text": "the secret of this machine"}')
    async with listening(answer("200 OK")) as server:
        url = f"workflows://{PUBLIC}:{server.port}/workflow12345/signature12345/?template={secret}"
        detail = await refusal(url)
        assert detail.endswith("it would open a file of this machine")
        assert server.asked == []


def test_what_a_plugin_says_is_told_without_what_opens_the_channel() -> None:
    said = "Failed at https://push.example.org/send?token=tok-secret for us er@secret-key"
    url = "push://us%20er@push.example.org/secret-key?token=tok-secret"
    assert (
        apprise.without_secrets(said, url)
        == "Failed at https://push.example.org/send?••••=•••• for ••••@••••"
    )
