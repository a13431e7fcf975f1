import { describe, expect, it } from '@jest/globals';

import { toWireTool } from '../../../../../src/mcp/rev2025-11-25/wire/to-wire.js';

describe('a tool of 2025-11-25', () => {
  it('has objects for properties that are true or false, which this revision does not take', () => {
    const { inputSchema } = toWireTool(
      {
        name: 'pay',
        taskSupport: 'optional',
        shown: {
          description: 'Pays.',
          inputSchema: {
            type: 'object',
            properties: { anything: true, nothing: false, cents: { type: 'integer' } },
          },
        },
      },
      true,
    );

    expect(inputSchema['properties']).toStrictEqual({
      anything: {},
      nothing: { not: {} },
      cents: { type: 'integer' },
    });
  });
});
