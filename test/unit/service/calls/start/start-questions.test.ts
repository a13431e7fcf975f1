import { describe, expect, it } from '@jest/globals';

import type { ToolDefinition } from '../../../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import {
  takeBeforeAsking,
  nextStartStep,
} from '../../../../../src/service/calls/start/start-questions.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  a:
    workflow: doIt
    confirm: Delete {path}?
    input:
      type: object
      required: [ path, mode ]
      properties: { path: { type: string }, mode: { type: string }, force: { type: boolean } }
    questions:
      where: { message: Where?, properties: { path: { type: string } } }
      how: { message: How?, properties: { mode: { type: string, enum: [ soft, hard ] } }, required: [ mode ] }
`);
const tool = tools.get('a');
if (!tool) throw new Error('There is no tool.');

const accept = (content: object): object => ({ action: 'accept', content });
const where = accept({ path: 'a.txt', other: 1 });
const how = accept({ mode: 'soft' });

const stepOf = async (asked: ToolDefinition, input: object, answers: object) =>
  nextStartStep(asked, {
    input: { ...input },
    answers: { ...answers },
    caller: { owner: 'local' },
  });

describe('nextStartStep', () => {
  it('confirms with what was answered, and starts with the form’s fields only', async () => {
    const answers = { where, how };
    expect(await stepOf(tool, { force: true }, answers)).toMatchObject({
      kind: 'ask',
      requests: { confirm: { params: { message: 'Delete a.txt?' } } },
    });
    expect(
      await stepOf(tool, { force: true }, { ...answers, confirm: accept({ confirm: true }) }),
    ).toStrictEqual({ kind: 'start', input: { force: true, path: 'a.txt', mode: 'soft' } });
  });

  it.each([
    ['no answer', 'yes'],
    ['an unknown action', { action: 'maybe' }],
    ['content that is no form', { action: 'accept', content: 'hard' }],
  ])('asks again after %s', async (_what, answer) => {
    expect(await stepOf(tool, {}, { where, how: answer })).toMatchObject({
      kind: 'ask',
      requests: { how: { params: { message: 'How?' } } },
    });
  });

  it('says why when it asks again for what does not fit', async () => {
    expect(await stepOf(tool, {}, { where, how: accept({ mode: 'x' }) })).toMatchObject({
      requests: { how: { params: { message: 'How? (/mode must be one of ["soft","hard"])' } } },
    });
    expect(
      await stepOf(tool, {}, { where, how, confirm: accept({ confirm: 'yes' }) }),
    ).toMatchObject({ requests: { confirm: {} } });
  });
});

describe('takeBeforeAsking', () => {
  it('refuses arguments for their size ahead of everything else, whatever the tool asks', async () => {
    const plain = { ...tool, confirm: undefined, questions: { beforeStart: [], declared: [] } };
    const input = { text: 'x'.repeat(1024 * 1024) };

    for (const one of [tool, plain]) {
      await expect(takeBeforeAsking(one, input, { owner: 'ada' })).rejects.toThrow(
        /bytes, more than the limit of 1048576/,
      );
    }
  });

  it('lets missing arguments pass that will be asked for, and nothing else', async () => {
    const by = { owner: 'ada' };

    expect(await takeBeforeAsking(tool, { force: null }, by)).toStrictEqual({});
    await expect(takeBeforeAsking(tool, { force: 'x' }, by)).rejects.toThrow(
      'Invalid arguments for a: /force must be boolean.',
    );
  });
});

describe('the defaults of a tool', () => {
  const { tools } = parseManifest(
    JSON.stringify({
      tools: {
        print: {
          workflow: { type: 'print', taskQueue: 'q' },
          input: {
            type: 'object',
            properties: {
              copies: { type: 'integer', default: 2 },
              paper: { type: 'string', default: 'A4' },
            },
          },
          questions: {
            paper: { message: 'Which paper?', properties: { paper: { type: 'string' } } },
          },
          confirm: 'Print {copies} on {paper}?',
        },
      },
    }),
  );
  const print = tools.get('print');
  if (!print) throw new Error('no tool');

  it('are read to whoever confirms, and start with the call', async () => {
    const asked = await stepOf(print, { paper: 'A3' }, {});
    const confirmed = await stepOf(
      print,
      { paper: 'A3' },
      { confirm: { action: 'accept', content: { confirm: true } } },
    );

    expect(asked).toMatchObject({
      requests: { confirm: { params: { message: 'Print 2 on A3?' } } },
    });
    expect(confirmed).toStrictEqual({ kind: 'start', input: { paper: 'A3', copies: 2 } });
  });

  it('hold after a person was asked', async () => {
    expect(await stepOf(print, {}, {})).toMatchObject({
      requests: { paper: { params: { message: 'Which paper?' } } },
    });
  });
});
