/** Finds the owners of executions in list rows, so that one list of all executions serves every owner. */
import { OWNER_SEARCH_ATTRIBUTE } from '../../core/contract.js';
import { toOwnerName } from '../../core/person/owner.js';
import { ANY_TASK_ID_PREFIX, readOwnerTag } from '../../core/task/task-id.js';
import { GRACE_WORKFLOW_TYPE } from '../../core/task/termination-grace.js';
import { NOTIFIER_WORKFLOW_TYPE } from '../../core/webhook/notifier.js';
import { readSearchAttribute } from '../link/payload-reader.js';
import { quoteText } from '../link/visibility-text.js';
import type { TaskIdRing } from '../start/task-id-ring.js';
import type { Adoption } from '../task/adoption.js';

import type { ListedExecution } from './visibility-pages.js';

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
}

/** The parts that find owners of rows. */
export interface OwnedRowsDependencies {
  readonly ids: TaskIdRing;
  /** Returns true if tools have own Workflow IDs. Such tasks have a search attribute instead of a prefix. */
  readonly hasOwnIds: boolean;
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
    filter: () => toStartedFilter(hasOwnIds),
    keysOf: (row) =>
      [
        readOwnerTag(row.execution?.workflowId ?? '') ?? [],
        hasOwnIds ? readAttribute(row, OWNER_SEARCH_ATTRIBUTE).map(String) : [],
      ].flat(),
    keysFor: (owner) => ids.ownerTags(owner),
  };
}

const toAdoptedKey = (workflowType: string, name?: string): string =>
  JSON.stringify([workflowType, name]);

/** Adopted executions: the owner's name is in the Search Attribute of the rule, or everybody owns them. */
export function adoptedRows(adoption: Pick<Adoption, 'rules'>): OwnedRows {
  return {
    filter: () => {
      const anyOf = adoption.rules.map(({ tool, rule }) => {
        const query =
          'idPrefix' in rule
            ? `WorkflowId STARTS_WITH ${quoteText(rule.idPrefix)}`
            : `\`${rule.searchAttribute}\` IS NOT NULL`;
        return `(WorkflowType = ${quoteText(tool.workflowType)} AND ${query})`;
      });
      return anyOf.length === 0 ? undefined : `(${anyOf.join(' OR ')})`;
    },
    keysOf: (row) => {
      const workflowType = row.type?.name ?? '';
      const rule = adoption.rules.find(({ tool }) => tool.workflowType === workflowType)?.rule;
      // A rule never gives away another owner's task.
      const isTask = row.searchAttributes?.indexedFields?.[OWNER_SEARCH_ATTRIBUTE] !== undefined;
      if (!rule || isTask) return [];
      if ('idPrefix' in rule) return [toAdoptedKey(workflowType)];
      return readAttribute(row, rule.searchAttribute).map((name) =>
        toAdoptedKey(workflowType, String(name)),
      );
    },
    keysFor: (owner) =>
      adoption.rules.map(({ tool, rule }) =>
        toAdoptedKey(tool.workflowType, 'idPrefix' in rule ? undefined : toOwnerName(owner)),
      ),
  };
}
