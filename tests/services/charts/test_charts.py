"""Charts: refused when they can't be drawn, the same wherever they are, and told to those who can't see them."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from cairn.services.charts import (
    DARK,
    Band,
    Chart,
    ChartKind,
    Series,
    description_of,
    png_of,
    svg_of,
    table_of,
)
from cairn.services.charts.figures import percent_of, shortened, ticks, written
from tests.services.charts.pixels import picture_of

SVG = "{http://www.w3.org/2000/svg}"


def chart(kind: ChartKind = ChartKind.LINE, *, title: str = "Weight", goal: float | None = None) -> Chart:
    values: tuple[float | None, ...] = (82.0, None, 80.5, 81.0)
    return Chart(
        kind=kind,
        title=title,
        labels=("Mon", "Tue", "Wed", "Thu"),
        series=(Series(name="Ada", values=values),),
        unit="kg",
        goal=goal,
    )


def ring(value: float, goal: float = 100) -> Chart:
    return Chart(
        kind=ChartKind.RING,
        title="Goal",
        labels=("now",),
        series=(Series(name="xp", values=(value,)),),
        goal=goal,
        unit="xp",
    )


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own


def texts(svg: str) -> list[str]:
    return ["".join(each.itertext()) for each in read(svg).iter(f"{SVG}text")]


def test_a_line_names_its_axes_and_breaks_where_nothing_is_known() -> None:
    svg = read(svg_of(chart()))
    [path] = svg.iter(f"{SVG}path")
    assert texts(svg_of(chart())) == ["80.5", "81", "81.5", "82", "Thu", "Wed", "Tue", "Mon", "Weight (kg)"]
    assert path.attrib["d"].count("M") == 2
    # Monday stands alone, and is seen all the same.
    assert len(list(svg.iter(f"{SVG}circle"))) == 3


def test_bars_begin_at_zero() -> None:
    assert texts(svg_of(chart(ChartKind.BAR)))[0] == "0"


def test_a_goal_is_a_line_across() -> None:
    [goal] = [each for each in read(svg_of(chart(goal=78))) if each.get("class") == "chart-goal"]
    assert goal.attrib["y1"] == goal.attrib["y2"]


@pytest.mark.parametrize("kind", [ChartKind.LINE, ChartKind.BAR, ChartKind.SPARKLINE, ChartKind.HEAT_MAP])
def test_whoever_cannot_see_it_is_told(kind: ChartKind) -> None:
    svg = read(svg_of(chart(kind)))
    assert svg.get("role") == "img"
    assert svg.findtext(f"{SVG}title") == "Weight"
    assert svg.findtext(f"{SVG}desc") == description_of(chart(kind))


def test_a_chart_in_words() -> None:
    assert description_of(chart(goal=78)) == (
        "Ada: from 82 kg (Mon) to 81 kg (Thu); lowest 80.5 kg, highest 82 kg. The goal is 78 kg."
    )
    assert description_of(ring(99.9)) == "99.9 xp of 100 xp, 99%."
    assert description_of(chart(ChartKind.HEAT_MAP)) == (
        "3 values, 3 of them not zero; lowest 80.5 kg, highest 82 kg."
    )


def test_a_chart_as_a_table() -> None:
    assert str(table_of(chart())) == "     Ada\nMon  82 kg\nTue\nWed  80.5 kg\nThu  81 kg"


def with_band() -> Chart:
    band = Band(name="May be", lower=(None, None, 80.5, 80), upper=(None, None, 80.5, 83))
    return chart().model_copy(update={"bands": (band,)})


def test_a_band_lies_behind_the_lines_and_stands_in_the_legend_the_table_and_the_words() -> None:
    drawn = with_band()
    places = [each.get("class", "").split()[0] for each in read(svg_of(drawn)).iter(f"{SVG}path")]
    assert places == ["chart-band", "chart-series-0"]
    assert {"Ada", "May be"} <= set(texts(svg_of(drawn)))
    assert description_of(drawn).endswith("May be: 80 to 83 kg (Thu).")
    assert [row[2] for row in table_of(drawn).rows] == ["", "", "80.5 kg", "80 to 83 kg"]


def test_a_band_is_drawn_where_it_is_known_and_alone() -> None:
    values = (80.0, 81.0, None, 82.0)
    band = Band(name="May be", lower=values, upper=tuple(each and each + 2 for each in values))
    [path] = [
        each.attrib["d"]
        for each in read(svg_of(chart().model_copy(update={"bands": (band,)}))).iter(f"{SVG}path")
        if "chart-band" in each.get("class", "")
    ]
    assert (path.count("M"), path.count("L"), path[-1]) == (1, 3, "Z")


def test_the_axis_has_room_for_a_band() -> None:
    wide = chart().model_copy(
        update={"bands": (Band(name="May be", lower=(0, 0, 0, 0), upper=(900, 900, 900, 900)),)}
    )
    assert {"0", "1,000"} <= set(texts(svg_of(wide)))


def test_what_a_person_wrote_is_never_markup() -> None:
    hostile = '</title><script>alert("1")</script>\x00&'
    svg = read(svg_of(chart(title=hostile)))
    assert [each.tag for each in svg.iter() if "script" in each.tag] == []
    assert svg.findtext(f"{SVG}title") == hostile.replace("\x00", "")


def test_a_goal_is_not_reached_before_it_is() -> None:
    assert [percent_of(value, 1000) for value in (0, 994, 999.9, 1000, 1500)] == [0, 99, 99, 100, 150]
    assert texts(svg_of(ring(12_999_999, 13_034_431))) == ["99%", "13M of 13.03M xp"]


def test_numbers_are_written_as_people_read_them() -> None:
    numbers = (0, -0.001, 1234567, 0.5, -3, 999.996)
    assert [written(each) for each in numbers] == ["0", "0", "1,234,567", "0.5", "−3", "1,000"]
    large = (9999, 12_500, 13_034_431, 2e9, 0.0004)
    assert [shortened(each) for each in large] == ["9,999", "12.5k", "13.03M", "2B", "0.0004"]


@given(
    st.lists(st.none() | st.floats(-1e15, 1e15), min_size=1, max_size=30),
    st.sampled_from([ChartKind.LINE, ChartKind.BAR, ChartKind.SPARKLINE, ChartKind.HEAT_MAP]),
)
def test_whatever_the_values_the_picture_is_whole(values: list[float | None], kind: ChartKind) -> None:
    drawn = Chart(
        kind=kind,
        title="Any",
        labels=tuple(map(str, range(len(values)))),
        series=(Series(name="Any", values=tuple(values)),),
    )
    svg = svg_of(drawn)
    assert svg == svg_of(Chart.model_validate_json(drawn.model_dump_json()))
    drawing = [f"{each.get('d')}{each.get('x')}{each.get('y')}" for each in read(svg).iter()]
    assert not any("nan" in each or "inf" in each for each in drawing)


@given(st.floats(-1e12, 1e12), st.floats(-1e12, 1e12))
def test_an_axis_holds_what_it_should(one: float, other: float) -> None:
    low, high = sorted((one, other))
    marks = ticks(low, high)
    room = abs(marks[-1] - marks[0]) * 1e-6 + 1e-9 * abs(high)
    assert marks[0] <= low + room
    assert marks[-1] >= high - room
    assert 2 <= len(marks) <= 12


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ({"labels": ("Mon",)}, "'Ada' has 4 values for 1 labels; give one for each"),
        ({"kind": "ring"}, "a ring shows one value of a goal above zero"),
        ({"kind": "sparkline", "series": chart().series * 2}, "a sparkline shows at most 1 series"),
        ({"kind": "bar", "bands": with_band().bands}, "a bar shows no bands: they lie behind lines"),
        (
            {"bands": [{"name": "May be", "lower": [1], "upper": [2]}]},
            "'May be' has 1 values for 4 labels; give one for each",
        ),
        (
            {"bands": [{"name": "May be", "lower": [3, 0, 0, 0], "upper": [2, 0, 0, 0]}]},
            r"'May be' goes from 3.0 to 2.0; give the lower one first, or none of both",
        ),
        ({"series": [{"name": "Ada", "values": ["inf", 1, 1, 1]}]}, "Input should be a finite number"),
    ],
)
def test_a_chart_that_cannot_be_drawn_is_refused(made: dict[str, object], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        Chart.model_validate({**chart().model_dump(), **made})


def test_a_png_shows_its_text() -> None:
    title, none = (
        picture_of(png_of(chart(title=each).model_copy(update={"unit": ""}))) for each in ("Weight", "·")
    )
    assert (title.width, title.height) == (1280, 640)
    # Where the title stands, 32 pixels high: letters when there are any.
    assert (
        title.count(20, 16, 220, 60, darker_than=110) > 3 * none.count(20, 16, 220, 60, darker_than=110) > 0
    )


def test_a_png_in_the_dark_has_a_dark_ground() -> None:
    assert picture_of(png_of(chart(), palette=DARK)).rows[2][2][:3] == (0x12, 0x18, 0x1F)
