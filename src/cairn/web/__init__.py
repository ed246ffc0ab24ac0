"""HTTP: where Cairn listens, and the server that bounds what clients may take."""
