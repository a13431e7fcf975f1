"""Fan-out: starts a child for each name at once, and returns all results."""

import asyncio
from dataclasses import dataclass

from temporalio import workflow


@dataclass
class ComposeGreetingInput:
    greeting: str
    name: str


@workflow.defn
class ComposeGreetingWorkflow:
    @workflow.run
    async def run(self, input: ComposeGreetingInput) -> str:
        await asyncio.sleep(1)
        return f"{input.greeting}, {input.name}!"


@workflow.defn
class GreetingWorkflow:
    @workflow.run
    async def run(self, greeting: str, names: list[str]) -> list[str]:
        children = [
            workflow.execute_child_workflow(
                ComposeGreetingWorkflow.run,
                ComposeGreetingInput(greeting, name),
                id=f"{workflow.info().workflow_id}-{name}",
            )
            for name in names
        ]
        return list(await asyncio.gather(*children))
