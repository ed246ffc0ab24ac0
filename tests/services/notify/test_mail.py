"""Mail: taken by a real server, refused in words, ended by one click; and kept where nobody takes it."""

import re
import ssl
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
import trustme
from structlog.testing import capture_logs

from cairn.services.charts import Chart, ChartKind, Series
from cairn.services.jobs import Jobs
from cairn.services.mail import SEND_MAIL, Mail
from cairn.services.notify import EmailTarget, Message
from cairn.services.problems import NotFound
from cairn.services.settings import SettingsError
from tests.services.notify.cast import ADA, HELLO, Office, PostBox, opened_office, post_box

RESET = Mail(to="bo@example.org", subject="Reset your password", text="https://cairn.test/reset/abc\n")
CHART = Chart(
    kind=ChartKind.BAR,
    title="Done",
    labels=("Mon", "Tue"),
    series=(Series(name="Reading <b>", values=(1, 2)),),
)


def server(box: PostBox, scheme: str = "smtp", user: str = "") -> str:
    return f"{scheme}://{user}localhost:{box.port}"


def part(letter: EmailMessage, kind: str) -> str:
    """The text or the HTML of a letter, with the ends of lines that programs have."""
    body = letter.get_body((kind,))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


async def send_mail(office: Office, mail: Mail = RESET) -> None:
    jobs: Jobs = office.services.jobs
    await office.services.tables.write(jobs.enqueue(SEND_MAIL, mail))
    await office.work()


