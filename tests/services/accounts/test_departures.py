"""Deleting an account: nobody gets in from the first moment on, and in the end nothing is left."""

import asyncio

import pytest

from cairn.services.accounts import EmailTaken, LastOperator, WrongCredentials
from cairn.services.accounts.departures import DELETE_ACCOUNT, Deletion
from cairn.services.accounts.schema import Account, Departure, Identity, IdentityClaim, Operators
from cairn.services.problems import InvalidInput
from cairn.tables import create
from tests.services.accounts.belongings import Drawers, Jammed
from tests.services.accounts.cast import ADA, BO, NOON, OTHER_PASSWORD, PASSWORD, House
from tests.services.accounts.conftest import BOTH_PLACES

pytestmark = BOTH_PLACES


async def items(house: House) -> list[str]:
    """The keys of all that is stored but limits, which are forgotten by themselves."""
    scanned = await house.tables.dynamo.call("Scan", {"TableName": "Accounts"})
    keys = (f"{item['PK']['S']} {item['SK']['S']}" for item in scanned["Items"])
    return sorted(key for key in keys if not key.startswith("LIMIT#"))


async def test_who_deletes_the_account_is_out_at_once_and_nothing_is_left_in_the_end(house: House) -> None:
    ada = await house.sign_up(ADA)
    before = await items(house)
    bo = await house.sign_up(BO)
    token = await house.accounts.tokens.create(bo.member, name="reader", scopes=["*:read"])
    account_id = bo.member.account_id
    await house.tables.write(
        create(
            Identity(
                account_id=account_id,
                identity_id="1",
                issuer="https://id.example",
                subject="bo",
                connected_at=NOON,
            )
        ),
        create(IdentityClaim(identity_id="1", account_id=account_id)),
    )
    drawers = Drawers({account_id: ["a pen"], ada.member.account_id: ["a card"]})

    await house.accounts.departures.delete_account(bo.member, password=PASSWORD)
    assert await house.accounts.sessions.recognise(bo.cookie) is None
    assert await house.accounts.recognise_bearer(token.secret) is None
    with pytest.raises(WrongCredentials):
        await house.sign_in(BO)
    with pytest.raises(EmailTaken):
        await house.sign_up(BO)
    assert drawers.contents[account_id] == ["a pen"]

    await house.delete_accounts({"drawers": drawers})
    assert drawers.contents == {ada.member.account_id: ["a card"]}
    assert await items(house) == before
    again = await house.sign_up(BO)
    assert again.member.account_id != account_id


async def test_a_deletion_goes_on_where_it_broke_off(house: House) -> None:
    await house.sign_up(ADA)
    bo = await house.sign_up(BO)
    account_id = bo.member.account_id
    first, second = Drawers({account_id: ["a pen"]}), Drawers({account_id: ["a cup"]}, failures=1)
    parts = {"first": first, "second": second}
    await house.accounts.departures.delete_account(bo.member, password=PASSWORD)
    with pytest.raises(Jammed):
        await house.delete_accounts(parts)
    assert await house.tables.get(Departure.of_account(account_id)) == Departure(
        account_id=account_id, done=frozenset({"first"})
    )
    assert await house.tables.get(Account.with_id(account_id)) is not None

    await house.delete_accounts(parts)
    assert (first.emptied, second.emptied) == ([account_id], [account_id])
    assert [key for key in await items(house) if account_id in key] == []


async def test_a_deletion_that_is_done_again_changes_nothing(house: House) -> None:
    await house.sign_up(ADA)
    bo = await house.sign_up(BO)
    await house.accounts.departures.delete_account(bo.member, password=PASSWORD)
    [deletion] = await house.waiting(DELETE_ACCOUNT)
    await house.delete_accounts({})
    before = await items(house)
    await house.tables.write(house.jobs.enqueue(DELETE_ACCOUNT, deletion))
    await house.delete_accounts({"drawers": Drawers({})})
    assert await items(house) == before


async def test_an_account_that_nobody_ended_is_not_deleted(house: House) -> None:
    ada = await house.sign_up(ADA)
    account_id = ada.member.account_id
    drawers = Drawers({account_id: ["a card"]})
    await house.tables.write(house.jobs.enqueue(DELETE_ACCOUNT, Deletion(account_id=account_id)))
    await house.delete_accounts({"drawers": drawers})
    assert drawers.contents == {account_id: ["a card"]}
    assert await house.accounts.sessions.recognise(ada.cookie) == ada.member


async def test_to_delete_the_account_takes_the_password(house: House) -> None:
    await house.sign_up(ADA)
    bo = await house.sign_up(BO)
    with pytest.raises(InvalidInput):
        await house.accounts.departures.delete_account(bo.member, password=OTHER_PASSWORD)
    assert await house.accounts.sessions.recognise(bo.cookie) == bo.member
    assert await house.waiting(DELETE_ACCOUNT) == []


async def test_the_last_operator_stays(house: House) -> None:
    ada = await house.sign_up(ADA)
    await house.sign_up(BO)
    with pytest.raises(LastOperator):
        await house.accounts.departures.delete_account(ada.member, password=PASSWORD)
    assert await house.accounts.sessions.recognise(ada.cookie) == ada.member
    assert (await house.tables.expect(Operators.all())).account_ids == {ada.member.account_id}


async def test_of_two_operators_who_leave_at_once_one_stays(house: House) -> None:
    ada, bo = await house.sign_up(ADA), await house.sign_up(BO)
    await house.accounts.operators.appoint(
        await house.tables.expect(Account.with_id(bo.member.account_id), consistent=True)
    )
    departures = house.accounts.departures
    outcomes = await asyncio.gather(
        *(departures.delete_account(entry.member, password=PASSWORD) for entry in (ada, bo)),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in outcomes) == ["LastOperator", "NoneType"]
    assert len((await house.tables.expect(Operators.all())).account_ids) == 1
