"""Limits: so many at once, one more each so often, per account and per address, whatever happens in between."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.services.accounts import Anyone, TooManyAttempts, WrongCredentials
from cairn.services.accounts.limits import Limit, Refused, neighbourhood, use
from cairn.services.accounts.schema import Allowance
from tests.services.accounts.cast import ADA, BO, HOME, OTHER_PASSWORD, PASSWORD, House, opened_house
from tests.services.accounts.conftest import BOTH_PLACES

START = datetime(2026, 1, 1, tzinfo=UTC)
LIMIT = Limit("test", 3, timedelta(minutes=1))


def at(number: int) -> Anyone:
    return Anyone(address=f"192.0.2.{number}")


async def fail(house: House, email: str = ADA, anyone: Anyone = HOME) -> None:
    with pytest.raises(WrongCredentials):
        await house.sign_in(email, OTHER_PASSWORD, anyone)


async def test_an_account_is_guessed_at_only_so_often_wherever_from(house: House) -> None:
    await house.sign_up()
    for number in range(10):
        await fail(house, ADA, at(number))
    with pytest.raises(TooManyAttempts) as refusal:
        await house.sign_in(ADA, PASSWORD, at(99))
    assert str(refusal.value) == "Too many attempts; try again in 3 minutes"
    assert refusal.value.retry_after == timedelta(minutes=2)
    house.clock.advance(timedelta(minutes=2))
    await house.sign_in(ADA, PASSWORD, at(99))


async def test_an_address_guesses_only_so_often_whomever_at(house: House) -> None:
    await house.sign_up()
    for number in range(30):
        await fail(house, f"guest{number}@example.org", at(1))
    with pytest.raises(TooManyAttempts):
        await house.sign_in(ADA, PASSWORD, at(1))
    await house.sign_in(ADA, PASSWORD, at(2))


async def test_a_restart_forgives_nothing(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        await house.sign_up()
        for number in range(10):
            await fail(house, ADA, at(number))
    async with opened_house(tmp_path) as house:
        with pytest.raises(TooManyAttempts):
            await house.sign_in(ADA, PASSWORD, at(99))
        await fail(house, BO, at(99))


async def test_who_signs_up_again_and_again_is_stopped(house: House) -> None:
    for number in range(20):
        await house.sign_up(f"guest{number}@example.org", anyone=at(1))
    with pytest.raises(TooManyAttempts):
        await house.sign_up("one.more@example.org", anyone=at(1))
    await house.sign_up("one.more@example.org", anyone=at(2))


@BOTH_PLACES
async def test_attempts_at_the_same_moment_all_count(house: House) -> None:
    await house.sign_up()
    attempts = (house.sign_in(ADA, OTHER_PASSWORD, at(number)) for number in range(25))
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    names = [type(each).__name__ for each in outcomes]
    assert (names.count("WrongCredentials"), names.count("TooManyAttempts")) == (10, 15)


async def test_what_is_stored_of_a_limit_names_nobody_and_is_forgotten(house: House) -> None:
    await house.sign_up()
    stored = (await house.tables.dynamo.call("Scan", {"TableName": "Accounts"}))["Items"]
    limits = [item for item in stored if item["PK"]["S"].startswith("LIMIT#")]
    assert len(limits) == 2
    assert "ada" not in str(limits)
    assert "192.0.2.7" not in str(limits)
    assert all("expiresAt" in item for item in limits)
    assert Allowance.__layout__.table.ttl == "expiresAt"


def test_a_limit_fills_up_again_bit_by_bit() -> None:
    whole_at: datetime | None = None
    for _ in range(3):
        used = use(LIMIT, whole_at, START)
        assert isinstance(used, datetime)
        whole_at = used
    assert use(LIMIT, whole_at, START) == Refused(timedelta(minutes=1))
    assert use(LIMIT, whole_at, START + timedelta(seconds=59)) == Refused(timedelta(seconds=1))
    assert use(LIMIT, whole_at, START + timedelta(minutes=1)) == START + timedelta(minutes=4)


def test_a_clock_that_was_wrong_locks_nobody_out() -> None:
    assert use(LIMIT, START + timedelta(days=365), START) == START + timedelta(minutes=1)


@given(st.lists(st.integers(min_value=0, max_value=120), max_size=40))
def test_never_more_than_a_limit_allows(pauses: list[int]) -> None:
    """However the attempts are spread: within any time, `most` and one more each `every`."""
    now, whole_at = START, None
    let_in: list[datetime] = []
    for pause in pauses:
        now += timedelta(seconds=pause)
        after = use(LIMIT, whole_at, now)
        if isinstance(after, datetime):
            whole_at = after
            let_in.append(now)
    for first, earlier in enumerate(let_in):
        for last, later in enumerate(let_in[first:], start=1):
            assert last <= LIMIT.most + (later - earlier) // LIMIT.every + (later > earlier)


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        (None, "unknown"),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket", "a socket"),
    ],
)
def test_what_counts_as_one_address(address: str | None, counted_as: str) -> None:
    assert neighbourhood(address) == counted_as
