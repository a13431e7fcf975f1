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


Connect = Callable[[str, dict], AbstractAsyncContextManager[Host] | AsyncIterator[Host]]


def describe(error: BaseException) -> str:
    """What an error says, and those that it stands for."""
    parts = [describe(one) for one in getattr(error, "exceptions", [])]
    if error.__cause__ is not None and error.__cause__ is not error:
        parts.append(str(error.__cause__))
    return " | ".join([f"{type(error).__name__}: {error}", *parts])


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


async def look_around(connect: Connect, shared: dict, person: dict) -> dict:
    """What somebody is told of a task of their own, of somebody else's, and of none. A token that is none ends it sooner."""
    headers = {"Authorization": f"Bearer {person['token']}"}
    try:
        async with connect(shared["url"], headers) as host:
            report = {"connected": {"text": " ".join(await host.list_tools()), "seconds": 0}}
            if "own" in person:
                ids = {"own": person["own"], "foreign": person["foreign"], "unknown": shared["unknown"]}
                for which, task_id in ids.items():
                    report[which] = await timed(host.call, "task_status", {"task_id": task_id})
            return report
    except Exception as error:
        return {"connected": {"error": describe(error), "seconds": 0}}


def main(
    connect: Connect, more: Callable[[str, Host], Awaitable[dict]] | None = None
) -> None:
    """Connects to the server whose URL is the first argument, runs all of it, does as two people do with the server that they
    share, which is the second one, and prints what came of it."""

    async def run() -> dict:
        url, shared = sys.argv[1], json.loads(sys.argv[2])
        async with connect(url, {}) as host:
            report = await run_all(host)
            report |= await more(url, host) if more else {}
        report["people"] = [await look_around(connect, shared, one) for one in shared["people"]]
        return report

    try:
        print(json.dumps(asyncio.run(run())))
    except BaseException:
        traceback.print_exc()
        sys.exit(1)
