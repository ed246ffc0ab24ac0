"""Tests of the commands on tables."""
