import proto from '@temporalio/proto';

/** The service's own enumerations. The package is CommonJS, and its names are not seen as named exports. */
export const {
  ContinueAsNewInitiator,
  EventType,
  HistoryEventFilterType,
  IndexedValueType,
  PendingActivityState,
  PendingWorkflowTaskState,
  TaskQueueType,
  WorkflowExecutionStatus,
} = proto.temporal.api.enums.v1;
