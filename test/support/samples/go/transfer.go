package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// PaymentDetails has no JSON tags: its members are named as its fields.
type PaymentDetails struct {
	SourceAccount string
	TargetAccount string
	Amount        int
	ReferenceID   string
}

// MoneyTransfer withdraws and deposits, and refunds if the deposit fails.
func MoneyTransfer(ctx workflow.Context, input PaymentDetails) (string, error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy: &temporal.RetryPolicy{
			MaximumAttempts:        500,
			NonRetryableErrorTypes: []string{"InvalidAccountError"},
		},
	})
	var withdrawal, confirmation string
	if err := workflow.ExecuteActivity(ctx, Withdraw, input).Get(ctx, &withdrawal); err != nil {
		return "", err
	}
	if err := workflow.ExecuteActivity(ctx, Deposit, input).Get(ctx, &confirmation); err != nil {
		if refundErr := workflow.ExecuteActivity(ctx, Refund, input).Get(ctx, nil); refundErr != nil {
			return "", fmt.Errorf("refund to %v: %w", input.SourceAccount, refundErr)
		}
		return "", err
	}
	return fmt.Sprintf("Transfer complete (transaction IDs: %s, %s)", withdrawal, confirmation), nil
}

func Withdraw(ctx context.Context, data PaymentDetails) (string, error) {
	return "W-" + data.ReferenceID, nil
}

func Deposit(ctx context.Context, data PaymentDetails) (string, error) {
	if !strings.HasPrefix(data.TargetAccount, "account-") {
		return "", temporal.NewApplicationError("There is no account "+data.TargetAccount, "InvalidAccountError")
	}
	return "D-" + data.ReferenceID, nil
}

func Refund(ctx context.Context, data PaymentDetails) (string, error) {
	return "R-" + data.ReferenceID, nil
}
