"""OpenAI Agents with its default time-out of a session, 5 seconds."""

from contextlib import asynccontextmanager

from agents.mcp import MCPServerStreamableHttp
from scenarios import Host, follow, main, timed


def to_text(result) -> str:
    text = "".join(part.text for part in result.content)
    if result.isError:
        raise RuntimeError(text)
    return text


@asynccontextmanager
async def connect(url: str, headers: dict):
    async with MCPServerStreamableHttp({"url": url, "headers": headers}) as server:

        async def list_tools() -> list[str]:
            return [tool.name for tool in await server.list_tools()]

        async def call(name: str, arguments: dict) -> str:
            return to_text(await server.call_tool(name, arguments))

        yield Host(list_tools, call)


async def more(_url: str, host: Host) -> dict:
    job = {"seconds": 6, "label": "beyond its time-out"}
    return {"byHost": await follow(host.call, await timed(host.call, "compute_by_host", job))}


main(connect, more)
