"""Random programs of operations, run on the engine and on DynamoDB Local, whose answers are compared."""
