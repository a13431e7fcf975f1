/** Tenants: who is in which one, and where the work of each runs. */
import type { ToolDefinition } from '../tool/tool-definition.js';
import { cutText } from '../value/cut-text.js';

import { type Claims, readClaim } from './claims.js';
import { readTenantOwner } from './owner.js';

/** Where the work of a tenant runs. */
export interface Tenant {
  /** One of the server's further namespaces. Absent: that of the server. */
  readonly namespace?: string | undefined;
  /** The Task Queue of all its work; `{taskQueue}` in it stands for that of the tool. Absent: that of the tool. */
  readonly taskQueue?: string | undefined;
}

/** The tenants of a server. */
export interface Tenants {
  /** The claim that says whose tenant somebody is: a name, or a path with dots. */
  readonly claim: string;
  /** By the value of the claim. */
  readonly values: ReadonlyMap<string, Tenant>;
}

/** Stands for the Task Queue of the tool in that of a tenant. */
export const TASK_QUEUE_PLACEHOLDER = '{taskQueue}';

/** Why somebody is in no tenant. */
export interface TenantFault {
  readonly claim: string;
  readonly kind: 'missing' | 'no text' | 'not listed';
  /** What the claim says that is not listed, and not at any length. */
  readonly value?: string;
}

const MAX_TOLD_LENGTH = 128;

/** Which tenant claims are of, or why they are of none. */
export type TenantVerdict =
  { readonly tenant: string } | { readonly tenant?: undefined; readonly fault: TenantFault };

/** Tells the tenant by the claim: one text, or one number, and none other than those that are listed. */
export function findTenant({ claim, values }: Tenants, claims: Claims): TenantVerdict {
  const said = readClaim(claims, claim);
  if (said === undefined || said === null) return { fault: { claim, kind: 'missing' } };
  const name = typeof said === 'number' ? String(said) : said;
  if (typeof name !== 'string' || name === '') return { fault: { claim, kind: 'no text' } };
  if (values.has(name)) return { tenant: name };
  return { fault: { claim, kind: 'not listed', value: cutText(name, MAX_TOLD_LENGTH) } };
}

/** Whether tenants, and not tools, decide which namespace work is in. */
export function choosesNamespaces(tenants: Tenants | undefined): boolean {
  return [...(tenants?.values.values() ?? [])].some(({ namespace }) => namespace !== undefined);
}

/** A tool as a tenant has it: the tenant decides. */
export function toTenantTool(tool: ToolDefinition, tenant: Tenant | undefined): ToolDefinition {
  const { taskQueue, namespace } = tenant ?? {};
  return {
    ...tool,
    ...(taskQueue !== undefined && {
      taskQueue: taskQueue.replaceAll(TASK_QUEUE_PLACEHOLDER, () => tool.taskQueue),
    }),
    ...(namespace !== undefined && { namespace }),
  };
}

/** The tenant of an owner; `undefined` for an owner of none, and of one that is not listed (any more). */
export function tenantOf(owner: string, tenants: Tenants | undefined): Tenant | undefined {
  const { tenant } = readTenantOwner(owner);
  return tenant === undefined ? undefined : tenants?.values.get(tenant);
}

/**
 * The namespaces that work of an owner can be in, of all that there are; '' is that of the server. None for an owner that is in
 * no tenant where there are tenants.
 */
export function namespacesOf(
  owner: string,
  all: readonly string[],
  tenants: Tenants | undefined,
): readonly string[] {
  if (!tenants) return all;
  const tenant = tenantOf(owner, tenants);
  if (!tenant) return [];
  return choosesNamespaces(tenants) ? [tenant.namespace ?? ''] : all;
}
