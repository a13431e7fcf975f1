import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import type { ToolDefinition } from '../../../../src/core/tool/tool-definition.js';
import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';

const TEXT = `defaults:
  workflow: { taskQueue: other, runTimeout: 1 minute }
  activity: { taskQueue: media, heartbeatTimeout: 10 s }
  cancel: { signal: stop, terminateAfter: 1 minute }
  access: { approvers: { subjects: [ada] } }
tools:
  convert:
    activity:
      type: convertVideo
      startToCloseTimeout: 1 hour
      scheduleToStartTimeout: 5 minutes
      id: 'activity:convert-{file}'
      idReusePolicy: AllowDuplicate
      arguments: [file]
      retryPolicy: { maximumAttempts: 3 }
      searchAttributes: { File: '{file}' }
      summary: Converts {file}
      startDelay: 30 s
    confirm: Convert {file}?
    progress: { heartbeat: true, total: 100 }
    questions:
      format: { message: Which format?, properties: { format: { type: string } } }
    input:
      type: object
      required: [file]
      properties: { file: { type: string }, format: { type: string } }
`;
const START = {
  kind: 'activity',
  type: 'convertVideo',
  taskQueue: 'media',
  startToCloseTimeout: 3_600_000,
  heartbeatTimeout: 10_000,
};

describe('a limit of an Activity', () => {
  const startOf = (limits: string) =>
    parseManifest(`defaults:
  activity: { taskQueue: media, startToCloseTimeout: 1 hour, heartbeatTimeout: 10 s }
tools:
  convert: { activity: { type: convertVideo, ${limits} } }
`).tools.get('convert');

  it('of the defaults is left by null', () => {
    expect(startOf('heartbeatTimeout: null')?.start).toMatchObject({ heartbeatTimeout: null });
    expect(
      startOf('startToCloseTimeout: null, scheduleToCloseTimeout: 2 hours')?.start,
    ).toMatchObject({ startToCloseTimeout: null, scheduleToCloseTimeout: 7_200_000 });
  });

  it('is missing if null leaves none', () => {
    expect(() => startOf('startToCloseTimeout: null, scheduleToCloseTimeout: null')).toThrow(
      'Missing: a startToCloseTimeout or a scheduleToCloseTimeout',
    );
  });

  it('keeps failures from nobody, unless the tool says so', () => {
    expect(startOf('priority: 1')?.showActivityFailures).toBe(true);
  });
});

describe('a tool with an activity', () => {
  const text = TEXT.replace('arguments: [file]', 'arguments: [file, format]');
  const convert = parseManifest(text).tools.get('convert');

  it('starts an Activity, to which the defaults of Workflows do not apply', () => {
    expect(convert).toMatchObject({
      start: {
        ...START,
        scheduleToStartTimeout: 300_000,
        id: { text: 'activity:convert-{file}' },
        idConflictPolicy: 'Fail',
        idReusePolicy: 'AllowDuplicate',
        retryPolicy: { maximumAttempts: 3 },
        searchAttributes: { File: { text: '{file}' } },
        summary: { text: 'Converts {file}' },
        startDelay: 30_000,
      },
      confirm: { text: { text: 'Convert {file}?' } },
      questions: { beforeStart: [{ key: 'format' }], declared: [] },
      progress: [{ source: { kind: 'heartbeat' } }],
      cancel: { signal: null, terminateAfter: 60_000 },
    });
    expect(convert?.access.approvers).toBeUndefined();
    expect(convert?.start.runTimeout).toBeUndefined();
  });

  it('gets the arguments that its layout says', async () => {
    expect(await convert?.input.parse({ file: 'a.mp4', format: 'gif' })).toMatchObject({
      ok: true,
      workflowArguments: ['a.mp4', 'gif'],
    });
  });

  it('can be written in TypeScript, with the name of the function as its type', async () => {
    const convertVideo = async (file: string): Promise<string> => Promise.resolve(file);
    const { tools } = defineTools({
      defaults: { activity: { taskQueue: 'media', heartbeatTimeout: '10s' } },
      tools: {
        convert: tool({
          activity: {
            definition: convertVideo,
            startToCloseTimeout: '1 hour',
            arguments: ['file'],
          },
          input: z.object({ file: z.string() }),
        }),
      },
    });
    const defined: ToolDefinition | undefined = tools.get('convert');

    expect(defined?.start).toMatchObject(START);
    expect(await defined?.input.parse({ file: 'a' })).toMatchObject({ workflowArguments: ['a'] });
  });
});
