"""A code location of Dagster with the job `report`, whose runs take a second for each page."""

import time

import dagster as dg


class Report(dg.Config):
    source: str
    pages: int = 1


@dg.op
def write(context: dg.OpExecutionContext, config: Report):
    for page in range(config.pages):
        context.log.info(f"page {page + 1} of {config.pages}")
        time.sleep(1)
    if config.source == "missing":
        raise ValueError("There is no source missing.")
    said = f"{config.pages} pages of {config.source}"
    context.log_event(dg.AssetMaterialization("report", metadata={"said": said}))


@dg.job
def report():
    write()


defs = dg.Definitions(jobs=[report])
