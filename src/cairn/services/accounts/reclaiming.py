"""Taking back what somebody prepared with a stranger's address.

Who signs up with an address that is not theirs leaves keys to the account: a password, tokens, people at providers.
When the one who reads mail there comes at last, these keys must open nothing.
"""

from cairn.services.accounts.means import Means
from cairn.services.accounts.schema import Account, Identity, IdentityClaim, Token
from cairn.tables import Action, delete


class Reclaiming:
    """Ends what opens an account whose address nobody had proven to be theirs."""

    def __init__(self, means: Means) -> None:
        self._means = means

    async def actions(self, account: Account) -> list[Action]:
        """What removes tokens and identities; nothing for an account whose address was verified before."""
        if account.email_verified_at is not None:
            return []
        tables = self._means.tables
        tokens = await tables.all(Token.of_account(account.account_id))
        identities = await tables.all(Identity.of_account(account.account_id))
        return [
            *(delete(token) for token in tokens),
            *(delete(identity) for identity in identities),
            *(delete(IdentityClaim.of(identity.identity_id)) for identity in identities),
        ]
