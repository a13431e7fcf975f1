/** A server whose calls wait for a fraction of the known time limits of hosts, on real tasks and real sockets. */
import { connectTemporal } from '../../../src/app/config/connect-temporal.js';
import { createGenerations } from '../../../src/app/server/create-generations.js';
import { withSteps } from '../../../src/core/task/task-steps.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { createSealer } from '../../../src/security/sealing/create-sealer.js';
import { EndOfWaits } from '../../../src/service/calls/answer/end-of-waits.js';
import { HOST_TIMES, type HostTimes } from '../../../src/service/calls/answer/host-limits.js';
import { createToolbox } from '../../../src/service/calls/toolbox.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { createHttpApp } from '../../../src/transport/http/create-http-app.js';
import { startHttpServer } from '../../../src/transport/http/start-http-server.js';
import { temporalAddress } from '../start-mcp-server.js';

export interface ScaledServerOptions {
  readonly taskQueue: string;
  readonly secret: Uint8Array;
  /** Divides all times. */
  readonly scale: number;
  /** Returns the URL of a task's page for people. */
  readonly pageOf?: (taskId: string) => string;
}

export interface ScaledServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Divides all times of hosts by `scale`. */
function scaleTimes(
  { shortestMs, longestMs, unknown, known }: HostTimes,
  scale: number,
): HostTimes {
  const shorten = <Waits extends object>(waits: Waits): Waits => {
    const times = Object.entries(waits).map(([key, value]: [string, unknown]) => [
      key,
      key.endsWith('Ms') ? Number(value) / scale : value,
    ]);
    return Object.fromEntries(times) as Waits;
  };
  return {
    shortestMs: shortestMs / scale,
    longestMs: longestMs / scale,
    unknown: shorten(unknown),
    known: known.map(shorten),
  };
}

/** Starts a server with the tool `compute`. */
export async function startScaledServer({
  taskQueue,
  secret,
  scale,
  pageOf,
}: ScaledServerOptions): Promise<ScaledServer> {
  const manifest =
    parseManifest(`defaults: { workflow: { taskQueue: ${taskQueue} }, ttl: 10 minutes }
tools:
  compute:
    workflow: slowCompute
    input: { type: object, properties: { seconds: { type: number }, label: { type: string } } }
`);
  const sealer = createSealer(secret);
  const endOfWaits = new EndOfWaits();
  const temporal = { connection: { address: temporalAddress() }, namespace: 'default' };
  const connected = createTemporalTasks({
    ...connectTemporal(temporal),
    serverName: manifest.server.name,
    tools: manifest.tools,
    secret,
    sealer,
  });
  const tasks = withSteps([endOfWaits.toStep()], async () => Promise.resolve(connected));
  const tools = createToolbox(tasks, manifest.tools, {
    times: scaleTimes(HOST_TIMES, scale),
    pageOf,
  });
  const generations = createGenerations({
    identity: { name: manifest.server.name, version: '0.0.0' },
    tasks,
    tools,
    sealer,
  });
  const app = createHttpApp({ generations: await generations.loadAll() });
  const drain = async (): Promise<void> => {
    endOfWaits.come();
    await generations.drain();
  };
  const { close } = generations;
  return startHttpServer(app, { port: 0, drainMs: 500 }, { drain, close });
}
