"""E-mail addresses, in the one spelling under which an account is found."""

from typing import Final

from email_validator import EmailNotValidError, validate_email

from cairn.services.problems import InvalidInput

_LONGEST: Final = 320  # 64 before the @, and 255 behind it


def checked_email(written: str, *, field: str = "email") -> str:
    """The address in its one spelling. Raises `InvalidInput` for what is none.

    Capitals count nowhere: hardly any server tells them apart, and people do not remember which they used.
    """
    if len(written) > _LONGEST:  # to examine a megabyte takes long
        raise InvalidInput.of(field, f"is no e-mail address: it has more than {_LONGEST} characters")
    try:
        # Whether mail arrives there, the mail that verifies it finds out; at home it may be a host without a dot.
        parts = validate_email(written.strip(), check_deliverability=False, globally_deliverable=False)
    except EmailNotValidError as fault:
        raise InvalidInput.of(field, f"is no e-mail address: {fault}") from fault
    return parts.normalized.lower()
