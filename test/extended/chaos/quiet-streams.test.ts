/** Streams of a server with tokens and limits must not cause Node's warning of too many listeners. */
import { createHash, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { openLogbook } from '../../../lab/chaos/clients/logbook.js';
import { createPeer2025 } from '../../../lab/chaos/clients/peer-2025.js';
import { createPeer2026 } from '../../../lab/chaos/clients/peer-2026.js';
import { createWire } from '../../../lab/chaos/clients/wire.js';
import { OWNERS, planErrand } from '../../../lab/chaos/plan/errand.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';

const MANIFEST = fileURLToPath(new URL('../../../lab/chaos/mcp-tasks.yaml', import.meta.url));
const KEEP_MS = 300;

let server: TestServer;

beforeAll(async () => {
  const taskQueue = randomUUID();
  const hashes = [...OWNERS, 'eve'].map((name) => [
    `CHAOS_SHA256_${name}`,
    createHash('sha256').update(name).digest('hex'),
  ]);
  server = await startMcpServer({
    taskQueue,
    manifest: MANIFEST,
    environment: {
      ...(Object.fromEntries(hashes) as NodeJS.ProcessEnv),
      CHAOS_TASK_QUEUE: taskQueue,
    },
  });
});

afterAll(async () => {
  await server.stop();
});

describe.each([
  ['2025-11-25', createPeer2025],
  ['2026-07-28', createPeer2026],
] as const)('a server whose clients of %s wait on streams', (_generation, createPeer) => {
  it('warns of nothing', async () => {
    const balancer = { port: Number(new URL(server.url).port), replicaOf: () => undefined };
    const logbook = openLogbook();
    const wire = createWire({ ...balancer, stop: async () => Promise.resolve() }, logbook);
    const { signal } = new AbortController();
    const peer = createPeer({ wire, token: 'ada', signal });
    // No Worker polls the Task Queue, so the task stays open.
    const errand = { ...planErrand(1, 1), token: `ada.${randomUUID()}`, isTask: true };
    await peer.connect();
    const called = await peer.call(errand, undefined);
    const taskId = called.kind === 'told' && called.value.kind === 'task' && called.value.taskId;
    const options = { keepMs: KEEP_MS, onQuestion: () => undefined };
    await peer.wait(String(taskId), options);
    await peer.call({ ...errand, isTask: false, keepsStreamMs: KEEP_MS }, undefined);
    // This answer comes after all warnings that the streams can cause.
    const seen = await peer.get(String(taskId));

    expect(seen).toMatchObject({ kind: 'told', value: { view: { status: 'working' } } });
    expect(logbook.journal.overdue).toStrictEqual([]);
    expect(server.log()).not.toContain('Warning');
  });
});
