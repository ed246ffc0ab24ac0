"""A section of settings: a frozen model whose fields are settings, each with a default and a sentence."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """Settings that belong together. `prefix` begins their variables: `CAIRN_` for Cairn's, `CAIRN_CHECKS_` for an app's.

    In `cairn.toml` a section of an app is a table: `[checks]`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    title: ClassVar[str]
    prefix: ClassVar[str] = "CAIRN_"

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if not cls.prefix.startswith("CAIRN_") or not cls.prefix.endswith("_"):
            raise TypeError(f"{cls.__name__}: the prefix {cls.prefix!r} is not of the form CAIRN_…_")

    @classmethod
    def table(cls) -> str | None:
        """The table of `cairn.toml` in which the section stands; None for the top."""
        name = cls.prefix.removeprefix("CAIRN_").removesuffix("_").lower()
        return name or None

    @classmethod
    def variable(cls, field: str) -> str:
        return f"{cls.prefix}{field.upper()}"
