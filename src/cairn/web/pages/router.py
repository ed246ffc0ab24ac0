"""All pages of the house on one router, which the application includes."""

from typing import Final

from fastapi import APIRouter

router: Final = APIRouter()
