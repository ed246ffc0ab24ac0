"""Maps within an item are stored as entities are: under the document's names, None left out or kept as NULL."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated

import pytest
from pydantic import Field

from cairn.dynamo.seam import Item
from cairn.tables import AsText, DeclarationError, Embedded, Entity, OrNull, Table, as_written

letters = Table("Letters", pk="PK", sk="SK")


class Address(Embedded):
    street_name: str
    house: int | None = None
    moved_in: OrNull[date] = None


class Stamp(Embedded, alias_generator=as_written):
    face_value: int


class Letter(Entity, table=letters):
    key = letters.key("LETTER#{letter_id}", "LETTER")

    letter_id: str
    sent_to: Address
    stamps: list[Stamp]


LETTER: Item = {
    "PK": {"S": "LETTER#1"},
    "SK": {"S": "LETTER"},
    "letterId": {"S": "1"},
    "sentTo": {"M": {"streetName": {"S": "Marylebone"}, "movedIn": {"NULL": True}}},
    "stamps": {"L": [{"M": {"face_value": {"N": "2"}}}]},
}


def test_a_map_is_stored_under_its_own_names() -> None:
    letter = Letter(letter_id="1", sent_to=Address(street_name="Marylebone"), stamps=[Stamp(face_value=2)])
    assert Letter.__layout__.item_of(letter) == LETTER


def test_a_map_reads_back() -> None:
    address: Item = {"streetName": {"S": "Marylebone"}, "house": {"N": "3"}, "movedIn": {"S": "1842-01-01"}}
    letter = Letter.__layout__.entity_of({**LETTER, "sentTo": {"M": address}})
    assert letter == Letter(
        letter_id="1",
        sent_to=Address(street_name="Marylebone", house=3, moved_in=date(1842, 1, 1)),
        stamps=[Stamp(face_value=2)],
    )


def test_what_a_map_does_not_know_survives() -> None:
    address: Item = {"streetName": {"S": "Marylebone"}, "movedIn": {"NULL": True}, "bells": {"N": "2"}}
    stored: Item = {**LETTER, "sentTo": {"M": address}}
    assert Letter.__layout__.item_of(Letter.__layout__.entity_of(stored)) == stored


def test_a_name_means_one_field() -> None:
    parcels = Table("Parcels", pk="PK", sk="SK")
    with pytest.raises(
        DeclarationError, match=r"^Parcel\.number is stored as label, which is another field's name$"
    ):

        class Parcel(Entity, table=parcels):
            key = parcels.key("PARCEL#{number}", "PARCEL")

            number: Annotated[str, Field(alias="label")]
            label: str


class Draft(AsText):
    line_count: int = 0
    begun: datetime | None = None
    worth: Decimal | None = None
    back_page: Address | None = None


class Desk(Entity, table=letters):
    key = letters.key("DESK#{desk_id}", "DESK")

    desk_id: str
    draft: Draft | None = None
    older: tuple[Draft, ...] = ()


def test_what_is_read_and_written_whole_is_one_text_and_reads_back() -> None:
    draft = Draft(
        line_count=2,
        begun=datetime(2026, 3, 15, 12, tzinfo=UTC),
        worth=Decimal("1.20"),
        back_page=Address(street_name="Marylebone", house=7),
    )
    desk = Desk(desk_id="1", draft=draft, older=(Draft(line_count=1), Draft()))
    item = Desk.__layout__.item_of(desk)
    assert item["draft"] == {
        "S": '{"lineCount":2,"begun":"2026-03-15T12:00:00Z","worth":"1.20",'
        '"backPage":{"streetName":"Marylebone","house":7}}'
    }
    assert item["older"] == {"L": [{"S": '{"lineCount":1}'}, {"S": "{}"}]}
    assert Desk.__layout__.entity_of(item) == desk
