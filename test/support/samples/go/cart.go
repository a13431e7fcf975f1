package main

import (
	"errors"

	"go.temporal.io/sdk/workflow"
)

type CartState struct {
	Items map[string]int // itemID -> quantity
}

// CartWorkflow is an entity: it runs until its checkout, and Updates change it.
func CartWorkflow(ctx workflow.Context, cart *CartState) (*CartState, error) {
	if cart == nil {
		cart = &CartState{Items: map[string]int{}}
	}
	update := func(ctx workflow.Context, actionType string, itemID string) (*CartState, error) {
		switch actionType {
		case "add":
			cart.Items[itemID]++
		case "remove":
			delete(cart.Items, itemID)
		}
		return cart, nil
	}
	options := workflow.UpdateHandlerOptions{
		Validator: func(ctx workflow.Context, actionType string, itemID string) error {
			if actionType != "list" && itemID == "" {
				return errors.New("itemID must be specified")
			}
			return nil
		},
	}
	if err := workflow.SetUpdateHandlerWithOptions(ctx, "shopping-cart", update, options); err != nil {
		return nil, err
	}
	var paid bool
	workflow.GetSignalChannel(ctx, "checkout").Receive(ctx, &paid)
	return cart, ctx.Err()
}
