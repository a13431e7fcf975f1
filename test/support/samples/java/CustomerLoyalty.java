package samples;

import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** An entity: an account that lives for as long as its customer stays. */
final class CustomerLoyalty {
  public record Account(String customer, int points) {}

  @WorkflowInterface
  public interface CustomerLoyaltyWorkflow {
    @WorkflowMethod
    Account run(String customer);

    @SignalMethod
    void addPoints(int points);

    @SignalMethod
    void leave();

    @QueryMethod
    Account getAccount();
  }

  public static class CustomerLoyaltyWorkflowImpl implements CustomerLoyaltyWorkflow {
    private final String customer;
    private int points;
    private boolean hasLeft;

    @WorkflowInit
    public CustomerLoyaltyWorkflowImpl(String customer) {
      this.customer = customer;
    }

    @Override
    public Account run(String customer) {
      Workflow.await(() -> hasLeft);
      return getAccount();
    }

    @Override
    public void addPoints(int more) {
      points += more;
    }

    @Override
    public void leave() {
      hasLeft = true;
    }

    @Override
    public Account getAccount() {
      return new Account(customer, points);
    }
  }
}
