package examples;

import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The Workflow's side of an MCP task: ask, report, read the reason of a cancellation. Create one at
 * the start of the Workflow method.
 *
 * <p>Copy this file into your worker: it needs only the Temporal SDK.
 *
 * <ul>
 *   <li>The memo {@code mcp.task}, upserted, is the Workflow's state for clients.
 *   <li>The memo {@code mcp.meta}, written by the server, has the principal that started the task.
 *   <li>The Signal {@code mcp.task.input} brings answers.
 *   <li>The Signal {@code mcp.task.cancel} brings the reason of a cancellation. Temporal's own
 *       cancellation follows it.
 * </ul>
 */
public final class McpTask {

  /** The outcome of a question. Each action is a normal outcome, no error. */
  public enum Action {
    /** The form was filled in. */
    ACCEPT,
    /** An explicit no. */
    DECLINE,
    /** Dismissed without a choice. */
    CANCEL,
    /** No answer before the deadline. */
    EXPIRED
  }

  /**
   * @param content the form's fields, if accepted; the server has checked them against the schema
   */
  public record Answer(Action action, Map<?, ?> content) {}

  /**
   * The person or program that started the task, as verified by the server.
   *
   * @param kind the way of authentication: user, client, static, own, or local for none
   * @param claims the token's claims that the server's operator has chosen
   */
  public record Principal(
      String kind, Optional<String> issuer, String subject, Map<?, ?> claims) {}

  /** The reason, the requester and the time of a cancellation. */
  public record Cancellation(Optional<String> reason, String by, String at) {}

  /** The Signals of a listener, so that Workflow interfaces need not declare them. */
  public interface Signals {
    @SignalMethod(name = "mcp.task.input")
    void input(Map<String, Object> responses);

    @SignalMethod(name = "mcp.task.cancel")
    void cancel(Map<String, Object> cancel);
  }

  private final Map<String, Object> open = new LinkedHashMap<>();
  private final Map<String, Answer> answers = new HashMap<>();
  private Optional<Cancellation> cancellation = Optional.empty();
  private Optional<String> statusMessage = Optional.empty();
  private Optional<Map<String, Object>> progress = Optional.empty();
  private Optional<String> progressAt = Optional.empty();
  private String updatedAt = now().toString();
  private int version = 0;
  private int asked = 0;

  public McpTask() {
    // The SDK delivers Signals that arrived before this listener.
    Workflow.registerListener(
        new Signals() {
          @Override
          public void input(Map<String, Object> responses) {
            onInput(responses);
          }

          @Override
          public void cancel(Map<String, Object> cancel) {
            onCancel(cancel);
          }
        });
  }

  /** The principal that started the task; empty if the memo has none. */
  public Optional<Principal> principal() {
    if (!(Workflow.getMemo("mcp.meta", Map.class) instanceof Map<?, ?> meta)
        || !(meta.get("principal") instanceof Map<?, ?> principal)) {
      return Optional.empty();
    }
    return Optional.of(
        new Principal(
            (String) principal.get("kind"),
            Optional.ofNullable((String) principal.get("issuer")),
            (String) principal.get("subject"),
            principal.get("claims") instanceof Map<?, ?> claims ? claims : Map.of()));
  }

  /**
   * Asks a person to fill in a form, and waits for days if necessary.
   *
   * @param schema a JSON Schema of one flat object: strings, numbers, booleans and choices
   * @param deadline the time to wait for an answer; empty: the question stays open
   * @throws CanceledFailure if the Workflow is cancelled; the question is withdrawn
   */
  public Answer elicit(String message, Map<String, ?> schema, Optional<Duration> deadline) {
    // A task never uses a key twice. A Workflow that continues as new must pass its counter to the
    // next run.
    String key = "i" + ++asked;
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("method", "elicitation/create");
    request.put("params", Map.of("mode", "form", "message", message, "requestedSchema", schema));
    request.put("askedAt", now().toString());
    deadline.ifPresent(limit -> request.put("answerBy", now().plus(limit).toString()));
    open.put(key, request);
    publishChange();
    boolean answered = true;
    try {
      if (deadline.isPresent()) {
        answered = Workflow.await(deadline.get(), () -> answers.containsKey(key));
      } else {
        Workflow.await(() -> answers.containsKey(key));
      }
    } catch (CanceledFailure cancelled) {
      withdraw(key);
      throw cancelled;
    }
    if (answered) {
      return answers.remove(key);
    }
    withdraw(key);
    return new Answer(Action.EXPIRED, Map.of());
  }

