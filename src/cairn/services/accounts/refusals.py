"""What accounts refuse, each with a name of its own. `cairn.services.problems` says what becomes of them."""

from cairn.services.problems import Conflict, NotAllowed, NotSignedIn, TooMany


class WrongCredentials(NotSignedIn):
    """The e-mail address or the password is not right; which of them, nobody learns."""

    slug = "wrong-credentials"
    title = "The e-mail address or the password is not right"


class SignInAgain(NotSignedIn):
    """What is asked for needs a sign-in of just now."""

    slug = "sign-in-again"
    title = "Sign in again to do this"


class AccountSuspended(NotAllowed):
    """The operator has suspended the account."""

    slug = "account-suspended"
    title = "This account is suspended"


class SignUpClosed(NotAllowed):
    """The operator makes the accounts here."""

    slug = "sign-up-closed"
    title = "Accounts are made by the operator here"


class EmailTaken(Conflict):
    """Another account has this address."""

    slug = "email-taken"
    title = "There is an account with this e-mail address"


class LastOperator(Conflict):
    """Without this account nobody would look after the installation."""

    slug = "last-operator"
    title = "There has to be an operator"


class LinkUsed(Conflict):
    """A link that was mailed is used, too old, or none."""

    slug = "link-used"
    title = "This link can't be used any more"


class TooManyAttempts(TooMany):
    """Signing in or up, or asking for mails, was tried too often."""

    slug = "too-many-attempts"
    title = "Too many attempts"


class ProviderFailed(Conflict):
    """A provider did not vouch for anybody, or not in a way that can be believed."""

    slug = "provider-failed"
    title = "Signing in with this provider did not work"
