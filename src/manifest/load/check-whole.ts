/** Checks what no tool tells alone: names, issuers, and ways around the rules of another tool. */
import type { MessageTarget } from '../../core/mapping/message-target.js';
import { readsOf } from '../../core/mapping/text.js';
import { mayHaveNamesakes } from '../../core/person/owner.js';
import { isAnswerByContract, mayMessageAnswer } from '../../core/question/approvers.js';
import { builtInNames } from '../../core/tool/built-in-tools.js';
import { findTargets } from '../../definition/tool/arguments.js';
import { toCompiledText } from '../compile/compile-text.js';
import type { LocatedProblem } from '../manifest-error.js';
import { checkAuth } from '../server/auth.js';
import { checkInbox } from '../server/inbox.js';
import type { ToolSource } from '../tool/tool-schema.js';

import type { ManifestSource } from './manifest-schema.js';

/** Reports subjects without an issuer where there are several issuers, and subjects with an unknown issuer. */
function checkIssuersOfApprovers({ server, tools }: ManifestSource): LocatedProblem[] {
  const { issuers, tokens } = server?.auth ?? {};
  if (!issuers) return [];
  const names = issuers.map(({ issuer }) => issuer);
  return Object.entries(tools).flatMap(([name, { access }]) =>
    [...(access?.approvers?.subjects ?? []).entries()].flatMap(([index, one]): LocatedProblem[] => {
      const path = ['tools', name, 'access', 'approvers', 'subjects', index];
      const { subject, issuer } = one;
      if (issuer !== undefined && !names.includes(issuer)) {
        const message = 'Not one of server.auth.issuers. The issuer must match exactly.';
        return [{ path: [...path, 'issuer'], message }];
      }
      const isStatic = tokens?.some(({ principal }) => principal === subject) === true;
      if (issuer !== undefined || (names.length < 2 && !isStatic)) return [];
      const why = isStatic
        ? 'A static token has this name, and a user may have it, too'
        : 'There are several issuers, which may give one name to different people';
      return [{ path, message: `${why}: write { subject: "…", issuer: "https://…" }.` }];
    }),
  );
}

/** A place of the manifest that sends a message to Workflows. */
interface Door {
  readonly path: readonly PropertyKey[];
  /** The message in a sentence. */
  readonly what: string;
  readonly message: MessageTarget;
  /** Returns true if the message may reach a task of a tool. */
  readonly reaches: (name: string, tool: ToolSource) => boolean;
}

/** All messages that owners send, apart from answers. */
function doorsOf({ tools, actions = {} }: ManifestSource): readonly Door[] {
  const acting = Object.entries(actions).flatMap(([action, source]) =>
    findTargets(source).map((message): Door => ({
      path: ['actions', action],
      what: 'This action',
      message,
      reaches: (_name, { start }) => start.type === source.workflow,
    })),
  );
  const ofTools = Object.entries(tools).flatMap(([name, { start, cancel }]) => {
    const starting = findTargets(start.startWith ?? {}).map((message): Door => ({
      path: ['tools', name, 'workflow', 'startWith'],
      what: 'This message',
      message,
      // A start sends nothing to an execution of another type under its ID.
      reaches: (_name, other) => other.start.type === start.type,
    }));
    const signal = cancel?.signal ?? undefined;
    if (signal === undefined) return starting;
    const cancelling: Door = {
      path: ['tools', name, 'cancel', 'signal'],
      what: 'This Signal before a cancellation',
      message: { kind: 'signal', name: signal },
      reaches: (other) => other === name,
    };
    return [...starting, cancelling];
  });
  return [...acting, ...ofTools];
}

/** Reports messages by which the owner could answer a question that only other people may answer. */
function checkWaysAround(source: ManifestSource): LocatedProblem[] {
  const doors = doorsOf(source);
  const ofContract = doors
    .filter(({ message }) => isAnswerByContract(message))
    .map(({ path, message: { name } }) => ({
      path,
      message: `Only the server and child Workflows send ${name}, since it names who has answered. Clients answer by tasks/update or task_answer: leave it out, or send a Signal of your own.`,
    }));
  const guarded = Object.entries(source.tools).filter(
    ([, { access }]) => access?.approvers?.owner === false,
  );
  const ofDeclared = guarded.flatMap(([name, tool]) => {
    const declared = Object.values(tool.questions ?? {}).map(({ answer = {}, decline = {} }) => ({
      answer: findTargets(answer)[0],
      decline: findTargets(decline)[0],
    }));
    return doors
      .filter(({ message }) => !isAnswerByContract(message))
      .filter(({ message, reaches }) => reaches(name, tool) && mayMessageAnswer(message, declared))
      .map(({ path, what }) => ({
        path,
        message: `${what} would let the owner answer a question that only others may answer: "approvers" of ${name} says "owner: false".`,
      }));
  });
  return [...ofContract, ...ofDeclared];
}

