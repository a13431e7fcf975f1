import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import { chooseMode } from '../../../../../src/service/calls/start/choose-mode.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  optional: { workflow: doIt }
  soon: { workflow: doIt, task: { becomesTaskAfter: 5s } }
  required: { workflow: doIt, task: required }
  forbidden: { workflow: doIt, task: forbidden }
`);

const modeOf = (name: string, stance: Parameters<typeof chooseMode>[1]): unknown => {
  const tool = tools.get(name);
  if (!tool) throw new Error(`There is no ${name}.`);
  return chooseMode(tool, stance);
};

const task = { kind: 'task' };
const result = { kind: 'result' };

describe('chooseMode', () => {
  it.each([
    ['optional', 'asksFor', task],
    ['soon', 'asksFor', task],
    ['required', 'asksFor', task],
    ['optional', 'takes', { kind: 'resultWithin', budgetMs: 3_000 }],
    ['soon', 'takes', { kind: 'resultWithin', budgetMs: 5_000 }],
    ['required', 'takes', task],
    ['forbidden', 'takes', result],
    ['optional', 'declines', result],
    ['soon', 'declines', result],
    ['forbidden', 'declines', result],
    ['optional', 'knowsNone', result],
    ['required', 'knowsNone', result],
    ['forbidden', 'knowsNone', result],
  ] as const)('of tool %s for a client that %s it is %j', (name, stance, expected) => {
    expect(modeOf(name, stance)).toStrictEqual(expected);
  });

  it.each([
    ['forbidden', 'asksFor', 'taskForbidden'],
    ['required', 'declines', 'taskRequired'],
  ] as const)('refuses a call of tool %s by a client that %s it', (name, stance, code) => {
    expect(() => modeOf(name, stance)).toThrow(expect.objectContaining({ code }));
  });
});
