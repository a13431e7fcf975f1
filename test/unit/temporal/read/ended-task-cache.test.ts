import { describe, expect, it } from '@jest/globals';

import type { ToolCatalog } from '../../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { EndedTaskCache } from '../../../../src/temporal/read/ended-task-cache.js';
import type { TemporalTask } from '../../../../src/temporal/task/to-task.js';

const TASK = { taskId: 'a', toolName: 'order' } as TemporalTask;
const catalog = () =>
  parseManifest(
    'tools: { order: { workflow: { type: w, taskQueue: q } }, other: { workflow: { type: w, taskQueue: q } } }',
  ).tools;

describe('an ending', () => {
  it('is kept as it was read', () => {
    const tools = catalog();
    const endings = new EndedTaskCache(() => tools);
    endings.keep('a', TASK, tools.get('order'));

    expect(endings.get('a')).toBe(TASK);
    expect(endings.get('b')).toBeUndefined();
  });

  it('is forgotten when its tool is another one, or has gone', () => {
    let tools: ToolCatalog = catalog();
    const endings = new EndedTaskCache(() => tools);
    endings.keep('a', TASK, tools.get('order'));
    tools = catalog();
    expect(endings.get('a')).toBeUndefined();

    endings.keep('a', TASK, tools.get('order'));
    tools = new Map();
    expect(endings.get('a')).toBeUndefined();
  });

  it('is kept of a tool that is not listed any more', () => {
    const endings = new EndedTaskCache(catalog);
    endings.keep('a', { ...TASK, toolName: 'gone' }, undefined);

    expect(endings.get('a')).toMatchObject({ toolName: 'gone' });
  });
});
