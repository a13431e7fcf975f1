import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { COMPANION_WORKFLOW_TYPE } from '../../src/core/companion/companion.js';
import * as contract from '../../src/core/contract/contract.js';
import { JOB_WORKFLOW_TYPE } from '../../src/jobs/contract/job-contract.js';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface Schema {
  readonly $id: string;
  readonly $defs: Readonly<Record<string, unknown>>;
}

const schema = JSON.parse(read('docs/workflow-contract.schema.json')) as Schema;
const document = read('docs/workflow-contract.md');
const ajv = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
  strictTuples: false,
}).addSchema(schema);

function problemsOf(definition: string, value: unknown): string {
  const validate = ajv.getSchema(`${schema.$id}#/$defs/${definition}`);
  if (!validate) throw new Error(`There is no definition "${definition}"`);
  return validate(value) === true ? '' : ajv.errorsText(validate.errors);
}

/** Fenced blocks that say which definition they fit. */
const examples = [...document.matchAll(/^```json (\w+)\n(.*?)^```$/gms)].map(
  ([, definition = '', text = '']) => ({ definition, value: JSON.parse(text) as unknown }),
);

/** Something of a recorded history, as a Worker or a Client really wrote it. */
interface Recorded {
  readonly definition: string;
  readonly value: unknown;
}

interface Payload {
  readonly data: string;
}

const decode = ({ data }: Payload): unknown =>
  JSON.parse(Buffer.from(data, 'base64').toString('utf8'));

/** Which definition what is found under a memo key or as a Signal's argument has to fit. */
const DEFINITIONS: Readonly<Record<string, string>> = {
  'mcp.meta': 'meta',
  'mcp.task': 'state',
  'mcp.task.input': 'inputSignal',
  'mcp.task.cancel': 'cancelSignal',
  'mcp.task.clientTask': 'clientTaskSignal',
  'mcp.task.child': 'childSignal',
};

interface Event {
  readonly workflowExecutionStartedEventAttributes?: {
    readonly memo?: { readonly fields?: Readonly<Record<string, Payload>> };
  };
  readonly workflowPropertiesModifiedEventAttributes?: {
    readonly upsertedMemo: { readonly fields: Readonly<Record<string, Payload>> };
  };
  readonly workflowExecutionSignaledEventAttributes?: {
    readonly signalName: string;
    readonly input?: { readonly payloads?: readonly Payload[] };
  };
}

function recordedIn(event: Event): Recorded[] {
  const started = event.workflowExecutionStartedEventAttributes?.memo?.fields ?? {};
  const upserted = event.workflowPropertiesModifiedEventAttributes?.upsertedMemo.fields ?? {};
  const { signalName = '', input } = event.workflowExecutionSignaledEventAttributes ?? {};
  return [
    ...Object.entries({ ...started, ...upserted }),
    ...(input?.payloads ?? []).map((payload) => [signalName, payload] as const),
  ].flatMap(([name, payload]) => {
    const definition = DEFINITIONS[name];
    return definition === undefined ? [] : [{ definition, value: decode(payload) }];
  });
}

describe('docs/workflow-contract.md', () => {
  it('has an example of every shape that it names', () => {
    const named = [...document.matchAll(/`\$defs`:\s+`(\w+)`$/gm)].map(([, name]) => name);

    expect(new Set(examples.map(({ definition }) => definition))).toEqual(new Set(named));
  });

  it.each(examples)('has an example of "$definition" that fits the schema', (example) => {
    expect(problemsOf(example.definition, example.value)).toBe('');
  });

  it('names all that the code names', () => {
    const names = Object.entries(contract).flatMap(([constant, value]) =>
      /(_KEY|_SIGNAL|_TYPE)$/.test(constant) ? [String(value)] : [],
    );

    expect(names).toHaveLength(10);
    expect(names.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(examples.filter(({ definition }) => definition === 'state'))(
    'has a state that the server reads in full: $value.v',
    ({ value }) => {
      expect(contract.parseWorkflowState(value)).toEqual(value);
    },
  );
});

describe('docs/workflow-contract.schema.json', () => {
  // Companions and jobs are this package's own, and are told in no words of the contract.
  const histories = readdirSync(new URL('../support/replay/histories/', import.meta.url)).filter(
    (name) => ![COMPANION_WORKFLOW_TYPE, JOB_WORKFLOW_TYPE].some((type) => name.startsWith(type)),
  );

  it.each(histories)('fits all that was written in %s', (name) => {
    const { events } = JSON.parse(read(`test/support/replay/histories/${name}`)) as {
      events: Event[];
    };
    const recorded = events.flatMap(recordedIn);

    const problems = recorded.map(({ definition, value }) => problemsOf(definition, value));

    expect(recorded.length).toBeGreaterThan(1);
    expect(problems.filter((problem) => problem !== '')).toEqual([]);
  });

  it.each([
    ['meta', {}],
    ['state', { status: 'input_required' }],
    ['state', { status: 'working', inputRequests: { i1: {} } }],
    ['state', { v: 0 }],
    ['state', { updatedAt: 'now' }],
    ['state', { progressAt: 'now' }],
    ['state', { progress: 5 }],
    ['state', { status: 'working', clientTasks: { i1: { taskId: 't' } } }],
    ['clientTaskSignal', { i1: 't' }],
    ['clientTaskSignal', { i1: {} }],
    ['clientTaskSignal', { 'not a key': { taskId: 't' } }],
    ['inputSignal', { i1: 'yes' }],
    ['inputSignal', { i1: { action: 'maybe' } }],
    ['inputSignal', { 'not a key': { action: 'decline' } }],
    ['cancelSignal', { reason: 'Enough' }],
    ['childSignal', { state: {} }],
    ['jsonRpcErrorDetails', []],
    ['jsonRpcErrorDetails', [{ code: 'x', message: 'y' }]],
    ['progressHeartbeat', { progress: 5 }],
    ['inputRequest', { method: 'roots/list', params: {} }],
    ['formField', { type: 'string', pattern: '^a' }],
    ['formField', { type: 'object' }],
  ])('refuses as %s: %j', (definition, value) => {
    expect(problemsOf(definition, value)).not.toBe('');
  });
});
