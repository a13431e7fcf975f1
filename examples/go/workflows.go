package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// --- Deployment: asks, reports, and rolls back if it is cancelled ---

// Release is the argument of the tool, as the manifest's input schema describes it.
type Release struct {
	Service string   `json:"service"`
	Version string   `json:"version"`
	Regions []string `json:"regions"`
	// DecideWithinSeconds is the time for the approval. Zero: any time.
	DecideWithinSeconds int `json:"decideWithinSeconds"`
}

// DeploymentResult is the result of the tool, as the manifest's output schema describes it.
type DeploymentResult struct {
	Deployed bool     `json:"deployed"`
	Regions  []string `json:"regions"`
	Comment  string   `json:"comment"`
	// RequestedBy is the caller's name, as verified by the server.
	RequestedBy string `json:"requestedBy,omitempty"`
}

type goNoGo struct {
	Go      bool   `json:"go"`
	Comment string `json:"comment"`
}

var goNoGoForm = map[string]any{
	"type": "object",
	"properties": map[string]any{
		"go":      map[string]any{"type": "boolean", "title": "Go ahead"},
		"comment": map[string]any{"type": "string", "title": "Comment"},
	},
	"required": []string{"go"},
}

// Deployment rolls a release out to a first region, asks a person for approval, and then rolls it out to
// all other regions at once. It rolls everything back at a cancellation, a failure or a no-go.
func Deployment(ctx workflow.Context, release Release) (DeploymentResult, error) {
	task := OpenTask(ctx)
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 10 * time.Second,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 5},
		// The rollback starts after the rollouts have ended.
		WaitForCancellation: true,
	})

	result, err := deploy(ctx, task, release)
	if principal := task.Principal(ctx); principal != nil {
		result.RequestedBy = principal.Subject
	}
	if err == nil && result.Deployed {
		return result, nil
	}

	reason := "no-go"
	if err != nil {
		reason = "the rollout failed"
	}
	if ctx.Err() != nil {
		reason = "cancelled"
		if cancel := task.Cancellation(ctx); cancel != nil && cancel.Reason != "" {
			reason = cancel.Reason
		}
		err = ctx.Err() // so that the Workflow ends as cancelled
	}
	// A cancelled context starts no Activities; a disconnected one does.
	cleanUp, _ := workflow.NewDisconnectedContext(ctx)
	task.SetStatus(cleanUp, "Rolling back: "+reason)
	rollBackErr := workflow.ExecuteActivity(cleanUp, RollBack, release, reason).Get(cleanUp, nil)
	if rollBackErr != nil {
		return DeploymentResult{}, errors.Join(err, rollBackErr)
	}
	task.SetStatus(cleanUp, "Rolled back: "+reason)
	return result, err
}

func deploy(ctx workflow.Context, task *Task, release Release) (DeploymentResult, error) {
	canary, others := release.Regions[0], release.Regions[1:]
	total := float64(len(release.Regions))

	task.SetStatus(ctx, "Rolling out to "+canary)
	if err := workflow.ExecuteActivity(ctx, RollOut, release, canary).Get(ctx, nil); err != nil {
		return DeploymentResult{}, err
	}
	task.ReportProgress(ctx, Progress{Progress: 1, Total: total, Message: canary + " is deployed"})

	question := fmt.Sprintf("%s %s runs in %s without errors. Roll it out to the other %d?",
		release.Service, release.Version, canary, len(others))
	answer, err := task.Elicit(ctx, Question{
		Message:  question,
		Schema:   goNoGoForm,
		Deadline: time.Duration(release.DecideWithinSeconds) * time.Second,
	})
	if err != nil {
		return DeploymentResult{}, err
	}
	var form goNoGo
	if err := answer.Form(&form); err != nil {
		return DeploymentResult{}, temporal.NewNonRetryableApplicationError(
			"the answer does not fit the form", "InvalidAnswer", err)
	}
	if !form.Go { // Declined, dismissed or too late is a no-go too.
		return DeploymentResult{Regions: []string{}, Comment: form.Comment}, nil
	}

	task.SetStatus(ctx, "Rolling out to all regions")
	var failure error
	done := 1
	selector := workflow.NewSelector(ctx)
	for _, region := range others {
		selector.AddFuture(workflow.ExecuteActivity(ctx, RollOut, release, region), func(f workflow.Future) {
			if err := f.Get(ctx, nil); err != nil {
				failure = err
				return
			}
			done++
			task.ReportProgress(ctx, Progress{Progress: float64(done), Total: total, Message: region + " is deployed"})
		})
	}
	for range others {
		selector.Select(ctx)
	}
	if failure != nil {
		return DeploymentResult{}, failure
	}
	return DeploymentResult{Deployed: true, Regions: release.Regions, Comment: form.Comment}, nil
}

// RollOut deploys a release to one region.
func RollOut(ctx context.Context, release Release, region string) error {
	activity.GetLogger(ctx).Info("Rolled out", "service", release.Service, "region", region)
	return nil
}

// RollBack undoes a complete or partial deployment.
func RollBack(ctx context.Context, release Release, reason string) error {
	activity.GetLogger(ctx).Info("Rolled back", "service", release.Service, "reason", reason)
	return nil
}

// --- Catalogue reindexing: a plain Workflow; its progress comes from a heartbeat ---

// Catalogue is what to index; MillisPerItem simulates the work.
type Catalogue struct {
	Catalogue     string `json:"catalogue"`
	Items         int    `json:"items"`
	MillisPerItem int    `json:"millisPerItem"`
}

// Reindexed is the result of the tool.
type Reindexed struct {
	Catalogue string `json:"catalogue"`
	Indexed   int    `json:"indexed"`
}

// CatalogueReindexing is a Workflow without any code for MCP.
func CatalogueReindexing(ctx workflow.Context, catalogue Catalogue) (Reindexed, error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Hour,
		HeartbeatTimeout:    5*time.Second + 3*time.Duration(catalogue.MillisPerItem)*time.Millisecond,
		WaitForCancellation: true,
	})
	var reindexed Reindexed
	err := workflow.ExecuteActivity(ctx, IndexItems, catalogue).Get(ctx, &reindexed)
	return reindexed, err
}

// indexHeartbeat tells the next attempt where to go on. The server shows this member as the task's progress.
type indexHeartbeat struct {
	Progress Progress `json:"mcp.progress"`
}

// IndexItems heartbeats after each item: for its next attempt, and for whoever is curious.
func IndexItems(ctx context.Context, catalogue Catalogue) (Reindexed, error) {
	var last indexHeartbeat
	if activity.HasHeartbeatDetails(ctx) {
		if err := activity.GetHeartbeatDetails(ctx, &last); err != nil {
			return Reindexed{}, err
		}
	}
	for done := int(last.Progress.Progress) + 1; done <= catalogue.Items; done++ {
		select {
		case <-time.After(time.Duration(catalogue.MillisPerItem) * time.Millisecond): // the indexing
		case <-ctx.Done(): // A cancellation arrives with a heartbeat.
			return Reindexed{}, ctx.Err()
		}
		activity.RecordHeartbeat(ctx, indexHeartbeat{Progress{
			Progress: float64(done),
			Total:    float64(catalogue.Items),
			Message:  fmt.Sprintf("Indexed %d of %d items", done, catalogue.Items),
		}})
	}
	return Reindexed{Catalogue: catalogue.Catalogue, Indexed: catalogue.Items}, nil
}
