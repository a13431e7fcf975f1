import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import { Client } from '@temporalio/client';
import { ExternalStorage, type PayloadCodec, type StorageDriver } from '@temporalio/common';
import proto from '@temporalio/proto';

import { asOwner } from '../../../src/core/task/viewer.js';
import { PATIENCE_MS } from '../../support/eventually.js';
import { whenClosed, withTasks } from '../../support/with-tasks.js';

const { CommandType } = proto.temporal.api.enums.v1;
const { Payload: PayloadMessage } = proto.temporal.api.common.v1;
type Command = proto.temporal.api.command.v1.ICommand;
type Payload = proto.temporal.api.common.v1.IPayload;

const given = withTasks({ worker: false });

/** Payloads as Workers in Go, Java and Python write them. */
const payload = (encoding: string, data: string, messageType = 'shop.v1.Receipt'): Payload => ({
  metadata: { encoding: Buffer.from(encoding), messageType: Buffer.from(messageType) },
  data: Buffer.from(data),
});
const PROTOBUF = payload('binary/protobuf', '\n\u0002ok');
const JSON_PROTOBUF = payload('json/protobuf', '{"receiptNumber":"R-1","total":12}');
/** A payload that the Worker has put into External Storage. */
const REFERENCE = payload(
  'json/protobuf',
  '{"driverName":"folder","claimData":{"key":"secret-key-1"}}',
  'temporal.api.sdk.v1.ExternalStorageReference',
);
/** A payload as a codec's own payload holds it. */
const encoded = (inner: Payload): Payload => ({
  metadata: { encoding: Buffer.from('binary/enveloped') },
  data: PayloadMessage.encode(inner).finish(),
});
/** The mark of Temporal's External Storage Specification (2026-09-30). */
const marked = ({ metadata, ...rest }: Payload): Payload => ({
  ...rest,
  metadata: { ...metadata, __temporal_external_storage_reference: Buffer.from('true') },
});
/** It decodes what {@link encoded} makes. */
const ENVELOPES: PayloadCodec = {
  encode: async (payloads) => Promise.resolve(payloads),
  decode: async (payloads) =>
    Promise.resolve(
      payloads.map((one) =>
        String(one.metadata?.['encoding']) === 'binary/enveloped'
          ? PayloadMessage.decode(one.data ?? new Uint8Array())
          : one,
      ),
    ),
};
/** JSON as Python writes it. */
const NON_NUMBERS = payload(
  'json/plain',
  '{"mean": NaN, "max": -Infinity, "n": 0, "text": "a NaN"}',
);

/** Takes the next Workflow Task as a Worker in any language does, and answers it with a command. */
const answerNext = async (command: Command): Promise<void> => {
  const { temporal, taskQueue } = given();
  const { namespace, identity } = temporal.options;
  const { workflowService } = temporal;
  await temporal.withDeadline(Date.now() + PATIENCE_MS, async () => {
    const { taskToken } = await workflowService.pollWorkflowTaskQueue({
      namespace,
      identity,
      taskQueue: { name: `${taskQueue}-by-hand` },
    });
    await workflowService.respondWorkflowTaskCompleted({
      namespace,
      identity,
      taskToken,
      commands: [command],
    });
  });
};

const complete = async (result: Payload): Promise<void> =>
  answerNext({
    commandType: CommandType.COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION,
    completeWorkflowExecutionCommandAttributes: { result: { payloads: [result] } },
  });

const upsertMemo = async (fields: Record<string, Payload>): Promise<void> =>
  answerNext({
    commandType: CommandType.COMMAND_TYPE_MODIFY_WORKFLOW_PROPERTIES,
    modifyWorkflowPropertiesCommandAttributes: { upsertedMemo: { fields } },
  });

