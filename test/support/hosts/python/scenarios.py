"""What every host does with the tools of host-manifest.yaml, as a model that reads only text would have it do."""

import asyncio
import json
import re
import sys
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from uuid import uuid4

Call = Callable[[str, dict], Awaitable[str]]


@dataclass
class Host:
    """A connected host: what it lists, and a call of a tool with what a model is shown of the result."""

    list_tools: Callable[[], Awaitable[list[str]]]
    call: Call


async def timed(call: Call, name: str, arguments: dict) -> dict:
    """A call, whatever becomes of it, and how long it took in seconds."""
    start = time.monotonic()
    try:
        said = {"text": await call(name, arguments)}
    except Exception as error:  # What a host makes of a failure is its own to say.
        said = {"error": f"{type(error).__name__}: {error}"}
    return {**said, "seconds": time.monotonic() - start}


async def follow(call: Call, handle: dict) -> list[dict]:
    """Goes on as a handle says, until it is another result. Ends at once where there was no handle."""
    replies = [handle]
    while found := re.search(r'call (\w+) with (\{.*?\})', replies[-1].get("text", "")):
        if len(replies) > 10:
            break
        replies.append(await timed(call, found[1], json.loads(found[2])))
    return replies


async def run_all(host: Host) -> dict:
    """Everything in turn, as JSON."""
    call = host.call
    # A call with the arguments of another one may join it.
    mine = uuid4().hex
    slow = {"seconds": 2, "label": f"slow {mine}"}
    return {
        "tools": await host.list_tools(),
        "quick": await timed(call, "greet", {"name": "Ada"}),
        "slow": await follow(call, await timed(call, "compute", slow)),
        "question": await timed(call, "confirm_delete", {"filename": f"{mine}.txt"}),
        "slip": await timed(call, "comput", {}),
    }


def main(
    connect: Callable[[str], AbstractAsyncContextManager[Host] | AsyncIterator[Host]],
    more: Callable[[str, Host], Awaitable[dict]] | None = None,
) -> None:
    """Connects to the server whose URL is the first argument, runs all of it, and prints what came of it."""

    async def run() -> dict:
        url = sys.argv[1]
        async with connect(url) as host:
            report = await run_all(host)
            return {**report, **(await more(url, host) if more else {})}

    try:
        print(json.dumps(asyncio.run(run())))
    except BaseException:
        traceback.print_exc()
        sys.exit(1)
