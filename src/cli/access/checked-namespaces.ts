import { toolsByNamespace } from '../../app/server/tools-by-namespace.js';
import { choosesNamespaces, type Tenants, toTenantTool } from '../../core/person/tenants.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import type { Manifest } from '../../manifest/manifest.js';

/** A namespace to look at, with the tools as they are called there. */
export interface CheckedNamespace {
  /** Name for people. Absent: it is the only one. */
  readonly title?: string;
  /** As tools and tenants call it. Absent: that of the server. */
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

/** Everywhere that the tools of a manifest are called: in each namespace, and where there are tenants, once for each. */
export function toCheckedNamespaces(manifest: Manifest): readonly CheckedNamespace[] {
  const { tenants, namespaces } = manifest;
  if (tenants) return ofTenants(manifest, tenants);
  const further = Array.from(namespaces?.keys() ?? [], (name) =>
    toPlace(manifest, name, `In the namespace ${name}:`),
  );
  return [toPlace(manifest, undefined, undefined), ...further];
}
