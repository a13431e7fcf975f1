package main

import (
	"encoding/json"
	"fmt"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/workflow"
)

// The names of the contract.
const (
	metaMemo     = "mcp.meta"        // memo, written by the server at the start: who has started it, among others
	stateMemo    = "mcp.task"        // memo, upserted: what clients see of the Workflow
	inputSignal  = "mcp.task.input"  // Signal: answers, by key
	cancelSignal = "mcp.task.cancel" // Signal: why somebody asks to stop, ahead of Temporal's cancellation
)

// Progress of a task, also as the member "mcp.progress" of an Activity's heartbeat details.
type Progress struct {
	Progress float64 `json:"progress"`
	Total    float64 `json:"total,omitempty"`
	Message  string  `json:"message,omitempty"`
}

// Cancellation tells who asked a Workflow to stop, when, and why.
type Cancellation struct {
	Reason string `json:"reason,omitempty"`
	By     string `json:"by"`
	At     string `json:"at"`
}

// Principal is whoever has started a task, as the server has verified it.
type Principal struct {
	// Kind tells in which way somebody is known: "user", "client", "static", "own", or "local" for not at all.
	Kind    string `json:"kind"`
	Issuer  string `json:"issuer,omitempty"`
	Subject string `json:"subject"`
	// Claims are those of the token that the server's operator has chosen.
	Claims map[string]any `json:"claims,omitempty"`
}

// Answer is what came of a question. All of it is ordinary: people may say no, or nothing.
type Answer struct {
	// Action is "accept" (the form was filled in), "decline" (an explicit no) or "cancel" (dismissed).
	Action string `json:"action"`
	// Content is the form, if accepted. The server has checked it against the schema.
	Content json.RawMessage `json:"content,omitempty"`
}

// Form decodes the form of an accepted answer; after any other answer it leaves the form as it is.
func (a Answer) Form(form any) error {
	if a.Action != "accept" {
		return nil
	}
	return json.Unmarshal(a.Content, form)
}

// Task is the Workflow's side of an MCP task. Copy this file into your worker: it is names and JSON,
// and needs nothing but the Temporal SDK.
type Task struct {
	state   taskState
	asked   int
	answers map[string]Answer
	cancels workflow.ReceiveChannel
}

type taskState struct {
	Version       int                     `json:"v"`
	Status        string                  `json:"status"`
	StatusMessage string                  `json:"statusMessage,omitempty"`
	Progress      *Progress               `json:"progress,omitempty"`
	InputRequests map[string]inputRequest `json:"inputRequests,omitempty"`
	Cancel        *Cancellation           `json:"cancel,omitempty"`
	UpdatedAt     string                  `json:"updatedAt"`
}

type inputRequest struct {
	Method string     `json:"method"`
	Params formParams `json:"params"`
}

type formParams struct {
	Mode            string         `json:"mode"`
	Message         string         `json:"message"`
	RequestedSchema map[string]any `json:"requestedSchema"`
}

// Principal tells who has started the task; nil if no server has said.
func (t *Task) Principal(ctx workflow.Context) *Principal {
	memo := workflow.GetInfo(ctx).Memo
	payload, found := memo.GetFields()[metaMemo]
	if !found {
		return nil
	}
	var meta struct {
		Principal *Principal `json:"principal"`
	}
	// Your own converter, if your Client has one.
	if err := converter.GetDefaultDataConverter().FromPayload(payload, &meta); err != nil {
		return nil
	}
	return meta.Principal
}

// OpenTask makes the Workflow a task that can ask, report and learn why it is cancelled. Call it once, first.
func OpenTask(ctx workflow.Context) *Task {
	t := &Task{
		state:   taskState{InputRequests: map[string]inputRequest{}},
		answers: map[string]Answer{},
		cancels: workflow.GetSignalChannel(ctx, cancelSignal),
	}
	t.state.UpdatedAt = now(ctx)
	inputs := workflow.GetSignalChannel(ctx, inputSignal)
	workflow.Go(ctx, func(ctx workflow.Context) {
		for {
			var responses map[string]json.RawMessage
			inputs.Receive(ctx, &responses)
			t.accept(ctx, responses)
		}
	})
	return t
}

// Elicit asks a person to fill in a form, and waits, for days if need be. The schema is a JSON Schema of
// one flat object: strings, numbers, booleans and choices. When ctx is cancelled, the question is
// withdrawn and the error is ctx.Err().
func (t *Task) Elicit(ctx workflow.Context, message string, schema map[string]any) (Answer, error) {
	// A key is never used twice in a task's life. A Workflow that continues as new has to hand its
	// counter on.
	t.asked++
	key := fmt.Sprintf("i%d", t.asked)
	t.state.InputRequests[key] = inputRequest{
		Method: "elicitation/create",
		Params: formParams{Mode: "form", Message: message, RequestedSchema: schema},
	}
	t.publishChange(ctx)

	err := workflow.Await(ctx, func() bool {
		_, answered := t.answers[key]
		return answered
	})
	if err != nil {
		delete(t.state.InputRequests, key)
		t.publishChange(ctx)
		return Answer{}, err
	}
	return t.answers[key], nil
}

// SetStatus says what is going on, in words for people and models.
func (t *Task) SetStatus(ctx workflow.Context, message string) {
	t.state.StatusMessage = message
	t.publishChange(ctx)
}

// ReportProgress tells how far the work is; progress has to grow. Each call is an event in the Workflow's
// history: report steps here, once a second at most, and leave anything finer to heartbeats of Activities.
func (t *Task) ReportProgress(ctx workflow.Context, progress Progress) {
	t.state.Progress = &progress
	t.publish(ctx)
}

// Cancellation is why the Workflow is being cancelled; nil if nobody said. Call it once ctx is cancelled:
// the Signal that tells the reason is always sent first.
func (t *Task) Cancellation(ctx workflow.Context) *Cancellation {
	var cancel Cancellation
	for t.cancels.ReceiveAsync(&cancel) {
		latest := cancel
		t.state.Cancel = &latest
		t.publishChange(ctx)
	}
	return t.state.Cancel
}

// accept takes answers as they come. Whatever is not open (any more) is ignored: the first answer counts.
func (t *Task) accept(ctx workflow.Context, responses map[string]json.RawMessage) {
	answered := false
	// The order in which Go walks a map is random, and must not matter in a Workflow. Here it does not.
	for key, response := range responses {
		var answer Answer
		if _, open := t.state.InputRequests[key]; !open || json.Unmarshal(response, &answer) != nil {
			continue
		}
		switch answer.Action {
		case "accept", "decline", "cancel":
			delete(t.state.InputRequests, key)
			t.answers[key] = answer
			answered = true
		}
	}
	if answered {
		t.publishChange(ctx)
	}
}

// publishChange publishes with a new time of the last change, of which progress is none.
func (t *Task) publishChange(ctx workflow.Context) {
	t.state.UpdatedAt = now(ctx)
	t.publish(ctx)
}

func (t *Task) publish(ctx workflow.Context) {
	t.state.Version++
	t.state.Status = "working"
	if len(t.state.InputRequests) > 0 {
		t.state.Status = "input_required"
	}
	if err := workflow.UpsertMemo(ctx, map[string]any{stateMemo: t.state}); err != nil {
		panic(err) // It cannot be encoded: a schema that is no JSON.
	}
}

func now(ctx workflow.Context) string {
	return workflow.Now(ctx).UTC().Format("2006-01-02T15:04:05.000Z07:00")
}
