/** A Worker can write into the memo what the contract does not allow. */
import { describe, expect, it } from '@jest/globals';
import { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';

import { readMemo } from '../../../../src/temporal/describe/describe-execution.js';
import { TemporalCalls } from '../../../../src/temporal/link/temporal-calls.js';
import { spentCpuMs } from '../../../support/spent-cpu-ms.js';

const question = (requestedSchema: unknown): object => ({
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Which one?', requestedSchema },
});
const small = { type: 'object', properties: { which: { type: 'string' } } };

async function read(inputRequests: string): ReturnType<typeof readMemo> {
  const payload: Payload = {
    metadata: { encoding: new TextEncoder().encode('json/plain') },
    data: new TextEncoder().encode(`{"status":"input_required","inputRequests":${inputRequests}}`),
  };
  return readMemo(new TemporalCalls(new Client(), 1_000), 'id', { 'mcp.task': payload });
}

describe('the state of a Workflow', () => {
  it('is read with its questions up to what the contract allows', async () => {
    const { state } = await read(JSON.stringify({ i1: question(small) }));

    expect(state).toMatchObject({ status: 'input_required', inputRequests: { i1: {} } });
  });

  it.each([
    [
      'a schema of 3,000 levels',
      `{"i1":${JSON.stringify(question(0)).replace(':0}', `:${'{"items":'.repeat(3_000)}{}${'}'.repeat(3_000)}}`)}}`,
      'has more than 64 levels of nesting',
    ],
    [
      '10,000 questions',
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`i${at}`, question(small)])),
      ),
      /has \d+ bytes, more than the limit of 32768/,
    ],
  ])('is said to be too much with %s, and shows no question', async (_what, questions, reason) => {
    const startedAtMs = spentCpuMs();
    const { state } = await read(questions);

    expect(state?.inputRequests).toBeUndefined();
    expect(state?.status).toBeUndefined();
    expect(state?.statusMessage).toMatch(reason);
    expect(spentCpuMs() - startedAtMs).toBeLessThan(2_000);
  });
});
