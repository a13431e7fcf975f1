/** Whose an execution is, as the row of a list says it: so that one list of everybody's serves every owner. */
import { OWNER_SEARCH_ATTRIBUTE } from '../../core/contract.js';
import { ANY_TASK_ID_PREFIX, readOwnerTag } from '../../core/task/task-id.js';
import { GRACE_WORKFLOW_TYPE } from '../../core/task/termination-grace.js';
import { TTL_WORKFLOW_TYPE } from '../../core/task/ttl-end.js';
import { decodeSearchAttribute } from '../link/decode-search-attribute.js';
import { quoteText } from '../link/visibility-text.js';
import type { TaskIdRing } from '../start/task-id-ring.js';
import type { SharedRule } from '../task/adoption-rule.js';
import { type Adoption, type ListedExecution, toAdoptingName } from '../task/adoption.js';

/** Rows that say whose they are by some text: the owner has the same one. */
export interface OwnedRows {
  /** Finds those of everybody; `undefined` while there are none. Rows of another filter say nothing of this one's. */
  readonly filter: () => string | undefined;
  /** Whose a row is. */
  readonly keysOf: (row: ListedExecution) => readonly string[];
  /** By what an owner's rows are known. None: the owner has no such rows. */
  readonly keysFor: (owner: string) => readonly string[];
  /** Whether they are somebody's by a rule alone. */
  readonly isAdopted: boolean;
}

/** What knowing them takes. */
export interface OwnedRowsDependencies {
  readonly ids: TaskIdRing;
  /** Whether there are tasks with Workflow IDs of their tools' own: those have a search attribute instead of a prefix. */
  readonly hasOwnIds: () => boolean;
}

type Attribute = Parameters<typeof decodeSearchAttribute>[0];

function readAttribute({ searchAttributes }: ListedExecution, name: string): readonly unknown[] {
  const payload = searchAttributes?.indexedFields?.[name] as Attribute | undefined;
  if (!payload) return [];
  try {
    const value = decodeSearchAttribute(payload);
    return Array.isArray(value) ? (value as unknown[]) : [value];
  } catch {
    // Anybody can write it: what no SDK writes names nobody.
    return [];
  }
}

/** Finds the executions that calls have started, whoever's they are. */
export function toStartedFilter(hasOwnIds: boolean): string {
  const made = `WorkflowId STARTS_WITH '${ANY_TASK_ID_PREFIX}'`;
  const anyOf = hasOwnIds ? `(${made} OR ${OWNER_SEARCH_ATTRIBUTE} IS NOT NULL)` : made;
  // Companions begin like tasks, and there may be one for each.
  return `${anyOf} AND WorkflowType != '${TTL_WORKFLOW_TYPE}' AND WorkflowType != '${GRACE_WORKFLOW_TYPE}'`;
}

/** What calls have started: the tag of its owner is in its ID, or in a search attribute. */
export function startedRows({ ids, hasOwnIds }: OwnedRowsDependencies): OwnedRows {
  return {
    isAdopted: false,
    filter: () => toStartedFilter(hasOwnIds()),
    keysOf: (row) =>
      [
        readOwnerTag(row.execution?.workflowId ?? '') ?? [],
        hasOwnIds() ? readAttribute(row, OWNER_SEARCH_ATTRIBUTE).map(String) : [],
      ].flat(),
    keysFor: (owner) => ids.ownerTags(owner),
  };
}

/**
 * What calls have started, whoever's it is, for who runs the servers.
 *
 * @param hasOwnIds As of {@link OwnedRowsDependencies}.
 */
export function rowsOfAll(hasOwnIds: () => boolean): OwnedRows {
  const everybody = [''];
  return {
    isAdopted: false,
    filter: () => toStartedFilter(hasOwnIds()),
    keysOf: () => everybody,
    keysFor: () => everybody,
  };
}

const toAdoptedKey = (workflowType: string, name: string): string =>
  JSON.stringify([workflowType, name]);

/** What tools adopt: its owner's name is in a search attribute that the rule compares with it. */
export class AdoptedRows implements OwnedRows {
  readonly isAdopted = true;
  readonly #adoption: Adoption;
  /** Workflow Types of which a row does not say it after all: Temporal compares words of a `Text`, not all of it. */
  readonly #unclear = new Set<string>();
  /** Those that hold, as of the last look. */
  #rules: Adoption['sharedRules'] = new Map();

  constructor(adoption: Adoption) {
    this.#adoption = adoption;
  }

  /** What only a list of the owner's own finds, as parts of a filter of which any may hold. */
  othersFor(owner: string): readonly string[] {
    const { sharedRules } = this.#adoption;
    const others = [...sharedRules].filter(([type, rule]) => !rule || this.#unclear.has(type));
    return this.#adoption.toFilters(
      owner,
      others.map(([type]) => type),
    );
  }

  get #shared(): readonly (readonly [string, SharedRule])[] {
    return [...this.#adoption.sharedRules].flatMap(([type, rule]) =>
      rule && !this.#unclear.has(type) ? [[type, rule] as const] : [],
    );
  }

  readonly filter = (): string | undefined => {
    this.#rules = this.#adoption.sharedRules;
    const anyOf = this.#shared.map(
      ([type, { query }]) => `(WorkflowType = ${quoteText(type)} AND (${query}))`,
    );
    return anyOf.length === 0 ? undefined : `(${anyOf.join(' OR ')})`;
  };

  readonly keysOf = (row: ListedExecution): readonly string[] => {
    const workflowType = row.type?.name ?? '';
    const rule = this.#rules.get(workflowType);
    const fields = row.searchAttributes?.indexedFields ?? {};
    // What is somebody's task is nobody's by a rule.
    if (!rule || fields[OWNER_SEARCH_ATTRIBUTE] !== undefined) return [];
    const { metadata } = (fields[rule.attribute] ?? {}) as Partial<Attribute>;
    if (metadata?.['type'] && Buffer.from(metadata['type']).toString() === 'Text') {
      this.#unclear.add(workflowType);
    }
    return readAttribute(row, rule.attribute).map((name) =>
      toAdoptedKey(workflowType, String(name)),
    );
  };

  readonly keysFor = (owner: string): readonly string[] => {
    const name = toAdoptingName(owner);
    if (name === undefined) return [];
    return this.#shared.map(([type]) => toAdoptedKey(type, name));
  };
}
