/** The probe of the soak, in a process that leaks on purpose. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';

import type * as Reading from '../../../lab/chaos/soak/read-sample.js';
import type { Sample } from '../../../lab/chaos/soak/sample.js';
import { eventually } from '../../support/eventually.js';

const compiled = new URL('../../../dist/lab/chaos/soak/read-sample.js', import.meta.url).href;
const { readSample, toProbedEnvironment } = (await import(compiled)) as typeof Reading;

const LEAK = `
  const { connect, createServer } = require('node:net');
  const signal = new AbortController().signal;
  const kept = [];
  const server = createServer().listen(0, '127.0.0.1');
  setInterval(() => {
    for (let index = 0; index < 50; index += 1) signal.addEventListener('abort', () => index);
    kept.push(new Array(50_000).fill(Math.random()));
    kept.push(connect(server.address().port, '127.0.0.1'));
  }, 20);
`;

let child: ChildProcess | undefined;
let path: string;

afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(path, { force: true });
});

async function untilSampled(): Promise<Sample> {
  return eventually('a sample', async () => readSample(path).catch(() => undefined));
}

describe('a probed process', () => {
  it('is seen to leak memory, handles, sockets and listeners, and to warn of it', async () => {
    path = join(tmpdir(), `chaos-probe-${randomUUID()}.sock`);
    const env = { ...process.env, ...toProbedEnvironment(path) };
    child = spawn(process.execPath, ['--eval', LEAK], { env, stdio: 'ignore' });
    const first = await untilSampled();

    const later = await eventually('all of it to have grown', async () => {
      const sample = await untilSampled();
      const isLarger = (['heapMb', 'handles', 'sockets', 'listeners'] as const).every(
        (measure) => sample[measure] > first[measure] + 4,
      );
      return isLarger ? sample : undefined;
    });

    expect(later.warnings).toBeGreaterThan(0);
    expect(later.rssMb).toBeGreaterThan(later.heapMb);
    expect(later.listeners % 50).toBe(first.listeners % 50);
  });
});
