/** Names that Temporal, its SDKs and this package reserve. */
import { OWNER_SEARCH_ATTRIBUTE } from '../contract.js';
import { GRACE_WORKFLOW_TYPE } from '../task/termination-grace.js';

const OF_TEMPORAL = /^(?:__|temporal-sys-)/;
const OF_CONTRACT = 'mcp.';
/** Search Attributes that Temporal sets by itself. */
const SET_BY_TEMPORAL = /^(?:Temporal|BuildIds$|BatcherUser$|BatcherNamespace$)/;

/** Returns true for a Workflow Type of Temporal's or this package's internals. */
export function isInternalType(name: string): boolean {
  return name === GRACE_WORKFLOW_TYPE || OF_TEMPORAL.test(name);
}

/** Returns true for an internal Signal, Query, Update or memo key. */
export function isInternalName(name: string): boolean {
  return OF_TEMPORAL.test(name) || name.startsWith(OF_CONTRACT);
}

/** Returns true for an internal Search Attribute. */
export function isInternalAttribute(name: string): boolean {
  return name === OWNER_SEARCH_ATTRIBUTE || SET_BY_TEMPORAL.test(name);
}
