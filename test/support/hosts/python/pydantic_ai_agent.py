"""An agent of Pydantic AI with a scripted model: it makes a task of every call that may become one."""

import json
from contextlib import asynccontextmanager

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
from scenarios import Host, main, timed


def to_text(content) -> str:
    return content if isinstance(content, str) else json.dumps(content)


@asynccontextmanager
async def connect(url: str, headers: dict):
    toolset = MCPToolset(url, headers=headers)
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


async def more(_url: str, host: Host) -> dict:
    async def outlast(name: str, arguments: dict) -> str:
        task = await host.client.call_tool(name, arguments, task=True, ttl=1000)
        result = await task.result()
        return "".join(part.text for part in result.content)

    job = {"seconds": 4, "label": "beyond its ttl"}
    return {"beyondTtl": await timed(outlast, "compute", job)}


main(connect, more)
