"""Runs the Workflows and Activities of workflows.py, until SIGTERM or SIGINT."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from datetime import timedelta

from temporalio.client import Client
from temporalio.worker import Worker

import workflows


async def main() -> None:
    logging.basicConfig(level=logging.INFO)
    task_queue = os.environ.get("EXAMPLES_PYTHON_TASK_QUEUE", "examples-python")
    client = await Client.connect(
        os.environ.get("TEMPORAL_ADDRESS", "localhost:7233"),
        namespace=os.environ.get("TEMPORAL_NAMESPACE", "default"),
    )
    worker = Worker(
        client,
        task_queue=task_queue,
        workflows=[workflows.ExpenseApproval, workflows.ImageResizing],
        activities=[
            workflows.reserve_budget,
            workflows.pay_out,
            workflows.release_budget,
            workflows.resize_images,
        ],
        # Minimum time between heartbeats. Default: up to a minute.
        max_heartbeat_throttle_interval=timedelta(seconds=1),
        # Time for running Activities to finish at the end. Temporal retries the others.
        graceful_shutdown_timeout=timedelta(seconds=5),
    )

    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with worker:
        logging.info("Polling %s", task_queue)
        await stop.wait()
    # A thread of the SDK that ends together with the interpreter can crash
    # (temporalio/sdk-python issue 300). This pause lets such threads end first.
    await asyncio.sleep(0.25)


if __name__ == "__main__":
    asyncio.run(main())
