"""Serves a Prefect deployment, `report/nightly`, whose runs take the given number of seconds."""

import time

from prefect import flow, get_run_logger
from prefect.artifacts import create_markdown_artifact


@flow
def report(seconds: int = 1, fail: bool = False) -> None:
    logger = get_run_logger()
    for second in range(seconds):
        logger.info("second %s of %s", second + 1, seconds)
        time.sleep(1)
    if fail:
        raise ValueError("The report failed.")
    create_markdown_artifact(key="report", markdown=f"It took {seconds} s.")


if __name__ == "__main__":
    report.serve(name="nightly", print_starting_message=False)
