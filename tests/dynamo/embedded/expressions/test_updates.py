"""Updates: what they make of an item."""

from typing import Any

import pytest

from cairn.dynamo.embedded.expressions import Expressions
from cairn.dynamo.errors import ValidationException
from tests.dynamo.embedded.expressions.cast import ITEM, changes, update

# Attributes that are new or other than before; None for those that are gone.
CHANGES: dict[str, dict[str, Any]] = {
    "SET a = :v": {},
    "set a = :v": {},
    "SET a = :v, z = :w": {"z": {"N": "2"}},
    "REMOVE a": {"a": None},
    "ADD a :v": {"a": {"N": "2"}},
    "ADD a :v, z :w": {"a": {"N": "2"}, "z": {"N": "2"}},
    "DELETE ss :ss": {"ss": {"SS": ["y"]}},
    "SET a = (:v)": {},
    "SET a = a + :v": {"a": {"N": "2"}},
    "SET a = (a + :v)": {"a": {"N": "2"}},
    "SET a = a + (:v)": {"a": {"N": "2"}},
    "SET a = (a) + (:v)": {"a": {"N": "2"}},
    "SET a = if_not_exists(a, :v)": {},
    "SET z = if_not_exists(z, :v)": {"z": {"N": "1"}},
    "SET z = if_not_exists(z, :v) + :w": {"z": {"N": "3"}},
    "SET z = if_not_exists(zz, if_not_exists(a, :v))": {"z": {"N": "1"}},
    "SET z = if_not_exists((a), :v)": {"z": {"N": "1"}},
    "SET z = list_append(c, :l)": {"z": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"N": "1"}]}},
    "SET z = list_append(:l, c)": {"z": {"L": [{"N": "1"}, {"N": "1"}, {"N": "2"}, {"N": "3"}]}},
    "SET z = list_append(c, c)": {
        "z": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"N": "1"}, {"N": "2"}, {"N": "3"}]}
    },
    "SET z = list_append(if_not_exists(q, :l), :l)": {"z": {"L": [{"N": "1"}, {"N": "1"}]}},
    "SET z = a - :w": {"z": {"N": "-1"}},
    "SET z = m.x + c[0]": {"z": {"N": "6"}},
    "SET m.x = :v": {"m": {"M": {"x": {"N": "1"}, "y": {"L": [{"S": "q"}, {"M": {"z": {"S": "deep"}}}]}}}},
    "SET m.q = :v": {
        "m": {"M": {"x": {"N": "5"}, "y": {"L": [{"S": "q"}, {"M": {"z": {"S": "deep"}}}]}, "q": {"N": "1"}}}
    },
    "SET c[0] = :v": {},
    "SET c[3] = :v": {"c": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"N": "1"}]}},
    "SET c[10] = :v": {"c": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"N": "1"}]}},
    "SET c[10] = :v, c[5] = :w": {"c": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"N": "2"}, {"N": "1"}]}},
    "SET c[5] = :v, c[10] = :w": {"c": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"N": "1"}, {"N": "2"}]}},
    "SET m.y[1].z = :s": {"m": {"M": {"x": {"N": "5"}, "y": {"L": [{"S": "q"}, {"M": {"z": {"S": "x"}}}]}}}},
    "SET m.x = :v, m.y = :w": {"m": {"M": {"x": {"N": "1"}, "y": {"N": "2"}}}},
    "SET c[1] = :v REMOVE c[0]": {"c": {"L": [{"N": "1"}, {"N": "3"}]}},
    "SET c[0] = c[1], c[1] = c[0]": {"c": {"L": [{"N": "2"}, {"N": "1"}, {"N": "3"}]}},
    "SET a = m.x, m.x = a": {
        "a": {"N": "5"},
        "m": {"M": {"x": {"N": "1"}, "y": {"L": [{"S": "q"}, {"M": {"z": {"S": "deep"}}}]}}},
    },
    "REMOVE c[0], c[1]": {"c": {"L": [{"N": "3"}]}},
    "REMOVE c[0], c[2]": {"c": {"L": [{"N": "2"}]}},
    "REMOVE c[2], c[0]": {"c": {"L": [{"N": "2"}]}},
    "REMOVE c[5]": {},
    "REMOVE c[0], c[1], c[2]": {"c": {"L": []}},
    "REMOVE q": {},
    "REMOVE m.q": {},
    "REMOVE m.y[0]": {"m": {"M": {"x": {"N": "5"}, "y": {"L": [{"M": {"z": {"S": "deep"}}}]}}}},
    "REMOVE m.y[1].z": {"m": {"M": {"x": {"N": "5"}, "y": {"L": [{"S": "q"}, {"M": {}}]}}}},
    "REMOVE c[1] SET c[3] = :v": {"c": {"L": [{"N": "1"}, {"N": "3"}, {"N": "1"}]}},
    "SET c[4] = :v REMOVE c[0]": {"c": {"L": [{"N": "2"}, {"N": "3"}, {"N": "1"}]}},
    "SET c[1] = list_append(c, :l)": {
        "c": {"L": [{"N": "1"}, {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"N": "1"}]}, {"N": "3"}]}
    },
    "ADD q :v": {"q": {"N": "1"}},
    "ADD ss :ss": {},
    "ADD q :ss": {"q": {"SS": ["x"]}},
    "ADD ns :ns": {},
    "ADD bs :bs": {},
    "ADD m.x :v": {"m": {"M": {"x": {"N": "6"}, "y": {"L": [{"S": "q"}, {"M": {"z": {"S": "deep"}}}]}}}},
    "ADD m.q :v": {
        "m": {"M": {"x": {"N": "5"}, "y": {"L": [{"S": "q"}, {"M": {"z": {"S": "deep"}}}]}, "q": {"N": "1"}}}
    },
    "ADD c[0] :v": {"c": {"L": [{"N": "2"}, {"N": "2"}, {"N": "3"}]}},
    "ADD c[7] :v": {"c": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"N": "1"}]}},
    "DELETE q :ss": {},
    "DELETE m.q :ss": {},
    "SET #n = :v": {"x": {"N": "1"}},
    "SET a = :v REMOVE b ADD q :v DELETE ss :ss": {"b": None, "q": {"N": "1"}, "ss": {"SS": ["y"]}},
    "DELETE ss :ss ADD q :v REMOVE b SET a = :v": {"b": None, "q": {"N": "1"}, "ss": {"SS": ["y"]}},
    "REMOVE b SET z = b": {"b": None, "z": {"S": "hello"}},
    "ADD a :v SET z = a": {"a": {"N": "2"}, "z": {"N": "1"}},
    "SET z = ss ADD ss :ss": {"z": {"SS": ["x", "y"]}},
    "SET a = b": {"a": {"S": "hello"}},
    "SET a = a": {},
    "SET m = m.x": {"m": {"N": "5"}},
    "SET m.x = m": {
        "m": {
            "M": {
                "x": {"M": {"x": {"N": "5"}, "y": {"L": [{"S": "q"}, {"M": {"z": {"S": "deep"}}}]}}},
                "y": {"L": [{"S": "q"}, {"M": {"z": {"S": "deep"}}}]},
            }
        }
    },
    "SET z = m": {"z": {"M": {"x": {"N": "5"}, "y": {"L": [{"S": "q"}, {"M": {"z": {"S": "deep"}}}]}}}},
    "SET a = :t": {"a": {"BOOL": True}},
    "SET z = :ss": {"z": {"SS": ["x"]}},
    "SET z = if_not_exists(a, :s) + :v": {"z": {"N": "2"}},
    "SET z = if_not_exists(z.q.r, :v)": {"z": {"N": "1"}},
    "SET z = if_not_exists(m.y[9].r, :v)": {"z": {"N": "1"}},
    "SET z = :v + :v": {"z": {"N": "2"}},
    "SET z = :v + :w": {"z": {"N": "3"}},
    "SET z = :w - :v": {"z": {"N": "1"}},
    "SET z = :w - :w": {"z": {"N": "0"}},
    "SET z = :v": {"z": {"N": "1"}},
}


