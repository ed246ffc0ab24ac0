"""What is refused of channels."""

from cairn.services.problems import NotFound


def no_channel() -> NotFound:
    """There is no such channel, or it is somebody else's."""
    return NotFound("There is no such channel")
