"""Shards: who holds which, and what is done in them."""
