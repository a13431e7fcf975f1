import { describe, expect, it } from '@jest/globals';

import {
  withoutQuestionNote,
  withQuestionNote,
} from '../../../../src/core/question/question-note.js';
import { ownQuestion } from '../../../support/asking.js';

const PAGE = 'https://mcp.example/inbox/questions/abc';
const unpaged = { ...ownQuestion('i2'), audience: 'others', isOpenElsewhere: true } as const;
const others = { ...unpaged, page: PAGE } as const;
const own = { ...ownQuestion(), isOpenElsewhere: true, page: PAGE } as const;

describe('a status message', () => {
  it.each([
    [undefined, ''],
    ['Order 7 is checked', 'Order 7 is checked. '],
    ['Order 7 is checked.', 'Order 7 is checked. '],
  ])(
    'says after %j where an answer can be given, with blanks around the link',
    (message, start) => {
      expect(withQuestionNote(message, [own])).toBe(
        `${start}Waiting for an answer, which you can give at ${PAGE} in a browser`,
      );
    },
  );

  it.each([undefined, 'Order 7 is checked.', 'Waiting for an approval of somebody’s.'])(
    'is %j again where approvals are given',
    (message) => {
      expect(withoutQuestionNote(withQuestionNote(message, [own]), [own])).toBe(message);
      expect(withoutQuestionNote(message, [own])).toBe(message);
      expect(withoutQuestionNote(message, [])).toBe(message);
    },
  );

  it('says why a question stays open whose form was closed, but not of lost answers', () => {
    expect(withQuestionNote('Busy.', [{ ...own, isPutAside: true }])).toBe(
      `Busy. The form was closed without an answer, so the question stays open, to be answered at ${PAGE} in a browser`,
    );
    expect(withQuestionNote('Busy.', [{ ...own, isPutAside: true, lostAnswers: 1 }])).toBe(
      `Busy. Waiting for an answer, which you can give at ${PAGE} in a browser`,
    );
  });

  it('says of a question that MCP does not allow what is wrong with it, and of no others', () => {
    const fault = '/requestedSchema must be an object schema with "properties"';
    const broken = { ...ownQuestion(), fault };
    const why =
      /^Busy\. The workflow asks a question "[^"]+" that MCP does not allow \(\/requestedSchema must be .*: its author has to correct it$/;

    expect(withQuestionNote('Busy.', [broken])).toMatch(why);
    expect(withQuestionNote('Busy.', [{ ...broken, isOpenElsewhere: true, page: PAGE }])).toMatch(
      new RegExp(`correct it, or it is declined at ${PAGE} in a browser$`),
    );
  });

  it('names no page where there is none, and stays as it is where only clients answer', () => {
    expect(withQuestionNote('Busy.', [unpaged])).toBe(
      'Busy. Waiting for an approval by somebody else',
    );
    expect(withQuestionNote('Busy', [ownQuestion()])).toBe('Busy');
  });

  it('tells an approval that the owner may not give from an answer that they may', () => {
    const message = `Waiting for an approval by somebody else, to be given at ${PAGE} in a browser`;

    expect(withQuestionNote(undefined, [others])).toBe(message);
    expect(withQuestionNote(undefined, [own, others])).toBe(
      `${message}. Waiting for an answer, which you can give at ${PAGE} in a browser`,
    );
  });
});
