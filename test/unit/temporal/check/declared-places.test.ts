import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { placesOf } from '../../../../src/temporal/check/sources/declared-places.js';

const MANIFEST = `tools:
  pay:
    workflow: { type: Pay, taskQueue: payments }
    input: { type: object, properties: { total: { type: number }, order: { type: string } } }
    status: { from: { query: state }, text: '{phase} of {arguments.order}' }
    progress: { from: { query: state, path: done }, total: arguments.total }
    questions:
      approve:
        message: 'Pay {arguments.order} to {payee}?'
        when: { from: { query: state, path: phase }, is: waiting }
        properties: { approved: { type: boolean } }
        answer: { signal: approve }
`;

describe('placesOf', () => {
  it("names members of what is read, and none of the call's arguments", () => {
    const tool = parseManifest(MANIFEST).tools.get('pay');
    const members = tool && placesOf(tool).map((place) => place.members.map(({ path }) => path));

    expect(members).toEqual([[undefined, 'phase'], ['done'], ['phase', 'payee']]);
  });
});
