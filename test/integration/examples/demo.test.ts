import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { ExitCode } from '../../../src/cli/exit-code.js';
import { eventually } from '../../support/eventually.js';
import { findQuietPort, isPortFree } from '../../support/find-quiet-port.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { type CliProcess, startCli } from '../../support/start-cli.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';

const EXAMPLES = fileURLToPath(new URL('../../../mcp-tasks.yaml', import.meta.url));
const NOBODY = 'http://127.0.0.1:9/mcp';

let worker: TestWorker;
let server: TestServer;

beforeAll(async () => {
  worker = await runTestWorker({ definitions: 'examples' });
  server = await startMcpServer({
    taskQueue: worker.taskQueue,
    manifest: EXAMPLES,
    environment: { TEMPORAL_MCP_TASKS_TASK_QUEUE: worker.taskQueue },
  });
});

afterAll(async () => {
  await server.stop();
  await worker.stop();
});

/** Starts the demo without the Temporal of the tests. */
const startDemo = (...args: string[]): CliProcess =>
  startCli(['demo', ...args], { environment: { TEMPORAL_ADDRESS: undefined } });

describe('demo', () => {
  it('tells the whole story of the example tools', async () => {
    const { code, stdout, stderr } = await startDemo('--url', server.url).exited;

    expect(stderr).toBe('');
    expect(code).toBe(0);
    const [, tools, report, approved, cancelled, list] = stdout.split(/^\d+\. /m);
    expect(tools).toMatch(/generate_report +task required/);
    expect(report).toMatch(/created +task mcp-[a-z2-7]{20}-[a-z2-7]{26}/);
    expect(report).toMatch(/working +Rendered page \d of 4/);
    expect(report).toMatch(/completed\n.*result\n +title +Annual report/);
    expect(approved).toMatch(/input_required +Waiting for somebody to approve the order/);
    expect(approved).toMatch(/asked +Order A-1002 comes to 735\.00 \(30 × teapot\)\. Approve it\?/);
    expect(approved).toMatch(/answered +.*For the new office/);
    expect(approved).toMatch(/result\n[^]*approvalNote +For the new office/);
    expect(cancelled).toMatch(/working +shipOrder: running\n.*cancelled +tasks\/cancel/);
    expect(cancelled).toMatch(/cancelled +Cancelled\.\n.*tasks\/result +MCP error/);
    for (const status of ['completed', 'cancelled']) {
      expect(list).toMatch(new RegExp(`^ +${status} .*mcp-`, 'm'));
    }
    expect(stdout).toMatch(/in [\d.]+ s\.$/m);
    // eslint-disable-next-line no-control-regex -- escape sequences are what must not be there
    expect(stdout).not.toMatch(/\u001b/);
  });

  it.each(['nonsense', 'localhost:7400/mcp', 'file:///mcp'])(
    'refuses %s, which is no URL of an MCP server',
    async (url) => {
      const { code, stderr } = await startDemo('--url', url).exited;

      expect(code).toBe(ExitCode.usage);
      expect(stderr).toContain('Write the URL of an MCP server, like http://127.0.0.1:7400/mcp.');
    },
  );

  it('says what to do when nobody answers at the URL that it was given', async () => {
    const { code, stderr } = await startDemo('--url', NOBODY).exited;

    expect(code).toBe(1);
    expect(stderr).toBe(
      `No MCP server answers at ${NOBODY}. Start one with "npm run dev", or name another with --url.\n`,
    );
  });

  it('says what to do when something else answers there', async () => {
    const web = createServer((_request, response) => response.writeHead(404).end('<html>'));
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/mcp`;

    const { code, stderr } = await startDemo('--url', url).exited;

    web.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/does not speak MCP at \S+\. Start one with "npm run dev"/);
  });

  it('says what is missing when the server has other tools', async () => {
    const other = await startMcpServer({ taskQueue: worker.taskQueue });

    const { code, stderr } = await startDemo('--url', other.url).exited;

    await other.stop();
    expect(code).toBe(1);
    expect(stderr).toContain('has no tool fulfill_order, generate_report');
  });

  it('leaves a question to the person, where there is an inbox', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-'));
    await writeFile(join(folder, 'server.yaml'), 'inbox: {}\n');
    const manifest = join(folder, 'mcp-tasks.yaml');
    await writeFile(manifest, await readFile(EXAMPLES, 'utf8'));
    const environment = { TEMPORAL_MCP_TASKS_TASK_QUEUE: worker.taskQueue };
    const other = await startMcpServer({ taskQueue: worker.taskQueue, manifest, environment });

    const { stdout } = await startDemo('--url', other.url).exited;

    const inbox = new URL('/inbox', other.url).href;
    expect(stdout).toContain(`Approve it in a browser: ${inbox}\n`);
    expect(await (await fetch(inbox)).text()).toContain('Order A-1004 comes to 735.00');
    await other.stop();
    await rm(folder, { recursive: true });
  });

  it('ends quietly when nobody reads on', async () => {
    const demo = startDemo('--url', server.url);
    await demo.untilOutput(/created/);
    demo.child.stdout?.destroy();

    expect(await demo.exited).toMatchObject({ code: ExitCode.done, stderr: '' });
  });

  it('ends at Ctrl-C', async () => {
    const demo = startDemo('--url', server.url);
    await demo.untilOutput(/created/);

    expect((await demo.end('SIGINT')).code).toBe(ExitCode.interrupted);
  });
});

/** The Web UI of the demo's own Temporal. */
const UI_URL = /Each task is a Workflow Execution: (\S+)/;

describe('demo where no server runs', () => {
  let folder: string;
  let port: number;
  let ended: CliProcess;
  let staying: CliProcess;

  /** Starts it with an empty home, in an environment that names a Temporal of somebody else. */
  const startOwn = (...args: string[]): CliProcess =>
    startCli(['demo', ...args], {
      cwd: folder,
      environment: {
        HOME: folder,
        XDG_DATA_HOME: undefined,
        TMPDIR: folder,
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        TEMPORAL_NAMESPACE: 'theirs',
        TEMPORAL_API_KEY: 'theirs',
        TEMPORAL_MCP_TASKS_SECRET: undefined,
      },
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'demo-'));
    port = await findQuietPort();
    ended = startOwn('--once', '--port', '0');
    staying = startOwn('--port', String(port));
  });

  afterAll(async () => {
    await Promise.all([ended, staying].map(async ({ end }) => end('SIGTERM')));
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts one, and ends by itself with --once', async () => {
    const { code, stdout, stderr } = await ended.exited;

    expect(stderr).toMatch(
      /^Starting a Temporal dev server …\nStarting the worker …\nStopping …\n$/,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^5\. All of them/m);
    expect(stdout).not.toContain('Approve it in a browser');
    expect(stdout).toMatch(/^That was all/m);
  });

  it('leaves an order to approve, and nothing after Ctrl-C', async () => {
    const [, ui = ''] = await staying.untilOutput(UI_URL);
    const [, inbox = ''] = await staying.untilOutput(/Approve it in a browser: (\S+)/);
    expect(inbox).toBe(`http://127.0.0.1:${port}/inbox`);
    expect(await (await fetch(inbox)).text()).toContain('Order A-1004 comes to 735.00');
    expect((await fetch(ui)).status).toBe(200);

    // Another one is told at the server that now runs.
    const other = await startOwn('--once', '--port', String(port)).exited;
    expect(other).toMatchObject({ code: 0, stderr: '' });

    expect(await staying.end('SIGINT')).toMatchObject({ code: 0 });
    expect(await isPortFree(port)).toBe(true);
    expect(await isPortFree(Number(new URL(ui).port))).toBe(true);
    await ended.exited;
    expect(readdirSync(folder)).toStrictEqual([]);
  });

  it('ends at Ctrl-C in the middle of the start, and leaves nothing', async () => {
    const demo = startOwn('--port', '0');
    await demo.untilOutput(/Starting the worker/);

    expect((await demo.end('SIGINT')).code).toBe(ExitCode.interrupted);
    await eventually('the folder is empty', async () =>
      Promise.resolve(readdirSync(folder).some((name) => name.includes('demo')) ? undefined : true),
    );
  });

  it('takes --port or --url', async () => {
    const { code, stderr } = await startOwn('--port', '1', '--url', NOBODY).exited;

    expect(code).toBe(ExitCode.usage);
    expect(stderr).toContain('--url');
  });
});
