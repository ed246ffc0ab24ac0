"""Settings come from the environment, then the file, then the defaults; what is misspelt or wrong stops the start."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, ClassVar

import pytest
from pydantic import Field, SecretStr

from cairn.services.settings import OidcProvider, Section, Settings, SettingsError, load_settings


class Kettle(Section):
    title: ClassVar = "Kettle"
    prefix: ClassVar = "CAIRN_KETTLE_"

    litres: Annotated[float, Field(gt=0)] = Field(default=1.5, description="How much it holds.")


def settings_of(folder: Path, **environment: str) -> Settings:
    loaded = load_settings([Settings, Kettle], environment=environment, folder=folder)[Settings]
    assert isinstance(loaded, Settings)
    return loaded


def faults_of(folder: Path, **environment: str) -> list[str]:
    with pytest.raises(SettingsError) as raised:
        settings_of(folder, **environment)
    return str(raised.value).replace(str(folder), "data").splitlines()


def test_without_any_setting_there_are_defaults(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, HOME="/home/ada")
    assert (settings.host, settings.port, settings.tables, settings.apps) == ("127.0.0.1", 8000, None, ())


def test_a_variable_counts_before_the_file_and_the_file_before_the_default(tmp_path: Path) -> None:
    (tmp_path / "cairn.toml").write_text('port = 9000\nstage = "dev"\n[kettle]\nlitres = 2\n')
    loaded = load_settings(
        [Settings, Kettle], environment={"CAIRN_PORT": "9001", "CAIRN_DATA": "ignored"}, folder=tmp_path
    )
    assert loaded[Settings] == Settings(port=9001, stage="dev")
    assert loaded[Kettle] == Kettle(litres=2)


def test_texts_become_what_the_setting_is(tmp_path: Path) -> None:
    settings = settings_of(
        tmp_path,
        CAIRN_APPS="checks, habits",
        CAIRN_WORKER="false",
        CAIRN_OUTBOUND_TIMEOUT="PT5S",
        CAIRN_SECRET="s" * 32,
        CAIRN_MAIL="",
        CAIRN_OIDC='[{"name": "Example", "issuer": "https://login.example.org", "client_id": "cairn"}]',
    )
    assert settings.apps == ("checks", "habits")
    assert settings.worker is False
    assert settings.outbound_timeout == timedelta(seconds=5)
    assert settings.secret == SecretStr("s" * 32)
    assert settings.mail is None
    assert settings.oidc == (
        OidcProvider(name="Example", issuer="https://login.example.org", client_id="cairn"),
    )


def test_names_that_are_none_are_told_with_the_nearest_right_ones(tmp_path: Path) -> None:
    (tmp_path / "cairn.toml").write_text('hots = "::"\nkettle = 3\n')
    assert faults_of(tmp_path, CAIRN_PROT="1", CAIRN_KETTLE_LITRE="1", CAIRN_XYZZY="") == [
        "CAIRN_KETTLE_LITRE is no setting; did you mean CAIRN_KETTLE_LITRES?",
        "CAIRN_PROT is no setting; did you mean CAIRN_PORT?",
        "CAIRN_XYZZY is no setting",
        "hots in data/cairn.toml is no setting; did you mean host?",
        "kettle in data/cairn.toml is a table: write [kettle] and its settings below",
    ]


def test_a_misspelt_entry_of_a_table_is_told(tmp_path: Path) -> None:
    (tmp_path / "cairn.toml").write_text("[kettle]\nliters = 2\n")
    assert faults_of(tmp_path) == ["kettle.liters in data/cairn.toml is no setting; did you mean litres?"]


def test_values_that_are_wrong_are_told_with_where_they_stand_and_without_their_content(
    tmp_path: Path,
) -> None:
    (tmp_path / "cairn.toml").write_text("session_days = 0\n[kettle]\nlitres = -1\n")
    assert faults_of(tmp_path, CAIRN_PORT="http", CAIRN_OIDC='[{"name": "Example"}]') == [
        "CAIRN_PORT: Input should be a valid integer, unable to parse string as an integer",
        "session_days in data/cairn.toml: Input should be greater than or equal to 1",
        "CAIRN_OIDC.0.issuer: Field required",
        "CAIRN_OIDC.0.client_id: Field required",
        "kettle.litres in data/cairn.toml: Input should be greater than 0",
    ]


def test_an_address_that_nobody_could_reach_is_told(tmp_path: Path) -> None:
    given = {"CAIRN_PUBLIC_URL": "cairn.example.org", "CAIRN_TRACES": "collector:4318"}
    assert faults_of(tmp_path, **given) == [
        f"{name}: {address} is no address of the web; write it as in https://cairn.example.org"
        for name, address in given.items()
    ]
    assert faults_of(tmp_path, CAIRN_PUBLIC_URL="https://example.org/cairn") == [
        "CAIRN_PUBLIC_URL: https://example.org/cairn goes on behind the host; Cairn needs a host of its own, and no path"
    ]


def test_a_file_that_is_not_toml_is_told(tmp_path: Path) -> None:
    (tmp_path / "cairn.toml").write_text("port: 9000")
    [fault] = faults_of(tmp_path)
    assert fault.startswith("data/cairn.toml is not TOML: ")
