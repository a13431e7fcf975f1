import { describe, expect, it } from '@jest/globals';
import proto from '@temporalio/proto';

import { PATIENCE_MS } from '../../support/eventually.js';
import { withTasks } from '../../support/with-tasks.js';

const { CommandType } = proto.temporal.api.enums.v1;
type Command = proto.temporal.api.command.v1.ICommand;
type Payload = proto.temporal.api.common.v1.IPayload;

const given = withTasks({ worker: false });

/** Payloads as Workers in Go, Java and Python write them, and this one cannot be told what is in it. */
const payload = (encoding: string, data: string): Payload => ({
  metadata: { encoding: Buffer.from(encoding), messageType: Buffer.from('shop.v1.Receipt') },
  data: Buffer.from(data),
});
const PROTOBUF = payload('binary/protobuf', '\n\u0002ok');
const JSON_PROTOBUF = payload('json/protobuf', '{"receiptNumber":"R-1","total":12}');

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

    expect(await connect().get(taskId, owner)).toMatchObject({ taskId, phase: 'working' });
    expect((await connect().list(owner)).tasks).toMatchObject([{ taskId }]);
  });

  it.each([
    ['no object', '"busy"'],
    ['an object whose members are of other types', '{"statusMessage":1,"progress":"50 %"}'],
  ])('may have %s as the state of the task', async (_what, state) => {
    const { create, connect, owner } = given();
    const created = await create('answered_by_hand');

    await upsertMemo({ 'mcp.task': payload('json/plain', state) });

    expect(await connect().get(created.taskId, owner)).toStrictEqual({
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

    expect(await connect().get(taskId, owner)).toMatchObject({
      statusMessage: 'Half way',
      progress: { progress: 1, total: 2 },
      lastUpdatedAt: '2026-11-21T12:00:00.000Z',
    });
  });
});

describe('the result of a workflow', () => {
  it('in binary Protobuf has no JSON form', async () => {
    const { create, closed } = given();
    const { taskId } = await create('answered_by_hand');

    await complete(PROTOBUF);

    expect(await closed(taskId)).toMatchObject({
      phase: 'protocolError',
      statusMessage: 'The workflow returned something that has no JSON form.',
    });
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
