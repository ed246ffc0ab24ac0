"""What eBay says."""
