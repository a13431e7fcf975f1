/** Tenants, and the namespaces and Task Queues of their work. */
import type { ToolDefinition } from '../tool/tool-definition.js';
import { cutText } from '../value/cut-text.js';

import { type Claims, readClaim } from './claims.js';
import { readTenantOwner } from './owner.js';

/** Namespace and Task Queue of a tenant. */
export interface Tenant {
  /** One of the server's further namespaces. Absent: the server's own. */
  readonly namespace?: string | undefined;
  /**
   * The Task Queue of all the tenant's work. `{taskQueue}` in it stands for the tool's queue. Absent: the tool's
   * queue.
   */
  readonly taskQueue?: string | undefined;
}

/** The tenants of a server. */
export interface Tenants {
  /** The claim that names the tenant: a name, or a path with dots. */
  readonly claim: string;
  /** Tenants by the value of the claim. */
  readonly values: ReadonlyMap<string, Tenant>;
}

/** Stands for the tool's Task Queue in a tenant's Task Queue. */
export const TASK_QUEUE_PLACEHOLDER = '{taskQueue}';

/** The reason why a caller has no tenant. */
export interface TenantFault {
  readonly claim: string;
  readonly kind: 'missing' | 'no text' | 'not listed';
  /** The unlisted value of the claim, shortened. */
  readonly value?: string;
}

const MAX_TOLD_LENGTH = 128;

/** The tenant that claims name, or the reason why they name none. */
export type TenantVerdict =
  { readonly tenant: string } | { readonly tenant?: undefined; readonly fault: TenantFault };

/** Finds the tenant by the claim: one listed text or number. */
export function findTenant({ claim, values }: Tenants, claims: Claims): TenantVerdict {
  const said = readClaim(claims, claim);
  if (said === undefined || said === null) return { fault: { claim, kind: 'missing' } };
  const name = typeof said === 'number' ? String(said) : said;
  if (typeof name !== 'string' || name === '') return { fault: { claim, kind: 'no text' } };
  if (values.has(name)) return { tenant: name };
  return { fault: { claim, kind: 'not listed', value: cutText(name, MAX_TOLD_LENGTH) } };
}

/** Returns true if tenants decide the namespace; otherwise tools do. */
export function choosesNamespaces(tenants: Tenants | undefined): boolean {
  return [...(tenants?.values.values() ?? [])].some(({ namespace }) => namespace !== undefined);
}

/** Applies the tenant's namespace and Task Queue to a tool. */
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

/** The tenant of an owner. `undefined` if the owner has none, or its tenant is not listed (any more). */
export function tenantOf(owner: string, tenants: Tenants | undefined): Tenant | undefined {
  const { tenant } = readTenantOwner(owner);
  return tenant === undefined ? undefined : tenants?.values.get(tenant);
}

/**
 * The namespaces in which an owner's work can run; '' is the server's own. Empty for an owner without a tenant on a
 * server with tenants.
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
