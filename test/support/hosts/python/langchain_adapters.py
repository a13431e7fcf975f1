"""LangChain's adapters, which open a session for every call."""

from contextlib import asynccontextmanager

from langchain_mcp_adapters.client import MultiServerMCPClient
from scenarios import Host, main


@asynccontextmanager
async def connect(url: str, headers: dict):
    client = MultiServerMCPClient({"server": {"url": url, "transport": "streamable_http", "headers": headers}})
    tools = {tool.name: tool for tool in await client.get_tools()}

    async def list_tools() -> list[str]:
        return list(tools)

    async def call(name: str, arguments: dict) -> str:
        request = {"type": "tool_call", "id": "1", "name": name, "args": arguments}
        message = await tools[name].ainvoke(request)
        return str(message.text)

    yield Host(list_tools, call)


main(connect)
