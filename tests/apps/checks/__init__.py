"""Checks: watches URLs, keywords and prices."""
