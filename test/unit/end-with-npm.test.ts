import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { describe, expect, it } from '@jest/globals';

const script = new URL('../../scripts/end-with-npm.mjs', import.meta.url).href;
const program = `
  const { endWithNpm } = await import('${script}');
  endWithNpm();
  process.on('SIGTERM', () => { console.log('ended'); process.exit(); });
  setInterval(() => {}, 1_000);
  console.log('started');
`;

describe('endWithNpm', () => {
  it("ends the program once npm's shell is gone", async () => {
    // Not the shell's last command, so that the shell stays between npm and the program.
    const shell = spawn(
      'sh',
      ['-c', '"$0" --input-type=module -e "$1"; :', process.execPath, program],
      {
        env: { ...process.env, npm_lifecycle_event: 'dev' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let printed = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed === 'started\n') shell.kill('SIGKILL');
    });
    await once(shell.stdout, 'end');

    expect(printed).toBe('started\nended\n');
  });
});
