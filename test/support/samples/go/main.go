// A Worker that runs all of these Workflows and Activities, until SIGTERM or SIGINT.
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
	c, err := client.Dial(client.Options{
		HostPort:  cmp.Or(os.Getenv("TEMPORAL_ADDRESS"), "localhost:7233"),
		Namespace: cmp.Or(os.Getenv("TEMPORAL_NAMESPACE"), "default"),
	})
	if err != nil {
		log.Fatalln("Unable to create client", err)
	}
	defer c.Close()

	w := worker.New(c, cmp.Or(os.Getenv("SAMPLES_GO_TASK_QUEUE"), "samples-go"), worker.Options{
		MaxHeartbeatThrottleInterval: 200 * time.Millisecond,
		WorkerStopTimeout:            5 * time.Second,
	})
	for _, workflow := range []any{
		MoneyTransfer, BookTrip, CartWorkflow, ExpenseWorkflow, TransactionWorkflow,
		FrequentPolling, ProcessBatch, CountRuns, SplitMerge, ProcessChunk, NightlyBackup,
	} {
		w.RegisterWorkflow(workflow)
	}
	for _, activity := range []any{
		Withdraw, Deposit, Refund, ReserveCar, BookHotel, BookFlight, CancelCar, CancelHotel,
		PayExpense, InitTransaction, CancelTransaction, CompleteTransaction, ProcessRecords, CopyDatabase,
		&PollingActivities{PollInterval: 250 * time.Millisecond},
	} {
		w.RegisterActivity(activity)
	}
	if err := w.Run(worker.InterruptCh()); err != nil {
		log.Fatalln("Unable to start worker", err)
	}
}
