"""DynamoDB on AWS, or on whatever answers its API at a URL: the same call as the engine in the process."""

import asyncio
import io
from collections.abc import Mapping
from contextlib import AsyncExitStack
from functools import lru_cache
from types import TracebackType
from typing import Any, Self, get_args

import aiohttp
from aiobotocore.config import AioConfig
from aiobotocore.session import get_session
from botocore import xform_name
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    CredentialRetrievalError,
    NoCredentialsError,
    NoRegionError,
    PartialCredentialsError,
)
from botocore.parsers import ResponseParserError
from botocore.validate import ParamValidator

from cairn.dynamo.errors import (
    ERRORS,
    DynamoError,
    MissingAuthenticationTokenException,
    RequestEntityTooLargeException,
    ServiceUnavailable,
    UnknownOperationException,
    ValidationException,
)
from cairn.dynamo.seam import Operation, Request, Response

_LARGE_BODY = 512 * 1024
_OF_STREAMS = frozenset({"DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"})
_METHODS: Mapping[str, str] = {operation: xform_name(operation) for operation in get_args(Operation)}
_validator = ParamValidator()


class AwsDynamo:
    """DynamoDB at an endpoint, through one pool of connections for tables and one for streams.

    What is not given (region, keys, endpoint) comes from where AWS's tools look for it: the environment, the
    configuration files, the role of the machine.

    The other side checks the shape of a request. Here it is checked only when a request can't be sent as it is, to say
    what is wrong: to go through all of a transaction takes longer than what else is done to it before it is sent.
    """

    def __init__(
        self,
        *,
        endpoint_url: str | None = None,
        region: str | None = None,
        access_key: str | None = None,
        secret_key: str | None = None,
        seconds_to_connect: float = 3,
        seconds_to_answer: float = 10,
        attempts: int = 4,
        connections: int = 64,
    ) -> None:
        config = AioConfig(
            connect_timeout=seconds_to_connect,
            read_timeout=seconds_to_answer,
            max_pool_connections=connections,
            tcp_keepalive=True,
            # "standard" waits a random time below a bound that doubles, and stops retrying while most calls fail.
            # "adaptive" would slow every call of this client down because one busy partition is throttled.
            retries={"mode": "standard", "total_max_attempts": attempts},
            user_agent_extra="cairn",
            parameter_validation=False,
        )
        self._settings: dict[str, Any] = {
            "endpoint_url": endpoint_url,
            "region_name": region,
            "aws_access_key_id": access_key,
            "aws_secret_access_key": secret_key,
            "config": config,
        }
        self._open = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._clients: tuple[Any, Any] | None = None

    async def __aenter__(self) -> Self:
        await self._connected()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def call(self, operation: Operation, request: Request) -> Response:
        """Answers one request, after having tried it again where AWS advises to."""
        name = _METHODS.get(operation)
        if name is None:
            raise UnknownOperationException(f"{operation} is not an operation that Cairn uses")
        try:
            tables, streams = self._clients or await self._connected()
            client = streams if operation in _OF_STREAMS else tables
            response: Response = await getattr(client, name)(**request)
        except Exception as fault:
            error = translated(fault) or self._wrong_shape(operation, request)
            if error is None:
                raise
            raise error from fault
        del response["ResponseMetadata"]
        return response

    def _wrong_shape(self, operation: Operation, request: Request) -> ValidationException | None:
        """What is wrong with a request at which botocore stumbled, for instance by a KeyError; None for nothing."""
        if self._clients is None:
            return None
        tables, streams = self._clients
        client = streams if operation in _OF_STREAMS else tables
        shape = client.meta.service_model.operation_model(operation).input_shape
        report = _validator.validate(request, shape)
        if not report.has_errors():
            return None
        return ValidationException("; ".join(report.generate_report().splitlines()))

    async def close(self) -> None:
        async with self._opening:
            self._clients = None
            await self._open.aclose()

    async def _connected(self) -> tuple[Any, Any]:
        async with self._opening:
            if self._clients is None:
                session = get_session()
                tables = await self._open.enter_async_context(
                    session.create_client("dynamodb", **self._settings)
                )
                streams = await self._open.enter_async_context(
                    session.create_client("dynamodbstreams", **self._settings)
                )
                for client in (tables, streams):
                    client.meta.events.register("before-send", _send_in_pieces)
                    client.meta.events.register("before-parse", _check_that_it_is_json)
                self._clients = tables, streams
            return self._clients


def _send_in_pieces(request: Any, **_: object) -> None:
    # aiohttp warns of large bodies that it is to write at once.
    if isinstance(request.body, bytes) and len(request.body) > _LARGE_BODY:
        request.body = io.BytesIO(request.body)


def _check_that_it_is_json(response_dict: Mapping[str, Any], **_: object) -> None:
    # botocore takes anything with a good status for an empty answer: a page of a hotel's network, say.
    if response_dict["status_code"] < 300 and not response_dict["body"].lstrip().startswith(b"{"):
        raise ServiceUnavailable("What answered is not DynamoDB: it does not speak JSON")


def translated(fault: Exception) -> DynamoError | None:
    """The seam's error for an exception of botocore or of the connection below it; None for any other."""
    match fault:
        case ClientError():
            return _of_answer(fault.response)
        case NoCredentialsError() | PartialCredentialsError() | CredentialRetrievalError():
            return MissingAuthenticationTokenException(str(fault))
        case NoRegionError():
            return ServiceUnavailable(
                "No region is named: write it as in aws:eu-west-1, or set AWS_DEFAULT_REGION"
            )
        case BotoCoreError() | ResponseParserError() | aiohttp.ClientError() | TimeoutError() | OSError():
            return ServiceUnavailable(str(fault) or type(fault).__name__)
        case _:
            return None


def _of_answer(answer: Mapping[str, Any]) -> DynamoError:
    error = answer["Error"]
    status = answer.get("ResponseMetadata", {}).get("HTTPStatusCode", 400)
    if not error["Code"].isidentifier():  # without a name in the body, botocore takes the status for one
        if status == RequestEntityTooLargeException.status:
            return RequestEntityTooLargeException(error.get("Message", ""))
        return ServiceUnavailable(f"What answered is not DynamoDB: it says nothing but the status {status}")
    kind = ERRORS.get(error["Code"]) or _unnamed(error["Code"], status)
    fields = {
        name: value
        for name, value in answer.items()
        if name not in {"Error", "ResponseMetadata", "message", "Message"}
    }
    return kind(error.get("Message", ""), **fields)


@lru_cache(maxsize=64)
def _unnamed(name: str, status: int) -> type[DynamoError]:
    """A class for an error that DynamoDB does not describe, so that its name and its kind reach the caller."""
    return type(name, (DynamoError,), {"status": status, "retryable": status >= 500})
