"""The Workflow's side of an MCP task: ask, report, read the reason of a cancellation.

Copy this file into your worker: it needs only the Temporal SDK. Its names:

- the memo ``mcp.task``, upserted, is the Workflow's state for clients;
- the memo ``mcp.meta``, written by the server, has the principal that started the task;
- the Signal ``mcp.task.input`` brings answers;
- the Signal ``mcp.task.cancel`` brings the reason of a cancellation. Temporal's own
  cancellation follows it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from temporalio import workflow


@dataclass(frozen=True)
class Answer:
    """The outcome of a question. Each action is a normal outcome, no error."""

    #: "accept": the form was filled in. "decline": an explicit no. "cancel": dismissed.
    #: "expired": no answer before the deadline.
    action: str
    #: The form's fields, if accepted. The server has checked them against the schema.
    content: Mapping[str, Any] = field(default_factory=dict)

    @property
    def accepted(self) -> bool:
        return self.action == "accept"


@dataclass(frozen=True)
class Cancellation:
    """The requester, the time and the reason of a cancellation."""

    by: str
    at: str
    reason: str | None = None


class McpTask:
    """Create one at the start of ``run``, before its first ``await``."""

    def __init__(self) -> None:
        #: The cancellation with its reason, once the Workflow has received it.
        self.cancellation: Cancellation | None = None
        self._version = 0
        self._asked = 0
        self._open: dict[str, dict[str, Any]] = {}
        self._answers: dict[str, Answer] = {}
        self._status_message: str | None = None
        self._progress: dict[str, Any] | None = None
        self._progress_at: str | None = None
        self._updated_at = _now()
        # The SDK delivers Signals that arrived before these handlers.
        workflow.set_signal_handler("mcp.task.input", self._on_input)
        workflow.set_signal_handler("mcp.task.cancel", self._on_cancel)

    @property
    def principal(self) -> Mapping[str, Any] | None:
        """The principal that started the task, as verified by the server: ``kind``,
        ``subject``, and optionally ``issuer`` and ``claims``. None if the memo has none.
        """
        return workflow.memo_value("mcp.meta", {}).get("principal")

    async def elicit(
        self,
        message: str,
        schema: Mapping[str, Any],
        deadline: timedelta | None = None,
    ) -> Answer:
        """Asks a person to fill in a form, and waits for days if necessary.

        ``schema`` is a JSON Schema of one flat object: strings, numbers, booleans and
        choices. ``deadline`` is the time to wait for an answer; without it, the question
        stays open. A cancellation of the Workflow ends the wait, and withdraws the
        question.
        """
        # A task never uses a key twice. A Workflow that continues as new must pass its
        # counter to the next run.
        self._asked += 1
        key = f"i{self._asked}"
        self._open[key] = {
            "method": "elicitation/create",
            "params": {"mode": "form", "message": message, "requestedSchema": schema},
            "askedAt": _now(),
        }
        if deadline is not None:
            self._open[key]["answerBy"] = _instant(workflow.now() + deadline)
        self._publish_change()
        try:
            await workflow.wait_condition(lambda: key in self._answers, timeout=deadline)
            return self._answers.pop(key)
        except asyncio.TimeoutError:
            return Answer("expired")
        finally:
            if self._open.pop(key, None) is not None:
                self._publish_change()

    def set_status(self, message: str) -> None:
        """Sets the status message for people and models."""
        self._status_message = message
        self._publish_change()

    def report_progress(
        self, progress: float, total: float | None = None, message: str | None = None
    ) -> None:
        """Sets the progress. ``progress`` must grow.

        Each call adds an event to the Workflow's history: call it at most once a
        second, and report finer steps by heartbeats of Activities.
        """
        reported = {"progress": progress, "total": total, "message": message}
        self._progress = {k: v for k, v in reported.items() if v is not None}
        self._progress_at = _now()
        self._publish()

    def _on_input(self, responses: dict[str, Any]) -> None:
        answered = False
        for key, response in responses.items():
            # Ignores answers to questions that are not open: the first counts.
            if key not in self._open or not isinstance(response, dict):
                continue
            action, content = response.get("action"), response.get("content")
            if action not in ("accept", "decline", "cancel"):
                continue
            del self._open[key]
            # Content beside a no does not count.
            has_content = action == "accept" and isinstance(content, dict)
            self._answers[key] = Answer(action, content if has_content else {})
            answered = True
        if answered:
            self._publish_change()

    def _on_cancel(self, cancel: dict[str, Any]) -> None:
        self.cancellation = Cancellation(
            by=cancel.get("by", "somebody"),
            at=cancel.get("at", _now()),
            reason=cancel.get("reason"),
        )
        self._publish_change()

    def _publish_change(self) -> None:
        # The time of the last change. Progress does not count as a change.
        self._updated_at = _now()
        self._publish()

    def _publish(self) -> None:
        self._version += 1
        state: dict[str, Any] = {
            "v": self._version,
            "status": "input_required" if self._open else "working",
            "updatedAt": self._updated_at,
        }
        if self._open:
            state["inputRequests"] = self._open
        if self._status_message is not None:
            state["statusMessage"] = self._status_message
        if self._progress is not None:
            state["progress"] = self._progress
            state["progressAt"] = self._progress_at
        if self.cancellation is not None:
            c = self.cancellation
            state["cancel"] = {"by": c.by, "at": c.at} | (
                {"reason": c.reason} if c.reason is not None else {}
            )
        workflow.upsert_memo({"mcp.task": state})


def _now() -> str:
    return _instant(workflow.now())


def _instant(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
