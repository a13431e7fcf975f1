package main

import (
	"errors"
	"fmt"

	"go.temporal.io/sdk/workflow"
)

// CountRuns continues as new until no run is left.
func CountRuns(ctx workflow.Context, totalCount, runCount int) (string, error) {
	if runCount <= 0 {
		return "", errors.New("invalid run count")
	}
	totalCount++
	runCount--
	if runCount == 0 {
		return fmt.Sprintf("Completed after %v runs", totalCount), nil
	}
	return "", workflow.NewContinueAsNewError(ctx, CountRuns, totalCount, runCount)
}
