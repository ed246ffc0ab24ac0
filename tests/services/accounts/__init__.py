"""Accounts: who somebody is, how they prove it, what they may do, and what becomes of what they leave."""
