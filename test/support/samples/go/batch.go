package main

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/workflow"
)

// BatchProgress is the details of a heartbeat, from which the next attempt continues.
type BatchProgress struct {
	Processed int
	Total     int
}

// ProcessBatch handles a range of records in one long Activity.
func ProcessBatch(ctx workflow.Context, offset int, limit int) (int, error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Hour,
		HeartbeatTimeout:    10 * time.Second,
		WaitForCancellation: true,
	})
	var processed int
	err := workflow.ExecuteActivity(ctx, ProcessRecords, offset, limit).Get(ctx, &processed)
	return processed, err
}

func ProcessRecords(ctx context.Context, offset int, limit int) (int, error) {
	progress := BatchProgress{Total: limit}
	if activity.HasHeartbeatDetails(ctx) {
		if err := activity.GetHeartbeatDetails(ctx, &progress); err != nil {
			return 0, err
		}
	}
	for ; progress.Processed < limit; progress.Processed++ {
		activity.RecordHeartbeat(ctx, progress)
		select {
		case <-ctx.Done():
			return progress.Processed, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return offset + progress.Processed, nil
}