describe('the memo of a workflow', () => {
  it('may hold what this server cannot decode', async () => {
    const { create, connect, owner } = given();
    const { taskId } = await create('answered_by_hand');

    await upsertMemo({ receipt: PROTOBUF });

    expect(await connect().get(asOwner({ owner }), taskId)).toMatchObject({
      taskId,
      phase: 'working',
    });
    expect((await connect().list(asOwner({ owner }))).tasks).toMatchObject([{ taskId }]);
  });

  it.each([
    ['no object', '"busy"'],
    ['an object whose members are of other types', '{"statusMessage":1,"progress":"50 %"}'],
  ])('may have %s as the state of the task', async (_what, state) => {
    const { create, connect, owner } = given();
    const created = await create('answered_by_hand');

    await upsertMemo({ 'mcp.task': payload('json/plain', state) });

    expect(await connect().get(asOwner({ owner }), created.taskId)).toEqual({
      ...created,
      readAt: expect.anything(),
    });
  });

  it('shows the state that a workflow keeps in it', async () => {
    const { create, connect, owner } = given();
    const { taskId } = await create('answered_by_hand');
    const state = {
      statusMessage: 'Half way',
      progress: { progress: 1, total: 2 },
      updatedAt: '2026-11-21T12:00:00.000Z',
    };

    await upsertMemo({ 'mcp.task': payload('json/plain', JSON.stringify(state)) });

    expect(await connect().get(asOwner({ owner }), taskId)).toMatchObject({
      statusMessage: 'Half way',
      progress: { progress: 1, total: 2 },
      lastUpdatedAt: '2026-11-21T12:00:00.000Z',
    });
  });
});

describe('the state of a task', () => {
  it('keeps all but a progress that is no number', async () => {
    const { create, connect, owner } = given();
    const { taskId } = await create('answered_by_hand');
    const state = '{"statusMessage": "Half way", "progress": {"progress": NaN, "total": 2}}';

    await upsertMemo({ 'mcp.task': payload('json/plain', state) });

    const task = await connect().get(asOwner({ owner }), taskId);
    expect(task).toMatchObject({ statusMessage: 'Half way' });
    expect(task.progress).toBeUndefined();
  });

  it('says why it cannot be read, and where the operator mends that', async () => {
    const { create, connect, owner } = given();
    const { taskId } = await create('answered_by_hand');

    await upsertMemo({ 'mcp.task': REFERENCE });

    const { statusMessage } = await connect().get(asOwner({ owner }), taskId);
    expect(statusMessage).toMatch(/External Storage.*--data-converter/);
    expect(statusMessage).not.toContain('secret-key');
  });

  it.each([
    ['a reference to External Storage', REFERENCE],
    ['an unknown encoding', PROTOBUF],
  ])('that the server has written and cannot read harms no list: %s', async (_what, meta) => {
    const { create, connect } = given();
    const owner = randomUUID();
    const other = await create('answered_by_hand', {}, { owner });
    await complete(JSON_PROTOBUF);
    const { taskId } = await create('answered_by_hand', {}, { owner });

    await upsertMemo({ 'mcp.meta': meta });

    const tasks = connect();
    await expect(tasks.get(asOwner({ owner }), taskId)).rejects.toThrow(
      /cannot read memo "mcp.meta".*--data-converter/,
    );
    expect((await tasks.list(asOwner({ owner }))).tasks).toMatchObject([{ taskId: other.taskId }]);
  });
});

