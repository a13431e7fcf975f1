"""A DAG of Airflow, `report`, whose runs take a second for each page."""

import time

from airflow.sdk import Param, dag, task


@dag(schedule=None, params={"source": Param(type="string"), "pages": Param(1, type="integer")})
def report():
    @task
    def write(params=None):
        source, pages = params["source"], params["pages"]
        for page in range(pages):
            print(f"page {page + 1} of {pages}")
            time.sleep(1)
        if source == "missing":
            raise ValueError("There is no source missing.")
        return f"{pages} pages of {source}"

    write()


report()
