package main

import (
	"context"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

type Expense struct {
	ID     string  `json:"id"`
	Owner  string  `json:"owner"`
	Amount float64 `json:"amount"`
}

type Decision struct {
	Approved bool   `json:"approved"`
	Reason   string `json:"reason"`
}

// ExpenseWorkflow waits for the decision of a person, and shows that in its memo.
func ExpenseWorkflow(ctx workflow.Context, expense Expense) (string, error) {
	say := func(status string) error {
		return workflow.UpsertMemo(ctx, map[string]any{
			"expense": map[string]any{"status": status, "owner": expense.Owner, "amount": expense.Amount},
		})
	}
	if err := say("waiting for a decision"); err != nil {
		return "", err
	}
	var decision Decision
	decisions := workflow.GetSignalChannel(ctx, "decision")
	if ok, _ := decisions.ReceiveWithTimeout(ctx, 30*24*time.Hour, &decision); !ok {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", temporal.NewApplicationError("nobody has decided", "ExpenseTimedOut")
	}
	if err := say("decided"); err != nil {
		return "", err
	}
	if !decision.Approved {
		return "REJECTED: " + decision.Reason, nil
	}
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: 10 * time.Second})
	if err := workflow.ExecuteActivity(ctx, PayExpense, expense).Get(ctx, nil); err != nil {
		return "", err
	}
	return "COMPLETED: " + decision.Reason, nil
}

func PayExpense(ctx context.Context, expense Expense) error { return nil }
