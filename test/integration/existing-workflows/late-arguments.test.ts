/** Texts and expressions that are read after the start: each gets the arguments of the call, whatever else reads them. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import * as z from 'zod';

import type { ToolDefinition } from '../../../src/core/tool/tool-definition.js';
import { Leaf, leavesIn, type Written } from '../../../src/definition/leaves.js';
import { placeBeforeStart } from '../../../src/definition/roots.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { toolKeys } from '../../../src/manifest/tool/tool-schema.js';
import { CallScopeReader } from '../../../src/temporal/declared/call-scope-reader.js';
import { describeWorkflow } from '../../../src/temporal/describe/describe-execution.js';
import { TemporalCalls } from '../../../src/temporal/link/temporal-calls.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

const FORM = { message: '1', properties: {} };
/** A tool with every key that is read after the start, none of which reads an argument. */
const FULL = {
  workflow: { type: 'w', taskQueue: 'q' },
  input: { type: 'object', properties: { due: { type: 'string' } } },
  status: { memo: 'm', text: '1' },
  progress: { memo: 'm', done: '`1`', total: '`1`', message: '`1`' },
  questions: {
    early: { ...FORM, if: '`1`' },
    late: {
      ...FORM,
      when: { memo: 'm', value: '`1`', id: '`1`' },
      answer: { signal: 's', arguments: ['`1`', { bytes: '`1`' }] },
      decline: { signal: 's', arguments: ['`1`', { bytes: '`1`' }] },
      answerBy: '`1`',
    },
  },
  result: {
    structured: '`1`',
    text: '1',
    resource: { content: '`1`', name: '1' },
  },
};

function leavesOf(tool: object): readonly Written[] {
  const place = placeBeforeStart('a', ['due'], {});
  return leavesIn(toolKeys, toolKeys.parse(tool), { path: [], place });
}

/** Those that are read once the task has an ID, where arguments are known. */
function lateLeaves(): readonly Written[] {
  return leavesOf(FULL).filter(
    ({ place: { roots, lost } }) => 'task' in roots && !lost?.names.includes('due'),
  );
}

/** A tool whose only reader of an argument is this text or expression. */
function readingOnly({ path, kind }: Written): ToolDefinition {
  const tool = structuredClone(FULL);
  const parent = path
    .slice(0, -1)
    .reduce<object>((one, key) => Reflect.get(one, key) as object, tool);
  Reflect.set(parent, path.at(-1) ?? '', kind === 'text' ? '{due}' : 'due');
  const parsed = parseManifest(JSON.stringify({ tools: { a: tool } })).tools.get('a');
  if (!parsed) throw new Error('The tool is missing.');
  return parsed;
}

/** The paths of all texts and expressions that a schema can have, without names and positions. */
function pathsOf(schema: z.core.$ZodType, path: readonly string[] = []): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'union') return def.options.flatMap((option) => pathsOf(option, path));
  const probe = (schema as z.ZodType).safeParse('`1`');
  if (probe.data instanceof Leaf) return [path.join('.')];
  if (def.type === 'optional' || def.type === 'nullable') return pathsOf(def.innerType, path);
  if (def.type === 'pipe') return pathsOf(def.in, path);
  if (def.type === 'array') return pathsOf(def.element, path);
  if (def.type === 'record') return pathsOf(def.valueType, path);
  if (def.type !== 'object') return [];
  return Object.entries(def.shape).flatMap(([key, inner]) => pathsOf(inner, [...path, key]));
}

const taskId = `late-${randomUUID()}`;
let connection: Connection;
let calls: TemporalCalls;

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  const client = new Client({ connection });
  await client.workflow.start('w', {
    workflowId: taskId,
    taskQueue: taskId,
    args: [{ due: 'tomorrow' }],
  });
  calls = new TemporalCalls(client, 10_000);
});

afterAll(async () => {
  await calls.client.workflow.getHandle(taskId).terminate();
  await connection.close();
});

describe('an argument of the call', () => {
  it.each(lateLeaves().map((leaf) => [leaf.path.join('.'), leaf] as const))(
    'reaches %s alone',
    async (path, leaf) => {
      const execution = await describeWorkflow(calls, taskId);
      const isOpen = !path.startsWith('result');

      const scope = await new CallScopeReader(calls).read(readingOnly(leaf), {
        taskId,
        execution: { ...execution, isOpen },
        meta: {},
      });

      expect(scope['input']).toStrictEqual({ due: 'tomorrow' });
    },
  );

  it('is not read where nothing names it', async () => {
    const tool = parseManifest(JSON.stringify({ tools: { a: FULL } })).tools.get('a');
    const execution = await describeWorkflow(calls, taskId);

    const scope = await new CallScopeReader(calls).read(tool, { taskId, execution, meta: {} });

    expect(scope['input']).toBeUndefined();
  });

  it('is tried at every key of the schema that is read after the start', () => {
    const { status, progress, questions, result } = toolKeys.shape;
    const known = pathsOf(z.strictObject({ status, progress, questions, result }));
    const tried = leavesOf(FULL).map(({ path }) =>
      path.filter((key) => typeof key === 'string' && key !== 'early' && key !== 'late').join('.'),
    );

    expect([...new Set(tried)].sort()).toStrictEqual([...new Set(known)].sort());
  });
});
