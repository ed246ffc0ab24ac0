"""What goes wrong with those who vouch for people."""


class OidcError(Exception):
    """An issuer can't be asked, or what it says can't be believed. The message says why; it is for the log."""
