"""A program that writes as fast as it can and says what was acknowledged. The tests kill it.

Writers put single items; pairs of items are moved in transactions. Each acknowledged write is a line of
standard output.
"""

import asyncio
import itertools
import os
import sys
from pathlib import Path

from cairn.dynamo import Dynamo
from cairn.dynamo.embedded import open_folder
from cairn.dynamo.errors import ResourceInUseException

WRITERS = 12


async def make_tables(dynamo: Dynamo) -> None:
    for name in ("Left", "Right"):
        try:
            await dynamo.call(
                "CreateTable",
                {
                    "TableName": name,
                    "BillingMode": "PAY_PER_REQUEST",
                    "AttributeDefinitions": [
                        {"AttributeName": "PK", "AttributeType": "S"},
                        {"AttributeName": "SK", "AttributeType": "S"},
                        {"AttributeName": "color", "AttributeType": "S"},
                        {"AttributeName": "rank", "AttributeType": "N"},
                    ],
                    "KeySchema": [
                        {"AttributeName": "PK", "KeyType": "HASH"},
                        {"AttributeName": "SK", "KeyType": "RANGE"},
                    ],
                    "GlobalSecondaryIndexes": [
                        {
                            "IndexName": "ByColor",
                            "KeySchema": [
                                {"AttributeName": "color", "KeyType": "HASH"},
                                {"AttributeName": "rank", "KeyType": "RANGE"},
                            ],
                            "Projection": {"ProjectionType": "ALL"},
                        }
                    ],
                    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
                },
            )
        except ResourceInUseException:
            continue


async def write_singles(dynamo: Dynamo, run: str, writer: int) -> None:
    for number in itertools.count():
        key = {"PK": {"S": f"{run}#{writer}"}, "SK": {"S": f"{number:08}"}}
        color = {"color": {"S": "red" if number % 2 else "blue"}, "rank": {"N": str(number)}}
        await dynamo.call("PutItem", {"TableName": "Left", "Item": key | color})
        say("single", f"{run}#{writer}", f"{number:08}")


async def write_pairs(dynamo: Dynamo, run: str, writer: int) -> None:
    for number in itertools.count():
        pair = f"pair#{run}#{writer}#{number:08}"
        put = {"PK": {"S": pair}, "SK": {"S": "-"}, "color": {"S": "green"}, "rank": {"N": str(number)}}
        count = {"PK": {"S": f"count#{run}#{writer}"}, "SK": {"S": "-"}}
        await dynamo.call(
            "TransactWriteItems",
            {
                "TransactItems": [
                    {"Put": {"TableName": "Left", "Item": put}},
                    {"Put": {"TableName": "Right", "Item": put}},
                    {
                        "Update": {
                            "TableName": "Right",
                            "Key": count,
                            "UpdateExpression": "ADD written :one",
                            "ExpressionAttributeValues": {":one": {"N": "1"}},
                        }
                    },
                ]
            },
        )
        say("pair", pair, "-")


def say(*words: str) -> None:
    os.write(1, (" ".join(words) + "\n").encode())


async def main(folder: Path, run: str) -> None:
    async with open_folder(folder) as dynamo:
        await make_tables(dynamo)
        say("ready")
        await asyncio.gather(
            *(write_singles(dynamo, run, writer) for writer in range(WRITERS)),
            *(write_pairs(dynamo, run, writer) for writer in range(WRITERS)),
        )


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
