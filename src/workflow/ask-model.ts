import type { ApplicationFailure } from '@temporalio/workflow';

import {
  checkInputResponse,
  InputMethod,
  type InputRequest,
  type InputResponse,
} from '../core/contract/input-request.js';
import { isRecord } from '../core/value/is-record.js';

import { TaskFailureType, toFailure } from './failures.js';
import { type OpenInputRequests, toAskOptions } from './input-requests.js';
import type { SamplingAnswer, SamplingRequest } from './questions.js';

export async function askModel(
  inputs: OpenInputRequests,
  { name, deadlineMs, ...params }: SamplingRequest,
): Promise<SamplingAnswer> {
  const request = { method: InputMethod.sample, params };
  return inputs.ask(request, toAskOptions({ name, deadlineMs }), (response) =>
    toSamplingAnswer(request, response),
  );
}

function toSamplingAnswer(
  request: InputRequest,
  response: InputResponse | undefined,
): SamplingAnswer {
  if (response === undefined) throw toSamplingFailure('The client did not answer in time.');
  const { error } = response;
  if (error !== undefined) {
    const message = isRecord(error) ? error['message'] : undefined;
    const reason = typeof message === 'string' ? message : 'The client gave no reason.';
    throw toSamplingFailure(`The client refused: ${reason}`, error);
  }
  const [violation] = checkInputResponse(request, response);
  if (violation) throw toSamplingFailure(`The client's answer ${violation.message}.`);
  return response as unknown as SamplingAnswer;
}

function toSamplingFailure(message: string, ...details: unknown[]): ApplicationFailure {
  return toFailure(TaskFailureType.samplingFailed, message, ...details);
}
