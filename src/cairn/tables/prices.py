"""What DynamoDB costs: a file with a date and a region, which an operator can replace."""

import tomllib
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cairn.tables.errors import TablesError, reason_of

Price = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_PACKAGED: Final = "prices.toml"


class PricesError(TablesError):
    """A file of prices can't be used. The message names the file and what is wrong in it."""


class _Prices(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class OnDemand(_Prices):
    """For a million units."""

    million_reads: Price
    million_writes: Price


class Provisioned(_Prices):
    """For one unit a second, an hour long."""

    read_hour: Price
    write_hour: Price


class Storage(_Prices):
    """For a gigabyte, a month long."""

    gb_month: Price
    free_gb: Price
    backup_gb_month: Price


class Prices(_Prices):
    """The prices of one region, at one time."""

    region: str
    as_of: date
    currency: str
    on_demand: OnDemand
    provisioned: Provisioned
    storage: Storage


def load_prices(path: Path | None = None) -> Prices:
    """The prices of a file, or those that come with Cairn."""
    text = files("cairn.tables").joinpath(_PACKAGED).read_text() if path is None else _read(path)
    try:
        return Prices.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        raise PricesError(f"{path} is not TOML: {fault}") from fault
    except ValidationError as fault:
        raise PricesError(f"{path}: {reason_of(fault)}") from fault


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except UnicodeDecodeError as fault:
        raise PricesError(f"{path} is not text") from fault
