"""FastMCP with its tasks on Redis, to be held against: `fastmcp_server.py PORT REDIS_URL`."""

import asyncio
import sys

from fastmcp import FastMCP
from fastmcp_tasks import TasksExtension

port, redis = sys.argv[1:]
mcp = FastMCP("fastmcp-redis")
mcp.add_extension(TasksExtension(url=redis))


@mcp.tool(task=True)
async def never_polled() -> str:
    await asyncio.sleep(86_400)
    return "done"


mcp.run(transport="http", host="127.0.0.1", port=int(port), show_banner=False)
