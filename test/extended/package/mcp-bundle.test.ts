/** The file that hosts install: made and checked with its official tool, unpacked and started with a person's settings. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { getMcpConfigForManifest, MANIFEST_SCHEMAS, unpackExtension } from '@anthropic-ai/mcpb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { packageInfo } from '../../../src/app/config/package-info.js';
import { stagePackage } from '../../support/package/install-package.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { TEST_MANIFEST, temporalAddress } from '../../support/start-mcp-server.js';

const MAX_BYTES = 15_000_000;
/** Imports in minified code, of packages of others than Node.js. */
const FOREIGN_IMPORT = /(?:^|[;}])(?:import|export)\b[^"';]*?from"(?!\.|node:)([^"]+)"/g;
const script = fileURLToPath(new URL('../../../scripts/mcpb.mjs', import.meta.url));

describe('the MCP bundle', () => {
  let folder: string;
  let bundle: string;
  let unpacked: string;
  let worker: TestWorker;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mcp-bundle-'));
    bundle = join(folder, 'temporal-mcp-tasks.mcpb');
    unpacked = join(folder, 'unpacked');
    const stage = await stagePackage(folder);
    await promisify(execFile)(process.execPath, [script, stage, bundle]);
    await unpackExtension({ mcpbPath: bundle, outputDir: unpacked, silent: true });
    worker = await runTestWorker({ definitions: 'fixtures' });
  });

  afterAll(async () => {
    await worker.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const readManifest = () =>
    MANIFEST_SCHEMAS['0.4'].parse(
      JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')),
    );

  it('is small, and has all packages that it needs in its own files', () => {
    const code = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(unpacked, name), 'utf8'));
    const foreign = code.flatMap((text) =>
      [...text.matchAll(FOREIGN_IMPORT)].map(([, name]) => name),
    );

    expect(statSync(bundle).size).toBeLessThan(MAX_BYTES);
    expect(foreign).toStrictEqual([]);
    expect(code.join('')).toContain('temporal.api.workflowservice.v1');
  });

  it('is of the version of the package, and keeps the API key secret', () => {
    const { version, user_config: settings } = readManifest();

    expect(version).toBe(packageInfo.version);
    expect(settings?.['manifest']).toMatchObject({ type: 'file', required: true });
    expect(settings?.['api_key']).toMatchObject({ sensitive: true, required: false });
  });

  /** Starts the server as a host does, with what a person has filled in. */
  async function connectHost(userConfig: Record<string, string>): Promise<Client> {
    const started = await getMcpConfigForManifest({
      manifest: readManifest(),
      extensionPath: unpacked,
      systemDirs: {},
      userConfig,
      pathSeparator: '/',
    });
    if (!started) throw new Error('A setting is missing.');
    const { command, args = [], env } = started;
    const environment = { TEST_TASK_QUEUE: worker.taskQueue, XDG_DATA_HOME: join(folder, 'data') };
    const client = new Client({ name: 'host', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command,
        args,
        env: { ...getDefaultEnvironment(), ...environment, ...env },
        cwd: folder,
        stderr: 'ignore',
      }),
    );
    return client;
  }

  it('serves the tools of the chosen manifest, and runs a Workflow', async () => {
    const client = await connectHost({ manifest: TEST_MANIFEST, address: temporalAddress() });
    try {
      const { tools } = await client.listTools();
      const greeting = { name: 'greet', arguments: { name: 'Ada' } };

      expect(tools.map(({ name }) => name)).toContain('slow_compute');
      expect(JSON.stringify(await client.callTool(greeting))).toContain('Ada');
    } finally {
      await client.close();
    }
  });

  it('does not start without a manifest', async () => {
    await expect(connectHost({ address: temporalAddress() })).rejects.toThrow(
      'A setting is missing',
    );
  });

  it('has what the server loads by path', () => {
    expect(statSync(join(unpacked, 'dist/src/manifest/compile/check-thread.js')).isFile()).toBe(
      true,
    );
  });
});
