"""Runs all of these Workflows and Activities, until SIGTERM or SIGINT."""

import asyncio
import logging
import os
import signal
from datetime import timedelta

from temporalio.client import Client
from temporalio.worker import Worker

import batch
import daily_report
import expense
import greeting_children
import looping
import money_transfer
import order
import polling
import shopping_cart
import trip_booking


async def main() -> None:
    logging.basicConfig(level=logging.INFO)
    client = await Client.connect(
        os.environ.get("TEMPORAL_ADDRESS", "localhost:7233"),
        namespace=os.environ.get("TEMPORAL_NAMESPACE", "default"),
    )
    worker = Worker(
        client,
        task_queue=os.environ.get("SAMPLES_PYTHON_TASK_QUEUE", "samples-python"),
        workflows=[
            money_transfer.MoneyTransfer,
            trip_booking.BookingWorkflow,
            shopping_cart.ShoppingCart,
            expense.ExpenseWorkflow,
            order.OrderWorkflow,
            polling.ParcelTracking,
            batch.HeartbeatingBatch,
            looping.LoopingWorkflow,
            greeting_children.GreetingWorkflow,
            greeting_children.ComposeGreetingWorkflow,
            daily_report.DailyReport,
        ],
        activities=[
            money_transfer.withdraw,
            money_transfer.deposit,
            money_transfer.refund,
            trip_booking.book_car,
            trip_booking.book_hotel,
            trip_booking.book_flight,
            trip_booking.undo_book_car,
            trip_booking.undo_book_hotel,
            trip_booking.undo_book_flight,
            expense.pay_expense,
            order.get_price,
            polling.track_parcel,
            batch.process_records,
            daily_report.write_report,
        ],
        max_heartbeat_throttle_interval=timedelta(milliseconds=200),
        graceful_shutdown_timeout=timedelta(seconds=5),
    )
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with worker:
        await stop.wait()
    # Lets threads of the SDK end before the interpreter (temporalio/sdk-python issue 300).
    await asyncio.sleep(0.25)


if __name__ == "__main__":
    asyncio.run(main())
