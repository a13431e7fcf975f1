"""Scenarios of every host with the tools of host-manifest.yaml, for a model that reads only text."""

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
    """A connected host: its list of tools, and a tool call that returns the text for a model."""

    list_tools: Callable[[], Awaitable[list[str]]]
    call: Call


Connect = Callable[[str, dict], AbstractAsyncContextManager[Host] | AsyncIterator[Host]]


def describe(error: BaseException) -> str:
    """Describes an error with its cause and the errors of its group."""
    parts = [describe(one) for one in getattr(error, "exceptions", [])]
    if error.__cause__ is not None and error.__cause__ is not error:
        parts.append(str(error.__cause__))
    return " | ".join([f"{type(error).__name__}: {error}", *parts])


async def timed(call: Call, name: str, arguments: dict) -> dict:
    """Makes a call, and returns its text or error with its duration in seconds."""
    start = time.monotonic()
    try:
        said = {"text": await call(name, arguments)}
    except Exception as error:  # Each host words its errors in its own way.
        said = {"error": f"{type(error).__name__}: {error}"}
    return {**said, "seconds": time.monotonic() - start}


async def follow(call: Call, handle: dict) -> list[dict]:
    """Makes the calls that a handle asks for, until a result has no handle."""
    replies = [handle]
    while found := re.search(r'(?i)\bcall (\w+) with (\{.*?\})', replies[-1].get("text", "")):
        if len(replies) > 10:
            break
        replies.append(await timed(call, found[1], json.loads(found[2])))
    return replies


async def run_all(host: Host) -> dict:
    """Runs the scenarios, and returns the report."""
    call = host.call
    # A call with the arguments of another call may join it.
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
    """Reads a person's own task, another person's and an unknown one. An invalid token ends it at the connection."""
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
    """Runs the scenarios with the server whose URL is the first argument. Then reads tasks as each person of the shared
    server in the second argument, and prints the report."""

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
