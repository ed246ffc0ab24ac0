"""Maps within an item are stored as entities are: under the document's names, None left out or kept as NULL."""

from datetime import date
from typing import Annotated

import pytest
from pydantic import Field

from cairn.dynamo.seam import Item
from cairn.tables import DeclarationError, Embedded, Entity, OrNull, Table, as_written

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
