package samples;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;

/** The invoices of a customer, started by a Schedule. */
final class InvoiceRun {
  public record Invoices(String customer, int sent) {}

  @WorkflowInterface
  public interface InvoiceRunWorkflow {
    @WorkflowMethod
    Invoices run(String customer);
  }

  @ActivityInterface
  public interface InvoiceActivities {
    int sendInvoices(String customer);
  }

  public static class InvoiceRunWorkflowImpl implements InvoiceRunWorkflow {
    private final InvoiceActivities activities =
        Workflow.newActivityStub(
            InvoiceActivities.class,
            ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofSeconds(10)).build());

    @Override
    public Invoices run(String customer) {
      return new Invoices(customer, activities.sendInvoices(customer));
    }
  }

  public static class InvoiceActivitiesImpl implements InvoiceActivities {
    @Override
    public int sendInvoices(String customer) {
      return customer.length();
    }
  }
}
