"""The design system on one page, each part as it is used."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from cairn.apps.base import Anyone, House, Page, PageRouter, Toast, Tone, Visitor
from cairn.services.charts import Chart, ChartKind, Series

router: Final = PageRouter()
_SWATCHES: Final = (
    "ground", "ground-sunk", "surface", "surface-raised", "line", "line-strong", "ink", "ink-soft",
    "moss", "rust", "ochre", "clay", "slate", "moss-wash", "ochre-wash", "clay-wash",
)  # fmt: skip
_WEEK: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True)
class Design:
    """What the page shows."""

    swatches: tuple[str, ...]
    drawings: tuple[Chart, ...]
    sparkline: Chart
    toasts: tuple[Toast, ...]
    errors: dict[str, str]


@router.get("/design")
async def show_design(_: Anyone, visitor: Visitor, house: House) -> Page:
    shown = Design(
        swatches=_SWATCHES,
        drawings=(_LINES, _BARS, _heat_map(house.clock.now().date()), _RING),
        sparkline=_SPARKLINE,
        toasts=(Toast("Saved"), Toast("The other one is broken", Tone.BAD)),
        errors={"email": "is no e-mail address: there is no @"},
    )
    return Page("design.html", shown, title="Design")


_LINES: Final = Chart(
    kind=ChartKind.LINE,
    title="Metres climbed",
    unit="m",
    labels=("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug"),
    series=(
        Series(name="Ada", values=(120, 340, 410, None, 620, 900, 1240, 1310)),
        Series(name="Bo", values=(80, 160, 420, 480, 510, 560, 700, 980)),
    ),
)
_BARS: Final = Chart(
    kind=ChartKind.BAR,
    title="Stones laid",
    labels=_WEEK,
    series=(Series(name="Stones", values=(3, 5, 2, 6, 4, 9, 7)),),
    goal=5,
)
_RING: Final = Chart(
    kind=ChartKind.RING,
    title="Of the way",
    labels=("Way",),
    series=(Series(name="km", values=(13.4,)),),
    goal=18,
    unit="km",
)
_SPARKLINE: Final = Chart(
    kind=ChartKind.SPARKLINE,
    title="This week",
    labels=_WEEK,
    series=(Series(name="Steps", values=(3, 4, 2, 6, 5, 8, 9)),),
)


def _heat_map(until: date) -> Chart:
    weeks = 26
    monday = until - timedelta(days=until.weekday(), weeks=weeks - 1)
    return Chart(
        kind=ChartKind.HEAT_MAP,
        title="Half a year of walks",
        labels=tuple(f"{monday + timedelta(weeks=week):%b}" for week in range(weeks)),
        series=tuple(
            Series(
                name=name,
                values=tuple((week * 5 + day * 3) % 7 * (day < 5 or week % 3 == 0) for week in range(weeks)),
            )
            for day, name in enumerate(_WEEK)
        ),
        unit="km",
    )
