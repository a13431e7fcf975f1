/** Presets of `job`: maps in its own form, on which a tool's keys are laid. */

/** Refusals that pass. */
const THROTTLED = ['ThrottlingException', 'ThrottledException', 'TooManyRequestsException'];
/** Errors of AWS stand in `__type`, perhaps after a name and `#`. */
const isOfType = (types: readonly string[]): string =>
  types.map((type) => `ends_with($body.__type, '${type}')`).join(' || ');

export const PRESETS = {
  /** 202 with the address of a status monitor, as Azure and OGC API Processes have it. */
  location: {
    start: {
      ids: {
        url: '$headers."azure-asyncoperation" || $headers."operation-location" || $headers.location',
      },
    },
    poll: {
      url: '{$job.url}',
      state:
        "$body.status || $body.properties.provisioningState || ($code == `202` && 'Running' || 'Succeeded')",
      succeeded: ['Succeeded', 'succeeded', 'successful'],
      failed: ['Failed', 'failed'],
      cancelled: ['Canceled', 'canceled', 'Cancelled', 'cancelled', 'dismissed'],
      error: '{$body.error.message || $body.message}',
      progress: { done: '$body.percentComplete || $body.progress', total: '`100`' },
    },
  },
  /** An ID in the reply, and a GET with it. */
  status: {
    start: { ids: { id: '$body.id' } },
    poll: { state: '$body.status', error: '{$body.error.message || $body.error || $body.message}' },
  },
  /** google.longrunning.Operation. */
  operation: {
    start: { ids: { name: '$body.name' } },
    poll: {
      url: '/{+$job.name}',
      state:
        "$body.done && ($body.error && ($body.error.code == `1` && 'cancelled' || 'failed') || 'succeeded') || 'running'",
      succeeded: ['succeeded'],
      failed: ['failed'],
      cancelled: ['cancelled'],
      error: '{$body.error.message}',
      result: '$body.response',
    },
    cancel: { url: '/{+$job.name}:cancel' },
  },
  /** AWS Step Functions. */
  'step-functions': {
    headers: { 'Content-Type': 'application/x-amz-json-1.0' },
    start: {
      url: '/',
      headers: { 'X-Amz-Target': 'AWSStepFunctions.StartExecution' },
      idempotent: true,
      ids: { arn: '$body.executionArn' },
      existedIf: "$body.__type && ends_with($body.__type, 'ExecutionAlreadyExists')",
      retryIf: `$body.__type && (${isOfType([...THROTTLED, 'ExecutionLimitExceeded'])})`,
    },
    poll: {
      method: 'POST',
      url: '/',
      headers: { 'X-Amz-Target': 'AWSStepFunctions.DescribeExecution' },
      json: { executionArn: '{$job.arn}' },
      state: '$body.status',
      succeeded: ['SUCCEEDED'],
      failed: ['FAILED', 'TIMED_OUT'],
      cancelled: ['ABORTED'],
      error: "{join(': ', [$body.error, $body.cause][?@])}",
      result: '$body.output',
      // A new execution is not known at once.
      retryIf: `$body.__type && (${isOfType([...THROTTLED, 'ExecutionDoesNotExist'])})`,
    },
    result: { parse: true },
    cancel: {
      url: '/',
      headers: { 'X-Amz-Target': 'AWSStepFunctions.StopExecution' },
      json: { executionArn: '{$job.arn}' },
    },
  },
} as const satisfies Record<string, object>;

export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as [PresetName, ...PresetName[]];
export const DEFAULT_PRESET = 'status' satisfies PresetName;
