"""The addresses of all pages that can be asked for without knowing more."""

from typing import Final

FOR_VISITORS: Final = (
    "/",
    "/sign-up",
    "/sign-in",
    "/forgotten-password",
    "/reset-password?link=none",
    "/verify-email?link=some",
    "/change-email?link=some",
    "/channels/confirm/some",
    "/unsubscribe/some",
    "/nowhere",
    "/design",
)
FOR_MEMBERS: Final = (
    "/",
    "/account",
    "/account/preferences",
    "/account/sessions",
    "/account/data",
    "/tokens",
    "/channels",
    "/channels?add=email",
    "/channels?add=telegram",
    "/channels/log",
    "/design",
    "/nowhere",
)
FOR_OPERATORS: Final = (
    "/operator",
    "/operator/accounts",
    "/operator/jobs",
    "/operator/tables",
    "/operator/mail",
)
DRAWN_BY_OTHERS: Final = ("/api/docs",)
"""What Swagger UI draws, its own way."""
EVERY_PAGE: Final = frozenset({*FOR_VISITORS, *FOR_MEMBERS, *FOR_OPERATORS, *DRAWN_BY_OTHERS})
