import { afterEach, describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import { asOwner } from '../../../../src/core/task/viewer.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import type { Generation } from '../../../../src/mcp/generation.js';
import { createGeneration } from '../../../../src/mcp/rev2025-11-25/generation.js';
import { createToolbox } from '../../../../src/service/calls/toolbox.js';
import { ownQuestion } from '../../../support/asking.js';
import { eventually } from '../../../support/eventually.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { testSealer } from '../../../support/test-sealer.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  place_order: { workflow: placeOrder }
  delete_all: { workflow: deleteAll, confirm: Delete everything? }
`);
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const YES = { action: 'accept', content: { ok: true } };
const CAN_BE_ASKED = { elicitation: {} };

const toCall = (method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});

interface Sent {
  readonly method?: string;
  /** `null` removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  readonly owner?: string;
  readonly signal?: AbortSignal;
}

interface Served {
  readonly tasks: FakeTasks;
  readonly generation: Generation;
  readonly send: (sent: Sent) => Promise<Response>;
  /** Begins a session, and resolves with its header. */
  readonly initialize: (capabilities?: object, owner?: string) => Promise<Record<string, string>>;
  /** Creates a task in a session. */
  readonly createTask: (headers?: Record<string, string>) => Promise<void>;
  /** Opens the standing stream of a session. */
  readonly listen: (headers: Record<string, string>, signal?: AbortSignal) => Promise<Messages>;
}

interface Message {
  readonly id?: string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

/** Reads the messages of a stream as they arrive. */
class Messages {
  readonly received: Message[] = [];
  readonly ended: Promise<void>;

  constructor(response: Response) {
    this.ended = this.#read(response);
  }

  async next(count = 1): Promise<readonly Message[]> {
    return eventually(`${count} messages`, () =>
      this.received.length >= count ? this.received : undefined,
    );
  }

  async #read({ body }: Response): Promise<void> {
    let text = '';
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk);
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, data] = /^data: (.*)$/m.exec(event) ?? [];
        if (data) this.received.push(JSON.parse(data) as Message);
      }
    }
  }
}

const opened: Generation[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(async (generation) => generation.close()));
});

function serve(): Served {
  const tasks = new FakeTasks();
  const toolbox = createToolbox(tasks, tools, { taskTools: false });
  const generation = createGeneration({
    identity: { name: 'test', version: '1.0.0' },
    tasks,
    tools: toolbox,
    sealer: testSealer,
  });
  opened.push(generation);
  const send: Served['send'] = async ({ method = 'POST', headers = {}, body, ...rest }) => {
    const { owner = 'me', signal = new AbortController().signal } = rest;
    const own = Object.entries<string | null>({ ...HEADERS, ...headers }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    const request = new Request('http://localhost/mcp', { method, headers: own, signal });
    const reply = await generation.http.receive(request, body).answer({ owner }, signal);
    return new Response(reply.body, reply);
  };
  const initialize: Served['initialize'] = async (capabilities = {}, owner = 'me') => {
    const clientInfo = { name: 'test', version: '1.0.0' };
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
    const response = await send({ owner, body: toCall('initialize', params) });
    await response.text();
    return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? 'none' };
  };
  return {
    tasks,
    generation,
    send,
    initialize,
    createTask: async (headers = {}) => {
      await send({ headers, body: toCall('tools/call', { name: 'place_order', task: {} }) });
    },
    listen: async (headers, signal) =>
      new Messages(await send({ method: 'GET', headers, ...(signal && { signal }) })),
  };
}

async function errorOf(response: Response): Promise<unknown> {
  const { error } = (await response.json()) as { error?: unknown };
  return error;
}

describe('a POST', () => {
  it.each([
    ['no body', undefined, { 'content-type': null }, 400],
    ['another media type', undefined, { 'content-type': 'text/xml' }, 415],
    ['a body of no media type', undefined, { 'content-type': null, 'content-length': '2' }, 415],
    ['a client that takes no JSON', LIST, { accept: 'text/event-stream' }, 406],
    ['a client that refuses JSON', LIST, { accept: 'application/json;q=0, */*;q=0.0' }, 406],
    ['a revision that is not known', LIST, { 'mcp-protocol-version': '1' }, 400],
  ])('with %s is answered as a mistake of the client, in JSON', async (...row) => {
    const [, body, headers, status] = row;
    const response = await serve().send({ body, headers });

    expect(response.status).toBe(status);
    expect(await errorOf(response)).toMatchObject({ code: expect.any(Number) });
  });

  it.each(['*/*', '', 'application/*, text/*', 'text/event-stream, application/json;q=0.9'])(
    'of a client that accepts "%s" is answered as ever',
    async (accept) => {
      const { status, headers } = await serve().send({ body: LIST, headers: { accept } });

      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json');
    },
  );

  it('of a client that accepts JSON alone has one JSON answer where others have a stream', async () => {
    const { send } = serve();
    const body = toCall('tools/call', { name: 'nowhere' });
    const types = [];
    for (const accept of ['application/json', '*/*']) {
      const response = await send({ body, headers: { accept } });
      types.push([response.status, response.headers.get('content-type')]);
      await response.text();
    }

    expect(types).toStrictEqual([
      [200, 'application/json'],
      [200, 'text/event-stream'],
    ]);
  });

  it('of a client that has gone already is not waited for', async () => {
    const { send, tasks } = serve();
    const body = toCall('tools/call', { name: 'place_order' });
    const response = await send({ body, signal: AbortSignal.abort() });

    expect(response.body).toBeNull();
    expect(tasks.created).toStrictEqual([]);
  });
});

describe('an answer to a question', () => {
  /** A session with a question on its standing stream. */
  async function serveAsked() {
    const served = serve();
    const headers = await served.initialize(CAN_BE_ASKED);
    await served.createTask(headers);
    served.tasks.update('task-1', { phase: 'inputRequired', questions: [ownQuestion()] });
    const messages = await served.listen(headers);
    const [question] = await messages.next();
    const answer = { jsonrpc: '2.0', id: question?.id, result: YES };
    return { ...served, answer };
  }

  it('is to be sent again when Temporal cannot take it', async () => {
    const { send, tasks, answer } = await serveAsked();
    tasks.failNext(new TaskError(TaskErrorCode.misconfigured, 'Temporal is away.'));
    const response = await send({ body: answer });

    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await errorOf(response)).toMatchObject({ code: -32603 });
  });
});

describe('draining', () => {
  it('ends standing streams, gives up questions before a start, and answers requests', async () => {
    const { generation, tasks, send, initialize, listen } = serve();
    const session = await initialize(CAN_BE_ASKED);
    const standing = await listen(session);
    const body = toCall('tools/call', { name: 'delete_all' });
    const asked = new Messages(await send({ headers: session, body }));
    await asked.next();
    await generation.drain();
    await Promise.all([standing.ended, asked.ended, (await listen(session)).ended]);

    expect(asked.received.at(-1)).toMatchObject({
      error: { code: -32603, message: expect.stringMatching(/did not start: make it again/) },
    });
    expect(tasks.created).toStrictEqual([]);
    expect((await send({ body: LIST })).status).toBe(200);
  });
});

describe('closing', () => {
  it('ends open streams, and leaves their tasks alone', async () => {
    const { generation, tasks, send, initialize, listen } = serve();
    const standing = await listen(await initialize());
    const body = toCall('tools/call', { name: 'place_order' });
    const call = new Messages(await send({ body }));
    await tasks.untilCreated(1);
    await generation.close();
    await Promise.all([standing.ended, call.ended]);

    expect([standing.received, call.received]).toStrictEqual([[], []]);
    await expect(tasks.get(asOwner({ owner: 'me' }), 'task-1')).resolves.toMatchObject({
      cancelRequested: false,
    });
  });
});
