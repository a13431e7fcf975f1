package main

import (
	"encoding/json"
	"fmt"
	"time"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/workflow"
)

// The names of the contract.
const (
	metaMemo     = "mcp.meta"        // memo: the server writes it at the start, with the principal among others
	stateMemo    = "mcp.task"        // memo: the Workflow's state for clients, upserted
	inputSignal  = "mcp.task.input"  // Signal: answers, by key
	cancelSignal = "mcp.task.cancel" // Signal: the reason of a cancellation, before Temporal's own cancellation
)

// Progress of a task, also as the member "mcp.progress" of an Activity's heartbeat details.
type Progress struct {
	Progress float64 `json:"progress"`
	Total    float64 `json:"total,omitempty"`
	Message  string  `json:"message,omitempty"`
}

// Cancellation has the requester, the time and the reason of a cancellation.
type Cancellation struct {
	Reason string `json:"reason,omitempty"`
	By     string `json:"by"`
	At     string `json:"at"`
}

// Principal is the person or program that started a task, as verified by the server.
type Principal struct {
	// Kind is the way of authentication: "user", "client", "static", "own", or "local" for none.
	Kind    string `json:"kind"`
	Issuer  string `json:"issuer,omitempty"`
	Subject string `json:"subject"`
	// Claims are the token's claims that the server's operator has chosen.
	Claims map[string]any `json:"claims,omitempty"`
}

// Answer is the outcome of a question. Each action is a normal outcome, no error.
type Answer struct {
	// Action is "accept" (the form was filled in), "decline" (an explicit no), "cancel" (dismissed)
	// or "expired" (no answer before the deadline).
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

// Task is the Workflow's side of an MCP task. Copy this file into your worker: it needs only the Temporal SDK.
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
	ProgressAt    string                  `json:"progressAt,omitempty"`
	InputRequests map[string]inputRequest `json:"inputRequests,omitempty"`
	Cancel        *Cancellation           `json:"cancel,omitempty"`
	UpdatedAt     string                  `json:"updatedAt"`
}

type inputRequest struct {
	Method   string     `json:"method"`
	Params   formParams `json:"params"`
	AskedAt  string     `json:"askedAt"`
	AnswerBy string     `json:"answerBy,omitempty"`
}

type formParams struct {
	Mode            string         `json:"mode"`
	Message         string         `json:"message"`
	RequestedSchema map[string]any `json:"requestedSchema"`
}

// Principal returns the principal that started the task; nil if the memo has none.
func (t *Task) Principal(ctx workflow.Context) *Principal {
	memo := workflow.GetInfo(ctx).Memo
	payload, found := memo.GetFields()[metaMemo]
	if !found {
		return nil
	}
	var meta struct {
		Principal *Principal `json:"principal"`
	}
	// If your Client has a converter of its own, use it here.
	if err := converter.GetDefaultDataConverter().FromPayload(payload, &meta); err != nil {
		return nil
	}
	return meta.Principal
}

