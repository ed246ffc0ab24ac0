"""How much accounts are used: assumed. A session or a token is read with every request that a person makes."""

from typing import Final

from cairn.services.accounts.schema import Account, Allowance, EmailClaim, Session, Token
from cairn.tables.usage import Kept, Operation, Reading, Usage, Writing

USAGE: Final = Usage(
    source="assumed",
    operations=(
        Operation(
            "Make a request signed in",
            100,
            (Reading(Session.with_id, consistent=True), Reading(Account.with_id, consistent=True)),
        ),
        Operation(
            "Sign in",
            1 / 7,
            (
                Reading(Allowance.of, items=2),
                Writing(Allowance, "update", items=2),
                Reading(EmailClaim.of),
                Reading(Account.with_id),
                Writing(Session),
            ),
        ),
        Operation("Keep a session going", 1, (Writing(Session, "update"),)),
    ),
    kept=(Kept(Account, 1), Kept(EmailClaim, 1), Kept(Session, 3), Kept(Token, 1), Kept(Allowance, 1)),
)
