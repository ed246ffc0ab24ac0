"""The one table of the Personal OS, and its indexes. Document: Table Schema.

Both indexes hold everybody's items. A question that is asked of them for a user names the user, and what is
somebody else's is left out before it is answered. It is read all the same: where many people share a table, a
user's own items under `USER#…` answer cheaper. A partition of an index takes about a thousand writes a second.
"""

from typing import Final

from cairn.tables import Table

personal_os: Final = Table("personal-os-{stage}", pk="pk", sk="sk", ttl="ttl")

# "Entity Type + Status". The document gives the keys for tasks alone and asks for goals by status too; every kind that
# has a status of its own lies here, as the name says.
gsi1: Final = personal_os.index("GSI1", pk="gsi1pk", sk="gsi1sk")

# "Query all Health-related entities": every kind that has an area lies here.
gsi2: Final = personal_os.index("GSI2", pk="gsi2pk", sk="gsi2sk")

TABLES: Final[tuple[Table, ...]] = (personal_os,)
