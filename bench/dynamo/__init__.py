"""How quick `cairn.dynamo` is, beside bare SQLite and beside others that answer DynamoDB's API.

`python -m bench.dynamo` prints the tables of docs/performance.md.
"""
