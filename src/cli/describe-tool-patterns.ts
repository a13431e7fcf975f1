import type { Client } from '@temporalio/client';

import { builtInNames } from '../core/tool/built-in-tools.js';
import { matchPattern, type SeenWorkflowType, toToolName } from '../core/tool/tool-pattern.js';
import type { Manifest } from '../manifest/manifest.js';
import { expandPatterns } from '../manifest/tool/patterns.js';
import type { Finding } from '../temporal/check/finding.js';
import { findWorkflowTypes } from '../temporal/list/recorded-workflow-types.js';

/** The manifest with the current tools of its patterns, and a message for each pattern. */
export async function describeToolPatterns(
  client: Client,
  manifest: Manifest,
): Promise<{ readonly manifest: Manifest; readonly findings: readonly Finding[] }> {
  const { patterns = [] } = manifest;
  let seen: readonly SeenWorkflowType[];
  try {
    seen = await findWorkflowTypes(client, patterns);
  } catch {
    const message = 'What the patterns stand for cannot be told: Temporal does not answer.';
    return { manifest, findings: [{ level: 'problem', message }] };
  }
  const expanded = expandPatterns(manifest, seen);
  const made = [...expanded.tools.values()].filter(({ name }) => !manifest.tools.has(name));
  const findings = patterns.flatMap(({ name, workflowType }): Finding[] => {
    const path = ['tools', name];
    const taken = new Set(Array.from(manifest.tools.values(), (tool) => tool.workflowType));
    const unnamed = seen.filter((one) => !taken.has(one.workflowType));
    const refused = unnamed.flatMap(({ workflowType: type }): Finding[] => {
      const matched = matchPattern(workflowType, type);
      const tool = matched === undefined ? '' : toToolName(name, matched);
      if (!builtInNames(manifest.taskTools).includes(tool)) return [];
      const message = `${name} makes ${tool} of ${type}, and the server brings a tool of that name itself: it is left out. Write its tool by hand under another name, or set server.taskTools.prefix.`;
      return [{ level: 'warning', path, message }];
    });
    const own = made.filter((tool) => matchPattern(workflowType, tool.workflowType) !== undefined);
    if (own.length > 0) {
      const list = own.map((tool) => `${tool.name} (${tool.workflowType})`).join(', ');
      return [...refused, { level: 'ok', message: `${name} stands for ${list}.` }];
    }
    const message = `${name} stands for nothing: there is no execution of another Workflow Type "${workflowType}". A tool appears within a minute of the first one.`;
    return refused.length > 0 ? refused : [{ level: 'warning', path, message }];
  });
  return { manifest: expanded, findings };
}
