"""Lists all tools with the client of FastMCP, and makes calls of each tool. The client checks their results."""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport


async def main(url: str, calls: dict) -> dict:
    async with Client(StreamableHttpTransport(url)) as client:
        listed = [tool.name for tool in await client.list_tools()]

        async def call(tool: str, arguments: dict):
            try:
                result = await client.call_tool(tool, arguments)
            except Exception as error:
                return f"{type(error).__name__}: {error}"
            return result.structured_content

        async def call_all(tool: str, every: list):
            return tool, await asyncio.gather(*(call(tool, arguments) for arguments in every))

        given = await asyncio.gather(*(call_all(*one) for one in calls["tools"].items()))
        return {"listed": listed, "given": dict(given)}


print(json.dumps(asyncio.run(main(sys.argv[1], json.loads(sys.argv[2])))))
