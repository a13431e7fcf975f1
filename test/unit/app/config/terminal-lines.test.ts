import { describe, expect, it } from '@jest/globals';

import { toTerminalLine } from '../../../../src/app/config/create-logger.js';

const ESC = '\u001b';
const base = { time: Date.UTC(2026, 0, 5, 9), pid: 1, hostname: 'host' };

describe('toTerminalLine', () => {
  it('shows time, level, message and fields, and leaves out what every line repeats', () => {
    const line = toTerminalLine(
      JSON.stringify({ ...base, level: 30, tool: 'greet', ms: 12, msg: 'Answered' }),
    );

    expect(line).toMatch(/\d\d:\d\d:\d\d.* info {2}Answered tool=greet ms=12\n$/);
  });

  it('shows the reason of an error without its stack', () => {
    const err = { type: 'Error', message: 'no answer', stack: 'Error: no answer\n    at x' };
    const line = toTerminalLine(JSON.stringify({ ...base, level: 50, err, msg: 'It failed' }));

    expect(line).toContain('It failed (no answer)');
    expect(line).not.toContain('at x');
  });

  it('takes the power over the terminal from texts of others', () => {
    const line = toTerminalLine(
      JSON.stringify({ ...base, level: 30, taskId: `a${ESC}[2Jb\nc`, msg: 'Refused' }),
    );

    expect(line).toContain('taskId=ab c');
  });

  it('leaves a line alone that is no JSON', () => {
    expect(toTerminalLine('plain\n')).toBe('plain\n');
  });
});
