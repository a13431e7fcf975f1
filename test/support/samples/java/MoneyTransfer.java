package samples;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;

/** A withdrawal, a deposit, and a refund if the deposit fails. */
final class MoneyTransfer {
  @WorkflowInterface
  public interface AccountTransferWorkflow {
    @WorkflowMethod
    void transfer(String fromAccountId, String toAccountId, String referenceId, int amountCents);
  }

  @ActivityInterface
  public interface Account {
    void withdraw(String accountId, String referenceId, int amountCents);

    void deposit(String accountId, String referenceId, int amountCents);

    void refund(String accountId, String referenceId, int amountCents);
  }

  public static class AccountTransferWorkflowImpl implements AccountTransferWorkflow {
    private final Account account =
        Workflow.newActivityStub(
            Account.class,
            ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofSeconds(5)).build());

    @Override
    public void transfer(
        String fromAccountId, String toAccountId, String referenceId, int amountCents) {
      account.withdraw(fromAccountId, referenceId, amountCents);
      try {
        account.deposit(toAccountId, referenceId, amountCents);
      } catch (ActivityFailure e) {
        account.refund(fromAccountId, referenceId, amountCents);
        throw e;
      }
    }
  }

  public static class AccountImpl implements Account {
    @Override
    public void withdraw(String accountId, String referenceId, int amountCents) {}

    @Override
    public void deposit(String accountId, String referenceId, int amountCents) {
      if (accountId.startsWith("account-")) return;
      throw ApplicationFailure.newNonRetryableFailure(
          "There is no account " + accountId, "InvalidAccount");
    }

    @Override
    public void refund(String accountId, String referenceId, int amountCents) {}
  }
}
