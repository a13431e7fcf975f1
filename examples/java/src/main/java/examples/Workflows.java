package examples;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two Workflows for MCP clients: one asks a person, one has no code for MCP. */
public final class Workflows {
  private static final Logger log = LoggerFactory.getLogger(Workflows.class);

  private Workflows() {}

  // --- Loan application: asks, reports, and closes the application if it is cancelled ---

  /**
   * The arguments of the tool, as the manifest's input schema describes them.
   *
   * @param decideWithinSeconds the time for the approval; empty: any time
   */
  public record Application(
      String applicant, long amountCents, int months, Optional<Long> decideWithinSeconds) {}

  /**
   * The result of the tool, as the manifest's output schema describes it.
   *
   * @param loanId empty if there is no loan
   * @param requestedBy the caller's name, as verified by the server
   */
  public record LoanDecision(
      boolean approved, String comment, String loanId, String requestedBy) {}

  @WorkflowInterface
  public interface LoanApplication {
    // The name is a contract with clients that start it, so it is independent of the interface's.
    @WorkflowMethod(name = "LoanApplication")
    LoanDecision apply(Application application);
  }

  @ActivityInterface
  public interface LoanActivities {
    int checkCredit(Application application);

    String openLoan(String applicationId, Application application);

    void closeApplication(String applicationId, String reason);
  }

  public static class LoanApplicationImpl implements LoanApplication {
    private static final Map<String, ?> APPROVAL_FORM =
        Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                "approve", Map.of("type", "boolean", "title", "Grant the loan"),
                "comment", Map.of("type", "string", "title", "Comment")),
            "required",
            List.of("approve"));

    private final LoanActivities activities =
        Workflow.newActivityStub(
            LoanActivities.class,
            ActivityOptions.newBuilder()
                .setStartToCloseTimeout(Duration.ofSeconds(10))
                .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(5).build())
                // A cancellation waits for running Activities, so no application closes while its loan opens.
                .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
                .build());

    @Override
    public LoanDecision apply(Application application) {
      McpTask task = new McpTask();
      String applicationId = "application-" + Workflow.randomUUID();
      LoanDecision decision;
      try {
        decision = decide(task, applicationId, application);
      } catch (TemporalFailure failure) {
        boolean cancelled = CancellationScope.current().isCancelRequested();
        String reason =
            cancelled
                ? task.cancellation().flatMap(McpTask.Cancellation::reason).orElse("cancelled")
                : "the loan could not be opened";
        // A cancelled scope starts no Activities; a detached one does.
        Workflow.newDetachedCancellationScope(
                () -> {
                  task.setStatus("Closing the application: " + reason);
                  activities.closeApplication(applicationId, reason);
                  task.setStatus("Closed the application: " + reason);
                })
            .run();
        // This ends the Workflow as cancelled; the failure of a cancelled Activity would fail it.
        throw cancelled ? new CanceledFailure(reason) : failure;
      }
      if (!decision.approved()) {
        activities.closeApplication(applicationId, "not approved");
      }
      return decision;
    }

    private LoanDecision decide(McpTask task, String applicationId, Application application) {
      int score = activities.checkCredit(application);
      task.reportProgress(1, 3, "The credit score is known");

      String question =
          String.format(
              Locale.ROOT,
              "%s wants %.2f EUR for %d months; the credit score is %d. Grant the loan?",
              application.applicant(),
              application.amountCents() / 100.0,
              application.months(),
              score);
      Optional<Duration> deadline = application.decideWithinSeconds().map(Duration::ofSeconds);
      McpTask.Answer answer = task.elicit(question, APPROVAL_FORM, deadline);
      boolean approved =
          answer.action() == McpTask.Action.ACCEPT
              && Boolean.TRUE.equals(answer.content().get("approve"));
      String comment = answer.content().get("comment") instanceof String text ? text : "";
      if (!approved) { // The form says no, or was declined, dismissed or late.
        return new LoanDecision(false, comment, "", nameOf(task));
      }

      task.reportProgress(2, 3, "Granted; opening the loan");
      String loanId = activities.openLoan(applicationId, application);
      task.reportProgress(3, 3, "The loan is open");
      return new LoanDecision(true, comment, loanId, nameOf(task));
    }

    private static String nameOf(McpTask task) {
      return task.principal().map(McpTask.Principal::subject).orElse("");
    }
  }

  public static class LoanActivitiesImpl implements LoanActivities {
    @Override
    public int checkCredit(Application application) {
      return 600 + application.applicant().length() * 10;
    }

    @Override
    public String openLoan(String applicationId, Application application) {
      // The ID makes the loan idempotent: a retry opens the same loan.
      return "loan-of-" + applicationId;
    }

    @Override
    public void closeApplication(String applicationId, String reason) {
      log.info("Closed {}: {}", applicationId, reason);
    }
  }

  // --- Statement run: a plain Workflow; its progress comes from a heartbeat ---

  /**
   * @param millisPerAccount simulates the work
   */
  public record Statements(String month, int accounts, long millisPerAccount) {}

  public record PrintedStatements(String month, int printed) {}

  @WorkflowInterface
  public interface StatementRun {
    @WorkflowMethod(name = "StatementRun")
    PrintedStatements run(Statements statements);
  }

  @ActivityInterface
  public interface StatementActivities {
    PrintedStatements printStatements(Statements statements);
  }

  public static class StatementRunImpl implements StatementRun {
    @Override
    public PrintedStatements run(Statements statements) {
      return Workflow.newActivityStub(
              StatementActivities.class,
              ActivityOptions.newBuilder()
                  .setStartToCloseTimeout(Duration.ofHours(1))
                  .setHeartbeatTimeout(
                      Duration.ofSeconds(5).plusMillis(3 * statements.millisPerAccount()))
                  .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
                  .build())
          .printStatements(statements);
    }
  }

  public static class StatementActivitiesImpl implements StatementActivities {
    /**
     * The server shows the member "mcp.progress" of a heartbeat's details as the task's progress.
     */
    private record Heartbeat(@JsonProperty("mcp.progress") Progress progress) {}

    private record Progress(int progress, int total, String message) {}

    /** Heartbeats after each account, for the next attempt and for the task's progress. */
    @Override
    public PrintedStatements printStatements(Statements statements) {
      ActivityExecutionContext context = Activity.getExecutionContext();
      int total = statements.accounts();
      int printed =
          context
              .getHeartbeatDetails(Heartbeat.class)
              .map(last -> last.progress().progress())
              .orElse(0);
      while (printed < total) {
        print(statements.millisPerAccount());
        printed++;
        String message = "Printed %d of %d statements".formatted(printed, total);
        // A cancellation arrives with a heartbeat, as an ActivityCanceledException.
        context.heartbeat(new Heartbeat(new Progress(printed, total, message)));
      }
      return new PrintedStatements(statements.month(), printed);
    }

    private static void print(long millis) {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException stopped) {
        throw Activity.wrap(stopped);
      }
    }
  }
}
