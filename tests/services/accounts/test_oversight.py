"""What operators do with the accounts of others."""

import dataclasses

import pytest

from cairn.services.accounts import (
    AccountListed,
    AccountStatus,
    AccountSuspended,
    Entry,
    LastOperator,
    LinkUsed,
    Operator,
)
from cairn.services.clock import SECOND
from cairn.services.problems import Conflict, NotFound
from tests.services.accounts.cast import ADA, BO, HOME, NOON, House
from tests.services.accounts.conftest import BOTH_PLACES


def operator(entry: Entry) -> Operator:
    return Operator(
        **{field.name: getattr(entry.member, field.name) for field in dataclasses.fields(entry.member)}
    )


async def signed_up(house: House, *emails: str) -> list[Entry]:
    """One after the other, as the clock goes on."""
    entries = []
    for email in emails:
        entries.append(await house.sign_up(email))
        house.clock.advance(SECOND)
    return entries


async def test_accounts_are_listed_page_by_page_the_oldest_first(house: House) -> None:
    ada, bo, _ = await signed_up(house, ADA, BO, "cy@example.org")
    operators = house.accounts.operators
    first = await operators.page(operator(ada), size=2)
    assert first.items == [
        AccountListed(ada.member.account_id, ADA, False, AccountStatus.ACTIVE, True, NOON),
        AccountListed(bo.member.account_id, BO, False, AccountStatus.ACTIVE, False, NOON + SECOND),
    ]
    second = await operators.page(operator(ada), size=2, cursor=first.cursor)
    assert ([each.email for each in second.items], second.cursor) == (["cy@example.org"], None)


async def test_who_is_suspended_gets_in_nowhere_until_they_are_let_in_again(house: House) -> None:
    ada, bo = await signed_up(house, ADA, BO)
    token = await house.accounts.tokens.create(bo.member, name="reader", scopes=["*:read"])
    link = await house.secret_mailed_to(BO)
    await house.accounts.operators.suspend(operator(ada), bo.member.account_id)
    assert await house.accounts.sessions.recognise(bo.cookie) is None
    assert await house.accounts.recognise_bearer(token.secret) is None
    with pytest.raises(AccountSuspended):
        await house.sign_in(BO)

    await house.accounts.operators.resume(operator(ada), bo.member.account_id)
    assert await house.accounts.sessions.recognise(bo.cookie) is None
    assert await house.accounts.recognise_bearer(token.secret) is not None
    assert (await house.sign_in(BO)).member.account_id == bo.member.account_id
    with pytest.raises(LinkUsed):  # what was mailed before is over too
        await house.accounts.links.verify_email(HOME, secret=link)


@BOTH_PLACES
async def test_an_operator_makes_another_one_and_steps_down(house: House) -> None:
    ada, bo = await signed_up(house, ADA, BO)
    operators = house.accounts.operators
    with pytest.raises(LastOperator):
        await operators.dismiss(operator(ada), ada.member.account_id)
    await operators.make_operator(operator(ada), bo.member.account_id)
    with pytest.raises(Conflict):
        await operators.suspend(operator(ada), bo.member.account_id)
    await operators.dismiss(operator(ada), ada.member.account_id)
    listed = (await operators.page(operator(bo))).items
    assert [(each.email, each.is_operator) for each in listed] == [(ADA, False), (BO, True)]
    with pytest.raises(LastOperator):
        await operators.delete(operator(bo), bo.member.account_id)


async def test_who_is_suspended_is_made_no_operator(house: House) -> None:
    ada, bo = await signed_up(house, ADA, BO)
    await house.accounts.operators.suspend(operator(ada), bo.member.account_id)
    with pytest.raises(Conflict):
        await house.accounts.operators.make_operator(operator(ada), bo.member.account_id)


async def test_an_operator_deletes_an_account_which_then_is_none(house: House) -> None:
    ada, bo = await signed_up(house, ADA, BO)
    operators = house.accounts.operators
    await operators.delete(operator(ada), bo.member.account_id)
    for ask in (operators.suspend, operators.resume, operators.make_operator, operators.delete):
        for account_id in (bo.member.account_id, "nobody", "", "no#body"):
            with pytest.raises(NotFound):
                await ask(operator(ada), account_id)
    await house.delete_accounts({})
    assert [each.email for each in (await operators.page(operator(ada))).items] == [ADA]
