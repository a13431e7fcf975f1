"""Continue-as-new: each run does one iteration, and starts the next run in its place."""

import asyncio

from temporalio import workflow


@workflow.defn
class LoopingWorkflow:
    @workflow.run
    async def run(self, iteration: int) -> str:
        if iteration == 10:
            return "Ten iterations are done"
        await asyncio.sleep(0.1)
        workflow.continue_as_new(iteration + 1)
