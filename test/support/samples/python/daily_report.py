"""Schedule: it starts a report on a customer."""

from dataclasses import dataclass
from datetime import timedelta

from temporalio import activity, workflow


@dataclass
class Report:
    customer: str
    pages: int


@activity.defn
async def write_report(customer: str) -> Report:
    return Report(customer, pages=3)


@workflow.defn
class DailyReport:
    @workflow.run
    async def run(self, customer: str) -> Report:
        return await workflow.execute_activity(
            write_report, customer, start_to_close_timeout=timedelta(seconds=10)
        )
