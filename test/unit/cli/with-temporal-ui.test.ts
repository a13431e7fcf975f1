import { describe, expect, it } from '@jest/globals';

import { withTemporalUi } from '../../../src/cli/with-temporal-ui.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';

const toManifest = (server: string) =>
  parseManifest('tools: { greet: { workflow: { type: greet, taskQueue: q } } }', { server });
const UI = 'http://localhost:8233';

describe('withTemporalUi', () => {
  it.each([
    ['inbox: {}', UI, { temporalUi: UI }],
    ['inbox: {}', undefined, { enabled: true }],
    ['inbox: { temporalUi: "https://ui.example" }', UI, { temporalUi: 'https://ui.example' }],
  ])('has the inbox of %s link to what was started', (server, uiUrl, inbox) => {
    expect(withTemporalUi(toManifest(server), uiUrl).inbox).toMatchObject(inbox);
  });

  it('leaves alone what has no inbox', () => {
    expect(withTemporalUi(toManifest('name: a'), UI)).not.toHaveProperty('inbox');
  });
});
