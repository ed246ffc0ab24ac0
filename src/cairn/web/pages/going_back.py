"""Where somebody goes after they signed in: to what they were about to see, and never to another site."""

from urllib.parse import urlsplit


def local_path(wanted: str, otherwise: str = "/") -> str:
    """The path, if it is one of this site; browsers take `//host` and `/\\host` for another."""
    parts = urlsplit(wanted)
    is_elsewhere = parts.scheme or parts.netloc or not wanted.startswith("/") or wanted[1:2] in {"/", "\\"}
    return otherwise if is_elsewhere or any(each < " " for each in wanted) else wanted
