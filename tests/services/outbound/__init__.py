"""Requests on behalf of people, against real servers: well-behaved, hostile and broken ones."""
