"""DynamoDB's numbers: decimal text of up to 38 significant digits, exact.

A number is kept as plain text in one normal form, so that equal numbers are equal text. Its sort key is what
DynamoDB itself stores (two digits a byte, base 100), so that bytes order as numbers do and the key's length
is the number's size.
"""

import re
import unicodedata
from typing import Final, NoReturn

from cairn.dynamo.errors import ValidationException

MAXIMUM_DIGITS: Final = 38
_HIGHEST_EXPONENT: Final = 125
_LOWEST_EXPONENT: Final = -130
_LONGEST_MANTISSA: Final = 20  # bytes that 38 digits take when they straddle the pairs
_INT32: Final = 2**31

_whole = re.compile(r"[1-9][0-9]{0,37}").fullmatch
_whole_or_negative = re.compile(r"-?[1-9][0-9]{0,37}").fullmatch
_normal = re.compile(r"-?(?:[1-9][0-9]*(?:\.[0-9]*[1-9])?|0\.[0-9]*[1-9])|0").fullmatch
_decimal = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?)(\d+))?").fullmatch

# `bytes.fromhex` packs two digits into a byte; these tables turn such a byte into DynamoDB's digit of base 100:
# one more than its value, or 101 less its value when the number is negative.
_PAIR_OF_POSITIVE: Final = bytes((byte >> 4) * 10 + (byte & 15) + 1 & 255 for byte in range(256))
_PAIR_OF_NEGATIVE: Final = bytes(101 - (byte >> 4) * 10 - (byte & 15) & 255 for byte in range(256))
_ZERO: Final = b"\x80"
_END_OF_NEGATIVE: Final = b"\x66"  # above every pair: of two negatives the one that goes on is the smaller


def normalised(text: str) -> str:
    """The number as DynamoDB answers it: plain text without exponent, sign `+`, or zeros that say nothing."""
    if _whole(text) or _is_short_and_normal(text):
        return text
    negative, digits, point = _parts(text)
    if not digits:
        return "0"
    if point - 1 > _HIGHEST_EXPONENT:
        raise ValidationException(
            "Number overflow. Attempting to store a number with magnitude larger than supported range"
        )
    if point - 1 < _LOWEST_EXPONENT:
        raise ValidationException(
            "Number underflow. Attempting to store a number with magnitude smaller than supported range"
        )
    if len(digits) > MAXIMUM_DIGITS:
        raise ValidationException("Attempting to store more than 38 significant digits in a Number")
    return _plain(negative, digits, point)


def sort_key(text: str) -> bytes:
    """At most 21 bytes that order as the numbers do. The number has to be in range."""
    if _whole(text):
        negative, point, digits = False, len(text), text.rstrip("0")
    else:
        negative, digits, point = _parts(text)
        if not digits:
            return _ZERO
    if point & 1:
        digits = "0" + digits
        point += 1
    if len(digits) & 1:
        digits += "0"
    pairs = bytes.fromhex(digits)
    if not negative:
        return bytes((192 + (point >> 1),)) + pairs.translate(_PAIR_OF_POSITIVE)
    end = _END_OF_NEGATIVE if len(pairs) < _LONGEST_MANTISSA else b""
    return bytes((63 - (point >> 1),)) + pairs.translate(_PAIR_OF_NEGATIVE) + end


def size(text: str) -> int:
    """The bytes that a number counts for: as many as its sort key has."""
    if _whole(text):
        return (len(text.rstrip("0")) + (len(text) & 1) + 3) >> 1
    negative, digits, point = _parts(text)
    if not digits:
        return 1
    pairs = (len(digits) + (point & 1) + 1) >> 1
    return 1 + pairs + (negative and pairs < _LONGEST_MANTISSA)


def normalised_and_size(text: str) -> tuple[str, int]:
    """Both at the cost of one, for the walk over an item."""
    if _whole(text):
        return text, (len(text.rstrip("0")) + (len(text) & 1) + 3) >> 1
    normal = normalised(text)
    return normal, size(normal)


def add(a: str, b: str) -> str:
    """The exact sum of two numbers in normal form; refused where DynamoDB couldn't keep it."""
    if _whole_or_negative(a) and _whole_or_negative(b):
        return normalised(str(int(a) + int(b)))
    a_mantissa, a_exponent = _scaled(a)
    b_mantissa, b_exponent = _scaled(b)
    exponent = min(a_exponent, b_exponent)
    total = a_mantissa * 10 ** (a_exponent - exponent) + b_mantissa * 10 ** (b_exponent - exponent)
    return normalised(f"{total}e{exponent}")


def subtract(a: str, b: str) -> str:
    """The exact difference of two numbers in normal form; refused where DynamoDB couldn't keep it."""
    return add(a, b[1:] if b[0] == "-" else "-" + b)


def less(a: str, b: str) -> bool:
    """Whether `a` is the smaller number; both in normal form."""
    if _whole(a) and _whole(b):
        return (len(a), a) < (len(b), b)
    return sort_key(a) < sort_key(b)


def _is_short_and_normal(text: str) -> bool:
    return len(text) <= MAXIMUM_DIGITS and _normal(text) is not None


def _parts(text: str) -> tuple[bool, str, int]:
    """Sign, significant digits (none for zero) and where the point stands, counted from the first digit."""
    if not _is_short_and_normal(text):
        return _parts_of_any(text)
    before, _, after = text.lstrip("-").partition(".")
    digits = (before + after).lstrip("0")
    return text[0] == "-", digits.rstrip("0"), len(digits) - len(after)


def _parts_of_any(text: str) -> tuple[bool, str, int]:
    match = _decimal(text)
    if match is None:
        _refuse(text)
    sign, before, after, exponent_sign, exponent_digits = match.groups("")
    if not before and not after:
        _refuse(text)
    if not text.isascii():
        before, after, exponent_digits = map(_ascii_digits, (before, after, exponent_digits))
    exponent_digits = exponent_digits.lstrip("0") or "0"
    if len(exponent_digits) > 10:
        _refuse(text)
    exponent = -int(exponent_digits) if exponent_sign == "-" else int(exponent_digits)
    if not -_INT32 <= len(after) - exponent < _INT32:
        _refuse(text)
    digits = (before + after).lstrip("0")
    point = len(digits) - len(after) + exponent
    return sign == "-", digits.rstrip("0"), point


def _scaled(text: str) -> tuple[int, int]:
    negative, digits, point = _parts(text)
    mantissa = int(digits or "0")
    return -mantissa if negative else mantissa, point - len(digits)


def _plain(negative: bool, digits: str, point: int) -> str:
    if point <= 0:
        text = "0." + "0" * -point + digits
    elif point >= len(digits):
        text = digits + "0" * (point - len(digits))
    else:
        text = digits[:point] + "." + digits[point:]
    return "-" + text if negative else text


def _ascii_digits(digits: str) -> str:
    return "".join(str(unicodedata.decimal(digit)) for digit in digits)


def _refuse(text: str) -> NoReturn:
    cause = f": {text}" if text else ""
    raise ValidationException(f"The parameter cannot be converted to a numeric value{cause}")
