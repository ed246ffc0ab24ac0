"""Tests of files of checks."""
