import { describe, expect, it } from '@jest/globals';

import { inspectTaskSupport } from '../../../src/check/inspect-tools.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';

const inspect = (task: string) =>
  inspectTaskSupport(
    parseManifest(
      JSON.stringify({
        defaults: { workflow: { taskQueue: 'q' } },
        tools: { t: { workflow: 'w', task } },
      }),
    ).tools,
  );

describe('inspectTaskSupport', () => {
  it('names hosts that a tool shuts out', () => {
    const warnings = inspect('required');

    expect(warnings.map(({ path }) => path.join('.'))).toStrictEqual(['tools.t.task']);
    expect(warnings[0]?.message).toMatch(/^"required" shuts out hosts without tasks: .*Mastra/);
  });

  it.each(['optional', 'forbidden'])('has nothing to say of %s', (task) => {
    expect(inspect(task)).toStrictEqual([]);
  });
});
