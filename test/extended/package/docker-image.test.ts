/** The Dockerfile, as far as it can be judged without an engine: its linter, its files, its packages and its health check. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import { findHadolint } from '../../support/package/find-hadolint.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const docker = join(root, 'deploy/docker');
const dockerfile = readFileSync(join(docker, 'Dockerfile'), 'utf8').replaceAll('\\\n', '');
/** Instructions by the stage that they are in. */
const stages = new Map(
  dockerfile
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text) => [/ AS (\S+)/.exec(text)?.[1] ?? '', text]),
);
const allowed = readFileSync(join(docker, 'Dockerfile.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

const lockSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })),
});
const readVersions = (folder: string): ReadonlyMap<string, string | undefined> => {
  const text = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const { packages } = lockSchema.parse(JSON.parse(text));
  return new Map(Object.entries(packages).map(([path, { version }]) => [path, version]));
};

const hadolint = await findHadolint();
const itWithHadolint = hadolint === undefined ? it.skip : it;

describe('the Dockerfile', () => {
  itWithHadolint('passes its linter (skipped where hadolint cannot be had)', async () => {
    const { stdout } = await promisify(execFile)(hadolint ?? 'hadolint', [
      '--no-color',
      join(docker, 'Dockerfile'),
    ]);

    expect(stdout).toBe('');
  });

  it('has a stage for a server and for a Worker, which are no root', () => {
    expect(stages.get('base')).toMatch(/^USER 1000:1000$/m);
    expect(stages.get('server')).toContain('FROM base AS server');
    expect(stages.get('worker')).toContain('FROM base AS worker');
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:\d+\.\d+-\S+@sha256:[0-9a-f]{64}$/m);
  });

  it('takes the name in the registry from who builds, and asks the path of the health check', () => {
    const server = stages.get('server') ?? '';

    expect(server).toContain('LABEL io.modelcontextprotocol.server.name=${MCP_SERVER_NAME}');
    expect(server).toContain(`fetch('http://127.0.0.1:7400/healthz')`);
  });

  it('copies files that are there, and that the context has', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
      .flatMap(([, paths = '']) => paths.split(' '))
      .filter((path) => path !== '.');

    expect(copied).toContain('deploy/docker/keep-packages.mjs');
    expect(copied).toContain('packages/workflow/package.json');
    expect(
      copied.filter((path) => !allowed.some((part) => `${path}/`.startsWith(`${part}/`))),
    ).toStrictEqual([]);
    expect(allowed.filter((path) => !existsSync(join(root, path)))).toStrictEqual([]);
  });

  it('removes folders that the packed package has', () => {
    const removed = [...(stages.get('package') ?? '').matchAll(/ \/package\/(\w+)(?=[ \n])/g)].map(
      ([, name = '']) => name,
    );

    expect(removed).not.toStrictEqual([]);
    expect(removed.filter((name) => !allowed.includes(name))).toStrictEqual([]);
  });

  it('installs the locked versions of what it keeps, and no tools of developers', () => {
    const folder = mkdtempSync(join(tmpdir(), 'docker-image-'));
    try {
      for (const name of ['package.json', 'package-lock.json']) {
        cpSync(join(root, name), join(folder, name));
      }
      const kept = ['@opentelemetry/sdk-node', '@temporalio/worker'];
      const run = { cwd: folder, stdio: 'pipe' } as const;
      execFileSync(process.execPath, [join(docker, 'keep-packages.mjs'), ...kept], run);
      execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], run);
      const locked = readVersions(root);
      const installed = readVersions(folder);
      const others = [...installed].filter(([path, version]) => locked.get(path) !== version);

      expect(others).toStrictEqual([]);
      expect([...installed.keys()]).toContain('node_modules/@temporalio/worker');
      expect([...installed.keys()]).not.toContain('node_modules/jest');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
