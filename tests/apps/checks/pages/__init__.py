"""Tests of what people see of checks."""