@pytest.fixture
def certificates() -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a server shows, and what trusts it."""
    authority = trustme.CA()
    shown = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(shown)
    trust = ssl.create_default_context()
    authority.configure_trust(trust)
    return shown, trust


async def test_a_mail_reaches_its_address(tmp_path: Path) -> None:
    async with post_box() as box:
        given = {"CAIRN_MAIL": server(box), "CAIRN_MAIL_FROM": "Cairn <hello@cairn.test>"}
        async with opened_office(tmp_path, given=given) as office:
            await send_mail(office)
            [letter] = box.taken
            assert box.envelopes == [("hello@cairn.test", ["bo@example.org"])]
            assert (letter["From"], letter["Subject"]) == ("Cairn <hello@cairn.test>", "Reset your password")
            assert letter["Date"] == "Sat, 10 Jan 2026 12:00:00 +0000"
            assert str(letter["Message-ID"]).endswith("@cairn.test>")
            assert part(letter, "plain") == RESET.text
            [record] = await office.notify.mailing.latest()
            assert (record.outcome, record.detail, record.text) == ("SENT", "The mail server took it", None)


async def test_a_message_is_a_letter_of_text_and_html_with_its_chart(tmp_path: Path) -> None:
    async with post_box() as box, opened_office(tmp_path, CAIRN_MAIL=server(box)) as office:
        await office.add(EmailTarget(address="ada@example.org"))
        await office.send(
            Message(title="Title <&>", text="One.\n\nTwo <b>.", link=HELLO.link, charts=(CHART,))
        )
        [letter] = box.taken
        assert letter.get_content_type() == "multipart/alternative"
        written, page = part(letter, "plain"), part(letter, "html")
        assert written.startswith("One.\n\nTwo <b>.\n\nDone\n\n     Reading <b>\nMon  1\nTue  2\n")
        assert str(HELLO.link) in written
        assert "<h1" in page
        assert "Title &lt;&amp;&gt;" in page
        assert "Two &lt;b&gt;." in page
        assert '<img src="cid:chart-0" alt="Reading &lt;b&gt;: from 1 (Mon) to 2 (Tue)' in page
        [picture] = [part for part in letter.walk() if part.get_content_type() == "image/png"]
        assert picture["Content-ID"] == "<chart-0>"
        assert bytes(picture.get_payload(decode=True)).startswith(b"\x89PNG")


async def test_one_click_ends_the_mails(tmp_path: Path) -> None:
    async with post_box() as box, opened_office(tmp_path, CAIRN_MAIL=server(box)) as office:
        await office.add(EmailTarget(address="ada@example.org"), name="mail")
        await office.send()
        [letter] = box.taken
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        [token] = re.findall(r"^<https://cairn\.test/unsubscribe/(\S+)>$", str(letter["List-Unsubscribe"]))
        assert token in part(letter, "plain")
        with pytest.raises(NotFound):
            await office.notify.unsubscribing.unsubscribe(token[:-3] + "AAA")
        for _ in range(2):
            await office.notify.unsubscribing.unsubscribe(token)
        [channel] = await office.notify.channels.of_member(ADA)
        assert channel.is_paused
        assert channel.paused_because == "Somebody ended the messages by the link in one of them"
        await office.send(key="two")
        assert len(box.taken) == 1


async def test_an_address_is_written_as_every_server_takes_it(tmp_path: Path) -> None:
    async with post_box() as box, opened_office(tmp_path, CAIRN_MAIL=server(box)) as office:
        await send_mail(office, Mail(to="bo@müller.example", subject="Grüße 🎉", text="Schön!\n"))
        [letter] = box.taken
        assert box.envelopes == [("cairn@localhost", ["bo@xn--mller-kva.example"])]
        assert (letter["Subject"], part(letter, "plain")) == ("Grüße 🎉", "Schön!\n")
        await send_mail(office, Mail(to="jürgen@example.org", subject="Hello", text=""))
        outcomes = {each.to: each.outcome for each in await office.notify.mailing.latest()}
        assert outcomes["jürgen@example.org"] == "FAILED"  # this server has no SMTPUTF8


async def test_the_operator_sees_the_mails_of_the_last_days_the_newest_first(tmp_path: Path) -> None:
    async with opened_office(tmp_path) as office:
        for name in ("ada", "bo", "cy"):
            await send_mail(office, Mail(to=f"{name}@example.org", subject="Hello", text=""))
            office.clock.advance(timedelta(days=3))
        seen = [[each.to for each in await office.notify.mailing.latest(most)] for most in (100, 1)]
        assert seen == [["cy@example.org", "bo@example.org"], ["cy@example.org"]]


async def test_what_the_server_refuses_for_good_is_told_and_not_repeated(tmp_path: Path) -> None:
    async with post_box() as box, opened_office(tmp_path, CAIRN_MAIL=server(box)) as office:
        box.refusing["bo@example.org"] = "550 5.1.1 No such mailbox"
        await send_mail(office)
        [record] = await office.notify.mailing.latest()
        told = "The mail server answered 550: 5.1.1 No such mailbox"
        assert (record.outcome, record.detail) == ("FAILED", told)
        office.clock.advance(timedelta(days=1))
        del box.refusing["bo@example.org"]
        await office.work()
        assert box.taken == []


async def test_what_the_server_may_take_later_is_tried_again(tmp_path: Path) -> None:
    async with post_box() as box, opened_office(tmp_path, CAIRN_MAIL=server(box)) as office:
        box.refusing["bo@example.org"] = "451 4.7.1 Greylisted"
        await send_mail(office)
        [record] = await office.notify.mailing.latest()
        assert (record.outcome, record.detail) == (
            "RETRYING",
            "The mail server answered 451: 4.7.1 Greylisted",
        )
        del box.refusing["bo@example.org"]
        office.clock.advance(timedelta(hours=1))
        await office.work()
        assert len(box.taken) == 1
        [record] = await office.notify.mailing.latest()
        assert record.outcome == "SENT"


async def test_a_server_that_is_away_is_told(tmp_path: Path) -> None:
    async with post_box() as box:
        gone = server(box)
    async with opened_office(tmp_path, CAIRN_MAIL=gone) as office:
        await office.add(EmailTarget(address="ada@example.org"))
        await office.send()
        [(_, outcome, detail)] = await office.outcomes()
        assert outcome == "RETRYING"
        assert detail.startswith("The mail server can't be reached: ")


async def test_without_a_server_the_mail_is_kept_and_printed(tmp_path: Path) -> None:
    async with opened_office(tmp_path) as office:
        with capture_logs() as logged:
            await send_mail(office)
            await office.add(EmailTarget(address="ada@example.org"), name="mail")
            await office.send()
        [reset_line, told_line] = [str(each["event"]) for each in logged]
        assert reset_line.endswith("Reset your password\nhttps://cairn.test/reset/abc\n")
        assert HELLO.text in told_line
        told, reset = sorted(await office.notify.mailing.latest(), key=lambda each: each.to)
        assert (reset.outcome, reset.text) == ("NOT_SENT", RESET.text)
        assert told.subject == HELLO.title
        assert reset.detail.startswith("Not sent: no mail server is named in the settings (CAIRN_MAIL)")
        assert [(name, outcome) for name, outcome, _ in await office.outcomes()] == [("mail", "NOT_SENT")]


async def test_a_password_goes_over_a_secured_line(
    tmp_path: Path, certificates: tuple[ssl.SSLContext, ssl.SSLContext]
) -> None:
    shown, trust = certificates
    async with post_box(starts_tls=shown, wants_password=True) as box:
        given = {"CAIRN_MAIL": server(box, user="cairn%40test:secret@")}
        async with opened_office(tmp_path, trust=trust, given=given) as office:
            await send_mail(office)
            assert box.was_secure == [True]
            assert box.signed_in == [("cairn@test", "secret")]
    async with post_box(secure=shown) as box:
        given = {"CAIRN_MAIL": server(box, "smtps")}
        async with opened_office(tmp_path / "other", trust=trust, given=given) as office:
            await send_mail(office)
            assert len(box.taken) == 1


async def test_a_wrong_password_is_the_operators_concern(
    tmp_path: Path, certificates: tuple[ssl.SSLContext, ssl.SSLContext]
) -> None:
    shown, trust = certificates
    async with post_box(starts_tls=shown, wants_password=True) as box:
        given = {"CAIRN_MAIL": server(box, user="cairn:wrong@")}
        async with opened_office(tmp_path, trust=trust, given=given) as office:
            await send_mail(office)
            [record] = await office.notify.mailing.latest()
            assert (record.outcome, record.detail) == (
                "RETRYING",
                "The mail server answered 535: it does not accept the operator's name and password",
            )


async def test_a_certificate_that_nobody_vouches_for_is_not_trusted(
    tmp_path: Path, certificates: tuple[ssl.SSLContext, ssl.SSLContext]
) -> None:
    shown, _ = certificates
    async with (
        post_box(secure=shown) as box,
        opened_office(tmp_path, CAIRN_MAIL=server(box, "smtps")) as office,
    ):
        await send_mail(office)
        assert box.taken == []


@pytest.mark.parametrize("setting", ["http://host", "smtp://", "host:25", "smtp://host:99999999"])
async def test_a_mail_server_that_is_none_stops_the_start(tmp_path: Path, setting: str) -> None:
    with pytest.raises(SettingsError, match=r"^CAIRN_MAIL is not of the form smtp://"):
        async with opened_office(tmp_path, CAIRN_MAIL=setting):
            pass


@pytest.mark.parametrize("setting", ["https://api.twilio.test/?From=+1", "https://a:b@api.twilio.test/"])
async def test_a_gateway_that_is_none_stops_the_start(tmp_path: Path, setting: str) -> None:
    with pytest.raises(SettingsError, match=r"^CAIRN_SMS_GATEWAY is not of the form https://ACCOUNT:TOKEN@"):
        async with opened_office(tmp_path, CAIRN_SMS_GATEWAY=setting):
            pass
