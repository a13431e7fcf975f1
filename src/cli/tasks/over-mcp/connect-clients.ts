import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as z from 'zod';

import { packageInfo } from '../../../app/config/package-info.js';

/** The MCP extension for tasks. */
const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
/** All capabilities: without one, a server would hide a question or refuse it. */
const ASKABLE = { elicitation: { form: {}, url: {} }, sampling: { tools: {} } };
/** Longer than any of these requests takes. */
const REQUEST_TIMEOUT_MS = 30_000;

const anyResult = z.looseObject({});

/** A connection in one protocol revision. */
export interface Peer {
  /** True if tasks are an extension in this revision. Only then, a task shows its questions. */
  readonly isModern: boolean;
  /** Tasks can be listed in this revision. */
  readonly canList: boolean;
  /** Rejects with the SDK's error. */
  readonly request: (
    method: string,
    params: Readonly<Record<string, unknown>>,
  ) => Promise<Record<string, unknown>>;
}

/** Address of a server, with the token. */
export interface ServerAddress {
  readonly url: URL;
  /** An access token. Absent: none is sent. */
  readonly token?: string | undefined;
}

/** The connections to one server. Each is opened when it is first needed. */
export interface Peers {
  /** Connects in the server's newest revision, as a client that supports tasks. */
  readonly forTasks: () => Promise<Peer>;
  /** Connects in the revision before the extension, the only one that lists tasks. */
  readonly forLists: () => Promise<Peer>;
  /** Connects as a client without tasks. A server offers such a client tools that act on tasks. */
  readonly forTools: () => Promise<Peer>;
  readonly close: () => Promise<void>;
}

type Way = 'forTasks' | 'forLists' | 'forTools';

function createClient(way: Way): Client {
  const extensions = way === 'forTasks' ? { extensions: { [TASKS_EXTENSION]: {} } } : {};
  return new Client(
    { name: packageInfo.name, version: packageInfo.version },
    {
      capabilities: way === 'forTasks' ? { ...ASKABLE, ...extensions } : {},
      versionNegotiation: { mode: way === 'forLists' ? 'legacy' : 'auto' },
    },
  );
}

async function connect(way: Way, { url, token }: ServerAddress): Promise<[Client, Peer]> {
  const client = createClient(way);
  const authorized = token !== undefined && {
    authProvider: { token: async () => Promise.resolve(token) },
  };
  const transport = new StreamableHTTPClientTransport(url, { ...authorized });
  await client.connect(transport, { timeout: REQUEST_TIMEOUT_MS });
  const { tasks } = client.getServerCapabilities() ?? {};
  const peer: Peer = {
    isModern: client.getProtocolEra() === 'modern',
    canList: tasks?.list !== undefined,
    request: async (method, params) =>
      client.request({ method, params: { ...params } }, anyResult, { timeout: REQUEST_TIMEOUT_MS }),
  };
  return [client, peer];
}

/** Creates the connections to one server. */
export function createPeers(server: ServerAddress): Peers {
  const connected = new Map<Way, Promise<[Client, Peer]>>();
  const get = (way: Way) => async (): Promise<Peer> => {
    const known = connected.get(way);
    if (known) return (await known)[1];
    const connecting = connect(way, server);
    connected.set(way, connecting);
    // After a failure, the next request connects again.
    connecting.catch(() => connected.delete(way));
    return (await connecting)[1];
  };
  return {
    forTasks: get('forTasks'),
    forLists: get('forLists'),
    forTools: get('forTools'),
    close: async () => {
      const all = await Promise.allSettled(connected.values());
      await Promise.allSettled(
        all.map(async (one) => (one.status === 'fulfilled' ? one.value[0].close() : undefined)),
      );
    },
  };
}
