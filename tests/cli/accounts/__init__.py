"""Accounts and tokens from the command line."""