describe('the result of a workflow', () => {
  it('can be read as soon as the codec of this server can decode it', async () => {
    const { create, connect, owner, temporal } = given();
    const { taskId } = await create('answered_by_hand');
    let isMended = false;
    const codec: PayloadCodec = {
      encode: async (payloads) => Promise.resolve(payloads),
      decode: async (payloads) => {
        const isResult = payloads.some(({ data }) => String(data).includes('R-17'));
        if (isResult && !isMended) throw new Error('The codec is out of order.');
        return Promise.resolve(payloads);
      },
    };
    const { connection } = temporal;
    const client = new Client({ connection, dataConverter: { payloadCodecs: [codec] } });
    const tasks = connect({ client });
    await complete(payload('json/plain', '{"receipt":"R-17"}'));

    const before = await tasks.waitFor(asOwner({ owner }), taskId, whenClosed());
    isMended = true;
    const after = await tasks.get(asOwner({ owner }), taskId);

    expect(before).toHaveProperty('outcome.result.isError', true);
    expect(after).toHaveProperty('outcome.result.structuredContent', { receipt: 'R-17' });
  });

  it.each([
    ['a reference that no codec has encoded', REFERENCE],
    ['a reference that a codec has encoded, by its mark', marked(encoded(REFERENCE))],
    ['a reference with the mark alone', marked(REFERENCE)],
  ])('is read from External Storage by %s', async (_what, result) => {
    const { create, connect, owner, temporal } = given();
    const { taskId } = await create('answered_by_hand');
    const driver: StorageDriver = {
      name: 'folder',
      type: 'folder',
      store: async () => Promise.reject(new Error('Nothing is stored here.')),
      retrieve: async () => Promise.resolve([encoded(payload('json/plain', '{"receipt":"R-18"}'))]),
    };
    const dataConverter = {
      payloadCodecs: [ENVELOPES],
      externalStorage: new ExternalStorage({ drivers: [driver] }),
    };
    const tasks = connect({
      client: new Client({ connection: temporal.connection, dataConverter }),
    });
    await complete(result);

    const task = await tasks.waitFor(asOwner({ owner }), taskId, whenClosed());

    expect(task).toHaveProperty('outcome.result.structuredContent', { receipt: 'R-18' });
  });

  it.each([
    ['binary Protobuf', PROTOBUF, /has no payload codec or converter.*binary\/protobuf/],
    ['External Storage', REFERENCE, /it is in External Storage/],
  ])(
    'in %s leaves the task completed, and says why it cannot be read',
    async (_what, result, why) => {
      const { create, closed, connect, owner } = given();
      const { taskId } = await create('answered_by_hand');

      await complete(result);

      const task = await closed(taskId);
      expect(task).toMatchObject({ phase: 'succeeded', outcome: { result: { isError: true } } });
      expect(task.statusMessage).toMatch(why);
      expect(task.statusMessage).toMatch(/The work is done.*--data-converter/);
      expect(JSON.stringify(task)).not.toContain('secret-key');
      expect((await connect().list(asOwner({ owner }))).tasks).toContainEqual(
        expect.objectContaining({ taskId }),
      );
    },
  );

  it('has null for numbers that JSON does not have, and the log says so', async () => {
    const { create, connect, owner } = given();
    const { taskId } = await create('answered_by_hand');
    const lines: unknown[] = [];
    const keep = (...line: unknown[]): void => void lines.push(line);
    const tasks = connect({ logger: { info: keep, warn: keep, error: keep } });

    await complete(NON_NUMBERS);

    expect(await tasks.waitFor(asOwner({ owner }), taskId, whenClosed())).toMatchObject({
      phase: 'succeeded',
      outcome: { result: { structuredContent: { mean: null, max: null, n: 0, text: 'a NaN' } } },
    });
    const about = expect.objectContaining({ workflowId: taskId });
    expect(lines).toStrictEqual([[about, expect.stringContaining('NaN or Infinity')]]);
  });

  it('in the JSON of Protobuf is JSON', async () => {
    const { create, closed } = given();
    const { taskId } = await create('answered_by_hand');

    await complete(JSON_PROTOBUF);

    expect(await closed(taskId)).toMatchObject({
      phase: 'succeeded',
      outcome: { result: { structuredContent: { receiptNumber: 'R-1', total: 12 } } },
    });
  });
});

describe('the failure of a workflow', () => {
  it.each([
    ['binary Protobuf', PROTOBUF],
    ['the JSON of Protobuf', JSON_PROTOBUF],
    ['External Storage', REFERENCE],
  ])('says what it says, whatever its details are, in %s', async (_what, detail) => {
    const { create, closed } = given();
    const { taskId } = await create('answered_by_hand');

    await answerNext({
      commandType: CommandType.COMMAND_TYPE_FAIL_WORKFLOW_EXECUTION,
      failWorkflowExecutionCommandAttributes: {
        failure: {
          message: 'The card was declined',
          stackTrace: 'at com.example.Shop.charge(Shop.java:42)',
          applicationFailureInfo: {
            type: 'CardDeclined',
            nonRetryable: true,
            details: { payloads: [detail] },
          },
        },
      },
    });

    expect(await closed(taskId)).toMatchObject({
      phase: 'toolError',
      statusMessage: 'The card was declined (CardDeclined)',
    });
  });
});
