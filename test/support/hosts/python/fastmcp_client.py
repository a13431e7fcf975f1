"""The client of FastMCP 4 with its extension for tasks."""

from contextlib import asynccontextmanager

import fastmcp_tasks
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from scenarios import Host, main, timed


def to_text(result) -> str:
    return "".join(part.text for part in result.content)


@asynccontextmanager
async def connect(url: str, headers: dict):
    async with Client(StreamableHttpTransport(url, headers=headers)) as client:

        async def list_tools() -> list[str]:
            return [tool.name for tool in await client.list_tools()]

        async def call(name: str, arguments: dict) -> str:
            return to_text(await client.call_tool(name, arguments))

        host = Host(list_tools, call)
        host.client = client
        yield host


async def more(_url: str, host: Host) -> dict:
    async def as_task(name: str, arguments: dict) -> str:
        task = await fastmcp_tasks.call_tool_task(host.client, name=name, arguments=arguments)
        return to_text(await task.result())

    return {"asTask": await timed(as_task, "compute", {"seconds": 2, "label": "a task"})}


main(connect, more)
