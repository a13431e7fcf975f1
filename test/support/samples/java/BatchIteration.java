package samples;

import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;

/** Each run handles one page of the records, and continues as new with the next one. */
final class BatchIteration {
  private static final int RECORDS = 20;

  @WorkflowInterface
  public interface IteratorBatchWorkflow {
    @WorkflowMethod
    int processBatch(int pageSize, int offset);
  }

  public static class IteratorBatchWorkflowImpl implements IteratorBatchWorkflow {
    private final IteratorBatchWorkflow nextRun =
        Workflow.newContinueAsNewStub(IteratorBatchWorkflow.class);

    @Override
    public int processBatch(int pageSize, int offset) {
      if (offset >= RECORDS) return offset;
      Workflow.sleep(Duration.ofMillis(100));
      return nextRun.processBatch(pageSize, offset + pageSize);
    }
  }
}
