// Puts large payloads into External Storage, as the Worker in Python beside this does. Runs until SIGTERM.
package main

import (
	"context"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	commonpb "go.temporal.io/api/common/v1"
	"google.golang.org/protobuf/proto"
)

// folderDriver stores payloads as files.
type folderDriver string

func (folderDriver) Name() string { return "folder" }
func (folderDriver) Type() string { return "folder" }

func (folder folderDriver) Store(
	_ converter.StorageDriverStoreContext, payloads []*commonpb.Payload,
) ([]converter.StorageDriverClaim, error) {
	claims := make([]converter.StorageDriverClaim, len(payloads))
	for i, payload := range payloads {
		content, err := proto.Marshal(payload)
		if err != nil {
			return nil, err
		}
		key := "secret-key-" + uuid.NewString()
		if err := os.WriteFile(filepath.Join(string(folder), key), content, 0o600); err != nil {
			return nil, err
		}
		claims[i] = converter.StorageDriverClaim{ClaimData: map[string]string{"key": key}}
	}
	return claims, nil
}

func (folder folderDriver) Retrieve(
	_ converter.StorageDriverRetrieveContext, claims []converter.StorageDriverClaim,
) ([]*commonpb.Payload, error) {
	payloads := make([]*commonpb.Payload, len(claims))
	for i, claim := range claims {
		content, err := os.ReadFile(filepath.Join(string(folder), claim.ClaimData["key"]))
		if err != nil {
			return nil, err
		}
		payloads[i] = &commonpb.Payload{}
		if err := proto.Unmarshal(content, payloads[i]); err != nil {
			return nil, err
		}
	}
	return payloads, nil
}

type input struct {
	Size int    `json:"size"`
	Text string `json:"text"`
}

// Report returns more than Temporal takes.
func Report(_ workflow.Context, given input) (map[string]any, error) {
	return map[string]any{"report": strings.Repeat("x", 3<<20), "given": len(given.Text)}, nil
}

// Show shows a state of this size in all places, until it is ended.
func Show(ctx workflow.Context, given input) error {
	more := strings.Repeat("x", given.Size)
	err := workflow.SetQueryHandler(ctx, "look", func() (map[string]any, error) {
		return map[string]any{"more": more}, nil
	})
	if err != nil {
		return err
	}
	err = workflow.SetUpdateHandler(ctx, "count", func(workflow.Context) (map[string]any, error) {
		return map[string]any{"more": more}, nil
	})
	if err != nil {
		return err
	}
	err = workflow.SetUpdateHandler(ctx, "measure_text", func(_ workflow.Context, given input) (map[string]any, error) {
		return map[string]any{"length": len(given.Text)}, nil
	})
	if err != nil {
		return err
	}
	order := map[string]any{"stage": "packing", "more": more}
	if err := workflow.UpsertMemo(ctx, map[string]any{"order": order}); err != nil {
		return err
	}
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 5 * time.Minute,
		HeartbeatTimeout:    30 * time.Second,
	})
	return workflow.ExecuteActivity(ctx, "measure", more).Get(ctx, nil)
}

func Measure(ctx context.Context, more string) error {
	for {
		activity.RecordHeartbeat(ctx, map[string]any{"done": 3, "more": more})
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-activity.GetWorkerStopChannel(ctx):
			return nil
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func main() {
	c, err := client.Dial(client.Options{
		HostPort:  os.Getenv("TEMPORAL_ADDRESS"),
		Namespace: os.Getenv("TEMPORAL_NAMESPACE"),
		ExternalStorage: converter.ExternalStorage{
			Drivers:              []converter.StorageDriver{folderDriver(os.Getenv("PAYLOADS_STORE"))},
			PayloadSizeThreshold: 1024,
		},
	})
	if err != nil {
		log.Fatalln("Unable to create client", err)
	}
	defer c.Close()

	w := worker.New(c, os.Getenv("PAYLOADS_GO_TASK_QUEUE"), worker.Options{
		MaxHeartbeatThrottleInterval: 200 * time.Millisecond,
		WorkerStopTimeout:            5 * time.Second,
	})
	w.RegisterWorkflow(Report)
	w.RegisterWorkflow(Show)
	w.RegisterActivityWithOptions(Measure, activity.RegisterOptions{Name: "measure"})
	if err := w.Run(worker.InterruptCh()); err != nil {
		log.Fatalln("Unable to start worker", err)
	}
}
