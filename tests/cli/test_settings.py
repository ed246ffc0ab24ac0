"""`cairn settings` shows what is in force, and no secret."""

from pathlib import Path

from tests.cli.command import cairn


def test_settings_are_shown_with_their_values_and_secrets_hidden(tmp_path: Path) -> None:
    secrets = {
        "CAIRN_SECRET": "hush" * 8,
        "CAIRN_MAIL": "smtp://cairn:hush@mail.example.org",
        "CAIRN_SQL": "postgresql://cairn:hu@sh/hush@db.example.org/cairn",
        "CAIRN_BUS": "redis://:hush@redis",
        "CAIRN_SMS_GATEWAY": "https://AC12:hush@api.twilio.com/?From=+15005550006",
    }
    shown = cairn("settings", "--data", str(tmp_path), CAIRN_PORT="9000", COLUMNS="300", **secrets)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "hush" not in shown.stdout
    lines = {
        line.split()[0]: line.split()[1]
        for line in shown.stdout.splitlines()[1:]
        if line.startswith("CAIRN_")
    }
    assert lines["CAIRN_PORT"] == "9000"
    assert set(lines["CAIRN_SECRET"]) == {"*"}
    assert lines["CAIRN_MAIL"] == "smtp://cairn:…@mail.example.org"


def test_a_misspelt_setting_is_one_line_on_stderr(tmp_path: Path) -> None:
    refused = cairn("settings", "--data", str(tmp_path), CAIRN_PROT="9000")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "cairn: CAIRN_PROT is no setting; did you mean CAIRN_PORT?\n"
