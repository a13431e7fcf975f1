// A Worker that runs the Workflows and Activities of workflows.go, until SIGTERM or SIGINT.
package main

import (
	"cmp"
	"log"
	"os"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
)

func main() {
	temporalClient, err := client.Dial(client.Options{
		HostPort:  cmp.Or(os.Getenv("TEMPORAL_ADDRESS"), "localhost:7233"),
		Namespace: cmp.Or(os.Getenv("TEMPORAL_NAMESPACE"), "default"),
	})
	if err != nil {
		log.Fatalln("Temporal cannot be reached:", err)
	}
	defer temporalClient.Close()

	taskQueue := cmp.Or(os.Getenv("EXAMPLES_GO_TASK_QUEUE"), "examples-go")
	w := worker.New(temporalClient, taskQueue, worker.Options{
		// Minimum time between heartbeats. Default: up to a minute.
		MaxHeartbeatThrottleInterval: time.Second,
		// Time for running Activities to finish when the Worker stops. Temporal retries the others.
		WorkerStopTimeout: 5 * time.Second,
	})
	w.RegisterWorkflow(Deployment)
	w.RegisterWorkflow(CatalogueReindexing)
	w.RegisterActivity(RollOut)
	w.RegisterActivity(RollBack)
	w.RegisterActivity(IndexItems)

	if err := w.Run(worker.InterruptCh()); err != nil {
		log.Fatalln("The worker failed:", err)
	}
}
