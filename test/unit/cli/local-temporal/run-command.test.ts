import { describe, expect, it } from '@jest/globals';

import { runCommand } from '../../../../src/cli/local-temporal/run-command.js';

const sh = (script: string): [string, string[]] => ['/bin/sh', ['-c', script]];

describe('runCommand', () => {
  it('passes on each line of stderr', async () => {
    const lines: string[] = [];

    await runCommand(...sh('echo one >&2; echo two >&2'), {
      timeoutMs: 60_000,
      onErrorLine: (line) => lines.push(line),
    });

    expect(lines).toEqual(['one', 'two']);
  });

  it('ends the program when it is aborted', async () => {
    const controller = new AbortController();
    let pid = 0;
    const run = runCommand(...sh('echo $$ >&2; exec sleep 600'), {
      timeoutMs: 60_000,
      signal: controller.signal,
      onErrorLine: (line) => {
        pid = Number(line);
        controller.abort(new Error('enough'));
      },
    });

    await expect(run).rejects.toThrow('enough');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('does not wait for what an ended program leaves behind', async () => {
    const controller = new AbortController();
    let orphan = 0;
    const run = runCommand(...sh('sleep 600 & echo $! >&2; exec sleep 601'), {
      timeoutMs: 60_000,
      signal: controller.signal,
      onErrorLine: (line) => {
        orphan = Number(line);
        controller.abort(new Error('enough'));
      },
    });

    await expect(run).rejects.toThrow('enough');
    process.kill(orphan, 'SIGKILL');
  });

  it('has nothing left to do when it is aborted afterwards', async () => {
    const controller = new AbortController();
    await runCommand(...sh('true'), { timeoutMs: 60_000, signal: controller.signal });
    const before = process.getActiveResourcesInfo();

    controller.abort();

    expect(process.getActiveResourcesInfo()).toEqual(before);
  });
});
