"""Tests of the types of checks, against real servers on this machine."""
