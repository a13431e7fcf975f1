/** Finds messages that change what a guard of the start has read: nobody is asked again. */
import { argumentsRead, type Expression } from '../core/mapping/expression.js';
import type { ObjectSchema } from '../core/tool/tool-definition.js';
import { quoteName } from '../core/value/quote.js';
import type { LocatedProblem } from '../manifest/manifest-error.js';
import type { Manifest } from '../manifest/manifest.js';

/** A place of the manifest that sends values to running tasks of a Workflow Type. */
interface Sender {
  readonly path: readonly PropertyKey[];
  /** The tool whose call sends it. Absent: an action. */
  readonly tool?: string | undefined;
  readonly type: string;
  readonly names: readonly string[];
}

function namesOf({ properties }: ObjectSchema): string[] {
  return Object.keys(properties ?? {});
}

function sendersOf({ tools, actions = new Map() }: Manifest): readonly Sender[] {
  const acting = [...actions.values()]
    .filter(({ message }) => message.kind !== 'query')
    .map(({ name, workflow, shown }) => ({
      path: ['actions', name],
      type: workflow,
      names: namesOf(shown.inputSchema),
    }));
  const starting = [...tools.values()]
    .filter(({ start }) => start.startWith !== undefined)
    .map(({ name, start: { type }, shown }) => ({
      path: ['tools', name, 'workflow', 'startWith'],
      tool: name,
      type,
      names: namesOf(shown.inputSchema),
    }));
  return [...acting, ...starting];
}

/** Makes `newAmount`, `new_amount` and `amount` comparable. */
function toPlain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** An argument that is named like one that the guard reads. */
function findChanged({ names }: Sender, { reads }: Expression): string | undefined {
  const read = argumentsRead(reads);
  if (read === 'all') return names[0];
  return names.find((name) => read.some((each) => toPlain(name).includes(toPlain(each))));
}

export function inspectGuards(manifest: Manifest): LocatedProblem[] {
  const senders = sendersOf(manifest);
  return [...manifest.tools.values()].flatMap(({ name, start, access, confirm }) => {
    const guards = { 'access.approvers.if': access.approvers?.if, 'confirm.if': confirm?.if };
    return Object.entries(guards).flatMap(([key, guard]) =>
      senders
        // A call of the tool itself is judged by its own guard.
        .filter(({ type, tool }) => type === start.type && tool !== name)
        .flatMap((sender): LocatedProblem[] => {
          const changed = guard && findChanged(sender, guard);
          if (changed === undefined) return [];
          const message = `May change ${quoteName(changed)} of a running task. ${key} of ${name} reads it at the start only, so nobody is asked about the new value: let the Workflow ask, or remove this.`;
          return [{ path: sender.path, message }];
        }),
    );
  });
}
