package samples;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;

/** An expense that waits for the decision of a person, for a week at most. */
final class ExpenseApproval {
  public record Expense(String id, String employee, double amount) {}

  public enum Status {
    CREATED,
    APPROVED,
    REJECTED,
    TIMED_OUT,
    COMPLETED
  }

  public record Result(Status status, String approver) {}

  @WorkflowInterface
  public interface ExpenseWorkflow {
    @WorkflowMethod
    Result file(Expense expense);

    @SignalMethod
    void decide(boolean approved, String approver);

    @QueryMethod
    Status getStatus();
  }

  @ActivityInterface
  public interface ExpenseActivities {
    void pay(Expense expense);
  }

  public static class ExpenseWorkflowImpl implements ExpenseWorkflow {
    private final ExpenseActivities activities =
        Workflow.newActivityStub(
            ExpenseActivities.class,
            ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofSeconds(10)).build());
    private Status status = Status.CREATED;
    private String approver = "";

    @Override
    public Result file(Expense expense) {
      Workflow.setCurrentDetails(expense.employee() + " waits for " + expense.amount());
      if (!Workflow.await(Duration.ofDays(7), () -> status != Status.CREATED)) {
        status = Status.TIMED_OUT;
      }
      if (status == Status.APPROVED) {
        activities.pay(expense);
        status = Status.COMPLETED;
      }
      return new Result(status, approver);
    }

    @Override
    public void decide(boolean approved, String approver) {
      this.status = approved ? Status.APPROVED : Status.REJECTED;
      this.approver = approver;
    }

    @Override
    public Status getStatus() {
      return status;
    }
  }

  public static class ExpenseActivitiesImpl implements ExpenseActivities {
    @Override
    public void pay(Expense expense) {}
  }
}
