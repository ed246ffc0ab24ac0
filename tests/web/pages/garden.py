"""An app for tests: a garden, with a card, a page, and work that fails while the soil is frozen."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from cairn.apps.base import App, House, Link, Page, PageRouter, Redirect, SignedIn, Toast, View
from cairn.services.accounts import SignedIn as Somebody
from cairn.services.jobs import GiveUp, JobHandler, JobKind, Run
from cairn.services.services import Services


class Seed(BaseModel):
    """What is planted."""

    name: str


@dataclass
class Soil:
    """What the garden is made of."""

    is_frozen: bool = True
    planted: int = 0


@dataclass(frozen=True)
class Bed:
    """What the garden shows."""

    planted: int


PLANT = JobKind("garden.plant", Seed)


def garden(soil: Soil) -> App:
    """The app, on this soil."""
    router = PageRouter()

    async def plant(_: Seed, __: Run) -> None:
        if soil.is_frozen:
            raise GiveUp("the soil is frozen")
        soil.planted += 1

    async def card(_: Services, __: Somebody) -> View:
        return View("garden/card.html", Bed(soil.planted))

    @router.get("")
    async def show(_: SignedIn) -> Page:
        return Page("garden/bed.html", Bed(soil.planted), title="Garden", block="bed")

    @router.post("/plant")
    async def ask_to_plant(_: SignedIn, house: House) -> Redirect:
        await house.tables.write(house.jobs.enqueue(PLANT, Seed(name="oak")))
        house.jobs.nudge()
        return Redirect("/garden", toast=Toast("It is planted soon."))

    return App(
        name="garden",
        title="Garden",
        summary="What grows",
        pages=router,
        navigation=(Link("Beds", "/garden"),),
        templates=Path(__file__).with_name("garden_templates"),
        jobs=lambda _: [JobHandler(PLANT, plant)],
        card=card,
    )
