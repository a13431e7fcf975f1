import { describe, expect, it } from '@jest/globals';

import { startDeadline } from '../../../../src/core/value/deadline.js';

const fired = async (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(signal.reason);
    });
  });

describe('startDeadline', () => {
  it('fires after the time', async () => {
    const { signal } = startDeadline(5, new AbortController().signal);

    expect(await fired(signal)).toMatchObject({ message: '5 ms have passed.' });
  });

  it('fires with the given signal, before as well as after', () => {
    const given = new AbortController();
    const { signal, release } = startDeadline(60_000, given.signal);
    given.abort('enough');
    release();

    expect(signal.reason).toBe('enough');
    const late = startDeadline(60_000, given.signal);
    late.release();
    expect(late.signal.reason).toBe('enough');
  });

  it('does not fire any more once it is released', () => {
    const given = new AbortController();
    const { signal, release } = startDeadline(60_000, given.signal);
    release();
    given.abort();

    expect(signal.aborted).toBe(false);
  });
});
