import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import {
  loadDataConverter,
  loadTemporalSettings,
} from '../../../../src/app/config/load-temporal-settings.js';

const PROFILES = `
[profile.default]
address = "default.example:7233"
namespace = "default-namespace"

[profile.cloud]
address = "cloud.example:7233"
namespace = "orders.a1b2c"
api_key = "key"
[profile.cloud.grpc_meta]
tenant = "t1"

[profile.secure]
address = "secure.example:7233"
[profile.secure.tls]
server_name = "temporal.example"

[profile.broken]
address = "broken.example:7233"
[profile.broken.tls]
client_cert_path = "/no/such/cert.pem"
client_key_path = "/no/such/key.pem"
`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-tasks-settings-'));
  await writeFile(join(folder, 'temporal.toml'), PROFILES);
  await writeFile(join(folder, 'broken.toml'), '[profile');
  await writeFile(
    join(folder, 'converter.mjs'),
    'export const dataConverter = { payloadCodecs: [] };',
  );
  await writeFile(join(folder, 'other.mjs'), 'export const converter = {};');
  await writeFile(join(folder, 'throws.mjs'), "throw new Error('no key');");
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** The environment that the next settings are loaded from; of others no TEMPORAL_ variable is left. */
function setEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('TEMPORAL_')) Reflect.deleteProperty(process.env, name);
  }
  Object.assign(process.env, { TEMPORAL_CONFIG_FILE: join(folder, 'none.toml') }, variables);
}

const useProfiles = (variables: Readonly<Record<string, string>> = {}): void => {
  setEnvironment({ TEMPORAL_CONFIG_FILE: join(folder, 'temporal.toml'), ...variables });
};

beforeEach(() => {
  setEnvironment({});
});

