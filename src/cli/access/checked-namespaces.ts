import { toolsByNamespace } from '../../app/server/tools-by-namespace.js';
import { choosesNamespaces, type Tenants, toTenantTool } from '../../core/person/tenants.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import type { Manifest } from '../../manifest/manifest.js';

/** A namespace to check, with its tools as calls use them. */
export interface CheckedNamespace {
  /** Name for people. Absent: it is the only one. */
  readonly title?: string;
  /** Its name in the manifest. Absent: the server's own namespace. */
  readonly namespace?: string;
  readonly tools: ToolCatalog;
}

function toPlace(
  manifest: Manifest,
  namespace: string | undefined,
  title: string | undefined,
): CheckedNamespace {
  return {
    ...(title !== undefined && { title }),
    ...(namespace !== undefined && { namespace }),
    tools: toolsByNamespace(manifest)(namespace),
  };
}

function ofTenants(manifest: Manifest, tenants: Tenants): CheckedNamespace[] {
  const all = [undefined, ...(manifest.namespaces?.keys() ?? [])];
  return [...tenants.values].flatMap(([name, tenant]) => {
    const names = choosesNamespaces(tenants) ? [tenant.namespace] : all;
    return names.map((namespace) => {
      const where = namespace === undefined ? '' : `, in the namespace ${namespace}`;
      const place = toPlace(manifest, namespace, `For the tenant ${name}${where}:`);
      const tools = Array.from(place.tools, ([key, tool]) => {
        return [key, toTenantTool(tool, tenant)] as const;
      });
      return { ...place, tools: new Map(tools) };
    });
  });
}

/** Returns all namespaces in which tools are called. If there are tenants, each tenant has its own entries. */
export function toCheckedNamespaces(manifest: Manifest): readonly CheckedNamespace[] {
  const { tenants, namespaces } = manifest;
  if (tenants) return ofTenants(manifest, tenants);
  const further = Array.from(namespaces?.keys() ?? [], (name) =>
    toPlace(manifest, name, `In the namespace ${name}:`),
  );
  return [toPlace(manifest, undefined, undefined), ...further];
}
