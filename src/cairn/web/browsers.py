"""What a browser calls itself, in the words of whoever uses it."""

from typing import Final

# More of them name Chrome and Safari than are; who is told first is right.
_BROWSERS: Final = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
)
_SYSTEMS: Final = (
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "a Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_name(user_agent: str | None) -> str:
    """`Firefox on Windows`"""
    if user_agent is None:
        return "A browser that does not name itself"
    browser = next((name for token, name in _BROWSERS if token in user_agent), "A browser")
    system = next((name for token, name in _SYSTEMS if token in user_agent), None)
    return browser if system is None else f"{browser} on {system}"
