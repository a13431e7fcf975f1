package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.temporal.io/sdk/workflow"
)

type TransactionRequest struct {
	SourceAccount string
	TargetAccount string
	Amount        int // in cents
}

type Transaction struct {
	ID     string
	Status string
}

// TransactionWorkflow answers an Update as soon as the transaction is initialized, and completes it after that.
func TransactionWorkflow(ctx workflow.Context, request TransactionRequest) (*Transaction, error) {
	var tx *Transaction
	var initDone bool
	var initErr error
	if err := workflow.SetUpdateHandler(ctx, "early-return", func(ctx workflow.Context) (*Transaction, error) {
		if err := workflow.Await(ctx, func() bool { return initDone }); err != nil {
			return nil, fmt.Errorf("transaction init cancelled: %w", err)
		}
		return tx, initErr
	}); err != nil {
		return nil, err
	}
	local := workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		ScheduleToCloseTimeout: 300 * time.Millisecond,
	})
	initErr = workflow.ExecuteLocalActivity(local, InitTransaction, request).Get(ctx, &tx)
	initDone = true

	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: 30 * time.Second})
	if initErr != nil {
		if err := workflow.ExecuteActivity(ctx, CancelTransaction, request).Get(ctx, nil); err != nil {
			return nil, fmt.Errorf("cancelling the transaction failed: %w", err)
		}
		return nil, initErr
	}
	if err := workflow.Sleep(ctx, 4*time.Second); err != nil {
		return nil, err
	}
	return tx, workflow.ExecuteActivity(ctx, CompleteTransaction, tx).Get(ctx, &tx)
}

func InitTransaction(ctx context.Context, request TransactionRequest) (*Transaction, error) {
	if request.Amount <= 0 {
		return nil, errors.New("the amount has to be positive")
	}
	return &Transaction{ID: "tx-" + request.SourceAccount, Status: "initialized"}, nil
}

func CancelTransaction(ctx context.Context, request TransactionRequest) error { return nil }

func CompleteTransaction(ctx context.Context, tx *Transaction) (*Transaction, error) {
	return &Transaction{ID: tx.ID, Status: "completed"}, nil
}
