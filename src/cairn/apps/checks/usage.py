"""How much checks are used. Their document names no frequencies: all of this is assumed.

The document's example runs each 300 seconds. What a run finds is written on the check itself, and changes no key. A
worker that starts loads them all, which is taken to happen once a day.
"""

from typing import Final

from cairn.apps.checks.account_schema import Bulletin, Waiting, Window
from cairn.apps.checks.ebay_schema import EbayAnswer, EbayDay
from cairn.apps.checks.history_schema import Beat, Incident, KeptBucket, Place, RunRecord
from cairn.apps.checks.schema import Check, User
from cairn.apps.checks.status_schema import Address, OpenBadges, Post, StatusPage
from cairn.tables.usage import SECONDS_A_DAY, Kept, Operation, Reading, Usage, Writing

_CHECKS_OF_A_USER: Final = 5
_SECONDS_BETWEEN_RUNS: Final = 300

USAGE: Final = Usage(
    source="assumed: docs/schemas/checks.md names no frequencies, but a delay of 300 seconds in its example",
    operations=(
        Operation(
            "Run a check",
            _CHECKS_OF_A_USER * SECONDS_A_DAY / _SECONDS_BETWEEN_RUNS,
            (Writing(Check, "update", in_transaction=True), Writing(RunRecord, in_transaction=True)),
        ),
        Operation(
            "Load all checks",
            1,
            (
                Reading(Place.of_shard, items=_CHECKS_OF_A_USER, of_everybody=True),
                Reading(Check.with_id, items=_CHECKS_OF_A_USER, consistent=True, of_everybody=True),
            ),
            per="installation",
        ),
        Operation(
            "Ask eBay",
            4_500,
            (
                Reading(EbayAnswer.to, consistent=True),
                Writing(EbayDay, "update"),
                Writing(EbayAnswer),
            ),
            per="installation",
        ),
        Operation(
            "Tell what happened",
            0.3,
            (
                Writing(Waiting, in_transaction=True),
                Reading(Bulletin.of, consistent=True),
                Reading(Waiting.of_user, consistent=True),
                Writing(Bulletin, in_transaction=True),
                Writing(Waiting, "delete"),
            ),
        ),
        Operation("Call a heartbeat", 24, (Reading(Check.with_id, consistent=True), Writing(Beat))),
        Operation("Look at one's checks", 4, (Reading(Check.of_user, items=_CHECKS_OF_A_USER),)),
        Operation(
            "Look at a check",
            4,
            (
                Reading(Check.with_id, consistent=True),
                Reading(RunRecord.last_of, items=90),
                Reading(KeptBucket.since, items=168),
                Reading(KeptBucket.since, items=365),
                Reading(Incident.last_of, items=5),
            ),
        ),
        Operation(
            "Create a check",
            1 / 30,
            (
                Reading(User.with_id, consistent=True),
                Writing(User, "update", in_transaction=True),
                Writing(Check, in_transaction=True),
                Writing(Place, in_transaction=True),
            ),
        ),
        Operation(
            "Plan maintenance",
            1 / 60,
            (Writing(User, "update", in_transaction=True), Writing(Window, in_transaction=True)),
        ),
        Operation(
            "Look at a status page",
            20,
            (
                Reading(Address.of),
                Reading(StatusPage.with_id),
                Reading(Post.last_of, items=2),
                Reading(Check.with_id, items=_CHECKS_OF_A_USER),
                Reading(KeptBucket.since, items=90 * _CHECKS_OF_A_USER),
                Reading(Incident.last_of, items=_CHECKS_OF_A_USER),
            ),
        ),
        Operation("Look at a badge", 50, (Reading(OpenBadges.of_check), Reading(Check.with_id))),
        Operation("List one's status pages", 1 / 7, (Reading(StatusPage.of_user),)),
        Operation(
            "Tell something on a status page",
            1 / 30,
            (
                Reading(StatusPage.with_id, consistent=True),
                Reading(Post.last_of, items=2),
                Writing(Post, in_transaction=True),
            ),
        ),
        Operation(
            "Add to what is told",
            1 / 30,
            (
                Reading(StatusPage.with_id, consistent=True),
                Reading(Post.with_id, consistent=True),
                Writing(Post, "update"),
            ),
        ),
        Operation("Pause or resume a check", 1 / 30, (Writing(Check, "move"),)),
    ),
    kept=(
        Kept(User, 1),
        Kept(Check, _CHECKS_OF_A_USER),
        Kept(Place, _CHECKS_OF_A_USER),
        Kept(RunRecord, _CHECKS_OF_A_USER * 300),
        Kept(KeptBucket, _CHECKS_OF_A_USER * (32 * 24 + 400)),
        Kept(Incident, _CHECKS_OF_A_USER * 5),
        Kept(Window, 0.2),
        Kept(StatusPage, 1),
        Kept(Address, 1),
        Kept(Post, 2),
        Kept(OpenBadges, 1),
    ),
)
