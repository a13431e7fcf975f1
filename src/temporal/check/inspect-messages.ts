import { compareArguments } from './compare-arguments.js';
import type { Finding } from './finding.js';
import { WORDS } from './inspect-handlers.js';
import type { NeededHandler } from './needed-handlers.js';
import type { RecordedStart } from './recorded-starts.js';
import type { Suggest } from './suggest.js';

/** Compares the Signals and Updates that a manifest sends with those that executions have received. */
export async function inspectMessages(
  needed: readonly NeededHandler[],
  starts: readonly RecordedStart[],
  { tool, suggest }: { readonly tool: string; readonly suggest: Suggest },
): Promise<Finding[]> {
  const sent = starts
    .filter(({ hasEndedBadly }) => !hasEndedBadly)
    .flatMap(({ messages }) => messages);
  const findings: Finding[] = [];
  for (const { kind, name, by, path, sample } of needed) {
    const seen = sent.filter((message) => message.kind === kind && message.name === name);
    const given = seen.length === 0 ? undefined : await sample?.();
    if (!given) continue;
    const lists = seen.map((message) => message.arguments);
    const of = `${by}: of ${WORDS[kind]} "${name}", by ${seen.length === 1 ? 'the one' : String(seen.length)} seen`;
    for (const { level, message } of compareArguments(lists, given, { suggest, verb: 'sent' })) {
      findings.push({ level, tool, path, message: `${of}: ${message}` });
    }
  }
  return findings;
}
