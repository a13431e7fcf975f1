import type { DataConverter } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';

import { withoutUndefined } from '../../core/value/members.js';
import { readSecretVariable } from '../../manifest/file/read-variable.js';

import type { TemporalSettings } from './connect-temporal.js';
import { explainImport, importModule } from './import-module.js';
import { toTemporalAddress } from './temporal-address.js';

const DEFAULT_ADDRESS = 'localhost:7233';
const DEFAULT_NAMESPACE = 'default';
/** Temporal's variables for secrets. This package can also read each of them from a file. */
const SECRETS = ['TEMPORAL_API_KEY', 'TEMPORAL_TLS_CLIENT_KEY_DATA'] as const;

/** Settings that override the environment and the profile, and the place of the profile. */
export interface TemporalSettingsOptions {
  /** Profile of `temporal.toml`. Default: `TEMPORAL_PROFILE`, else `default`. */
  readonly profile?: string | undefined;
  /** Module that exports the Workers' `dataConverter`. Default: none. */
  readonly dataConverterPath?: string | undefined;
  /** Overrides environment and profile. */
  readonly address?: string | undefined;
  readonly namespace?: string | undefined;
  /** The profile overrides the environment. Default: false. */
  readonly ignoresEnvironment?: boolean | undefined;
}

/** Temporal's settings. `isConfigured` is false if the address is the default. */
export interface LoadedTemporalSettings extends TemporalSettings {
  readonly isConfigured: boolean;
}

/**
 * Returns Temporal's environment variables, with secrets from files. An empty variable counts as absent: hosts and
 * Compose set empty variables for empty settings, and an empty API key would turn on TLS.
 */
function readEnvironment(): Record<string, string> {
  const read = SECRETS.map((name) => [name, readSecretVariable(name, process.env)]);
  const all = [...Object.entries(process.env), ...read];
  return Object.fromEntries(all.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function load({
  profile,
  ignoresEnvironment = false,
}: TemporalSettingsOptions): ReturnType<typeof loadClientConnectConfig> {
  try {
    return loadClientConnectConfig({
      ...withoutUndefined({ profile }),
      disableEnv: ignoresEnvironment,
      overrideEnvVars: readEnvironment(),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The Temporal connection settings cannot be used: ${reason}. See TEMPORAL_PROFILE, TEMPORAL_CONFIG_FILE and the other TEMPORAL_ variables.`,
      { cause: error },
    );
  }
}

/**
 * Loads a data converter, which may have payload codecs, from the user's module.
 *
 * @throws {Error} If the module cannot be loaded or does not export `dataConverter`.
 */
export async function loadDataConverter(path: string): Promise<DataConverter> {
  let loaded: { readonly dataConverter?: DataConverter | undefined };
  try {
    loaded = (await importModule(path)) as typeof loaded;
  } catch (error) {
    throw new Error(`The data converter module ${path} cannot be loaded: ${explainImport(error)}`, {
      cause: error,
    });
  }
  if (loaded.dataConverter) return loaded.dataConverter;
  throw new Error(`The module ${path} has no export named "dataConverter".`);
}

/** Returns the address, and the name of its setting for errors. */
function findAddress(
  { address, ignoresEnvironment = false }: TemporalSettingsOptions,
  loaded: string | undefined,
): readonly [string, string] | undefined {
  if (address !== undefined) return [address, '--address'];
  if (loaded === undefined) return undefined;
  const isVariable = !ignoresEnvironment && Boolean(process.env['TEMPORAL_ADDRESS']);
  return [loaded, isVariable ? 'TEMPORAL_ADDRESS' : '"address" of the profile in temporal.toml'];
}

/**
 * Loads Temporal's connection settings from options, environment and profile, in this order. The API key and the key
 * of TLS may be in files: `TEMPORAL_API_KEY_FILE`, `TEMPORAL_TLS_CLIENT_KEY_DATA_FILE`.
 *
 * @throws {Error} If a named profile, certificate or data converter cannot be read, or the address is not one.
 * @see https://docs.temporal.io/develop/environment-configuration
 */
export async function loadTemporalSettings(
  options: TemporalSettingsOptions = {},
): Promise<LoadedTemporalSettings> {
  const { connectionOptions, namespace } = load(options);
  const { apiKey, tls, metadata } = connectionOptions;
  const address = findAddress(options, connectionOptions.address);
  return {
    connection: {
      address: address ? toTemporalAddress(...address) : DEFAULT_ADDRESS,
      ...withoutUndefined({ apiKey, tls, metadata }),
    },
    namespace: options.namespace ?? namespace ?? DEFAULT_NAMESPACE,
    isConfigured: address !== undefined,
    dataConverter:
      options.dataConverterPath === undefined
        ? undefined
        : await loadDataConverter(options.dataConverterPath),
  };
}
