package main

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/workflow"
)

type ChunkResult struct {
	NumberOfItems int `json:"numberOfItems"`
	Sum           int `json:"sum"`
}

// SplitMerge starts a child for each chunk, all at once, and adds their results up.
func SplitMerge(ctx workflow.Context, chunks []int) (ChunkResult, error) {
	var children []workflow.ChildWorkflowFuture
	for i, chunk := range chunks {
		child := workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
			WorkflowID: fmt.Sprintf("%s/chunk-%d", workflow.GetInfo(ctx).WorkflowExecution.ID, i),
		})
		children = append(children, workflow.ExecuteChildWorkflow(child, ProcessChunk, chunk))
	}
	var total ChunkResult
	for _, child := range children {
		var result ChunkResult
		if err := child.Get(ctx, &result); err != nil {
			return ChunkResult{}, err
		}
		total.NumberOfItems += result.NumberOfItems
		total.Sum += result.Sum
	}
	return total, nil
}

func ProcessChunk(ctx workflow.Context, chunk int) (ChunkResult, error) {
	if err := workflow.Sleep(ctx, time.Second); err != nil {
		return ChunkResult{}, err
	}
	return ChunkResult{NumberOfItems: chunk, Sum: chunk * chunk}, nil
}
