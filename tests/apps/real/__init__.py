"""REAL: a social network of posts, stories, albums, follows, chats, comments and likes."""
