import { afterEach, describe, expect, it, jest } from '@jest/globals';

import type { Task } from '../../../../../src/core/task/task.js';
import { asOwner } from '../../../../../src/core/task/viewer.js';
import { SessionMemory } from '../../../../../src/mcp/rev2025-11-25/session/session-memory.js';
import { sealSession } from '../../../../../src/mcp/rev2025-11-25/session/session.js';
import { createSealer } from '../../../../../src/security/sealing/create-sealer.js';
import { openTask, OWNER, TASK_ID } from '../../../../support/asking.js';

const sealer = createSealer(Buffer.alloc(32, 1));

afterEach(() => {
  jest.useRealTimers();
});

describe('a session that comes again', () => {
  it('is decrypted once in a minute, for its owner', async () => {
    jest.useFakeTimers();
    const open = jest.spyOn(sealer, 'open');
    const memory = new SessionMemory(sealer);
    const sessionId = await sealSession(sealer, 'ada', {});

    expect(await memory.open('ada', sessionId)).toMatchObject({ owner: 'ada' });
    expect(await memory.open('ada', sessionId)).toMatchObject({ owner: 'ada' });
    expect(await memory.open('eve', sessionId)).toBeUndefined();
    expect(open).toHaveBeenCalledTimes(1);

    jest.advanceTimersByTime(61_000);
    expect(await memory.open('ada', sessionId)).toMatchObject({ owner: 'ada' });
    expect(open).toHaveBeenCalledTimes(2);
  });

  it('does not open a minute after it has run out', async () => {
    jest.useFakeTimers();
    const memory = new SessionMemory(sealer);
    const session = { id: 'short', owner: 'ada', protocolVersion: '2025-11-25' };
    const sessionId = await sealer.seal('session', session, { lifetimeMs: 2_000 });

    expect(await memory.open('ada', sessionId)).toMatchObject(session);
    jest.advanceTimersByTime(64_000);
    expect(await memory.open('ada', sessionId)).toBeUndefined();
  });

  it('is forgotten when there are many, and asked for each time when it does not open', async () => {
    const open = jest.fn(async (_purpose: string, text: string) =>
      Promise.resolve(
        text === 'forged' ? undefined : { id: text, owner: 'ada', protocolVersion: '2025-11-25' },
      ),
    );
    const memory = new SessionMemory({ open });
    const long = (index: number): string => `${index} ${'x'.repeat(500_000)}`;
    for (let index = 0; index < 10; index += 1) await memory.open('ada', long(index));
    await memory.open('ada', long(9));
    expect(open).toHaveBeenCalledTimes(10);
    await memory.open('ada', long(0));
    expect(open).toHaveBeenCalledTimes(11);

    await memory.open('ada', 'forged');
    await memory.open('ada', 'forged');
    expect(open).toHaveBeenCalledTimes(13);
  });
});

async function openReporting(): Promise<(progress: number, taskId?: string) => Task> {
  const task = await (await openTask()).get(asOwner({ owner: OWNER }), TASK_ID);
  return (progress, taskId = TASK_ID) => ({ ...task, taskId, progress: { progress } });
}

describe('progress', () => {
  it('advances only', async () => {
    const at = await openReporting();
    const memory = new SessionMemory(sealer);
    const reports = [0, 0, 3, 2, 3, 3.5, -1, 4].map(
      (progress) => memory.nextProgress(at(progress), 'one', 1)?.progress,
    );

    expect(reports).toStrictEqual([0, undefined, 3, undefined, undefined, 3.5, undefined, 4]);
  });

  it('may begin below zero, and is each task’s, session’s and token’s own', async () => {
    const at = await openReporting();
    const memory = new SessionMemory(sealer);

    expect(memory.nextProgress(at(-5), 'one', 1)).toStrictEqual({ progress: -5 });
    expect(memory.nextProgress(at(7), 'one', 1)).toStrictEqual({ progress: 7 });
    expect(memory.nextProgress(at(1, 'task-2'), 'one', 1)).toStrictEqual({ progress: 1 });
    expect(memory.nextProgress(at(1), 'other', 1)).toStrictEqual({ progress: 1 });
    expect(memory.nextProgress(at(1), 'one', '1')).toStrictEqual({ progress: 1 });
  });
});
