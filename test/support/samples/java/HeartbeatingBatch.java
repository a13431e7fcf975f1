package samples;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;

/** A long Activity with its progress in heartbeats, from which the next attempt continues. */
final class HeartbeatingBatch {
  @WorkflowInterface
  public interface HeartbeatingActivityBatchWorkflow {
    @WorkflowMethod
    int processBatch();
  }

  @ActivityInterface
  public interface RecordProcessorActivity {
    int processRecords();
  }

  public static class HeartbeatingActivityBatchWorkflowImpl
      implements HeartbeatingActivityBatchWorkflow {
    private final RecordProcessorActivity recordProcessor =
        Workflow.newActivityStub(
            RecordProcessorActivity.class,
            ActivityOptions.newBuilder()
                .setStartToCloseTimeout(Duration.ofHours(1))
                .setHeartbeatTimeout(Duration.ofSeconds(10))
                .build());

    @Override
    public int processBatch() {
      return recordProcessor.processRecords();
    }
  }

  public static class RecordProcessorActivityImpl implements RecordProcessorActivity {
    private static final int RECORDS = 60;

    @Override
    public int processRecords() {
      ActivityExecutionContext context = Activity.getExecutionContext();
      int offset = context.getHeartbeatDetails(Integer.class).orElse(0);
      while (offset < RECORDS) {
        try {
          Thread.sleep(50);
        } catch (InterruptedException e) {
          throw Activity.wrap(e);
        }
        offset++;
        context.heartbeat(offset);
      }
      return offset;
    }
  }
}
