"""Order: Updates build and submit it, each with an answer."""

from dataclasses import dataclass
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.exceptions import ApplicationError

PRICES = {"lamp": 4000, "shade": 1500}


@dataclass
class OrderItem:
    sku: str
    quantity: int


@dataclass
class FinalizedOrder:
    id: str
    items: list[OrderItem]
    total: int


@activity.defn
async def get_price(sku: str) -> int:
    return PRICES.get(sku, 0)


@workflow.defn
class OrderWorkflow:
    def __init__(self) -> None:
        self._items: list[OrderItem] = []
        self._total = 0
        self._submitted = False

    @workflow.run
    async def run(self) -> FinalizedOrder:
        await workflow.wait_condition(
            lambda: self._submitted and workflow.all_handlers_finished()
        )
        return self._finalized()

    @workflow.update
    async def add_item(self, item: OrderItem) -> int:
        price = await workflow.execute_activity(
            get_price, item.sku, start_to_close_timeout=timedelta(seconds=10)
        )
        if price == 0:
            raise ApplicationError(f"There is no {item.sku}", type="ItemUnavailableError")
        self._items.append(item)
        self._total += price * item.quantity
        return self._total

    @add_item.validator
    def validate_add_item(self, item: OrderItem) -> None:
        if item.quantity < 1:
            raise ApplicationError("Order one at least")

    @workflow.update
    def submit(self) -> FinalizedOrder:
        self._submitted = True
        return self._finalized()

    def _finalized(self) -> FinalizedOrder:
        return FinalizedOrder(workflow.info().workflow_id, self._items, self._total)
