"""What the hiscores answer, and what is no answer."""

import json
from typing import Any

import pytest

from cairn.apps.runescape.hiscores.answers import BoardUnavailable, NotOnBoard, reading_of, reading_of_lines
from cairn.apps.runescape.hiscores.boards import Board, url_of, url_of_lines
from cairn.apps.runescape.hiscores.readings import Activity, Reading, Skill


def answer(**parts: Any) -> bytes:
    overall = {"id": 0, "name": "Overall", "rank": 5, "level": 2277, "xp": 400}
    return json.dumps({"skills": [overall], "activities": [], **parts}).encode()


def test_entries_are_told_by_name_and_minus_one_is_unknown() -> None:
    body = answer(
        skills=[
            {"id": 0, "name": "Overall", "rank": -1, "level": 50, "xp": 0},
            {"id": 24, "name": "Sailing", "rank": -1, "level": 12, "xp": -1},
        ],
        activities=[{"id": 99, "name": "A boss to come", "rank": 3, "score": 8}, {"id": 1}, "?"],
    )
    assert reading_of(200, body) == Reading(
        {"Overall": Skill(None, 50, None), "Sailing": Skill(None, 12, None)},
        {"A boss to come": Activity(3, 8)},
    )


def test_a_name_that_is_not_there_is_told_apart() -> None:
    with pytest.raises(NotOnBoard):
        reading_of(404, b"<html>")


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (200, b"", "a page instead of data"),
        (200, b"<!doctype html><p>Maintenance", "a page instead of data"),
        (200, answer()[:-5], "broke off"),
        (200, b"{}", "no skills"),
        (200, answer(skills=[]), "no skills"),
        (403, b"", "answered 403"),
        (429, b"{}", "answered 429"),
        (503, b"", "answered 503"),
        (302, b"", "answered 302"),
    ],
)
def test_a_board_that_does_not_answer_says_nothing_of_the_character(
    status: int, body: bytes, words: str
) -> None:
    with pytest.raises(BoardUnavailable, match=words):
        reading_of(status, body)


def test_lines_are_told_by_their_order() -> None:
    body = b"5,2277,400\n-1,12,-1\n3,8\n"
    read = reading_of_lines(200, body, skills=["Overall", "Sailing"], activities=["Zulrah"])
    assert read == Reading(
        {"Overall": Skill(5, 2277, 400), "Sailing": Skill(None, 12, None)}, {"Zulrah": Activity(3, 8)}
    )


def test_lines_of_a_new_boss_make_activities_unknown_and_leave_skills() -> None:
    read = reading_of_lines(200, b"5,2277,400\n3,8\n4,4\n", skills=["Overall"], activities=["Zulrah"])
    assert read == Reading({"Overall": Skill(5, 2277, 400)}, {})


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"5,2277,400\n1,2,3\n3,8\n", "other lines than are known"),
        (b"5,2277,400\n3,8\n7\n", "other lines than are known"),
        (b"3,8\n", "other lines than are known"),
        (b"<html>", "a page"),
        (b"", "a page"),
    ],
)
def test_lines_that_can_not_be_told_apart_are_refused(body: bytes, words: str) -> None:
    with pytest.raises(BoardUnavailable, match=words):
        reading_of_lines(200, body, skills=["Overall"], activities=["Zulrah"])


def test_where_boards_answer() -> None:
    assert url_of("https://h.example", Board.OSRS_ULTIMATE, "Iron Man") == (
        "https://h.example/m=hiscore_oldschool_ultimate/index_lite.json?player=Iron%20Man"
    )
    assert url_of_lines("https://h.example", Board.RS3, "a_b") == (
        "https://h.example/m=hiscore/index_lite.ws?player=a_b"
    )
