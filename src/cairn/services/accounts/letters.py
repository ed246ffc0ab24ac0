"""What accounts write to people: the words of each mail, and the two forms in which it is sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from cairn.services.mail import Mail

_FORMS: Final = Environment(
    loader=PackageLoader("cairn.services.accounts"),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_NOT_ME: Final = "If you did not ask for this, nothing happens as long as nobody opens the link."


@dataclass(frozen=True, slots=True)
class LinkInLetter:
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Letter:
    """The words of one mail."""

    subject: str
    paragraphs: Sequence[str]
    link: LinkInLetter | None = None
    closing: Sequence[str] = ()

    def to(self, email: str, *, house: str) -> Mail:
        """The mail. `house` is the address under which people reach this Cairn."""
        text, html = (
            _FORMS.get_template(f"letter.{form}").render(letter=self, house=house) for form in ("txt", "html")
        )
        return Mail(to=email, subject=self.subject, text=text, html=html)


def verify_email(url: str) -> Letter:
    return Letter(
        "Confirm your e-mail address",
        ["Somebody, most likely you, gave this address for an account. Confirm that it is yours."],
        LinkInLetter("Confirm this address", url),
        ["The link works once, within a week.", _NOT_ME],
    )


def change_email(url: str) -> Letter:
    return Letter(
        "Confirm your new e-mail address",
        ["Your account shall have this address from now on. Confirm that it is yours."],
        LinkInLetter("Use this address", url),
        ["The link works once, within a day.", _NOT_ME],
    )


def reset_password(url: str) -> Letter:
    return Letter(
        "Choose a new password",
        ["Somebody, most likely you, asked for a new password of the account with this address."],
        LinkInLetter("Choose a new password", url),
        ["The link works once, within an hour.", _NOT_ME],
    )


def email_was_changed(new: str) -> Letter:
    return Letter(
        "Your e-mail address was changed",
        [
            f"Your account has the address {new} now, and mail goes there.",
            "If that was not you, write to the operator of this installation.",
        ],
    )


def password_was_changed() -> Letter:
    return Letter(
        "Your password was changed",
        [
            "Your account has a new password, and is signed out everywhere else.",
            "If that was not you, ask for another password at once, where one signs in.",
        ],
    )


def provider_was_connected(name: str) -> Letter:
    return Letter(
        f"{name} was connected to your account",
        [
            f"Whoever signs in with {name} as you did comes into your account from now on.",
            "If that was not you, disconnect it on the page of your account, and choose another password.",
        ],
    )
