"""Lists all tools with the client of the Python SDK, and makes calls of each tool. The client checks their results."""

import asyncio
import json
import sys

from mcp import ClientSession

try:
    from mcp.client.streamable_http import streamable_http_client as connect
except ImportError:  # Version 1 has another name.
    from mcp.client.streamable_http import streamablehttp_client as connect


async def main(url: str, calls: dict) -> dict:
    async with connect(url) as streams, ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        listed = [tool.name for tool in (await session.list_tools()).tools]

        async def call(tool: str, arguments: dict):
            try:
                result = await session.call_tool(tool, arguments)
            except Exception as error:
                return f"{type(error).__name__}: {error}"
            name = "structured_content" if hasattr(result, "structured_content") else "structuredContent"
            return getattr(result, name)

        async def call_all(tool: str, every: list):
            return tool, await asyncio.gather(*(call(tool, arguments) for arguments in every))

        given = await asyncio.gather(*(call_all(*one) for one in calls["tools"].items()))
        return {"listed": listed, "given": dict(given)}


print(json.dumps(asyncio.run(main(sys.argv[1], json.loads(sys.argv[2])))))
