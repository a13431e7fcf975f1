/** The steps of the demo. Each step stands alone; together they take about 25 seconds. */
import { McpError } from '@modelcontextprotocol/sdk/types.js';

import type { Call, Storyteller } from './storyteller.js';

interface OrderDetails {
  readonly quantity: number;
  readonly cardToken: string;
}

/** A little more than the poll interval, so that the client sees every page. */
const PAGE_MS = 1_200;

/** A call that orders teapots; each step of the order takes `stepMs`. */
function order(orderId: string, stepMs: number, other: Partial<OrderDetails> = {}): Call {
  const { quantity = 2, cardToken = 'tok_visa' } = other;
  return {
    name: 'fulfill_order',
    arguments: {
      orderId,
      items: [{ sku: 'teapot', quantity, unitPriceCents: 2450 }],
      cardToken,
      address: '1 Harbour Street',
      stepMs,
    },
  };
}

async function listTools({ client, narrator }: Storyteller): Promise<void> {
  narrator.step('The tools (tools/list)');
  narrator.say(
    'Each is a Temporal workflow. Clients see which can, must or must not run as a task.',
  );
  const { tools } = await client.listTools();
  narrator.facts(
    tools.map(({ name, title = '', execution }) => [
      name,
      `task ${(execution?.taskSupport ?? 'forbidden').padEnd(9)}  ${title}`,
    ]),
  );
}

async function generateReport(teller: Storyteller): Promise<void> {
  teller.narrator.step('A report, as a task');
  teller.narrator.say(
    'Created at once, polled while pages are rendered, collected when it is done.',
  );
  const task = await teller.create({
    name: 'generate_report',
    arguments: { title: 'Annual report', pages: 4, pageMs: PAGE_MS },
  });
  await teller.poll(task);
  await teller.collect(task);
}

async function fulfillOrder(teller: Storyteller): Promise<void> {
  teller.narrator.step('An order, by a plain call');
  teller.narrator.say('The same kind of workflow; this client has chosen to wait for its result.');
  await teller.call(order('A-1001', 300));
}

async function approveOrder(teller: Storyteller): Promise<void> {
  teller.narrator.step('An order that a person has to approve');
  teller.narrator.say('It is above 500.00, so the workflow asks before it charges the card.');
  teller.narrator.say(
    'Temporal keeps the question: it outlives restarts of client, server and worker.',
  );
  const task = await teller.create(order('A-1002', 300, { quantity: 30 }));
  await teller.poll(task, ({ status }) => status === 'input_required');
  teller.fillIn({ approve: true, note: 'For the new office' });
  // The wait for the result opens a stream, on which the server sends the question.
  await teller.collect(task);
}

async function cancelOrder(teller: Storyteller): Promise<void> {
  const { client, narrator } = teller;
  narrator.step('An order, cancelled in the middle');
  narrator.say('Cancelled while the parcel is shipped: the card is charged by then.');
  const task = await teller.create(order('A-1003', 3_000));
  await teller.poll(task, ({ statusMessage = '' }) => statusMessage.includes('shipOrder'));
  const cancelled = await client.experimental.tasks.cancelTask(task.taskId);
  narrator.event(cancelled.status, 'tasks/cancel is answered; the work is being undone');
  await teller.poll(task, ({ statusMessage = '' }) => statusMessage === 'Cancelled.');
  await teller.collect(task).catch((error: unknown) => {
    if (!(error instanceof McpError)) throw error;
    narrator.event('tasks/result', error.message);
  });
  narrator.say(
    'The parcel is stopped, the charge is refunded, the goods are released: the workflow',
  );
  narrator.say('ended only after it had undone all that, as its history shows in the Temporal UI.');
}

async function importRecords(teller: Storyteller): Promise<void> {
  teller.narrator.step('An import that is retried');
  teller.narrator.say('Its storage fails twice. Temporal tries again; the client only watches.');
  const task = await teller.create({
    name: 'import_records',
    arguments: { fileName: 'customers.csv', rowCount: 250, failures: 2, attemptMs: 700 },
  });
  await teller.poll(task);
  await teller.collect(task);
}

async function raceQuotes(teller: Storyteller): Promise<void> {
  teller.narrator.step('A race for a quote');
  teller.narrator.say('Three suppliers are asked at once; the first answer cancels the others.');
  await teller.call({
    name: 'race_quotes',
    arguments: {
      suppliers: [
        { name: 'Slow & Sons', priceCents: 900, answersAfterMs: 30_000 },
        { name: 'Quick Ltd', priceCents: 1_150, answersAfterMs: 400 },
        { name: 'Silent Inc', answersAfterMs: 20_000 },
      ],
    },
  });
}

async function declineOrder(teller: Storyteller): Promise<void> {
  teller.narrator.step('An order that fails');
  teller.narrator.say('The card is declined. The task fails, and its result says why.');
  const task = await teller.create(order('A-1004', 300, { cardToken: 'tok_declined' }));
  await teller.poll(task);
  await teller.collect(task);
}

async function listTasks({ client, narrator, created }: Storyteller): Promise<void> {
  narrator.step('All of them (tasks/list)');
  narrator.say('Temporal has kept them. The ID of a task is its workflow ID.');
  let [cursor, shown, others]: [string | undefined, number, number] = [undefined, 0, 0];
  do {
    const page = await client.experimental.tasks.listTasks(cursor);
    for (const { status, createdAt, taskId } of page.tasks) {
      const toolName = created.get(taskId);
      if (toolName === undefined) {
        others += 1;
        continue;
      }
      shown += 1;
      const time = new Date(createdAt).toLocaleTimeString('en-GB');
      narrator.task(status, `${time}  ${taskId}  ${toolName}`);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined && shown < created.size);
  if (others > 0) narrator.say(`… and others: those of plain calls, and of other clients.`);
}

export const story: readonly ((teller: Storyteller) => Promise<void>)[] = [
  listTools,
  generateReport,
  fulfillOrder,
  approveOrder,
  cancelOrder,
  importRecords,
  raceQuotes,
  declineOrder,
  listTasks,
];

export const requiredTools: readonly string[] = [
  'fulfill_order',
  'generate_report',
  'import_records',
  'race_quotes',
];
