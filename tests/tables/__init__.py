"""Tests of single-table modelling."""
