"""No URL reaches what it must not: not by itself, and not by a redirect from a server that may be asked."""

import pytest

from cairn.services.outbound import AddressPolicy, Outbound, OutboundError, Refused
from tests.services.outbound.servers import FORBIDDEN, answer, listening, redirect

# {port} is that of a server on this machine that answers whoever comes.
HOSTILE = [
    # other schemes
    "file:///etc/passwd",
    "ftp://127.0.0.1:{port}/",
    "gopher://127.0.0.1:{port}/_GET",
    "dict://127.0.0.1:{port}/",
    "ldap://127.0.0.1:{port}/",
    "jar:http://127.0.0.1:{port}/!/",
    "data:text/html,hello",
    "javascript:alert(1)",
    "unix:///var/run/docker.sock",
    "ws://127.0.0.1:{port}/",
    # this machine, plainly
    "http://127.0.0.1:{port}/",
    "http://127.0.0.3:{port}/",
    "http://127.255.255.254:{port}/",
    "http://0.0.0.0:{port}/",
    "http://localhost:{port}/",
    "http://LOCALHOST:{port}/",
    "http://localhost.:{port}/",
    # this machine, as numbers that some parsers read
    "http://2130706433:{port}/",
    "http://0x7f000001:{port}/",
    "http://0x7f.0.0.1:{port}/",
    "http://0x7f.1:{port}/",
    "http://017700000001:{port}/",
    "http://0177.0.0.1:{port}/",
    "http://127.1:{port}/",
    "http://127.0.1:{port}/",
    "http://127.0.0.01:{port}/",
    "http://127.0.0.1.:{port}/",
    "http://00000127.0.0.1:{port}/",
    "http://0:{port}/",
    # this machine, in letters that become digits
    "http://１２７.０.０.１:{port}/",
    "http://127。0。0。1:{port}/",
    "http://①②⑦.⓪.⓪.①:{port}/",
    "http://ｌｏｃａｌｈｏｓｔ:{port}/",
    # this machine, in IPv6
    "http://[::1]:{port}/",
    "http://[0:0:0:0:0:0:0:1]:{port}/",
    "http://[::]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/",
    "http://[::127.0.0.1]:{port}/",
    "http://[2002:7f00:1::]:{port}/",
    "http://[64:ff9b::7f00:1]:{port}/",
    "http://[2001:0:7f00:1::]:{port}/",
    "http://[fe80::1%25lo]:{port}/",
    "http://[fe80::1]:{port}/",
    "http://[fd00:ec2::254]:{port}/",
    "http://[ff02::1]:{port}/",
    # private networks and what clouds keep
    "http://10.0.0.1:{port}/",
    "http://172.16.0.1:{port}/",
    "http://192.168.0.1:{port}/",
    "http://100.64.0.1:{port}/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:169.254.169.254]/latest/meta-data/",
    "http://168.63.129.16/metadata",
    "http://192.0.0.192/opc/v2/instance/",
    "http://100.100.100.200/latest/meta-data/",
    "http://255.255.255.255:{port}/",
    "http://224.0.0.1:{port}/",
    "http://198.18.0.1:{port}/",
    # names that lead inside
    "http://inside.test:{port}/",
    "http://inside6.test:{port}/",
    "http://both.test:{port}/",
    "http://mapped.test:{port}/",
    "http://metadata.test/latest/meta-data/",
    "http://nat64.test:{port}/",
    "http://lan.test:{port}/",
    # what two parsers read differently
    "http://public.test@127.0.0.1:{port}/",
    "http://127.0.0.1:{port}@public.test/",
    "http://public.test:pass@inside.test:{port}/",
    "http://public.test\\@127.0.0.1:{port}/",
    "http://127.0.0.1:{port}\\@public.test/",
    "http://127.0.0.1:{port}\t/",
    "http://127.0.0.1:{port}\r\nHost: public.test/",
    "http:// 127.0.0.1:{port}/",
    "http://public.test%2F@127.0.0.1:{port}/",
    "http://public.test#@127.0.0.1:{port}/",
    "http://127.0.0.1%00.public.test:{port}/",
    "http:///127.0.0.1:{port}/",
    "http:127.0.0.1:{port}/",
    "//127.0.0.1:{port}/",
    "http://[::1:{port}/",
    "http://-inside.test:{port}/",
    "http://127.0.0.1:99999/",
    # services that are not of the web
    "http://public.test:22/",
    "http://public.test:25/",
    "http://public.test:6379/",
    "http://public.test:0/",
]


def test_there_are_many_and_each_is_another() -> None:
    assert len(set(HOSTILE)) == len(HOSTILE) >= 60


@pytest.mark.parametrize("url", HOSTILE)
async def test_it_reaches_nothing(outbound: Outbound, url: str) -> None:
    async with listening(answer("200 OK", body=b"secret"), host=FORBIDDEN) as inside:
        with pytest.raises(OutboundError):
            await outbound.fetch(url.replace("{port}", str(inside.port)))
        assert inside.connections == 0


@pytest.mark.parametrize("url", [each for each in HOSTILE if "\r" not in each and each.isascii()])
async def test_a_redirect_to_it_reaches_nothing(outbound: Outbound, url: str) -> None:
    async with listening(answer("200 OK", body=b"secret"), host=FORBIDDEN) as inside:
        location = url.replace("{port}", str(inside.port))
        async with listening(redirect(location)) as server:
            try:
                found = await outbound.fetch(f"{server.url}/start")
            except OutboundError:
                pass
            else:
                # Relative to where it was found, some of them are paths of the server itself.
                assert found.url.startswith(server.url)
        assert inside.connections == 0


async def test_a_name_that_changes_its_answer_is_looked_at_again() -> None:
    answers = iter([["127.0.0.2"], ["127.0.0.1"]])

    async def changing(_host: str, _port: int) -> list[str]:
        return next(answers)

    outbound = Outbound(policy=AddressPolicy.allowing(["127.0.0.2/32"]), resolve=changing)
    async with listening(answer("200 OK")) as server, listening(answer("200 OK"), host=FORBIDDEN) as inside:
        assert (await outbound.fetch(f"http://changing.test:{server.port}/")).status == 200
        with pytest.raises(Refused, match=r"changing\.test is at 127\.0\.0\.1, which is this machine"):
            await outbound.fetch(f"http://changing.test:{inside.port}/")
        assert inside.connections == 0
    await outbound.close()


async def test_what_an_operator_allows_is_reached_by_its_name_alone() -> None:
    async def inside_both(_host: str, _port: int) -> list[str]:
        return ["127.0.0.1"]

    allowing = Outbound(policy=AddressPolicy.allowing(["nas.test"]), resolve=inside_both)
    async with listening(answer("200 OK", body=b"nas"), host=FORBIDDEN) as inside:
        assert (await allowing.fetch(f"http://nas.test:{inside.port}/")).body == b"nas"
        for name in ("other.test", "nas.test.other.test", "127.0.0.1"):
            with pytest.raises(Refused):
                await allowing.fetch(f"http://{name}:{inside.port}/")
        assert inside.connections == 1
    await allowing.close()
