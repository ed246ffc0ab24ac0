"""Secrets that somebody carries: read back as they were given, and nothing else is one."""

from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from cairn.services.accounts.credentials import Credential

ACCOUNT = "019ba7c5-0000-7000-8000-000000000001"


@given(st.uuids(), st.binary(min_size=32, max_size=32))
def test_a_secret_is_read_as_it_was_given(account: UUID, chance: bytes) -> None:
    credential = Credential.new(str(account), lambda _: chance)
    assert Credential.read(str(credential)) == credential


@given(st.text())
def test_any_text_is_read_or_is_none_of_ours(text: str) -> None:
    credential = Credential.read(text)
    assert credential is None or str(credential) == text


def test_what_is_kept_of_a_secret_and_shown_in_logs_tells_nothing_of_it() -> None:
    credential = Credential(ACCOUNT, bytes(32))
    assert credential.id == "66687aadf862bd776c8fc18b8e9f8e20"
    assert repr(credential) == "Credential(66687aadf862bd776c8fc18b8e9f8e20)"
    assert str(credential) not in repr(credential)
