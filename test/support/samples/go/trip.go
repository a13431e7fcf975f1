package main

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

type Booking struct {
	CarReservationID    string `json:"carReservationID"`
	HotelReservationID  string `json:"hotelReservationID"`
	FlightReservationID string `json:"flightReservationID"`
}

// BookTrip is a saga: a deferred compensation follows each step, and runs if a later one fails.
func BookTrip(ctx workflow.Context, name string, destination string) (booking Booking, err error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: 100 * time.Millisecond, MaximumAttempts: 2},
	})
	compensate := func(activity any) {
		if err != nil {
			disconnected, _ := workflow.NewDisconnectedContext(ctx)
			err = errors.Join(err, workflow.ExecuteActivity(disconnected, activity, name).Get(disconnected, nil))
		}
	}
	if err = workflow.ExecuteActivity(ctx, ReserveCar, name).Get(ctx, &booking.CarReservationID); err != nil {
		return booking, err
	}
	defer func() { compensate(CancelCar) }()
	if err = workflow.ExecuteActivity(ctx, BookHotel, name).Get(ctx, &booking.HotelReservationID); err != nil {
		return booking, err
	}
	defer func() { compensate(CancelHotel) }()
	err = workflow.ExecuteActivity(ctx, BookFlight, name, destination).Get(ctx, &booking.FlightReservationID)
	return booking, err
}

func ReserveCar(ctx context.Context, name string) (string, error) { return "car of " + name, nil }

func BookHotel(ctx context.Context, name string) (string, error) { return "hotel of " + name, nil }

func BookFlight(ctx context.Context, name string, destination string) (string, error) {
	if destination == "Atlantis" {
		return "", errors.New("nobody flies to " + destination)
	}
	return "flight to " + destination, nil
}

func CancelCar(ctx context.Context, name string) error { return nil }

func CancelHotel(ctx context.Context, name string) error { return nil }
