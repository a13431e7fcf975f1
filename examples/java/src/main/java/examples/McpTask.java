package examples;

import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The Workflow's side of an MCP task: ask, report, learn why it is being cancelled. Create one at
 * the start of the Workflow method.
 *
 * <p>Copy this file into your worker: it is names and JSON, and needs nothing but the Temporal SDK.
 *
 * <ul>
 *   <li>The memo {@code mcp.task}, upserted, is what clients see of the Workflow.
 *   <li>The memo {@code mcp.meta}, written by the server, says who has started it.
 *   <li>The Signal {@code mcp.task.input} brings answers.
 *   <li>The Signal {@code mcp.task.cancel} brings the reason why somebody asks to stop; Temporal's
 *       own cancellation follows it.
 * </ul>
 */
public final class McpTask {

  /** What came of a question. All of it is ordinary: people may say no, or nothing. */
  public enum Action {
    /** The form was filled in. */
    ACCEPT,
    /** An explicit no. */
    DECLINE,
    /** Dismissed without a choice. */
    CANCEL
  }

  /**
   * @param content the form's fields, if accepted; the server has checked them against the schema
   */
  public record Answer(Action action, Map<?, ?> content) {}

  /**
   * Who has started the task, as the server has verified it.
   *
   * @param kind in which way somebody is known: user, client, static, own, or local for not at all
   * @param claims those of the token that the server's operator has chosen
   */
  public record Principal(
      String kind, Optional<String> issuer, String subject, Map<?, ?> claims) {}

  /** Who asked the Workflow to stop, when, and why. */
  public record Cancellation(Optional<String> reason, String by, String at) {}

  /** Registered as a listener, so that no Workflow interface has to name these Signals. */
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
  private String updatedAt = now();
  private int version = 0;
  private int asked = 0;

  public McpTask() {
    // Signals that came earlier have been kept, and are delivered now.
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

  /** Who has started the task; empty if no server has said. */
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
   * Asks a person to fill in a form, and waits, for days if need be.
   *
   * @param schema a JSON Schema of one flat object: strings, numbers, booleans and choices
   * @throws CanceledFailure when the Workflow is cancelled; the question is withdrawn then
   */
  public Answer elicit(String message, Map<String, ?> schema) {
    // A key is never used twice in a task's life. A Workflow that continues as new has to hand its
    // counter on.
    String key = "i" + ++asked;
    open.put(
        key,
        Map.of(
            "method",
            "elicitation/create",
            "params",
            Map.of("mode", "form", "message", message, "requestedSchema", schema)));
    publishChange();
    try {
      Workflow.await(() -> answers.containsKey(key));
    } catch (CanceledFailure cancelled) {
      open.remove(key);
      publishChange();
      throw cancelled;
    }
    return answers.remove(key);
  }

  /** Says what is going on, in words for people and models. */
  public void setStatus(String message) {
    statusMessage = Optional.of(message);
    publishChange();
  }

  /**
   * Tells how far the work is; {@code done} has to grow. Each call is an event in the Workflow's
   * history: report steps here, once a second at most, and leave anything finer to the heartbeats
   * of Activities.
   */
  public void reportProgress(double done, double total, String message) {
    progress = Optional.of(Map.of("progress", done, "total", total, "message", message));
    publish();
  }

  /** Why the task is being cancelled, as soon as it is. */
  public Optional<Cancellation> cancellation() {
    return cancellation;
  }

  private void onInput(Map<String, Object> responses) {
    boolean answered = false;
    for (Map.Entry<String, Object> entry : responses.entrySet()) {
      // Whatever is not open (any more), or no answer, is ignored: the first answer counts.
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
    Map<?, ?> content = members.get("content") instanceof Map<?, ?> form ? form : Map.of();
    for (Action action : Action.values()) {
      if (action.name().toLowerCase(Locale.ROOT).equals(members.get("action"))) {
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

  /** Publishes with a new time of the last change, of which progress is none. */
  private void publishChange() {
    updatedAt = now();
    publish();
  }

  private void publish() {
    Map<String, Object> state = new LinkedHashMap<>();
    state.put("v", ++version);
    state.put("status", open.isEmpty() ? "working" : "input_required");
    state.put("updatedAt", updatedAt);
    statusMessage.ifPresent(message -> state.put("statusMessage", message));
    progress.ifPresent(reported -> state.put("progress", reported));
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

  private static String now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis()).toString();
  }
}
