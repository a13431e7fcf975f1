import { describe, expect, it } from '@jest/globals';

import { describeDevSetup } from '../../../src/cli/describe-dev-setup.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';

const setup = {
  version: '1.2.3',
  mcpUrl: 'http://127.0.0.1:7400/mcp',
  inboxUrl: undefined,
  local: {
    address: '127.0.0.1:7233',
    namespace: 'default',
    origin: 'configured' as const,
    stop: async () => Promise.resolve(),
  },
  manifest: parseManifest('tools: { greet: { workflow: { type: greet, taskQueue: q } } }'),
  manifestPaths: ['mcp-tasks.yaml'],
  taskQueue: undefined,
  place: { root: '/app', isClone: false, directory: '/app', platform: 'linux' as const },
};

describe('describeDevSetup', () => {
  it('says where the inbox is', () => {
    const inboxUrl = 'http://127.0.0.1:7400/inbox';

    expect(describeDevSetup({ ...setup, inboxUrl })).toContain(`  Inbox         ${inboxUrl}\n`);
  });

  it('names the demo as the user can start it', () => {
    const mcpUrl = 'http://127.0.0.1:7401/mcp';

    expect(describeDevSetup(setup)).toContain('  A tour        npx temporal-mcp-tasks demo\n');
    const place = { ...setup.place, isClone: true };
    expect(describeDevSetup({ ...setup, mcpUrl, place })).toContain(
      `  A tour        npm run demo -- --url ${mcpUrl}\n`,
    );
  });

  it('names its Temporal for a server over stdio, where no setting does', () => {
    const local = { ...setup.local, address: '127.0.0.1:17233' };

    expect(describeDevSetup(setup)).toMatch(/connect HOST --manifest \S*mcp-tasks\.yaml$/m);
    expect(describeDevSetup({ ...setup, local })).toMatch(
      /connect HOST --manifest \S+ --address 127\.0\.0\.1:17233 --namespace default$/m,
    );
  });

  it('says that there is no inbox, and that nothing was started', () => {
    const text = describeDevSetup(setup);

    expect(text).toContain('  Inbox         off\n');
    expect(text).toContain('not started here');
    expect(text).toContain('none (--no-worker)');
  });
});
