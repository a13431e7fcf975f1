import { describe, expect, it } from '@jest/globals';

import {
  isHandedOver,
  nextMark,
  planWaits,
  waitMs,
  type WaitPlan,
} from '../../../../../src/service/calls/answer/answer-budget.js';
import { HOST_TIMES } from '../../../../../src/service/calls/answer/host-limits.js';
import {
  FIRST_MARK,
  formatWaitMark,
  parseWaitMark,
  type WaitMark,
} from '../../../../../src/service/calls/call/wait-mark.js';

interface Given {
  readonly host?: string;
  readonly hasProgress?: boolean;
  readonly answerWithinMs?: number;
  readonly byHost?: Readonly<Record<string, number>>;
}

function toPlan({ host, hasProgress = false, answerWithinMs, byHost = {} }: Given = {}): WaitPlan {
  return planWaits(
    answerWithinMs,
    { progressToken: hasProgress ? 1 : undefined },
    {
      clientName: host,
      budgets: { byHost: new Map(Object.entries(byHost)), times: HOST_TIMES },
    },
  );
}

/** The waits of a client that holds on, in seconds, until its model is told to stop. */
function untilHandedOver(plan: WaitPlan, first: WaitMark = FIRST_MARK): number[] {
  const waits: number[] = [];
  let mark = first;
  while (!isHandedOver(plan, mark)) {
    const budgetMs = waitMs(plan, mark);
    waits.push(budgetMs / 1_000);
    mark = nextMark(plan, mark, { budgetMs, isWhole: true, hasMissed: false });
  }
  return waits;
}

describe('the waits for a task', () => {
  it.each<[string, Given, number[]]>([
    ['a host of which nothing is known', {}, [45, 55, 55, 55]],
    ['one with a progress token', { hasProgress: true }, [45, 55, 55, 55]],
    ['the AI SDK', { host: 'ai-sdk-mcp-client' }, [12.5, 25, 50, 100, 200, 400, 800]],
    ['FastMCP 4', { host: 'fastmcp' }, [8, 16, 32, 64, 128, 256, 512]],
    ['one with the name of the Python SDK', { host: 'mcp' }, [12.5, 25, 50, 100, 200, 400, 800]],
    ['the Java SDK', { host: 'Java SDK MCP Client' }, [15, 15, 15, 15]],
    ['Spring AI', { host: 'spring-ai-mcp-client - orders' }, [15, 15, 15, 15]],
    ['Codex', { host: 'codex-mcp-client' }, [240, 240, 240, 240]],
    ['Copilot CLI', { host: 'copilot-cli', hasProgress: true }, [300, 300, 300, 300]],
    ['Copilot CLI without progress', { host: 'copilot-cli' }, [150, 150, 150, 150]],
    ['Qwen Code', { host: 'qwen-cli-mcp-client-orders', hasProgress: true }, [540, 540, 540, 540]],
    ['Qwen Code without progress', { host: 'qwen-cli-mcp-client-a' }, [240, 240, 240, 240]],
    ['Google ADK', { host: 'google-adk' }, [240, 240, 240, 240]],
    ['Cline', { host: '@cline/core' }, [45, 55, 55, 55]],
    ['a known host', { host: 'codex-mcp-client (via mcp-remote 0.15.1)' }, [240, 240, 240, 240]],
    [
      'a configured host',
      { host: 'Own (via mcp-remote 0.15.1)', byHost: { own: 20_000 } },
      [20, 20, 20, 20],
    ],
    ['Gemini CLI', { host: 'Gemini-CLI-MCP-client', hasProgress: true }, [540, 540, 540, 540]],
    ['Claude Code without progress', { host: 'claude-code' }, [240, 240, 240, 240]],
    ['a gateway that is known to give up', { host: 'claude-ai' }, [45, 45, 45, 45]],
    ['a configured host', { host: 'Own', byHost: { own: 20_000 } }, [20, 20, 20, 20]],
    [
      'a configured host that is known',
      { host: 'mcp', byHost: { mcp: 9_000 } },
      [9, 9, 9, 9, 9, 9, 9],
    ],
  ])('of %s grow as far as it is known to wait', (_host, given, seconds) => {
    expect(untilHandedOver(toPlan(given))).toStrictEqual(seconds);
  });

  it('deliver a job of 330 s in five calls', () => {
    const sum = (seconds: number[]): number =>
      seconds.slice(0, 5).reduce((one, other) => one + other, 0);

    expect(sum(untilHandedOver(toPlan({ host: 'ai-sdk-mcp-client' })))).toBeGreaterThan(330);
    expect(sum(untilHandedOver(toPlan({ host: 'mcp' })))).toBeGreaterThan(330);
  });

  it.each<[string, Given, number[]]>([
    ['a host of which nothing is known', {}, [4, 4]],
    ['one with the name of the Python SDK', { host: 'mcp' }, [4, 4, 4, 4, 4]],
    ['a known host', { host: 'codex-mcp-client' }, [240, 240]],
    ['a configured host', { host: 'Own', byHost: { own: 20_000 } }, [20, 20]],
  ])('of %s that has missed an answer: %j s', (_host, given, seconds) => {
    const plan = toPlan(given);
    const missed = { answers: 1, doublings: 0 };
    const mark = nextMark(plan, missed, { budgetMs: 4_000, isWhole: true, hasMissed: true });

    expect(untilHandedOver(plan, mark)).toStrictEqual(seconds);
  });

  it('do not grow by waits that were cut short', () => {
    const plan = toPlan();
    const cut = nextMark(
      plan,
      { answers: 1, doublings: 1 },
      {
        budgetMs: 90_000,
        isWhole: false,
        hasMissed: false,
      },
    );
    const ofShortCall = nextMark(plan, FIRST_MARK, {
      budgetMs: 1_000,
      isWhole: true,
      hasMissed: false,
    });

    expect([cut, ofShortCall]).toStrictEqual([
      { answers: 2, doublings: 1 },
      { answers: 1, doublings: 0 },
    ]);
  });

  it('are bounded where a client makes its mark up', () => {
    const mark = parseWaitMark('9999-99') ?? FIRST_MARK;

    expect(waitMs(toPlan(), mark)).toBe(55_000);
    expect(waitMs(toPlan({ host: 'mcp' }), mark)).toBe(800_000);
    const made = { budgetMs: 1e9, isWhole: true, hasMissed: false };
    expect(nextMark(toPlan(), mark, made).doublings).toBe(3);
  });
});

describe('a mark', () => {
  it.each<WaitMark>([
    { answers: 12, doublings: 3 },
    { answers: 2, doublings: 'short' },
  ])('is read as it was written: %j', (mark) => {
    expect(parseWaitMark(formatWaitMark(mark))).toStrictEqual(mark);
  });

  it.each([
    undefined,
    null,
    3,
    '',
    '3',
    '1-',
    '1-short',
    '-1-1',
    '1-1-1',
    '1e3-1',
    '99999-1',
    {},
    ['1-1'],
  ])('is none in %p', (value) => {
    expect(parseWaitMark(value)).toBeUndefined();
  });
});
