"""What every use-case of accounts works with, put together once."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from cairn.services.accounts.hashing import Hashing
from cairn.services.accounts.limits import Limits
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.jobs import Jobs
from cairn.services.secret_keys import SecretKeys
from cairn.tables import Tables


@dataclass(frozen=True, kw_only=True)
class Means:
    """The means of accounts. `apps` are the names that scopes of tokens may have, `public_url` ends without a slash."""

    tables: Tables
    jobs: Jobs
    clock: Clock
    keys: SecretKeys
    hashing: Hashing
    limits: Limits
    identifiers: Identifiers
    session_lifetime: timedelta
    public_url: str
    may_sign_up: bool
    apps: tuple[str, ...]
    entropy: Callable[[int], bytes] = field(default=secrets.token_bytes)
