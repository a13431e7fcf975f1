/** Finds the owners of executions in list rows, so that one list of all executions serves every owner. */
import { OWNER_SEARCH_ATTRIBUTE } from '../../core/contract.js';
import { ANY_TASK_ID_PREFIX, readOwnerTag } from '../../core/task/task-id.js';
import { GRACE_WORKFLOW_TYPE } from '../../core/task/termination-grace.js';
import { NOTIFIER_WORKFLOW_TYPE } from '../../core/webhook/notifier.js';
import { readSearchAttribute } from '../link/payload-reader.js';
import { quoteText } from '../link/visibility-text.js';
import type { TaskIdRing } from '../start/task-id-ring.js';
import type { SharedRule } from '../task/adoption-rule.js';
import { type Adoption, type ListedExecution, toAdoptingName } from '../task/adoption.js';

/** A kind of rows that name their owner by a key. */
export interface OwnedRows {
  /**
   * Returns the filter for the rows of all owners; `undefined` if there are none. Keys are valid only for rows of this
   * filter.
   */
  readonly filter: () => string | undefined;
  /** Keys of a row's owners. */
  readonly keysOf: (row: ListedExecution) => readonly string[];
  /** Keys of an owner's rows. Empty: the owner has no such rows. */
  readonly keysFor: (owner: string) => readonly string[];
  /** True if only a rule gives these rows to their owner. */
  readonly isAdopted: boolean;
}

/** The parts that find owners of rows. */
export interface OwnedRowsDependencies {
  readonly ids: TaskIdRing;
  /** Returns true if tools have own Workflow IDs. Such tasks have a search attribute instead of a prefix. */
  readonly hasOwnIds: () => boolean;
}

type Attribute = NonNullable<Parameters<typeof readSearchAttribute>[0]>;

function readAttribute({ searchAttributes }: ListedExecution, name: string): readonly unknown[] {
  const value = readSearchAttribute(
    searchAttributes?.indexedFields?.[name] as Attribute | undefined,
  );
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/** Returns a filter for started executions of all owners, without adopted ones. */
function toStartedFilter(hasOwnIds: boolean): string {
  const made = `WorkflowId STARTS_WITH '${ANY_TASK_ID_PREFIX}'`;
  const anyOf = hasOwnIds ? `(${made} OR ${OWNER_SEARCH_ATTRIBUTE} IS NOT NULL)` : made;
  // Companions' IDs begin like task IDs, and each task may have one.
  const companions = [GRACE_WORKFLOW_TYPE, NOTIFIER_WORKFLOW_TYPE];
  return [anyOf, ...companions.map((type) => `WorkflowType != '${type}'`)].join(' AND ');
}

/** Started executions: the owner tag is in the ID, or in a search attribute. */
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

const toAdoptedKey = (workflowType: string, name: string): string =>
  JSON.stringify([workflowType, name]);

/** Adopted executions: the owner's name is in the search attribute that the rule compares. */
export class AdoptedRows implements OwnedRows {
  readonly isAdopted = true;
  readonly #adoption: Adoption;
  /**
   * Workflow Types with a `Text` attribute in the rule: Temporal compares its words, so a row does not show its owner.
   */
  readonly #unclear = new Set<string>();
  /** The rules at the last read. */
  #rules: Adoption['sharedRules'] = new Map();

  constructor(adoption: Adoption) {
    this.#adoption = adoption;
  }

  /** Returns filters for executions that only the owner's own search finds, to be joined by OR. */
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
    // A rule never gives away another owner's task.
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
