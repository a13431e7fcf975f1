/** A server with an inbox in which people sign in with tokens that tests make. */
import { afterAll, beforeAll } from '@jest/globals';

import { createTaskServer } from '../../../src/app/server/create-task-server.js';
import type { TaskServer } from '../../../src/app/server/task-server.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import type { Manifest } from '../../../src/manifest/manifest.js';
import { type LocalIssuer, startLocalIssuer } from '../auth/local-issuer.js';
import { post26, readAnswer } from '../auth/with-protected-server.js';
import { eventually } from '../eventually.js';
import { findQuietPort } from '../find-quiet-port.js';
import { temporalAddress } from '../start-mcp-server.js';
import { type TestTasks, withTasks } from '../with-tasks.js';

import { type InboxAddresses, inboxOf } from './inbox-steps.js';
import { type SignedInBrowser, signedInBrowser } from './signed-in-browser.js';

export interface SignedInServer {
  readonly given: TestTasks;
  readonly issuer: LocalIssuer;
  readonly inbox: InboxAddresses;
  /** Starts the server again, with a change of its manifest. */
  readonly restart: (change?: string) => Promise<void>;
  /** Opens a browser in which a person with these claims has signed in. */
  readonly open: (claims: object) => Promise<SignedInBrowser>;
  /** Calls a tool for the person with these claims, and returns the task's ID once it asks. */
  readonly ask: (claims: object, tool: string, input: object) => Promise<string>;
}

/** The parts of the manifest that a test writes, as YAML. */
export interface SignedInManifest {
  /** Keys of the server's file besides `auth` and `inbox`, one a line. */
  readonly server?: string;
  /** Keys of the manifest besides `server`. */
  readonly rest: string;
}

/**
 * Gives a test file such a server, and a Worker of the fixtures.
 *
 * @param write Writes the manifest. The second argument is '' at the start, and a test's change at a restart.
 */
export function withSignedIn(
  write: (given: TestTasks, change: string) => Promise<SignedInManifest>,
): () => SignedInServer {
  const given = withTasks();
  let server: TaskServer | undefined;
  let current: SignedInServer | undefined;

  beforeAll(async () => {
    const port = await findQuietPort();
    const resource = `http://127.0.0.1:${port}/mcp`;
    const issuer = await startLocalIssuer(resource);
    const toManifest = async (change: string): Promise<Manifest> => {
      const { server = '', rest } = await write(given(), change);
      const settings = `
auth: { resource: "${resource}", issuers: [{ issuer: "${issuer.issuer}" }], scopes: [tasks:use] }
inbox: { signIn: { clientId: inbox }, temporalUi: 'https://temporal.example/' }
${server}`;
      return parseManifest(rest, { server: settings });
    };
    const silent = (): void => undefined;
    const { secret } = given();
    const start = async (change = ''): Promise<string> => {
      server = await createTaskServer({
        manifest: await toManifest(change),
        temporal: { connection: { address: temporalAddress() }, namespace: 'default' },
        secret,
        logger: { info: silent, warn: silent, error: silent },
      });
      return (await server.listen({ port })).url;
    };
    const url = await start();
    const restart: SignedInServer['restart'] = async (change) => {
      await server?.close();
      await start(change);
      // The client may still hold connections that the old server has closed.
      const health = async () => fetch(new URL('/healthz', url));
      await eventually('the new server answers', async () =>
        health().then(
          ({ ok }) => ok,
          () => false,
        ),
      );
    };
    const inbox = inboxOf(url);
    const open: SignedInServer['open'] = async (claims) =>
      signedInBrowser({ url, secret }, await issuer.sign({ claims: { ...claims } }));
    const ask: SignedInServer['ask'] = async (claims, name, input) => {
      const headers = { authorization: `Bearer ${await issuer.sign({ claims: { ...claims } })}` };
      const params = { name, arguments: input };
      const answer = await readAnswer(await post26(url, { method: 'tools/call', params, headers }));
      const taskId = String(answer.message.result?.['taskId']);
      given().terminateLater(taskId);
      const browser = await open(claims);
      await eventually('it asks', async () => {
        const { body } = await browser.open(inbox.task(taskId));
        return /class="card question"|Link to send/.test(body);
      });
      return taskId;
    };
    current = { given: given(), issuer, inbox, restart, open, ask };
  });

  afterAll(async () => {
    await server?.close();
    await current?.issuer.close();
  });

  return () => {
    if (!current) throw new Error('The server is there in tests only.');
    return current;
  };
}
