package payloads;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.common.v1.Payload;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.payload.storage.ExternalStorage;
import io.temporal.payload.storage.StorageDriver;
import io.temporal.payload.storage.StorageDriverClaim;
import io.temporal.payload.storage.StorageDriverRetrieveContext;
import io.temporal.payload.storage.StorageDriverStoreContext;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Puts large payloads into External Storage, as the Worker in Python beside this does. */
final class PayloadsWorker {
  /** Stores payloads as files. */
  record FolderDriver(Path folder) implements StorageDriver {
    @Override
    public String getName() {
      return "folder";
    }

    @Override
    public String getType() {
      return "folder";
    }

    @Override
    public CompletableFuture<List<StorageDriverClaim>> store(
        StorageDriverStoreContext context, List<Payload> payloads) {
      List<StorageDriverClaim> claims = new ArrayList<>();
      try {
        for (Payload payload : payloads) {
          String key = "secret-key-" + UUID.randomUUID();
          Files.write(folder.resolve(key), payload.toByteArray());
          claims.add(new StorageDriverClaim(Map.of("key", key)));
        }
      } catch (IOException e) {
        return CompletableFuture.failedFuture(e);
      }
      return CompletableFuture.completedFuture(claims);
    }

    @Override
    public CompletableFuture<List<Payload>> retrieve(
        StorageDriverRetrieveContext context, List<StorageDriverClaim> claims) {
      List<Payload> payloads = new ArrayList<>();
      try {
        for (StorageDriverClaim claim : claims) {
          Path file = folder.resolve(claim.getClaimData().get("key"));
          payloads.add(Payload.parseFrom(Files.readAllBytes(file)));
        }
      } catch (IOException e) {
        return CompletableFuture.failedFuture(e);
      }
      return CompletableFuture.completedFuture(payloads);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Input(int size, String text) {}

  @WorkflowInterface
  public interface Report {
    @WorkflowMethod
    Map<String, Object> report(Input input);
  }

  /** Returns more than Temporal takes. */
  public static class ReportImpl implements Report {
    @Override
    public Map<String, Object> report(Input input) {
      return Map.of("report", "x".repeat(3 << 20), "given", input.text().length());
    }
  }

  @WorkflowInterface
  public interface Show {
    @WorkflowMethod
    void show(Input input);

    @QueryMethod
    Map<String, Object> look();

    @UpdateMethod
    Map<String, Object> count();

    @UpdateMethod(name = "measure_text")
    Map<String, Object> measureText(Input input);
  }

  /** Shows a state of this size in all places, until it is ended. */
  public static class ShowImpl implements Show {
    private final Measuring measuring =
        Workflow.newActivityStub(
            Measuring.class,
            ActivityOptions.newBuilder()
                .setStartToCloseTimeout(Duration.ofMinutes(5))
                .setHeartbeatTimeout(Duration.ofSeconds(30))
                .build());
    private String more = "";

    @Override
    public void show(Input input) {
      more = "x".repeat(input.size());
      Workflow.upsertMemo(Map.of("order", Map.of("stage", "packing", "more", more)));
      measuring.measure(more);
    }

    @Override
    public Map<String, Object> look() {
      return Map.of("more", more);
    }

    @Override
    public Map<String, Object> count() {
      return Map.of("more", more);
    }

    @Override
    public Map<String, Object> measureText(Input input) {
      return Map.of("length", input.text().length());
    }
  }

  @ActivityInterface
  public interface Measuring {
    @ActivityMethod(name = "measure")
    void measure(String more);
  }

  public static class MeasuringImpl implements Measuring {
    @Override
    public void measure(String more) {
      try {
        while (true) {
          Activity.getExecutionContext().heartbeat(Map.of("done", 3, "more", more));
          Thread.sleep(200);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  public static void main(String[] args) {
    WorkflowServiceStubs service =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder()
                .setTarget(System.getenv("TEMPORAL_ADDRESS"))
                .build());
    StorageDriver driver = new FolderDriver(Path.of(System.getenv("PAYLOADS_STORE")));
    WorkflowClient client =
        WorkflowClient.newInstance(
            service,
            WorkflowClientOptions.newBuilder()
                .setNamespace(System.getenv("TEMPORAL_NAMESPACE"))
                .setExternalStorage(
                    ExternalStorage.newBuilder()
                        .setDriver(driver)
                        .setPayloadSizeThreshold(1024)
                        .build())
                .build());
    WorkerFactory factory = WorkerFactory.newInstance(client);
    Worker worker =
        factory.newWorker(
            System.getenv("PAYLOADS_JAVA_TASK_QUEUE"),
            WorkerOptions.newBuilder()
                .setMaxHeartbeatThrottleInterval(Duration.ofMillis(200))
                .build());
    worker.registerWorkflowImplementationTypes(ReportImpl.class, ShowImpl.class);
    worker.registerActivitiesImplementations(new MeasuringImpl());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  factory.shutdownNow();
                  factory.awaitTermination(5, TimeUnit.SECONDS);
                  service.shutdownNow();
                }));
    factory.start();
  }
}
