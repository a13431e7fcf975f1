package samples;

import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs all of these Workflows and Activities, until SIGTERM or SIGINT. */
final class SamplesWorker {
  public static void main(String[] args) {
    WorkflowServiceStubs service =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder()
                .setTarget(System.getenv().getOrDefault("TEMPORAL_ADDRESS", "localhost:7233"))
                .build());
    WorkflowClient client =
        WorkflowClient.newInstance(
            service,
            WorkflowClientOptions.newBuilder()
                .setNamespace(System.getenv().getOrDefault("TEMPORAL_NAMESPACE", "default"))
                .build());
    WorkerFactory factory = WorkerFactory.newInstance(client);
    Worker worker =
        factory.newWorker(
            System.getenv().getOrDefault("SAMPLES_JAVA_TASK_QUEUE", "samples-java"),
            WorkerOptions.newBuilder()
                .setMaxHeartbeatThrottleInterval(Duration.ofMillis(200))
                .build());
    worker.registerWorkflowImplementationTypes(
        MoneyTransfer.AccountTransferWorkflowImpl.class,
        TripBooking.TripBookingWorkflowImpl.class,
        CustomerLoyalty.CustomerLoyaltyWorkflowImpl.class,
        ExpenseApproval.ExpenseWorkflowImpl.class,
        OrderTaking.OrderWorkflowImpl.class,
        PeriodicPolling.PollingWorkflowImpl.class,
        PeriodicPolling.PollingChildWorkflowImpl.class,
        HeartbeatingBatch.HeartbeatingActivityBatchWorkflowImpl.class,
        BatchIteration.IteratorBatchWorkflowImpl.class,
        Greetings.GreetingWorkflowImpl.class,
        Greetings.GreetingChildImpl.class,
        InvoiceRun.InvoiceRunWorkflowImpl.class);
    worker.registerActivitiesImplementations(
        new MoneyTransfer.AccountImpl(),
        new TripBooking.TripBookingActivitiesImpl(),
        new ExpenseApproval.ExpenseActivitiesImpl(),
        new OrderTaking.PriceActivitiesImpl(),
        new PeriodicPolling.PollingActivitiesImpl(),
        new HeartbeatingBatch.RecordProcessorActivityImpl(),
        new InvoiceRun.InvoiceActivitiesImpl());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  factory.shutdown();
                  factory.awaitTermination(5, TimeUnit.SECONDS);
                  factory.shutdownNow();
                  service.shutdownNow();
                }));
    factory.start();
  }
}