/** Reports adoption by name with several issuers: two people with the same name would own the same executions. */
function checkIssuersOfAdoption(
  adopting: readonly (readonly [string, ToolSource])[],
  server: ManifestSource['server'],
): LocatedProblem[] {
  if ((server?.auth?.issuers?.length ?? 0) < 2) return [];
  const message =
    'There are several issuers, which may give two people the same name: the name alone does not tell them apart.';
  return adopting
    .filter(
      ([
        ,
        {
          start: { adopt = {} },
        },
      ]) => 'searchAttribute' in adopt,
    )
    .map(([name]) => ({ path: ['tools', name, 'workflow', 'adopt'], message }));
}

/** Reports IDs that are made of a part of the caller's name, which a namesake of another issuer would share. */
function checkNamesInIds({ server, tools }: ManifestSource): LocatedProblem[] {
  if (!mayHaveNamesakes(server?.auth ?? {})) return [];
  return Object.entries(tools).flatMap(([tool, { start }]) =>
    readsOf(toCompiledText(start.id?.source ?? ''))
      .filter(({ root, path: [member] }) => root === 'caller' && member !== 'name')
      .map(({ path }) => ({
        path: ['tools', tool, start.kind, 'id'],
        message: `{${['$caller', ...path].join('.')}} may be the same for callers of different issuers or with static tokens: write {$caller.name}, which is the whole name.`,
      })),
  );
}

function checkAdoptions({ tools, server }: ManifestSource): LocatedProblem[] {
  const adopting = Object.entries(tools).filter(([, { start }]) => start.adopt !== undefined);
  const ofTypes = adopting.flatMap(([name, { start }], index) => {
    const earlier = adopting.slice(0, index).find(([, tool]) => tool.start.type === start.type);
    if (!earlier) return [];
    const message = `${earlier[0]} adopts executions of ${start.type} already: only one rule can name their owner.`;
    return [{ path: ['tools', name, 'workflow', 'adopt'], message }];
  });
  return [...ofTypes, ...checkIssuersOfAdoption(adopting, server)];
}

/** Problems: tools with the name of a built-in tool. */
function checkNames({ server, tools, actions = {} }: ManifestSource): LocatedProblem[] {
  const reserved = builtInNames(server?.taskTools);
  return Object.entries({ tools, actions }).flatMap(([section, named]) =>
    Object.keys(named)
      .filter((name) => reserved.includes(name))
      .map((name) => ({
        path: [section, name],
        key: name,
        message: `The server has a tool "${name}" of its own. Rename this one, or set server.taskTools to a prefix.`,
      })),
  );
}

/** Reports tools whose calls share a Task Queue at different rates: its Workers have one limit. */
function checkRates(tools: ManifestSource['tools']): LocatedProblem[] {
  const first = new Map<string, readonly [tool: string, rate: number]>();
  return Object.entries(tools).flatMap(([tool, { own }]) => {
    if (!own) return [];
    const { kind, taskQueue, callsPerMinute } = own.work;
    const [earlier, rate] = first.get(taskQueue) ?? [tool, callsPerMinute];
    first.set(taskQueue, [earlier, rate]);
    if (rate === callsPerMinute) return [];
    const message = `${earlier} calls the same origin with another limit: give both the same callsPerMinute.`;
    return [{ path: ['tools', tool, kind, 'callsPerMinute'], message }];
  });
}

export function checkWhole(source: ManifestSource): LocatedProblem[] {
  const { server, tools } = source;
  const message = 'No tools: list at least one Workflow Type.';
  return [
    ...(server?.auth ? checkAuth(server.auth, ['server', 'auth']) : []),
    ...checkInbox(server, ['server', 'inbox']),
    ...checkAdoptions(source),
    ...checkIssuersOfApprovers(source),
    ...checkNamesInIds(source),
    ...checkWaysAround(source),
    ...checkNames(source),
    ...checkRates(tools),
    ...(Object.keys(tools).length === 0 ? [{ path: ['tools'], message }] : []),
  ];
}
