"""Checks as Prometheus reads them, held against Prometheus' own reader."""

from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from cairn.apps.checks.api.figures import exposition
from cairn.apps.checks.app import CHECKS
from tests.apps.checks.service.cast import ADA, MINUTE, NOON, opened_lookout
from tests.services.outbound.servers import answer, listening
from tests.web.cast import ADA as ADAS_ADDRESS
from tests.web.cast import BO, opened_house


async def test_every_check_has_its_figures(tmp_path: Path) -> None:
    async with (
        opened_lookout(tmp_path) as lookout,
        listening(answer("200 OK", body=b"Kettles")) as well,
        listening(answer("500 Sorry")) as broken,
    ):
        name = 'A "shop"\\with\nlines'
        shop = await lookout.make(well.url, name=name, tags=frozenset({"b", "a"}))
        failing = await lookout.make(broken.url, attributes={"retries": 0})
        paused = await lookout.make("https://example.org/")
        await lookout.checks.keeping.pause(ADA, paused.checkid)
        ran = [await lookout.run(shop.checkid), await lookout.run(failing.checkid)]
        lookout.clock.advance(MINUTE)
        checks = [*ran, await lookout.checks.keeping.check(ADA, paused.checkid)]
        found = {
            (sample.name, sample.labels["id"]): sample
            for family in text_string_to_metric_families(exposition(checks))
            for sample in family.samples
        }
        by_id = {
            figure: [
                found[figure, each.checkid].value if (figure, each.checkid) in found else None
                for each in checks
            ]
            for figure, _ in found
        }
        assert by_id["cairn_check_up"] == [1, 0, None]
        assert by_id["cairn_check_status"] == [1, 0, 4]
        assert by_id["cairn_check_running"] == [1, 1, 0]
        assert by_id["cairn_check_delay_seconds"] == [60, 60, 60]
        assert by_id["cairn_check_last_look_timestamp_seconds"] == [NOON.timestamp(), NOON.timestamp(), None]
        assert found["cairn_check_up", shop.checkid].labels == {
            "id": shop.checkid,
            "name": 'A "shop"\\with lines',
            "type": "AVAILABILITY",
            "url": shop.url,
            "tags": "a,b",
        }


async def test_figures_are_for_their_owners_token(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADAS_ADDRESS)
        await ada.post("/api/v1/checks", body={"url": "https://example.org/", "checkType": "AVAILABILITY"})
        prometheus = await house.program(ADAS_ADDRESS, "checks:read")
        shown = await prometheus.get("/api/v1/checks/metrics")
        assert shown.header("content-type") == "text/plain; version=0.0.4; charset=utf-8"
        assert shown.text.count("cairn_check_status{") == 1
        bo = await house.enter(BO)
        assert "cairn_check_status{" not in (await bo.get("/api/v1/checks/metrics")).text
