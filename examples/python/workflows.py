"""Two Workflows for MCP clients: one asks a person, one has no code for MCP."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from temporalio import activity, workflow
from temporalio.common import RetryPolicy
from temporalio.exceptions import FailureError, is_cancelled_exception
from temporalio.workflow import ActivityCancellationType

from mcp_task import McpTask

TEN_SECONDS = timedelta(seconds=10)

# --- Expense approval: asks, reports, and releases the budget if it is cancelled ------


@dataclass
class Expense:
    """The arguments of the tool, as the manifest's input schema describes them."""

    employee: str
    purpose: str
    amount_cents: int
    currency: str = "EUR"
    #: The time for the approval. None: any time.
    decide_within_seconds: float | None = None


@dataclass
class ExpenseDecision:
    """The result of the tool, as the manifest's output schema describes it."""

    approved: bool
    comment: str
    #: Empty if nothing was paid.
    payment_id: str
    #: The caller's name, as verified by the server.
    requested_by: str = ""


@dataclass
class Reservation:
    id: str
    expense: Expense


@dataclass
class Release:
    reservation_id: str
    reason: str


@activity.defn
async def reserve_budget(reservation: Reservation) -> None:
    activity.logger.info("Reserved %s", reservation.id)


@activity.defn
async def pay_out(reservation: Reservation) -> str:
    # The ID makes the payment idempotent: a retry pays the same reservation once.
    return f"payment-of-{reservation.id}"


@activity.defn
async def release_budget(release: Release) -> None:
    activity.logger.info("Released %s: %s", release.reservation_id, release.reason)


APPROVAL_FORM = {
    "type": "object",
    "properties": {
        "approve": {"type": "boolean", "title": "Approve the expense"},
        "comment": {"type": "string", "title": "Comment"},
    },
    "required": ["approve"],
}


@workflow.defn
class ExpenseApproval:
    @workflow.run
    async def run(self, expense: Expense) -> ExpenseDecision:
        task = McpTask()
        # The ID exists before the reservation, so that a failed one can be released, too.
        reservation = Reservation(f"budget-{workflow.uuid4()}", expense)
        try:
            decision = await self._decide(task, reservation)
        except (asyncio.CancelledError, FailureError) as error:
            # Temporal delivers a cancellation once: later awaits run as usual.
            if not is_cancelled_exception(error):
                await self._release(reservation, "it could not be paid")
                raise
            reason = task.cancellation and task.cancellation.reason
            task.set_status(f"Cancelling: {reason or 'no reason given'}")
            await self._release(reservation, reason or "cancelled")
            task.set_status("Cancelled; the budget is released")
            raise  # so that the Workflow ends as cancelled
        if not decision.approved:
            await self._release(reservation, "not approved")
        if task.principal is not None:
            decision.requested_by = task.principal["subject"]
        return decision

    async def _decide(self, task: McpTask, reservation: Reservation) -> ExpenseDecision:
        await workflow.execute_activity(
            reserve_budget, reservation, start_to_close_timeout=TEN_SECONDS
        )
        task.report_progress(1, 3, "The budget is reserved")

        expense = reservation.expense
        within = expense.decide_within_seconds
        amount = f"{expense.amount_cents / 100:.2f} {expense.currency}"
        answer = await task.elicit(
            f"{expense.employee} spent {amount} on {expense.purpose}. Approve?",
            APPROVAL_FORM,
            None if within is None else timedelta(seconds=within),
        )
        comment = str(answer.content.get("comment", ""))
        # A declined, dismissed or late form counts as not approved.
        if not (answer.accepted and answer.content.get("approve")):
            return ExpenseDecision(approved=False, comment=comment, payment_id="")

        task.report_progress(2, 3, "Approved; paying out")
        payment_id = await workflow.execute_activity(
            pay_out,
            reservation,
            start_to_close_timeout=TEN_SECONDS,
            retry_policy=RetryPolicy(maximum_attempts=5),
            # A cancellation waits for the payment, so that none stays incomplete.
            cancellation_type=ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
        )
        task.report_progress(3, 3, "Paid")
        return ExpenseDecision(approved=True, comment=comment, payment_id=payment_id)

    async def _release(self, reservation: Reservation, reason: str) -> None:
        await workflow.execute_activity(
            release_budget,
            Release(reservation.id, reason),
            start_to_close_timeout=TEN_SECONDS,
        )


# --- Image resizing: a plain Workflow; its progress comes from a heartbeat ------------


@dataclass
class Album:
    album: str
    images: int
    seconds_per_image: float = 0.5


@dataclass
class ResizedAlbum:
    album: str
    resized: int


@activity.defn
async def resize_images(album: Album) -> ResizedAlbum:
    """Heartbeats after each image, for the next attempt and for the task's progress."""
    details = activity.info().heartbeat_details
    done = int(details[0]["mcp.progress"]["progress"]) if details else 0
    while done < album.images:
        await asyncio.sleep(album.seconds_per_image)  # the resizing
        done += 1
        progress: dict[str, Any] = {
            "progress": done,
            "total": album.images,
            "message": f"Resized {done} of {album.images} images",
        }
        # The server shows this member of the details as the task's progress. A
        # cancellation arrives with a heartbeat, as asyncio.CancelledError.
        activity.heartbeat({"mcp.progress": progress})
    return ResizedAlbum(album.album, done)


@workflow.defn
class ImageResizing:
    @workflow.run
    async def run(self, album: Album) -> ResizedAlbum:
        return await workflow.execute_activity(
            resize_images,
            album,
            start_to_close_timeout=timedelta(hours=1),
            heartbeat_timeout=timedelta(seconds=5 + 3 * album.seconds_per_image),
            cancellation_type=ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
        )
