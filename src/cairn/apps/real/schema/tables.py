"""REAL's two tables and their indexes. Document: Tables.

The document calls them Main Table and Feed Table, and leaves their names to us.
"""

from cairn.tables import Table

main = Table("real-main-{stage}", pk="partitionKey", sk="sortKey", version="schemaVersion")
gsi_a1 = main.index("GSI-A1", pk="gsiA1PartitionKey", sk="gsiA1SortKey")
gsi_a2 = main.index("GSI-A2", pk="gsiA2PartitionKey", sk="gsiA2SortKey")
gsi_a3 = main.index("GSI-A3", pk="gsiA3PartitionKey", sk="gsiA3SortKey")
gsi_a4 = main.index("GSI-A4", pk="gsiA4PartitionKey", sk="gsiA4SortKey", sk_type="N")
gsi_k1 = main.index("GSI-K1", pk="gsiK1PartitionKey", sk="gsiK1SortKey", projection="KEYS_ONLY")
gsi_k2 = main.index("GSI-K2", pk="gsiK2PartitionKey", sk="gsiK2SortKey", projection="KEYS_ONLY")
gsi_k3 = main.index("GSI-K3", pk="gsiK3PartitionKey", sk="gsiK3SortKey", sk_type="N", projection="KEYS_ONLY")

feed = Table("real-feed-{stage}", pk="postId", sk="feedUserId")
feed_a1 = feed.index("GSI-A1", pk="feedUserId", sk="postedAt")
feed_a2 = feed.index("GSI-A2", pk="feedUserId", sk="postedByUserId")

TABLES: tuple[Table, ...] = (main, feed)
