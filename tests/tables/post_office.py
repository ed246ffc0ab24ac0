"""A post office: parcels that stand in indexes of every sort, and come and go there as they are changed."""

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from cairn.tables import Entity, InKey, OrNull, Table, key_part

post_office = Table("post-office", pk="PK", sk="SK", version="v")
by_state = post_office.index("State", pk="statePK", sk="stateSK")
by_pair = post_office.index("Pair", pk="pairPK", sk="pairSK", projection="KEYS_ONLY")
by_weight = post_office.index("Weight", pk="weightPK", sk="weightSK", sk_type="N")
by_shelf = post_office.index("Shelf", pk="shelf", sk="state")
by_arrival = post_office.index("Arrival", pk="arrivalPK", sk="arrivalSK")


class State(StrEnum):
    WAITING = "WAITING"
    SENT = "SENT"
    LOST = "LOST"


class Parcel(Entity, table=post_office, version=1):
    """Something that is sent."""

    key = post_office.key("SENDER#{sender}", "PARCEL#{number:4}")
    in_state = by_state.key("{open_at}", "{sent_at or ~}")  # sparse, with a fallback
    in_pair = by_pair.key("PAIR#{one}/{other}", "-", ordered=("one", "other"))  # sparse: both or neither
    in_weight = by_weight.key("WEIGHT", "{weight}")  # a number that stands in the key alone
    on_shelf = by_shelf.key("{shelf}", "{state}")  # made of fields' own attributes
    arrived = by_arrival.key(
        "DAY#{sender}", "{arrived_at}"
    )  # what stands in the key alone, and may be missing

    sender: InKey[str]
    number: InKey[int]
    state: State = State.WAITING
    counter: str | None = None
    sent_at: datetime | None = None
    one: str | None = None
    other: str | None = None
    weight: InKey[int | None] = None
    shelf: str = "floor"
    arrived_at: InKey[datetime | None] = None
    stamps: int = 0
    note: str | None = None
    remark: OrNull[str] = None
    marks: list[str] = Field(default_factory=list)
    tags: frozenset[str] = frozenset()

    @key_part("state", "counter")
    def open_at(self) -> str | None:
        """The counter at which it waits."""
        return self.counter if self.state is State.WAITING else None
