"""`cairn tables cost`, as a person runs it."""

import json
from pathlib import Path

import pytest

from tests.cli.command import cairn


def test_each_operation_is_told_with_what_it_costs() -> None:
    told = cairn("tables", "cost", "--users", "1", "--app", "personal_os", COLUMNS="120")
    assert (told.returncode, told.stderr) == (0, "")
    lines = [line.split() for line in told.stdout.splitlines()]
    assert lines[0] == ["personal-os-{stage}"]
    assert "docs/schemas/personal-os.md (Capacity Planning)" in told.stdout
    assert ["Read", "tasks", "50", "18", "0", "0.00"] in lines
    assert ["Create", "task", "10", "0", "6", "0.00"] in lines
    # The document's recommendation, a unit of each, for the table and its two indexes: 3 × (0.00013 + 0.00065) × 730
    assert ["or", "provisioned", "capacity", "3/s", "3/s", "1.71"] in lines
    assert "us-east-1" in lines[-1]


def test_json_says_the_same_for_machines() -> None:
    told = cairn("tables", "cost", "--users", "1000", "--app", "habits", "--app", "checks", "--json")
    values = json.loads(told.stdout)
    assert [table["table"] for table in values["tables"]] == [
        "habit-tracker-{stage}",
        "habit-ledger-{stage}",
        "USER",
        "CHECK",
        "check-history-{stage}",
        "check-accounts-{stage}",
        "check-ebay-{stage}",
        "check-status-{stage}",
    ]
    assert all(table["source"].startswith("assumed: ") for table in values["tables"])
    [run] = [each for each in values["tables"][3]["operations"] if each["operation"] == "Run a check"]
    # 1,440 a day × 30.41667 × 1,000 users × 8 units (2 KB, with the index, in a transaction) × 0.625 a million
    assert (run["timesAMonth"], run["onDemand"]) == (pytest.approx(43_800_000), pytest.approx(219))
    kept = values["onDemand"] - sum(table["onDemand"] for table in values["tables"])
    assert kept == pytest.approx(values["kept"])


def test_prices_of_another_region_take_the_place_of_ours(tmp_path: Path) -> None:
    packaged = Path(__file__).parents[3] / "src/cairn/tables/prices.toml"
    dear = tmp_path / "dear.toml"
    dear.write_text(
        packaged.read_text()
        .replace("us-east-1", "sa-east-1")
        .replace("million_writes = 0.625", "million_writes = 1")
    )
    told = cairn("tables", "cost", "--users", "1000", "--app", "checks", "--prices", dear, "--json")
    values = json.loads(told.stdout)
    assert values["prices"]["region"] == "sa-east-1"
    [run] = [each for each in values["tables"][1]["operations"] if each["operation"] == "Run a check"]
    assert run["onDemand"] == pytest.approx(350.4)


def test_a_file_that_holds_no_prices_is_one_line_on_stderr(tmp_path: Path) -> None:
    (tmp_path / "notes.toml").write_text("milk = 1.20\n")
    refused = cairn("tables", "cost", "--users", "1", "--prices", tmp_path / "notes.toml")
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
    assert refused.stderr.startswith(f"cairn: {tmp_path / 'notes.toml'}: region: Field required")


def test_nobody_costs_nothing_that_could_be_reckoned() -> None:
    refused = cairn("tables", "cost", "--users", "0")
    assert (refused.returncode, refused.stdout) == (2, "")
