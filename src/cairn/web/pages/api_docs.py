"""The documentation of the API, which browsers draw from its description without asking another site."""

from dataclasses import dataclass
from typing import Final

from cairn.apps.base import Anyone, Page, PageRouter, Visitor
from cairn.apps.base.callers import API_PREFIX

router: Final = PageRouter()


@dataclass(frozen=True)
class ApiDocs:
    """Where the description is."""

    description: str


@router.get("/api/docs")
async def show_api_docs(_: Anyone, visitor: Visitor) -> Page:
    return Page("api_docs.html", ApiDocs(f"{API_PREFIX}/openapi.json"), title="The API")
