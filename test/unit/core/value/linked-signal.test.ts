import { describe, expect, it } from '@jest/globals';

import { linkSignal } from '../../../../src/core/value/linked-signal.js';

describe('linkSignal', () => {
  it('fires with the given signal and its reason, before as well as after', () => {
    const given = new AbortController();
    const { signal } = linkSignal(given.signal);
    given.abort('enough');

    expect(signal.reason).toBe('enough');
    expect(linkSignal(given.signal).signal.reason).toBe('enough');
  });

  it('is ended by itself, and leaves the given signal alone', () => {
    const given = new AbortController();
    const { signal, end } = linkSignal(given.signal);
    end('done');
    given.abort('later');

    expect(signal.reason).toBe('done');
  });

  it('does not fire after it was let go', () => {
    const given = new AbortController();
    const { signal, release } = linkSignal(given.signal);
    release();
    given.abort();

    expect(signal.aborted).toBe(false);
  });
});
