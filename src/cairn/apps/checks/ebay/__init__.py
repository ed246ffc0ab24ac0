"""eBay, through its Browse API: what a person's address there means, what to ask, and what the answers say."""
