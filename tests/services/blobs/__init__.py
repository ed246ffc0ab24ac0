"""Files, in a folder and on S3."""
