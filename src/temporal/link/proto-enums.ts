import proto from '@temporalio/proto';

/**
 * The service's own enumerations. Node.js finds no named exports in this CommonJS package.
 */
export const {
  ActivityExecutionStatus,
  ActivityIdConflictPolicy,
  ActivityIdReusePolicy,
  ContinueAsNewInitiator,
  EventType,
  HistoryEventFilterType,
  IndexedValueType,
  PendingActivityState,
  PendingWorkflowTaskState,
  RetryState,
  TaskQueueType,
  TimeoutType,
  UpdateWorkflowExecutionLifecycleStage,
  VersioningBehavior,
  WorkerVersioningMode,
  WorkflowExecutionStatus,
  WorkflowTaskFailedCause,
} = proto.temporal.api.enums.v1;
