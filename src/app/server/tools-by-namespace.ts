import { choosesNamespaces } from '../../core/person/tenants.js';
import type { ToolCatalog, ToolDefinition } from '../../core/tool/tool-definition.js';
import type { Manifest } from '../../manifest/manifest.js';

/** Returns the tools of a namespace. Without a name: those of the server's own namespace. */
export type ToolsOf = (namespace?: string) => ToolCatalog;

/**
 * Groups the tools of a manifest by their namespace. If tenants choose the namespace, every namespace has all tools.
 */
export function toolsByNamespace({ tools, tenants }: Manifest): ToolsOf {
  if (choosesNamespaces(tenants)) return () => tools;
  const byNamespace = new Map<string, Map<string, ToolDefinition>>();
  for (const [name, tool] of tools) {
    const { namespace = '' } = tool;
    const others = byNamespace.get(namespace) ?? new Map<string, ToolDefinition>();
    byNamespace.set(namespace, others.set(name, tool));
  }
  const none: ToolCatalog = new Map();
  return (namespace = '') => byNamespace.get(namespace) ?? none;
}
