"""A clock that tests move."""


class Clock:
    """Seconds since the epoch, as an engine is handed them."""

    def __init__(self, now: float = 1_790_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def move(self, *, minutes: float = 0, hours: float = 0, days: float = 0) -> None:
        self.now += 60 * (minutes + 60 * (hours + 24 * days))
