/** `server.tenants`: the tenant of a caller, and the place of its work. */
import * as z from 'zod';

import { findTenant, TASK_QUEUE_PLACEHOLDER, type Tenants } from '../../core/person/tenants.js';
import { nearestName } from '../../core/tool/find-nearest.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import { text, key } from '../key.js';
import { isPattern } from '../tool/patterns.js';
import type { ToolSource } from '../tool/tool-schema.js';

import type { AuthSource } from './auth.js';

/** Limit of tenants. The limit of namespaces is lower, but tenants may share a namespace. */
const MAX_TENANTS = 1_000;
/** Limit of a tenant's name, in characters: it is part of every owner's name, which session IDs contain. */
const MAX_NAME_LENGTH = 128;

function hasOnlyPlaceholder(taskQueue: string): boolean {
  return !/[{}]/.test(taskQueue.replaceAll(TASK_QUEUE_PLACEHOLDER, ''));
}

const tenant = z.strictObject({
  namespace: key(text, "One of server.namespaces, for all of its work. Default: the server's own."),
  taskQueue: key(
    text.refine(
      hasOnlyPlaceholder,
      `Only "${TASK_QUEUE_PLACEHOLDER}" can stand in it, for that of the tool.`,
    ),
    'The Task Queue of all its work; "{taskQueue}" in it stands for that of the tool. Default: that of the tool.',
  ),
});

/** `server.tenants`. */
export const tenantsSchema = z.strictObject({
  claim: text.describe(
    'The claim of tokens that names the tenant of a caller: a name, or a path with dots.',
  ),
  values: z
    .record(text.max(MAX_NAME_LENGTH), tenant)
    .refine(
      (all) => {
        const count = Object.keys(all).length;
        return count > 0 && count <= MAX_TENANTS;
      },
      `There may be 1 to ${MAX_TENANTS.toLocaleString('en')}.`,
    )
    .describe('The tenants, by the value of the claim. Nobody else is let in.'),
});

type TenantsSource = z.output<typeof tenantsSchema>;

/** Converts `server.tenants` to the form that the rest of the server uses. */
export function toTenants({ claim, values }: TenantsSource): Tenants {
  return { claim, values: new Map(Object.entries(values)) };
}

/** The settings that tell one namespace from another. */
interface NamespaceSource {
  readonly namespace?: string | undefined;
  readonly profile?: string | undefined;
  readonly address?: string | undefined;
}

/** The settings of the server that tenants have to fit. */
interface ServerSource {
  readonly tenants?: TenantsSource | undefined;
  readonly namespaces?: Readonly<Record<string, NamespaceSource>> | undefined;
  readonly auth?: AuthSource | undefined;
}

/** The parts of a manifest that tenants have to fit. */
interface Surroundings {
  readonly server?: ServerSource | undefined;
  readonly tools: Readonly<Record<string, Pick<ToolSource, 'workflow'>>>;
}

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
  { tools, server = {} }: Surroundings,
): LocatedProblem[] {
  const choose = choosesNamespaces(tenants);
  const share = sharesNamespaces(tenants, server);
  const chosen = 'The tenant of whoever calls says in which namespace: leave it out.';
  return Object.entries(tools).flatMap(([name, tool]) => {
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
export function checkTenants(source: Surroundings): LocatedProblem[] {
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
          ...checkTools(tenants, source),
          ...checkTokens(tenants, server),
        ]
      : []),
  ];
}

/** Warns of tools whose Workflow IDs tenants share. */
export function warnOfTenants({ tools, server = {} }: Surroundings): LocatedProblem[] {
  const { tenants } = server;
  if (!tenants || !sharesNamespaces(tenants, server)) return [];
  const message =
    'Tenants share a namespace, and so its Workflow IDs: a call is told that an ID is in use which another tenant has.';
  return Object.entries(tools)
    .filter(([, { workflow }]) => workflow.id !== undefined)
    .map(([name]) => ({ path: ['tools', name, 'workflow', 'id'], message }));
}
