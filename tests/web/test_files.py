"""Files by their signed addresses: whole, in parts, and never as a page of this site."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from cairn.web.files import part_of
from tests.web.cast import House, opened_house

CONTENT = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 10
PAGE = b"<html><script>alert(1)</script>"
ACCOUNT = "0197f0a0-0000-7000-8000-00000000000a"


async def path_of(house: House, content: bytes = CONTENT, *, name: str = "") -> str:
    async def pieces() -> AsyncIterator[bytes]:
        yield content

    taken = await house.services.blobs.take_in(ACCOUNT, pieces())
    return await house.services.blobs.link(taken.blob.blob_id, name=name)


async def test_a_picture_is_shown_and_kept_by_the_browser(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        path = await path_of(house, name="Kätzchen.png")
        answer = await house.browser.get(path)
        assert (answer.status, answer.content) == (200, CONTENT)
        assert answer.header("content-type") == "image/png"
        assert answer.header("content-disposition") == "inline; filename*=UTF-8''K%C3%A4tzchen.png"
        assert answer.header("content-security-policy") == "default-src 'none'; sandbox"
        assert answer.header("x-content-type-options") == "nosniff"
        assert answer.header("cache-control") == "private, max-age=25200, immutable"
        again = await house.browser.get(path, headers={"If-None-Match": str(answer.header("etag"))})
        assert (again.status, again.content) == (304, b"")
        house.clock.advance(timedelta(hours=7))
        assert (await house.browser.get(path)).status == 404


async def test_what_could_run_is_saved(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        answer = await house.browser.get(await path_of(house, PAGE, name="page.html"))
        assert answer.header("content-disposition") == "attachment; filename*=UTF-8''page.html"
        assert answer.content == PAGE


@pytest.mark.parametrize(
    ("wanted", "status", "part"),
    [
        ("bytes=0-9", 206, slice(0, 10)),
        ("bytes=2560-", 206, slice(2560, None)),
        ("bytes=-8", 206, slice(-8, None)),
        ("bytes=100-99999", 206, slice(100, None)),
        ("bytes=-99999", 206, slice(0, None)),
        ("bytes=0-1,4-5", 200, slice(0, None)),
        ("bytes=9-3", 200, slice(0, None)),
        ("lines=1-2", 200, slice(0, None)),
    ],
)
async def test_a_part_is_given_that_is_wanted(tmp_path: Path, wanted: str, status: int, part: slice) -> None:
    async with opened_house(tmp_path) as house:
        answer = await house.browser.get(await path_of(house), headers={"Range": wanted})
        assert (answer.status, answer.content) == (status, CONTENT[part])
        assert answer.header("content-length") == str(len(CONTENT[part]))


async def test_a_part_behind_the_end_or_of_another_file_is_not_given(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        path = await path_of(house)
        behind = await house.browser.get(path, headers={"Range": f"bytes={len(CONTENT)}-"})
        assert (behind.status, behind.header("content-range")) == (416, f"bytes */{len(CONTENT)}")
        other = await house.browser.get(path, headers={"Range": "bytes=0-9", "If-Range": '"another"'})
        assert (other.status, other.content) == (200, CONTENT)


def test_a_part_lies_within_the_file() -> None:
    assert part_of("bytes=-0", 10) is None
    assert part_of("bytes=-", 10) is None
    assert part_of("bytes=9-9", 10) == (9, 10)


async def test_pages_may_show_what_lies_on_s3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_REGION", "eu-west-1")
    for setting, origin in (
        ("s3://bucket/files", "https://s3.eu-west-1.amazonaws.com"),
        ("s3://bucket?endpoint=https://minio.test:9000", "https://minio.test:9000"),
    ):
        async with opened_house(tmp_path / origin[8:10], CAIRN_BLOBS=setting) as house:
            policy = (await house.browser.get("/healthz")).header("content-security-policy")
            assert policy is not None
            assert f"img-src 'self' data: blob: {origin}; media-src 'self' blob: {origin};" in policy
            assert "script-src 'self';" in policy
