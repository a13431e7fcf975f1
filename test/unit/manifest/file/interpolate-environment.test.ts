import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseDocument } from 'yaml';

import {
  interpolateEnvironment,
  type MissingVariable,
} from '../../../../src/manifest/file/interpolate-environment.js';
import { createTestFolder, type TestFolder } from '../../../support/test-folder.js';

const environment = {
  QUEUE: 'orders',
  PRIORITY: '3',
  FLAG: 'true',
  EMPTY: '',
  NULL: 'null',
  MAP: 'a: b',
  HASH: 'orders # the old ones',
  AT: '@orders',
  BRACKET: '[orders',
  QUOTE: '"orders',
  STAR: '*orders',
  LINES: 'one\ntwo',
  REFERENCE: '${QUEUE}',
};

function interpolate(text: string): { value: unknown; missing: MissingVariable[] } {
  const document = parseDocument(text);
  const missing = interpolateEnvironment(document, environment);
  return { value: document.toJS(), missing };
}

describe('interpolateEnvironment', () => {
  it.each([
    ['a variable', 'a: ${QUEUE}', 'orders'],
    ['a variable within a text', 'a: my-${QUEUE}-queue', 'my-orders-queue'],
    ['several variables', 'a: ${QUEUE}/${PRIORITY}', 'orders/3'],
    ['a quoted variable', 'a: "${QUEUE}"', 'orders'],
    ['a variable in a block of text', 'a: >-\n  ${QUEUE}\n  ${PRIORITY}', 'orders 3'],
    ['a variable in a list', 'a: [x, "${QUEUE}"]', ['x', 'orders']],
    ['a default', 'a: ${NOPE:-nothing}', 'nothing'],
    ['a default with blanks and punctuation', 'a: "${NOPE:-a: b, c}"', 'a: b, c'],
    ['an empty default', 'a: "${NOPE:-}"', ''],
    ['a variable in place of its default', 'a: ${QUEUE:-nothing}', 'orders'],
    ['the default of a variable that is empty, as shells do', 'a: "${EMPTY:-nothing}"', 'nothing'],
    ['an empty variable', 'a: "${EMPTY}"', ''],
    ['an escaped reference', 'a: $${QUEUE}', '${QUEUE}'],
    ['an escaped reference beside a real one', 'a: $${QUEUE}=${QUEUE}', '${QUEUE}=orders'],
    ['a dollar sign', 'a: 5$ $QUEUE', '5$ $QUEUE'],
    ['braces that are no reference', 'a: "${not a name}"', '${not a name}'],
    ['what a variable holds, and not what that refers to', 'a: ${REFERENCE}', '${QUEUE}'],
  ])('puts in %s', (_what, text, expected) => {
    expect(interpolate(text)).toStrictEqual({ value: { a: expected }, missing: [] });
  });

  it.each([
    ['a number', 'a: ${PRIORITY}', 3],
    ['a number made of a default', 'a: ${NOPE:-5}', 5],
    ['a number made of two parts', 'a: 1${PRIORITY}', 13],
    ['a boolean', 'a: ${FLAG}', true],
  ])('reads an unquoted value again: %s', (_what, text, expected) => {
    expect(interpolate(text).value).toStrictEqual({ a: expected });
  });

  it.each([
    ['a number', 'a: "${PRIORITY}"', '3'],
    ['a number in single quotes', "a: '${PRIORITY}'", '3'],
    ['a boolean', 'a: "${FLAG}"', 'true'],
    ['a number in a block', 'a: |-\n  ${PRIORITY}', '3'],
  ])('leaves a quoted value a text: %s', (_what, text, expected) => {
    expect(interpolate(text).value).toStrictEqual({ a: expected });
  });

  it.each(['NULL', 'MAP', 'HASH', 'AT', 'BRACKET', 'QUOTE', 'STAR', 'LINES', 'EMPTY'] as const)(
    'takes the value of %s as a text, whatever it means in YAML',
    (name) => {
      expect(interpolate(`a: \${${name}}`).value).toStrictEqual({ a: environment[name] });
    },
  );

  it.each([
    ['a key', '${QUEUE}: 1', { '${QUEUE}': 1 }],
    ['a number', 'a: 3', { a: 3 }],
    ['a comment', 'a: 3 # ${NOPE}', { a: 3 }],
  ])('leaves %s alone', (_what, text, expected) => {
    expect(interpolate(text)).toStrictEqual({ value: expected, missing: [] });
  });

  it('says what is not set, and where', () => {
    expect(interpolate('a: 1\nb: ${NOPE}\nc: "${QUEUE} ${GONE}"').missing).toStrictEqual([
      { name: 'NOPE', offset: 8 },
      { name: 'GONE', offset: 19 },
    ]);
  });

  it('puts in a value that an alias repeats once', () => {
    expect(interpolate('a: &q ${QUEUE}\nb: *q').value).toStrictEqual({ a: 'orders', b: 'orders' });
  });

  describe('of a variable that is not set', () => {
    let folder: TestFolder;
    beforeAll(async () => {
      folder = await createTestFolder({ token: 'from a file\n', number: '12\n' });
    });
    afterAll(async () => folder.remove());

    const read = (text: string, more: Record<string, string> = {}): unknown => {
      const document = parseDocument(text);
      const missing = interpolateEnvironment(document, {
        TOKEN_FILE: `${folder.path}/token`,
        COUNT_FILE: `${folder.path}/number`,
        LOST_FILE: '/nowhere/hunter2',
        ...more,
      });
      return { value: document.toJS() as unknown, missing };
    };

    it.each([
      { how: 'in place of a default', text: 'a: ${TOKEN:-nothing}', more: {}, is: 'from a file' },
      {
        how: 'in place of a variable that is empty',
        text: 'a: "${TOKEN}"',
        more: { TOKEN: '' },
        is: 'from a file',
      },
      { how: 'within a text', text: 'a: ${TOKEN}!', more: {}, is: 'from a file!' },
      { how: 'which may be a number', text: 'a: ${COUNT}', more: {}, is: 12 },
      {
        how: 'but not where it is set',
        text: 'a: ${TOKEN}',
        more: { TOKEN: 'set' },
        is: 'set',
      },
      {
        how: 'but not where nothing names one',
        text: 'a: ${NOPE:-x}',
        more: { NOPE_FILE: '' },
        is: 'x',
      },
    ])('reads the file $how', ({ text, more, is }) => {
      const variables = more as Record<string, string>;
      expect(read(text, variables)).toStrictEqual({ value: { a: is }, missing: [] });
    });

    it('says which file cannot be read, and where it is needed', () => {
      expect(read('a: 1\nb: ${LOST}')).toMatchObject({
        missing: [
          {
            name: 'LOST',
            offset: 8,
            reason:
              'LOST_FILE must name a file with a secret, but the file cannot be read (ENOENT).',
          },
        ],
      });
    });
  });
});
