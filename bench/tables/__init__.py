"""How quick typed tables are, beside plain calls, PynamoDB and boto3's resources.

`python -m bench.tables` prints the tables of the section on typed tables in docs/performance.md.
"""
