package main

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/workflow"
)

// FrequentPolling polls within one Activity, whose heartbeats keep it alive.
func FrequentPolling(ctx workflow.Context, service string) (string, error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		HeartbeatTimeout:    2 * time.Second,
	})
	var a *PollingActivities // A nil struct pointer, to name Activities that are part of a structure.
	var result string
	err := workflow.ExecuteActivity(ctx, a.DoPoll, service).Get(ctx, &result)
	return result, err
}

type PollingActivities struct {
	PollInterval time.Duration
}

func (a *PollingActivities) DoPoll(ctx context.Context, service string) (string, error) {
	for attempt := 1; attempt < 8; attempt++ {
		activity.RecordHeartbeat(ctx, "poll", attempt)
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(a.PollInterval):
		}
	}
	return service + " is up", nil
}
