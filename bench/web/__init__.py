"""How quick the web is, beside a bare FastAPI route that answers the same."""
