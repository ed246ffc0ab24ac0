"""Files that people bring: pictures, videos, documents, in a folder or on S3."""

from cairn.services.blobs.blobs import Blob, Blobs, Served, TakenIn
from cairn.services.blobs.media import IMAGES, PHOTOS, SHOWN, SOUNDS, VIDEOS, MediaType, media_type_of
from cairn.services.blobs.opening import open_blobs
from cairn.services.blobs.part import PART
from cairn.services.blobs.refusals import TooLarge, WrongType

__all__ = [
    "IMAGES",
    "PART",
    "PHOTOS",
    "SHOWN",
    "SOUNDS",
    "VIDEOS",
    "Blob",
    "Blobs",
    "MediaType",
    "Served",
    "TakenIn",
    "TooLarge",
    "WrongType",
    "media_type_of",
    "open_blobs",
]
