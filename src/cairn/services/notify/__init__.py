"""Messages to people, wherever they want them."""

from cairn.services.notify.mail import SEND_MAIL, Mail

__all__ = ["SEND_MAIL", "Mail"]
