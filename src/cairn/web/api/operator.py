"""What operators look after: accounts, jobs, tables, room."""

from datetime import datetime
from typing import Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from cairn.apps.base import Given, House, Listed, Operator, raises
from cairn.apps.base.given import WhichPart, listed
from cairn.services.accounts import AccountStatus, LastOperator
from cairn.services.problems import Conflict, NotFound
from cairn.web import installation

router: Final = APIRouter(tags=["operator"], prefix="/operator")


class _Shown(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class AccountShown(_Shown):
    """An account."""

    account_id: str
    email: str | None
    is_email_verified: bool
    status: AccountStatus
    is_operator: bool
    created_at: datetime


class JobShown(_Shown):
    """Something to be done, or that could not be done."""

    kind: str
    name: str
    due_at: datetime
    enqueued_at: datetime
    attempts: int
    failure: str | None
    cause: str | None
    share: float | None
    note: str | None


class CountsShown(_Shown):
    """How many jobs wait, are being done, and wait for a person."""

    waiting: int
    begun: int
    dead: int


class WhichJob(Given):
    """A job that was given up."""

    kind: str = Field(examples=["notify.deliver"])
    name: str = Field(examples=["0197f0a0-6d1c-7b52-9a41-3c5d7e9f1b20"])


class TableShown(_Shown):
    """A table."""

    name: str
    items: int
    size: int


class StorageShown(_Shown):
    """The data folder, in bytes."""

    folder: str
    used: int
    free: int


class FindingShown(_Shown):
    """Whether something that is needed answers."""

    name: str
    is_well: bool
    detail: str


@router.get("/accounts")
async def list_accounts(
    caller: Operator, house: House, part: WhichPart, request: Request, response: Response
) -> Listed[AccountShown]:
    """All accounts, the oldest first."""
    page = await house.accounts.operators.page(caller, size=part.size, cursor=part.cursor)
    return listed([AccountShown.model_validate(each) for each in page.items], page.cursor, request, response)


@router.put("/accounts/{account_id}/suspension", status_code=204)
@raises(NotFound, Conflict)
async def suspend_account(caller: Operator, house: House, account_id: str) -> None:
    """Lets nobody in with an account. What it keeps stays."""
    await house.accounts.operators.suspend(caller, account_id)


@router.delete("/accounts/{account_id}/suspension", status_code=204)
@raises(NotFound, Conflict)
async def resume_account(caller: Operator, house: House, account_id: str) -> None:
    """Lets people in again."""
    await house.accounts.operators.resume(caller, account_id)


@router.put("/accounts/{account_id}/operatorship", status_code=204)
@raises(NotFound, Conflict)
async def make_operator(caller: Operator, house: House, account_id: str) -> None:
    """Makes an account one of those that look after the installation."""
    await house.accounts.operators.make_operator(caller, account_id)


@router.delete("/accounts/{account_id}/operatorship", status_code=204)
@raises(NotFound, Conflict, LastOperator)
async def dismiss_operator(caller: Operator, house: House, account_id: str) -> None:
    """Makes an account one of those that everybody has."""
    await house.accounts.operators.dismiss(caller, account_id)


@router.delete("/accounts/{account_id}", status_code=202, response_class=Response)
@raises(NotFound, Conflict, LastOperator)
async def delete_account(caller: Operator, house: House, account_id: str) -> None:
    """Deletes an account with all that is kept of it. It ends at once, and is gone soon after."""
    await house.accounts.operators.delete(caller, account_id)


@router.get("/jobs")
async def count_jobs(_: Operator, house: House) -> CountsShown:
    """How many jobs there are."""
    return CountsShown.model_validate(await house.jobs.counts())


@router.get("/jobs/waiting")
async def list_waiting_jobs(_: Operator, house: House) -> Listed[JobShown]:
    """The jobs that are to be done next."""
    return Listed(items=[JobShown.model_validate(each) for each in await house.jobs.waiting()])


@router.get("/jobs/begun")
async def list_begun_jobs(_: Operator, house: House) -> Listed[JobShown]:
    """The jobs that workers are at."""
    return Listed(items=[JobShown.model_validate(each) for each in await house.jobs.begun()])


@router.get("/jobs/dead")
async def list_dead_jobs(
    caller: Operator, house: House, part: WhichPart, request: Request, response: Response
) -> Listed[JobShown]:
    """The jobs that were given up, with the reason."""
    found = await house.jobs.dead_letters(caller=caller.account_id, size=part.size, cursor=part.cursor)
    return listed([JobShown.model_validate(each) for each in found.jobs], found.cursor, request, response)


@router.post("/jobs/dead/retry", status_code=204)
@raises(NotFound)
async def retry_job(_: Operator, house: House, given: WhichJob) -> None:
    """Has a job that was given up tried again, as often as at first."""
    await house.jobs.retry(given.kind, given.name)


@router.post("/jobs/dead/discard", status_code=204)
@raises(NotFound)
async def discard_job(_: Operator, house: House, given: WhichJob) -> None:
    """Removes a job that was given up."""
    await house.jobs.discard(given.kind, given.name)


@router.get("/tables")
async def list_tables(_: Operator, house: House) -> Listed[TableShown]:
    """The tables with what they hold."""
    return Listed(items=[TableShown.model_validate(each) for each in await installation.table_sizes(house)])


@router.get("/storage")
async def show_storage(_: Operator, house: House) -> StorageShown:
    """How large the data folder is, and how much room there is."""
    return StorageShown.model_validate(await installation.storage(house))


@router.get("/health")
async def show_health(_: Operator, house: House) -> Listed[FindingShown]:
    """Whether everything that is needed answers."""
    return Listed(items=[FindingShown.model_validate(each) for each in await installation.findings(house)])
