"""What is looked for in an answer, and what a shop's page says of a product. No I/O: an answer comes in, findings go out."""
