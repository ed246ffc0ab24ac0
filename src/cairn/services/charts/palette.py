"""The colours of charts. On a page, a style sheet may set others: every element says by its class what it is."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as CSS writes them. `series` are told apart by those who see few colours, too (Okabe and Ito)."""

    background: str
    text: str
    faint: str
    empty: str
    series: tuple[str, ...]


LIGHT: Final = Palette(
    background="#ffffff",
    text="#1f2933",
    faint="#52606d",
    empty="#e4e7eb",
    series=("#0072b2", "#b34700", "#007a5a", "#a3478a", "#5b4fcf", "#7a5c00"),
)
DARK: Final = Palette(
    background="#12181f",
    text="#f0f4f8",
    faint="#9fb3c8",
    empty="#323f4b",
    series=("#56b4e9", "#f0a04b", "#2fc79a", "#e39ac9", "#a9a1f5", "#e3c558"),
)
