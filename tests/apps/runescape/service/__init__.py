"""Use-cases of RuneScape goals, with real services and hiscores on this machine."""
