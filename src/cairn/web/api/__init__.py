"""What programs ask of the house, under `/api/v1`. Apps bring their own."""

from cairn.web.api.routers import ROUTERS

__all__ = ["ROUTERS"]
