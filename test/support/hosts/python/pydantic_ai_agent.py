"""An agent of Pydantic AI with a scripted model. Its client makes each call a task if the tool allows tasks."""

import json
from contextlib import asynccontextmanager
from uuid import uuid4

from fastmcp.client.tasks import Task
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import (
    ModelResponse,
    RetryPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.models.function import FunctionModel
from scenarios import Host, follow, main, timed


def to_text(content) -> str:
    """The text for the model, which gets structured content only. A handle has its text in `message`."""
    if isinstance(content, dict) and "taskId" in content and "message" in content:
        return content["message"]
    return content if isinstance(content, str) else json.dumps(content)


@asynccontextmanager
async def connect(url: str, headers: dict, **settings):
    toolset = MCPToolset(url, headers=headers, **settings)
    async with toolset:

        async def list_tools() -> list[str]:
            return [tool.name for tool in await toolset.list_tools()]

        async def call(name: str, arguments: dict) -> str:
            def respond(messages, _info):
                last = messages[-1].parts[-1]
                if isinstance(last, (ToolReturnPart, RetryPromptPart)):
                    return ModelResponse([TextPart("done")])
                return ModelResponse([ToolCallPart(name, arguments)])

            run = await Agent(FunctionModel(respond), toolsets=[toolset]).run("Go.")
            for message in run.all_messages():
                for part in message.parts:
                    if isinstance(part, RetryPromptPart):
                        raise RuntimeError(to_text(part.content))
                    if isinstance(part, ToolReturnPart):
                        return to_text(part.content)
            raise RuntimeError("The tool was not called.")

        host = Host(list_tools, call)
        host.client = toolset.client
        yield host


async def give_up(host: Host) -> dict:
    """Makes a call whose task the client gives up after 8 s instead of 300 s, and the same call again."""
    job = {"seconds": 16, "label": uuid4().hex}
    before = set(host.client._submitted_task_ids)
    waited = Task._wait_terminal.__defaults__
    Task._wait_terminal.__defaults__ = (8.0,)
    try:
        first = await timed(host.call, "compute_once", job)
    finally:
        Task._wait_terminal.__defaults__ = waited
    again = await timed(host.call, "compute_once", job)
    tasks = len(set(host.client._submitted_task_ids) - before)
    return {"first": first, "again": again, "label": job["label"], "tasks": tasks}


async def more(url: str, host: Host) -> dict:
    async def outlast(name: str, arguments: dict) -> str:
        task = await host.client.call_tool(name, arguments, task=True, ttl=1000)
        result = await task.result()
        return "".join(part.text for part in result.content)

    job = {"seconds": 4, "label": "beyond its ttl"}
    report = {"beyondTtl": await timed(outlast, "compute", job), "givenUp": await give_up(host)}
    async with connect(url, {}, prefer_tasks=False) as plain:
        slow = {"seconds": 2, "label": f"plain {uuid4().hex}"}
        report["plain"] = await follow(plain.call, await timed(plain.call, "compute", slow))
    return report


main(connect, more)
