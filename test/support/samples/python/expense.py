"""Approval: an expense waits for the Signal of a person, for a week at most."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Optional

from temporalio import activity, workflow


@dataclass
class ExpenseReport:
    expense_id: str
    employee: str
    amount: float


@dataclass
class ApproveInput:
    name: str


@dataclass
class ExpenseState:
    employee: str
    amount: float
    status: str
    approver: Optional[str] = None


@activity.defn
async def pay_expense(report: ExpenseReport) -> None:
    activity.logger.info("Paid %s to %s", report.amount, report.employee)


@workflow.defn
class ExpenseWorkflow:
    @workflow.init
    def __init__(self, report: ExpenseReport) -> None:
        self._state = ExpenseState(report.employee, report.amount, status="CREATED")

    @workflow.run
    async def run(self, report: ExpenseReport) -> ExpenseState:
        try:
            await workflow.wait_condition(
                lambda: self._state.status != "CREATED", timeout=timedelta(days=7)
            )
        except asyncio.TimeoutError:
            self._state.status = "TIMED_OUT"
        if self._state.status == "APPROVED":
            await workflow.execute_activity(
                pay_expense, report, start_to_close_timeout=timedelta(seconds=10)
            )
            self._state.status = "COMPLETED"
        return self._state

    @workflow.signal
    def approve(self, input: ApproveInput) -> None:
        self._state.status = "APPROVED"
        self._state.approver = input.name

    @workflow.signal
    def reject(self) -> None:
        self._state.status = "REJECTED"

    @workflow.query
    def get_state(self) -> ExpenseState:
        return self._state
