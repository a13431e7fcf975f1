"""Saga: if a booking fails, it cancels the earlier bookings from last to first."""

from dataclasses import dataclass
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.common import RetryPolicy
from temporalio.exceptions import ApplicationError


@dataclass
class BookVacationInput:
    book_user_id: str
    book_car_id: str
    book_hotel_id: str
    book_flight_id: str


@activity.defn
async def book_car(input: BookVacationInput) -> str:
    return f"car {input.book_car_id}"


@activity.defn
async def book_hotel(input: BookVacationInput) -> str:
    return f"hotel {input.book_hotel_id}"


@activity.defn
async def book_flight(input: BookVacationInput) -> str:
    if input.book_flight_id == "sold-out":
        raise ApplicationError("The flight is sold out")
    return f"flight {input.book_flight_id}"


@activity.defn
async def undo_book_car(input: BookVacationInput) -> None:
    activity.logger.info("Cancelled car %s", input.book_car_id)


@activity.defn
async def undo_book_hotel(input: BookVacationInput) -> None:
    activity.logger.info("Cancelled hotel %s", input.book_hotel_id)


@activity.defn
async def undo_book_flight(input: BookVacationInput) -> None:
    activity.logger.info("Cancelled flight %s", input.book_flight_id)


@workflow.defn
class BookingWorkflow:
    @workflow.run
    async def run(self, input: BookVacationInput) -> list[str]:
        steps = [
            (book_car, undo_book_car),
            (book_hotel, undo_book_hotel),
            (book_flight, undo_book_flight),
        ]
        results: list[str] = []
        compensations = []
        try:
            for book, undo in steps:
                # Added before the booking, because a failed Activity may still have booked.
                compensations.append(undo)
                results.append(
                    await workflow.execute_activity(
                        book,
                        input,
                        start_to_close_timeout=timedelta(seconds=10),
                        retry_policy=RetryPolicy(
                            initial_interval=timedelta(milliseconds=100), maximum_attempts=2
                        ),
                    )
                )
        except Exception:
            for undo in reversed(compensations):
                await workflow.execute_activity(
                    undo, input, start_to_close_timeout=timedelta(seconds=10)
                )
            raise
        return results
