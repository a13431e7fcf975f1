import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { inspectNamespace } from '../../../src/check/inspect-namespace.js';
import { checkInputRequest } from '../../../src/core/contract/input-request.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { eventually } from '../../support/eventually.js';
import { languageCases, LONG_RUN_ITEMS } from '../../support/languages/language-cases.js';
import { LanguageHarness } from '../../support/languages/language-harness.js';
import {
  itIn,
  LANGUAGES,
  PREPARATION_TIMEOUT_MS,
} from '../../support/languages/prepare-language.js';

const REASON = 'The customer has changed her mind';
const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

it('has a case for each language', () => {
  expect(languageCases.map(({ language }) => language)).toStrictEqual(LANGUAGES);
});

describe.each(languageCases)('a worker in $language', ({ language, asking, plain }) => {
  const it = itIn(language);
  let harness: LanguageHarness;

  beforeAll(async () => {
    harness = await LanguageHarness.open(language);
  }, PREPARATION_TIMEOUT_MS);

  afterAll(async () => {
    await harness.close();
  });

  async function ask(): Promise<string> {
    const taskId = await harness.create(asking.tool, asking.arguments);
    await harness.untilAsked(taskId);
    return taskId;
  }

  /** The Activity that undid what was done; it must have been the last one. */
  async function readCleanUp(taskId: string): Promise<readonly unknown[] | undefined> {
    const last = (await harness.readActivities(taskId)).at(-1);
    return last?.type === asking.cleanUp && last.isCompleted ? last.arguments : undefined;
  }

  it('shows its question and its progress in the memo', async () => {
    const taskId = await ask();

    const state = await harness.readState(taskId);
    expect(state).toMatchObject({
      v: expect.any(Number),
      status: 'input_required',
      progress: asking.progress,
      progressAt: expect.stringMatching(ISO_INSTANT),
      inputRequests: {
        i1: {
          method: 'elicitation/create',
          params: { mode: 'form', message: asking.message },
          askedAt: expect.stringMatching(ISO_INSTANT),
        },
      },
      updatedAt: expect.stringMatching(ISO_INSTANT),
    });
    expect(state.cancel).toBeUndefined();
    const task = await harness.get(taskId);
    expect(task).toMatchObject({ phase: 'inputRequired', progress: asking.progress });
    const asked = task.questions.map(({ key, method, params, askedAt }) => [
      key,
      { method, params, askedAt },
    ]);
    expect(Object.fromEntries(asked)).toStrictEqual(state.inputRequests);
    expect(task.lastUpdatedAt).toBe(state.updatedAt);
    expect(task.questions.flatMap(checkInputRequest)).toStrictEqual([]);
  });

  it('goes on with the answer, and returns what its output schema says', async () => {
    const taskId = await ask();

    await harness.answer(taskId, { i1: { action: 'accept', content: asking.yes } });

    const { outcome } = await harness.untilClosed(taskId);
    expect(outcome).toMatchObject({
      kind: 'result',
      result: {
        structuredContent: { ...asking.whenYes, [asking.requester]: harness.ownerName },
      },
    });
    const result = outcome?.kind === 'result' ? outcome.result.structuredContent : undefined;
    expect(await harness.tool(asking.tool).output?.validate(result)).toStrictEqual([]);
    const state = await harness.readState(taskId);
    expect(state).toMatchObject({ status: 'working', progress: { progress: 3, total: 3 } });
    expect(state.inputRequests).toBeUndefined();
  });

  it('takes no for an answer, and undoes what it has done', async () => {
    const taskId = await ask();

    await harness.answer(taskId, { i1: { action: 'accept', content: asking.no } });

    const { outcome } = await harness.untilClosed(taskId);
    expect(outcome).toMatchObject({ result: { structuredContent: asking.whenNo } });
    expect(await readCleanUp(taskId)).toBeDefined();
  });

  it.each(['decline', 'cancel'])('takes "%s" for a no, whatever is beside it', async (action) => {
    for (const beside of [{}, { content: asking.yes }, { content: 'no' }]) {
      const taskId = await ask();

      await harness.answer(taskId, { i1: { action, ...beside } });

      const { outcome } = await harness.untilClosed(taskId);
      expect(outcome).toMatchObject({
        result: { structuredContent: { ...asking.whenNo, comment: '' } },
      });
    }
  });

  it('shows until when an answer counts, and takes none for a no', async () => {
    const taskId = await harness.create(asking.tool, {
      ...asking.arguments,
      [asking.deadline]: 5,
    });
    await harness.untilAsked(taskId);

    const { inputRequests } = await harness.readState(taskId);

    const { askedAt = '', answerBy } = inputRequests?.['i1'] ?? {};
    expect(Date.parse(answerBy ?? '')).toBe(Date.parse(askedAt) + 5_000);
    const { outcome } = await harness.untilClosed(taskId);
    expect(outcome).toMatchObject({
      result: { structuredContent: { ...asking.whenNo, comment: '' } },
    });
    expect(await harness.readState(taskId)).toMatchObject({ status: 'working' });
  });

  it('ignores answers to what it has not asked, and what is no answer', async () => {
    const taskId = await ask();
    const before = await harness.readState(taskId);

    await harness.answer(taskId, { i2: { action: 'accept', content: asking.no } });
    await harness.answer(taskId, { i1: 'yes' });
    await harness.answer(taskId, { i1: { action: 'maybe' } });
    await harness.answer(taskId, 'yes');
    await harness.untilIdle(taskId);

    expect(await harness.readState(taskId)).toEqual(before);
    await harness.answer(taskId, { i1: { action: 'accept', content: asking.yes }, i9: {} });
    const { outcome } = await harness.untilClosed(taskId);
    expect(outcome).toMatchObject({ result: { structuredContent: asking.whenYes } });
  });

  it('takes the first of two answers', async () => {
    const taskId = await ask();

    await harness.answer(taskId, { i1: { action: 'accept', content: asking.yes } });
    // The task may have ended by now.
    await harness.answer(taskId, { i1: { action: 'decline' } }).catch(() => undefined);

    const { outcome } = await harness.untilClosed(taskId);
    expect(outcome).toMatchObject({ result: { structuredContent: asking.whenYes } });
  });

  it('cleans up when it is cancelled, and says why', async () => {
    const taskId = await ask();

    await harness.cancel(taskId, REASON);

    expect(await harness.untilClosed(taskId)).toMatchObject({
      phase: 'cancelled',
      outcome: { kind: 'cancelled' },
    });
    expect(JSON.stringify(await readCleanUp(taskId))).toContain(REASON);
    const state = await harness.readState(taskId);
    expect(state).toMatchObject({
      status: 'working',
      cancel: { reason: REASON, by: 'client', at: expect.stringMatching(ISO_INSTANT) },
    });
    expect(state.inputRequests).toBeUndefined();
  });

  it('cleans up when somebody cancels it past this server', async () => {
    const taskId = await ask();

    await harness.client.workflow.getHandle(taskId).cancel();

    expect(await harness.untilClosed(taskId)).toHaveProperty('phase', 'cancelled');
    expect(await readCleanUp(taskId)).toBeDefined();
    expect((await harness.readState(taskId)).cancel).toBeUndefined();
  });

  it('shows the progress of a Workflow that knows nothing of MCP, by its heartbeats', async () => {
    const taskId = await harness.create(plain.tool, plain.long);

    const first = await harness.until(taskId, ({ progress }) => progress !== undefined);
    const later = await harness.until(
      taskId,
      ({ progress }) => (progress?.progress ?? 0) > (first.progress?.progress ?? 0),
    );

    expect(later).toMatchObject({
      phase: 'working',
      progress: { total: LONG_RUN_ITEMS, message: expect.stringContaining(' of 10000 ') },
    });
    expect(await harness.readState(taskId)).toBeUndefined();
    await harness.cancel(taskId, REASON);
    expect(await harness.untilClosed(taskId)).toHaveProperty('phase', 'cancelled');
  });

  it('returns the result of a Workflow that knows nothing of MCP', async () => {
    const taskId = await harness.create(plain.tool, plain.short);

    const { outcome } = await harness.untilClosed(taskId);
    expect(outcome).toMatchObject({
      kind: 'result',
      result: { structuredContent: plain.whenShort },
    });
    const result = outcome?.kind === 'result' ? outcome.result.structuredContent : undefined;
    expect(await harness.tool(plain.tool).output?.validate(result)).toStrictEqual([]);
  });

  it('is known to check, with a Query that it lacks', async () => {
    await harness.untilClosed(await harness.create(plain.tool, plain.short));
    await ask();
    const names = [plain.tool, asking.tool];
    const tools = new Map(names.map((name) => [name, harness.tool(name)] as const));
    const { type, taskQueue } = harness.tool(asking.tool).start;
    const { actions } = parseManifest(
      JSON.stringify({
        tools: { [asking.tool]: { workflow: { type, taskQueue } } },
        actions: { ask: { workflow: type, query: 'nobodyHasThis' } },
      }),
    );
    const inspected = { tools, actions, server: { name: 'tests' } };

    const told = await eventually('visibility has both', async () => {
      const findings = await inspectNamespace(harness.client, inspected);
      const ofTools = findings.filter(({ tool }) => tool !== undefined);
      const ran = ofTools.filter(({ message }) => message.includes(' ran on '));
      return ran.length === names.length ? ofTools : undefined;
    });

    expect(told.filter(({ level }) => level !== 'ok')).toMatchObject([
      {
        level: 'problem',
        tool: asking.tool,
        message: expect.stringContaining('the action ask needs the Query "nobodyHasThis"'),
      },
    ]);
  });

  it('is known to check by its SDK, which may fail on an argument too many', async () => {
    for (const input of [plain.short, plain.short])
      await harness.untilClosed(await harness.create(plain.tool, input));
    const { type, taskQueue } = harness.tool(plain.tool).start;
    const input = { type: 'object', properties: { note: { type: 'string' } } };
    const workflow = { type, taskQueue, arguments: [{ value: plain.short }, 'note'] };
    const { tools } = parseManifest(JSON.stringify({ tools: { noted: { workflow, input } } }));
    const inspected = { tools, server: { name: 'tests' } };

    const told = await eventually('visibility has both runs', async () => {
      const findings = await inspectNamespace(harness.client, inspected);
      return findings.find(({ message }) => / by (?:[2-9]|\d\d) starts seen/.test(message));
    });

    const failsOnMore = {
      level: 'warning',
      message: expect.stringContaining('passes up to 2 arguments, and at most 1 were seen'),
    };
    expect(told).toMatchObject(language === 'python' ? failsOnMore : { level: 'ok' });
  });

  it('goes on after its last heartbeat when the worker is killed', async () => {
    const taskId = await harness.create(plain.tool, plain.long);
    await harness.until(taskId, ({ progress }) => (progress?.progress ?? 0) > 1);

    await harness.killWorker();
    const before = (await harness.get(taskId)).progress?.progress ?? 0;
    await harness.startWorker();

    const { progress } = await harness.until(
      taskId,
      (task) =>
        task.progress?.progress !== before && /attempt [2-9]/.test(task.statusMessage ?? ''),
    );
    expect(progress?.progress).toBeGreaterThan(before);
  });

  it('keeps questions while it is away, and takes up what came meanwhile', async () => {
    const answered = await ask();
    const cancelled = await ask();
    const untouched = await ask();

    await harness.stopWorker();
    await harness.answer(answered, { i1: { action: 'accept', content: asking.yes } });
    await harness.cancel(cancelled, REASON);
    expect(await harness.get(untouched)).toHaveProperty('phase', 'inputRequired');
    await harness.startWorker();

    expect(await harness.untilClosed(answered)).toMatchObject({
      outcome: { result: { structuredContent: asking.whenYes } },
    });
    expect(await harness.untilClosed(cancelled)).toHaveProperty('phase', 'cancelled');
    expect(JSON.stringify(await readCleanUp(cancelled))).toContain(REASON);
    expect(await harness.get(untouched)).toHaveProperty('phase', 'inputRequired');
  });
});
