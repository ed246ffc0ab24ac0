"""What a request is refused for by its own shape, with AWS's words compared whole."""
