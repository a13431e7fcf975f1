"""Money transfer: a withdrawal, a deposit, and a refund if the deposit fails."""

from dataclasses import dataclass
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.common import RetryPolicy
from temporalio.exceptions import ActivityError, ApplicationError


@dataclass
class PaymentDetails:
    source_account: str
    target_account: str
    amount: int
    reference_id: str


@activity.defn
async def withdraw(data: PaymentDetails) -> str:
    return f"W-{data.reference_id}"


@activity.defn
async def deposit(data: PaymentDetails) -> str:
    if not data.target_account.startswith("account-"):
        raise ApplicationError(
            f"There is no account {data.target_account}", type="InvalidAccountError"
        )
    return f"D-{data.reference_id}"


@activity.defn
async def refund(data: PaymentDetails) -> str:
    return f"R-{data.reference_id}"


@workflow.defn
class MoneyTransfer:
    @workflow.run
    async def run(self, payment_details: PaymentDetails) -> str:
        retry_policy = RetryPolicy(
            maximum_attempts=3,
            maximum_interval=timedelta(seconds=2),
            non_retryable_error_types=["InvalidAccountError"],
        )
        timeout = timedelta(seconds=5)
        withdrawal = await workflow.execute_activity(
            withdraw, payment_details, start_to_close_timeout=timeout, retry_policy=retry_policy
        )
        try:
            confirmation = await workflow.execute_activity(
                deposit, payment_details, start_to_close_timeout=timeout, retry_policy=retry_policy
            )
        except ActivityError:
            await workflow.execute_activity(
                refund, payment_details, start_to_close_timeout=timeout, retry_policy=retry_policy
            )
            raise
        return f"Transfer complete (transaction IDs: {withdrawal}, {confirmation})"
