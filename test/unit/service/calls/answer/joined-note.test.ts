import { describe, expect, it } from '@jest/globals';

import type { ToolResult } from '../../../../../src/core/tool/tool-result.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import {
  JOINED_META_KEY,
  noteJoined,
} from '../../../../../src/service/calls/answer/joined-note.js';
import { TASK_ID } from '../../../../support/asking.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  bare: { workflow: doIt }
  open: { workflow: doIt, output: { type: object, properties: { sum: { type: number } } } }
  closed: { workflow: doIt, output: { type: object, additionalProperties: false, properties: { sum: { type: number } } } }
  reads: { workflow: doIt, annotations: { readOnlyHint: true } }
  texts: { workflow: doIt, output: { type: object, additionalProperties: { type: number } } }
`);

const toolNamed = (name: string): NonNullable<ReturnType<typeof tools.get>> => {
  const tool = tools.get(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
};

const noteFor = async (result: ToolResult, name: string): Promise<ToolResult> =>
  noteJoined(result, toolNamed(name), TASK_ID);

const result = {
  content: [{ type: 'text', text: '{"sum":3}' }],
  structuredContent: { sum: 3 },
  _meta: { own: 1 },
};
const note: unknown = expect.stringContaining(`${TASK_ID}. Nothing was done twice.`);

describe('the note that a call has joined earlier work', () => {
  it.each(['bare', 'open'])('stands in structured content, too, of the tool %s', async (name) => {
    expect(await noteFor(result, name)).toEqual({
      content: result.content,
      structuredContent: { sum: 3, joinedCall: note },
      _meta: { own: 1, [JOINED_META_KEY]: { taskId: TASK_ID } },
    });
  });

  it.each(['closed', 'texts'])('breaks no output schema: that of the tool %s', async (name) => {
    const noted = await noteFor(result, name);

    expect(noted.structuredContent).toEqual(result.structuredContent);
    expect(noted.content).toEqual(result.content);
    expect(noted._meta).toMatchObject({ [JOINED_META_KEY]: { taskId: TASK_ID } });
  });

  it('replaces nothing that a Workflow has returned, and makes up no structured content', async () => {
    const taken = { ...result, structuredContent: { joinedCall: 'mine' } };

    expect((await noteFor(taken, 'bare')).structuredContent).toEqual({
      joinedCall: 'mine',
    });
    expect(await noteFor({ content: [] }, 'bare')).toEqual({
      content: [],
      _meta: { [JOINED_META_KEY]: { taskId: TASK_ID } },
    });
  });

  it('keeps one text one text, and is for hosts alone where a tool only reads', async () => {
    const greeting = { content: [{ type: 'text', text: 'Hello, Ada!' }] };
    const inText: unknown = expect.stringMatching(
      /^Hello, Ada!\n\n\(This is the result of the same call made before, .*\)$/,
    );

    expect((await noteFor(greeting, 'bare')).content).toEqual([{ type: 'text', text: inText }]);
    expect(await noteFor(greeting, 'reads')).toEqual({
      ...greeting,
      _meta: { [JOINED_META_KEY]: { taskId: TASK_ID } },
    });
  });
});
