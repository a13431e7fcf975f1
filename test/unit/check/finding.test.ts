import { describe, expect, it } from '@jest/globals';

import { explainError } from '../../../src/check/finding.js';

const REFUSED =
  '14 UNAVAILABLE: No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:1. Resolution note: ';

describe('explainError', () => {
  it('names the settings of the address where nobody listens there', () => {
    expect(explainError(new Error(REFUSED))).toBe(
      'no connection (connect ECONNREFUSED 127.0.0.1:1). Set TEMPORAL_ADDRESS or --address to where Temporal runs, or start it.',
    );
  });

  it('names them for a host name that is unknown', () => {
    const unknown = '14 UNAVAILABLE: Name resolution failed for target dns:nowhere:1';

    expect(explainError(new Error(unknown))).toBe(
      'no connection (Name resolution failed for target dns:nowhere:1). Set TEMPORAL_ADDRESS or --address to where Temporal runs, or start it.',
    );
  });

  it("leaves everything else in Temporal's own words", () => {
    expect(explainError(new Error('5 NOT_FOUND: Namespace x is not found.'))).toBe(
      '5 NOT_FOUND: Namespace x is not found.',
    );
  });
});
