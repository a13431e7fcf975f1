/** Checks that the `approvers` of a tool can answer, and that no other way lets the owner answer. */
import { INPUT_SIGNAL } from '../../core/contract.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import type { ManifestSource } from '../manifest-schema.js';
import { findTargets } from '../start/layout.js';
import type { ToolSource } from '../tool/tool-schema.js';

type Path = readonly PropertyKey[];

export function checkApprovers(
  { access: { approvers, modelMayAnswer } = {}, workflow }: ToolSource,
  path: Path,
): LocatedProblem[] {
  if (!approvers) return [];
  const place = [...path, 'access', 'approvers'];
  const problems: LocatedProblem[] = [];
  if (!approvers.allow && !approvers.subjects) {
    const message = 'Nobody else could answer: name claims under "allow", or "subjects".';
    problems.push({ path: place, message });
  }
  if (workflow.adopt !== undefined) {
    const message =
      'Adopted executions cannot have approvers: only tasks that this server starts can.';
    problems.push({ path: place, message });
  }
  if (approvers.owner === false && modelMayAnswer === true) {
    const message = 'Contradicts "modelMayAnswer: true": a model answers as the owner does.';
    problems.push({ path: [...place, 'owner'], message });
  }
  return problems;
}

/** Reports subjects without an issuer where there are several issuers, and subjects with an unknown issuer. */
function checkIssuers({ server, tools }: ManifestSource): LocatedProblem[] {
  const { issuers } = server?.auth ?? {};
  if (!issuers) return [];
  const known = issuers.map(({ issuer }) => issuer);
  return Object.entries(tools).flatMap(([name, { access }]) =>
    [...(access?.approvers?.subjects ?? []).entries()].flatMap(([index, one]): LocatedProblem[] => {
      const path = ['tools', name, 'access', 'approvers', 'subjects', index];
      const issuer = typeof one === 'string' ? undefined : one.issuer;
      if (issuer !== undefined && !known.includes(issuer)) {
        const message = 'Not one of server.auth.issuers. The issuer must match exactly.';
        return [{ path: [...path, 'issuer'], message }];
      }
      if (issuer !== undefined || known.length < 2) return [];
      const message =
        'There are several issuers, which may give one name to different people: write { subject: "…", issuer: "https://…" }.';
      return [{ path, message }];
    }),
  );
}

/** Returns the messages by which a Workflow gets answers, as `<kind> <name>`. */
function answersOf({ questions = {} }: ToolSource): ReadonlySet<string> {
  const messages = Object.values(questions).flatMap(({ answer, decline }) => [
    ...(answer ? findTargets(answer) : []),
    ...(decline ? findTargets(decline) : []),
  ]);
  return new Set([
    `signal ${INPUT_SIGNAL}`,
    ...messages.map(({ kind, name }) => `${kind} ${name}`),
  ]);
}

/** Reports tools and actions by which the owner could answer a question that only other people may answer. */
function checkWaysAround({ tools, actions = {} }: ManifestSource): LocatedProblem[] {
  const guarded = Object.entries(tools).filter(
    ([, { access }]) => access?.approvers?.owner === false,
  );
  const senders = [
    ...Object.entries(actions).map(([name, action]) => ({
      path: ['actions', name],
      type: action.workflow,
      targets: findTargets(action),
    })),
    ...Object.entries(tools).map(([name, { workflow }]) => ({
      path: ['tools', name, 'workflow', 'startWith'],
      type: workflow.type,
      targets: workflow.startWith ? findTargets(workflow.startWith) : [],
    })),
  ];
  return guarded.flatMap(([name, tool]) => {
    const answers = answersOf(tool);
    return senders
      .filter(({ type }) => type === tool.workflow.type)
      .filter(({ targets }) => targets.some((one) => answers.has(`${one.kind} ${one.name}`)))
      .map(({ path }) => ({
        path,
        message: `This would answer a question that the owner may not answer: "approvers" of ${name} says "owner: false".`,
      }));
  });
}

export function checkAllApprovers(source: ManifestSource): LocatedProblem[] {
  return [...checkIssuers(source), ...checkWaysAround(source)];
}
