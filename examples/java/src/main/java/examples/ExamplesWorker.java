package examples;

import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs the Workflows and Activities of {@link Workflows}, until SIGTERM or SIGINT. */
public final class ExamplesWorker {
  private ExamplesWorker() {}

  public static void main(String[] args) {
    WorkflowServiceStubs service =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder()
                .setTarget(env("TEMPORAL_ADDRESS", "localhost:7233"))
                .build());
    WorkflowClient client =
        WorkflowClient.newInstance(
            service,
            WorkflowClientOptions.newBuilder()
                .setNamespace(env("TEMPORAL_NAMESPACE", "default"))
                .build());
    WorkerFactory factory = WorkerFactory.newInstance(client);
    Worker worker =
        factory.newWorker(
            env("EXAMPLES_JAVA_TASK_QUEUE", "examples-java"),
            WorkerOptions.newBuilder()
                // Minimum time between heartbeats. Default: up to a minute.
                .setMaxHeartbeatThrottleInterval(Duration.ofSeconds(1))
                .build());
    worker.registerWorkflowImplementationTypes(
        Workflows.LoanApplicationImpl.class, Workflows.StatementRunImpl.class);
    worker.registerActivitiesImplementations(
        new Workflows.LoanActivitiesImpl(), new Workflows.StatementActivitiesImpl());

    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  // Running Activities have 5 s to finish. Temporal retries the others.
                  factory.shutdown();
                  factory.awaitTermination(5, TimeUnit.SECONDS);
                  factory.shutdownNow();
                  service.shutdownNow();
                }));
    factory.start(); // Its threads keep the process running.
  }

  private static String env(String name, String byDefault) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? byDefault : value;
  }
}
