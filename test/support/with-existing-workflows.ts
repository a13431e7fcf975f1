import { fileURLToPath } from 'node:url';

import type { Client } from '@temporalio/client';

import type { Purchase } from '../../lab/fixtures/workflows/index.js';

import { createWireCheck } from './conformance/wire-check.js';
import { createWireLog } from './conformance/wire-log.js';
import { eventually } from './eventually.js';
import { connectStatelessHttp } from './raw-mcp-2026.js';
import { connectRawHttp } from './raw-mcp.js';
import { createTask as createTask2025, resultOf } from './steps/rev2025-task-steps.js';
import { createTask as createTask2026 } from './steps/rev2026-task-steps.js';
import { type TestServers, withTestServers } from './with-test-server.js';

/** The manifest of Workflows without MCP, with their actions. */
export const EXISTING_WORKFLOWS = fileURLToPath(
  new URL('manifests/existing-workflows.yaml', import.meta.url),
);

type Args = Readonly<Record<string, unknown>>;

/** A client of either generation, with the operations of these tests. */
export interface AnyClient {
  /** Calls a tool, and returns its result. */
  readonly call: (name: string, args?: Args) => Promise<Record<string, unknown>>;
  /** Calls a tool as a task, and returns the task's ID. */
  readonly start: (name: string, args?: Args) => Promise<string>;
  /** The names of the tools. */
  readonly list: () => Promise<string[]>;
}

export const GENERATIONS = ['2025-11-25', '2026-07-28'] as const;

/** Connects a client of a generation to a server. */
export async function connectAny(
  generation: (typeof GENERATIONS)[number],
  url: string,
): Promise<AnyClient> {
  const namesOf = async (reply: Promise<Record<string, unknown>>): Promise<string[]> =>
    ((await reply)['tools'] as { name: string }[]).map(({ name }) => name);
  if (generation === '2025-11-25') {
    const mcp = connectRawHttp(url);
    return {
      call: async (name, args = {}) =>
        resultOf(mcp.request('tools/call', { name, arguments: args })),
      start: async (name, args = {}) => createTask2025(mcp, name, { arguments: args }),
      list: async () => namesOf(resultOf(mcp.request('tools/list'))),
    };
  }
  const mcp = connectStatelessHttp(url, createWireLog(await createWireCheck(), ['server']));
  return {
    call: async (name, args = {}) => resultOf(mcp.request('tools/call', { name, arguments: args })),
    start: async (name, args = {}) => (await createTask2026(mcp, name, args)).taskId,
    list: async () => namesOf(resultOf(mcp.request('tools/list'))),
  };
}

/** Servers with the tools and actions of these Workflows, and a Worker. */
export function withExistingWorkflows(): () => TestServers {
  return withTestServers(EXISTING_WORKFLOWS);
}

/** Waits until a purchase is in a state. */
export async function untilPurchase(
  temporal: Client,
  workflowId: string,
  state: Purchase['state'],
): Promise<Purchase> {
  return eventually(`the purchase is ${state}`, async () => {
    const current = await temporal.workflow.getHandle(workflowId).query<Purchase>('getPurchase');
    return current.state === state ? current : undefined;
  });
}