describe('loadTemporalSettings', () => {
  it('expects Temporal on this machine unless told otherwise', async () => {
    await expect(loadTemporalSettings()).resolves.toEqual({
      connection: { address: 'localhost:7233' },
      namespace: 'default',
      isConfigured: false,
    });
  });

  it("takes Temporal's own environment variables", async () => {
    setEnvironment({
      TEMPORAL_ADDRESS: 'env.example:7233',
      TEMPORAL_NAMESPACE: 'env-namespace',
      TEMPORAL_API_KEY: 'key',
      TEMPORAL_GRPC_META_TENANT: 't1',
    });

    await expect(loadTemporalSettings()).resolves.toMatchObject({
      connection: { address: 'env.example:7233', apiKey: 'key', metadata: { tenant: 't1' } },
      namespace: 'env-namespace',
      isConfigured: true,
    });
  });

  it.each([
    ['TEMPORAL_API_KEY', { apiKey: 'from a file' }],
    [
      'TEMPORAL_TLS_CLIENT_KEY_DATA',
      { tls: { clientCertPair: { key: Buffer.from('from a file') } } },
    ],
  ])('takes %s from a file', async (name, connection) => {
    await writeFile(join(folder, 'secret'), 'from a file\n');
    setEnvironment({
      TEMPORAL_TLS_CLIENT_CERT_DATA: 'a certificate',
      [`${name}_FILE`]: join(folder, 'secret'),
    });

    await expect(loadTemporalSettings()).resolves.toMatchObject({ connection });
  });

  it('refuses to choose between a key and the file of one', async () => {
    setEnvironment({ TEMPORAL_API_KEY: 'hunter2', TEMPORAL_API_KEY_FILE: '/nowhere/hunter2' });

    await expect(loadTemporalSettings()).rejects.toThrow(
      /^(?!.*hunter2).*TEMPORAL_API_KEY and TEMPORAL_API_KEY_FILE are both set: keep one of them\./,
    );
  });

  it('takes an empty variable for none, so that it turns no TLS on', async () => {
    setEnvironment({ TEMPORAL_ADDRESS: '', TEMPORAL_API_KEY: '', TEMPORAL_NAMESPACE: '' });

    await expect(loadTemporalSettings()).resolves.toEqual({
      connection: { address: 'localhost:7233' },
      namespace: 'default',
      isConfigured: false,
    });
  });

  it('counts an address as chosen, and a namespace alone as not', async () => {
    setEnvironment({ TEMPORAL_NAMESPACE: 'env-namespace' });

    await expect(loadTemporalSettings()).resolves.toMatchObject({
      connection: { address: 'localhost:7233' },
      namespace: 'env-namespace',
      isConfigured: false,
    });
    await expect(loadTemporalSettings({ address: 'a:1' })).resolves.toMatchObject({
      isConfigured: true,
    });
  });

  it('takes the default profile of temporal.toml', async () => {
    useProfiles();

    await expect(loadTemporalSettings()).resolves.toMatchObject({
      connection: { address: 'default.example:7233' },
      namespace: 'default-namespace',
      isConfigured: true,
    });
  });

  const cloud = {
    connection: { address: 'cloud.example:7233', apiKey: 'key', metadata: { tenant: 't1' } },
    namespace: 'orders.a1b2c',
  };

  it('takes the profile that an option names', async () => {
    useProfiles();

    await expect(loadTemporalSettings({ profile: 'cloud' })).resolves.toMatchObject(cloud);
  });

  it('takes the profile that TEMPORAL_PROFILE names', async () => {
    useProfiles({ TEMPORAL_PROFILE: 'cloud' });

    await expect(loadTemporalSettings()).resolves.toMatchObject(cloud);
  });

  it('takes TLS settings', async () => {
    useProfiles();

    await expect(loadTemporalSettings({ profile: 'secure' })).resolves.toMatchObject({
      connection: { tls: { serverNameOverride: 'temporal.example' } },
      namespace: 'default',
    });
  });

  it('prefers the environment to the profile, and options to both', async () => {
    useProfiles({ TEMPORAL_ADDRESS: 'env.example:7233', TEMPORAL_NAMESPACE: 'env-namespace' });
    const options = { profile: 'cloud', address: 'option.example:7233' };

    await expect(loadTemporalSettings(options)).resolves.toMatchObject({
      connection: { address: 'option.example:7233', apiKey: 'key' },
      namespace: 'env-namespace',
    });
    await expect(loadTemporalSettings({ namespace: 'n' })).resolves.toHaveProperty(
      'namespace',
      'n',
    );
  });

  it.each([
    ['a profile that is not there', 'temporal.toml', 'nowhere', 'nowhere'],
    ['a file that is no TOML', 'broken.toml', 'default', 'cannot be used'],
  ])('names the variables to look at for %s', async (...[, file, profile, detail]) => {
    setEnvironment({ TEMPORAL_CONFIG_FILE: join(folder, file) });
    const loading = loadTemporalSettings({ profile });

    await expect(loading).rejects.toThrow(/TEMPORAL_PROFILE, TEMPORAL_CONFIG_FILE/);
    await expect(loading).rejects.toThrow(detail);
  });

  it('says which certificate cannot be read', async () => {
    useProfiles();

    await expect(loadTemporalSettings({ profile: 'broken' })).rejects.toThrow('/no/such/');
  });

  it('loads the data converter', async () => {
    const dataConverterPath = join(folder, 'converter.mjs');

    await expect(loadTemporalSettings({ dataConverterPath })).resolves.toHaveProperty(
      'dataConverter',
      { payloadCodecs: [] },
    );
  });
});

describe('loadDataConverter', () => {
  it.each([
    ['is not there', 'none.mjs', 'cannot be loaded: '],
    ['throws', 'throws.mjs', 'cannot be loaded: no key'],
    ['exports something else', 'other.mjs', 'has no export named "dataConverter".'],
  ])('names a module that %s', async (_what, file, message) => {
    const path = join(folder, file);

    await expect(loadDataConverter(path)).rejects.toThrow(message);
    await expect(loadDataConverter(path)).rejects.toThrow(path);
  });

  it('takes a path from where the program runs', async () => {
    await expect(loadDataConverter('no/such/module.mjs')).rejects.toThrow(
      'The data converter module no/such/module.mjs cannot be loaded',
    );
  });
});
