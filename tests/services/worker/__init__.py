"""The worker, with real tables below it: what is asked of it happens once, whoever dies meanwhile."""
