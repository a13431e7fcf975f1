package samples;

import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.List;

/** Fan-out: starts a child for each name at once, and returns all results. */
final class Greetings {
  @WorkflowInterface
  public interface GreetingWorkflow {
    @WorkflowMethod
    List<String> getGreetings(List<String> names);
  }

  @WorkflowInterface
  public interface GreetingChild {
    @WorkflowMethod
    String composeGreeting(String greeting, String name);
  }

  public static class GreetingWorkflowImpl implements GreetingWorkflow {
    @Override
    public List<String> getGreetings(List<String> names) {
      List<Promise<String>> greetings =
          names.stream()
              .map(
                  name -> {
                    GreetingChild child = Workflow.newChildWorkflowStub(GreetingChild.class);
                    return Async.function(child::composeGreeting, "Hello", name);
                  })
              .toList();
      Promise.allOf(greetings).get();
      return greetings.stream().map(Promise::get).toList();
    }
  }

  public static class GreetingChildImpl implements GreetingChild {
    @Override
    public String composeGreeting(String greeting, String name) {
      Workflow.sleep(Duration.ofSeconds(1));
      return greeting + " " + name + "!";
    }
  }
}
