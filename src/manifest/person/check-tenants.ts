/** Checks of `server.tenants` beyond the schema. */
import { findTenant } from '../../core/person/tenants.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import { nearestName } from '../file/nearest-name.js';
import type { FileSource, ManifestSource } from '../manifest-schema.js';
import { isPattern } from '../schema/check-pattern.js';

import { toTenants } from './tenants.js';

type ServerSource = NonNullable<ManifestSource['server']>;
type TenantsSource = NonNullable<ServerSource['tenants']>;

/** Limit of namespaces that every list reads. It does not apply if tenants have namespaces of their own. */
const MAX_SHARED_NAMESPACES = 8;
const PATH = ['server', 'tenants'];

function choosesNamespaces({ values }: TenantsSource): boolean {
  return Object.values(values).some(({ namespace }) => namespace !== undefined);
}

function checkNames(
  { values }: TenantsSource,
  { namespaces = {} }: ServerSource,
): LocatedProblem[] {
  return Object.entries(values).flatMap(([name, { namespace }]) => {
    if (namespace === undefined || Object.hasOwn(namespaces, namespace)) return [];
    const nearest = nearestName(namespace, Object.keys(namespaces));
    const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
    const message = `There is no "${namespace}" under server.namespaces.${meant}`;
    return [{ path: [...PATH, 'values', name, 'namespace'], message }];
  });
}

/** Returns a text that identifies a namespace by its settings in the manifest. */
function toPlace(name: string | undefined, { namespaces = {} }: ServerSource): string {
  if (name === undefined) return '';
  const { namespace, profile, address } = namespaces[name] ?? {};
  const called = namespace ?? (profile === undefined ? name : undefined);
  return JSON.stringify([called, profile, address]);
}

/** Returns true if two tenants share a namespace. */
function sharesNamespaces({ values }: TenantsSource, server: ServerSource): boolean {
  const places = Object.values(values).map(({ namespace }) => toPlace(namespace, server));
  return new Set(places).size < places.length;
}

/**
 * Reports namespaces of tools that the tenant decides, and adoptions and patterns that cannot work with these tenants.
 */
function checkTools(
  tenants: TenantsSource,
  { tools, server = {} }: ManifestSource,
  files: readonly FileSource[],
): LocatedProblem[] {
  const choose = choosesNamespaces(tenants);
  const share = sharesNamespaces(tenants, server);
  const chosen = 'The tenant of whoever calls says in which namespace: leave it out.';
  const ofDefaults = files.flatMap(({ defaults }) =>
    choose && defaults?.workflow?.namespace !== undefined
      ? [{ path: ['defaults', 'workflow', 'namespace'], message: chosen }]
      : [],
  );
  const ofTools = Object.entries(tools).flatMap(([name, tool]) => {
    const path = ['tools', name];
    const adopted =
      'Tenants share a namespace: "{owner}" does not tell somebody in one of them from the same in another. Give each a namespace of its own.';
    const seen =
      'What a pattern stands for would be found in the namespace of the server, and tenants have their own: write the tools out.';
    return [
      ...(choose && tool.workflow.namespace !== undefined
        ? [{ path: [...path, 'workflow', 'namespace'], message: chosen }]
        : []),
      ...(share && tool.workflow.adopt !== undefined
        ? [{ path: [...path, 'workflow', 'adopt'], message: adopted }]
        : []),
      ...(choose && isPattern(name, tool.workflow) ? [{ path, message: seen }] : []),
    ];
  });
  return [...ofDefaults, ...ofTools];
}

/** Reports static tokens without a tenant, which the server would refuse. */
function checkTokens(source: TenantsSource, { auth }: ServerSource): LocatedProblem[] {
  const tenants = toTenants(source);
  return (auth?.tokens ?? []).flatMap(({ claims = {}, principal }, index) => {
    if (findTenant(tenants, { ...claims, sub: principal }).tenant !== undefined) return [];
    const message = `This token is of no tenant, and would not be let in: name one under claims, as "${source.claim}".`;
    return [{ path: ['server', 'auth', 'tokens', index], message }];
  });
}

/** Contradictions of `server.tenants` with the manifest. */
export function checkTenants(
  source: ManifestSource,
  files: readonly FileSource[],
): LocatedProblem[] {
  const { server = {} } = source;
  const { tenants, namespaces = {} } = server;
  const isAskedAtOnce = !tenants || !choosesNamespaces(tenants);
  const tooMany = isAskedAtOnce && Object.keys(namespaces).length > MAX_SHARED_NAMESPACES;
  const message = `There may be ${MAX_SHARED_NAMESPACES}, since each list asks all of them; more only where tenants (server.tenants) have namespaces of their own.`;
  return [
    ...(tooMany ? [{ path: ['server', 'namespaces'], message }] : []),
    ...(tenants
      ? [
          ...checkNames(tenants, server),
          ...checkTools(tenants, source, files),
          ...checkTokens(tenants, server),
        ]
      : []),
  ];
}

/** Warns of tools whose Workflow IDs tenants share. */
export function warnOfTenants({ tools, server = {} }: ManifestSource): LocatedProblem[] {
  const { tenants } = server;
  if (!tenants || !sharesNamespaces(tenants, server)) return [];
  const message =
    'Tenants share a namespace, and so its Workflow IDs: a call is told that an ID is in use which another tenant has.';
  return Object.entries(tools)
    .filter(([, { workflow }]) => workflow.id !== undefined)
    .map(([name]) => ({ path: ['tools', name, 'workflow', 'id'], message }));
}
