/** Executions that a rule of the manifest gives to one person, attacked by another. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from '@jest/globals';
import { defineSearchAttributeKey } from '@temporalio/common';

import {
  ATTACKED_REVISIONS,
  type AttackedRevision,
  type AttackedServer,
  type Channel,
} from '../../support/attacks/attacked-server.js';
import { type Attack, ATTACKS } from '../../support/attacks/attacks.js';
import { withAttackedServer } from '../../support/attacks/with-attacked-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';
import { eventually } from '../../support/eventually.js';

const CUSTOMER = defineSearchAttributeKey('Customer', 'KEYWORD');

const there = withAttackedServer(
  fileURLToPath(new URL('../../support/attacks/attacked-adoption.yaml', import.meta.url)),
);

/** A customer with a unique name, whose reports another system starts. */
const ADA = `ada-${randomUUID()}`;
let report: string;
let before: unknown;

const follow: Attack = {
  title: 'follow',
  method: 'tools/call',
  handle: 'task',
  params: (taskId) => ({ name: 'follow', arguments: { workflow_id: taskId } }),
};

const followDropped: Attack = {
  ...follow,
  params: (taskId) => ({ name: 'follow_dropped', arguments: { workflow_id: taskId } }),
};

const getTask: Attack = {
  title: 'tasks/get',
  method: 'tasks/get',
  handle: 'task',
  params: (taskId) => ({ taskId }),
};

/** The attacks that need no action. The manifest of this suite has no actions. */
function attacksOf(revision: AttackedRevision): readonly Attack[] {
  const isThere = ({ title, handle }: Attack): boolean =>
    handle === 'task' && !title.includes('purchase') && !/amount|update_result/.test(title);
  return [...ATTACKS[revision].filter(isThere), follow];
}

async function look(): Promise<unknown> {
  const { status, historyLength, raw } = await there().describe(report);
  return [status.name, historyLength, raw.workflowExtendedInfo?.cancelRequested];
}

beforeAll(async () => {
  const { temporal, taskQueue } = there();
  report = `report-${randomUUID()}`;
  const handle = await temporal.workflow.start('writeReport', {
    workflowId: report,
    taskQueue,
    args: [{ report: { id: 'r' }, rowCount: 2 }, 50],
    typedSearchAttributes: [{ key: CUSTOMER, value: ADA }],
  });
  await handle.result();
  await eventually('its end in visibility', async () => {
    const query = `WorkflowId = '${report}' AND ExecutionStatus = 'Completed'`;
    return (await temporal.workflow.count(query)).count > 0;
  });
  before = await look();
});

const WAYS = ATTACKED_REVISIONS.flatMap((revision) =>
  (['HTTP', 'stdio'] as const).map((transport) => [transport, revision] as const),
);

async function connect(
  server: AttackedServer,
  [transport, revision]: (typeof WAYS)[number],
): Promise<Channel> {
  return transport === 'HTTP' ? server.connectHttp('eve', revision) : server.connectStdio(revision);
}

async function tryOn(channel: Channel, attack: Attack, taskId: string): Promise<unknown> {
  const { status, headers, text } = await channel.send(attack.method, attack.params(taskId));
  return { status, headers, text: text.replaceAll(taskId, 'ID') };
}

/** Starts a task of Ada's, and waits for a later run of it that lacks what the first run had. */
async function startContinued(ada: Channel, drops: string): Promise<string> {
  const id = randomUUID();
  await ada.send('tools/call', { name: 'drop', arguments: { id, drops }, task: {} });
  const taskId = `dropped-${id}`;
  await eventually('the next run', async () => {
    const { raw } = await there().describe(taskId);
    const { execution, firstRunId } = raw.workflowExecutionInfo ?? {};
    return execution?.runId !== firstRunId;
  });
  return taskId;
}

const isStream = (told: unknown): boolean => JSON.stringify(told).includes('text/event-stream');

describe('an execution that is somebody else’s by a rule', () => {
  verifies(
    ['A-074', 'A-098'],
    'is like one that never was for every operation, in both generations, over both transports',
    async () => {
      // Each way has its own server, because a server makes only a few visibility calls a second.
      await Promise.all(
        WAYS.map(async (way) => {
          const server = await there().startAnother();
          const channel = await connect(server, way);
          // This call makes the server read what it reads of a namespace only once.
          await tryOn(channel, follow, 'report-of-nobody');
          for (const attack of attacksOf(way[1])) {
            const attempt = async (taskId: string): Promise<unknown> => {
              server.counter.reset();
              const told = await tryOn(channel, attack, taskId);
              return [way, attack.title, told, server.cost()];
            };
            let [told, ofNone] = [await attempt(report), await attempt(`report-${randomUUID()}`)];
            // On a busy machine, either answer may take so long that it becomes a stream.
            for (let left = 5; left > 0 && isStream(told) !== isStream(ofNone); left -= 1)
              [told, ofNone] = [await attempt(report), await attempt(`report-${randomUUID()}`)];

            expect(told).toStrictEqual(ofNone);
            expect(JSON.stringify(told)).toMatch(/not found|forbidden|"taskIds\\":\[\]/i);
            expect(JSON.stringify(told)).not.toContain('"ListWorkflowExecutions"');
          }
        }),
      );

      expect(await look()).toStrictEqual(before);
    },
  );

  verifies(['A-074'], 'is its owner’s', async () => {
    const server = await there().startAnother();
    for (const revision of ATTACKED_REVISIONS) {
      const own = server.connectHttp(ADA, revision);
      const told = attacksOf(revision).map(async (attack) => tryOn(own, attack, report));

      for (const text of (await Promise.all(told)).map((one) => JSON.stringify(one))) {
        expect(text).not.toMatch(/not found|forbidden|"taskIds\\":\[\]/i);
      }
    }
  });
});

describe('a task that continues as new, under an ID that a rule gives to everybody', () => {
  it.each(['memo', 'attributes', 'both', 'owner'])(
    'stays its owner’s and unknown to others, when the next run lacks: %s',
    async (drops) => {
      const server = await there().startAnother();
      const ada = server.connectHttp(ADA, '2025-11-25');
      const taskId = await startContinued(ada, drops);
      for (const revision of ATTACKED_REVISIONS) {
        const eve = server.connectHttp('eve', revision);
        const own = server.connectHttp(ADA, revision);
        for (const attack of [...attacksOf(revision), followDropped]) {
          const told = await tryOn(eve, attack, taskId);

          expect([attack.title, told]).toStrictEqual([
            attack.title,
            await tryOn(eve, attack, `dropped-${randomUUID()}`),
          ]);
        }
        expect(await tryOn(own, getTask, taskId)).not.toStrictEqual(
          await tryOn(eve, getTask, taskId),
        );
      }
      const listed = await server.connectHttp('eve', '2025-11-25').send('tasks/list', {});
      const { status } = await there().describe(taskId);

      expect(listed.text).not.toContain(taskId);
      expect(status.name).toBe('RUNNING');
      await there().temporal.workflow.getHandle(taskId).terminate('the test is over');
    },
  );
});
