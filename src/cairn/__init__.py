"""Cairn keeps the record of how far people have come: five apps, one process, one data folder."""
