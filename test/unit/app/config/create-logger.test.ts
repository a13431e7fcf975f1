import { describe, expect, it } from '@jest/globals';

import { createLogger } from '../../../../src/app/config/create-logger.js';

describe('createLogger', () => {
  it.each(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])('takes %s', (level) => {
    expect(createLogger({ LOG_LEVEL: level })).toHaveProperty('level', level);
  });

  it('names the variable and its values where it is none of them', () => {
    expect(() => createLogger({ LOG_LEVEL: 'foo' })).toThrow(
      /^LOG_LEVEL is "foo"\. Set it to one of these: .*debug.*silent\.$/,
    );
  });
});
