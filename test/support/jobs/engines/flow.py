"""Serves a Prefect deployment, `load-table/nightly`, whose runs take a second for each row."""

import time

from prefect import flow, get_run_logger
from prefect.states import Completed


@flow
def load_table(table: str, rows: int = 1):
    logger = get_run_logger()
    for row in range(rows):
        logger.info("row %s of %s", row + 1, rows)
        time.sleep(1)
    if table == "missing":
        raise ValueError("There is no table missing.")
    return Completed(message=f"Loaded {rows} rows of {table}.")


if __name__ == "__main__":
    load_table.serve(name="nightly", print_starting_message=False)
