"""Why a message did not arrive, in words for the person who waits for it."""

from datetime import timedelta


class DeliveryFailed(Exception):
    """It did not arrive. `again` says whether another attempt could help, `after` that it may not come earlier."""

    def __init__(self, detail: str, *, again: bool, after: timedelta | None = None) -> None:
        detail = detail.rstrip(". ")  # sentences are made of it
        super().__init__(detail)
        self.detail = detail
        self.again = again
        self.after = after
