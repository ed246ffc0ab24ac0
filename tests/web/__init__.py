"""Tests of HTTP and of what serves it."""
