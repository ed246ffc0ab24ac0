"""How much the Personal OS is used is what its document says under Capacity Planning."""

from cairn.apps.personal_os.schema import TABLES
from cairn.apps.personal_os.usage import USAGE
from cairn.tables.costs import cost
from cairn.tables.prices import load_prices
from tests.documents.reading import document

[PLANNED] = [
    table
    for table in document("personal-os").tables
    if table.columns == ("Operation", "Frequency", "RCU/WCU")
]


def test_each_operation_of_the_document_happens_as_often_as_it_says() -> None:
    assert {each.name: f"{each.a_day}/day" for each in USAGE.operations} == {
        row["Operation"]: row["Frequency"] for row in PLANNED.rows
    }


def test_reading_tasks_takes_what_the_document_expects() -> None:
    expected = {row["Operation"]: row["RCU/WCU"] for row in PLANNED.rows}
    [table] = cost([(TABLES, USAGE)], users=1, prices=load_prices(), peak=1).tables
    [read] = [each for each in table.operations if each.operation.name == "Read tasks"]
    assert f"~{read.read_units * read.operation.a_day / 86_400:.2f} RCU" == expected["Read tasks"]
    # "switch to Provisioned (1 RCU, 1 WCU)" is enough for the table and for each index
    assert {(each.read, each.write) for each in table.capacity.values()} == {(1, 1)}
