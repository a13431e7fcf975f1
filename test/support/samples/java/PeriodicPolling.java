package samples;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Polling by a child, which continues as new before its history is long. */
final class PeriodicPolling {
  @WorkflowInterface
  public interface PollingWorkflow {
    @WorkflowMethod
    String exec(String service);
  }

  @WorkflowInterface
  public interface PollingChildWorkflow {
    @WorkflowMethod
    String exec(String service, int pollingIntervalMillis);
  }

  @ActivityInterface
  public interface PollingActivities {
    String doPoll(String service);
  }

  public static class PollingWorkflowImpl implements PollingWorkflow {
    @Override
    public String exec(String service) {
      return Workflow.newChildWorkflowStub(PollingChildWorkflow.class).exec(service, 400);
    }
  }

  public static class PollingChildWorkflowImpl implements PollingChildWorkflow {
    private static final int POLLS_OF_A_RUN = 3;
    private final PollingActivities activities =
        Workflow.newActivityStub(
            PollingActivities.class,
            ActivityOptions.newBuilder()
                .setStartToCloseTimeout(Duration.ofSeconds(4))
                .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(1).build())
                .build());

    @Override
    public String exec(String service, int pollingIntervalMillis) {
      for (int i = 0; i < POLLS_OF_A_RUN; i++) {
        try {
          return activities.doPoll(service);
        } catch (ActivityFailure e) {
          Workflow.sleep(Duration.ofMillis(pollingIntervalMillis));
        }
      }
      return Workflow.newContinueAsNewStub(PollingChildWorkflow.class)
          .exec(service, pollingIntervalMillis);
    }
  }

  public static class PollingActivitiesImpl implements PollingActivities {
    private final Map<String, Integer> polls = new ConcurrentHashMap<>();

    @Override
    public String doPoll(String service) {
      String workflowId = Activity.getExecutionContext().getInfo().getWorkflowId();
      if (polls.merge(workflowId, 1, Integer::sum) > 4) return service + " is up";
      throw new IllegalStateException(service + " is down");
    }
  }
}
