"""The expression language: what it means, and DynamoDB's words for what is wrong, compared whole."""
