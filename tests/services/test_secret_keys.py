"""A folder keeps one secret, which nobody else can read; each use has a key of its own."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cairn.services.secret_keys import SecretKeyError, SecretKeys, keys_of_folder


def test_a_folder_keeps_its_secret_to_its_owner(tmp_path: Path) -> None:
    first = keys_of_folder(tmp_path / "data")
    assert stat.S_IMODE((tmp_path / "data" / "secret").stat().st_mode) == 0o600
    assert [each.name for each in (tmp_path / "data").iterdir()] == ["secret"]
    again = keys_of_folder(tmp_path / "data")
    assert again.key("cursors") == first.key("cursors")
    assert keys_of_folder(tmp_path / "other").key("cursors") != first.key("cursors")


def test_each_use_has_a_key_of_its_own() -> None:
    keys = SecretKeys(b"s" * 32)
    assert len({keys.key("cursors"), keys.key("sessions"), SecretKeys(b"t" * 32).key("cursors")}) == 3


def test_those_who_start_at_once_agree(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = list(threads.map(lambda _: keys_of_folder(tmp_path).key("cursors"), range(32)))
    assert len(set(keys)) == 1


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    keys_of_folder(tmp_path)
    (tmp_path / "secret").chmod(0o644)
    with pytest.raises(SecretKeyError, match=r"can be read by others: chmod 600 "):
        keys_of_folder(tmp_path)


def test_a_secret_that_was_damaged_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    keys_of_folder(tmp_path)
    (tmp_path / "secret").write_text("hello")
    with pytest.raises(SecretKeyError, match="is not a secret that Cairn made"):
        keys_of_folder(tmp_path)
    assert (tmp_path / "secret").read_text() == "hello"


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(SecretKeyError, match="has 5 bytes; it needs at least 32"):
        SecretKeys(b"short")
