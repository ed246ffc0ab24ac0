"""Where Ada is told: a mail server, a Discord and a gateway for text messages, all of this machine, and what came there."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.schema import ChannelType, TargetType
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.service.wanted import NewGoal
from cairn.services.accounts import Preferences, SignedIn
from cairn.services.accounts.schema import Account
from cairn.services.notify import DiscordTarget, EmailTarget, Gateways, SmsTarget, open_notify
from cairn.services.outbound import AddressPolicy
from cairn.services.settings import Settings
from cairn.tables import put
from tests.apps.runescape.cast import ADA, NOON, Gielinor, opened_gielinor
from tests.services.notify.cast import PostBox, post_box
from tests.services.outbound.servers import PUBLIC, Listening, answer, listening

NUMBER = "+491701234567"
_TAKEN = answer("201 Created", "Content-Type: application/json", body=b"{}")
_OK = answer("200 OK", "Content-Type: application/json", body=b"{}")


@dataclass(frozen=True)
class Told:
    """Gielinor, and the places at which word of it comes in."""

    place: Gielinor
    post: PostBox
    discord: Listening
    gateway: Listening
    ada: SignedIn

    @property
    def mails(self) -> list[tuple[str, str]]:
        """Titles and texts, the oldest first."""
        return [(str(each["Subject"]), _text_of(each)) for each in self.post.taken]

    @property
    def embeds(self) -> list[dict[str, Any]]:
        """What came to Discord, with `pictures` as bytes."""
        return [_embed_of(each.headers["content-type"], each.body) for each in self.discord.asked]

    @property
    def texts(self) -> list[str]:
        """What came to the telephone."""
        return [parse_qs(each.body.decode())["Body"][0] for each in self.gateway.asked]

    @property
    def count(self) -> tuple[int, int, int]:
        """So many mails, messages at Discord, and text messages."""
        return len(self.post.taken), len(self.discord.asked), len(self.gateway.asked)

    async def goal(
        self, *kinds: ChannelType, target_type: TargetType = TargetType.XP, **about: Any
    ) -> Tracking:
        """A goal of Ada's that is told by channels of some types; by all three, when none is named."""
        goals = self.place.runescape.goals
        made = None
        for kind in kinds or tuple(ChannelType):
            made = await goals.set_goal(
                self.ada, "zezima", NewGoal(channel_type=kind, target_type=target_type, **about)
            )
        assert made is not None
        return made


@asynccontextmanager
async def opened_told(folder: Path, *, zone: str = "UTC", **xp: int) -> AsyncIterator[Told]:
    """Ada, who lives in a zone, follows Zezima, and has a channel of each type, all confirmed."""
    async with (
        post_box() as box,
        listening(_OK) as discord,
        listening(_TAKEN) as gateway,
        opened_gielinor(
            folder,
            CAIRN_PUBLIC_URL="https://cairn.test",
            CAIRN_MAIL=f"smtp://127.0.0.1:{box.port}",
            CAIRN_SMS_GATEWAY=f"http://AC1:token@{PUBLIC}:{gateway.port}/?From=+15005550006",
        ) as opened,
    ):
        services = opened.services
        office = open_notify(
            services.tables,
            services.jobs,
            clock=services.clock,
            keys=services.keys,
            settings=services.settings[Settings],
            bus=services.bus,
            metrics=services.telemetry.metrics,
            outbound=services.outbound,
            policy=AddressPolicy.allowing([f"{PUBLIC}/32"]),
            gateways=Gateways(discord=(discord.url,)),
            new_code=lambda: "123456",
        )
        place = replace(opened, services=replace(services, notify=office))
        preferences = Preferences(time_zone=zone)
        await services.tables.write(
            put(
                Account(
                    account_id=ADA.account_id,
                    email=ADA.email,
                    email_verified_at=NOON,
                    preferences=preferences,
                    created_at=NOON,
                )
            )
        )
        ada = SignedIn(
            account_id=ADA.account_id,
            email=ADA.email,
            is_email_verified=True,
            preferences=preferences,
            is_operator=False,
            session_id="session",
            signed_in_at=NOON,
            csrf_token="token",
        )
        assert ADA.email is not None
        await office.channels.add(ada, name="mail", target=EmailTarget(address=ADA.email))
        await office.channels.add(
            ada, name="discord", target=DiscordTarget(url=f"{discord.url}/api/webhooks/123/abc")
        )
        added = await office.channels.add(ada, name="phone", target=SmsTarget(number=NUMBER))
        await place.settle()
        await office.channels.confirm_by_code(ada, added.channel.channel_id, "123456")
        gateway.asked.clear()
        place.boards.put("zezima", xp=xp)
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        yield Told(place, box, discord, gateway, ada)


def _text_of(letter: Any) -> str:
    return str(letter.get_body(("plain",)).get_content())


def _embed_of(content_type: str, body: bytes) -> dict[str, Any]:
    if content_type == "application/json":
        return {**json.loads(body)["embeds"][0], "pictures": []}
    boundary = content_type.partition("boundary=")[2].strip('"').encode()
    parts = [part.partition(b"\r\n\r\n")[2][:-2] for part in body.split(b"--" + boundary)[1:-1]]
    return {**json.loads(parts[0])["embeds"][0], "pictures": parts[1:]}
