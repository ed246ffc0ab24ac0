"""Where somebody goes after they signed in: to what they were about to see, and never to another site."""


def local_path(wanted: str, otherwise: str = "/") -> str:
    """The path, if it is one of this site; browsers take `//host` and `/\\host` for another."""
    is_ours = wanted.startswith("/") and wanted[1:2] not in {"/", "\\"}
    return wanted if is_ours and all(each >= " " for each in wanted) else otherwise
