import { describe, expect, it } from '@jest/globals';

import { NOT_ASKABLE } from '../../../../../src/core/question/askable.js';
import { toClient } from '../../../../../src/mcp/rev2026-07-28/wire/client-capabilities.js';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const META_KEY = 'io.modelcontextprotocol/clientCapabilities';

describe('toClient', () => {
  it.each([
    ['no metadata', undefined, {}],
    ['nothing', { [META_KEY]: undefined }, {}],
    ['a list', { [META_KEY]: [] }, {}],
    ['the extension', { [META_KEY]: { extensions: { [EXTENSION]: {} } } }, { usesTasks: true }],
    ['the extension as no object', { [META_KEY]: { extensions: { [EXTENSION]: true } } }, {}],
    ['tasks of 2025-11-25', { [META_KEY]: { tasks: { requests: {} } } }, {}],
    [
      'what it can be asked',
      { [META_KEY]: { elicitation: { url: {} }, sampling: {} } },
      { askable: { ...NOT_ASKABLE, url: true, sampling: true } },
    ],
  ])('reads %s', (_what, meta, expected) => {
    expect(toClient({ _meta: meta })).toMatchObject({
      askable: NOT_ASKABLE,
      usesTasks: false,
      ...expected,
    });
  });
});
