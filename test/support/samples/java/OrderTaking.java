package samples;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** An order that Updates build and submit, each with an answer. */
final class OrderTaking {
  public record Order(String customer, Map<String, Integer> items, int total) {}

  @WorkflowInterface
  public interface OrderWorkflow {
    @WorkflowMethod
    Order run(String customer);

    @UpdateMethod
    int addItem(String sku, int quantity);

    @UpdateValidatorMethod(updateName = "addItem")
    void validateAddItem(String sku, int quantity);

    @UpdateMethod(name = "submit-order")
    String submit(String note);
  }

  @ActivityInterface
  public interface PriceActivities {
    int getPrice(String sku);
  }

  public static class OrderWorkflowImpl implements OrderWorkflow {
    private final PriceActivities prices =
        Workflow.newActivityStub(
            PriceActivities.class,
            ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofSeconds(10)).build());
    private final Map<String, Integer> items = new LinkedHashMap<>();
    private int total;
    private boolean isSubmitted;

    @Override
    public Order run(String customer) {
      Workflow.await(() -> isSubmitted && Workflow.isEveryHandlerFinished());
      return new Order(customer, items, total);
    }

    @Override
    public int addItem(String sku, int quantity) {
      int price = prices.getPrice(sku);
      items.merge(sku, quantity, Integer::sum);
      total += price * quantity;
      return total;
    }

    @Override
    public void validateAddItem(String sku, int quantity) {
      if (quantity < 1) throw new IllegalArgumentException("Order one at least");
    }

    @Override
    public String submit(String note) {
      isSubmitted = true;
      return "Submitted, to pay " + total + ": " + note;
    }
  }

  public static class PriceActivitiesImpl implements PriceActivities {
    @Override
    public int getPrice(String sku) {
      if (sku.equals("lamp")) return 4000;
      throw ApplicationFailure.newNonRetryableFailure("There is no " + sku, "ItemUnavailable");
    }
  }
}
