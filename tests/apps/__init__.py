"""Tests of the five apps."""
