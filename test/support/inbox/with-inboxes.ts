/** The inbox on a real socket, over tasks in memory. */
import { InputMethod } from '../../../src/core/contract/input-request.js';
import type { Question } from '../../../src/core/question/question.js';
import type { Task } from '../../../src/core/task/task.js';
import type { ToolDefinition } from '../../../src/core/tool/tool-definition.js';
import { createInbox, type InboxOptions } from '../../../src/inbox/create-inbox.js';
import { protocol } from '../../../src/mcp/rev2026-07-28/wire/protocol.js';
import { ownQuestion } from '../asking.js';
import { createOwned } from '../create-owned.js';
import { FakeTasks } from '../fake-tasks.js';
import { type ServeAppOptions, type WholeAnswer, withApps } from '../serve-app.js';
import { testSealer } from '../test-sealer.js';

/** A request of a browser, which adds its cookies. */
export interface Visit {
  readonly form?:
    Readonly<Record<string, string>> | readonly (readonly [string, string])[] | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** A browser that supports cookies and forms only. */
export interface FakeBrowser {
  readonly cookies: Map<string, string>;
  readonly visit: (path: string, visit?: Visit) => Promise<WholeAnswer>;
  /** The hidden token of the form on a page. */
  readonly tokenOf: (path: string) => Promise<string>;
}

export interface ServedInbox {
  readonly tasks: FakeTasks;
  readonly url: string;
  readonly origin: string;
  readonly browser: () => FakeBrowser;
  /** Creates a task, with changes. */
  readonly create: (changes?: Partial<Task>, owner?: string) => Promise<string>;
}

const tool = {
  name: 'a_tool',
  ttl: { default: 60_000 },
  task: { pollInterval: 1_000 },
} as ToolDefinition;

/** The token of the last form in a page: the first form may be for signing out. */
export function findToken(page: string): string {
  return [...page.matchAll(/name="token" value="([^"]+)"/g)].at(-1)?.[1] ?? '';
}

/** Gives a test file inboxes, which it closes after each test. */
export function withInboxes(): (
  options?: Partial<InboxOptions>,
  app?: ServeAppOptions,
) => Promise<ServedInbox> {
  const serve = withApps();
  return async (options = {}, app = {}) => {
    const tasks = new FakeTasks();
    const pages = createInbox({
      name: 'test server',
      sealer: testSealer,
      tasks,
      protocol,
      canList: true,
      hasApprovers: false,
      toolTitle: (name: string) => name,
      hasSeveralIssuers: false,
      approversOf: () => 'finance',
      temporalUrl: () => undefined,
      ...options,
    });
    const { url, send } = await serve({ ...app, pages });
    const { origin } = new URL(url);
    const browser = (): FakeBrowser => {
      const cookies = new Map<string, string>();
      const visit: FakeBrowser['visit'] = async (path, { form, headers = {}, method } = {}) => {
        const cookie = Array.from(cookies, (pair) => pair.join('=')).join('; ');
        const body =
          typeof form === 'string' || form === undefined
            ? form
            : new URLSearchParams(form as Record<string, string>).toString();
        const answer = await send({
          path,
          method: method ?? (form === undefined ? 'GET' : 'POST'),
          headers: {
            ...(cookie !== '' && { cookie }),
            ...(form === undefined
              ? { 'content-type': 'text/plain' }
              : { 'content-type': 'application/x-www-form-urlencoded', origin }),
            ...headers,
          },
          ...(body !== undefined && { body }),
        });
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          if (line.includes('Max-Age=0')) cookies.delete(name);
          else cookies.set(name, value);
        }
        return answer;
      };
      return { cookies, visit, tokenOf: async (path) => findToken((await visit(path)).body) };
    };
    return {
      tasks,
      url,
      origin,
      browser,
      create: async (changes = {}, owner = 'local') => {
        const request = { tool, workflowArguments: [], owner, protocolVersion: '2026-07-28' };
        const { taskId } = await createOwned(tasks, request);
        tasks.update(taskId, changes);
        return taskId;
      },
    };
  };
}

/** Makes a form question. */
export function asks(
  properties: Readonly<Record<string, object>> = {},
  { message = 'What is it?', required = [] as readonly string[] } = {},
): { readonly phase: 'inputRequired'; readonly questions: readonly [Question] } {
  const requestedSchema = { type: 'object', properties, required };
  const request = { method: InputMethod.elicit, params: { message, requestedSchema } };
  return { phase: 'inputRequired', questions: [ownQuestion('one', request)] };
}
