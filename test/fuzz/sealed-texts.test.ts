/** Texts that clients carry for the server: altered, cut, or of another purpose, owner or secret. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { isTaskError, TaskErrorCode } from '../../src/core/errors.js';
import { encodeTaskId, parseTaskId } from '../../src/core/task/task-id.js';
import { openSession, sealSession } from '../../src/mcp/rev2025-11-25/session/session.js';
import {
  openRequestState,
  sealRequestState,
} from '../../src/mcp/rev2026-07-28/wire/request-state.js';
import { createSealer } from '../../src/security/sealing/create-sealer.js';
import { openQuestionId, sealQuestionId } from '../../src/service/questions/question-id.js';
import { Cursors } from '../../src/temporal/link/cursors.js';
import { TaskIdRing } from '../../src/temporal/start/task-id-ring.js';
import { bounded, holdAlways } from '../support/fuzz/fuzz-run.js';
import { hostileText } from '../support/fuzz/hostile-values.js';
import { spoilText, textMutation } from '../support/fuzz/mutation.js';

const TIMEOUT_MS = 60 * 60_000;
const [secret, previous, foreign] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [
  Buffer,
  Buffer,
  Buffer,
];
const sealers = {
  current: createSealer(secret, previous),
  previous: createSealer(previous),
  foreign: createSealer(foreign),
};
const rings = {
  current: new TaskIdRing(secret, previous),
  previous: new TaskIdRing(previous),
  foreign: new TaskIdRing(foreign),
};

const CALL = { toolName: 'order', input: { sku: 'a' } };
const TTL = { state: { asked: ['a'] } as never, lifetimeMs: 60_000 };

/** Each kind of text, with the functions that make and open it for an owner. */
const KINDS = {
  session: {
    make: async (by: keyof typeof sealers, owner: string) =>
      sealSession(sealers[by], owner, { capabilities: {}, clientInfo: { name: 'n' } }),
    open: async (owner: string, text: string) => {
      const session = await openSession(sealers.current, text);
      return session?.owner === owner ? session : undefined;
    },
  },
  questionId: {
    make: async (by: keyof typeof sealers, owner: string) =>
      sealQuestionId(sealers[by], { taskId: 't', key: 'k', owner, session: 's', step: 'ask' }),
    open: async (owner: string, text: string) => {
      const address = await openQuestionId(sealers.current, text);
      return address?.owner === owner ? address : undefined;
    },
  },
  requestState: {
    make: async (by: keyof typeof sealers, owner: string) =>
      sealRequestState(sealers[by], { owner, ...CALL }, TTL),
    open: async (owner: string, text: string) =>
      openRequestState(sealers.current, { owner, ...CALL }, text),
  },
  cursor: {
    make: async (by: keyof typeof sealers, owner: string) =>
      new Cursors(sealers[by], 'tasks', 'default').seal({ owner }, { marks: ['a'] }),
    open: async (owner: string, text: string) => {
      try {
        return await new Cursors<object>(sealers.current, 'tasks', 'default').open({ owner }, text);
      } catch (error) {
        if (isTaskError(error) && error.code === TaskErrorCode.invalidCursor) return undefined;
        throw error;
      }
    },
  },
  taskId: {
    make: async (by: keyof typeof rings, owner: string) => {
      const { current } = rings[by];
      return Promise.resolve(current.randomTaskId(current.ownerTag(owner)));
    },
    open: async (owner: string, text: string) => {
      const parsed = parseTaskId(text);
      const isOwn = rings.current.isOwnerTag(parsed?.ownerTag, owner);
      return Promise.resolve(isOwn ? { text } : undefined);
    },
  },
} as const;
type Kind = keyof typeof KINDS;
const kind = fc.constantFrom(...(Object.keys(KINDS) as Kind[]));
const owner = fc.oneof(fc.constantFrom('ada', 'bob', 'ad', '["own","ada"]'), hostileText);

describe('a text that a client carries for the server', () => {
  it(
    'opens for its owner and its purpose alone, as what it was made of',
    async () => {
      await holdAlways(
        'sealed texts of other owners, purposes and secrets',
        0.05,
        fc.asyncProperty(
          kind,
          kind,
          fc.constantFrom(...(['current', 'previous', 'foreign'] as const)),
          owner,
          owner,
          async (...[made, opened, by, maker, opener]) => {
            const text = await KINDS[made].make(by, maker);
            await bounded(async () => {
              const value = await KINDS[opened].open(opener, text);
              const isRight = made === opened && by !== 'foreign' && maker === opener;
              if (isRight !== (value !== undefined)) {
                throw new Error(`Opened: ${JSON.stringify(value)}`);
              }
            });
          },
        ),
      );

      expect(Object.keys(KINDS)).toHaveLength(5);
    },
    TIMEOUT_MS,
  );

  it(
    'does not open altered, or as nothing else than it was',
    async () => {
      let altered = 0;
      await holdAlways(
        'altered sealed texts',
        0.09,
        fc.asyncProperty(
          kind,
          fc.array(textMutation, { minLength: 1, maxLength: 3 }),
          fc.option(fc.nat(2_000), { nil: undefined }),
          async (made, changes, flip) => {
            const text = await KINDS[made].make('current', 'ada');
            const at = flip === undefined ? -1 : flip % text.length;
            const spoilt =
              at < 0
                ? spoilText(text, changes)
                : `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
            if (spoilt === text) return;
            altered += 1;
            const original = JSON.stringify(await KINDS[made].open('ada', text));
            await bounded(async () => {
              const value = await KINDS[made].open('ada', spoilt);
              // The last part of a task ID is random: an altered one is the ID of another task of the same owner.
              const isOther = made === 'taskId' && parseTaskId(spoilt) !== undefined;
              // The last character of Base64 has unused bits.
              if (value === undefined || isOther || JSON.stringify(value) === original) return;
              throw new Error(`Opened: ${JSON.stringify(value)}`);
            });
          },
        ),
      );

      expect(altered).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    'that is a task ID is parsed as what it was made of, and tells owners apart',
    async () => {
      await holdAlways(
        'task IDs',
        0.02,
        fc.asyncProperty(
          owner,
          owner,
          fc.uint8Array({ minLength: 17, maxLength: 40 }),
          async (one, other, random) =>
            bounded(() => {
              const { current } = rings.current;
              const ownerTag = current.ownerTag(one);
              const parsed = parseTaskId(encodeTaskId(ownerTag, random));
              if (parsed?.ownerTag !== ownerTag) throw new Error('The owner is lost.');
              if ((one === other) !== (current.ownerTag(other) === ownerTag)) {
                throw new Error('Two owners are one, or one is two.');
              }
            }),
        ),
      );

      expect(rings.current.all).toHaveLength(2);
    },
    TIMEOUT_MS,
  );
});
