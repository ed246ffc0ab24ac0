"""What people are told, in words that fit into a message."""

from cairn.apps.checks.rules.telling import Subject
from cairn.apps.checks.service.messages import together
from cairn.services.notify import Message, Urgency

LINK = "https://cairn.example/checks"


def test_several_are_counted_by_what_they_are_about() -> None:
    told = [
        Message(title="Shop is down", text="UP → DOWN", urgency=Urgency.HIGH),
        Message(title="Kettle has come down to your line: 20.00 EUR", text="It was 30.00 EUR."),
        Message(title="Blog is down", text="UP → DOWN", urgency=Urgency.HIGH),
    ]
    message = together(told, [Subject.DOWN, Subject.PRICE, Subject.DOWN], quiet=1, link=LINK)
    assert message == Message(
        title="Checks: 2 down, 1 about prices",
        text="Shop is down\nUP → DOWN\n\nKettle has come down to your line: 20.00 EUR\nIt was 30.00 EUR.\n\n"
        "Blog is down\nUP → DOWN\n1 more that depend on it is kept quiet.",
        link=LINK,
        urgency=Urgency.HIGH,
    )


def test_however_much_is_told_it_fits_into_one_message() -> None:
    told = [Message(title="t" * 200, text="x" * 10_000) for _ in range(1_000)]
    message = together(told, [Subject.FAILED] * 1_000, quiet=0, link=LINK)
    assert message.text.endswith("And 970 more.")
