package samples;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Saga;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;

/** A saga: if a booking fails, it cancels the earlier bookings from last to first. */
final class TripBooking {
  public record Booking(String car, String hotel, String flight) {}

  @WorkflowInterface
  public interface TripBookingWorkflow {
    @WorkflowMethod
    Booking bookTrip(String name);
  }

  @ActivityInterface
  public interface TripBookingActivities {
    String reserveCar(String name);

    String bookHotel(String name);

    String bookFlight(String name);

    void cancelCar(String name);

    void cancelHotel(String name);

    void cancelFlight(String name);
  }

  public static class TripBookingWorkflowImpl implements TripBookingWorkflow {
    private final TripBookingActivities activities =
        Workflow.newActivityStub(
            TripBookingActivities.class,
            ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofSeconds(10)).build());

    @Override
    public Booking bookTrip(String name) {
      Saga saga = new Saga(new Saga.Options.Builder().setParallelCompensation(false).build());
      try {
        // Added before each booking, because a failed Activity may still have booked.
        saga.addCompensation(activities::cancelCar, name);
        String car = activities.reserveCar(name);
        saga.addCompensation(activities::cancelHotel, name);
        String hotel = activities.bookHotel(name);
        saga.addCompensation(activities::cancelFlight, name);
        return new Booking(car, hotel, activities.bookFlight(name));
      } catch (ActivityFailure e) {
        Workflow.newDetachedCancellationScope(saga::compensate).run();
        throw e;
      }
    }
  }

  public static class TripBookingActivitiesImpl implements TripBookingActivities {
    @Override
    public String reserveCar(String name) {
      return "car of " + name;
    }

    @Override
    public String bookHotel(String name) {
      return "hotel of " + name;
    }

    @Override
    public String bookFlight(String name) {
      if (!name.equals("Icarus")) return "flight of " + name;
      throw ApplicationFailure.newNonRetryableFailure("Icarus must not fly", "Refused");
    }

    @Override
    public void cancelCar(String name) {}

    @Override
    public void cancelHotel(String name) {}

    @Override
    public void cancelFlight(String name) {}
  }
}
