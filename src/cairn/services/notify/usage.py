"""How many messages go out: assumed. What became of a message is kept for a while."""

from typing import Final

from cairn.services.notify.schema import Channel, DayCount, Delivery, Known, MailRecord, Manners
from cairn.tables.usage import Kept, Operation, Reading, Usage, Writing

_MESSAGES_A_DAY: Final = 2

USAGE: Final = Usage(
    source=f"assumed: {_MESSAGES_A_DAY} messages a day, each into one channel",
    operations=(
        Operation(
            "Send a message",
            _MESSAGES_A_DAY,
            (
                Reading(Channel.of_account, items=2),
                Reading(Manners.of_account),
                Writing(Known, in_transaction=True),
                Writing(DayCount, "update", in_transaction=True),
                Writing(Delivery, in_transaction=True),
                Writing(Delivery, "update"),
            ),
        ),
        Operation("Send a mail to an address", 1 / 30, (Writing(MailRecord), Writing(MailRecord, "update"))),
        Operation("Look at one's deliveries", 1 / 7, (Reading(Delivery.of_account, items=50),)),
    ),
    kept=(
        Kept(Channel, 2),
        Kept(Delivery, 90 * _MESSAGES_A_DAY),
        Kept(Known, 14 * _MESSAGES_A_DAY),
        Kept(DayCount, 3),
        Kept(Manners, 0.1),
        Kept(MailRecord, 1),
    ),
)
