"""What people are given of themselves: all of it, and nobody's secrets."""

import io
import json
import zipfile
from typing import Any

import pytest

from cairn.services.accounts import Entry, TooManyAttempts
from tests.services.accounts.belongings import Drawers
from tests.services.accounts.cast import ADA, BO, House


async def exported(house: House, entry: Entry, drawers: Drawers) -> dict[str, Any]:
    pieces = await house.accounts.exports.of_member(entry.member, {"drawers": drawers})
    content = io.BytesIO(b"".join([piece async for piece in pieces]))
    with zipfile.ZipFile(content) as archive:
        assert archive.testzip() is None
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


async def test_an_export_holds_all_about_its_owner_and_no_secrets(house: House) -> None:
    ada, bo = await house.sign_up(ADA), await house.sign_up(BO)
    token = await house.accounts.tokens.create(ada.member, name="backup", scopes=["habits:read"])
    drawers = Drawers({ada.member.account_id: ["a card"], bo.member.account_id: ["a pen"]})

    files = await exported(house, ada, drawers)
    assert list(files) == [
        "accounts/account.json",
        "accounts/sessions.json",
        "accounts/tokens.json",
        "accounts/links.json",
        "accounts/identities.json",
        "drawers/things.json",
    ]
    assert files["drawers/things.json"] == ["a card"]
    assert files["accounts/account.json"] == [
        {
            "account_id": ada.member.account_id,
            "email": ADA,
            "email_verified_at": None,
            "status": "ACTIVE",
            "is_operator": True,
            "generation": 0,
            "preferences": {"time_zone": "UTC", "theme": "system", "language": "en", "units": "metric"},
            "created_at": "2026-01-10T12:00:00Z",
        }
    ]
    [session] = files["accounts/sessions.json"]
    assert (session["address"], session["user_agent"]) == ("192.0.2.7", "Firefox")
    assert [(each["name"], each["scopes"]) for each in files["accounts/tokens.json"]] == [
        ("backup", ["habits:read"])
    ]
    everything = json.dumps(files)
    for secret in ("argon2", token.secret, ada.cookie, await house.secret_mailed_to(ADA), BO):
        assert secret not in everything


async def test_exports_are_limited(house: House) -> None:
    ada = await house.sign_up(ADA)
    for _ in range(5):
        await exported(house, ada, Drawers({}))
    with pytest.raises(TooManyAttempts):
        await exported(house, ada, Drawers({}))
