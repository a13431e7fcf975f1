"""Infrequent polling: an Activity fails until there is an answer, and Temporal retries it at intervals."""

from dataclasses import dataclass
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.common import RetryPolicy


@dataclass
class TrackParcelInput:
    carrier: str
    parcel: str


@activity.defn
async def track_parcel(input: TrackParcelInput) -> str:
    if activity.info().attempt < 4:
        raise RuntimeError("The parcel is on its way")
    return f"{input.carrier} has delivered {input.parcel}"


@workflow.defn
class ParcelTracking:
    @workflow.run
    async def run(self, carrier: str, parcel: str) -> str:
        return await workflow.execute_activity(
            track_parcel,
            TrackParcelInput(carrier, parcel),
            start_to_close_timeout=timedelta(seconds=2),
            retry_policy=RetryPolicy(
                backoff_coefficient=1.0, initial_interval=timedelta(milliseconds=600)
            ),
        )
