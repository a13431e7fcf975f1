package main

import (
	"context"
	"time"

	"go.temporal.io/sdk/workflow"
)

type Backup struct {
	Database string
	Started  time.Time
	Files    int
}

// NightlyBackup is started by a Schedule.
func NightlyBackup(ctx workflow.Context, database string) (*Backup, error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: 10 * time.Second})
	backup := &Backup{Database: database, Started: workflow.Now(ctx)}
	err := workflow.ExecuteActivity(ctx, CopyDatabase, database).Get(ctx, &backup.Files)
	return backup, err
}

func CopyDatabase(ctx context.Context, database string) (int, error) { return len(database), nil }
