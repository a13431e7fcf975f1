import { describe, expect, it } from '@jest/globals';
import type { TaskScope } from 'temporal-mcp-tasks-workflow';

/** It is compiled, and never called: what must not compile is marked. */
async function ask(task: TaskScope, url: string): Promise<unknown[]> {
  const message = 'Well?';
  const answer = await task.elicit({
    message,
    schema: {
      type: 'object',
      properties: { code: { type: 'string', minLength: 2 }, size: { type: 'string', enum: ['s'] } },
      required: ['size'],
    },
  });
  const size: 's' | undefined = answer.action === 'accept' ? answer.content.size : undefined;
  return [
    size,
    task.elicit({
      message,
      schema: {
        type: 'object',
        // @ts-expect-error MCP has no "pattern".
        properties: { code: { type: 'string', pattern: '^A-' } },
      },
    }),
    task.elicit({
      message,
      schema: {
        type: 'object',
        // @ts-expect-error A number has no length.
        properties: { count: { type: 'integer', minLength: 2 } },
      },
    }),
    task.elicitUrl({ message, url }),
    task.elicitUrl({ message, url: `https://pay.example/${message}` }),
    // @ts-expect-error Nobody can be sent there.
    task.elicitUrl({ message, url: 'javascript:alert(1)' }),
  ];
}

describe('the types of questions', () => {
  it('refuse what MCP cannot ask, where it is written out: the compiler has judged it', () => {
    expect(ask).toBeInstanceOf(Function);
  });
});