// OpenTask prepares the Workflow to ask, to report, and to read the reason of a cancellation. Call it once, first.
func OpenTask(ctx workflow.Context) *Task {
	t := &Task{
		state:   taskState{InputRequests: map[string]inputRequest{}},
		answers: map[string]Answer{},
		cancels: workflow.GetSignalChannel(ctx, cancelSignal),
	}
	t.state.UpdatedAt = instant(workflow.Now(ctx))
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

// Question is a form for a person.
type Question struct {
	// Message is the question and its reason.
	Message string
	// Schema is a JSON Schema of one flat object: strings, numbers, booleans and choices.
	Schema map[string]any
	// Deadline is the time to wait for an answer. Zero: the question stays open.
	Deadline time.Duration
}

// Elicit asks a person to fill in a form, and waits for days if necessary. If ctx is cancelled, Elicit
// withdraws the question and returns ctx.Err().
func (t *Task) Elicit(ctx workflow.Context, question Question) (Answer, error) {
	// A task never uses a key twice. A Workflow that continues as new must pass its counter to the
	// next run.
	t.asked++
	key := fmt.Sprintf("i%d", t.asked)
	request := inputRequest{
		Method:  "elicitation/create",
		Params:  formParams{Mode: "form", Message: question.Message, RequestedSchema: question.Schema},
		AskedAt: instant(workflow.Now(ctx)),
	}
	if question.Deadline > 0 {
		request.AnswerBy = instant(workflow.Now(ctx).Add(question.Deadline))
	}
	t.state.InputRequests[key] = request
	t.publishChange(ctx)

	answered, err := t.await(ctx, key, question.Deadline)
	if answered {
		return t.answers[key], nil
	}
	delete(t.state.InputRequests, key)
	t.publishChange(ctx)
	if err != nil {
		return Answer{}, err
	}
	return Answer{Action: "expired"}, nil
}

// await waits for the answer to a question, and returns false if there is none.
func (t *Task) await(ctx workflow.Context, key string, deadline time.Duration) (bool, error) {
	isAnswered := func() bool {
		_, answered := t.answers[key]
		return answered
	}
	if deadline > 0 {
		return workflow.AwaitWithTimeout(ctx, deadline, isAnswered)
	}
	err := workflow.Await(ctx, isAnswered)
	return err == nil, err
}

// SetStatus sets the status message for people and models.
func (t *Task) SetStatus(ctx workflow.Context, message string) {
	t.state.StatusMessage = message
	t.publishChange(ctx)
}

// ReportProgress sets the progress, which must grow. Each call adds an event to the Workflow's history:
// call it at most once a second, and report finer steps by heartbeats of Activities.
func (t *Task) ReportProgress(ctx workflow.Context, progress Progress) {
	t.state.Progress = &progress
	t.state.ProgressAt = instant(workflow.Now(ctx))
	t.publish(ctx)
}

// Cancellation returns the reason of the Workflow's cancellation; nil if the Workflow has received none.
// Call it once ctx is cancelled: the server sends the Signal with the reason before the cancellation.
func (t *Task) Cancellation(ctx workflow.Context) *Cancellation {
	var cancel Cancellation
	for t.cancels.ReceiveAsync(&cancel) {
		latest := cancel
		t.state.Cancel = &latest
		t.publishChange(ctx)
	}
	return t.state.Cancel
}

// accept takes answers. It ignores answers to questions that are not open: the first answer counts.
func (t *Task) accept(ctx workflow.Context, responses map[string]json.RawMessage) {
	answered := false
	// Go's order of a map is random. The order does not affect this Workflow, so replays stay deterministic.
	for key, response := range responses {
		var answer Answer
		if _, open := t.state.InputRequests[key]; !open || json.Unmarshal(response, &answer) != nil {
			continue
		}
		switch answer.Action {
		case "accept", "decline", "cancel":
			if answer.Action != "accept" {
				answer.Content = nil // Content beside a no does not count.
			}
			delete(t.state.InputRequests, key)
			t.answers[key] = answer
			answered = true
		}
	}
	if answered {
		t.publishChange(ctx)
	}
}

// publishChange publishes with a new time of the last change. Progress does not count as a change.
func (t *Task) publishChange(ctx workflow.Context) {
	t.state.UpdatedAt = instant(workflow.Now(ctx))
	t.publish(ctx)
}

func (t *Task) publish(ctx workflow.Context) {
	t.state.Version++
	t.state.Status = "working"
	if len(t.state.InputRequests) > 0 {
		t.state.Status = "input_required"
	}
	if err := workflow.UpsertMemo(ctx, map[string]any{stateMemo: t.state}); err != nil {
		panic(err) // The state has no JSON form, such as an invalid schema.
	}
}

func instant(moment time.Time) string {
	return moment.UTC().Format("2006-01-02T15:04:05.000Z07:00")
}