  private void withdraw(String key) {
    open.remove(key);
    publishChange();
  }

  /** Sets the status message for people and models. */
  public void setStatus(String message) {
    statusMessage = Optional.of(message);
    publishChange();
  }

  /**
   * Sets the progress; {@code done} must grow. Each call adds an event to the Workflow's history:
   * call it at most once a second, and report finer steps by heartbeats of Activities.
   */
  public void reportProgress(double done, double total, String message) {
    progress = Optional.of(Map.of("progress", done, "total", total, "message", message));
    progressAt = Optional.of(now().toString());
    publish();
  }

  /** The cancellation with its reason, once the Workflow has received it. */
  public Optional<Cancellation> cancellation() {
    return cancellation;
  }

  private void onInput(Map<String, Object> responses) {
    boolean answered = false;
    for (Map.Entry<String, Object> entry : responses.entrySet()) {
      // Ignores invalid answers, and answers to questions that are not open: the first counts.
      Optional<Answer> answer =
          open.containsKey(entry.getKey()) ? toAnswer(entry.getValue()) : Optional.empty();
      if (answer.isPresent()) {
        open.remove(entry.getKey());
        answers.put(entry.getKey(), answer.get());
        answered = true;
      }
    }
    if (answered) {
      publishChange();
    }
  }

  private static Optional<Answer> toAnswer(Object response) {
    if (!(response instanceof Map<?, ?> members)) {
      return Optional.empty();
    }
    for (Action action : List.of(Action.ACCEPT, Action.DECLINE, Action.CANCEL)) {
      if (action.name().toLowerCase(Locale.ROOT).equals(members.get("action"))) {
        // Content beside a no does not count.
        boolean hasContent =
            action == Action.ACCEPT && members.get("content") instanceof Map<?, ?>;
        Map<?, ?> content = hasContent ? (Map<?, ?>) members.get("content") : Map.of();
        return Optional.of(new Answer(action, content));
      }
    }
    return Optional.empty();
  }

  private void onCancel(Map<String, Object> cancel) {
    cancellation =
        Optional.of(
            new Cancellation(
                Optional.ofNullable(cancel.get("reason")).map(Object::toString),
                String.valueOf(cancel.getOrDefault("by", "somebody")),
                String.valueOf(cancel.getOrDefault("at", now()))));
    publishChange();
  }

  /** Publishes with a new time of the last change. Progress does not count as a change. */
  private void publishChange() {
    updatedAt = now().toString();
    publish();
  }

  private void publish() {
    Map<String, Object> state = new LinkedHashMap<>();
    state.put("v", ++version);
    state.put("status", open.isEmpty() ? "working" : "input_required");
    state.put("updatedAt", updatedAt);
    statusMessage.ifPresent(message -> state.put("statusMessage", message));
    progress.ifPresent(reported -> state.put("progress", reported));
    progressAt.ifPresent(time -> state.put("progressAt", time));
    if (!open.isEmpty()) {
      state.put("inputRequests", open);
    }
    cancellation.ifPresent(
        cancel -> {
          Map<String, Object> members = new LinkedHashMap<>();
          cancel.reason().ifPresent(reason -> members.put("reason", reason));
          members.put("by", cancel.by());
          members.put("at", cancel.at());
          state.put("cancel", members);
        });
    Workflow.upsertMemo(Map.of("mcp.task", state));
  }

  private static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }
}