@pytest.mark.parametrize(("text", "changed"), CHANGES.items())
def test_update_changes_the_item(text: str, changed: dict[str, Any]) -> None:
    assert changes(text) == changed


def test_members_are_added_in_order() -> None:
    request = Expressions(None, {":1": {"NS": ["7", "-20", "3"]}, ":2": {"SS": ["d", "A", "é"]}})
    added = request.update("ADD numbers :1, texts :2")
    assert added({"numbers": {"NS": ["-1", "0.5", "9", "10"]}, "texts": {"SS": ["B", "a", "z"]}}) == {
        "numbers": {"NS": ["-20", "-1", "0.5", "3", "7", "9", "10"]},
        "texts": {"SS": ["A", "B", "a", "d", "z", "é"]},
    }


def test_missing_item_is_made_from_its_key() -> None:
    made = update("SET b = :h ADD a :w")({"PK": {"S": "p"}})
    assert made == {"PK": {"S": "p"}, "b": {"S": "hello"}, "a": {"N": "2"}}


def test_update_shows_what_it_touches_before_and_after() -> None:
    touching = update("SET m.x = :v, c[1] = :w REMOVE b ADD q :v")
    after = touching(ITEM)
    assert touching.before(ITEM) == {
        "m": {"M": {"x": {"N": "5"}}},
        "c": {"L": [{"N": "2"}]},
        "b": {"S": "hello"},
    }
    assert touching.after(after) == {"m": {"M": {"x": {"N": "1"}}}, "c": {"L": [{"N": "2"}]}, "q": {"N": "1"}}


def test_update_knows_the_attributes_it_touches_and_enters() -> None:
    touching = update("SET #a = b, m.#n = :v REMOVE c[0]")
    assert touching.top_level_names == {"a", "m", "c"}
    assert touching.nested_names == {"m", "c"}


def test_unchanged_values_are_shared() -> None:
    after = update("SET m.x = :v")(ITEM)
    assert after["c"] is ITEM["c"]
    assert after["m"]["M"]["y"] is ITEM["m"]["M"]["y"]


def test_update_may_not_nest_deeper_than_an_item_may() -> None:
    value = {"N": "1"}
    for _ in range(31):
        value = {"L": [value]}  # type: ignore[dict-item]
    put = Expressions(None, {":1": value}).update
    assert put("SET deep = :1")(ITEM)["deep"] == value
    with pytest.raises(ValidationException) as caught:
        put("SET m.deep = :1")(ITEM)
    assert caught.value.message == "Nesting Levels have exceeded supported limits"
