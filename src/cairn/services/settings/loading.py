"""Reading settings: from the environment, then from `cairn.toml`, then the defaults. A misspelt name stops the start."""

import difflib
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from cairn.services.settings.section import Section

S = TypeVar("S", bound=Section)
FILE_NAME: Final = "cairn.toml"
_OF_COMMANDS: Final = frozenset({"CAIRN_DATA"})
"""Variables that commands read by themselves: where the file with the settings is can't be said in it."""


class SettingsError(Exception):
    """Settings can't be used. The message has a line for each fault."""


def load_settings(
    sections: Sequence[type[Section]], *, environment: Mapping[str, str], folder: Path
) -> dict[type[Section], Section]:
    """Each section with its values. `sections` are all there are: what belongs to none of them is a mistake."""
    path = folder / FILE_NAME
    written = _written(path)
    faults = [*_unknown_variables(sections, environment), *_unknown_entries(sections, written, path)]
    loaded: dict[type[Section], Section] = {}
    for section in sections:
        values, sources = _values(section, environment, written, path)
        try:
            loaded[section] = section.model_validate(values)
        except ValidationError as fault:
            faults += _told(fault, sources)
    if faults:
        raise SettingsError("\n".join(faults))
    return loaded


def _written(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text())
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise SettingsError(f"{path} is not TOML: {fault}") from fault


def _values(
    section: type[Section], environment: Mapping[str, str], written: Mapping[str, Any], path: Path
) -> tuple[dict[str, Any], dict[str, str]]:
    """The values that are given, and where each was."""
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    table = section.table()
    given = written if table is None else written.get(table, {})
    for name, info in section.model_fields.items():
        variable = section.variable(name)
        if variable in environment:
            values[name] = _of_text(environment[variable], info.annotation)
            sources[name] = variable
        elif isinstance(given, Mapping) and name in given:
            values[name] = given[name]
            sources[name] = f"{_entry(table, name)} in {path}"
    return values, sources


def _of_text(text: str, annotation: Any) -> Any:
    """What a variable's text stands for: nothing, several values with commas between, JSON for what has parts."""
    if get_origin(annotation) is tuple:
        [member, *_] = get_args(annotation)
        if isinstance(member, type) and issubclass(member, BaseModel):
            try:
                return json.loads(text or "[]")
            except json.JSONDecodeError:
                return text
        return [each.strip() for each in text.split(",") if each.strip()]
    return None if text == "" and type(None) in get_args(annotation) else text


def _unknown_variables(sections: Sequence[type[Section]], environment: Mapping[str, str]) -> Iterator[str]:
    known = {section.variable(name) for section in sections for name in section.model_fields} | _OF_COMMANDS
    for variable in sorted(environment):
        if variable.startswith("CAIRN_") and variable not in known:
            yield f"{variable} is no setting{_nearest(variable, known)}"


def _unknown_entries(
    sections: Sequence[type[Section]], written: Mapping[str, Any], path: Path
) -> Iterator[str]:
    tables = {section.table(): section for section in sections}
    top = tables.get(None)
    at_top = set(top.model_fields) if top else set()
    known = at_top | {name for name in tables if name is not None}
    for name, value in written.items():
        if name not in known:
            yield f"{name} in {path} is no setting{_nearest(name, known)}"
        elif name in tables:
            if not isinstance(value, Mapping):
                yield f"{name} in {path} is a table: write [{name}] and its settings below"
                continue
            fields = set(tables[name].model_fields)
            for entry in value:
                if entry not in fields:
                    yield f"{_entry(name, entry)} in {path} is no setting{_nearest(entry, fields)}"


def _entry(table: str | None, name: str) -> str:
    return name if table is None else f"{table}.{name}"


def _nearest(name: str, known: set[str]) -> str:
    # What all names begin with says nothing about which one was meant.
    by_ending = {each.removeprefix("CAIRN_"): each for each in known}
    near = difflib.get_close_matches(name.removeprefix("CAIRN_"), by_ending, n=1)
    return f"; did you mean {by_ending[near[0]]}?" if near else ""


def _told(fault: ValidationError, sources: Mapping[str, str]) -> Iterator[str]:
    for error in fault.errors(include_url=False, include_input=False):
        name, *within = map(str, error["loc"])
        place = "".join(f".{each}" for each in within)
        yield f"{sources.get(name, name)}{place}: {error['msg'].removeprefix('Value error, ')}"
