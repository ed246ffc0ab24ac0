"""Tests of what can be done with checks."""
