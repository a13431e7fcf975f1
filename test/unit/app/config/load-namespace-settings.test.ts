import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';

import { loadNamespaceSettings } from '../../../../src/app/config/load-namespace-settings.js';
import { createTestFolder, type TestFolder } from '../../../support/test-folder.js';

const own = { connection: { address: 'own:7233', apiKey: 'secret' }, namespace: 'own' };
const environment = { ...process.env };

let folder: TestFolder | undefined;

afterEach(async () => {
  process.env = { ...environment };
  await folder?.remove();
});

describe('loadNamespaceSettings', () => {
  it('is on the connection of the server where nothing else is said', async () => {
    await expect(loadNamespaceSettings('billing', {}, own)).resolves.toStrictEqual({
      ...own,
      namespace: 'billing',
    });
    await expect(loadNamespaceSettings('b', { namespace: 'c' }, own)).resolves.toMatchObject({
      namespace: 'c',
    });
  });

  it('shows another address no credentials of this one', async () => {
    await expect(
      loadNamespaceSettings('billing', { address: 'other:7233' }, own),
    ).resolves.toStrictEqual({ connection: { address: 'other:7233' }, namespace: 'billing' });
  });

  it('takes a profile as it is, whatever the environment says of the server', async () => {
    folder = await createTestFolder({
      'temporal.toml': '[profile.b]\naddress = "profile:7233"\nnamespace = "of-profile"\n',
    });
    process.env['TEMPORAL_CONFIG_FILE'] = join(folder.path, 'temporal.toml');
    process.env['TEMPORAL_ADDRESS'] = 'environment:7233';
    process.env['TEMPORAL_NAMESPACE'] = 'of-environment';

    await expect(loadNamespaceSettings('billing', { profile: 'b' }, own)).resolves.toMatchObject({
      connection: { address: 'profile:7233' },
      namespace: 'of-profile',
    });
  });
});
