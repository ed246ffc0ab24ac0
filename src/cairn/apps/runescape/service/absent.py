"""People for whom something is done while they are not there: by a job, an export, a deletion."""

from cairn.services.accounts import Member, Preferences
from cairn.services.accounts.schema import Account
from cairn.tables import Tables


async def absent_member(tables: Tables, account_id: str) -> Member:
    """Somebody by their account. Whose account is gone has wishes like everybody's."""
    account = await tables.get(Account.with_id(account_id))
    return Member(
        account_id=account_id,
        email=None if account is None else account.email,
        is_email_verified=account is not None and account.email_verified_at is not None,
        preferences=Preferences() if account is None else account.preferences,
        is_operator=False,
    )
