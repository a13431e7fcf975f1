"""Batch: a long Activity with its progress in heartbeats, from which the next attempt continues."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta

from temporalio import activity, workflow


@dataclass
class BatchInput:
    records: int


@activity.defn
async def process_records(input: BatchInput) -> int:
    details = activity.info().heartbeat_details
    offset = details[0] if details else 0
    while offset < input.records:
        await asyncio.sleep(0.05)
        offset += 1
        activity.heartbeat(offset)
    return offset


@workflow.defn
class HeartbeatingBatch:
    @workflow.run
    async def run(self, input: BatchInput) -> int:
        return await workflow.execute_activity(
            process_records,
            input,
            start_to_close_timeout=timedelta(hours=1),
            heartbeat_timeout=timedelta(seconds=10),
        )
