"""What DynamoDB promises, asked of the engine, of the engine over HTTP, and of DynamoDB Local alike."""
