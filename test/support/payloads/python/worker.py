"""Writes payloads that other SDKs cannot read: NaN, and payloads in External Storage. Runs until SIGTERM."""

import asyncio
import dataclasses
import json
import os
import signal
import uuid
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from temporalio import activity, workflow
from temporalio.api.common.v1 import Payload
from temporalio.client import Client
from temporalio.common import RawValue
from temporalio.converter import (
    DataConverter,
    DefaultFailureConverterWithEncodedAttributes,
    ExternalStorage,
    StorageDriver,
    StorageDriverClaim,
    StorageDriverRetrieveContext,
    StorageDriverStoreContext,
)
from temporalio.exceptions import ApplicationError
from temporalio.worker import Worker

LARGE = "x" * 5_000
NAN = float("nan")


class FolderDriver(StorageDriver):
    """Stores payloads as files. The claim names a key, which no client may see."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)

    def name(self) -> str:
        return "folder"

    async def store(
        self, context: StorageDriverStoreContext, payloads: Sequence[Payload]
    ) -> list[StorageDriverClaim]:
        claims = []
        for payload in payloads:
            key = f"secret-key-{uuid.uuid4()}"
            (self._folder / key).write_bytes(payload.SerializeToString())
            claims.append(StorageDriverClaim(claim_data={"key": key}))
        return claims

    async def retrieve(
        self, context: StorageDriverRetrieveContext, claims: Sequence[StorageDriverClaim]
    ) -> list[Payload]:
        keys = [claim.claim_data["key"] for claim in claims]
        return [Payload.FromString((self._folder / key).read_bytes()) for key in keys]


@workflow.defn
class Average:
    """Returns numbers that JSON does not have, at once."""

    @workflow.run
    async def run(self, options: dict) -> dict:
        text = 'no "NaN", -Infinity'
        half = {"cut \ud83d": "half \ud83d"}
        return {"mean": NAN, "max": float("inf"), "min": -float("inf"), "n": 0, "text": text, **half}


@activity.defn
async def measure(size: int) -> None:
    while True:
        activity.heartbeat({"done": 3, "mean": NAN, "more": "x" * size})
        await asyncio.sleep(0.2)


@workflow.defn
class Show:
    """Shows a state of this size in all places, and waits for a Signal."""

    def __init__(self) -> None:
        self._size = 0
        self._done = False

    @workflow.run
    async def run(self, options: dict) -> dict:
        self._size = options.get("size", 0)
        shown = {"stage": "packing", "mean": NAN, "more": "x" * self._size}
        progress = {"progress": NAN, "total": 3}
        state = {"statusMessage": "Counting", "progress": progress, "more": "x" * self._size}
        if options.get("state"):
            workflow.upsert_memo({"mcp.task": state})
        workflow.upsert_memo({"order": shown})
        beat = workflow.start_activity(
            measure,
            self._size,
            start_to_close_timeout=timedelta(minutes=5),
            heartbeat_timeout=timedelta(seconds=30),
        )
        await workflow.wait_condition(lambda: self._done)
        beat.cancel()
        return {"done": True}

    @workflow.query
    def look(self) -> dict:
        return {"waiting": not self._done, "mean": NAN, "more": "x" * self._size}

    @workflow.query
    def fail(self) -> dict:
        raise ApplicationError("There is no stock", type="NoStock")

    @workflow.update
    async def count(self) -> dict:
        return {"counted": 7, "mean": NAN, "more": "x" * self._size}

    @workflow.update
    async def measure_text(self, options: dict) -> dict:
        return {"length": len(options["text"])}

    @workflow.signal
    def finish(self, answer: object = None) -> None:
        self._done = True


@workflow.defn
class Weigh:
    """Takes bytes, and returns them."""

    @workflow.run
    async def run(self, content: bytes) -> bytes:
        assert isinstance(content, bytes)
        return content


@workflow.defn
class Earlier:
    """Returns a reference as SDKs wrote it before they had a message for it."""

    @workflow.run
    async def run(self, options: dict) -> RawValue:
        reference = {"driver_name": "folder", "driver_claim": {"claim_data": options}}
        encoding = b"json/external-storage-reference"
        return RawValue(Payload(metadata={"encoding": encoding}, data=json.dumps(reference).encode()))


@workflow.defn
class Report:
    """Returns a large result, which goes to External Storage."""

    @workflow.run
    async def run(self, options: dict) -> dict:
        return {"report": LARGE, "given": len(options.get("text", ""))}


async def main() -> None:
    driver = FolderDriver(os.environ["PAYLOADS_STORE"])
    storage = ExternalStorage(drivers=[driver], payload_size_threshold=1_024)
    client = await Client.connect(
        os.environ["TEMPORAL_ADDRESS"],
        namespace=os.environ["TEMPORAL_NAMESPACE"],
        data_converter=dataclasses.replace(
            DataConverter.default,
            external_storage=storage,
            failure_converter_class=DefaultFailureConverterWithEncodedAttributes,
        ),
    )
    worker = Worker(
        client,
        task_queue=os.environ["PAYLOADS_PYTHON_TASK_QUEUE"],
        workflows=[Average, Earlier, Show, Report, Weigh],
        activities=[measure],
        max_heartbeat_throttle_interval=timedelta(milliseconds=200),
        graceful_shutdown_timeout=timedelta(seconds=1),
    )
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with worker:
        await stop.wait()
    # Lets threads of the SDK end before the interpreter (temporalio/sdk-python issue 300).
    await asyncio.sleep(0.25)


if __name__ == "__main__":
    asyncio.run(main())
