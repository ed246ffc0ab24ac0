"""Numbers: normal form, order, size and exact arithmetic."""

import decimal
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.dynamo.embedded import numbers
from cairn.dynamo.errors import ValidationException

OVERFLOW = "Number overflow. Attempting to store a number with magnitude larger than supported range"
UNDERFLOW = "Number underflow. Attempting to store a number with magnitude smaller than supported range"
TOO_PRECISE = "Attempting to store more than 38 significant digits in a Number"
NOT_A_NUMBER = "The parameter cannot be converted to a numeric value"

EXACT = decimal.Context(prec=600, Emin=-10_000, Emax=10_000)


@st.composite
def numbers_in_range(draw: st.DrawFn) -> str:
    digits = str(draw(st.integers(0, 10**38 - 1)))
    exponent = draw(st.integers(-130, 126 - len(digits)))
    return f"{draw(st.sampled_from(['', '-', '+']))}{digits}e{exponent}"


normal_numbers = st.one_of(numbers_in_range(), st.integers(-1000, 1000).map(str)).map(numbers.normalised)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("0", "0"),
        ("-0", "0"),
        ("0.000", "0"),
        ("0e500", "0"),
        ("1.0", "1"),
        ("+5", "5"),
        ("5.", "5"),
        (".5", "0.5"),
        ("-.50", "-0.5"),
        ("007", "7"),
        ("1e2", "100"),
        ("1E+2", "100"),
        ("1.50e-2", "0.015"),
        ("-120", "-120"),
        ("9" * 38, "9" * 38),
        ("9" * 38 + ".000", "9" * 38),
        ("1" + "0" * 125, "1" + "0" * 125),
        ("9.99e125", "999" + "0" * 123),
        ("1e-130", "0." + "0" * 129 + "1"),
        ("0" * 5000 + "12" + "0" * 50, "12" + "0" * 50),
        ("٣", "3"),
        ("１２.５", "12.5"),
    ],
)
def test_a_number_is_written_in_plain_digits(text: str, normal: str) -> None:
    assert numbers.normalised(text) == normal


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", NOT_A_NUMBER),
        ("abc", f"{NOT_A_NUMBER}: abc"),
        (" 1", f"{NOT_A_NUMBER}:  1"),
        ("1\n", f"{NOT_A_NUMBER}: 1\n"),
        ("1_000", f"{NOT_A_NUMBER}: 1_000"),
        ("0x10", f"{NOT_A_NUMBER}: 0x10"),
        ("NaN", f"{NOT_A_NUMBER}: NaN"),
        ("Infinity", f"{NOT_A_NUMBER}: Infinity"),
        (".", f"{NOT_A_NUMBER}: ."),
        ("-", f"{NOT_A_NUMBER}: -"),
        ("--1", f"{NOT_A_NUMBER}: --1"),
        ("1.2.3", f"{NOT_A_NUMBER}: 1.2.3"),
        ("1e", f"{NOT_A_NUMBER}: 1e"),
        ("e5", f"{NOT_A_NUMBER}: e5"),
        ("²", f"{NOT_A_NUMBER}: ²"),
        ("1e99999999999", f"{NOT_A_NUMBER}: 1e99999999999"),
        ("0e99999999999", f"{NOT_A_NUMBER}: 0e99999999999"),
        ("1e126", OVERFLOW),
        ("-1e126", OVERFLOW),
        ("10e125", OVERFLOW),
        ("1e-131", UNDERFLOW),
        ("-0.1e-130", UNDERFLOW),
        ("1" * 39, TOO_PRECISE),
        ("1" * 38 + ".00001", TOO_PRECISE),
    ],
)
def test_what_dynamodb_cannot_keep_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValidationException) as refusal:
        numbers.normalised(text)
    assert refusal.value.message == message


@given(numbers_in_range())
def test_the_normal_form_keeps_the_value_and_is_its_own_normal_form(text: str) -> None:
    normal = numbers.normalised(text)
    assert Decimal(normal) == Decimal(text)
    assert numbers.normalised(normal) == normal
    assert numbers.normalised_and_size(text) == (normal, numbers.size(normal))


@given(normal_numbers, normal_numbers)
def test_sort_keys_order_as_numbers_do(a: str, b: str) -> None:
    assert (numbers.sort_key(a) < numbers.sort_key(b)) is (Decimal(a) < Decimal(b))
    assert (numbers.sort_key(a) == numbers.sort_key(b)) is (Decimal(a) == Decimal(b))
    assert numbers.less(a, b) is (Decimal(a) < Decimal(b))


@given(normal_numbers)
def test_a_number_counts_for_as_many_bytes_as_its_sort_key_has(text: str) -> None:
    assert numbers.size(text) == len(numbers.sort_key(text)) <= 21


def test_sort_keys_order_the_extremes() -> None:
    ascending = [
        "-" + "9" * 38 + "e88",
        "-1e125",
        "-1",
        "-0." + "9" * 38,
        "-1e-130",
        "0",
        "1e-130",
        "0.0" + "9" * 38,
        "0." + "9" * 38,
        "1",
        "1e125",
        "9" * 38 + "e88",
    ]
    assert sorted(ascending, key=numbers.sort_key) == ascending


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 1),
        ("1", 2),
        ("1000", 2),
        ("123", 3),
        ("-1", 3),
        ("0.01", 2),
        ("9" * 38, 20),
        ("-" + "9" * 38, 21),
    ],
)
def test_a_byte_holds_two_significant_digits(text: str, size: int) -> None:
    assert numbers.size(text) == size


@pytest.mark.parametrize(
    ("a", "b", "total"),
    [
        ("1", "2", "3"),
        ("-5", "5", "0"),
        ("0.1", "0.2", "0.3"),
        ("0", "0.0000001", "0.0000001"),
        ("9" * 38, "1", "1" + "0" * 38),
        ("1" + "0" * 37, "-0.1", "9" * 37 + ".9"),
    ],
)
def test_sums_are_exact(a: str, b: str, total: str) -> None:
    assert numbers.add(a, b) == total
    assert numbers.add(b, a) == total
    assert numbers.subtract(total, b) == a


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ("9" + "0" * 125, "9" + "0" * 125, OVERFLOW),
        ("9" * 38, "2", TOO_PRECISE),
        ("1" + "0" * 125, "0." + "0" * 129 + "1", TOO_PRECISE),
    ],
)
def test_a_sum_that_cannot_be_kept_is_refused(a: str, b: str, message: str) -> None:
    with pytest.raises(ValidationException) as refusal:
        numbers.add(a, b)
    assert refusal.value.message == message


def test_a_difference_too_small_to_keep_is_refused() -> None:
    with pytest.raises(ValidationException) as refusal:
        numbers.subtract("0." + "0" * 129 + "15", "0." + "0" * 129 + "1")
    assert refusal.value.message == UNDERFLOW


@given(normal_numbers, normal_numbers)
def test_arithmetic_is_exact_or_refused(a: str, b: str) -> None:
    for operation, exact in (
        (numbers.add, EXACT.add(Decimal(a), Decimal(b))),
        (numbers.subtract, EXACT.subtract(Decimal(a), Decimal(b))),
    ):
        try:
            result = operation(a, b)
        except ValidationException as refusal:
            expected = refusal.message
            assert expected in {OVERFLOW, UNDERFLOW, TOO_PRECISE}
            assert not _fits(exact)
        else:
            assert Decimal(result) == exact
            assert numbers.normalised(result) == result


def _fits(number: Decimal) -> bool:
    digits = number.normalize(EXACT).as_tuple().digits
    return len(digits) <= 38 and -130 <= number.adjusted() <= 125
