"""LangChain's adapters, which open a session for every call."""

from contextlib import asynccontextmanager

from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.sessions import create_session
from scenarios import Host, main


@asynccontextmanager
async def connect(url: str):
    connection = {"url": url, "transport": "streamable_http"}
    client = MultiServerMCPClient({"server": connection})
    tools = {tool.name: tool for tool in await client.get_tools()}

    async def list_tools() -> list[str]:
        return list(tools)

    async def call(name: str, arguments: dict) -> str:
        if name not in tools:
            # A model's slip never gets past LangChain; this is what its session would be told.
            async with create_session(connection) as session:
                await session.initialize()
                result = await session.call_tool(name, arguments)
                return "".join(part.text for part in result.content)
        request = {"type": "tool_call", "id": "1", "name": name, "args": arguments}
        message = await tools[name].ainvoke(request)
        return message.text if isinstance(message.text, str) else message.text()

    yield Host(list_tools, call)


main(connect)
